# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files beside it with the libraries that people use: numpy, openpyxl, pandas with odfpy, h5py, and Python's
own gzip, bz2, lzma, zipfile, tarfile, wave; zstandard, scipy, pyarrow, xarray, hdf5storage.   python3 make_files.py
The series: 60 hours from 2023-03-01 on; load = 10 + row / 4, hour = row % 24; load misses row 7."""
import bz2, datetime, gzip, io, json, lzma, os, shutil, sqlite3, tarfile, tempfile, wave, zipfile
import h5py, hdf5storage, netCDF4, numpy, openpyxl, pandas, pyarrow, pyarrow.feather, pyarrow.parquet, tables, xarray, zstandard
from odf.number import Number, PercentageStyle, Text
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style
from odf.table import Table, TableCell, TableRow
from odf.text import P
from scipy.io import netcdf_file, savemat, wavfile

os.chdir(os.path.dirname(os.path.abspath(__file__)))
ROWS = 60
times = pandas.date_range("2023-03-01", periods=ROWS, freq="h")
load = numpy.array([numpy.nan if i == 7 else 10 + i / 4 for i in range(ROWS)])
hour = numpy.array([i % 24 for i in range(ROWS)], dtype=numpy.int64)
frame = pandas.DataFrame({"time": times, "load": load, "hour": hour})
csv = frame.to_csv(index=False).encode()
other = "a,b\n1,2\n3,4\n".encode()

with gzip.GzipFile("hours.csv.gz", "wb", mtime=0) as f: f.write(csv)
open("hours.csv.bz2", "wb").write(bz2.compress(csv))
open("hours.csv.xz", "wb").write(lzma.compress(csv))
open("hours.csv.zst", "wb").write(zstandard.compress(csv))
with zipfile.ZipFile("hours.zip", "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("README.md", "# Hours\n\n" + "not, a, table\n" * 300)
    f.writestr("__MACOSX/._hours.csv", "x")
    f.writestr("data/hours.csv", csv)
    f.writestr("data/other.csv", other)
with tarfile.open("hours.tar.gz", "w:gz") as f:
    entry = tarfile.TarInfo("hours.csv")
    entry.size = len(csv)
    f.addfile(entry, io.BytesIO(csv))
with zipfile.ZipFile("twice.zip", "w") as f: f.writestr("hours.csv.gz", gzip.compress(csv))
half = "@problemName Toy\n@timeStamps false\n@univariate true\n@classLabel true a b\n@data\n"
with zipfile.ZipFile("Toy.zip", "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("Toy_TEST.ts", half + "5,6,7:a\n")
    f.writestr("Toy_TRAIN.ts", half + "1,2,3:a\n4,5,6:b\n")

book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Hours"
sheet.append(["time", "load", "hour", "day", "open"])
for i in range(ROWS):
    sheet.append([times[i].to_pydatetime(), None if i == 7 else float(load[i]), int(hour[i]), times[i].date(), i % 2 == 0])
    sheet.cell(i + 2, 4).number_format = "dd.mm.yyyy"
notes = book.create_sheet("Notes, and more")
notes.append(["x", "sum"])
for i in range(5): notes.append([i, f"=A{i + 2}*2"])
last = book.create_sheet("Others")
for i in range(4): last.cell(3 + i, 2, i * 1.5), last.cell(3 + i, 3, 'say "so", ok' if i else "word")
book.save("hours.xlsx")

cover = openpyxl.Workbook()
cover.active.title = "Info"
for row in [["Report on two places"], [], ["Author", "nobody"], ["Unit", "degC"]]: cover.active.append(row)
places = cover.create_sheet("Data")
for row in [[None, "North", None, "South", None], ["date", "Temp", "Rain", "Temp", "Rain"]]: places.append(row)
places.merge_cells("B1:C1"), places.merge_cells("D1:E1")
for i in range(20): places.append([pandas.Timestamp("2024-01-01") + pandas.Timedelta(days=i), i * 0.5, i % 3, 40 - i, i * i % 7])
cover.save("cover.xlsx")
merged = openpyxl.Workbook()  # a year over its twelve months, as people write it
sheet = merged.active
sheet.append(["Year", "Month", "Sales"])
for r in range(48): sheet.append([2018 + r // 12 if r % 12 == 0 else None, r % 12 + 1, 100 + r * r % 37])
for r in range(2, 50, 12): sheet.merge_cells(start_row=r, end_row=r + 11, start_column=1, end_column=1)
merged.save("merged.xlsx")
formulas = openpyxl.Workbook()  # which nobody has calculated yet
formulas.active.append(["Day", "Sold", "Income"])
for r in range(40): formulas.active.append([datetime.date(2024, 1, 1) + datetime.timedelta(days=r), 100 + r * r % 37, f"=B{r + 2}*2.5"])
formulas.save("formulas.xlsx")
percent = openpyxl.Workbook()  # 0.246 shown as 24.6 %; a sum without its value and a few notes behind the values
sheet = percent.active
sheet.append(["Day", "Humidity", "Mixed", "Load", "Total", "Note"])
sheet.append([None, "%", None, "kW"])
for r in range(40):
    day = datetime.date(2024, 1, 1) + datetime.timedelta(days=r)
    sheet.append([day, (200 + r * r % 37) / 1000, r / 100, r * 0.5, f"=B{r + 3}*2", "moved" if r == 20 else None])
    sheet.cell(r + 3, 2).number_format = "0.0%"
    if r % 2 == 0: sheet.cell(r + 3, 3).number_format = "0%"
percent.save("percent.xlsx")
frame.to_excel("hours.ods", engine="odf", index=False, sheet_name="Hours")


def percent_ods(path):
    book = OpenDocumentSpreadsheet()  # 0.246 shown as 24.6 %
    shown = PercentageStyle(name="N10")
    shown.addElement(Number(decimalplaces="1", minintegerdigits="1")), shown.addElement(Text(text="%"))
    book.automaticstyles.addElement(shown)
    style = Style(name="ce1", family="table-cell", datastylename="N10")
    book.automaticstyles.addElement(style)
    sheet = Table(name="Shares")
    def cell(kind, value, text):
        given = {"date": "datevalue", "string": "stringvalue"}.get(kind, "value")
        made = TableCell(valuetype=kind, stylename=style, **{given: value}) if kind == "percentage" else TableCell(valuetype=kind, **{given: value})
        made.addElement(P(text=text))
        return made
    def row(*cells):
        made = TableRow()
        for one in cells: made.addElement(one)
        sheet.addElement(made)
    row(*[cell("string", name, name) for name in ["Day", "Humidity", "Mixed", "Load"]])
    for r in range(40):
        day, share = datetime.date(2024, 1, 1) + datetime.timedelta(days=r), (200 + r * r % 37) / 1000
        row(cell("date", day.isoformat(), day.isoformat()), cell("percentage", share, f"{100 * share:.1f}%"),
            cell("percentage" if r % 2 == 0 else "float", r / 100, f"{r}%" if r % 2 == 0 else str(r / 100)), cell("float", r * 0.5, str(r * 0.5)))
    book.spreadsheet.addElement(sheet)
    book.save(path)


percent_ods("percent.ods")

frame.to_json("hours.jsonl", orient="records", lines=True, date_format="iso")
records = json.loads(frame.to_json(orient="records", date_format="iso"))
json.dump({"station": {"name": "north"}, "data": [{"time": r["time"], "at": {"load": r["load"]}, "hour": r["hour"], "pair": [i * i % 5, -(i * i % 7)]}
                                                  for i, r in enumerate(records)]}, open("nested.json", "w"))
if os.path.exists("hours.db"): os.remove("hours.db")
base = sqlite3.connect("hours.db")
frame.to_sql("hours", base, index=False)
base.execute("CREATE TABLE few(a, b)"), base.execute("INSERT INTO few VALUES(1, 2), (3, 4), (0.1, x'00ff')"), base.commit(), base.close()

numpy.save("grid.npy", numpy.arange(120, dtype=">i2").reshape(60, 2))
numpy.save("fortran.npy", numpy.asfortranarray(numpy.arange(120, dtype="<f4").reshape(60, 2)))
numpy.save("half.npy", numpy.array([0.5, -2, numpy.nan, numpy.inf, 6e-8], dtype="<f2"))
numpy.save("objects.npy", numpy.array([{"a": 1}, None], dtype=object), allow_pickle=True)
numpy.save("complex.npy", numpy.array([1 + 2j, 3]))
numpy.save("records.npy", numpy.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]))
numpy.savez_compressed("hours.npz", time=times.to_numpy().astype("datetime64[s]"), load=load, hour=hour,
                       grid=numpy.arange(120.0).reshape(60, 2), lone=numpy.arange(3), names=numpy.array(["a", "b"]))


def variable(group, name, values, **attributes):
    made = group.create_dataset(name, data=values)
    for key, value in attributes.items():
        made.attrs[key] = numpy.bytes_(value) if isinstance(value, str) else value


with h5py.File("packed.nc", "w") as f:
    variable(f, "time", numpy.arange(ROWS, dtype="i4"), units="hours since 2023-03-01 00:00:00", calendar="standard")
    packed = numpy.array([-32768 if i == 7 else round((load[i] - 20) / 0.25) for i in range(ROWS)], dtype="i2")
    variable(f, "load", packed, scale_factor=0.25, add_offset=20.0, _FillValue=numpy.int16(-32768), units="kW")
with h5py.File("noleap.nc", "w") as f:
    variable(f, "time", numpy.arange(57.0, 63.0), units="days since 2024-01-01", calendar="noleap")
    variable(f, "load", numpy.arange(6.0))
with h5py.File("ancient.nc", "w") as f:  # as reanalyses write it
    variable(f, "time", numpy.array([738582.0, 738583.0, 738584.0]) * 24, units="hours since 0001-01-01 00:00:00.0")
    variable(f, "load", numpy.arange(3.0))
with h5py.File("other_calendar.nc", "w") as f:
    variable(f, "time", numpy.arange(6.0), units="days since 2024-01-01", calendar="360_day")
    variable(f, "load", numpy.arange(6.0))
levels = xarray.Dataset({"t": (("time", "lev"), numpy.stack([numpy.arange(24.0), numpy.arange(24.0) ** 2], 1))},
                        {"time": xarray.date_range("2000-02-25", periods=24, calendar="360_day", use_cftime=True),
                         "lev": [850.0, 500.0]})
levels.to_netcdf("levels360.nc"), levels.to_netcdf("levels360_classic.nc", format="NETCDF3_CLASSIC")
for name, version, size in (("classic.nc", 1, ROWS), ("records64.nc", 2, None)):  # fixed sizes, and records
    with netcdf_file(name, "w", version=version) as f:
        f.createDimension("time", size), f.createDimension("level", 3)
        for key, kind, values, dimensions in (("time", "i", range(ROWS), ("time",)), ("load", "h", packed, ("time",)),
                                              ("wind", "f", numpy.arange(ROWS * 3).reshape(ROWS, 3), ("time", "level")),
                                              ("level", "d", [10, 100, 1000], ("level",))):
            made = f.createVariable(key, kind, dimensions)
            made[:] = values
            if key == "time": made.units = "hours since 2023-03-01 00:00"
            if key == "load": made.scale_factor, made.add_offset, made._FillValue = 0.25, 20.0, numpy.int16(-32768)
with h5py.File("records.h5", "w") as f:
    kind = [("time", "S19"), ("load", "<f8"), ("pair", ">i2", (2,)), ("note", "S5")]
    f["table"] = numpy.array([(str(times[i])[:19].replace(" ", "T").encode(), load[i], (i, -i), b"word") for i in range(ROWS)], dtype=kind)
frame.drop(columns="time").set_index(times.astype("datetime64[ns]")).to_hdf("pandas.h5", key="df", format="table")
frame.set_index(times).drop(columns="time").to_hdf("fixed.h5", key="df")
frame.rename(columns={"time": "when", "load": "Größe"}).assign(when=times.astype("datetime64[ns]")).to_hdf("dated.h5", key="df", format="table", data_columns=True, index=False)
with h5py.File("meant.h5", "w") as f:  # texts of variable length, and what is valid
    for name, values, said in (("time", numpy.arange(ROWS) / 24, {"units": "days since 2023-03-01"}), ("temp", numpy.arange(ROWS).astype("i2"), {"valid_range": numpy.array([2, 50], "i2")}),
                               ("byte", numpy.arange(ROWS).astype("i1") - 3, {"_Unsigned": "true", "_FillValue": numpy.int8(-1), "valid_max": numpy.int8(-2)})):
        f[name] = values
        f[name].attrs.update(said)
# What is no plain number: true and false, words, times of the system, and an index of two levels
hour = pandas.date_range("2023-03-01", periods=24, freq="h")
with h5py.File("kinds.h5", "w") as f:
    f["moment"] = [str(t) for t in hour]
    f["load"] = numpy.arange(24) / 4
    f["on"] = numpy.arange(24) % 3 == 0
    f["lab"] = numpy.array([b"low", b"high"])[numpy.arange(24) % 2]
    f.create_dataset("kind", data=numpy.arange(24) % 2, dtype=h5py.enum_dtype({"day": 0, "night": 1}, basetype="i1"))
with tables.open_file("system.h5", "w") as f:
    rows = f.create_table("/", "rec", {"when": tables.Time64Col(pos=0), "load": tables.Float64Col(pos=1), "ok": tables.BoolCol(pos=2)}, expectedrows=24)
    rows.append([(1677628800.0 + 3600 * r, r / 4, r % 3 == 0) for r in range(24)])
levels = pandas.DataFrame({"load": numpy.r_[numpy.arange(24) / 4, 100 - numpy.arange(24.0)]}, index=pandas.MultiIndex.from_product([["A", "B"], hour], names=["plant", "date"]))
levels.to_hdf("levels.h5", key="d", format="table", index=False)
levels.to_hdf("levels_fixed.h5", key="d")
for name in ("kinds", "system", "levels", "levels_fixed"):
    with open(name + ".h5", "rb") as f, gzip.GzipFile(name + ".h5.gz", "wb", mtime=0) as g:
        g.write(f.read())
    os.remove(name + ".h5")
with h5py.File("matlab73.mat", "w", userblock_size=512) as f:
    variable(f, "X", numpy.arange(12.0).reshape(4, 3).T, MATLAB_class="double")
    variable(f, "t", numpy.arange(4.0).reshape(4, 1), MATLAB_class="double")
    variable(f, "title", numpy.array([[72], [105]], dtype="u2"), MATLAB_class="char")
with open("matlab73.mat", "r+b") as f: f.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\0\2IM")

# Sounds, MATLAB 5 and 7, many series
things = {"X": numpy.arange(12.0).reshape(4, 3), "t": 738946 + numpy.arange(4.0).reshape(4, 1) / 24, "row": numpy.array([[1, 2, 3, 4]], dtype="i2"),
          "on": numpy.array([[True], [False], [True], [True]]), "title": "Hi there", "cells": numpy.array([[1.0], ["x"]], dtype=object),
          "z": numpy.array([1 + 2j, 3]), "s": {"load": numpy.arange(4.0) / 4, "unit": "kW"}, "grid": numpy.arange(8.0).reshape(2, 2, 2)}
savemat("matlab5.mat", things, do_compression=False), savemat("matlab7.mat", things, do_compression=True)
savemat("matlab4.mat", {"load": load.reshape(-1, 1), "hour": hour.astype("i2").reshape(1, -1), "both": numpy.column_stack([load, hour]), "word": "none"}, format="4")
cells = numpy.empty((1, 3), dtype=object)
cells[0, 0], cells[0, 1], cells[0, 2] = load.reshape(-1, 1), hour.astype(float).reshape(1, -1), "none"
savemat("cells.mat", {"c": cells}, do_compression=True)
unequal = numpy.empty((4, 1), dtype=object)
for i in range(4): unequal[i, 0] = numpy.stack([numpy.arange(3.0 + i), 100 + numpy.arange(3.0 + i)])
answers = numpy.array([["run"], ["walk"], ["run"], ["walk"]], dtype=object)
savemat("cells_unequal.mat", {"XTrain": unequal, "YTrain": answers}, do_compression=True)
lines = numpy.empty((3, 1), dtype=object)
for i in range(3): lines[i, 0] = (numpy.arange(20.0 + 5 * i) ** (1 + i)).reshape(-1, 1)
machines = numpy.zeros((1, 2), dtype=[("load", object), ("turns", object)])
for i in range(2): machines[0, i] = (numpy.arange(30.0 + i).reshape(-1, 1) / 4, numpy.arange(30.0 + i).reshape(-1, 1) % 24)
savemat("cells_lines.mat", {"runs": lines}, do_compression=True), savemat("structures.mat", {"m": machines}, do_compression=True)
for name, value in (("cells_unequal", {"XTrain": unequal, "YTrain": answers}), ("cells_lines", {"runs": lines}), ("structures", {"m": machines})):
    hdf5storage.savemat(name + "73.mat", value, format="7.3", oned_as="column", store_python_metadata=False, matlab_compatible=True)
with h5py.File("cells_again73.mat", "w", userblock_size=512) as f:
    variable(f, "#refs#/b", numpy.arange(20.0).reshape(1, 20), MATLAB_class="double")
    f.create_dataset("X", data=numpy.array([[f["#refs#/b"].ref] * 3], dtype=h5py.ref_dtype), dtype=h5py.ref_dtype)
    f["X"].attrs["MATLAB_class"] = numpy.bytes_("cell")
with netcdf_file("stations.nc", "w") as f:
    f.createDimension("station", 3), f.createDimension("time", ROWS)
    t, level = f.createVariable("time", "d", ("time",)), f.createVariable("level", "d", ("station", "time"))
    t[:], t.units, level[:] = range(ROWS), "hours since 2023-03-01", [[100 * s + i for i in range(ROWS)] for s in range(3)]
# Records inside of records, and lists of lengths of their own
inner = numpy.zeros(24, dtype=[("t", "f8"), ("pos", [("x", "f8"), ("y", "f8")])])
inner["t"], inner["pos"]["x"] = range(24), hour[:24]
with h5py.File("inner.h5", "w") as f: f["tbl"] = inner
with h5py.File("ragged.h5", "w") as f:
    cells = f.create_dataset("cells", (24,), dtype=h5py.vlen_dtype(numpy.float64))
    for i in range(24): cells[i] = numpy.arange(1.0 + i % 3)
for name in ("inner", "ragged"):
    with open(name + ".h5", "rb") as f, gzip.GzipFile(name + ".h5.gz", "wb", mtime=0) as g: g.write(f.read())
    os.remove(name + ".h5")
def related(f, text):
    """Edges of cells and names of stations by the CF conventions; text(dimension, names) writes these."""
    f.createDimension("time", ROWS), f.createDimension("station", 3), f.createDimension("two", 2)
    t, edges = f.createVariable("time", "f8", ("time",)), f.createVariable("time_bnds", "f8", ("time", "two"))
    q, level = f.createVariable("q", "f8", ("time", "station")), f.createVariable("level", "f8", ("station", "time"))
    lat, months = f.createVariable("lat", "f8", ("station",)), f.createVariable("span", "f8", ("time", "two"))
    t[:], t.units, t.bounds, t.climatology = numpy.arange(ROWS), "hours since 2023-03-01", "time_bnds", "span"
    edges[:] = numpy.column_stack([numpy.arange(ROWS), numpy.arange(ROWS) + 1.0])
    months[:], lat[:] = edges[:] * 2, [50, 51, 52]
    q[:] = [[100 * s + i for s in range(3)] for i in range(ROWS)]
    level[:] = [[1000 * s + i for i in range(ROWS)] for s in range(3)]
    text(["north", "south", "Gr\u00f6\u00dfe"])
with netcdf_file("related.nc", "w") as f:
    def letters(names):
        f.createDimension("letters", 8)
        v = f.createVariable("station_name", "c", ("station", "letters"))
        v[:] = numpy.array([list(n.encode().ljust(8, b" ")) for n in names], dtype="u1").view("S1")
    related(f, letters)
for name, kind in (("related_strings", str), ("related_letters", "S1")):
    with netCDF4.Dataset(name + ".nc", "w") as f:
        def texts(names):
            if kind is str:
                f.createVariable("station_name", str, ("station",))[:] = numpy.array(names, dtype=object)
            else:
                f.createDimension("letters", 8)
                v = f.createVariable("station_name", "S1", ("station", "letters"))
                v[:] = numpy.array([list(n.encode().ljust(8, b"\0")) for n in names], dtype="u1").view("S1")
        related(f, texts)
    with open(name + ".nc", "rb") as f, gzip.GzipFile(name + ".nc.gz", "wb", mtime=0) as g: g.write(f.read())
    os.remove(name + ".nc")
sound = numpy.array([[i, -i] for i in range(200)])
wavfile.write("stereo16.wav", 8000, (sound * 100).astype("i2")), wavfile.write("stereo32.wav", 8000, (sound * 6553600).astype("i4"))
wavfile.write("float.wav", 44100, (sound[:, 0] / 256).astype("f4")), wavfile.write("bytes.wav", 1000, (sound[:, 0] % 256).astype("u1"))
with wave.open("stereo24.wav", "wb") as f:
    f.setnchannels(2), f.setsampwidth(3), f.setframerate(8000)
    f.writeframes(b"".join(int(v * 25600).to_bytes(3, "little", signed=True) for v in sound.ravel()))
lines = lambda values: ",".join("?" if v != v else repr(float(v)) for v in values)
open("many.tsf", "w").write("# Of nobody\n@relation many\n@attribute series_name string\n@attribute start_timestamp date\n@frequency half_hourly\n@horizon 4\n@missing true\n"
    "@equallength false\n@data\n" + f"T1:2023-03-01 00-00-00:{lines(load)}\nT2:2023-03-01 05-00-00:{lines(hour[:20])}\nT3:2023-03-01 00-00-00:{lines(-load)}\n")
open("months.tsf", "w").write("@relation m\n@attribute series_name string\n@attribute start_timestamp date\n@frequency monthly\n@data\n"
                              "A:2020-01-31 00-00-00:1,2,3,4\nB:2020-02-29 00-00-00:5,6\n")
with gzip.GzipFile("records.h5.gz", "wb", mtime=0) as f: f.write(open("records.h5", "rb").read())
with zipfile.ZipFile("arrays.zip", "w", zipfile.ZIP_DEFLATED) as f: f.write("matlab5.mat", "in/matlab5.mat"), f.writestr("notes.csv", other)

# Parquet, Feather, Arrow
frame.to_parquet("hours.parquet"), frame.set_index("time").to_parquet("indexed.parquet", compression="zstd")
frame.to_feather("hours.feather")
table = pyarrow.Table.from_pandas(frame)
with pyarrow.ipc.new_stream("hours.arrow", table.schema) as f: f.write_table(table)
frame.assign(time=times.astype(str)).to_parquet("words.parquet", compression="gzip")
long = pandas.concat([pandas.DataFrame({"unique_id": name, "ds": times, "y": load * sign}) for name, sign in (("a", 1), ("b", -1))])
long.to_parquet("long.parquet")
pandas.DataFrame({"load": load, "timestamp": times.astype("datetime64[ms]").astype("int64"), "id": numpy.arange(ROWS) + 2**60}).to_parquet("stamps.parquet")
pandas.DataFrame({"when": times.tz_localize("UTC").tz_convert("Europe/Berlin"), "load": load, "state": ["on", "off"] * (ROWS // 2)}).to_parquet("zoned.parquet")
pandas.DataFrame({"item_id": ["a", "b"], "start": [times[0], times[5]], "target": [[1.0, 2, 3], [4.0, 5, 6]], "label": [0, 1]}).to_parquet("deepar.parquet")
hidden = pyarrow.Array.from_buffers(pyarrow.float64(), 4, [pyarrow.py_buffer(b"\x0d"), pyarrow.py_buffer(numpy.array([1, 999, 3, 4.0]))])  # a null with a value below it
kinds = pyarrow.table({"when": pyarrow.array([0, 3600, 7200, None], pyarrow.timestamp("s", tz="Europe/Berlin")), "hidden": hidden,
                       "on": pyarrow.array([True, False, None, True]), "byte": pyarrow.array([-1, 2, 3, 4], pyarrow.int8()), "half": numpy.array([0.5, -2, 1, 1], "f2"),
                       "price": pyarrow.array(["1.25", "2.50", None, "4"]).cast(pyarrow.decimal128(10, 2)),
                       "level": pyarrow.array([1, 2, 2, 1]).dictionary_encode(), "day": pyarrow.array([0, 1, 2, 3], pyarrow.date32()),
                       "pair": pyarrow.array([{"a": 1}] * 4), "nothing": pyarrow.nulls(4)})
pyarrow.parquet.write_table(kinds, "kinds.parquet", write_page_checksum=True)
# Views, as polars writes texts
pyarrow.feather.write_feather(pyarrow.table({"name": pyarrow.array(["x", "a name of more than twelve letters", None], pyarrow.string_view()), "v": [1.5, 2.5, 3.5]}),
                              "views.feather", compression="uncompressed")
# A date and a clock apart, exact decimals; steps of 100 ns; periods of months and weeks
pyarrow.parquet.write_table(pyarrow.table({"day": pyarrow.array([r // 24 for r in range(ROWS)], pyarrow.date32()), "h": pyarrow.array([r % 24 * 3600 for r in range(ROWS)], pyarrow.time32("s")),
                                           "price": pyarrow.array([f"{400 + r}.{(r * 37) % 100:02}" for r in range(ROWS)]).cast(pyarrow.decimal128(10, 2)),
                                           "long": pyarrow.array([f"12345678901234567.{r:02}7" for r in range(ROWS)]).cast(pyarrow.decimal128(30, 3))}), "clocks.parquet")
pyarrow.parquet.write_table(pyarrow.table({"t": pyarrow.array([r * 100 for r in range(ROWS)], pyarrow.timestamp("ns")), "v": list(range(ROWS))}), "nanos.parquet")
pandas.DataFrame({"month": pandas.period_range("1999-11", periods=ROWS, freq="M"), "v": range(ROWS)}).to_parquet("periods.parquet")
pyarrow.parquet.write_table(pyarrow.table({"t": pyarrow.array(times), "v": pyarrow.array(range(ROWS)), "xyz": pyarrow.array([[r, r + 0.25, r + 0.5] for r in range(ROWS)], pyarrow.list_(pyarrow.float64(), 3))}), "beside.parquet")
lists = pyarrow.table({"id": ["a", "b", "c"], "timestamp": [list(times[:5].to_pydatetime()), list(times[2:9].to_pydatetime()), list(times[:5].to_pydatetime())],
                       "target": [[1.0, 2, None, 4, 5], [7.0] * 7, [0.0, 1, 2, 3, 4]]})
pyarrow.parquet.write_table(lists, "lists.parquet")
pyarrow.feather.write_feather(pyarrow.table({"item_id": ["p", "q"], "start": [times[0], times[3]], "freq": ["H", "H"],
                                             "target": pyarrow.array([[1, 2, 3], [4, 5, 6]], pyarrow.large_list(pyarrow.float32()))}), "gift.feather")


def stretch(first, rows, base):  # a table of days
    dates = pandas.date_range(first, periods=rows, freq="D")
    return pandas.DataFrame({"date": dates, "flow": base + numpy.arange(rows) / 2, "rain": numpy.arange(rows) % 3})


def book_of(name, sheets, cover=False):
    with pandas.ExcelWriter(name) as f:
        if cover: pandas.DataFrame({"About": ["made by hand"]}).to_excel(f, sheet_name="Info", index=False)
        for sheet, table in sheets.items(): table.to_excel(f, sheet_name=sheet, index=False)


book_of("years.xlsx", {"2022": stretch("2022-03-01", 20, 100), "2021": stretch("2021-03-01", 20, 0)}, cover=True)
book_of("gauges.xlsx", {"North": stretch("2022-03-01", 20, 100), "South": stretch("2022-03-01", 25, 0)})
with sqlite3.connect("gauges.db") as f:
    stretch("2022-03-01", 20, 100).to_sql("north", f, index=False)
    stretch("2022-03-01", 25, 0).to_sql("south", f, index=False)
with zipfile.ZipFile("months.zip", "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("README.md", "the months")
    f.writestr("__MACOSX/._2022-01.csv", "x")
    f.writestr("flow/2022-02.csv", stretch("2022-02-01", 28, 31).to_csv(index=False))
    f.writestr("flow/2022-01.csv", stretch("2022-01-01", 31, 0).to_csv(index=False))
with zipfile.ZipFile("outside.zip", "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("a.csv", stretch("2022-02-01", 28, 31).to_csv(index=False))
    f.writestr("../b.csv", stretch("2022-03-01", 28, 31).to_csv(index=False))


def spoken(samples, pitch):
    memory = io.BytesIO()
    with wave.open(memory, "wb") as f:
        f.setnchannels(1), f.setsampwidth(2), f.setframerate(4000)
        f.writeframes((8000 * numpy.sin(pitch * numpy.arange(samples))).astype("<i2").tobytes())
    return memory.getvalue()


with tarfile.open("words.tar.gz", "w:gz") as f:
    for name, pitch in {"no": 0.1, "yes": 0.3}.items():
        for i in (1, 2, 3):
            sound = spoken(2100 + i, pitch)
            entry = tarfile.TarInfo(f"words/{name}/{i:03}.wav")
            entry.size = len(sound)
            f.addfile(entry, io.BytesIO(sound))
with zipfile.ZipFile("hive.zip", "w") as f:  # as pandas writes a partitioned data set
    folder = tempfile.mkdtemp()
    both = pandas.concat([stretch("2022-01-25", 14, 0).assign(place="north"), stretch("2022-01-25", 14, 50).assign(place="south")])
    both.assign(month=both.date.dt.month).to_parquet(folder, partition_cols=["place", "month"], index=False)
    for root, _, names in sorted(os.walk(folder)):
        for i, name in enumerate(sorted(names)):
            inside = os.path.relpath(os.path.join(root, f"part-{i}.parquet"), folder)
            with open(os.path.join(root, name), "rb") as part: f.writestr(inside, part.read())
    shutil.rmtree(folder)
# 3-D arrays: 6 and 4 sequences of 9 steps and 2 channels; channel 0 is 100 * sequence + step, channel 1 its negative.
# Sequence 1 of the training part ends after 5 steps. Classes: words, 0 to 2, the 1 of a row.
def sequences(first, count):
    n, t = numpy.meshgrid(numpy.arange(first, first + count), numpy.arange(9), indexing="ij")
    return numpy.stack([100.0 * n + t, -100.0 * n - t], axis=2)
train, test = sequences(0, 6), sequences(6, 4)
train[1, 5:, :] = numpy.nan
kinds = numpy.array(["walk", "run", "sit"])
number = [numpy.arange(6) % 3, numpy.arange(4) % 3]
words = [kinds[one] for one in number]
numpy.savez("sequences.npz", X_train=train, y_train=words[0], X_test=test.astype(">f4"), y_test=words[1])
numpy.savez_compressed("sequences_first.npz", trainX=numpy.asfortranarray(train.transpose(0, 2, 1)), trainY=numpy.eye(3)[number[0]])
with h5py.File("sequences.h5", "w", track_order=False) as f:
    for part, x, y in (("train", train, words[0]), ("test", test, words[1])):
        f[part + "/X"] = x
        f[part + "/labels"] = [word.encode() for word in y]
savemat("sequences.mat", {"X_train": train.transpose(1, 2, 0), "y_train": number[0], "X_test": test.transpose(1, 2, 0), "y_test": number[1]})
savemat("sequences_cells.mat", {"X": train, "y": words[0].astype(object)}, do_compression=True)
savemat("sequences_letters.mat", {"X": train, "labels": words[0]})
hdf5storage.savemat("sequences_cells73.mat", {"X": train, "labels": words[0].astype(object)}, format="7.3", oned_as="column", store_python_metadata=False)
with netcdf_file("sequences.nc", "w") as f:
    for name, size in (("channel", 2), ("time", 9), ("sample", 6)): f.createDimension(name, size)
    f.createVariable("signal", "d", ("channel", "time", "sample"))[:] = train.transpose(2, 1, 0)
    f.createVariable("label", "i", ("sample",))[:] = number[0]
numpy.save("sequences_alone.npy", train.astype(numpy.float16) / 64)
# Grids as xarray writes them: 6 hours, 3 latitudes, 4 longitudes; t2m = 280 + hour + (4 * i + j) / 4 in packed integers,
# t (level 500 and 850 hPa before them) = 1000 * hour + 100 * level + 10 * i + j; sst on a curved grid of 2 x 2.
hours, north, east = times[:6].values, [53.0, 52.5, 52.0], [12.75, 13.0, 13.25, 13.5]
at = numpy.arange(12).reshape(1, 3, 4) / 4
t2m = 280 + numpy.arange(6).reshape(6, 1, 1) + at
h, l, i, j = numpy.meshgrid(numpy.arange(6), numpy.arange(2), numpy.arange(3), numpy.arange(4), indexing="ij")
grid = xarray.Dataset(
    {"t2m": (("valid_time", "latitude", "longitude"), t2m, {"units": "K", "long_name": "2 metre temperature"}),
     "t": (("level", "valid_time", "latitude", "longitude"), (1000.0 * h + 100 * l + 10 * i + j).transpose(1, 0, 2, 3)),
     "sst": (("valid_time", "y", "x"), numpy.arange(24.0).reshape(6, 2, 2))},
    coords={"valid_time": hours, "level": ("level", [500, 850], {"units": "hPa"}), "number": 0,
            "latitude": ("latitude", north, {"units": "degrees_north"}),
            "longitude": ("longitude", east, {"units": "degrees_east"}),
            "nav_lat": (("y", "x"), [[-5.0, -5.1], [-6.0, -6.1]], {"standard_name": "latitude"}),
            "nav_lon": (("y", "x"), [[359.0, 1.0], [359.5, 1.5]], {"standard_name": "longitude"})})
packing = {"t2m": {"dtype": "i2", "scale_factor": 0.25, "add_offset": 280.0, "_FillValue": -32767}}
grid.to_netcdf("grid.nc", engine="netcdf4", encoding=packing)
grid.to_netcdf("grid_classic.nc", engine="scipy", encoding=packing)
# Records of numpy, two frames of pandas in one file, sequences of unequal length as objects
numpy.save("frame_records.npy", frame.set_index("time").to_records())
mixed = numpy.zeros(ROWS, dtype=[("at", "<M8[s]"), ("both", ">f4", (2,)), ("word", "<U5"), ("", "V3"), ("hour", "u1")])
mixed["at"], mixed["both"], mixed["hour"] = times.values, numpy.stack([load, 2 * load], 1), hour
mixed["word"] = ["late" if h > 12 else "früh" for h in hour]
numpy.savez("records.npz", table=mixed)
for key, factor in (("a", 1), ("b", 2)): (factor * frame.set_index("time")).to_hdf("two_keys.h5", key=key, mode="a")
numpy.savez("ragged.npz", X=numpy.array([numpy.zeros((n, 2)) for n in (5, 7, 9)], dtype=object), y=numpy.arange(3))
# Structures: fields of fields, some missing; one as deep as nobody reads
at = [None if i % 10 == 7 else {"load": 10 + i / 4, "deep": None if i % 10 == 3 else {"hour": i % 24}} for i in range(ROWS)]
pyarrow.parquet.write_table(pyarrow.table({"time": times, "at": at, "hour": hour, "too": [{"a": {"b": {"c": {"d": 1}}}}] * ROWS}), "nested.parquet")
