# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `touchstone report`, which makes its records in a folder of its own, and sends it Ctrl-C's signal so many times,
the first one when the store of its verify is there. Prints the exit code, what stayed in the folder, and the messages.

report_interrupt.py PROGRAM FOLDER SIGNALS OUTPUT
"""
import os
import signal
import subprocess
import sys
import time

program, folder, signals, output = sys.argv[1:]
# However busy the machine is.
LIMIT_S = 240


def store_is_there():
    return any(name == "verify.db" for _, _, files in os.walk(folder) for name in files)


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
            report.send_signal(signal.SIGINT)
    code = report.wait(LIMIT_S)
    messages.seek(0)
    print("exit code", 128 - code if code < 0 else code)
    print("left", sorted(os.listdir(folder)))
    print(messages.read())
