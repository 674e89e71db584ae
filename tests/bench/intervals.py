#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many truths the intervals of `forecast --ahead` hold: each series is cut at some origins, a run is trained anew on the rows before, as it comes, and what it says of the
next rows is held against them. One Markdown table.

    tests/bench/intervals.py --worker build/release/bin/gatelab-worker --origins 12 > table.md
    tests/bench/intervals.py --worker ... --only exchange,taylor --rows 1500 -- --epochs 2

What stands after -- goes to every run. --rows: no more of each series than its last ones. Series whose files are not there are left out (--data, else GATELAB_DATA, else
../shared/data beside the checkout). Truths of one origin hang together: a share over 12 origins is known to some ten points only.
"""
import argparse, json, os, pathlib, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
# name: (file, column; None: the last)
SERIES = {
    "ETTh1-OT": ("ETTh1.csv", "OT"), "air-passengers": ("panel/AirPassengers.csv", None), "beer": ("panel/ausbeer.csv", "Y"), "exchange": ("panel/exchange_rate.csv", "r7"),
    "gas-furnace": ("panel/gasrate_co2.csv", None), "gasoline": ("panel/us_gasoline.csv", None), "heart-rate": ("panel/heart_rate.csv", None),
    "influenza": ("panel/ILINet.csv", "% WEIGHTED ILI"), "sunspots": ("panel/monthly-sunspots.csv", None), "taxi": ("panel/taxi_new_york_passengers.csv", None),
    "taylor": ("panel/taylor.csv", None), "temperature": ("panel/temps.csv", None),
}
NEWEST_FIRST = ("gasoline",)
WITHIN = 5.0  # points of the level that an interval names


def note(*words):
    print(time.strftime("%H:%M:%S"), *words, file=sys.stderr, flush=True)


def lines_of(path, name):
    lines = path.read_text().splitlines()
    if lines[0].replace(",", "").isdigit():
        lines[0] = ",".join("r" + column for column in lines[0].split(","))
    return lines[0], lines[:0:-1] if name in NEWEST_FIRST else lines[1:]


def called(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0:
        raise RuntimeError((done.stdout + done.stderr)[-300:])
    return lines


def next_rows(options, header, rows, target, folder):
    """What a run on these rows says of the next ones: [{"forecast", "intervals"}]."""
    path, workspace = folder / "rows.csv", folder / "workspace"
    path.write_text("\n".join([header] + rows) + "\n")
    called([options.worker, "train", "--workspace", workspace, "--json", "--quiet", "--threads", 1, "--data", path, "--name", "run", "--goal", "forecast", *(["--targets", target] if target else []), *options.flags])
    lines = called([options.worker, "show", "last", "--workspace", workspace, "--json"])
    horizon = next(line["config"]["horizon"] for line in lines if "config" in line)
    return next(line["future"] for line in called([options.worker, "forecast", "last", "--workspace", workspace, "--ahead", horizon, "--json"]) if "future" in line)


def backtest(options, name, path, target):
    """Of the first and of the widest level: (truths held, truths, level times truths)."""
    header, rows = lines_of(path, name)
    rows = rows[-options.rows:]
    column = header.replace('"', "").split(",").index(target) if target else -1
    truth = [line.split(",")[column] for line in rows]
    counts = [[0, 0, 0.0], [0, 0, 0.0]]
    for number in range(options.origins):
        last = len(rows) - 24
        origin = int(len(rows) * 0.6 + (last - len(rows) * 0.6) * number / max(1, options.origins - 1))
        with tempfile.TemporaryDirectory() as folder:
            future = next_rows(options, header, rows[:origin], target, pathlib.Path(folder))
        for step, row in enumerate(future):
            if origin + step >= len(rows) or not row["intervals"]:
                continue
            value = float(truth[origin + step])
            for count, interval in zip(counts, (row["intervals"][0], row["intervals"][-1])):
                count[0] += interval["low"] <= value <= interval["high"]
                count[1] += 1
                count[2] += interval["level"]
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", default="build/release/bin/gatelab-worker")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("GATELAB_DATA", HERE.parent.parent.parent / "shared" / "data")))
    parser.add_argument("--only", default="", help="a part of names; several with commas")
    parser.add_argument("--origins", type=int, default=12)
    parser.add_argument("--rows", type=int, default=100_000)
    own, flags = (sys.argv[1:] + ["--"])[:(sys.argv[1:] + ["--"]).index("--")], sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    options = parser.parse_args(own)
    options.flags = flags
    wanted = [word for word in options.only.split(",") if word]
    within = series = 0
    print("| series | truths | level % | held % | widest level % | held % |\n|---|---:|---:|---:|---:|---:|", flush=True)
    for name, (file, target) in SERIES.items():
        if wanted and not any(word in name for word in wanted):
            continue
        if not (options.data / file).exists():
            note(name, "left out: its file is not there")
            continue
        try:
            (held, all, level), (wide, _, widest) = backtest(options, name, options.data / file, target)
        except RuntimeError as error:
            note(name, "FAILED", error)
            continue
        percent = lambda part: 100 * part / max(1, all)
        series += 1
        within += abs(percent(held) - percent(level)) <= WITHIN
        print(f"| {name} | {all} | {percent(level):.0f} | {percent(held):.0f} | {percent(widest):.0f} | {percent(wide):.0f} |", flush=True)
    print(f"\nwithin {WITHIN:.0f} points of the level: {within} of {series}")


main()
