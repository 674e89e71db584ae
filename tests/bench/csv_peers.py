# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a CSV as other programs do, when told to: name, tab, file on a line; the answer is its seconds and those of
the processor. tst_csv_speed asks.

csv_peers.py THREADS; needs pandas, polars and duckdb."""
import gc
import os
import sys
import time

threads = sys.argv[1]
os.environ["POLARS_MAX_THREADS"] = threads
import duckdb  # noqa: E402  (the number of threads is read when a library is loaded)
import pandas  # noqa: E402
import polars  # noqa: E402

database = duckdb.connect(config={"threads": int(threads)})


def duck(file):
    database.execute(f"create or replace table read as select * from read_csv('{file}')")


READERS = {
    "pandas": lambda file: pandas.read_csv(file),
    "pandas, times": lambda file: pandas.read_csv(file, parse_dates=[0]),
    "polars": lambda file: polars.read_csv(file),
    "polars, times": lambda file: polars.read_csv(file, try_parse_dates=True),
    "duckdb": duck,
}

print(f"pandas {pandas.__version__}, polars {polars.__version__}, duckdb {duckdb.__version__}", flush=True)
for line in sys.stdin:
    name, file = line.rstrip("\n").split("\t")
    begun, work = time.perf_counter(), time.process_time()
    table = READERS[name](file)
    seconds, work = time.perf_counter() - begun, time.process_time() - work
    del table
    gc.collect()
    print(seconds, work, flush=True)
