// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_columns.h"

#include "config/choices.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "data/arrays/array_groups.h"
#include "data/arrays/array_roles.h"
#include "data/arrays/array_sequences.h"
#include "data/arrays/array_table.h"
#include "data/arrays/array_times.h"
#include "data/arrays/grids/find_grids.h"
#include "data/arrays/grids/grid.h"
#include "data/arrays/joined_channels.h"
#include "data/arrays/pandas_arrays.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "io/row_memory.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace gatelab {
namespace {

/// Rows run along the first dimension; 1-D is one column, the last two of three together are the columns.
struct Shape {
    std::int64_t rows = 0, columns = 1;
};
Shape shapeOf(const StoredArray& array) {
    Shape shape{array.shape[0], 1};
    for (std::size_t i = 1; i < array.shape.size(); ++i) shape.columns *= array.shape[i];
    return shape;
}

/// Without names of its columns: its names, if it has any, are those of its rows.
bool isNamedByRows(const StoredArray& array) {
    return array.names.empty() || (std::ssize(array.names) == array.shape[0] && array.shape.back() != array.shape[0]);
}

/// Grids with a row for each time; as they were for a run that knows them by older names.
std::vector<StoredArray> laidOut(std::vector<StoredArray> arrays, const ExperimentConfig& options) {
    keepOldNames(options, arrays);
    layOutGrids(arrays);
    return arrays;
}

/// Stations or other places over one axis of times are often stored [place][time]: their rows are the times. Grids that
/// are laid out have them already.
std::vector<StoredArray> withTimesFirst(std::vector<StoredArray> arrays, const ExperimentConfig& options) {
    if (hasSeriesInRows(options)) {  // asked for
        for (StoredArray& array : arrays)
            if (array.usable && array.grid == nullptr && isNamedByRows(array) && array.shape.size() == 2)
                std::swap(array.shape[0], array.shape[1]), array.isTurned = true;
        return arrays;
    }
    std::int64_t times = 0;
    for (const StoredArray& array : arrays)
        if (array.usable && array.shape.size() == 1 && array.shape[0] > 1 && (array.isTime || isNamedTime(array)))
            times = times == 0 || times == array.shape[0] ? array.shape[0] : -1;
    for (StoredArray& array : arrays)
        if (times > 0 && array.usable && array.grid == nullptr && array.shape.size() == 2 && array.shape[1] == times &&
            array.shape[0] != times && isNamedByRows(array)) {
            std::swap(array.shape[0], array.shape[1]);
            array.isTurned = true;
            array.told.push_back({GATELAB_TEXT("Reading",
                                               "'%1' is stored with a row for each of %2 places and a column for each "
                                               "time; rows and columns were exchanged"),
                                  {array.path, array.shape[1]}});
        }
    return arrays;
}

/// Nothing of a file can be taken: why, of the first that its writer did not put there for himself.
Error noArray(const std::vector<StoredArray>& all) {
    const auto first = std::ranges::find_if(
        all, [](const StoredArray& array) { return !array.usable && !array.isHelper && !array.reason.empty(); });
    if (first != all.end())
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "nothing in this file can become columns. '%1': %2. Mend that, or choose another file"),
                 {first->path, first->reason}}};
    return {
        ErrorCode::InvalidInput,
        GATELAB_TEXT("Reading",
                     "no numeric data set with one to three dimensions and more than one row; choose another file")};
}

/// Objects that are named as the values of the file, where nothing else is: what else lies in it are not the data.
const StoredArray* closedValues(const std::vector<StoredArray>& all) {
    const auto isValues = [](const StoredArray& array) { return roleOf(array.path).kind == ArrayRole::Kind::Values; };
    const auto closed = std::ranges::find_if(
        all, [&](const StoredArray& array) { return isValues(array) && !array.usable && array.type == "objects"; });
    const bool isOther = std::ranges::any_of(
        all, [&](const StoredArray& array) { return isValues(array) && (array.usable || array.isText); });
    return closed == all.end() || isOther ? nullptr : &*closed;
}

/// There is a time and nothing beside it: why, of the first array that could have been something.
Error onlyTime(const std::vector<StoredArray>& all) {
    const auto first = std::ranges::find_if(
        all, [](const StoredArray& array) { return !array.usable && !array.isHelper && !array.reason.empty(); });
    if (first == all.end())
        return {ErrorCode::InvalidInput,
                GATELAB_TEXT("Reading", "only the time was found; choose data sets with values")};
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "only the time was found. '%1' is not read: %2. Mend that, or choose data sets with values"),
             {first->path, first->reason}}};
}

/// Its path, and the columns in it, where those have names of their own.
std::string shownName(const StoredArray& array) {
    constexpr std::size_t kNamed = 8;
    std::string names;
    for (std::size_t i = 0; i < std::min(array.names.size(), kNamed); ++i)
        names += (i > 0 ? ", " : "") + array.names[i];
    if (names.empty()) return array.path;
    return array.path + " (" + names + (array.names.size() > kNamed ? ", ...)" : ")");
}

Phrase whyLeft(const StoredArray& array) {
    if ((array.isHelper || (!array.usable && !array.isText)) && !array.reason.empty()) return array.reason;
    return GATELAB_TEXT("Reading", "its length differs from the others");
}

/// Rows and columns that look exchanged, and places of three dimensions that became columns.
void warnOfArrayShape(const StoredArray& array, ReadReport& report) {
    constexpr std::int64_t kFewRows = 4;  // for one column
    const Shape shape = shapeOf(array);
    if (array.grid != nullptr) return;  // told by its places
    const auto wide = std::ranges::count_if(array.shape, [](std::int64_t size) { return size > 1; });
    if (wide > 2)
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT(
                  "Reading",
                  "data set '%1' has three dimensions (%2 x %3 x %4) and was read as %2 rows of %5 columns; if "
                  "one of them counts sequences or windows, they are no rows of one series: choose the shape "
                  "sequences x steps x channels (ntc), or another order of the three"),
              {array.path, array.shape[0], array.shape[1], array.shape[2], shape.columns}}});
    else if (shape.columns > 1 && shape.rows * kFewRows <= shape.columns)
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "data set '%1' has %2 rows and %3 columns: rows and columns seem to be exchanged, as MATLAB "
                           "writes them. If each row is a quantity, choose 'a row for each series' as the shape"),
              {array.path, shape.rows, shape.columns}}});
}

using Columns = std::vector<std::vector<double>>;

/// Columns from rows that come piece by piece, each piece read once: a pass for each column over values that do not lie
/// in memory would read all of them from the disk again and again. rowsAt(first, rows): row-major.
template <class RowsAt>
Result<Columns> columnsOf(const Shape& shape, const Progress& progress, const RowsAt& rowsAt) {
    constexpr std::int64_t kPieceValues = 1 << 16, kPiecesBetween = 4;
    const std::int64_t pieceRows = std::max<std::int64_t>(1, kPieceValues / std::max<std::int64_t>(1, shape.columns));
    Columns columns(static_cast<std::size_t>(shape.columns));
    RowsToCome toCome;
    for (std::vector<double>& column : columns) {
        column.reserve(static_cast<std::size_t>(shape.rows));
        toCome.add(column.data(), column.capacity() * sizeof(double));
    }
    std::vector<double> part;
    std::int64_t piece = 0;
    for (std::int64_t first = 0; first < shape.rows; first += pieceRows, ++piece) {
        if (piece % kPiecesBetween == 0 &&
            !report(progress, static_cast<double>(first) / static_cast<double>(shape.rows)))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        part.resize(static_cast<std::size_t>(std::min(pieceRows, shape.rows - first)));
        const Result<const double*> values = rowsAt(first, std::ssize(part));
        if (!values) return values.error();
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const double* at = *values + c;
            for (double& value : part) value = *at, at += shape.columns;
            columns[c].insert(columns[c].end(), part.begin(), part.end());
        }
    }
    return columns;
}

/// The columns of values that are all there, which are given up for them.
Columns columnsOf(const Shape& shape, std::vector<double> values) {
    if (shape.columns == 1) {
        Columns one;
        one.push_back(std::move(values));
        return one;
    }
    const auto rowsAt = [&](std::int64_t first, std::int64_t) -> Result<const double*> {
        return values.data() + first * shape.columns;
    };
    return std::move(*columnsOf(shape, {}, rowsAt));
}

/// What columns are called by: their own names, those with their paths, or, of frames of pandas, with their keys.
enum class NamedBy { Name, Path, Key };

void addColumns(const StoredArray& array, Columns columns, NamedBy by, Series& series) {
    const Shape shape = shapeOf(array);
    std::vector<std::string> names = columnNames(array);
    const std::string key = by == NamedBy::Key && !array.names.empty() ? pandasKey(array.path) : std::string();
    if (by != NamedBy::Name)
        for (std::string& name : names)
            name = !key.empty() ? key + "/" + name
                                : array.path.substr(1) + (shape.columns > 1 || !array.names.empty() ? ":" + name : "");
    for (std::int64_t c = 0; c < shape.columns; ++c) {
        const std::string& name = names[static_cast<std::size_t>(c)];
        std::vector<double>& column = columns[static_cast<std::size_t>(c)];
        const std::int64_t missing = std::ranges::count_if(column, [](double v) { return std::isnan(v); });
        series.report.valuesMissing += missing;
        series.report.columns.push_back({name, ReadColumn::Kind::Number, ReadColumn::Role::Value, missing});
        series.channels.push_back({name, array.unit, std::move(column)});
    }
}

/// Whole numbers that a double does not keep.
void warnOfRounding(const StoredArray& array, const Columns& columns, ReadReport& report) {
    constexpr double kMaxExact = 9007199254740992;  // 2^53
    if (array.type != "int64" && array.type != "uint64") return;
    std::int64_t rounded = 0;
    for (const std::vector<double>& column : columns)
        rounded += std::ranges::count_if(column, [](double v) { return std::abs(v) >= kMaxExact; });
    if (rounded == 0) return;
    report.warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading",
                       "column '%1' was read rounded: %2 of its whole numbers have more digits than a number "
                       "keeps (about 15), as identifiers have. Leave it out of the inputs where it is one"),
          {array.path, rounded}}});
}

/// Columns of an array whose rows can be read piece by piece.
Result<Columns> columnsInPieces(const ArrayFile& file, const StoredArray& array, const Progress& progress) {
    const Shape shape = shapeOf(array);
    if (auto holds = file.rows(array, 0, 0, nullptr); !holds) return holds.error();  // before room is made for it
    std::vector<double> piece;
    return columnsOf(shape, progress, [&](std::int64_t first, std::int64_t rows) -> Result<const double*> {
        piece.resize(static_cast<std::size_t>(rows * shape.columns));
        if (auto read = file.rows(array, first, rows, piece.data()); !read) return read.error();
        return piece.data();
    });
}

/// Values that are a table, and no times.
void addTable(const StoredArray& array, Columns columns, NamedBy by, Series& series) {
    warnOfRounding(array, columns, series.report);
    addColumns(array, std::move(columns), by, series);
    warnOfArrayShape(array, series.report);
}

/// The times or the columns of an array.
Result<> addArray(const ArrayFile& file, const StoredArray& array, const ExperimentConfig& options, NamedBy by,
                  const Progress& progress, Series& series) {
    const auto tell = [&] {
        for (const Phrase& text : array.told) series.report.warnings.push_back({-1, text});
    };
    if (file.rows && array.shape.size() > 1 && !array.isTurned && !array.isTime) {
        auto columns = columnsInPieces(file, array, progress);
        if (!columns) return columns.error();
        tell();
        addTable(array, std::move(*columns), by, series);
        return {};
    }
    auto values = valuesOf(file, array, progress);
    if (!values) return values.error();
    tell();
    if (!series.time.known() && isTimeArray(array, *values, options)) {
        addTime(array, *values, series);
    } else if (array.isCount && !isAskedFor(options, lastPart(array.path))) {
        addCount(array, *values, series);
    } else if (array.isTime) {
        series.report.columns.push_back({lastPart(array.path), ReadColumn::Kind::Date, ReadColumn::Role::OtherTime, 0});
        series.report.warnings.push_back(
            {-1, {GATELAB_TEXT("Reading", "column '%1' holds other times and was left out"), {array.path}}});
    } else {
        addTable(array, columnsOf(shapeOf(array), std::move(*values)), by, series);
    }
    return {};
}

/// Columns of a table that are called a time are dates there, and counts are none.
void leaveCountsOut(std::vector<StoredArray>& chosen, ReadReport& report) {
    std::erase_if(chosen, [&](const StoredArray& array) {
        for (const Phrase& text : array.isCount ? array.told : std::vector<Phrase>())
            report.warnings.push_back({-1, text});
        return array.isCount;
    });
}

/// What is asked of a file before its values are: as many as it can hold, and no more columns than a table can have.
Result<> checkSizes(const ArrayFile& file, const std::vector<StoredArray>& chosen) {
    constexpr std::int64_t kMostColumns = 100'000;
    std::int64_t columns = 0, values = 0;
    for (const StoredArray& array : chosen) {
        const Shape shape = shapeOf(array);
        columns += shape.columns, values += shape.rows * shape.columns;
        if (columns > kMostColumns && array.grid != nullptr && array.places.empty())
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading",
                                       "the grid '%1' has %2 places, and at most %3 columns are read. Choose the "
                                       "place that is wanted as the part of the file: 'near LATITUDE LONGITUDE', such "
                                       "as 'near 52.5 13.25'"),
                          {array.path, shape.columns, kMostColumns}}}
                .ofField("hdf5_datasets");
        if (columns > kMostColumns)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading",
                                       "data set '%1' and those before it have %2 columns, and at most %3 are read; if "
                                       "its rows and columns are exchanged, write it the other way, or choose fewer"),
                          {array.path, columns, kMostColumns}}}
                .ofField("hdf5_datasets");
        if (values > file.mostValues)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading",
                                       "the data sets up to '%1' tell of %2 values, which is more than the file can "
                                       "hold or a program should read at once; it may be damaged: copy it again, or "
                                       "choose fewer"),
                          {array.path, values}}}
                .ofField("hdf5_datasets");
    }
    return {};
}

/// Two columns of one name, in different groups: whole paths tell them apart, keys those of pandas unless the settings
/// ask for a path, as those of older runs do.
NamedBy namedBy(const std::vector<StoredArray>& chosen, const ExperimentConfig& options) {
    std::map<std::string, int> names;
    for (const StoredArray& array : chosen) ++names[lastPart(array.path)];
    if (std::ranges::none_of(names, [](const auto& entry) { return entry.second > 1; })) return NamedBy::Name;
    const auto isPath = [&](const std::string& name) {
        return std::ranges::any_of(chosen, [&](const StoredArray& array) {
            return !pandasKey(array.path).empty() && name.starts_with(array.path.substr(1) + ":");
        });
    };
    const bool asks = std::ranges::any_of(options.inputs, isPath) || std::ranges::any_of(options.targets, isPath);
    return asks ? NamedBy::Path : NamedBy::Key;
}

}  // namespace

std::vector<std::string> columnNames(const StoredArray& array) {
    if (array.grid != nullptr) {
        std::vector<std::string> names;
        for (std::int64_t i = 0; i < shapeOf(array).columns; ++i)
            names.push_back(array.grid->nameOf(array.places.empty() ? i : array.places[static_cast<std::size_t>(i)]));
        return names;
    }
    // Names of rows that did not become columns are none of these.
    if (!array.names.empty() && std::ssize(array.names) == shapeOf(array).columns) return array.names;
    std::vector<std::string> names{lastPart(array.path)};
    for (std::size_t dimension = 1; dimension < array.shape.size(); ++dimension) {
        if (array.shape[dimension] == 1) continue;
        std::vector<std::string> longer;
        for (const std::string& name : names)
            for (std::int64_t place = 0; place < array.shape[dimension]; ++place)
                longer.push_back(name + "_" + std::to_string(place));
        names = std::move(longer);
    }
    return names;
}

Result<std::vector<double>> valuesOf(const ArrayFile& file, const StoredArray& array, const Progress& progress) {
    if (const auto made = file.made.find(array.path); made != file.made.end()) return made->second;
    if (array.grid != nullptr) return gridValues(file, array, progress);
    if (!array.isTurned) return file.values(array, progress);
    StoredArray stored = array;
    std::swap(stored.shape[0], stored.shape[1]);
    auto values = file.values(stored, progress);
    return values ? Result(fromColumnMajor(std::move(*values), array.shape)) : values;
}

bool holdsWords(const ArrayFile& file, const StoredArray& array) {
    return file.texts.contains(array.path) ||
           (file.words && std::ranges::find(file.wordLists, array.path, &StoredArray::path) != file.wordLists.end());
}

Result<std::vector<std::string>> wordsOf(const ArrayFile& file, const StoredArray& array, const Progress& progress) {
    if (const auto texts = file.texts.find(array.path); texts != file.texts.end()) return texts->second;
    if (holdsWords(file, array)) return file.words(array, progress);
    return Error{ErrorCode::Unsupported, {GATELAB_TEXT("Reading", "data set '%1' holds no words"), {array.path}}};
}

std::vector<double> fromColumnMajor(std::vector<double> values, const std::vector<std::int64_t>& shape) {
    if (std::ranges::count_if(shape, [](std::int64_t size) { return size != 1; }) < 2) return values;
    std::vector<double> turned(values.size());
    std::vector<std::int64_t> place(shape.size(), 0);
    for (const double value : values) {  // the first place runs fastest
        std::int64_t at = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) at = at * shape[i] + place[i];
        turned[static_cast<std::size_t>(at)] = value;
        for (std::size_t i = 0; i < shape.size() && ++place[i] == shape[i]; ++i) place[i] = 0;
    }
    return turned;
}

void standUpright(StoredArray& array) {
    if (array.shape.size() == 2 && array.shape[0] == 1) std::swap(array.shape[0], array.shape[1]);
}

Result<std::vector<StoredArray>> chooseArrays(const std::vector<StoredArray>& all, const ExperimentConfig& options,
                                              ReadReport& report) {
    std::vector<StoredArray> chosen;
    for (const std::string& path : options.hdf5Datasets) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const StoredArray& array) {
            return array.path == path || array.path == "/" + path;
        });
        if (found == all.end() && parseNear(path)) {
            auto near = gridsNear(all, path);
            if (!near) return near.error();
            for (StoredArray& array : *near)
                if ((!array.isTime && !array.isCount) ||
                    std::ranges::find(chosen, array.path, &StoredArray::path) == chosen.end())
                    chosen.push_back(std::move(array));
            continue;
        }
        if (found == all.end())
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Reading", "there is no data set '%1' in this file; choose another"), {path}}}
                .ofField("hdf5_datasets");
        if (!found->usable && !found->isText)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading", "data set '%1' cannot become columns: %2"), {path, found->reason}}};
        chosen.push_back(*found);
    }
    if (!chosen.empty()) return chosen;
    std::map<std::int64_t, std::int64_t> lengths;
    for (const StoredArray& array : all)
        if (array.usable && array.shape[0] > 1 && !array.isHelper) ++lengths[array.shape[0]];
    std::int64_t rows = 0, most = 0, indexes = 0;
    for (const auto& [length, count] : lengths)
        if (count >= most) most = count, rows = length;
    for (const StoredArray& array : all) {
        const bool fits = (array.usable || array.isText) && array.shape[0] == rows && !array.isHelper;
        if (fits)
            chosen.push_back(array);
        else if (array.isIndex)
            ++indexes;
        else
            report.warnings.push_back(
                {-1, {GATELAB_TEXT("Reading", "data set '%1' was left out: %2"), {shownName(array), whyLeft(array)}}});
    }
    if (indexes > 0)
        report.warnings.push_back(
            {-1,
             counted(indexes,
                     GATELAB_TEXT("Reading", "1 data set that only finds or names rows and columns was left out"),
                     GATELAB_TEXT("Reading", "%1 data sets that only find or name rows and columns were left out"))});
    if (chosen.empty()) return noArray(all);
    return chosen;
}

std::vector<FilePart> partsOf(const ArrayFile& file, const ExperimentConfig& options) {
    std::vector<FilePart> parts;
    if (areForSequences(file, options)) {
        const std::vector<std::string> taken = sequencePaths(file, options);
        for (const StoredArray& array : file.arrays) {
            const bool isTaken = std::ranges::find(taken, array.path) != taken.end();
            parts.push_back(
                {array.path, array.shape, array.type, array.usable || array.isText || isTaken, array.reason, isTaken});
        }
        return parts;
    }
    ReadReport messages;
    const std::vector<StoredArray> turned = withTimesFirst(laidOut(file.arrays, options), options);
    const auto chosen = chooseArrays(turned, options, messages);
    for (const StoredArray& array : turned) {
        const bool taken = chosen.ok() && std::ranges::find(*chosen, array.path, &StoredArray::path) != chosen->end();
        std::string type = array.type;
        if (array.grid != nullptr && array.grid->position(0)) type += kOnGrid;
        parts.push_back({array.path, array.grid != nullptr ? array.grid->stored : array.shape, std::move(type),
                         array.usable || array.isText, array.reason, taken});
    }
    return parts;
}

namespace {

using SeriesMade = Result<std::shared_ptr<Series>>;

/// The chosen arrays as columns of one series.
SeriesMade oneSeries(const ArrayFile& file, const std::vector<StoredArray>& chosen, const ExperimentConfig& options,
                     const Progress& progress, std::shared_ptr<Series> series) {
    const std::filesystem::path& path = file.path;
    const NamedBy by = namedBy(chosen, options);
    double done = 0;
    for (const StoredArray& array : chosen) {
        if (array.shape[0] != chosen.front().shape[0])
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT(
                     "Reading",
                     "%1: data sets '%2' and '%3' have different lengths (%4 and %5); choose data sets of one length"),
                 {path.string(), chosen.front().path, array.path, chosen.front().shape[0], array.shape[0]}}};
        const double share = 0.9 / static_cast<double>(chosen.size());
        const auto each = [&](double part) { return report(progress, done + part * share); };
        if (auto added = addArray(file, array, options, by, each, *series); !added) return added.error();
        done += share;
    }
    if (!series->time.known() && !countsRows(options)) takeTimeColumn(options, *series);
    leaveUntimedOut(*series);
    if (file.format != std::string_view("wav")) leaveStampsOut(options, *series);  // a sound that rises is no clock
    return series;
}

/// Series of lengths of their own one below the other.
SeriesMade joinGroups(const ArrayFile& file, const std::vector<ArrayGroup>& groups, const ExperimentConfig& options,
                      const Progress& progress) {
    std::vector<std::pair<std::string, SeriesPtr>> parts;
    for (const ArrayGroup& group : groups) {
        ReadReport unsaid;
        const auto chosen = chooseArrays(group.arrays, {}, unsaid);
        if (!chosen) return chosen.error();
        if (auto fits = checkSizes(file, *chosen); !fits) return fits.error();
        auto one = oneSeries(file, *chosen, options, {}, std::make_shared<Series>());
        if (!one) return one.error();
        parts.emplace_back(group.name, std::move(*one));
        if (!report(progress, 0.9 * static_cast<double>(parts.size()) / static_cast<double>(groups.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
    }
    return joinSeries(parts);
}

/// That the file holds many series, of which one length alone is read with a row for each time.
void guessGroups(const std::vector<ArrayGroup>& groups, const ExperimentConfig& options, Series& series) {
    const bool isAsked = isReshaped(options) || !options.hdf5Datasets.empty();
    if (groups.empty() || (isAsked && !readsTogether(options))) return;
    const Choice* shape = findChoice(csvShapeChoices(), options.csvShape);
    series.report.guesses.push_back({"csv_shape", options.csvShape, shape != nullptr ? Phrase(shape->label) : Phrase(),
                                     isReshaped(options), isReshaped(options), isReshaped(options) ? "" : "together"});
}

}  // namespace

Result<Dataset> readArrays(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress) {
    if (const auto joined = joinChannels(file, options)) return readArrays(joined->file, joined->options, progress);
    if (areForSequences(file, options)) return readSequenceArrays(file, options, progress);
    const auto started = std::chrono::steady_clock::now();
    const std::filesystem::path& path = file.path;
    auto series = std::make_shared<Series>();
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = file.format;
    const std::vector<StoredArray> arrays = laidOut(file.arrays, options);
    const std::vector<ArrayGroup> groups = seriesGroups(arrays);
    if (readsTogether(options) && !groups.empty()) {
        auto joined = joinGroups(file, groups, options, progress);
        if (!joined) return joined.error().withContext(path.string());
        (*joined)->name = series->name, (*joined)->source = series->source, (*joined)->report.format = file.format;
        guessGroups(groups, options, **joined);
        return finishSeries(std::move(*joined), path, options, started,
                            [&](double part) { return report(progress, 0.9 + 0.1 * part); });
    }
    if (const StoredArray* closed = closedValues(arrays); closed != nullptr && options.hdf5Datasets.empty())
        return noArray({*closed}).withContext(path.string());
    auto chosen = chooseArrays(withTimesFirst(arrays, options), options, series->report);
    if (!chosen) return chosen.error().withContext(path.string());
    if (auto fits = checkSizes(file, *chosen); !fits) return fits.error().withContext(path.string());
    tellOfGrids(*chosen, series->report);
    if (isForTable(*chosen, options)) {
        leaveCountsOut(*chosen, series->report);
        return readArraysAsTable(file, *chosen, series->report, options, progress);
    }
    auto made = oneSeries(file, *chosen, options, progress, series);
    if (!made) return made.error();
    guessGroups(groups, options, *series);
    if (series->channels.empty()) return onlyTime(file.arrays).withContext(path.string());
    if (series->rows() < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1: the data sets have one row only; a series needs many rows; choose others"),
             {path.string()}}};
    return finishSeries(std::move(series), path, options, started,
                        [&](double part) { return report(progress, 0.9 + 0.1 * part); });
}

}  // namespace gatelab
