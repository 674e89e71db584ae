#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One network over 100 series against one for each: many_series.py WORKER [seeds].

The series are one process, sin(0.8 t + p) + sin(1.9 t + 2 p) / 2 + noise of 0.1, at other levels, scales and phases p, 60 rows each: 60 % train,
20 % test. Both sides have the same settings and as many steps; the best weights by the validation part are judged. Told is the MASE of the test part, the mean over the series, paired by series."""
import csv, json, math, pathlib, random, statistics, subprocess, sys, tempfile

SETTINGS = ("--targets y --inputs y --lookback 12 --horizon 2 --split 60%/20%/20% --recipe standardise --learning-rate 0.01 --batch-size 16 "
            "--epochs 30 --hidden-size 8 --threads 1 --device cpu --no-suggest").split()


def series(number, rows=60):
    rng = random.Random(1000 + number)
    level, scale, phase = 50 * number, 1 + number % 5, rng.uniform(0, 2 * math.pi)
    return [level + scale * (math.sin(0.8 * t + phase) + 0.5 * math.sin(1.9 * t + 2 * phase) + 0.1 * rng.gauss(0, 1)) for t in range(rows)]


def write(path, numbers):
    with open(path, "w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["unique_id", "ds", "y"])
        for number in numbers:
            for t, value in enumerate(series(number)):
                rows.writerow([f"item {number}", f"2024-{1 + t // 28:02d}-{1 + t % 28:02d}", f"{value:.6f}"])


def run(worker, *words):
    done = subprocess.run([worker, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def result(lines):
    return next(line["result"] for line in reversed(lines) if "result" in line)


def main(worker, seeds=3, count=100):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder / "all.csv", range(count))
        for seed in range(1, seeds + 1):
            lines = run(worker, "train", "--json", "--workspace", folder / "w", "--data", folder / "all.csv", "--csv-shape", "together", "--seed", seed, *SETTINGS)
            told = next(line["series"] for line in run(worker, "forecast", result(lines)["run"], "--json", "--workspace", folder / "w") if "series" in line)
            together = {one["series"]: one["scores"]["model"]["mase"] for one in told}
            alone = {}
            for number in range(count):
                write(folder / "one.csv", [number])
                lines = run(worker, "train", "--json", "--no-store", "--data", folder / "one.csv", "--csv-shape", "rows", "--seed", seed, *SETTINGS,
                            "--epochs", 30 * 72)  # as many steps as the one network has
                alone[f"item {number}"] = result(lines)["test"]["original"]["mase"]
            gains = [alone[name] - together[name] for name in together]
            spread = 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
            print(f"seed {seed}: MASE {statistics.mean(together.values()):.3f} together, {statistics.mean(alone.values()):.3f} alone; better for "
                  f"{sum(gain > 0 for gain in gains)} of {len(gains)}; gain {statistics.mean(gains):.3f} +- {spread:.3f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *(int(word) for word in sys.argv[2:]))
