#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reference numbers from PyTorch in float64 for the engine's tests.

    make_reference.py [folder]        writes reference.safetensors and reference.json there (default: beside this file)

Needs torch 2.11.0 and numpy; takes three minutes on one idle core. What is in the files:

  data.input [batches, time, batch, input]   data.target [batches, batch, horizon, target]   data.classes [batches, batch]   data.scale [target]
  NET.weight.NAME       start weights of a network NET = CELL.LAYERS.DIRECTIONS; the head has rows for the widest loss, others use the first ones
  NET.output            head output for batch 0, all rows          NET.gradient.LOSS.NAME   gradients of batch 0
  NET.losses            [loss, optimiser, kept step]: training loss before the update of that step. The schedule of network n, loss i, optimiser j is
                        number (n + i + j) % schedules, so each pair of two meets in several networks
  rates.SCHEDULE        learning rate of every step
  FEATURE.*             single networks with what nn.LSTM has (projection, unequal lengths) and what it does not (peepholes, ...)

reference.json names the axes and gives every setting in Gatelab's own keys.
"""
import json, pathlib, struct, sys
import torch
from torch import nn
from torch.nn import functional as F

TIME, BATCH, INPUTS, HIDDEN, HORIZON, TARGETS, CLASSES = 5, 3, 2, 3, 2, 2, 3
BATCHES, STEPS, KEPT = 4, 50, [0, 1, 2, 5, 10, 20, 35, 49]
RATE, SCHEDULE_STEPS, FACTOR, MIN_RATE = 0.01, 10, 0.5, 0.0005
QUANTILES, HUBER = [0.1, 0.5, 0.9], 0.5
CELLS = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn-tanh": nn.RNN, "rnn-relu": lambda *a, **k: nn.RNN(*a, nonlinearity="relu", **k)}
LOSSES = {"mse": 1, "mae": 1, "huber": 1, "log-cosh": 1, "mase": 1, "pinball": 3, "gaussian-nll": 2, "cross-entropy": 0}
WIDEST = HORIZON * TARGETS * max(LOSSES.values())
OPTIMISERS = {
    "sgd": (dict(momentum=0.9, nesterov=False, weight_decay=0.0), lambda p: torch.optim.SGD(p, lr=RATE, momentum=0.9)),
    "rmsprop": (dict(beta2=0.99, momentum=0.0, epsilon=1e-8, weight_decay=0.0), lambda p: torch.optim.RMSprop(p, lr=RATE, alpha=0.99, eps=1e-8)),
    "adam": (dict(beta1=0.9, beta2=0.999, epsilon=1e-8, weight_decay=0.0), lambda p: torch.optim.Adam(p, lr=RATE)),
    "adamw": (dict(beta1=0.9, beta2=0.999, epsilon=1e-8, weight_decay=0.01), lambda p: torch.optim.AdamW(p, lr=RATE, weight_decay=0.01)),
    "nadam": (dict(beta1=0.9, beta2=0.999, epsilon=1e-8, weight_decay=0.0), lambda p: torch.optim.NAdam(p, lr=RATE)),
    "adagrad": (dict(epsilon=1e-10, weight_decay=0.0), lambda p: torch.optim.Adagrad(p, lr=RATE)),
}
S = torch.optim.lr_scheduler
SCHEDULES = {
    "constant": lambda o: S.ConstantLR(o, factor=1.0),
    "step": lambda o: S.StepLR(o, SCHEDULE_STEPS, FACTOR),
    "exponential": lambda o: S.ExponentialLR(o, FACTOR ** (1 / SCHEDULE_STEPS)),
    "cosine": lambda o: S.CosineAnnealingLR(o, STEPS, eta_min=MIN_RATE),
    "cosine-restarts": lambda o: S.CosineAnnealingWarmRestarts(o, SCHEDULE_STEPS, eta_min=MIN_RATE),
    "one-cycle": lambda o: S.OneCycleLR(o, max_lr=RATE, total_steps=STEPS, cycle_momentum=False),
}

out, data = {}, {}


class Forecaster(nn.Module):
    """rnn + head, fed [time, batch, input]; the head sees each direction's state after it has seen everything."""
    def __init__(self, cell, layers, directions, width, inputs=INPUTS, **more):
        super().__init__()
        self.rnn = CELLS[cell](inputs, HIDDEN, layers, bidirectional=directions == 2, **more)
        features = directions * (more.get("proj_size") or HIDDEN)
        self.head = nn.Linear(features, width)
        self.directions = directions

    def forward(self, x):
        state = self.rnn(x)[1]
        h = state[0] if isinstance(state, tuple) else state
        return self.head(torch.cat(list(h[-self.directions:]), 1))


def loss_of(key, output, batch):
    target = data["target"][batch]
    if key == "cross-entropy":
        return F.cross_entropy(output, data["classes"][batch])
    output = output.view(BATCH, HORIZON, TARGETS, LOSSES[key])
    y = output[..., 0]
    if key == "mse": return F.mse_loss(y, target)
    if key == "mae": return F.l1_loss(y, target)
    if key == "huber": return F.huber_loss(y, target, delta=HUBER)
    if key == "log-cosh": return torch.log(torch.cosh(y - target)).mean()
    if key == "mase": return ((y - target).abs() / data["scale"]).mean()
    if key == "gaussian-nll": return F.gaussian_nll_loss(y, target, F.softplus(output[..., 1]) + 1e-6)
    q = torch.tensor(QUANTILES)
    error = target[..., None] - output
    return torch.where(error >= 0, q * error, (q - 1) * error).mean()


def rows(key):
    return CLASSES if key == "cross-entropy" else HORIZON * TARGETS * LOSSES[key]


def narrowed(cell, layers, directions, key, weights):
    """The network of one loss: the common weights, the first rows of the head."""
    model = Forecaster(cell, layers, directions, rows(key))
    model.load_state_dict({n: (w[:rows(key)] if n.startswith("head") else w) for n, w in weights.items()})
    return model


def train(cell, layers, directions, key, weights, optimiser, schedule, rates):
    model = narrowed(cell, layers, directions, key, weights)
    optimiser = OPTIMISERS[optimiser][1](model.parameters())
    scheduler = SCHEDULES[schedule](optimiser)
    losses = []
    for step in range(STEPS):
        rates[step] = optimiser.param_groups[0]["lr"]
        optimiser.zero_grad()
        loss = loss_of(key, model(data["input"][step % BATCHES]), step % BATCHES)
        loss.backward()
        optimiser.step()
        scheduler.step()
        losses.append(loss.item())
    return torch.tensor([losses[k] for k in KEPT])


def networks():
    number = 0
    for cell in CELLS:
        for layers in (1, 2):
            for directions in (1, 2):
                name = f"{cell}.{layers}.{directions}"
                weights = {n: w.clone() for n, w in Forecaster(cell, layers, directions, WIDEST).state_dict().items()}
                for n, w in weights.items(): out[f"{name}.weight.{n}"] = w
                full = Forecaster(cell, layers, directions, WIDEST)
                full.load_state_dict(weights)
                out[f"{name}.output"] = full(data["input"][0]).detach()
                for key in LOSSES:
                    model = narrowed(cell, layers, directions, key, weights)
                    loss_of(key, model(data["input"][0]), 0).backward()
                    for n, p in model.named_parameters(): out[f"{name}.gradient.{key}.{n}"] = p.grad
                losses = torch.zeros(len(LOSSES), len(OPTIMISERS), len(KEPT))
                for i, key in enumerate(LOSSES):
                    for j, optimiser in enumerate(OPTIMISERS):
                        schedule = list(SCHEDULES)[(number + i + j) % len(SCHEDULES)]
                        rates = out.setdefault(f"rates.{schedule}", torch.zeros(STEPS))
                        losses[i, j] = train(cell, layers, directions, key, weights, optimiser, schedule, rates)
                out[f"{name}.losses"] = losses
                number += 1
                print(name, flush=True)


def keep(name, model, result):
    """Output, weights, and the gradients of the sum of the output's squares."""
    result.square().sum().backward()
    out[f"{name}.output"] = result.detach()
    for n, p in model.items():
        out[f"{name}.weight.{n}"] = p.detach().clone()
        out[f"{name}.gradient.{n}"] = p.grad.clone()


def library_features():
    x = data["input"][0]
    projected = Forecaster("lstm", 2, 2, 4, proj_size=2)
    keep("projection", dict(projected.named_parameters()), projected(x))
    lengths = torch.tensor([2, 5, 3])
    out["lengths"] = lengths
    for cell in CELLS:
        model = Forecaster(cell, 2, 2, 4)
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, enforce_sorted=False)
        sequence, state = model.rnn(packed)
        h = state[0] if isinstance(state, tuple) else state
        out[f"lengths.{cell}.sequence"] = nn.utils.rnn.pad_packed_sequence(sequence)[0].detach()
        keep(f"lengths.{cell}", dict(model.named_parameters()), model.head(torch.cat([h[-2], h[-1]], 1)))
    model = nn.ModuleDict(dict(embedding=nn.Embedding(6, 4), rnn=nn.GRU(4, HIDDEN, bidirectional=True), head=nn.Linear(2 * HIDDEN, CLASSES)))
    tokens = torch.randint(0, 6, (TIME, BATCH))
    out["tokens"] = tokens
    keep("labelling", dict(model.named_parameters()), model["head"](model["rnn"](model["embedding"](tokens))[0]))


def peephole_lstm(x, p):
    """Gers & Schmidhuber 2000, in plain operations."""
    h = c = torch.zeros(BATCH, HIDDEN)
    w_ih, w_hh, b_ih, b_hh, peep = (p[f"rnn.{n}_l0"] for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_ch"))
    for t in range(TIME):
        i, f, g, o = (x[t] @ w_ih.T + b_ih + h @ w_hh.T + b_hh).chunk(4, 1)
        i, f = torch.sigmoid(i + peep[0] * c), torch.sigmoid(f + peep[1] * c)
        c = f * c + i * torch.tanh(g)
        h = torch.sigmoid(o + peep[2] * c) * torch.tanh(c)
    return h


def zoneout_gru(x, p, share):
    """Krueger et al. 2017 at test time: the expectation of the mask."""
    h = torch.zeros(BATCH, HIDDEN)
    for t in range(TIME):
        xr, xz, xn = (x[t] @ p["rnn.weight_ih_l0"].T + p["rnn.bias_ih_l0"]).chunk(3, 1)
        hr, hz, hn = (h @ p["rnn.weight_hh_l0"].T + p["rnn.bias_hh_l0"]).chunk(3, 1)
        r, z = torch.sigmoid(xr + hr), torch.sigmoid(xz + hz)
        n = torch.tanh(xn + r * hn)
        h = share * h + (1 - share) * ((1 - z) * n + z * h)
    return h


def own_features():
    x = data["input"][0]

    def fresh(model, **more):
        p = {n: w.detach().clone() for n, w in model.named_parameters()}
        p.update({n: torch.randn(*shape) * 0.5 for n, shape in more.items()})
        return {n: w.requires_grad_() for n, w in p.items()}

    p = fresh(Forecaster("lstm", 1, 1, 4), **{"rnn.weight_ch_l0": (3, HIDDEN)})
    keep("peephole", p, F.linear(peephole_lstm(x, p), p["head.weight"], p["head.bias"]))
    p = fresh(Forecaster("gru", 1, 1, 4))
    keep("zoneout", p, F.linear(zoneout_gru(x, p, 0.25), p["head.weight"], p["head.bias"]))

    stack = Forecaster("lstm", 2, 2, 4)
    width = 2 * HIDDEN
    attention = {"attention.weight": (width, width), "attention.bias": (width,), "attention.context": (width,)}
    for pooling in ("last", "mean", "max", "attention"):
        p = fresh(stack, **{f"norm.{k}.{n}": (width,) for k in (0, 1) for n in ("weight", "bias")}, **(attention if pooling == "attention" else {}))
        y = x
        for k in (0, 1):
            layer = nn.LSTM(y.shape[2], HIDDEN, bidirectional=True)
            names = [n for n, _ in layer.named_parameters()]
            f = torch.func.functional_call(layer, {n: p["rnn." + n.replace("_l0", f"_l{k}")] for n in names}, (y,))[0]
            y = F.layer_norm(f + y if k == 1 else f, (width,), p[f"norm.{k}.weight"], p[f"norm.{k}.bias"])
        if pooling == "last": v = torch.cat([y[-1, :, :HIDDEN], y[0, :, HIDDEN:]], 1)
        elif pooling == "mean": v = y.mean(0)
        elif pooling == "max": v = y.max(0)[0]
        else:
            score = torch.tanh(y @ p["attention.weight"].T + p["attention.bias"]) @ p["attention.context"]
            v = (score.softmax(0)[..., None] * y).sum(0)
        keep(f"stack.{pooling}", p, F.linear(v, p["head.weight"], p["head.bias"]))


def write_safetensors(path, tensors):
    header, blobs, at = {}, [], 0
    for name in sorted(tensors):
        t = tensors[name].detach().contiguous()
        blob = t.numpy().tobytes()
        header[name] = dict(dtype={torch.float64: "F64", torch.float32: "F32", torch.int64: "I64"}[t.dtype], shape=list(t.shape), data_offsets=[at, at + len(blob)])
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    torch.manual_seed(11)
    data.update(input=torch.randn(BATCHES, TIME, BATCH, INPUTS), target=torch.randn(BATCHES, BATCH, HORIZON, TARGETS),
                classes=torch.randint(0, CLASSES, (BATCHES, BATCH)), scale=torch.tensor([0.7, 1.9]))
    for name, value in data.items(): out[f"data.{name}"] = value
    library_features()
    own_features()
    networks()
    write_safetensors(folder / "reference.safetensors", out)
    common = dict(horizon=HORIZON, lookback=TIME, batch_size=BATCH, hidden_size=HIDDEN, learning_rate=RATE, schedule_steps=SCHEDULE_STEPS,
                  schedule_factor=FACTOR, min_learning_rate=MIN_RATE, huber_delta=HUBER, quantiles=[str(q) for q in QUANTILES], clip_norm=0.0)
    (folder / "reference.json").write_text(json.dumps(dict(
        torch=torch.__version__, steps=STEPS, kept_steps=KEPT, batches=BATCHES, inputs=INPUTS, targets=TARGETS, classes=CLASSES, settings=common,
        cells=list(CELLS), layers=[1, 2], directions=[1, 2], losses=list(LOSSES), optimisers={n: o[0] for n, o in OPTIMISERS.items()},
        schedules=list(SCHEDULES)), indent=1) + "\n")


if __name__ == "__main__":
    main()
