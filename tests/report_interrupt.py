# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `touchstone report`, which makes its records in a folder of its own, and sends it a signal (INT, KILL, HUP) so
many times, the first one when the store of its verify is there. Prints the exit code, how many processes still run two
seconds later, what stayed in the folder, and the messages.

report_interrupt.py PROGRAM FOLDER SIGNALS OUTPUT SIGNAL
"""
import os
import signal
import subprocess
import sys
import time

program, folder, signals, output, name = sys.argv[1:]
# However busy the machine is.
LIMIT_S = 240


# What an earlier report left, whose store is not the one to wait for.
before = set(os.listdir(folder))


def store_is_there():
    return any(os.path.exists(os.path.join(folder, own, "verify.db")) for own in set(os.listdir(folder)) - before)


def running():
    """Of the report's processes, which have the folder in their environment."""
    count = 0
    for entry in os.listdir("/proc"):
        try:
            with open("/proc/" + entry + "/environ", "rb") as environment:
                count += ("TMPDIR=" + folder).encode() in environment.read().split(b"\0")
        except OSError:
            pass
    return count


with open(output + ".messages", "w+") as messages:
    report = subprocess.Popen([program, "report", "-o", output], stdout=messages, stderr=subprocess.STDOUT,
                              env={**os.environ, "TMPDIR": folder})
    end = time.monotonic() + LIMIT_S
    while not store_is_there() and report.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    for _ in range(int(signals)):
        # A signal is not counted while the one before it waits.
        time.sleep(0.1)
        if report.poll() is None:
            report.send_signal(getattr(signal, "SIG" + name))
    code = report.wait(LIMIT_S)
    end = time.monotonic() + 2
    while running() > 0 and time.monotonic() < end:
        time.sleep(0.1)
    messages.seek(0)
    print("exit code", 128 - code if code < 0 else code)
    print("running", running())
    print("left", sorted(os.listdir(folder)))
    print(messages.read())
