#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays every lesson with ten seeds as it is, before training and as a network that failed, on two instruction sets, and writes the table of tests/bench/LESSONS.md; with --ship also the outcomes that lessons bring
(resources/lessons/shipped). Usage: lessons.py WORKER [--ship] [--seeds 10] [--only NAME,NAME] [--sets AVX-512,AVX2]; other rows of the table, cells of other sets and what stands below it stay. Claims are checked by the worker.
Failed: the same lesson with a learning rate of 1 for every run, which throws the weights. One thread. AVX2: Gatelab's kernels by Highway's switch (instruction_set.cpp, compiled here and preloaded), LibTorch's by its own."""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
parser = argparse.ArgumentParser()
parser.add_argument("worker")
parser.add_argument("--ship", action="store_true")
parser.add_argument("--seeds", type=int, default=10)
parser.add_argument("--only", default="")
parser.add_argument("--sets", default="AVX-512,AVX2")
given = parser.parse_args()
table = root / "tests/bench/LESSONS.md"
SETS = ["AVX-512", "AVX2"]
CELLS = ["trained", "untrained", "failed", "processor s"]
only = [name for name in given.only.split(",") if name]
sets = given.sets.split(",")
rest = "".join(table.read_text().partition("\n## ")[1:])  # what stands below the table stays
passing = tempfile.TemporaryDirectory(prefix="gatelab-lessons-")
folder = pathlib.Path(passing.name)
flags = pathlib.Path("/proc/cpuinfo").read_text()
model = next((line.partition(":")[2].strip() for line in flags.splitlines() if line.startswith("model name")), "unknown")
if "AVX-512" in sets and "avx512dq" not in flags:
    sys.exit("this processor has no AVX-512: give --sets AVX2")


def environment(name):
    made = dict(os.environ, OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    if name == "AVX2":
        made |= {"LD_PRELOAD": str(folder / "avx2.so"), "ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2", "ONEDNN_MAX_CPU_ISA": "AVX2"}
    return made


def played(lesson, seed, name, extra=()):
    out = subprocess.run([given.worker, "lesson", lesson, "--play", "--json", "--seed", str(seed), *extra], capture_output=True, text=True, env=environment(name))
    result = json.loads(out.stdout.strip().splitlines()[-1])
    if "error" in result:
        sys.exit(f"{lesson}: {result['error']}")
    return result


def failing(key):
    """The lesson with rates that throw it, as a file beside its data."""
    lesson = json.loads((root / f"resources/lessons/{key}.json").read_text())
    for settings in [lesson["settings"], *(run["settings"] for run in lesson["runs"] if "learning_rate" in run["settings"])]:
        settings["learning_rate"] = 1.0
    for other in (root / "resources/lessons").iterdir():
        if other.suffix not in (".json", ".md") and other.is_file() and not (folder / other.name).exists():
            (folder / other.name).symlink_to(other)
    (folder / f"{key}.json").write_text(json.dumps(lesson))
    return str(folder / f"{key}.json")


def measured(key, name):
    runs = []
    for seed in range(1, given.seeds + 1):
        keep = ["--keep", str(root / f"resources/lessons/shipped/{key}.json")] if given.ship and seed == 1 and name == sets[0] else []
        runs.append(played(key, seed, name, keep))
    fails = [played(failing(key), seed, name) for seed in range(1, given.seeds + 1)]
    times = [run["processor_seconds"] for run in runs]
    count = lambda word, of: f"{sum(run[word] for run in of)} of {given.seeds}"
    return [count("holds", runs), count("holds_untrained", runs), count("holds", fails), f"{min(times):.1f} to {max(times):.1f}"]


def write(rows):
    wrong = total = 0
    for row in rows.values():
        for name in SETS:
            for word, cell in zip(CELLS[:3], row[name][:3]):
                if " of " not in cell:
                    continue
                right, count = (int(figure) for figure in cell.split(" of "))
                total += count
                wrong += count - right if word == "trained" else right
    head = f"""# Lessons: does what they claim hold?

Made by `tests/bench/lessons.py`, last on {datetime.date.today()}: every lesson played by `gatelab-worker lesson NAME --play`, seeds 1 (shipped) and on, one thread. "Trained": the claim holds; "untrained": it holds for the same networks at step 0, where it must not;
"failed": it holds where every run trains with a learning rate of 1, which throws the weights, and must not either. AVX-512 and AVX2: what Gatelab's kernels and LibTorch may use of the processor ({model}; AVX2 by the switches of Highway, ATen, MKL and oneDNN).
Seconds of processor time count a whole play with its scoring and the look inside, beside other work. "-": not measured in this form.

"""
    words = [f"{name} {cell}" for name in SETS for cell in CELLS]
    lines = ["| lesson | claim | " + " | ".join(words) + " |", "|---|---|" + "---:|" * len(words)]
    lines += [f"| {key} | {row['claim']} | " + " | ".join(cell for name in SETS for cell in row[name]) + " |" for key, row in rows.items()]
    table.write_text(head + "\n".join(lines) + f"\n\n{wrong} of {total} were not as they must be.\n" + rest)


def former():
    rows = {}
    for line in table.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 2 + len(SETS) * len(CELLS) and cells[0] != "lesson":
            rows[cells[0]] = {"claim": cells[1], SETS[0]: cells[2:6], SETS[1]: cells[6:10]}
    return rows


if "AVX2" in sets:
    subprocess.run(["c++", "-std=c++20", "-shared", "-fPIC", "-o", str(folder / "avx2.so"), str(root / "tests/bench/instruction_set.cpp"), "-lhwy"], check=True)
lessons = json.loads(subprocess.run([given.worker, "lesson", "--json"], capture_output=True, text=True, check=True).stdout)["lessons"]
old = former()
rows = {lesson["lesson"]: old.get(lesson["lesson"], {"claim": f"`{lesson['claim']}`"} | {name: ["-"] * len(CELLS) for name in SETS}) for lesson in lessons}
for lesson in lessons:
    key = lesson["lesson"]
    if only and key not in only:
        continue
    rows[key]["claim"] = f"`{lesson['claim']}`"
    for name in sets:
        rows[key][name] = measured(key, name)
        write(rows)
        print(key, name, " | ".join(rows[key][name]), flush=True)
