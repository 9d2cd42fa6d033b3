#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of results/measured/engines.md: our scenes here and in other engines.

table.py [--program TOUCHSTONE] [--peers FOLDER] [--scene NAME]... [--keep FOLDER]

Writes each scene, runs it here and in every motion_NAME of the folder, has touchstone judge all
runs, and prints Markdown. Build first: ./touchstone list scenes && ./touchstone peers.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENES = {
    "sliding-boxes": ["--bodies", "100"],
    "stack": ["--bodies", "10", "--t-end", "5"],
    "pyramid": ["--bodies", "21", "--t-end", "2"],
    "tetra-pile": ["--bodies", "30", "--t-end", "2"],
    "dominoes": ["--bodies", "10"],
}
# Program, option, and the only scene that it is for.
ENGINES = [
    ("bullet", None, None),
    ("bullet_float64", None, None),
    ("bullet", "--margin", "tetra-pile"),
    ("ode", None, None),
    ("ode", "--quick", None),
    ("mujoco", None, None),
]


def number(x):
    """Two digits; what is rounding is 0."""
    if x is None:
        return "."
    if abs(x) < 1e-11:
        return "0"
    if abs(x) >= 100:
        return f"{float(f'{x:.2g}'):.0f}"
    return f"{x:.2g}".replace("e-0", "e-")


def run_scene(arguments, name, folder):
    """The results of all engines, ours first."""
    scene = str(folder / f"{name}.json")
    program = arguments.program
    subprocess.run([program, "simulate", name, *SCENES[name], "--write-scene", scene],
                   check=True, stdout=subprocess.DEVNULL)
    ours = str(folder / f"{name}.touchstone.json")
    subprocess.run([program, "simulate", scene, "--trajectory", ours],
                   check=True, stdout=subprocess.DEVNULL)
    runs = [ours]
    for engine, option, only in ENGINES:
        motion = pathlib.Path(arguments.peers) / f"motion_{engine}"
        if only not in (None, name) or not motion.exists():
            continue
        run = str(folder / f"{name}.{engine}{option or ''}.json")
        # 1: it ended early, which its run says.
        if subprocess.run([motion, scene, run, *([option] if option else [])]).returncode <= 1:
            runs.append(run)
    judge = [word for run in runs for word in ("--judge", run)]
    judged = subprocess.run([program, "simulate", scene, *judge, "--json", "-"],
                            check=True, stdout=subprocess.PIPE)
    return json.loads(judged.stdout)["results"]


def print_scene(results):
    ours = results[0]["ms_per_step"]["mean"]
    for k, row in enumerate(results):
        ms = row["ms_per_step"]
        cells = [row["scene"] if k == 0 else "", row["engine"], number(ms["median"]),
                 number(ms["p90"]), number(ms["mean"]), "1" if k == 0 else number(ours / ms["mean"]),
                 number(row["max_overlap_m"]), number(row["max_gain_J"]), str(row["gaining_steps"]),
                 number(row["gain_sum_J"]), number(row["kinetic_end_J"]), number(row["moved_m"]),
                 number(row["lowest_m"])]
        print("| " + " | ".join(cells) + " |", flush=True)
        for what in (row["settings"] if k == 0 or "errors" in row["settings"] else None,
                     row["fault"]):
            if what:
                print(f"{row['scene']}: {row['engine']}: {what}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/touchstone"))
    parser.add_argument("--peers", default=str(ROOT / "build/peers"))
    parser.add_argument("--scene", action="append", choices=list(SCENES))
    parser.add_argument("--keep", help="a folder for scenes and runs")
    arguments = parser.parse_args()
    print(f"load average at the start: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    head = ["scene", "engine", "ms a step", "p90", "mean", "ours/its", "overlap, m", "largest gain, J",
            "gains", "their sum, J", "kinetic at the end, J", "moved, m", "lowest, m"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(arguments.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for name in arguments.scene or SCENES:
            print_scene(run_scene(arguments, name, folder))
    print(f"load average at the end: {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
