#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays every lesson with ten seeds, and each with its networks as they were before training, and writes the table of tests/bench/LESSONS.md; with --ship also the outcomes that lessons bring (resources/lessons/shipped).
Usage: lessons.py WORKER [--ship] [--seeds 10] [--only NAME,NAME]; with --only the other rows of the table stay. Claims are checked by the worker; times are of training, and of the processor for the whole run with its scoring."""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
parser = argparse.ArgumentParser()
parser.add_argument("worker")
parser.add_argument("--ship", action="store_true")
parser.add_argument("--seeds", type=int, default=10)
parser.add_argument("--only", default="")
given = parser.parse_args()
table = root / "tests/bench/LESSONS.md"
only = [name for name in given.only.split(",") if name]
former = {line.split(" | ")[0].strip("| "): line for line in table.read_text().splitlines() if line.startswith("| ")}

lessons = json.loads(subprocess.run([given.worker, "lesson", "--json"], capture_output=True, text=True, check=True).stdout)["lessons"]
rows = []
for lesson in lessons:
    if only and lesson["lesson"] not in only and lesson["lesson"] in former:
        rows.append(former[lesson["lesson"]])
        continue
    holds, before, processor, seconds = [], [], [], []
    for seed in range(1, given.seeds + 1):
        command = [given.worker, "lesson", lesson["lesson"], "--play", "--json", "--seed", str(seed)]
        if given.ship and seed == 1:
            command += ["--keep", str(root / "resources/lessons/shipped" / (lesson["lesson"] + ".json"))]
        out = subprocess.run(command, capture_output=True, text=True)
        result = json.loads(out.stdout.strip().splitlines()[-1])
        if "error" in result:
            sys.exit(f"{lesson['lesson']}: {result['error']}")
        holds.append(result["holds"])
        before.append(result["holds_untrained"])
        processor.append(result["processor_seconds"])
        seconds.append(result["seconds"])
    rows.append(f"| {lesson['lesson']} | `{lesson['claim']}` | {holds.count(True)} of {given.seeds} | {before.count(True)} of {given.seeds} | {min(processor):.1f} to {max(processor):.1f} | "
                f"{min(seconds):.1f} to {max(seconds):.1f} |")
    print(rows[-1], flush=True)
failed = 0
for row in rows:
    trained, untrained = ([int(figure) for figure in cell.split(" of ")] for cell in row.split(" | ")[2:4])
    failed += trained[1] - trained[0] + untrained[0]
head = f"""# Lessons: does what they claim hold?

Made by `tests/bench/lessons.py` on {datetime.date.today()}: every lesson played by `gatelab-worker lesson NAME --play`, seeds 1 (shipped) to {given.seeds}. "Trained": the claim holds; "untrained": it holds for the same networks at step 0, where it must not.
Seconds of processor time count the whole run with its scoring and the look inside; seconds of training are by the clock, on two busy cores: beside other work they say little. On another instruction set this table has not been made yet.

| lesson | claim | trained | untrained | processor s | training s |
|---|---|---:|---:|---:|---:|
"""
table.write_text(head + "\n".join(rows) + f"\n\n{failed} of {2 * len(lessons) * given.seeds} were not as they must be.\n")
