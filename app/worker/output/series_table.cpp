// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/series_table.h"

#include "worker/output/console_text.h"
#include "worker/output/json_number.h"

#include "base/number_text.h"
#include "export/series_scores_export.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kWidestName = 32;

bool isCount(const SeriesColumn& column) {
    const std::string_view key = column.key;
    return key == "rows" || key == "windows";
}

std::string cellOf(const SeriesColumn& column, const SeriesScore& one) {
    const double value = column.value(one);
    if (std::isnan(value)) return "-";
    if (std::string_view(column.key) == "better") return value == 1 ? "yes" : "no";
    if (isCount(column)) return std::to_string(std::llround(value));
    return numberText(value, 4);
}

/// A column of the table as texts, its head first.
struct Cells {
    std::vector<std::string> texts;
    bool isLeft = false;
    int width = 0;
    Cells(const SeriesColumn& column, const std::vector<SeriesScore>& series, std::size_t most)
        : texts{plainText(column.title)}, isLeft(column.value == nullptr) {
        for (std::size_t i = 0; i < most; ++i)
            texts.push_back(isLeft ? shown(series[i].name) : cellOf(column, series[i]));
        for (const std::string& text : texts) width = std::max(width, static_cast<int>(text.size()));
        if (isLeft) width = std::min(width, kWidestName);
    }
    void print(std::size_t line) const {
        if (isLeft)
            std::printf("%-*s", width, texts[line].c_str());
        else
            std::printf("  %*s", width, texts[line].c_str());
    }
};

}  // namespace

std::vector<SeriesScore> SeriesTable::sorted(std::vector<SeriesScore> series) const {
    sortSeries(series, sort, sort != seriesColumns().front().key && !smallestFirst);
    return series;
}

void addSeriesTable(CLI::App& app, SeriesTable& table, const char* csvFlag) {
    std::vector<std::string> keys;
    for (const SeriesColumn& column : seriesColumns()) keys.emplace_back(column.key);
    app.add_option("--sort", table.sort, "Of the table of series: by this column, its largest values first (mase)")
        ->check(CLI::IsMember(keys));
    app.add_flag("--smallest-first", table.smallestFirst, "The other way round");
    app.add_option("--top", table.most, "Print so many series, 0: all of them (40); JSON and CSV always have all")
        ->check(CLI::NonNegativeNumber);
    app.add_option(csvFlag, table.csv, "Write the table of series as CSV");
}

void printSeriesTable(const std::vector<SeriesScore>& series, const SeriesTable& table) {
    if (series.empty()) return;
    if (const Phrase verdict = seriesVerdict(series); !verdict.empty()) std::printf("%s\n", plainText(verdict).c_str());
    const std::size_t most =
        table.most > 0 ? std::min(series.size(), static_cast<std::size_t>(table.most)) : series.size();
    std::vector<Cells> columns;
    for (const SeriesColumn& column : seriesColumns()) columns.emplace_back(column, series, most);
    for (std::size_t line = 0; line <= most; ++line) {
        for (const Cells& column : columns) column.print(line);
        std::printf("\n");
    }
    if (most < series.size())
        std::printf("... and %zu more series (--top 0 prints all of them)\n", series.size() - most);
}

Json seriesTableJson(const std::vector<SeriesScore>& series) {
    Json all = Json::array();
    for (const SeriesScore& one : series) {
        Json json = Json::object();
        for (const SeriesColumn& column : seriesColumns()) {
            if (column.value == nullptr)
                json[column.key] = one.name;
            else if (const double value = column.value(one); std::string_view(column.key) == "better")
                json[column.key] = std::isnan(value) ? Json(nullptr) : Json(value == 1);
            else if (isCount(column) && !std::isnan(value))
                json[column.key] = std::llround(value);
            else
                json[column.key] = number(value);
        }
        all.push_back(std::move(json));
    }
    return all;
}

Result<> writeSeriesTable(const std::vector<SeriesScore>& series, const SeriesTable& table, bool json) {
    if (table.csv.empty()) return {};
    if (series.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Worker", "these are forecasts of one series; a table of series is of many")};
    if (auto written = exportSeriesScoresCsv(series, table.csv); !written.ok()) return written;
    if (!json) std::printf("wrote %s: %zu line(s)\n", table.csv.c_str(), series.size());
    return {};
}

}  // namespace gatelab::worker
