#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the scores of `gatelab-worker backtest` are those of fev (pip install fev==0.10.0), and how much of the truth its intervals cover.

    tests/bench/fev_scores.py --worker build/release/bin/gatelab-worker --data ../shared/data/panel > table.md
    tests/bench/fev_scores.py --data ../shared/data/panel --fixture tests/core/lab/backtest/fev_scores.json

Each series of the panel is trained on for a moment, tested from rolling origins, and scored again by fev.Task on the same forecasts, offline; the table tells the
largest relative difference, and the coverage of split and adaptive intervals. --fixture writes the numbers that tst_backtest_scores keeps.
"""
import argparse, csv, json, os, pathlib, subprocess, sys, tempfile

LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
NAMES = ["MAE", "RMSE", "MASE", "SMAPE", "WQL"]
# file, column, lookback, horizon
SERIES = [("AirPassengers", "#Passengers", 24, 6), ("ILINet", "% WEIGHTED ILI", 52, 8), ("ILINet", "%UNWEIGHTED ILI", 52, 8), ("ILINet", "ILITOTAL", 52, 8),
          ("ausbeer", "Y", 16, 4), ("exchange_rate", "0", 32, 8), ("exchange_rate", "1", 32, 8), ("exchange_rate", "2", 32, 8), ("exchange_rate", "4", 32, 8),
          ("exchange_rate", "6", 32, 8), ("gasrate_co2", "CO2%", 24, 4), ("heart_rate", "Heart rate", 32, 8), ("monthly-sunspots", "Sunspots", 48, 8),
          ("taxi_new_york_passengers", "#Passengers", 48, 12), ("taylor", "Y", 48, 12), ("temps", "Daily minimum temperatures", 32, 8), ("us_gasoline", "Gasoline", 52, 8)]


def column(path, name):
    with open(path) as file:
        return [float(row[name]) for row in csv.DictReader(file) if row[name] not in ("", None)]


def scores_of(values, horizon, step, cutoff, windows, season, points, quantiles):
    """Of forecasts [window][step] by fev itself, on a local file."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    import datasets, fev, pandas
    datasets.disable_progress_bars()
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/series.parquet"
        times = pandas.date_range("2000-01-01", periods=len(values), freq="h")
        pandas.DataFrame({"id": ["a"], "timestamp": [list(times)], "target": [list(values)]}).to_parquet(path)
        task = fev.Task(dataset_path=path, horizon=horizon, num_windows=windows, window_step_size=step, initial_cutoff=cutoff, seasonality=season,
                        eval_metric="MASE", extra_metrics=["MAE", "RMSE", "SMAPE", "WQL"], quantile_levels=LEVELS, target="target")
        given = [datasets.Dataset.from_list([{"predictions": p, **{str(level): q[k] for k, level in enumerate(LEVELS)}}]) for p, q in zip(points, quantiles)]
        told = task.evaluation_summary(given, model_name="m")
    return {name: told[name] for name in NAMES}


def fixture(data, path):
    """The last rows of each file with made-up forecasts: what lies one season back, quantiles beside it."""
    cases = []
    for name, which, _, horizon in SERIES:
        values = column(data / f"{name}.csv", which)[-(60 + 3 * horizon):]
        season, windows, cutoff = horizon, 3, len(values) - 3 * horizon
        points = [[values[cutoff + w * horizon + h - season] for h in range(horizon)] for w in range(windows)]
        spread = max(1e-3, max(values) - min(values))
        quantiles = [[[p + (level - 0.5) * spread * (0.3 + 0.1 * h) for h, p in enumerate(point)] for level in LEVELS] for point in points]
        cases.append({"series": f"{name} {which}", "values": values, "horizon": horizon, "cutoff": cutoff, "seasonality": season, "windows": windows,
                      "points": points, "quantiles": quantiles, "scores": scores_of(values, horizon, horizon, cutoff, windows, season, points, quantiles)})
    pathlib.Path(path).write_text(json.dumps({"fev": "0.10.0", "levels": LEVELS, "cases": cases}, separators=(",", ":")) + "\n")


def run(worker, *words):
    done = subprocess.run([worker, *words], capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr or done.stdout}")
    return done.stdout


def one(worker, folder, data, name, which, lookback, horizon):
    values = column(data / f"{name}.csv", which)
    file = f"{folder}/{name}-{which.replace('/', '-').replace(' ', '-')}.csv"
    pathlib.Path(file).write_text("y\n" + "\n".join(map(repr, values)) + "\n")
    space = f"{folder}/space"
    trained = json.loads(run(worker, "train", "--workspace", space, "--data", file, "--targets", "y", "--inputs", "y", "--lookback", str(lookback), "--horizon",
                             str(horizon), "--epochs", "8", "--hidden-size", "16", "--anchor", "last", "--split", "50%/25%/25%", "--threads", "1", "--device", "cpu", "--no-suggest", "--quiet", "--json").splitlines()[-1])
    number = trained["result"]["run"]
    coverage = {}
    for kind in ("split", "aci"):
        out = json.loads(run(worker, "backtest", number, "--workspace", space, "--step", "1", "--intervals", kind, "--json", "--csv", f"{file}.{kind}"))["backtest"]
        own = next(s for s in out["scores"] if s["method"] == "model")
        coverage[kind] = (own["coverage_80"], own["coverage_95"])
    with open(f"{file}.aci") as rows:
        rows = list(csv.DictReader(rows))
    windows = out["num_windows"]
    points = [[float(r["model"]) for r in rows[w * horizon:(w + 1) * horizon]] for w in range(windows)]
    quantiles = [[[float(r[f"q{level:g}"]) for r in rows[w * horizon:(w + 1) * horizon]] for level in LEVELS] for w in range(windows)]
    # fev reads its file again for each window: every k-th one will do
    every = max(1, windows // 20)
    few = json.loads(run(worker, "backtest", number, "--workspace", space, "--step", str(every), "--windows", str((windows - 1) // every + 1), "--intervals", "split", "--json",
                         "--csv", f"{file}.few"))["backtest"]
    with open(f"{file}.few") as file_rows:
        rows = list(csv.DictReader(file_rows))
    few_windows = few["num_windows"]
    block = lambda w: rows[w * horizon:(w + 1) * horizon]
    told = scores_of(values, horizon, every, few["initial_cutoff"], few_windows, few["seasonality"], [[float(r["model"]) for r in block(w)] for w in range(few_windows)],
                     [[[float(r[f"q{level:g}"]) for r in block(w)] for level in LEVELS] for w in range(few_windows)])
    ours = next(s for s in few["scores"] if s["method"] == "model")
    worst = max(abs(ours[k] - told[k]) / abs(told[k]) for k in NAMES)
    percent = lambda share: f"{100 * share:.1f}"
    print(f"| {name} {which} | {few_windows} | {ours['MASE']:.3f} | {worst:.1e} | {windows} | " + " | ".join(percent(c) for kind in ("split", "aci") for c in coverage[kind]) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--worker")
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--fixture")
    given = parser.parse_args()
    if given.fixture:
        return fixture(given.data, given.fixture)
    print("| series | origins scored by fev | MASE | largest relative difference | origins | split 80 % | split 95 % | ACI 80 % | ACI 95 % |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for task in SERIES:
        with tempfile.TemporaryDirectory() as folder:
            one(given.worker, folder, given.data, *task)


if __name__ == "__main__":
    main()
