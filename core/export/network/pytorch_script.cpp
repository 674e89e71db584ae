// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/pytorch_script.h"

#include "export/network/c_text.h"
#include "export/network/network_settings.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::string_view kHead = R"PY(#!/usr/bin/env python3
"""Made by Gatelab $program$ from the run $run$ ($weights$). Needs PyTorch alone.

python3 $script$                how far it is from the run's own answers, which the weights' file keeps
python3 $script$ ROWS.csv       the answer after the last rows of a CSV file with a header
from $module$ import Network    Network()(rows): [batch, time, columns] in the units of the data -> answers
$more$"""
import csv
import json
import pathlib
import struct
import sys

import torch

WEIGHTS = $file$
NET = dict(
$net$)
)PY";

constexpr std::string_view kCode = R"PY(

def load(path):
    """A safetensors file: a header in JSON, then the bytes."""
    data = pathlib.Path(path).read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    types = {"F32": torch.float32, "F64": torch.float64, "I64": torch.int64}
    tensors = {}
    for name, one in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = (8 + size + place for place in one["data_offsets"])
            values = torch.frombuffer(bytearray(data[begin:end]), dtype=types[one["dtype"]])
            tensors[name] = values.reshape(one["shape"])
    return tensors


def lstm(s, hidden, h, c, w):
    i, f, g, o = s
    p = w("weight_ch")
    if p is not None:
        i, f = i + p[0] * c, f + p[1] * c
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o if p is None else o + p[2] * c) * torch.tanh(c), c


def gru(s, hidden, h, c, w):
    n = torch.tanh(s[2] + torch.sigmoid(s[0]) * hidden[2])
    return n + torch.sigmoid(s[1]) * (h - n), c


def slstm(s, hidden, h, c, w):
    old, m = c.chunk(2, 1)
    now = torch.logaddexp(m + torch.nn.functional.logsigmoid(s[1]), s[0])
    cell = old + torch.exp(s[0] - now) * (torch.tanh(s[2]) - old)
    return torch.sigmoid(s[3]) * cell, torch.cat([cell, now], 1)


def minlstm(s, hidden, h, c, w):
    log = torch.nn.functional.logsigmoid
    return s[2] + torch.sigmoid(log(s[1]) - log(s[0])) * (h - s[2]), c


def mingru(s, hidden, h, c, w):
    return s[1] + torch.sigmoid(s[0]) * (h - s[1]), c


def lru(s, hidden, h, c, w):
    p, q, r = w("weight_hh").reshape(3, -1)
    size, angle = torch.exp(-torch.exp(p)), torch.exp(q)
    a, b, k = size * torch.cos(angle), size * torch.sin(angle), torch.exp(r)
    x, y = c.chunk(2, 1)
    cell, turned = a * x - b * y + k * s[0], b * x + a * y + k * s[1]
    return torch.sigmoid(s[2]) * cell, torch.cat([cell, turned], 1)


STEPS = {"lstm": lstm, "gru": gru, "rnn-tanh": lambda s, *_: (torch.tanh(s[0]), None),
         "rnn-relu": lambda s, *_: (torch.relu(s[0]), None), "lstm-diagonal": lstm, "slstm": slstm,
         "minlstm": minlstm, "mingru": mingru, "lru": lru}


class Network(torch.nn.Module):
    def __init__(self, weights=None):
        super().__init__()
        tensors = load(weights or pathlib.Path(__file__).with_name(WEIGHTS))
        self.names = {}
        self.tables = [tensors.get("series.offsets"), tensors.get("series.scales")]
        for name, value in tensors.items():
            if not name.startswith(("check.", "series.")):
                self.names[name] = name.replace(".", "_")
                self.register_parameter(self.names[name], torch.nn.Parameter(value.float()))

    def w(self, name):
        return getattr(self, self.names[name]) if name in self.names else None

    def layer(self, i, x, state):
        """x [time, batch, inputs] from the state on: outputs and the new state."""
        ways = ["", "_reverse"] if NET["bidirectional"] else [""]
        batch, half = x.shape[1], NET["projection"] or NET["hidden"]
        h, c = state or (x.new_zeros(len(ways), batch, half), x.new_zeros(len(ways), batch, NET["cell_width"]))
        if NET["library"]:
            kinds = ["weight_ih", "weight_hh", "bias_ih", "bias_hh"] + ["weight_hr"] * bool(NET["projection"])
            weights = [self.w(f"rnn.{kind}_l{i}{way}") for way in ways for kind in kinds]
            more = (weights, True, 1, 0.0, False, len(ways) == 2, False)
            if NET["cell"] == "lstm":
                y, h, c = torch.lstm(x, (h, c), *more)
            else:
                of = {"gru": torch.gru, "rnn-tanh": torch.rnn_tanh, "rnn-relu": torch.rnn_relu}
                y, h = of[NET["cell"]](x, h, *more)
            return y, (h, c)
        outputs, hs, cs = [], [], []
        for d, way in enumerate(ways):
            y, hd, cd = self.steps(x.flip(0) if d else x, h[d], c[d], lambda kind: self.w(f"rnn.{kind}_l{i}{way}"))
            outputs.append(y.flip(0) if d else y)
            hs.append(hd)
            cs.append(cd)
        return torch.cat(outputs, 2), (torch.stack(hs), torch.stack(cs))

    def steps(self, x, h, c, w):
        sums = torch.nn.functional.linear(x, w("weight_ih"), w("bias_ih"))
        blocks, z, whh = NET["blocks"], NET["zoneout"], w("weight_hh")
        outputs = []
        for s in sums:
            s, hidden = list(s.chunk(blocks, 1)), [0.0] * blocks
            if NET["reads"] == "matrix":
                hidden = torch.nn.functional.linear(h, whh, w("bias_hh")).chunk(blocks, 1)
            elif NET["reads"] == "unit":
                hidden = [h * row for row in whh.reshape(blocks, -1)]
            apart = NET["cell"] == "gru"
            s = [a if apart and k == 2 else a + hidden[k] for k, a in enumerate(s)]
            now, cell = STEPS[NET["cell"]](s, hidden, h, c, w)
            if w("weight_hr") is not None:
                now = torch.nn.functional.linear(now, w("weight_hr"))
            h = now + z * (h - now)
            c = c if cell is None else cell + z * (c - cell)
            outputs.append(h)
        return torch.stack(outputs), h, c

    def run(self, x, window, states):
        """The network over x [time, batch, inputs]; window [batch, time, inputs] is read by the linear path."""
        after = []
        for i in range(NET["layers"]):
            before = x
            x, state = self.layer(i, x, states[i] if states else None)
            after.append(state)
            if i > 0 and NET["residual"] and before.shape[2] == x.shape[2]:
                x = x + before
            gain = self.w(f"norm.{i}.weight")
            if gain is not None:
                x = torch.nn.functional.layer_norm(x, gain.shape, gain, self.w(f"norm.{i}.bias"))
        out = torch.nn.functional.linear(x if NET["task"] == "labelling" else self.pool(x), self.w("head.weight"),
                                         self.w("head.bias"))
        linear = self.w("linear.weight")
        return (out if linear is None else out + torch.nn.functional.linear(window.flatten(1), linear)), after

    def pool(self, x):
        if NET["pooling"] == "mean":
            return x.mean(0)
        if NET["pooling"] == "max":
            return x.amax(0)
        if NET["pooling"] == "attention":
            seen = torch.tanh(torch.nn.functional.linear(x, self.w("attention.weight"), self.w("attention.bias")))
            return ((seen @ self.w("attention.context")).softmax(0).unsqueeze(2) * x).sum(0)
        half = x.shape[2] // (2 if NET["bidirectional"] else 1)
        return torch.cat([x[-1, :, :half], x[0, :, half:]], 1)

    def scaling(self, series, own):
        """Offsets and scales [batch, names] in double precision; of a network of one series [1, names]."""
        if not NET["series"]:
            return [torch.tensor(NET[key], dtype=torch.float64).unsqueeze(0) for key in ("offsets", "scales")]
        if own is not None:
            return [torch.as_tensor(one, dtype=torch.float64).reshape(-1, len(NET["scale_names"])) for one in own]
        if series is None:
            raise ValueError("say which series each window is of: series=[names or numbers], or own=(offsets, scales)")
        places = [NET["series"].index(one) if isinstance(one, str) else int(one) for one in series]
        return [table[places] for table in self.tables]

    def forward(self, rows, known=None, series=None, own=None):
        """rows [batch, time, columns] (tokens: [batch, time]) in the units of the data -> [batch, horizon, targets,
        values], shares of classes, or numbers. known [batch, known_rows, known columns]: what is known of the rows
        behind them. series: the name or number of each window's series; own: offsets and scales [batch, scale_names]
        of series that the training did not have."""
        if NET["tokens"]:
            x = torch.nn.functional.embedding(rows, self.w("embedding.weight")).transpose(0, 1)
            return self.answer(self.run(x, None, None)[0])
        if NET["ahead_rows"]:
            if known is None:
                raise ValueError(f"what is known of the next {NET['known_rows']} rows is missing: known=[...]")
            whole = torch.cat([rows[:, :, NET["known"]], known], 1)
            later = [whole[:, by:by + rows.shape[1], k] for k, by in zip(NET["ahead_known"], NET["ahead_rows"])]
            rows = torch.cat([rows, torch.stack(later, 2)], 2)
        offset, scale = scaling = self.scaling(series, own)
        width = rows.shape[2]
        every = ((rows.double() - offset[:, None, :width]) / scale[:, None, :width]).float()
        if NET["task"] != "forecast":
            every = torch.where(every.isnan(), torch.zeros(()), every)
        x = every[:, :, NET["inputs"]].clone()
        level, spread = None, None
        if NET["anchor"] != "none":
            past = every[:, :, [t["row"] for t in NET["targets"]]]
            level = past[:, -1] if NET["anchor"] == "last" else past.mean(1)
            if NET["anchor"] == "revin":
                spread = (past - level.unsqueeze(1)).square().mean(1).sqrt()
                spread = torch.maximum(spread, torch.tensor([t["least"] for t in NET["targets"]]))
            for k, t in enumerate(NET["targets"]):
                if t["input"] >= 0:
                    x[:, :, t["input"]] -= level[:, k:k + 1]
                    if spread is not None:
                        x[:, :, t["input"]] /= spread[:, k:k + 1]
        out, states = self.run(x.transpose(0, 1), x, None)
        if NET["recursive"]:
            out = self.decode(x, out, states)
        return self.answer(out, level, spread, scaling)

    def decode(self, x, out, states):
        outputs, seen = [out], x
        for _ in range(NET["horizon"] - 1):
            values = outputs[-1].reshape(len(x), -1, NET["values"])
            v = NET["values"]
            centre = values[:, :, 0] if NET["head"] != "values" or v == 1 else values[:, :, (v - 1) // 2:v // 2 + 1].mean(2)
            row = x[:, -1].clone()
            for k, t in enumerate(NET["targets"]):
                row[:, t["input"]] = centre[:, k]
            seen = torch.cat([seen[:, 1:], row.unsqueeze(1)], 1)
            out, states = self.run(row.unsqueeze(0), seen, states)
            outputs.append(out)
        return torch.cat(outputs, 1)

    def rising(self, values):
        """From the middle quantile outwards, each step above zero."""
        step, middle = torch.nn.functional.softplus(values.diff(dim=-1), beta=20), values.shape[-1] // 2
        centre = values[..., middle:middle + 1]
        return torch.cat([centre - step[..., :middle].flip(-1).cumsum(-1).flip(-1), centre,
                          centre + step[..., middle:].cumsum(-1)], -1)

    def answer(self, out, level=None, spread=None, scaling=None):
        if NET["task"] in ("classification", "labelling"):
            return (out.transpose(0, 1) if NET["task"] == "labelling" else out).softmax(-1)
        if NET["task"] != "forecast":
            return out
        out = out.reshape(len(out), NET["horizon"], len(NET["targets"]), NET["values"])
        offset, scale = (one[:, None, [t["scale"] for t in NET["targets"]], None] for one in scaling)
        spreads = NET["head"] != "values"
        centre = out[..., :1] if spreads else out if NET["rising"] else out.sort(-1)[0]
        if spread is not None:
            centre = centre * spread[:, None, :, None]
        if level is not None:
            centre = centre + level[:, None, :, None]
        if NET["rising"]:
            centre = self.rising(centre.double())
        centre = centre.double() * scale + offset
        if not spreads:
            return centre
        variance = torch.nn.functional.softplus(out[..., 1:2].double()) + 1e-6
        if spread is not None:
            variance = (variance * spread[:, None, :, None].double().square() - 1e-6).clamp_min(1e-6) + 1e-6
        deviation = variance.sqrt() * scale
        if NET["head"] == "student-t":
            freedom = 2 + torch.nn.functional.softplus(out[..., 2:].double())
            return torch.cat([centre, deviation, freedom, centre + deviation * student(freedom)], 3)
        if NET["head"] == "negative-binomial":
            mean = torch.nn.functional.softplus(centre) + 1e-9
            excess = torch.maximum(deviation.square(), 1e-6 * mean)
            return torch.cat([mean, mean.square() / excess, counts(mean, excess)], 3)
        return torch.cat([centre, deviation], 3)


def student(freedom):
    """Student's t below which the shares NET["levels"] lie: Chebyshev series in 4 / freedom - 1."""
    x, now, before = 4 / freedom - 1, 0, 0
    curves = torch.tensor(NET["curves"], dtype=torch.float64).reshape(-1, len(NET["levels"]))
    for curve in curves[1:].flip(0):
        now, before = 2 * x * now - before + curve, now
    return x * now - before + curves[0]


def counts(mean, excess):
    """The smallest counts with at least the shares NET["levels"] at or below them; above a mean of 1000 by Cornish and
    Fisher."""
    levels, z = (torch.tensor(NET[key], dtype=torch.float64) for key in ("levels", "normal"))
    deviation = (mean + excess).sqrt()
    large = (mean + deviation * (z + (z.square() - 1) * (mean + 2 * excess) / mean / deviation / 6) + 0.5).floor()
    few = mean.clamp_max(1000)
    size, most = few.square() / excess, few + 50 * deviation + 50
    chance = -size * torch.log1p(few / size)
    below, found, count = chance.exp(), torch.zeros_like(large), 0
    while ((below < levels) & (count < most) & (mean <= 1000)).any():
        found = found + ((below < levels) & (count < most))
        chance = chance + ((size + count) / (count + 1) * (few / (few + size))).log()
        below, count = below + chance.exp(), count + 1
    return torch.where(mean > 1000, large.clamp_min(0), found)


def check(network, tensors):
    """Largest difference from the answers in `tensors`, in parts of the targets' scale, and in how many windows."""
    worst = largest = torch.zeros((), dtype=torch.float64)  # their maximum keeps a NaN
    count = 0
    while f"check.rows.{count}" in tensors:
        given = {}
        if f"check.known.{count}" in tensors:
            given["known"] = tensors[f"check.known.{count}"].unsqueeze(0)
        if f"check.series.{count}" in tensors:
            given["series"] = tensors[f"check.series.{count}"].tolist()
        with torch.no_grad():
            answer = network(tensors[f"check.rows.{count}"].unsqueeze(0), **given).double().flatten()
        off = (answer - tensors[f"check.answers.{count}"].flatten()).abs()
        if "check.slack" in tensors:  # what the run does not tell of, and counts that rounding may move by one
            off = (off - tensors["check.slack"]).clamp_min(0)
        largest = torch.maximum(largest, off.max())
        scale = tensors["check.scales"] if "check.scales" in tensors else tensors[f"check.scales.{count}"]
        worst = torch.maximum(worst, (off / scale if len(scale) == len(off) else off).max())
        count += 1
    return largest.item(), worst.item(), count


def main():
    torch.set_num_threads(1)
    network = Network()
    words = sys.argv[1:]
    if words and words[0] != "--check":
        with open(words[0], newline="") as file:
            table = list(csv.DictReader(file))
        first = len(table) - NET["lookback"] - NET["known_rows"]
        if first < 0:
            sys.exit(f"it takes {NET['lookback'] + NET['known_rows']} rows, and there are {len(table)}")
        kept, behind = table[first:first + NET["lookback"]], table[first + NET["lookback"]:]

        def values(some, names):
            return torch.tensor([[[float(row[name]) for name in names] for row in some]], dtype=torch.float64)

        given = {"series": words[1:2]} if words[1:] else {}
        if behind:
            given["known"] = values(behind, [NET["columns"][column] for column in NET["known"]])
        with torch.no_grad():
            print(network(values(kept, NET["columns"]), **given)[0].tolist())
        return
    largest, worst, count = check(network, load(words[1] if words else pathlib.Path(__file__).with_name(WEIGHTS)))
    print(f"{count} windows: largest difference {largest:.3g}, {worst:.3g} of the targets' scale")
    print(f"gatelab-check {count} {largest:.9g} {worst:.9g} PyTorch {torch.__version__}")


if __name__ == "__main__":
    main()
)PY";

const ConstantDialect kPython{"True",
                              "False",
                              '[',
                              ']',
                              [](const std::string&, const std::string& name, const std::string& value) {
                                  return "    " + name + "=" + value + ",\n";
                              },
                              [](const PortableNetwork::Target& one) {
                                  return "\n        dict(name=" + quotedConstant(one.column.name) +
                                         ", row=" + std::to_string(one.row) + ", input=" + std::to_string(one.input) +
                                         ", scale=" + std::to_string(one.scale) +
                                         ", least=" + realConstant(one.minScale) + ")";
                              }};

std::string withoutQuotes(std::string text) {
    std::ranges::replace(text, '"', '\'');
    std::ranges::replace(text, '\\', '/');
    return text;
}

/// What a caller gives besides rows.
std::string moreOf(const PortableNetwork& network) {
    std::string more;
    if (!network.ahead.empty())
        more += "known=[batch, " + std::to_string(network.aheadRows()) +
                ", columns]: the rows behind the window, oldest first, of the columns NET[\"columns\"][k] for k in "
                "NET[\"known\"]; in ROWS.csv the last ones.\n";
    if (network.isMany())
        more +=
            "series=[name or number of each window's series, see NET[\"series\"]]; behind ROWS.csv its name. A series "
            "that is none of them:\nown=(offsets, scales), each [batch, names] in the order of "
            "NET[\"scale_names\"], " +
            withoutQuotes(network.scaleRule) + ".\n";
    return more;
}

}  // namespace

std::string pytorchScript(const PortableNetwork& network, const std::string& weightsFile) {
    const std::string module = weightsFile.substr(0, weightsFile.rfind('.'));
    return c_text::filled(kHead, {{"program", network.program},
                                  {"run", network.run},
                                  {"weights", network.weightsOf.english()},
                                  {"script", module + ".py"},
                                  {"module", module},
                                  {"file", quotedConstant(weightsFile)},
                                  {"more", moreOf(network)},
                                  {"net", networkConstants(network, kPython)}}) +
           std::string(kCode);
}

}  // namespace gatelab
