#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""TPE and ASHA of "gatelab-worker sweep" beside Optuna 4 on one real sweep: the same space, networks, data, seeds of
the weights and budget (TPE: trials; ASHA: a third of their epochs), four trials under way at a time. Both train with
gatelab-worker, so only what is chosen differs; the bits of a training follow from its settings, so Optuna's pruned
trials count the epochs up to where they were pruned. Every contestant in turn, for some draw seeds.

    python3 -m venv V && V/bin/pip install 'optuna<5' && V/bin/python tests/bench/search_optuna.py WORKER [--draws 3]
"""
import argparse
import json
import statistics
import subprocess
import tempfile
import time

import optuna

PLAN = ["--builtin", "sine-mix", "--builtin-length", "500", "--lookback", "16", "--horizon", "4", "--epochs", "27",
        "--early-stop", "0", "--device", "cpu", "--no-suggest", "--batch-size", "32"]
AXES = ["learning_rate=1e-4..1e-1:log", "hidden_size=2..24", "cell=lstm,gru", "weight_decay=1e-6..1e-1:log",
        "clip_norm=0.05..5:log"]
TOGETHER = ["--at-once", "4", "--json"]


def lines(worker, words):
    done = subprocess.run([worker, *words], capture_output=True, text=True)
    if done.returncode not in (0, 6):  # 6: some diverged
        raise SystemExit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def curves(told):
    """Lowest validation loss so far, by member and epoch."""
    found = {}
    for line in told:
        if (epoch := line.get("epoch")) is not None:
            curve = found.setdefault(epoch["member"], [])
            loss = epoch["validation_loss"]
            loss = float("inf") if loss is None else float(loss)
            curve.append(min(loss, curve[-1]) if curve else loss)
    return found


def gatelab(worker, search, budget, draw):
    with tempfile.TemporaryDirectory() as place:
        told = lines(worker, ["sweep", *PLAN, "--vary", *AXES, "--search", search, "--budget", budget,
                              "--draw-seed", str(draw), "--workspace", place, *TOGETHER])
    by = curves(told)  # a trial that goes on is one more member
    settings = told[-1]["result"]["settings"]
    return min(curve[-1] for curve in by.values()), len(settings), sum(map(len, by.values()))


def suggested(trial):
    return {"learning_rate": trial.suggest_float("learning_rate", 1e-4, 1e-1, log=True),
            "hidden_size": trial.suggest_int("hidden_size", 2, 24),
            "cell": trial.suggest_categorical("cell", ["lstm", "gru"]),
            "weight_decay": trial.suggest_float("weight_decay", 1e-6, 1e-1, log=True),
            "clip_norm": trial.suggest_float("clip_norm", 0.05, 5, log=True)}


def by_optuna(worker, search, budget, draw):
    sampler = optuna.samplers.TPESampler(seed=draw, multivariate=True, constant_liar=True)
    pruner = optuna.pruners.NopPruner() if search == "tpe" else optuna.pruners.SuccessiveHalvingPruner(
        min_resource=1, reduction_factor=3)
    study = optuna.create_study(sampler=sampler, pruner=pruner)
    number, _, unit = budget.partition(" ")
    best, trials, epochs = float("inf"), 0, 0
    with tempfile.TemporaryDirectory() as place:
        while (epochs if unit == "epochs" else trials) < int(number):
            asked = [study.ask() for _ in range(4)]
            trials += 4
            with open(place + "/list.json", "w") as file:
                json.dump([suggested(trial) for trial in asked], file)
            by = curves(lines(worker, ["sweep", *PLAN, "--list", place + "/list.json", "--workspace", place + "/w",
                                       *TOGETHER]))
            for member, trial in enumerate(asked):
                pruned, curve = False, by.get(member, [])
                for epoch, loss in enumerate(curve, 1):
                    epochs += 1
                    best = min(best, loss)
                    trial.report(loss, epoch)
                    if epoch < len(curve) and trial.should_prune():
                        pruned = True
                        break
                ended = optuna.trial.TrialState
                if not curve or curve[-1] == float("inf"):
                    study.tell(trial, state=ended.FAIL)
                elif pruned:
                    study.tell(trial, state=ended.PRUNED)
                else:
                    study.tell(trial, curve[-1])
    return best, trials, epochs


def main():
    words = argparse.ArgumentParser()
    words.add_argument("worker")
    words.add_argument("--draws", type=int, default=3)
    words.add_argument("--trials", type=int, default=256)
    asked = words.parse_args()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    trials, epochs = str(asked.trials), f"{asked.trials * 9} epochs"
    peer = f"Optuna {optuna.__version__}"
    contestants = {"random": (gatelab, "random", trials), "TPE": (gatelab, "tpe", trials),
                   f"TPE, {peer}": (by_optuna, "tpe", trials), "ASHA": (gatelab, "asha", epochs),
                   f"ASHA, {peer}": (by_optuna, "asha", epochs)}
    told = {name: [] for name in contestants}
    for draw in range(1, asked.draws + 1):
        for name, (contestant, search, budget) in contestants.items():
            began = time.monotonic()
            told[name].append((*contestant(asked.worker, search, budget, draw), time.monotonic() - began))
            best, count, trained, seconds = told[name][-1]
            print(f"draw {draw}  {name}: {best:.5f}, {count} trials, {trained} epochs, {seconds:.0f} s", flush=True)
    print("| search | best validation loss, median (lowest to highest) | trials | epochs | s |")
    print("|---|---|---:|---:|---:|")
    for name, runs in told.items():
        best, count, trained, seconds = zip(*runs)
        print(f"| {name} | {statistics.median(best):.5f} ({min(best):.5f} to {max(best):.5f}) | "
              f"{statistics.median(count):.0f} | {statistics.median(trained):.0f} | {statistics.median(seconds):.0f} |")


if __name__ == "__main__":
    main()
