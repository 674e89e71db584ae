#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole training steps of Gatelab beside PyTorch on this processor: every contestant in turn, in random order, repeated; medians, spread, versions as Markdown.

    PYTHONPATH=<folder with torch 2.11.0> tests/bench/compare_torch.py --worker build/bin/gatelab-worker > table.md

Each repeat has its own seed; the losses compared are means of the last epoch over all repeats.
"""
import argparse, datetime, json, os, pathlib, random, statistics, subprocess, sys, tempfile

import torch_peer

HERE = pathlib.Path(__file__).parent
MODES = ("gatelab", "default", "expert")


def write_data(args, shape, path):
    """The peer's own series, so that both learn from the same numbers."""
    x, y, _ = torch_peer.series(argparse.Namespace(csv=None, rows=args.rows, inputs=torch_peer.SHAPES[shape][2]))
    with open(path, "w") as file:
        file.write(",".join(f"x{c}" for c in range(x.shape[1])) + ",y\n")
        for row, target in zip(x, y):
            file.write(",".join("%.9g" % v for v in (*row, target)) + "\n")


def run(args, shape, mode, threads, seed):
    environment = {k: v for k, v in os.environ.items() if k != "OMP_NUM_THREADS"}
    if mode == "gatelab":
        command = [args.worker, "bench", "--shape", shape, "--threads", str(threads), "--seed", str(seed), "--repeats", "1", "--epochs", str(args.epochs), "--rows", str(args.rows), "--device", "cpu", "--data", args.data, "--json"]
    else:
        command = [sys.executable, str(HERE / "torch_peer.py"), "--mode", mode, "--shape", shape, "--threads", str(threads), "--seed", str(seed), "--epochs", str(args.epochs), "--rows", str(args.rows), "--device", "cpu"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def table(args, shape):
    peers = [(mode, threads) for mode in MODES for threads in args.threads]
    found = {peer: [] for peer in peers}
    for repeat in range(args.repeats):
        order = peers[:]
        random.shuffle(order)
        for peer in order:
            found[peer].append(run(args, shape, *peer, seed=repeat + 1))
            print(shape, repeat + 1, *peer, "%.3f ms" % found[peer][-1]["ms_per_step"], file=sys.stderr, flush=True)
    times = {peer: sorted(r["ms_per_step"] for r in rows) for peer, rows in found.items()}
    median = {peer: statistics.median(t) for peer, t in times.items()}
    own = min(v for (mode, _), v in median.items() if mode == "gatelab")
    other = min(v for (mode, _), v in median.items() if mode != "gatelab")
    print(f"\n### Shape {shape}\n\n| program | threads | ms per step, median | lowest | highest | samples/s | mean loss of the last epoch |\n|---|---|---|---|---|---|---|")
    for peer in peers:
        samples = statistics.median(r["samples_per_s"] for r in found[peer])
        loss = statistics.mean(r["train_loss"] for r in found[peer])
        name = "Gatelab" if peer[0] == "gatelab" else f"PyTorch, {peer[0]}"
        print(f"| {name} | {peer[1]} | {median[peer]:.3f} | {times[peer][0]:.3f} | {times[peer][-1]:.3f} | {samples:.0f} | {loss:.5f} |")
    losses = {mode: statistics.mean(r["train_loss"] for (m, _), rows in found.items() if (m == "gatelab") == mode for r in rows) for mode in (True, False)}
    print(f"\nBest PyTorch / best Gatelab: {other / own:.2f}x. Losses differ by {100 * abs(losses[True] / losses[False] - 1):.2f} %.")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--worker", default="build/bin/gatelab-worker")
    parser.add_argument("--shapes", default="ABC")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rows", type=int, default=6000, help="of the series; fewer make a short bench of the large shapes")
    args = parser.parse_args()
    print(f"Date: {datetime.date.today()}", flush=True)
    folder = tempfile.TemporaryDirectory()
    args.data = os.path.join(folder.name, "series.csv")
    for shape in args.shapes:
        write_data(args, shape, args.data)
        found = table(args, shape)
        own, peer = found["gatelab", args.threads[0]][0], found["default", args.threads[0]][0]
        print(f"\n{own['processor']}, {os.cpu_count()} cores; {own['engine']}; PyTorch {peer['torch']}, Python {peer['python']}; implementation {own['implementation']}; "
              f"{args.repeats} repeats, {args.epochs} measured epochs of {args.rows} rows each, first epoch left out.", flush=True)


if __name__ == "__main__":
    main()
