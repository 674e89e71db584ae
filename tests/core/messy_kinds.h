// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/messy_judge.h"
#include "data/doctor.h"

#include <utility>

/// Files of the kinds that people met (bug reports, questions, exports of loggers and offices), made at random, with
/// what they truly say, or with the words that must be said of them.
namespace messy {

struct KindFile {
    std::string name = "table.csv", text;
    Truth truth;
    /// One of these must stand in a warning, a finding or the refusal; empty: the truth decides.
    std::vector<std::string> mustSay;
    std::size_t sequences = 0;  ///< > 0: what it holds where it is read as sequences with their classes
};
struct Kind {
    const char* name;
    KindFile (*make)(Rng& rng);
};

inline constexpr std::int64_t kSecond = 1'000'000, kHourMicros = 3600 * kSecond, kDayMicros = 24 * kHourMicros;

/// Times and columns of a random table, with texts of its cells.
struct Plain {
    Truth truth;
    int digits = 2;
    std::size_t rows = 0;
    [[nodiscard]] std::string cell(std::size_t c, std::size_t r) const {
        return written(truth.columns[c][r], digits, '.');
    }
    [[nodiscard]] std::string cells(std::size_t r, const std::string& delimiter = ",") const {
        std::string text;
        for (std::size_t c = 0; c < truth.columns.size(); ++c) text += (c ? delimiter : "") + cell(c, r);
        return text;
    }
    [[nodiscard]] std::string names(const std::string& delimiter = ",") const {
        std::string text;
        for (std::size_t c = 0; c < truth.names.size(); ++c) text += (c ? delimiter : "") + truth.names[c];
        return text;
    }
    [[nodiscard]] std::string time(std::size_t r, std::size_t length = 19) const {
        return timeText(truth.times[r]).substr(0, length);
    }
};

/// `noise`: of the standard deviation 20 that a rough signal has; about a level of 1000 where it is small.
inline Plain plain(Rng& rng, std::int64_t step, double noise = 1, std::size_t columns = 0) {
    Plain out;
    out.rows = 60 + rng.below(140);
    const std::int64_t start = INT64_C(1'600'000'000) * kSecond / kDayMicros * kDayMicros +
                               static_cast<std::int64_t>(rng.below(900)) * kDayMicros;
    for (std::size_t r = 0; r < out.rows; ++r) out.truth.times.push_back(start + static_cast<std::int64_t>(r) * step);
    for (std::size_t c = 0; c < (columns ? columns : 1 + rng.below(3)); ++c) {
        std::vector<double> values;
        for (std::size_t r = 0; r < out.rows; ++r)
            values.push_back(std::round(((noise < 0.1 ? 1000 : 0) + 20 * noise * rng.normal()) * 100) / 100 + 0.0);
        out.truth.columns.push_back(std::move(values));
        out.truth.names.push_back("v" + std::to_string(c) + "x");
    }
    return out;
}

inline std::string rowsOf(const Plain& table, const std::function<std::string(std::size_t)>& row) {
    std::string text;
    for (std::size_t r = 0; r < table.rows; ++r) text += row(r) + "\n";
    return text;
}
inline std::string manyCells(std::size_t count, const std::function<std::string(std::size_t)>& cell) {
    std::string text;
    for (std::size_t c = 0; c < count; ++c) text += (c ? "," : "") + cell(c);
    return text;
}
inline std::string twoDigits(std::size_t n) { return (n < 10 ? "0" : "") + std::to_string(n); }
/// The numbers of "2024-05-31 14:30:00" from `at` on, `length` digits.
inline int partOf(const Plain& t, std::size_t r, std::size_t at, std::size_t length) {
    return std::stoi(t.time(r).substr(at, length));
}

/// Rows that must stay, notes that are none, blocks of zeros, and what stands before the first row.
inline const std::vector<Kind>& rowKinds() {
    static const std::vector<Kind> kKinds = {
        {"slow, stamps to the minute",
         [](Rng& rng) {
             Plain t = plain(rng, static_cast<std::int64_t>(20 + rng.below(36)) * kSecond, 0.001);
             const std::string text = "time," + t.names() + "\n" +
                                      rowsOf(t, [&](std::size_t r) { return t.time(r, 16) + "," + t.cells(r); });
             for (std::int64_t& time : t.truth.times) time = time / (60 * kSecond) * (60 * kSecond);
             return KindFile{"table.csv", text, t.truth, {}};
         }},
        {"slow, some times missing",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros, 0.001);
             const std::size_t every = 4 + rng.below(40);
             return KindFile{
                 "table.csv",
                 "time," + t.names() + "\n" +
                     rowsOf(t, [&](std::size_t r) { return (r % every == 3 ? "" : t.time(r)) + "," + t.cells(r); }),
                 t.truth,
                 {}};
         }},
        {"two rows at one time",
         [](Rng& rng) {
             Plain t = plain(rng, kHourMicros, 0.001);
             for (std::size_t r = 1; r < t.rows; r += 2) t.truth.times[r] = t.truth.times[r - 1];
             return KindFile{
                 "table.csv",
                 "time," + t.names() + "\n" + rowsOf(t, [&](std::size_t r) { return t.time(r) + "," + t.cells(r); }),
                 t.truth,
                 {}};
         }},
        {"notes below blank lines",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             const std::size_t every = 15 + rng.below(40);
             return KindFile{"table.csv",
                             "time," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return (r % every == 7 ? "\nlogger,restarted\n" : "") + t.time(r) + "," +
                                                   t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"pages with heads",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             const std::size_t every = 15 + rng.below(40);
             const std::string names = "time," + t.names() + "\n";
             return KindFile{"table.csv",
                             rowsOf(t,
                                    [&](std::size_t r) {
                                        return (r % every == 0 ? (r ? "\nReport of a station\n" : "") + names : "") +
                                               t.time(r) + "," + t.cells(r);
                                    }),
                             t.truth,
                             {}};
         }},
        {"a block of zero bytes",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             const std::size_t at = 1 + rng.below(t.rows - 2);
             const std::string zeros(64 + rng.below(4096), '\0');
             return KindFile{"table.csv",
                             "time," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return (r == at ? zeros : std::string()) + t.time(r) + "," + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"start and rate first",
         [](Rng& rng) {
             static constexpr int kRates[] = {1, 4, 32, 64};
             const int rate = kRates[rng.below(4)];
             Plain t = plain(rng, kSecond / rate);
             std::string first, second;
             for (std::size_t c = 0; c < t.truth.columns.size(); ++c)
                 first += (c ? "," : "") + std::to_string(t.truth.times[0] / kSecond) + ".00",
                     second += (c ? "," : "") + std::to_string(rate) + ".00", t.truth.names[c].clear();
             return KindFile{"EDA.csv",
                             first + "\n" + second + "\n" + rowsOf(t, [&](std::size_t r) { return t.cells(r); }),
                             t.truth,
                             {}};
         }},
        {"a first row of codes",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros, 1, 4);
             return KindFile{"table.txt",
                             "94255\t2018\t1000\t0\t7008\t0\n" +
                                 rowsOf(t, [&](std::size_t r) { return "291\t" + t.cells(r, "\t") + "\t11"; }),
                             {},
                             {"unlike all others"}};
         }},
        {"words for missing values in one column",
         [](Rng& rng) {
             Plain t = plain(rng, kHourMicros, 1, 1);
             const std::size_t every = 12 + rng.below(12);
             const std::string text =
                 "volt\n" + rowsOf(t, [&](std::size_t r) { return r % every == 5 ? "OL" : t.cells(r); });
             for (std::size_t r = 5; r < t.rows; r += every) t.truth.columns[0][r] = std::nan("");
             t.truth.times.clear(), t.truth.names = {"volt"};
             return KindFile{"table.csv", text, t.truth, {}};
         }},
    };
    return kKinds;
}

/// Tables of another shape, and files that are no table: named.
inline const std::vector<Kind>& shapeKinds() {
    static const std::vector<Kind> kKinds = {
        {"hours side by side",
         [](Rng& rng) {
             const Plain t = plain(rng, kDayMicros, 1, rng.below(2) ? 24 : 48);
             const std::size_t count = t.truth.columns.size(), style = rng.below(3);
             Truth truth;
             truth.names.emplace_back(), truth.columns.emplace_back();
             for (std::size_t r = 0; r < t.rows; ++r)
                 for (std::size_t c = 0; c < count; ++c) {
                     truth.times.push_back(t.truth.times[r] + static_cast<std::int64_t>(c) * kDayMicros /
                                                                  static_cast<std::int64_t>(count));
                     truth.columns[0].push_back(t.truth.columns[c][r]);
                 }
             return KindFile{"table.csv",
                             "date," +
                                 manyCells(count,
                                           [&](std::size_t c) {
                                               return style == 0 ? twoDigits(c * 24 / count) +
                                                                       (count == 48 && c % 2 ? ":30" : ":00")
                                                                 : (style == 1 ? "H" : "load_") + twoDigits(c + 1);
                                           }) +
                                 "\n" + rowsOf(t, [&](std::size_t r) { return t.time(r, 10) + "," + t.cells(r); }),
                             truth,
                             {}};
         }},
        {"dates side by side",
         [](Rng& rng) {
             const Plain t = plain(rng, kDayMicros);
             const std::size_t style = rng.below(3), names = rng.below(3), series = 4 + rng.below(20);
             const std::string words[] = {"", "code,", "code,country,"};
             Truth truth;
             std::string text = words[names] +
                                manyCells(40,
                                          [&](std::size_t c) {
                                              return style == 0   ? t.time(c, 10)
                                                     : style == 1 ? std::to_string(partOf(t, c, 5, 2)) + "/" +
                                                                        std::to_string(partOf(t, c, 8, 2)) + "/" +
                                                                        t.time(c).substr(2, 2)
                                                                  : std::to_string(1980 + c);
                                          }) +
                                "\n";
             for (std::size_t s = 0; s < series; ++s) {
                 std::vector<double> values;
                 for (std::size_t c = 0; c < 40; ++c) values.push_back(std::round(500 + 90 * rng.normal()) / 10);
                 const std::string code = "x" + std::to_string(s) + ",", cells[] = {"", code, code + "y,"};
                 text += cells[names] + manyCells(40, [&](std::size_t c) { return written(values[c], 1, '.'); }) + "\n";
                 truth.columns.push_back(std::move(values)), truth.names.emplace_back();
             }
             // Numbers of four digits without anything beside them may be wavelengths or products.
             if (style == 2 && names == 0) return KindFile{"table.csv", text, {}, {"lie on its side"}};
             for (std::size_t c = 0; c < 40; ++c) {
                 using namespace std::chrono;
                 const sys_days year1 = year(1980 + static_cast<int>(c)) / 1 / 1;
                 truth.times.push_back(style == 2 ? duration_cast<microseconds>(year1.time_since_epoch()).count()
                                                  : t.truth.times[c]);
             }
             return KindFile{"table.csv", text, truth, {}};
         }},
        {"sequences with a class in front",
         [](Rng& rng) {
             std::string text;
             const std::size_t steps = 30 + rng.below(60);
             const std::size_t items = 20 + rng.below(30);
             for (std::size_t item = 0; item < items; ++item) {
                 const auto label = static_cast<double>(1 + rng.below(3));
                 text += written(label, 0, '.') + "\t";
                 for (std::size_t s = 0; s < steps; ++s)
                     text += written(std::sin(0.2 * label * static_cast<double>(s)) + 0.1 * rng.normal(), 3, '.') +
                             (s + 1 < steps ? "\t" : "\n");
             }
             return KindFile{rng.below(2) ? "Toy_TRAIN.tsv" : "Toy.tsv", text, {}, {"a sequence"}, items};
         }},
        {"several series in turn",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros, 1, 1);
             const std::size_t series = 2 + rng.below(3), byNumber = rng.below(2);
             Truth truth;
             truth.times.assign(t.truth.times.begin(),
                                t.truth.times.begin() + static_cast<std::ptrdiff_t>((t.rows + series - 1) / series));
             truth.names.assign(series, {});
             truth.columns.assign(series, std::vector<double>(truth.times.size(), std::nan("")));
             for (std::size_t r = 0; r < t.rows; ++r) truth.columns[r % series][r / series] = t.truth.columns[0][r];
             return KindFile{
                 "table.csv",
                 "when,which,value\n" + rowsOf(t,
                                               [&](std::size_t r) {
                                                   return t.time(r / series) + "," + (byNumber ? "" : "shop ") +
                                                          std::to_string(100 + r % series * 7) + "," + t.cells(r);
                                               }),
                 truth,
                 {}};
         }},
        {"no table at all",
         [](Rng& rng) {
             static const std::pair<const char*, const char*> kFiles[] = {
                 {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 132735\n", "git lfs pull"},
                 {"<!doctype html>\n<html><table><tr><td>1</td><td>2</td></tr></table></html>\n", "web page"},
                 {"{\"time\": [1, 2], \"a\": [3, 4]}\n", "JSON"},
                 {"<?xml version=\"1.0\"?>\n<row>1,2</row>\n", "XML"}};
             const auto& [text, said] = kFiles[rng.below(4)];
             return KindFile{rng.below(2) ? "data.csv" : "data.h5", text, {}, {said}};
         }},
        {"a unit in each cell",
         [](Rng& rng) {
             Plain t = plain(rng, kHourMicros, 1, 1);
             static const char* kUnits[] = {" kg", "\u00B0C", " kWh", "V"};
             const std::string unit = kUnits[rng.below(4)];
             t.truth.names = {"a"};
             return KindFile{"table.csv",
                             "time,a\n" + rowsOf(t, [&](std::size_t r) { return t.time(r) + "," + t.cells(r) + unit; }),
                             t.truth,
                             {}};
         }},
        {"a remark in each cell",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros, 1, 1);
             static const char* kRemarks[] = {" about", " (est.)", " ok?", " see below"};
             const std::string remark = kRemarks[rng.below(4)];
             return KindFile{
                 "table.csv",
                 "time,a\n" + rowsOf(t, [&](std::size_t r) { return t.time(r) + "," + t.cells(r) + remark; }),
                 {},
                 {"a unit or a remark stands behind"}};
         }},
    };
    return kKinds;
}

/// Times in parts, in other units and spellings, headers among other lines, signs and stand-ins.
inline const std::vector<Kind>& readingKinds() {
    static const std::vector<Kind> kKinds = {
        {"year to minute in five columns",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros / 2);
             static const char* kNames[] = {"Year,Month,Day,Hour,Minute,", "YY,MM,DD,hh,mm,", "YEAR,MO,DY,HR,MN,"};
             return KindFile{"table.csv",
                             kNames[rng.below(3)] + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return std::to_string(partOf(t, r, 0, 4)) + "," +
                                                   std::to_string(partOf(t, r, 5, 2)) + "," +
                                                   std::to_string(partOf(t, r, 8, 2)) + "," +
                                                   std::to_string(partOf(t, r, 11, 2)) + "," +
                                                   std::to_string(partOf(t, r, 14, 2)) + "," + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"a merged year beside months by name",
         [](Rng& rng) {
             static const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                             "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
             Plain t = plain(rng, kDayMicros);
             for (std::size_t r = 0; r < t.rows; ++r) {
                 using namespace std::chrono;
                 const sys_days month = year(1990 + static_cast<int>(r / 12)) / (1 + static_cast<int>(r % 12)) / 1;
                 t.truth.times[r] = duration_cast<microseconds>(month.time_since_epoch()).count();
             }
             return KindFile{"table.csv",
                             "Year,Month," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return (r % 12 == 0 ? std::to_string(1990 + r / 12) : "") + "," +
                                                   kMonths[r % 12] + "," + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"a merged date beside hours",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             const bool isClock = rng.below(2) == 0;
             return KindFile{
                 "table.csv",
                 "Date,Hour," + t.names() + "\n" +
                     rowsOf(t,
                            [&](std::size_t r) {
                                return (r % 24 == 0 ? t.time(r, 10) : "") + "," +
                                       (isClock ? t.time(r).substr(11, 5) : std::to_string(partOf(t, r, 11, 2))) + "," +
                                       t.cells(r);
                            }),
                 t.truth,
                 {}};
         }},
        {"sales that rise as day numbers",
         [](Rng& rng) {
             Plain t = plain(rng, kHourMicros, 1, 1);
             const auto start = static_cast<double>(730'000 + rng.below(20'000)),
                        step = 1.0 + static_cast<double>(rng.below(9));
             t.truth.names = {"total_sales", t.truth.names.front()};
             std::vector<double> sales;
             for (std::size_t r = 0; r < t.rows; ++r) sales.push_back(start + step * static_cast<double>(r));
             t.truth.columns.insert(t.truth.columns.begin(), sales);
             return KindFile{
                 "table.csv",
                 "time," + t.names() + "\n" + rowsOf(t, [&](std::size_t r) { return t.time(r) + "," + t.cells(r); }),
                 t.truth,
                 {}};
         }},
        {"year, day of the year, clock",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros / 4);
             return KindFile{
                 "table.csv",
                 "Year,DOY,HHMM," + t.names() + "\n" +
                     rowsOf(t,
                            [&](std::size_t r) {
                                using namespace std::chrono;
                                const auto day = t.truth.times[r] / kDayMicros -
                                                 sys_days(year(partOf(t, r, 0, 4)) / 1 / 1).time_since_epoch().count() +
                                                 1;
                                return std::to_string(partOf(t, r, 0, 4)) + "," + std::to_string(day) + "," +
                                       std::to_string(partOf(t, r, 11, 2) * 100 + partOf(t, r, 14, 2)) + "," +
                                       t.cells(r);
                            }),
                 t.truth,
                 {}};
         }},
        {"names in a comment, units in the next",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             std::string units;
             for (std::size_t c = 0; c < t.truth.columns.size(); ++c) units += " m/s";
             return KindFile{"table.txt",
                             "#YY MM DD hh mm " + t.names(" ") + "\n#yr mo dy hr mn" + units + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            std::string time = t.time(r, 16);
                                            for (char& c : time) c = c == '-' || c == ':' ? ' ' : c;
                                            return time + " " + t.cells(r, " ");
                                        }),
                             t.truth,
                             {}};
         }},
        {"month first, hour in another column",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             return KindFile{"table.csv",
                             "Date,Time," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return t.time(r).substr(5, 2) + "/" + t.time(r).substr(8, 2) + "/" +
                                                   t.time(r).substr(0, 4) + "," + t.time(r).substr(11, 5) + "," +
                                                   t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"milliseconds, then microseconds",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             const std::size_t at = 10 + rng.below(t.rows - 20);
             return KindFile{"table.csv",
                             "open_time," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return std::to_string(r < at ? t.truth.times[r] / 1000 : t.truth.times[r]) +
                                                   "," + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"MATLAB's day numbers",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros * 6);
             return KindFile{
                 "table.csv",
                 "datenum," + t.names() + "\n" +
                     rowsOf(t,
                            [&](std::size_t r) {
                                return written(static_cast<double>(t.truth.times[r]) / static_cast<double>(kDayMicros) +
                                                   719'529,
                                               4, '.') +
                                       "," + t.cells(r);
                            }),
                 t.truth,
                 {}};
         }},
        {".NET ticks",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             return KindFile{
                 "table.csv",
                 "timestamp," + t.names() + "\n" +
                     rowsOf(t,
                            [&](std::size_t r) {
                                return std::to_string(t.truth.times[r] * 10 + INT64_C(621'355'968'000'000'000)) + "," +
                                       t.cells(r);
                            }),
                 t.truth,
                 {}};
         }},
        {"a sign apart from its digits",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             static const char* kDelimiters[] = {";", "\t", ","};
             const std::string delimiter = kDelimiters[rng.below(3)];
             return KindFile{"table.csv",
                             "time" + delimiter + t.names(delimiter) + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            std::string text = t.time(r);
                                            for (std::size_t c = 0; c < t.truth.columns.size(); ++c)
                                                text += delimiter + (t.truth.columns[c][r] < 0 ? "-  " : "+  ") +
                                                        written(std::abs(t.truth.columns[c][r]), 2, '.');
                                            return text;
                                        }),
                             t.truth,
                             {}};
         }},
        {"stand-ins for missing values",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros, 0.02, 1);
             static const char* kStandIns[] = {"-200", "-32768", "65535", "99999.9"};
             const std::string standIn = kStandIns[rng.below(4)];
             const std::size_t every = 9 + rng.below(6);
             return KindFile{"table.csv",
                             "time,a\n" + rowsOf(t,
                                                 [&](std::size_t r) {
                                                     return t.time(r) + "," + (r % every == 4 ? standIn : t.cells(r));
                                                 }),
                             {},
                             {standIn}};
         }},
        {"intervals",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             const std::string between = rng.below(2) ? " - " : "/";
             return KindFile{"table.csv",
                             "MTU," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            return t.time(r, 16) + between +
                                                   timeText(t.truth.times[r] + kHourMicros).substr(0, 16) + "," +
                                                   t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"names and values of a station above the names",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros, 1, 3);
             return KindFile{"table.csv",
                             "Source,Station,Height,Zone\nNSRDB,401182,312,-7\ntime," + t.names() + "\n" +
                                 rowsOf(t, [&](std::size_t r) { return t.time(r) + "," + t.cells(r); }),
                             t.truth,
                             {}};
         }},
        {"names in angle brackets",
         [](Rng& rng) {
             Plain t = plain(rng, kHourMicros / 4);
             for (std::string& name : t.truth.names) name = "<" + name + ">";
             return KindFile{"table.csv",
                             "<DATE>,<TIME>," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            std::string time = t.time(r);
                                            std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
                                            time[8] = ',';
                                            return time + "," + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"stamps of 17 digits",
         [](Rng& rng) {
             const Plain t = plain(rng, 250'000);
             return KindFile{"table.csv",
                             "MOMENT," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            std::string time =
                                                t.time(r) +
                                                std::to_string(1000 + t.truth.times[r] / 1000 % 1000).substr(1);
                                            std::erase_if(time, [](char c) { return c < '0' || c > '9'; });
                                            return time + "," + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
    };
    return kKinds;
}

/// "1.234,50"
inline std::string groupedAmount(double value) {
    std::string text = written(std::abs(value), 2, ',');
    for (std::size_t at = text.size() - 3; at > 3; at -= 3) text.insert(at - 3, ".");
    return (value < 0 ? "-" : "") + text;
}

/// Exports of spreadsheets, banks and offices.
inline const std::vector<Kind>& exportKinds() {
    static const std::vector<Kind> kKinds = {
        {"the delimiter told in the first line",
         [](Rng& rng) {
             Plain t = plain(rng, kHourMicros);
             const std::string delimiter = rng.below(2) ? ";" : ",";
             const bool hasNames = rng.below(2) > 0;
             const std::string names = t.names(delimiter);
             if (!hasNames) t.truth.names.assign(t.truth.names.size(), {});
             return KindFile{
                 "table.csv",
                 "sep=" + delimiter + "\n" + (hasNames ? "time" + delimiter + names + "\n" : "") +
                     rowsOf(t, [&](std::size_t r) { return t.time(r) + delimiter + t.cells(r, delimiter); }),
                 t.truth,
                 {}};
         }},
        {"texts kept by formulas",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros);
             return KindFile{"table.csv",
                             "time," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            std::string text = t.time(r);
                                            for (std::size_t c = 0; c < t.truth.columns.size(); ++c)
                                                text += ",=\"" + t.cell(c, r) + "\"";
                                            return text;
                                        }),
                             t.truth,
                             {}};
         }},
        {"bookings of an account",
         [](Rng& rng) {
             Plain t = plain(rng, kDayMicros, 60, 1);
             const bool isQuoted = rng.below(2) > 0, hasBalance = rng.below(2) > 0;
             const auto line = [&](std::initializer_list<std::string> cells) {
                 std::string text;
                 for (const std::string& cell : cells)
                     text += (text.empty() ? "" : ";") + (isQuoted ? "\"" + cell + "\"" : cell);
                 return text + "\n";
             };
             t.truth.names = {"Betrag"};
             std::string text = line({"Konto", "DE12 3456 7890"}) + line({"Zeitraum", "01.01. - 31.12."}) + "\n" +
                                line({"Buchungstag", "Zweck", "Betrag"});
             for (std::size_t r = 0; r < t.rows; ++r)
                 text +=
                     line({t.time(r).substr(8, 2) + "." + t.time(r).substr(5, 2) + "." + t.time(r).substr(0, 4),
                           "Rechnung " + std::to_string(1000 + rng.below(9000)), groupedAmount(t.truth.columns[0][r])});
             if (hasBalance) text += line({"", "Endsaldo", "12.345,67"});
             return KindFile{"table.csv", text, t.truth, {}};
         }},
        {"a clock of twelve hours",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros / 2);
             return KindFile{"table.csv",
                             "Date," + t.names() + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            const int hour = partOf(t, r, 11, 2);
                                            return std::to_string(partOf(t, r, 5, 2)) + "/" +
                                                   std::to_string(partOf(t, r, 8, 2)) + "/" + t.time(r, 4) + " " +
                                                   std::to_string(hour % 12 == 0 ? 12 : hour % 12) +
                                                   t.time(r).substr(13, 3) + (hour < 12 ? " AM," : " PM,") + t.cells(r);
                                        }),
                             t.truth,
                             {}};
         }},
        {"days of a spreadsheet",
         [](Rng& rng) {
             const Plain t = plain(rng, kHourMicros * 6);
             const bool isComma = rng.below(2) > 0;
             return KindFile{"table.csv",
                             "Datum;" + t.names(";") + "\n" +
                                 rowsOf(t,
                                        [&](std::size_t r) {
                                            std::string text = written(static_cast<double>(t.truth.times[r]) /
                                                                               static_cast<double>(kDayMicros) +
                                                                           25'569,
                                                                       2, '.') +
                                                               ";" + t.cells(r, ";");
                                            if (isComma) std::ranges::replace(text, '.', ',');
                                            return text;
                                        }),
                             t.truth,
                             {}};
         }},
    };
    return kKinds;
}

/// Lines that end as on Windows, a byte order mark, blank lines at the end: up to two of them, where the file is a
/// table.
inline std::string dressed(const KindFile& file, Rng& rng) {
    std::string text = file.text;
    const std::uint64_t ends = rng.below(4), mark = rng.below(4), below = rng.below(4);
    if (!file.name.ends_with(".csv") || text.find('{') == 0 || text.find('<') == 0 || text.starts_with("version"))
        return text;
    if (below == 0) text += "\n\n";
    for (std::size_t at = 0; ends == 0 && (at = text.find('\n', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '\r');
    return mark == 0 ? "\xEF\xBB\xBF" + text : text;
}

/// As judge(), and every row of a file that was read is accounted for. Files with words to be said of them are told
/// with them and silent without.
inline Outcome judgeKind(const KindFile& file, const Result<Dataset>& data, std::string& wrong) {
    wrong.clear();
    if (data) {
        const ReadReport& report = data->series ? data->series->report : data->sequences->report;
        if (report.account.rowsRead + report.account.left() != report.account.rowsInFile)
            return wrong = "rows are not accounted for", Outcome::Silent;
    }
    if (data && data->sequences && data->sequences->items.size() == file.sequences) return Outcome::Exact;
    if (file.mustSay.empty()) return judge({file.text, {}, file.truth}, data, wrong);
    std::string said = data ? "" : data.error().message;
    if (data)
        for (const ReadWarning& warning : (data->series ? data->series->report : data->sequences->report).warnings)
            said += warning.message.english() + "\n";
    // As `data inspect` tells them
    if (data && data->series)
        for (const DataFinding& finding : examine(*data->series)) said += finding.message.english() + "\n";
    for (const std::string& words : file.mustSay)
        if (said.find(words) != std::string::npos) return Outcome::Told;
    wrong = "nothing says '" + file.mustSay.front() + "': " + said;
    return Outcome::Silent;
}

}  // namespace messy
