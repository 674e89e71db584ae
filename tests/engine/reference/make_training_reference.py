#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fifty training steps of PyTorch for tst_training_parity.

    make_training_reference.py                the committed training.safetensors: every pair of two options occurs in some combination
    make_training_reference.py --options      the committed options.safetensors: what else an optimiser of PyTorch can be told, each in some combinations
    make_training_reference.py --all FILE [LOSS ...]
                                              every combination (16,128; hours), or those of the losses named, to be checked with
                                              QTEST_FUNCTION_TIMEOUT=100000000 GATELAB_PARITY=FILE tst_training_parity curves

Needs torch 2.11.0 and numpy; data and start weights come from reference.safetensors beside this file (make_reference.py). For each combination
CELL.LAYERS.DIRECTIONS/LOSS/OPTIMISER/SCHEDULE/EXTRA, with OPTIMISER:KEY=VALUE,... for options (keys of Gatelab), the file holds

  .f64 [steps], .f32 [steps]   the loss before each update, trained in that precision
  .norms [parameters]          norms of the final float64 weights, in PyTorch's order
  .growth [3]                  how far rounding alone carries this curve: largest relative difference of the losses (of the norms; of the losses in float32)
                               between this run and runs of PyTorch itself that start with every weight moved by one unit in the last place
"""
import pathlib, random, sys
import torch
import make_reference as base
from make_reference import BATCHES, CELLS, FACTOR, LOSSES, MIN_RATE, RATE, SCHEDULE_STEPS, STEPS, S, Forecaster, data, rows

PATIENCE, DECAY, CLIP, SHAKES = 5, 0.01, 0.2, 3
EXTRAS = ["plain", "decay", "clip"]
OPTIMISERS = {
    "sgd": lambda p, d, o: torch.optim.SGD(p, **dict(lr=RATE, momentum=0.9, nesterov=d > 0, weight_decay=d) | o),
    "rmsprop": lambda p, d, o: torch.optim.RMSprop(p, **dict(lr=RATE, alpha=0.99, momentum=0.9 if d > 0 else 0, weight_decay=d) | o),
    "adam": lambda p, d, o: torch.optim.Adam(p, lr=RATE, weight_decay=d, **o),
    "adamw": lambda p, d, o: torch.optim.AdamW(p, lr=RATE, weight_decay=d, **o),
    "nadam": lambda p, d, o: torch.optim.NAdam(p, lr=RATE, weight_decay=d, **o),
    "adagrad": lambda p, d, o: torch.optim.Adagrad(p, lr=RATE, weight_decay=d, **o),
}
# A mean of squares that forgets soon, so that its largest value is not always the last one.
OPTIONS = ["sgd:dampening=0.4,nesterov=false", "rmsprop:centered=true", "adam:amsgrad=true,beta2=0.8", "adamw:amsgrad=true,beta2=0.8", "adam:decoupled_weight_decay=true",
           "nadam:momentum_decay=0.05", "nadam:decoupled_weight_decay=true", "adagrad:lr_decay=0.05", "adagrad:initial_accumulator_value=0.1"]
SCHEDULES = dict(base.SCHEDULES, plateau=lambda o: S.ReduceLROnPlateau(o, factor=FACTOR, patience=PATIENCE))
NETWORKS = [f"{c}.{l}.{d}" for c in CELLS for l in (1, 2) for d in (1, 2)]
AXES = [list(CELLS), ["1", "2"], ["1", "2"], list(LOSSES), list(OPTIMISERS), list(SCHEDULES), EXTRAS]


def read_safetensors(path):
    import json, struct
    blob = path.read_bytes()
    size = struct.unpack("<Q", blob[:8])[0]
    header = json.loads(blob[8:8 + size])
    header.pop("__metadata__", None)
    kinds = {"F64": torch.float64, "I64": torch.int64, "F32": torch.float32}
    return {n: torch.frombuffer(bytearray(blob[8 + size + h["data_offsets"][0]:8 + size + h["data_offsets"][1]]), dtype=kinds[h["dtype"]]).reshape(h["shape"])
            for n, h in header.items()}


def pairwise():
    """A covering array by greed: each row is the candidate that holds most pairs which no row before had. The same every time."""
    rng = random.Random(1)
    pairs = lambda row: {(i, row[i], j, row[j]) for i in range(len(AXES)) for j in range(i)}
    left = {(i, a, j, b) for i in range(len(AXES)) for j in range(i) for a in AXES[i] for b in AXES[j]}
    chosen = []
    while left:
        i, a, j, b = min(left)
        candidates = []
        for _ in range(200):
            row = [rng.choice(axis) for axis in AXES]
            row[i], row[j] = a, b
            candidates.append(row)
        best = max(candidates, key=lambda row: len(pairs(row) & left))
        left -= pairs(best)
        chosen.append(best)
    return [".".join(r[:3]) + "/" + "/".join(r[3:]) for r in chosen]


def everything(losses):
    return [f"{n}/{l}/{o}/{s}/{e}" for n in NETWORKS for l in losses or LOSSES for o in OPTIMISERS for s in SCHEDULES for e in EXTRAS]


def with_options():
    """Each of OPTIONS with and without weight decay, where networks, losses and schedules take turns."""
    chosen = []
    for i, option in enumerate(OPTIONS):
        for j, extra in enumerate(("decay",) if "decoupled" in option else ("plain", "decay")):
            k = 2 * i + j
            chosen.append(f"{NETWORKS[5 * k % len(NETWORKS)]}/{list(LOSSES)[k % len(LOSSES)]}/{option}/{list(base.SCHEDULES)[k % len(base.SCHEDULES)]}/{extra}")
    return chosen


def arguments(options):
    """What PyTorch calls them."""
    told = {key: {"true": True, "false": False}.get(value) if value in ("true", "false") else float(value) for key, value in (o.split("=") for o in options.split(",") if o)}
    if "beta2" in told: told["betas"] = (0.9, told.pop("beta2"))
    return told


def train(combination, reference, dtype, shake=None):
    network, loss_key, optimiser, schedule, extra = combination.split("/")
    optimiser, _, options = optimiser.partition(":")
    cell, layers, directions = network.split(".")
    torch.set_default_dtype(dtype)
    for key in ("input", "target", "classes", "scale"):
        value = reference["data." + key]
        data[key] = value.to(dtype) if value.is_floating_point() else value
    model = Forecaster(cell, int(layers), int(directions), rows(loss_key))
    prefix = f"{network}.weight."
    weights = {n[len(prefix):]: w.to(dtype) for n, w in reference.items() if n.startswith(prefix)}
    model.load_state_dict({n: (w[:rows(loss_key)] if n.startswith("head") else w) for n, w in weights.items()})
    if shake is not None:
        generator = torch.Generator().manual_seed(shake)
        with torch.no_grad():
            for p in model.parameters():
                p.mul_(1 + torch.finfo(dtype).eps * (torch.randint(0, 2, p.shape, generator=generator) * 2 - 1))
    optimiser = OPTIMISERS[optimiser](model.parameters(), DECAY if extra == "decay" else 0.0, arguments(options))
    scheduler = SCHEDULES[schedule](optimiser)
    losses = []
    for step in range(STEPS):
        optimiser.zero_grad()
        loss = base.loss_of(loss_key, model(data["input"][step % BATCHES]), step % BATCHES)
        loss.backward()
        if extra == "clip": torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimiser.step()
        losses.append(loss.item())
        if schedule == "plateau": scheduler.step(losses[-1])
        else: scheduler.step()
    return torch.tensor(losses, dtype=dtype), torch.stack([p.detach().norm() for p in model.parameters()])


def gap(a, b):
    return ((a - b).abs() / b.abs().clamp_min(1e-3)).max().item()


def main():
    torch.set_num_threads(1)
    here = pathlib.Path(__file__).parent
    reference = read_safetensors(here / "reference.safetensors")
    every, options = sys.argv[1:2] == ["--all"], sys.argv[1:2] == ["--options"]
    out = {}
    for combination in everything(sys.argv[3:]) if every else with_options() if options else pairwise():
        def shaken(dtype):
            runs = [train(combination, reference, dtype, shake) for shake in (None, *range(SHAKES))]
            return *runs[0], *(max(gap(run[i], runs[0][i]) for run in runs[1:]) for i in (0, 1))
        losses, norms, loss_growth, norm_growth = shaken(torch.float64)
        single, _, single_growth, _ = shaken(torch.float32)
        out |= {combination + ".f64": losses, combination + ".norms": norms, combination + ".f32": single}
        out[combination + ".growth"] = torch.tensor([loss_growth, norm_growth, single_growth], dtype=torch.float64)
        if options:  # an option without effect would test nothing
            kind, _, told = combination.split("/")[2].partition(":")
            without = ",".join(o for o in told.split(",") if o.startswith(("beta2", "nesterov")))
            plain = train(combination.replace(f"{kind}:{told}", f"{kind}:{without}"), reference, torch.float64)[1]
            assert gap(plain, norms) > 1e-6, combination
    base.write_safetensors(pathlib.Path(sys.argv[2]) if every else here / ("options.safetensors" if options else "training.safetensors"), out)
    print(len(out) // 4, "combinations")


if __name__ == "__main__":
    main()
