// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/grids/find_grids.h"

#include "config/setting_predicates.h"
#include "data/arrays/array_times.h"
#include "data/arrays/grids/grid.h"
#include "data/csv/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kMostColumnDimensions = 3;

constexpr std::string_view kNorth[] = {"degrees_north", "degree_north", "degree_n", "degrees_n", "degreen", "degreesn"};
constexpr std::string_view kEast[] = {"degrees_east", "degree_east", "degree_e", "degrees_e", "degreee", "degreese"};
constexpr std::string_view kNorthNames[] = {"latitude", "lat", "nav_lat", "xlat"};
constexpr std::string_view kEastNames[] = {"longitude", "lon", "long", "nav_lon", "xlong"};

/// An array with what its file says of it.
struct Known {
    const FileArray* stored = nullptr;
    StoredArray* array = nullptr;
    std::vector<std::string> dimensions;
    [[nodiscard]] std::string text(std::string_view name) const {
        const auto found = std::ranges::find(stored->attributes, name, &FileAttribute::name);
        return found == stored->attributes.end() || found->texts.empty() ? std::string() : found->texts.front();
    }
};

/// Whether they are dates or not.
bool areTimes(const StoredArray& array) { return array.isTime || array.isCount; }

std::string groupOf(const std::string& path) { return path.substr(0, path.size() - lastPart(path).size()); }

class Finder {
public:
    Finder(const std::vector<FileArray>& stored, ArrayFile& file, const Progress& progress)
        : file_(file), progress_(progress) {
        std::map<std::string_view, const FileArray*> byPath;
        for (const FileArray& one : stored) byPath.emplace(one.path, &one);
        for (StoredArray& array : file.arrays) {
            const auto facts = byPath.find(array.path);
            if (facts == byPath.end()) continue;
            Known known{facts->second, &array, array.dimensions};
            const std::string own = lastPart(array.path);
            // The coordinate of a dimension is called as it is; HDF5 has no names of dimensions for it.
            if (known.dimensions.empty() && array.shape.size() == 1) known.dimensions = {own};
            all_.emplace(array.path, std::move(known));
        }
        for (const auto& [path, one] : all_)
            for (const bool isLatitude : {true, false})
                if (one.array->usable && one.dimensions.size() == one.array->shape.size() &&
                    one.dimensions.size() <= 2 && isDegrees(one, isLatitude))
                    (isLatitude ? norths_ : easts_).push_back(&one);
    }

    Result<> find() {
        for (auto& [path, known] : all_) {
            if (!goesOn()) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            StoredArray& array = *known.array;
            const bool isData = array.usable && !array.isHelper && !array.isTime && array.names.empty() &&
                                array.shape.size() > 1 && known.dimensions.size() == array.shape.size();
            if (isData) array.grid = gridOf(known);
            if (array.usable && array.grid == nullptr && array.shape.size() > kMostColumnDimensions) {
                array.usable = false;
                array.reason = {GATELAB_TEXT("Files", "it has %1 dimensions, and one to three can be columns"),
                                {array.shape.size()}};
            }
        }
        for (const std::string& path : used_) {
            StoredArray& coordinate = *all_.at(path).array;
            coordinate.isHelper = coordinate.isIndex = true, coordinate.isText = false;
            coordinate.reason = GATELAB_TEXT("Reading", "it says where the places of a grid lie");
        }
        if (!goesOn()) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        return {};
    }

private:
    using AxisPtr = std::shared_ptr<const Grid::Axis>;

    /// Whoever said no is not asked again.
    bool goesOn() {
        isStopped_ = isStopped_ || !report(progress_, -1);
        return !isStopped_;
    }

    /// The array of one dimension that is called as a dimension, in the group of the array or one above it.
    const Known* coordinateOf(const Known& known, const std::string& dimension) const {
        for (std::string group = groupOf(known.array->path);;) {
            const auto found = all_.find(group + dimension);
            if (found != all_.end() && found->second.dimensions == std::vector<std::string>{dimension})
                return &found->second;
            if (group.size() < 2) return nullptr;
            group = groupOf(group.substr(0, group.size() - 1));
        }
    }

    static bool isDegrees(const Known& known, bool isLatitude) {
        const std::string unit = lowered(known.text("units"));
        const std::span<const std::string_view> units = isLatitude ? std::span<const std::string_view>(kNorth) : kEast,
                                                names = isLatitude ? std::span<const std::string_view>(kNorthNames)
                                                                   : kEastNames;
        if (std::ranges::find(units, unit) != units.end()) return true;
        if (known.text("standard_name") == (isLatitude ? "latitude" : "longitude")) return true;
        return (unit.empty() || unit == "degrees" || unit == "degree") &&
               std::ranges::find(names, lowered(lastPart(known.array->path))) != names.end();
    }

    /// Latitudes or longitudes over some of the dimensions of an array, as long as those are (sizes: of `places`):
    /// dimensions of other groups can have the same names. Those of its group or one above it are taken first, then
    /// those that are called as a dimension, then those of the nearest group.
    const Known* degreesFor(const Known& known, const std::vector<std::string>& places,
                            const std::vector<std::int64_t>& sizes, bool isLatitude) const {
        const auto isOver = [&](const Known& one) {
            for (std::size_t d = 0; d < one.dimensions.size(); ++d) {
                const auto at = std::ranges::find(places, one.dimensions[d]);
                if (at == places.end() || one.array->shape[d] != sizes[static_cast<std::size_t>(at - places.begin())])
                    return false;
            }
            return one.array != known.array;
        };
        const auto rankOf = [&](const Known& one) {
            const std::string group = groupOf(one.array->path);
            const bool isVisible = known.array->path.starts_with(group);
            return std::tuple(!isVisible, one.dimensions.size(), isVisible ? -std::ssize(group) : 0);
        };
        const Known* best = nullptr;
        for (const Known* one : isLatitude ? norths_ : easts_)
            if (isOver(*one) && (best == nullptr || rankOf(*one) < rankOf(*best))) best = one;
        return best;
    }

    const std::vector<double>* valuesAt(const Known& known) {
        const auto [kept, isNew] = values_.try_emplace(known.array->path);
        if (isNew) {
            auto values = isStopped_ ? Result<std::vector<double>>(std::vector<double>())
                                     : valuesOf(file_, *known.array, [this](double) { return goesOn(); });
            if (values) kept->second = std::move(*values);
        }
        return kept->second.empty() ? nullptr : &kept->second;
    }

    /// Words that tell all places apart, with as few digits as that takes.
    template <class Word>
    std::vector<std::string> wordsFor(const std::vector<double>& values, Word&& word) {
        constexpr int kFewest = 6, kMost = 17;
        std::set<double> different(values.begin(), values.end());
        std::vector<std::string> words;
        for (int digits = kFewest; digits <= kMost; digits += 3) {
            words.clear();
            for (const double value : values) words.push_back(word(value, digits));
            if (std::set<std::string>(words.begin(), words.end()).size() >= different.size()) break;
        }
        return words;
    }

    AxisPtr degreesAxis(const Known* found, const std::vector<std::string>& places, bool isLatitude) {
        if (found == nullptr) return nullptr;
        const std::vector<double>* values = valuesAt(*found);
        if (values == nullptr || std::ranges::any_of(*values, [](double v) { return !std::isfinite(v); }))
            return nullptr;
        now_.insert(found->array->path);
        Grid::Axis axis{.of = {}, .values = {}, .words = {}};
        for (const std::string& dimension : found->dimensions)
            axis.of.push_back(static_cast<std::size_t>(std::ranges::find(places, dimension) - places.begin()));
        AxisPtr& made = made_[{found->array->path, axis.of, isLatitude ? 1 : 0}];
        if (made != nullptr) return made;
        axis.values = *values;
        constexpr std::size_t kMostWords = 100'000;  // as many columns can be read
        if (axis.values.size() <= kMostWords)
            axis.words =
                wordsFor(axis.values, [&](double value, int digits) { return degreesWord(value, isLatitude, digits); });
        return made = std::make_shared<const Grid::Axis>(std::move(axis));
    }

    /// What a file says along one dimension: texts, or numbers with their unit, else with the dimension's name.
    AxisPtr plainAxis(const Known& known, const std::vector<std::string>& places, std::size_t at, std::int64_t size) {
        Grid::Axis axis{.of = {at}, .values = {}, .words = {}};
        const Known* coordinate = coordinateOf(known, places[at]);
        const std::string named = coordinate != nullptr ? coordinate->array->path : " " + places[at];
        AxisPtr& made = made_[{named, {at, static_cast<std::size_t>(size)}, 2}];
        if (made != nullptr) {
            if (wasTaken_.contains(named)) now_.insert(named);
            return made;
        }
        const auto texts = coordinate != nullptr ? file_.texts.find(coordinate->array->path) : file_.texts.end();
        if (texts != file_.texts.end() && std::ssize(texts->second) == size) {
            now_.insert(named), wasTaken_.insert(named);
            axis.words = texts->second;
            return made = std::make_shared<const Grid::Axis>(std::move(axis));
        }
        std::vector<double> numbers;
        for (std::int64_t i = 0; i < size; ++i) numbers.push_back(static_cast<double>(i));
        std::string unit;
        const bool isThere = coordinate != nullptr && coordinate->array->usable && !areTimes(*coordinate->array);
        const std::vector<double>* values = isThere ? valuesAt(*coordinate) : nullptr;
        if (values != nullptr && std::ssize(*values) == size &&
            std::ranges::all_of(*values, [](double v) { return std::isfinite(v); })) {
            now_.insert(named), wasTaken_.insert(named);
            numbers = *values;
            unit = coordinate->text("units");
            if (unit == "millibars" || unit == "millibar") unit = "hPa";
            if (unit == "1") unit.clear();
        }
        axis.words = wordsFor(numbers, [&](double value, int digits) {
            std::string text = degreesWord(std::abs(value), true, digits);
            text.pop_back();  // the letter of a latitude
            if (value < 0) text.insert(0, "-");
            return unit.empty() ? places[at] + " " + text : text + unit;
        });
        return made = std::make_shared<const Grid::Axis>(std::move(axis));
    }

    std::shared_ptr<const Grid> gridOf(const Known& known) {
        const std::vector<std::int64_t>& shape = known.array->shape;
        Grid grid{.name = lastPart(known.array->path), .stored = shape, .sizes = {}};
        grid.timeAt = shape.size();
        std::vector<std::string> places;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            const Known* coordinate = coordinateOf(known, known.dimensions[i]);
            const bool isTime = coordinate != nullptr && coordinate->array->usable && areTimes(*coordinate->array) &&
                                coordinate->array->shape[0] == shape[i];
            if (isTime && grid.timeAt == shape.size()) {
                grid.timeAt = i, grid.timePath = coordinate->array->path;
                continue;
            }
            places.push_back(known.dimensions[i]);
            grid.sizes.push_back(shape[i]);
        }
        if (grid.timeAt == shape.size()) return nullptr;
        now_.clear();
        addAxes(known, places, grid);
        const bool isSure = grid.latitude.has_value() || shape.size() > kMostColumnDimensions;
        const bool isNamed = std::ranges::any_of(
            places, [&](const std::string& dimension) { return coordinateOf(known, dimension) != nullptr; });
        if (!isSure && (grid.timeAt != 0 || !isNamed)) return nullptr;
        grid.about = known.text("long_name");
        grid.unit = known.array->unit;
        used_.insert(now_.begin(), now_.end());
        return std::make_shared<const Grid>(std::move(grid));
    }

    /// Whether two places have the same position.
    bool standTwice(const AxisPtr& north, const AxisPtr& east) {
        const auto [kept, isNew] = twice_.try_emplace(std::pair(north.get(), east.get()), false);
        if (!isNew || !goesOn()) return kept->second;
        std::vector<std::pair<double, double>> positions;
        positions.reserve(north->values.size());
        for (std::size_t i = 0; i < north->values.size(); ++i)
            positions.emplace_back(north->values[i], east->values[i]);
        std::ranges::sort(positions);
        return kept->second = std::ranges::adjacent_find(positions) != positions.end();
    }

    void addAxes(const Known& known, const std::vector<std::string>& places, Grid& grid) {
        const AxisPtr north = degreesAxis(degreesFor(known, places, grid.sizes, true), places, true),
                      east = degreesAxis(degreesFor(known, places, grid.sizes, false), places, false);
        const auto isPlaced = [&](std::size_t at) {
            return (north && std::ranges::find(north->of, at) != north->of.end()) ||
                   (east && std::ranges::find(east->of, at) != east->of.end());
        };
        const bool isAmbiguous = north && east && north->of == east->of && standTwice(north, east);
        for (std::size_t at = 0; at < places.size(); ++at) {
            const Known* coordinate = coordinateOf(known, places[at]);
            const bool hasTexts = coordinate != nullptr && file_.texts.contains(coordinate->array->path);
            if (hasTexts || ((isAmbiguous || !isPlaced(at)) && grid.sizes[at] > 1))
                grid.axes.push_back(plainAxis(known, places, at, grid.sizes[at]));
        }
        if (north) grid.latitude = grid.axes.size(), grid.axes.push_back(north);
        if (east) grid.longitude = grid.axes.size(), grid.axes.push_back(east);
    }

    ArrayFile& file_;
    std::map<std::string, Known> all_;
    std::vector<const Known*> norths_, easts_;  ///< latitudes and longitudes
    const Progress& progress_;
    bool isStopped_ = false;
    std::map<std::string, std::vector<double>> values_;
    /// By the coordinate, the dimensions that it is of, and whether it is degrees north, east, or neither.
    std::map<std::tuple<std::string, std::vector<std::size_t>, int>, AxisPtr> made_;
    std::map<std::pair<const Grid::Axis*, const Grid::Axis*>, bool> twice_;
    std::set<std::string> wasTaken_;    ///< coordinates that are those of an axis of `made_` without degrees
    std::set<std::string> now_, used_;  ///< coordinates of the array that is looked at, and of all that are grids
};

/// Whether "t2m_0_3" is what a column of this array was called before places had names.
bool isOldName(const StoredArray& array, std::string_view name) {
    const std::string own = lastPart(array.path) + "_";
    if (!name.starts_with(own) || name.size() == own.size()) return false;
    return name.substr(own.size()).find_first_not_of("0123456789_") == std::string_view::npos;
}

/// Whether it is the older name of a column of a grid: the array of the longest name that it can be of tells, so that
/// "wind_10" is the column of that name where there is one, and no place of "wind".
bool isOfGrid(const std::vector<StoredArray>& arrays, const std::string& name) {
    const StoredArray* owner = nullptr;
    const auto isLonger = [&](const StoredArray& array) {
        if (owner == nullptr) return true;
        const std::size_t own = lastPart(array.path).size(), other = lastPart(owner->path).size();
        return own > other || (own == other && array.grid != nullptr);
    };
    for (const StoredArray& array : arrays) {
        const bool isColumn = array.usable && array.grid == nullptr && lastPart(array.path) == name;
        const bool isPlace = array.usable && array.shape.size() > 1 && isOldName(array, name);
        if ((isColumn || isPlace) && isLonger(array)) owner = &array;
    }
    return owner != nullptr && owner->grid != nullptr;
}

void layOut(StoredArray& array) {
    const Grid& grid = *array.grid;
    array.shape = {grid.stored[grid.timeAt], array.places.empty() ? grid.places() : std::ssize(array.places)};
}

/// Whether both lie over the same places.
bool areAlike(const Grid& one, const Grid& other) {
    return one.sizes == other.sizes && std::ranges::equal(one.axes, other.axes, [](const auto& a, const auto& b) {
               return a == b || (a->words == b->words && (!a->words.empty() || a->values == b->values));
           });
}

}  // namespace

Result<> findGrids(const std::vector<FileArray>& stored, ArrayFile& file, const Progress& progress) {
    return Finder(stored, file, progress).find();
}

void keepOldNames(const ExperimentConfig& options, std::vector<StoredArray>& arrays) {
    const auto asks = [&](const std::vector<std::string>& names) {
        return std::ranges::any_of(names, [&](const std::string& name) { return isOfGrid(arrays, name); });
    };
    if (!asks(options.inputs) && !asks(options.targets)) return;
    for (StoredArray& array : arrays) {
        if (array.grid == nullptr) continue;
        array.grid = nullptr;
        if (array.shape.size() <= kMostColumnDimensions) continue;
        array.usable = false;
        array.reason = {GATELAB_TEXT("Files", "it has %1 dimensions, and one to three can be columns"),
                        {array.shape.size()}};
    }
}

void layOutGrids(std::vector<StoredArray>& arrays) {
    for (StoredArray& array : arrays)
        if (array.grid != nullptr) layOut(array);
}

void tellOfGrids(const std::vector<StoredArray>& chosen, ReadReport& report) {
    std::vector<std::vector<const Grid*>> kinds;
    for (const StoredArray& array : chosen) {
        if (array.grid == nullptr || !array.places.empty()) continue;
        auto kind = std::ranges::find_if(kinds, [&](const auto& one) { return areAlike(*one.front(), *array.grid); });
        if (kind == kinds.end()) kind = kinds.emplace(kinds.end());
        kind->push_back(array.grid.get());
    }
    for (const std::vector<const Grid*>& kind : kinds) report.warnings.push_back({-1, tellOfGrid(kind)});
}

Result<std::vector<StoredArray>> gridsNear(const std::vector<StoredArray>& all, const std::string& asked) {
    std::vector<StoredArray> chosen;
    const auto near = parseNear(asked);
    if (!near) return chosen;
    std::set<std::string> times;
    std::vector<std::pair<const Grid*, std::vector<std::int64_t>>> looked;
    for (const StoredArray& array : all) {
        const bool isNamed = near->name.empty() || array.path == near->name || array.path == "/" + near->name;
        if (!isNamed || array.grid == nullptr) continue;
        const Grid& grid = *array.grid;
        // Grids over the same places have the same one.
        const auto known = std::ranges::find_if(
            looked, [&](const auto& one) { return one.first->sizes == grid.sizes && one.first->axes == grid.axes; });
        const bool isNew = known == looked.end();
        if (isNew) looked.emplace_back(&grid, nearestPlaces(grid, *near));
        std::vector<std::int64_t> places = isNew ? looked.back().second : known->second;
        if (places.empty() || (!times.empty() && !times.contains(grid.timePath))) continue;
        times.insert(grid.timePath);
        StoredArray one = array;
        one.told.push_back(tellOfPlace(grid, places, *near));
        one.places = std::move(places);
        layOut(one);
        chosen.push_back(std::move(one));
    }
    if (chosen.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "'%1' asks for the place of a grid that is nearest, and there is no such grid: a "
                                   "quantity over times, latitudes and longitudes. Choose a data set by its name"),
                      {asked}}}
            .ofField("hdf5_datasets");
    for (const StoredArray& array : all)
        if (times.contains(array.path)) chosen.insert(chosen.begin(), array);
    return chosen;
}

Result<std::vector<double>> gridValues(const ArrayFile& file, const StoredArray& array, const Progress& progress) {
    const Grid& grid = *array.grid;
    StoredArray stored = array;
    stored.grid = nullptr;
    stored.shape = grid.stored;
    if (grid.timeAt == 0) return file.values(stored, progress);
    stored.places.clear();
    auto values = file.values(stored, progress);
    if (!values) return values;
    *values = timesFirst(grid, std::move(*values));
    if (array.places.empty()) return values;
    const auto all = static_cast<std::size_t>(grid.places());
    std::vector<double> taken;
    for (std::size_t at = 0; at + all <= values->size(); at += all)
        for (const std::int64_t place : array.places) taken.push_back((*values)[at + static_cast<std::size_t>(place)]);
    return taken;
}

}  // namespace gatelab
