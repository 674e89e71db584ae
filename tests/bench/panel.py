#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the settings that are suggested deserve it: a panel of forecasts and labelled sequences, each trained as it comes, beside the baselines. One Markdown table.

    tests/bench/panel.py --worker build/release/bin/gatelab-worker > table.md
    tests/bench/panel.py --worker ... --part choosing --only short --seeds 1 -- --learning-rate 0.01

What stands after -- goes to every run: how settings are compared. The names of each list, in alphabetical order, belong in turn to those by which settings are
chosen and to those that are held out. Tasks whose files are not there are left out (--data, else GATELAB_DATA, else ../shared/data beside the checkout). One
thread; the time is that of the processor over all seeds. Random numbers come from a generator of its own, so that the series are the same with every Python.
"""
import argparse, json, math, os, pathlib, resource, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
BETTER, NEAR = 1.0, 1.1


class Draw:
    """SplitMix64 (Steele et al. 2014)."""
    def __init__(self, seed):
        self.state = seed * 0x9E3779B97F4A7C15 % 2**64

    def uniform(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return ((z ^ z >> 31) >> 11) / 2**53

    def normal(self):
        return math.sqrt(-2 * math.log(1 - self.uniform())) * math.cos(2 * math.pi * self.uniform())


def made(rows, seed, value):
    """value(t, values so far, draw) for every row."""
    draw, values = Draw(seed), []
    for t in range(rows):
        values.append(value(t, values, draw))
    return values


def last(values, back=1, start=0.0):
    return values[-back] if len(values) >= back else start


def wave(t, period):
    return math.sin(2 * math.pi * t / period)


def steps_of(t, values, draw):
    return draw.normal() * 0.3 + [0, 3, -2, 1, 5, 2][t // 50 % 6]


GENERATED = {
    "long": {
        "henon": lambda: made(1500, 1, lambda t, v, d: 1 - 1.4 * last(v) ** 2 + 0.3 * last(v, 2)),
        "random-walk": lambda: made(2000, 2, lambda t, v, d: last(v) + d.normal()),
        "threshold": lambda: made(1500, 3, lambda t, v, d: (0.9 if last(v) < 0 else -0.7) * last(v) + d.normal() * 0.4 + 0.5),
        "two-seasons": lambda: made(1500, 4, lambda t, v, d: 2 * wave(t, 24) + 1.5 * wave(t, 168) + 0.5 * d.normal()),
        "warped-wave": lambda: made(3000, 5, lambda t, v, d: math.sin(t / 9 + 2 * math.sin(t / 61)) + 0.1 * d.normal()),
        "white-noise": lambda: made(1000, 6, lambda t, v, d: d.normal()),
    },
    "short": {
        "autoregression-250": lambda: made(250, 11, lambda t, v, d: 0.7 * last(v) + d.normal()),
        "drifting-walk-100": lambda: made(100, 12, lambda t, v, d: last(v) + 0.4 + d.normal()),
        "growth-90": lambda: made(90, 13, lambda t, v, d: 100 / (1 + math.exp(-(t - 50) / 12)) + d.normal()),
        "level-shifts-300": lambda: made(300, 14, steps_of),
        "logistic-map-400": lambda: made(400, 15, lambda t, v, d: 3.9 * last(v, start=0.3) * (1 - last(v, start=0.3))),
        "quarters-60": lambda: made(60, 16, lambda t, v, d: [4, -1, -5, 2][t % 4] + 0.1 * t + 0.6 * d.normal()),
        "random-walk-150": lambda: made(150, 17, lambda t, v, d: last(v) + d.normal()),
        "season-weeks-180": lambda: made(180, 18, lambda t, v, d: [0, 1, 1, 2, 4, 9, 7][t % 7] + d.normal()),
        "swelling-season-144": lambda: made(144, 19, lambda t, v, d: math.exp(0.012 * t) * (10 + 3 * wave(t, 12) + wave(t, 6) + 0.4 * d.normal())),
        "trend-60": lambda: made(60, 20, lambda t, v, d: 0.5 * t + 2 * d.normal()),
        "trend-season-84": lambda: made(84, 21, lambda t, v, d: 0.3 * t + 6 * wave(t, 12) + 3 * wave(t + 2, 4) + d.normal()),
        "white-noise-120": lambda: made(120, 22, lambda t, v, d: d.normal()),
    },
}
# name: (file, flags, first and last row; None: all)
FILES = {
    "long": {
        "ETTh1-HUFL": ("ETTh1.csv", ["--targets", "HUFL"], None), "ETTh1-OT": ("ETTh1.csv", [], None), "exchange": ("panel/exchange_rate.csv", ["--targets", "r7"], None),
        "gasoline": ("panel/us_gasoline.csv", [], None), "heart-rate": ("panel/heart_rate.csv", [], None), "influenza": ("panel/ILINet.csv", ["--targets", "% WEIGHTED ILI"], None),
        "sunspots": ("panel/monthly-sunspots.csv", [], None), "taxi": ("panel/taxi_new_york_passengers.csv", [], None), "taylor": ("panel/taylor.csv", [], None),
        "temperature": ("panel/temps.csv", [], None),
    },
    "short": {
        "air-passengers-144": ("panel/AirPassengers.csv", [], None), "beer-211": ("panel/ausbeer.csv", [], None), "exchange-300": ("panel/exchange_rate.csv", ["--targets", "r5"], (3000, 3300)),
        "gas-furnace-296": ("panel/gasrate_co2.csv", [], None), "gasoline-200": ("panel/us_gasoline.csv", [], (500, 700)), "heart-rate-400": ("panel/heart_rate.csv", [], (600, 1000)),
        "influenza-260": ("panel/ILINet.csv", ["--targets", "% WEIGHTED ILI"], (400, 660)), "sunspots-240": ("panel/monthly-sunspots.csv", [], (1500, 1740)),
        "taxi-480": ("panel/taxi_new_york_passengers.csv", [], (2000, 2480)), "temperature-365": ("panel/temps.csv", [], (700, 1065)),
    },
}
BUILTIN = {"long": {"lorenz": ["--builtin", "lorenz"], "mackey-glass": ["--builtin", "mackey-glass"], "sine-mix": ["--builtin", "sine-mix"]}, "short": {}}
SEQUENCES = {
    "BasicMotions": "BasicMotions", "GunPoint": "GunPoint", "ItalyPowerDemand": "ItalyPowerDemand", "JapaneseVowels": "JapaneseVowels",
    "Gestures": None, "Grammar": ["--builtin", "grammar", "--builtin-length", "2000"],
}


def note(*words):
    print(time.strftime("%H:%M:%S"), *words, file=sys.stderr, flush=True)


def cut(source, rows, path):
    """The file, or some of its rows; a header of numbers alone gets names."""
    lines = source.read_text().splitlines()
    if lines[0].replace(",", "").isdigit():
        lines[0] = ",".join("r" + name for name in lines[0].split(","))
    path.write_text("\n".join(lines[:1] + (lines[1:] if rows is None else lines[1 + rows[0]:1 + rows[1]])) + "\n")


def tasks(kind, data, folder):
    """name -> flags, None where the file is not there."""
    if kind == "sequences":
        for name, base in sorted(SEQUENCES.items()):
            if isinstance(base, list):
                yield name, base
                continue
            where = data if base else HERE.parent.parent / "datasets"
            train, test = where / f"{name}_TRAIN.ts", where / f"{name}_TEST.ts"
            yield name, ["--data", train, "--test-data", test] if train.exists() else None
        return
    for name in sorted(GENERATED[kind] | FILES[kind] | BUILTIN[kind]):
        path = folder / f"{name}.csv"
        if name in GENERATED[kind]:
            path.write_text("y\n" + "".join(f"{value:.9g}\n" for value in GENERATED[kind][name]()))
            yield name, ["--data", path]
        elif name in FILES[kind]:
            file, flags, rows = FILES[kind][name]
            there = (data / file).exists()
            if there:
                cut(data / file, rows, path)
            yield name, ["--data", path] + flags if there else None
        else:
            yield name, BUILTIN[kind][name]


def run(options, flags):
    command = [options.worker, "train", "--no-store", "--json", "--quiet", "--threads", "1", "--seeds", str(options.seeds), "--goal", options.goal, *map(str, flags), *options.flags]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines or "result" not in lines[-1]:
        return {"error": (done.stdout + done.stderr)[-300:]}
    return lines[-1]["result"] | {"seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def judge(kind, result):
    """What the network has, what the best baseline has, and the ratio by which lower is better."""
    if kind == "sequences":
        best = max
        of = lambda test: next(iter(test.values()))["accuracy"]
        others = {name: of(test) for name, test in result["baselines"].items() if name.startswith("1nn") and of(test) is not None}
        if not others:
            others = {name: of(test) for name, test in result["baselines"].items()}
    else:
        of = lambda test: test["standardised"]["mse"]
        others = {name: of(test) for name, test in result["baselines"].items()}
        best = min
    name = best(others, key=others.get)
    mine = of(result["test"])
    ratio = mine / max(others[name], 1e-300)
    return {"mine": mine, "best": others[name], "name": name, "ratio": ratio, "persistence": mine / max(others.get("persistence", mine), 1e-300)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", default="build/release/bin/gatelab-worker")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("GATELAB_DATA", HERE.parent.parent.parent / "shared" / "data")))
    parser.add_argument("--part", choices=["choosing", "held-out", "all"], default="all")
    parser.add_argument("--only", default="", help="short, long, sequences, or a part of names; several with commas")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--goal", choices=["experiment", "forecast"], default="forecast", help="for which settings are suggested")
    own, flags = (sys.argv[1:] + ["--"])[:(sys.argv[1:] + ["--"]).index("--")], sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    options = parser.parse_args(own)
    options.flags = flags
    wanted = [word for word in options.only.split(",") if word]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("short", "long", "sequences"):
            for number, (name, given) in enumerate(tasks(kind, options.data, pathlib.Path(folder))):
                part = "held-out" if number % 2 else "choosing"
                if options.part not in ("all", part) or (wanted and kind not in wanted and not any(word in name for word in wanted)):
                    continue
                if given is None:
                    note(name, "left out: its file is not there")
                    continue
                result = run(options, given)
                if "error" in result:
                    note(name, "FAILED", result["error"])
                    continue
                row = {"kind": kind, "part": part, "task": name, "seconds": result["seconds"], "why": result.get("why", "")} | judge(kind, result)
                rows.append(row)
                note(f"{part:9} {name:22} {row['mine']:10.4g} {row['name']:15} {row['best']:10.4g} ratio {row['ratio']:.3f} persistence {row['persistence']:.3f} {row['seconds']:.1f} s | {row['why'][-110:]}")
    print("| part | task | network | best baseline | | ratio | against persistence | s |\n|---|---|---:|---|---:|---:|---:|---:|")
    for r in rows:
        print(f"| {r['part']} | {r['task']} | {r['mine']:.4g} | {r['name']} | {r['best']:.4g} | {r['ratio']:.3f} | {r['persistence']:.3f} | {r['seconds']:.1f} |")
    for part in ("choosing", "held-out"):
        forecasts, sequences = ([r for r in rows if r["part"] == part and (r["kind"] == "sequences") == isSequence] for isSequence in (False, True))
        if forecasts:
            count = lambda holds: sum(1 for r in forecasts if holds(r))
            mean = math.exp(sum(math.log(max(r["ratio"], 1e-6)) for r in forecasts) / len(forecasts))
            print(f"\n{part}: {len(forecasts)} forecasts, better than the best baseline on {count(lambda r: r['ratio'] < BETTER)}, within 10 % of it on {count(lambda r: r['ratio'] <= NEAR)}, "
                  f"worse than persistence on {count(lambda r: r['persistence'] > 1 + 1e-6)}; geometric mean of the ratios {mean:.3f}; longest {max(r['seconds'] for r in forecasts) / options.seeds:.1f} s a seed")
        if sequences:
            print(f"\n{part}: {len(sequences)} sequence sets, at or above the best 1-NN on {sum(1 for r in sequences if r['ratio'] >= 1)}; longest {max(r['seconds'] for r in sequences) / options.seeds:.1f} s a seed")


main()
