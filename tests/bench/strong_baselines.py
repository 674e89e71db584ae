#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""References of the strong baselines: what statsforecast 2.1.1 makes of ETS and ARIMA on the panel, written to
tests/core/baselines/reference/strong.json (values of the series too, so that the test needs no other file).

    pip install statsforecast==2.1.1 && tests/bench/strong_baselines.py FOLDER_OF_THE_PANEL
"""
import csv, json, math, os, sys, time

import numpy as np
from statsforecast.arima import auto_arima_f, forecast_arima
from statsforecast.ets import ets_f, forecast_ets

AHEAD = 12
# name: file, column, period, rows (the last ones), rows summed into one
SERIES = {
    "air": ("AirPassengers.csv", 1, 12, 144, 1), "beer": ("ausbeer.csv", 0, 4, 211, 1),
    "co2": ("gasrate_co2.csv", 1, 1, 296, 1), "flu": ("ILINet.csv", 1, 1, 300, 1),
    "exchange": ("exchange_rate.csv", 0, 1, 300, 1), "heart": ("heart_rate.csv", 0, 1, 300, 1),
    "sunspots": ("monthly-sunspots.csv", 1, 12, 240, 1), "taxi": ("taxi_new_york_passengers.csv", 1, 12, 240, 4),
    "load": ("taylor.csv", 0, 12, 240, 4), "temperature": ("temps.csv", 1, 7, 300, 1),
    "gasoline": ("us_gasoline.csv", 1, 1, 300, 1),
}


def values(folder, file, column, rows, together):
    with open(os.path.join(folder, file)) as text:
        all_rows = list(csv.reader(text))[1:]
    numbers = [float(row[column]) for row in all_rows if row and row[column] not in ("", "X")]
    if file == "us_gasoline.csv":
        numbers.reverse()
    numbers = [sum(numbers[i:i + together]) for i in range(0, len(numbers) - together + 1, together)]
    return np.array(numbers[-rows:])


def ets(y, period):
    fit = ets_f(y, m=period, model="ZZZ", damped=None)
    form = fit["components"]
    alpha, beta, gamma, phi = [None if math.isnan(v) else float(v) for v in fit["par"][:4]]
    return {"form": form, "alpha": alpha, "beta": beta, "gamma": gamma, "phi": phi,
            "states": [float(v) for v in fit["states"][0]], "aicc": float(fit["aicc"]), "deviance": -2 * float(fit["loglik"]),
            "forecast": [float(v) for v in forecast_ets(fit, AHEAD)["mean"]]}


def arima(y, period):
    fit = auto_arima_f(y, period=period, seasonal=period > 1, approximation=False)
    p, q, P, Q, m, d, D = fit["arma"]
    return {"order": [int(p), int(d), int(q)], "seasonal": [int(P), int(D), int(Q)],
            "coefficients": {k: float(v) for k, v in fit["coef"].items()}, "loglik": float(fit["loglik"]),
            "sigma2": float(fit["sigma2"]), "aicc": float(fit["aicc"]),
            "forecast": [float(v) for v in forecast_arima(fit, AHEAD)["mean"]]}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    out = {}
    for name, (file, column, period, rows, together) in SERIES.items():
        y = values(sys.argv[1], file, column, rows, together)
        began = time.time()
        one = {"file": file, "period": period, "values": y.tolist(), "ets": ets(y, period)}
        middle = time.time()
        one["arima"] = arima(y, period)
        print(name, len(y), one["ets"]["form"], one["arima"]["order"], one["arima"]["seasonal"],
              f"{middle - began:.1f} s, {time.time() - middle:.1f} s", flush=True)
        out[name] = one
    path = os.path.join(here, "..", "core", "baselines", "reference", "strong.json")
    with open(path, "w") as text:
        json.dump(out, text, separators=(",", ":"))
        text.write("\n")


if __name__ == "__main__":
    main()
