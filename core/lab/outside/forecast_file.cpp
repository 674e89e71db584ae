// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/forecast_file.h"

#include "base/number_text.h"
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/tables/cell_table.h"
#include "lab/backtest/backtest_scores.h"
#include "lab/outside/forecast_columns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

using Is = ForecastColumn::Is;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool isMissing(std::string_view cell) {
    static const std::vector<std::string> kUsual;
    return cell.empty() || isMissingWord(cell, kUsual);
}

/// A column is one of numbers where its first cells are; what is none further down is an error with its place.
bool isOfNumbers(const TableCells& cells, std::size_t c) {
    constexpr std::size_t kLooked = 200;
    std::size_t numbers = 0, others = 0;
    for (std::size_t r = 1; r < cells.rows.size() && numbers + others < kLooked; ++r) {
        const std::string& cell = cells.at(r, c);
        if (!isMissing(cell)) ++(sniffNumber(cell).mask != 0 ? numbers : others);
    }
    return numbers > others;
}

Error noNumber(const TableCells& cells, std::size_t r, std::size_t c) {
    return {
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Backtest", "row %1 of column '%2': '%3' is no number"), {r, cells.at(0, c), cells.at(r, c)}}};
}

/// The way in which all numbers of the columns are written.
Result<std::size_t> formatOf(const TableCells& cells, const std::vector<std::size_t>& columns) {
    NumberMask mask = kAllFormats;
    for (const std::size_t c : columns)
        for (std::size_t r = 1; r < cells.rows.size(); ++r) {
            const std::string& cell = cells.at(r, c);
            if (isMissing(cell)) continue;
            mask &= sniffNumber(cell).mask;
            if (mask == 0) return noNumber(cells, r, c);
        }
    std::size_t format = 0;
    while ((mask >> format & 1u) == 0) ++format;
    return format;
}

std::vector<double> numbersOf(const TableCells& cells, std::size_t c, std::size_t format) {
    std::vector<double> values(cells.rows.size() - 1, kNone);
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const std::string& cell = cells.at(r, c);
        double value = 0;
        if (!isMissing(cell) && parseNumber(cell, sniffNumber(cell), format, value)) values[r - 1] = value;
    }
    return values;
}

/// Whole numbers, else dates in the first order in which all of them exist.
Result<ForecastFile::Moments> momentsOf(const TableCells& cells, std::size_t c) {
    ForecastFile::Moments made;
    made.values.assign(cells.rows.size() - 1, kNoMoment);
    made.areNumbers = isOfNumbers(cells, c);
    if (made.areNumbers) {
        const auto format = formatOf(cells, {c});
        if (!format.ok()) return format.error();
        const std::vector<double> numbers = numbersOf(cells, c, *format);
        for (std::size_t r = 0; r < numbers.size(); ++r)
            if (std::abs(numbers[r]) < 9e15) made.values[r] = std::llround(numbers[r]);
        return made;
    }
    std::vector<std::optional<TimeSniff>> looks(cells.rows.size() - 1);
    DateMask orders = 7;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const std::string& cell = cells.at(r, c);
        if (isMissing(cell)) continue;
        looks[r - 1] = sniffTime(cell);
        if (!looks[r - 1] || !looks[r - 1]->hasDate)
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Backtest", "row %1 of column '%2': '%3' is no time"), {r, cells.at(0, c), cell}}};
        orders &= looks[r - 1]->orders;
    }
    const auto order =
        std::ranges::find_if(kDateOrders, [&](DateOrder one) { return (orders & static_cast<DateMask>(one)) != 0; });
    for (std::size_t r = 0; r < looks.size(); ++r)
        if (looks[r])
            made.values[r] =
                timeMicros(*looks[r], order != kDateOrders.end() ? *order : DateOrder::YearFirst).value_or(kNoMoment);
    return made;
}

/// Of what each row's samples say, by linear interpolation between them; NaN where a row has none.
std::map<double, std::vector<double>> quantilesOf(const std::vector<std::vector<double>>& samples) {
    std::map<double, std::vector<double>> made;
    for (std::size_t r = 0; r < samples.front().size(); ++r) {
        std::vector<double> drawn;
        for (const auto& one : samples)
            if (std::isfinite(one[r])) drawn.push_back(one[r]);
        std::ranges::sort(drawn);
        for (int tenth = 1; tenth <= 9; ++tenth) {
            double value = kNone;
            if (!drawn.empty()) {
                const double place = static_cast<double>(tenth) / 10 * static_cast<double>(drawn.size() - 1);
                const auto low = static_cast<std::size_t>(place);
                const std::size_t high = std::min(low + 1, drawn.size() - 1);
                value = drawn[low] + (place - static_cast<double>(low)) * (drawn[high] - drawn[low]);
            }
            made[static_cast<double>(tenth) / 10].push_back(value);
        }
    }
    return made;
}

/// The columns of numbers that are forecasts, by their model.
Result<> takeModels(const TableCells& cells, const std::vector<ForecastColumn>& columns, ForecastFile& file) {
    std::vector<std::size_t> taken, truth;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].is == Is::Point || columns[c].is == Is::Quantile || columns[c].is == Is::Sample)
            taken.push_back(c);
        if (columns[c].is == Is::Truth) truth.push_back(c);
    }
    if (taken.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest",
                                  "no column holds forecasts; a file of forecasts has a row for each time of each "
                                  "origin: unique_id, ds, cutoff, and a column y_hat or one for each model")};
    std::vector<std::size_t> all = taken;
    all.insert(all.end(), truth.begin(), truth.end());
    const auto format = formatOf(cells, all);
    if (!format.ok()) return format.error();
    std::map<std::string, std::map<double, std::vector<double>>> quantiles;
    std::map<std::string, std::vector<std::vector<double>>> samples;
    std::vector<std::string> order;
    const auto modelOf = [&](const std::string& name) -> FileModel& {
        const auto found = std::ranges::find(file.models, name, &FileModel::name);
        if (found != file.models.end()) return *found;
        file.models.push_back({name, {}, {}, {}});
        return file.models.back();
    };
    for (const std::size_t c : taken) {
        FileModel& model = modelOf(columns[c].model);
        if (columns[c].is == Is::Point)
            model.point = numbersOf(cells, c, *format);
        else if (columns[c].is == Is::Sample)
            samples[model.name].push_back(numbersOf(cells, c, *format));
        else
            quantiles[model.name][columns[c].level] = numbersOf(cells, c, *format);
    }
    for (const auto& [name, drawn] : samples) {
        if (!quantiles[name].empty()) continue;
        quantiles[name] = quantilesOf(drawn);
        file.understood.push_back({GATELAB_TEXT("Backtest",
                                                "%1 columns of %2 are samples of one forecast: scored by their median "
                                                "and their quantiles 0.1 to 0.9."),
                                   {drawn.size(), name.empty() ? file.name : "'" + name + "'"}});
    }
    for (FileModel& model : file.models) {
        for (auto& [level, values] : quantiles[model.name])
            model.levels.push_back(level), model.quantiles.push_back(std::move(values));
        for (std::size_t k = 0; k < model.levels.size() && model.point.empty(); ++k)
            if (std::abs(model.levels[k] - 0.5) < 1e-9) model.point = model.quantiles[k];
    }
    std::erase_if(file.models, [&](const FileModel& model) {
        if (model.point.empty())
            file.understood.push_back(
                {GATELAB_TEXT("Backtest", "'%1' was left out: it has quantiles, and neither a forecast nor a median"),
                 {model.name}});
        return model.point.empty();
    });
    if (!truth.empty())
        file.truth = numbersOf(cells, truth.front(), *format), file.truthName = cells.at(0, truth.front());
    if (!file.models.empty()) return {};
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Backtest", "the file has quantiles alone; a column y_hat, mean or 0.5 is needed")};
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

void say(const TableCells& cells, const std::vector<ForecastColumn>& columns, ForecastFile& file) {
    const auto nameOf = [&](Is is) {
        const auto found = std::ranges::find(columns, is, &ForecastColumn::is);
        return found == columns.end() ? std::string("-")
                                      : quoted(cells.at(0, static_cast<std::size_t>(found - columns.begin())));
    };
    std::vector<Phrase> first{{GATELAB_TEXT("Backtest", "Understood: series %1, time %2, origin %3, step %4."),
                               {nameOf(Is::Series), nameOf(Is::Time), nameOf(Is::Origin), nameOf(Is::Step)}}};
    for (const FileModel& model : file.models) {
        const std::string name = model.name.empty() ? file.name : quoted(model.name);
        first.push_back(model.levels.empty()
                            ? Phrase{GATELAB_TEXT("Backtest", "Forecasts %1: one number each."), {name}}
                            : Phrase{GATELAB_TEXT("Backtest", "Forecasts %1: with the quantiles %2."),
                                     {name, levelsText(model.levels)}});
    }
    std::string others;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].is == Is::Other && !cells.at(0, c).empty())
            others += (others.empty() ? "" : ", ") + quoted(cells.at(0, c));
    if (!others.empty()) first.push_back({GATELAB_TEXT("Backtest", "Left out: %1."), {others}});
    file.understood.insert(file.understood.begin(), first.begin(), first.end());
}

bool isLevelName(const std::string& name) {
    static constexpr std::string_view kNames[] = {"quantile", "quantiles", "quantile_level"};
    return std::ranges::find(kNames, lowered(name)) != std::end(kNames);
}

Error hardlyALevelReturns(const std::string& column, std::size_t levels) {
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Backtest",
                          "'%1' says which quantile a row holds, and hardly any of its %2 levels returns at another "
                          "time or origin; write the same levels for each of them"),
             {column, levels}}};
}

/// A row for each level, as many rows as there are levels: made one row with a column for each, as all others write
/// them. Unchanged where no column says the level. `told`: what was done.
Result<TableCells> widened(TableCells cells, std::vector<Phrase>& told) {
    std::size_t level = 0;
    while (level < cells.width && !isLevelName(cells.at(0, level))) ++level;
    if (level == cells.width) return cells;
    std::vector<std::string> names;
    std::vector<bool> isNumber;
    for (std::size_t c = 0; c < cells.width; ++c)
        names.push_back(cells.at(0, c)), isNumber.push_back(isOfNumbers(cells, c));
    std::vector<std::size_t> values, keys;
    const auto columns = forecastColumns(names, isNumber);
    for (std::size_t c = 0; c < cells.width; ++c) {
        if (c == level) continue;
        (columns[c].is == Is::Point ? values : keys).push_back(c);
        if (columns[c].is == Is::Quantile)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Backtest", "'%1' says which quantile a row holds, and '%2' is a quantile, too"),
                          {names[level], names[c]}}};
    }
    const auto format = formatOf(cells, {level});
    if (!format.ok()) return format.error();
    const std::vector<double> levels = numbersOf(cells, level, *format);
    std::map<double, std::size_t> places;
    for (std::size_t r = 0; r < levels.size(); ++r) {
        if (!(levels[r] > 0 && levels[r] < 1))
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Backtest", "row %1 of column '%2': '%3' is no level of a quantile (above 0, below 1)"),
                 {r + 1, names[level], cells.at(r + 1, level)}}};
        places.emplace(levels[r], 0);
    }
    if (values.empty()) return cells;
    TableCells made;
    std::vector<std::string> head;
    for (const std::size_t c : keys) head.push_back(names[c]);
    for (std::size_t at = 0; auto& [one, place] : places) {
        place = keys.size() + at++ * values.size();
        for (const std::size_t c : values) {
            const bool isPlain = values.size() == 1 && (columns[c].model.empty() || lowered(names[c]) == "value");
            head.push_back((isPlain ? "" : names[c] + "_q") + numberText(one, 6));
        }
    }
    made.rows.push_back(std::move(head));
    made.width = made.rows.front().size();
    // A cell that is there fills one of these. Where hardly any level returns, nearly all of them would be empty.
    constexpr std::size_t kFreeCells = 1'000'000, kMostEmpty = 8;
    const std::size_t mostCells = kFreeCells + kMostEmpty * cells.rows.size() * cells.width;
    std::map<std::vector<std::string>, std::size_t> rows;
    for (std::size_t r = 0; r < levels.size(); ++r) {
        std::vector<std::string> key;
        for (const std::size_t c : keys) key.push_back(cells.at(r + 1, c));
        const auto [found, isNew] = rows.try_emplace(key, made.rows.size());
        if (isNew) {
            if (made.rows.size() * made.width > mostCells) return hardlyALevelReturns(names[level], places.size());
            key.resize(made.width);
            made.rows.push_back(std::move(key));
        }
        for (std::size_t v = 0; v < values.size(); ++v) {
            std::string& cell = made.rows[found->second][places[levels[r]] + v];
            if (!cell.empty())
                return Error{
                    ErrorCode::InvalidInput,
                    {GATELAB_TEXT("Backtest", "row %1: the quantile %2 stands twice for the same time and origin"),
                     {r + 1, cells.at(r + 1, level)}}};
            cell = cells.at(r + 1, values[v]);
        }
    }
    told.push_back({GATELAB_TEXT("Backtest", "'%1' says which quantile a row holds: %2 rows are %3 forecasts."),
                    {names[level], levels.size(), made.rows.size() - 1}});
    return made;
}

/// The index of pandas has no name: the one such column that holds dates, where no other says the time.
void takeNamelessTimes(const TableCells& cells, const std::vector<bool>& isNumber,
                       std::vector<ForecastColumn>& columns) {
    if (cells.rows.size() < 2 || std::ranges::find(columns, Is::Time, &ForecastColumn::is) != columns.end()) return;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::string name = lowered(cells.at(0, c));
        if (isNumber[c] || columns[c].is != Is::Other || !(name.empty() || name.starts_with("unnamed"))) continue;
        const auto first = sniffTime(cells.at(1, c));
        if (!first || !first->hasDate) continue;
        columns[c].is = Is::Time;
        return;
    }
}

std::vector<std::int64_t> stepsOf(const TableCells& cells, std::size_t c) {
    std::vector<std::int64_t> steps;
    for (const double value : numbersOf(cells, c, 0))
        steps.push_back(value >= 1 && value < 1e9 ? std::llround(value) : kNoMoment);
    return steps;
}

}  // namespace

Result<ForecastFile> readForecastFile(const std::filesystem::path& path, const Progress& progress) {
    auto read = readCellTable(path, {}, progress);
    if (!read.ok()) return read.error();
    ForecastFile file;
    const auto cells = widened(std::move(*read), file.understood);
    if (!cells.ok()) return cells.error().withContext(path.string());
    std::vector<std::string> names;
    std::vector<bool> isNumber;
    for (std::size_t c = 0; c < cells->width; ++c)
        names.push_back(cells->at(0, c)), isNumber.push_back(isOfNumbers(*cells, c));
    std::vector<ForecastColumn> columns = forecastColumns(names, isNumber);
    takeNamelessTimes(*cells, isNumber, columns);
    file.name = path.filename().string();
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].is == Is::Series)
            for (std::size_t r = 1; r < cells->rows.size(); ++r) file.series.push_back(cells->at(r, c));
        if (columns[c].is == Is::Step) file.steps = stepsOf(*cells, c);
        if (columns[c].is == Is::Origin) {
            file.isOriginFirstRow = columns[c].isFirstRow;
            file.isOriginLastRow = names[c] == "origin_row";
        }
        if (columns[c].is != Is::Time && columns[c].is != Is::Origin) continue;
        auto moments = momentsOf(*cells, c);
        if (!moments.ok()) return moments.error().withContext(path.string());
        (columns[c].is == Is::Time ? file.times : file.origins) = std::move(*moments);
    }
    if (auto taken = takeModels(*cells, columns, file); !taken.ok()) return taken.error().withContext(path.string());
    if (file.times.empty() && (file.steps.empty() || file.origins.empty()))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest",
                                   "%1: no column says which time is forecast; name it ds, time or timestamp (or give "
                                   "origin and step)"),
                      {path.string()}}};
    say(*cells, columns, file);
    return file;
}

}  // namespace gatelab
