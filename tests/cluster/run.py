#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a campaign with Slurm on this one machine, lets happen to it what happens on clusters, and compares the result
with that of a run in one piece: the canonical dump of the store and the JSON, byte for byte (docs/cluster.md).

run.py --program TOUCHSTONE   as root, with Debian's slurmctld, slurmd, slurm-client and parallel

- The disk of the node is full when the first tasks start, and once more later.
- Running tasks are requeued, told that their limit is near, and killed; the node's daemon is killed and started again.
- What is not complete when the queue is empty is submitted again, as `campaign --status` says.
Then GNU parallel runs a campaign, and a shell one whose shards are measured. Exit code 0: all are equal.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

SHARDS = 40
CHUNK = 1024  # cases
WHOLE_S = 25  # what the campaign takes in one piece, so that it is not over before all has happened to it
DISK = "12m"  # the node's: room for the stores of the tasks that run at once
LIMIT_S = 300  # for the whole test
# docs/store.md, "Canonical dump", but for the shard.
DUMP = ["SELECT key, value FROM campaign WHERE key NOT LIKE 'shard_%' ORDER BY key",
        "SELECT * FROM metric ORDER BY position", "SELECT * FROM source ORDER BY position",
        "SELECT * FROM not_run ORDER BY position", "SELECT * FROM tally ORDER BY source, chunk, metric",
        "SELECT * FROM failure ORDER BY source, metric, case_index"]
CONF = """ClusterName=touchstone
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=5
MessageTimeout=5
BatchStartTimeout=5
MinJobAge=10
SchedulerParameters=batch_sched_delay=0,sched_interval=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
began = time.monotonic()


def say(text):
    print(f"cluster: {time.monotonic() - began:5.1f} s  {text}", file=sys.stderr, flush=True)


def command(cases):
    """A campaign of so many cases."""
    return ["verify", "--metric", "sat,gjk_epa", "--family", "random-boxes", "--cases", str(cases), "--jobs", "1"]


SMALL = command(8000)


class Failed(Exception):
    """What the test found wrong."""


def run(words, wanted=(0,), **more):
    """Runs it and returns its standard output. Raises Failed unless it ends with a wanted exit code."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    if done.returncode not in wanted:
        raise Failed(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """One controller and one node, which end with this object."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        for name in ("state", "spool"):
            (folder / name).mkdir()
        conf = folder / "slurm.conf"
        conf.write_text(CONF.format(host=socket.gethostname().split(".")[0], folder=folder, ports=free_ports(2),
                                    cpus=os.cpu_count()))
        os.environ["SLURM_CONF"] = str(conf)
        self.controller = self.daemon("slurmctld")
        self.node = self.daemon("slurmd")
        self.wait_for_node()

    def daemon(self, name):
        return subprocess.Popen([name, "-D"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True)

    def wait_for_node(self):
        for _ in range(120):
            state = subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True)
            if re.fullmatch(r"(idle|mixed|allocated)\s*", state.stdout):
                return
            time.sleep(0.25)
        raise Failed("the node does not come up:\n" + "".join(
            (self.folder / log).read_text()[-2000:] for log in ("slurmctld.log", "slurmd.log")))

    def kill_node(self):
        """What the daemon started goes on. Slurm waits minutes for a job that ends while the daemon is away."""
        while self.queue("CG"):
            time.sleep(0.1)
        self.node.kill()
        self.node.wait()
        self.node = self.daemon("slurmd")
        self.wait_for_node()

    def queue(self, state=""):
        """JOB_TASK of what is in the queue, in this state or in any."""
        words = ["squeue", "-h", "-r", "-o", "%F_%K"] + (["-t", state] if state else [])
        return run(words).split()

    def hurry(self):
        """What was requeued need not wait for two minutes."""
        for line in run(["squeue", "-h", "-r", "-t", "PD", "-o", "%F_%K %r"]).splitlines():
            job, reason = line.split()
            if reason == "BeginTime":
                subprocess.run(["scontrol", "update", f"JobId={job}", "StartTime=now"], capture_output=True)

    def end(self):
        subprocess.run(["scancel", "-f", "-u", "root"], capture_output=True)
        for _ in range(40):
            if not self.queue():
                break
            time.sleep(0.25)
        for daemon in (self.node, self.controller):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()


class Disk:
    """A small disk of the node."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "touchstone-cluster", folder])

    def fill(self):
        with open(self.folder / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def empty(self):
        (self.folder / "filler").unlink()

    def end(self):
        for _ in range(20):
            if subprocess.run(["umount", self.folder], capture_output=True).returncode == 0:
                return
            time.sleep(0.5)


def dump(path):
    with sqlite3.connect(path) as store:
        return "\n".join(sql + "\n" + "\n".join(map(repr, store.execute(sql))) for sql in DUMP)


class Campaigns:
    """Campaigns of this program in a folder of the test."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def one_piece(self, name, campaign):
        """The store and the JSON of a run in one piece."""
        store = self.folder / f"{name}.db"
        words = [self.program, *campaign[:-1], os.cpu_count(), "--db", store, "--json", "-"]
        return dump_and(store, run(words, wanted=(0, 1)))

    def command_of_seconds(self, seconds):
        """A campaign that takes about so long in one piece, with chunks for each shard."""
        sample, least = 100 * CHUNK, SHARDS * CHUNK
        begin = time.monotonic()
        self.one_piece("sample", command(sample))
        return command(max(least, int(sample * seconds / (time.monotonic() - begin)) // least * least))

    def planned(self, name, engine, options, campaign):
        folder = self.folder / name
        out = run([self.program, "campaign", folder, "--on", engine, *options, "--", *campaign])
        return folder, out

    def merged(self, name):
        store = self.folder / f"{name}-merged.db"
        return dump_and(store, run([self.program, "merge", store, self.folder / name, "--json", "-"], wanted=(0, 1)))

    def status(self, name):
        return run([self.program, "campaign", self.folder / name, "--status"])


def dump_and(store, text):
    return {"dump": dump(store), "JSON": text}


def require_equal(name, made, wanted):
    for what, text in wanted.items():
        if made[what] != text:
            raise Failed(f"{name}: its {what} is not that of a run in one piece")
    say(f"{name}: dump ({len(wanted['dump'])} bytes) and JSON are those of a run in one piece")


def running_shards(folder):
    """{process: shard} of the tasks' programs."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[1:3] == [b"shard", os.fsencode(folder)]:
            found[int(process.name)] = words[3].decode()
    return found


def wait_for_running(slurm, folder):
    """The jobs that run, in the midst of their work."""
    while True:
        running = slurm.queue("R")
        if running and running_shards(folder):
            time.sleep(0.5)
            if running := [job for job in running if job in slurm.queue("R")]:
                return running
        if not slurm.queue():
            raise Failed("the campaign was over before all had happened to it")
        slurm.hurry()
        time.sleep(0.1)


def logs(folder):
    return "".join(path.read_text() for path in (folder / "logs").glob("*.log"))


def requeue(jobs):
    for job in jobs:
        # It may have ended meanwhile.
        subprocess.run(["scontrol", "requeue", job], capture_output=True)
    return f"requeued {' '.join(jobs)}"


def end_time(slurm, folder):
    """Signals a task's script as Slurm does before a limit. The task must come back to the queue, unless it was done."""
    while True:
        wait_for_running(slurm, folder)
        for process, shard in running_shards(folder).items():
            try:
                script = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
                os.kill(script, signal.SIGUSR1)
            except OSError:
                continue
            for _ in range(100):
                if any(job.endswith(f"_{shard}") for job in slurm.queue("PD")):
                    return f"told shard {shard} that its limit is near: it requeued itself"
                time.sleep(0.1)
                if (folder / "logs" / f"{shard}.log").read_text().endswith(": complete\n"):
                    break
            else:
                raise Failed(f"shard {shard} did not requeue itself before its limit")


def kill_a_task(folder):
    """Kills the program of a task, which has no time to make a copy."""
    for process, shard in running_shards(folder).items():
        try:
            os.kill(process, signal.SIGKILL)
            return f"killed shard {shard}"
        except ProcessLookupError:
            continue
    raise Failed("no task was there to be killed")


def disturb(slurm, disk, folder):
    """What happens on clusters, one thing after the other while tasks run."""
    full = len(re.findall("is full", logs(folder)))

    def fill_disk():
        disk.fill()
        for _ in range(50):
            if len(re.findall("is full", logs(folder))) > full:
                break
            time.sleep(0.2)
        disk.empty()
        return f"the disk was full: {len(re.findall('is full', logs(folder))) - full} tasks saw it"

    for step in (requeue,
                 lambda running: end_time(slurm, folder),
                 lambda running: kill_a_task(folder),
                 lambda running: fill_disk(),
                 requeue,
                 lambda running: slurm.kill_node() or "the node's daemon was killed and started again"):
        say(step(wait_for_running(slurm, folder)))


def run_on_slurm(slurm, disk, campaigns, words):
    folder, _ = campaigns.planned("slurm", "slurm", ["--shards", SHARDS], words)
    # Copies soon enough that tasks go on with them.
    plan = json.loads((folder / "campaign.json").read_text())
    plan["copy_every_s"] = 0.5
    (folder / "campaign.json").write_text(json.dumps(plan))
    os.environ["TMPDIR"] = str(disk.folder)
    disk.fill()
    run([campaigns.program, "campaign", folder, "--submit"])
    while "is full" not in logs(folder) and "No space left" not in logs(folder):
        if not slurm.queue():
            raise Failed("no task said that the disk is full:\n" + logs(folder))
        time.sleep(0.1)
    disk.empty()
    say("the first tasks had a full disk")
    disturb(slurm, disk, folder)
    for _ in range(10):
        while slurm.queue():
            if time.monotonic() - began > LIMIT_S:
                raise Failed(f"not done after {LIMIT_S} s:\n" + run(["squeue"]) + logs(folder)[-3000:])
            slurm.hurry()
            time.sleep(0.5)
        status = campaigns.status("slurm")
        left = re.search(r"sbatch (--array=\S+) (\S+)", status)
        say(status.splitlines()[0])
        if not left:
            break
        run(["sbatch", left[1], left[2]])
    del os.environ["TMPDIR"]
    if leftover := [path.name for path in disk.folder.iterdir()]:
        raise Failed(f"on the node's disk is left: {leftover}")
    if dead := [path.name for path in (folder / "shards").glob("*.part")]:
        raise Failed(f"dead copies are left: {dead}")


def run_all(program, folder):
    campaigns = Campaigns(program, folder)
    words = campaigns.command_of_seconds(WHOLE_S)
    wanted = campaigns.one_piece("one", words)
    say(f"ran the campaign in one piece: {words[words.index('--cases') + 1]} cases")
    disk = Disk(folder / "node")
    try:
        slurm = Slurm(folder / "daemons")
        try:
            run_on_slurm(slurm, disk, campaigns, words)
        finally:
            slurm.end()
    finally:
        disk.end()
    require_equal("slurm", campaigns.merged("slurm"), wanted)
    wanted = campaigns.one_piece("small", SMALL)
    campaigns.planned("parallel", "parallel", ["--shards", "4", "--submit"], SMALL)
    require_equal("parallel", campaigns.merged("parallel"), wanted)
    _, told = campaigns.planned("minutes", "local", ["--minutes", "1", "--submit"], SMALL)
    say(told.splitlines()[0])
    require_equal("minutes", campaigns.merged("minutes"), wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--program", required=True, type=pathlib.Path)
    program = parser.parse_args().program.resolve()
    if os.geteuid() != 0:
        os.execvp("sudo", ["sudo", sys.executable, "-B", __file__, "--program", str(program)])
    folder = pathlib.Path(tempfile.mkdtemp(prefix="touchstone-cluster-"))
    try:
        run_all(program, folder)
    except Failed as failed:
        say(failed)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    say("all is as in one piece")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
