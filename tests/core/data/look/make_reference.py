# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes reference.json beside this file: what statsmodels 0.15 and SciPy 1.17 say of six short series (numpy 2.4)."""
import json, os, warnings
import numpy as np
from scipy import signal, stats
from statsmodels.tsa import stattools

warnings.simplefilter("ignore")
random = np.random.default_rng(7)
n = 240
noise = random.normal(size=n)
ar = np.zeros(n)
for t in range(1, n):
    ar[t] = 0.6 * ar[t - 1] + noise[t]
season = 10 + 3 * np.sin(2 * np.pi * np.arange(n) / 24) + random.normal(size=n)
gaps = season.copy()
gaps[[3, 4, 5, 60, 61, 100, 200, 201, 202, 203]] = np.nan
made = {"level": ar, "walk": np.cumsum(random.normal(size=n)), "season": season, "gaps": gaps,
        "shift": random.normal(size=n) + 4 * (np.arange(n) >= n // 2), "short": random.normal(size=31)}


def figures(x):
    k = min(30, len(x) // 2)
    if np.isnan(x).any():
        r = stattools.acf(x, adjusted=True, nlags=k, fft=False, missing="conservative")
        return {"acf": list(r * (len(x) - np.arange(k + 1)) / len(x))}
    r, interval = stattools.acf(x, nlags=k, fft=False, alpha=0.05)
    frequency, power = signal.periodogram(x, window="hann", detrend="linear", scaling="density")
    adf = stattools.adfuller(x)
    kpss = stattools.kpss(x)
    return {"acf": list(r), "bound": list(interval[:, 1] - r), "pacf": list(stattools.pacf(x, nlags=min(k, len(x) // 2 - 1), method="ldb")),
            "frequency": list(frequency[1:]), "power": list(power[1:]),
            "adf": [adf[0], adf[1], int(adf[2]), int(adf[3])], "kpss": [kpss[0], kpss[1], int(kpss[2])],
            "skewness": float(stats.skew(x)), "median": float(np.median(x)), "quartiles": list(np.percentile(x, [25, 75]))}


everything = {}
for name, x in made.items():
    x = np.round(x, 5)
    everything[name] = {"values": [None if np.isnan(v) else v for v in x], **figures(x)}
a, b = (np.array(everything[k]["values"], float) for k in ("level", "season"))
everything["ccf"] = {"first_after": list(stattools.ccf(a, b, adjusted=False)[:21]), "first_before": list(stattools.ccf(b, a, adjusted=False)[:21])}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference.json"), "w") as out:
    text = json.dumps(everything, default=float)
    out.write(text.replace('}, "', '},\n"') + "\n")
