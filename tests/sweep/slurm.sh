# A Slurm cluster of one node on this machine: sourced. Everything is in one folder, on ports of the loopback that
# nobody listens on, under a configuration of its own (SLURM_CONF): another Slurm on this machine is not touched.
#
#   slurm_start DIR   starts munged, slurmctld and slurmd; 1 with a message if they do not come up
#   slurm_stop        ends them, and what they started

# A port that is free now; $1: where to begin.
free_port() {
    port=$1
    while (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
    echo "$port"
}

slurm_conf() {
    cat <<END
ClusterName=cohgen
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port $((20000 + $$ % 20000)))
SlurmdPort=$(free_port $((40000 + $$ % 20000)))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$1/munge/socket
CredType=cred/munge
StateSaveLocation=$1/state
SlurmdSpoolDir=$1/spool
SlurmctldPidFile=$1/slurmctld.pid
SlurmdPidFile=$1/slurmd.pid
SlurmctldLogFile=$1/slurmctld.log
SlurmdLogFile=$1/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
MinJobAge=10
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 RealMemory=256 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
END
}

slurm_start() {
    slurm_dir=$1
    slurm_pids=
    mkdir -p "$slurm_dir/munge" "$slurm_dir/state" "$slurm_dir/spool"
    chmod 755 "$slurm_dir" "$slurm_dir/munge"
    slurm_conf "$slurm_dir" >"$slurm_dir/slurm.conf"
    export SLURM_CONF=$slurm_dir/slurm.conf
    head -c 128 /dev/urandom >"$slurm_dir/munge/key"
    chmod 600 "$slurm_dir/munge/key"
    munged --foreground --force --key-file="$slurm_dir/munge/key" --socket="$slurm_dir/munge/socket" \
        --pid-file="$slurm_dir/munge/pid" --log-file="$slurm_dir/munge/log" --seed-file="$slurm_dir/munge/seed" \
        >"$slurm_dir/munged.out" 2>&1 &
    slurm_pids=$!
    for _ in $(seq 300); do [ -S "$slurm_dir/munge/socket" ] && break; sleep 0.1; done
    slurmctld -D -f "$SLURM_CONF" >"$slurm_dir/slurmctld.out" 2>&1 &
    slurm_pids="$! $slurm_pids"
    slurmd -D -f "$SLURM_CONF" >"$slurm_dir/slurmd.out" 2>&1 &
    slurm_pids="$! $slurm_pids"
    for _ in $(seq 300); do
        sinfo -h -o %T 2>/dev/null | grep -qx idle && return 0
        sleep 0.2
    done
    echo "Slurm does not come up:"
    tail -n 5 "$slurm_dir"/*.log "$slurm_dir"/*.out "$slurm_dir/munge/log" 2>&1
    return 1
}

slurm_stop() {
    [ -n "${slurm_pids:-}" ] || return 0
    scancel --me 2>/dev/null
    for _ in $(seq 50); do [ -z "$(squeue -h 2>/dev/null)" ] && break; sleep 0.1; done
    # slurmd first, munged last: they talk through it to the end.
    for p in $slurm_pids; do
        kill "$p" 2>/dev/null
        wait "$p" 2>/dev/null
    done
    slurm_pids=
}
