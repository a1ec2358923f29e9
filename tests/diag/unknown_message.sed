s/send WBACK{}/send WBAK{}/
