#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The peer of gatelab-worker bench: the same LSTM forecasting job in PyTorch, as a default user and as an expert would write it.

One JSON line per run: samples/s, ms per step, validation MSE, test MSE/MAE on the standardised scale, peak memory, versions.

    torch_peer.py --mode default --shape B --epochs 2
    torch_peer.py --mode expert  --csv ETTh1.csv --target OT --lookback 96 --horizon 24 --hidden 64 --epochs 5
    torch_peer.py --each default:B,expert:B,expert:B:tf32   # one after the other in one process, a line each
    torch_peer.py --kernel --shape B --threads 1            # forward + backward of nn.LSTM alone

"default" leaves PyTorch as it comes, TF32 inside cuDNN's layers included; --precision is the expert's. Each line tells both switches of TF32.

Shapes (batch, steps, inputs, hidden, layers): A 32,24,8,32,1  B 64,96,8,64,1  C 64,168,8,128,2  D 128,336,16,256,2  E 256,512,64,1024,2  F 8,48,32,512,1  G 256,12,3,20,1
H 64,96,8,160,1
Needs torch (2.11.0 to compare like with like) and numpy.
"""
import argparse, json, platform, resource, time
import numpy as np
import torch
from torch import nn

SHAPES = {"A": (32, 24, 8, 32, 1), "B": (64, 96, 8, 64, 1), "C": (64, 168, 8, 128, 2),
          "D": (128, 336, 16, 256, 2), "E": (256, 512, 64, 1024, 2), "F": (8, 48, 32, 512, 1), "G": (256, 12, 3, 20, 1),
          "H": (64, 96, 8, 160, 1)}


class Windows(torch.utils.data.Dataset):
    """What a default user writes: one window per __getitem__."""
    def __init__(self, x, y, lookback, horizon):
        self.x, self.y, self.lookback, self.horizon = x, y, lookback, horizon
    def __len__(self):
        return len(self.x) - self.lookback - self.horizon + 1
    def __getitem__(self, i):
        return self.x[i:i + self.lookback], self.y[i + self.lookback:i + self.lookback + self.horizon]


class Forecaster(nn.Module):
    def __init__(self, kind, inputs, hidden, layers, horizon, batch_first):
        super().__init__()
        self.rnn = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}[kind](inputs, hidden, layers, batch_first=batch_first)
        self.head = nn.Linear(hidden, horizon)
        self.batch_first = batch_first
    def forward(self, x):
        out = self.rnn(x)[0]
        return self.head(out[:, -1] if self.batch_first else out[-1])


def series(args):
    """[rows, inputs] float32, target [rows], row borders of train/validation/test."""
    if args.csv:
        lines = open(args.csv).read().splitlines()
        names = lines[0].split(",")
        data = np.array([l.split(",")[1:] for l in lines[1:]], dtype=np.float64)
        t = names[1:].index(args.target)
        cut = (8640, 11520, 14400) if "ETTh" in args.csv else tuple(int(len(data) * s) for s in (0.6, 0.8, 1.0))
        x = data[:, [t]] if args.univariate else data
        mean, std = x[:cut[0]].mean(0), x[:cut[0]].std(0)
        x = (x - mean) / std
        y = x[:, 0] if args.univariate else x[:, t]
        return x.astype(np.float32), y.astype(np.float32), cut
    rng = np.random.default_rng(1)
    n, inputs = args.rows, args.inputs
    x = rng.standard_normal((n, inputs)).astype(np.float32)
    y = np.sin(np.arange(n) / 20).astype(np.float32) + 0.1 * x[:, 0]
    return x, y, (int(n * 0.8), int(n * 0.9), n)


def gatelab_order(count, seed, epoch):
    """The order in which Gatelab shuffles: Philox4x32-10 keyed by the seed, one stream per epoch, bounded after Lemire."""
    def blocks():
        index = 0
        while True:
            c, k0, k1 = [index & 0xFFFFFFFF, index >> 32 ^ 2 << 16, epoch & 0xFFFFFFFF, epoch >> 32], seed & 0xFFFFFFFF, seed >> 32
            for _ in range(10):
                p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
                c = [p1 >> 32 ^ c[1] ^ k0, p1 & 0xFFFFFFFF, p0 >> 32 ^ c[3] ^ k1, p0 & 0xFFFFFFFF]
                k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
            yield c[1] << 32 | c[0]
            yield c[3] << 32 | c[2]
            index += 1
    words, order = blocks(), list(range(count))
    for i in range(count, 1, -1):
        product = next(words) * i
        while product % 2**64 < 2**64 % i: product = next(words) * i
        j = product >> 64
        order[i - 1], order[j] = order[j], order[i - 1]
    return order


def save_start(model, path):
    """The weights as safetensors, with PyTorch's names."""
    header, data = {}, b""
    for name, value in model.state_dict().items():
        raw = value.detach().cpu().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + data)


def evaluate(model, x, y, args, device, first, last):
    """MSE and MAE over all windows whose targets lie in [first, last)."""
    starts = torch.arange(first - args.lookback, last - args.lookback - args.horizon + 1, device=device)
    se = ae = n = 0.0
    steps, ahead = torch.arange(args.lookback, device=device), torch.arange(args.horizon, device=device) + args.lookback
    with torch.no_grad():
        for s in starts.split(1024):
            xb = x[s[:, None] + steps]
            d = model(xb if model.batch_first else xb.transpose(0, 1)) - y[s[:, None] + ahead]
            se += float((d * d).sum()); ae += float(d.abs().sum()); n += d.numel()
    return se / n, ae / n


def train(args, device):
    torch.manual_seed(args.seed)
    xs, ys, cut = series(args)
    args.inputs = xs.shape[1]
    x, y = torch.from_numpy(xs), torch.from_numpy(ys)
    expert = args.mode == "expert"
    model = Forecaster(args.kind, args.inputs, args.hidden, args.layers, args.horizon, batch_first=not expert).to(device)
    cuda = device.type == "cuda"
    optimiser = torch.optim.Adam(model.parameters(), lr=args.lr, **(dict(fused=True, capturable=cuda) if expert else {}))
    if args.save_start: save_start(model, args.save_start)
    loss_of = nn.MSELoss()
    count = cut[0] - args.lookback - args.horizon + 1
    steps_per_epoch = count // args.batch
    xd, yd = x.to(device), y.to(device)
    lookback, ahead = torch.arange(args.lookback, device=device), torch.arange(args.horizon, device=device) + args.lookback

    def sync():
        if cuda: torch.cuda.synchronize()

    if not expert:
        loader = torch.utils.data.DataLoader(Windows(x[:cut[0]], y[:cut[0]], args.lookback, args.horizon), batch_size=args.batch,
                                             shuffle=True, drop_last=True, num_workers=args.workers, pin_memory=cuda)
        def epoch():
            total = 0.0
            for xb, yb in loader:
                xb, yb = xb.to(device), yb.to(device)
                optimiser.zero_grad()
                loss = loss_of(model(xb), yb)
                loss.backward()
                optimiser.step()
                total += loss.item()
            return total / steps_per_epoch
    else:
        index = torch.zeros(args.batch, dtype=torch.long, device=device)
        running = torch.zeros((), device=device)
        def step():
            optimiser.zero_grad(set_to_none=False)
            with torch.autocast(device.type, torch.bfloat16, enabled=args.precision == "bf16"):
                forecast = model(xd[index + lookback[:, None]])
            loss = loss_of(forecast.float(), yd[index[:, None] + ahead])
            loss.backward()
            optimiser.step()
            running.add_(loss.detach())
        if cuda:
            side = torch.cuda.Stream()
            with torch.cuda.stream(side):
                for _ in range(3): step()
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph): step()
            step = graph.replay
        def epoch():
            running.zero_()
            order = torch.tensor(gatelab_order(count, args.seed, len(losses)), device=device) if args.gatelab_order else torch.randperm(count, device=device)
            order = order[:steps_per_epoch * args.batch].view(-1, args.batch)
            for row in order:
                index.copy_(row)
                step()
            return float(running) / steps_per_epoch

    seconds, losses = [], []
    clock = time.process_time if args.processor_time else time.perf_counter
    for _ in range(args.epochs + 1):        # the first epoch warms up and is not timed
        sync(); t = clock()
        losses.append(epoch())
        sync(); seconds.append(clock() - t)
    best = min(seconds[1:])
    validation = evaluate(model, xd, yd, args, device, cut[0], cut[1])[0]
    mse, mae = evaluate(model, xd, yd, args, device, cut[1], cut[2])
    return dict(ms_per_step=1e3 * best / steps_per_epoch, samples_per_s=steps_per_epoch * args.batch / best,
                epoch_s=best, steps_per_epoch=steps_per_epoch, train_loss=losses[-1], validation_mse=validation, test_mse=mse, test_mae=mae)


def kernel(args, device):
    """Forward + backward of the recurrent layer alone, time-major. With one thread of the CPU its processor time, which other programs do not count in."""
    clock = time.process_time if device.type == "cpu" and args.threads == 1 else time.perf_counter
    rnn = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}[args.kind](args.inputs, args.hidden, args.layers).to(device)
    x = torch.randn(args.lookback, args.batch, args.inputs, device=device)
    times = []
    for i in range(args.repeats + 3):
        if device.type == "cuda": torch.cuda.synchronize()
        t = clock()
        out = rnn(x)[0]
        out.backward(torch.ones_like(out))
        if device.type == "cuda": torch.cuda.synchronize()
        times.append(clock() - t)
    times = sorted(times[3:])
    return dict(ms_min=1e3 * times[0], ms_median=1e3 * times[len(times) // 2])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--mode", choices=("default", "expert"), default="default")
    p.add_argument("--kernel", action="store_true")
    p.add_argument("--shape", choices=SHAPES)
    p.add_argument("--kind", choices=("lstm", "gru", "rnn"), default="lstm")
    for name, value in dict(batch=64, lookback=96, inputs=8, hidden=64, layers=1, horizon=24, epochs=2, rows=6000, seed=1, workers=0, repeats=20).items():
        p.add_argument("--" + name, type=int, default=value)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--csv"); p.add_argument("--target", default="OT"); p.add_argument("--univariate", action="store_true")
    p.add_argument("--gatelab-order", action="store_true", help="expert: shuffle as Gatelab does with the same seed")
    p.add_argument("--processor-time", action="store_true", help="of training: what other programs take away does not count; with one thread")
    p.add_argument("--save-start", help="write the start values there (safetensors)")
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--threads", type=int, default=0)
    p.add_argument("--precision", choices=("fp32", "tf32", "bf16"), default="fp32", help="of the expert's products")
    p.add_argument("--each", help="MODE:SHAPE or MODE:SHAPE:PRECISION, separated by commas")
    args = p.parse_args()
    if args.threads: torch.set_num_threads(args.threads)
    as_it_comes = torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32
    rows = [tuple((text + ":fp32").split(":")[:3]) for text in args.each.split(",")] if args.each else [(args.mode, args.shape, args.precision)]
    for row in rows:
        args.mode, args.shape, args.precision = row
        try: print(json.dumps(({"row": ":".join(row)} if args.each else {}) | measure(args, as_it_comes)), flush=True)
        except Exception as problem:
            if len(rows) == 1: raise
            print(json.dumps({"row": ":".join(row), "error": str(problem)}), flush=True)


def measure(args, as_it_comes):
    """One job; as_it_comes: what PyTorch allows TF32 to at its start, inside cuDNN and for matrix products."""
    if args.shape:
        args.batch, args.lookback, args.inputs, args.hidden, args.layers = SHAPES[args.shape]
    device = torch.device(args.device)
    expert_tf32 = args.precision == "tf32"
    plain = args.mode == "default" and not args.kernel
    torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32 = as_it_comes if plain else (expert_tf32, expert_tf32)
    if device.type == "cuda": torch.cuda.reset_peak_memory_stats()
    result = kernel(args, device) if args.kernel else train(args, device)
    result.update(peer="pytorch", mode="kernel" if args.kernel else args.mode, kind=args.kind, device=args.device, threads=torch.get_num_threads(),
                  batch=args.batch, lookback=args.lookback, inputs=args.inputs, hidden=args.hidden, layers=args.layers, torch=torch.__version__,
                  python=platform.python_version(), max_rss_mib=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                  tf32_cudnn=torch.backends.cudnn.allow_tf32, tf32_matmul=torch.backends.cuda.matmul.allow_tf32)
    if device.type == "cuda":
        result.update(gpu=torch.cuda.get_device_name(), peak_mib=torch.cuda.max_memory_allocated() / 2**20)
    return result


if __name__ == "__main__":
    main()
