# mixed_system.sv
# The GPUs' ports put no acquires behind atomics, as the CPUs' ports do.
# by: lockstep
# when: full
s/\.req_acquire_i(GpuOrderAcquire\[order_code\])/.req_acquire_i(PLANTED ? CpuOrderAcquire[order_code] : GpuOrderAcquire[order_code])/
