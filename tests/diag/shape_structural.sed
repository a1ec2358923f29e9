/"axi_data_bits": *{/d
/"constraints"/,/^  \],/d
