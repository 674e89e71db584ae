// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/readers.h"
#include "data/series.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

struct Grid;

/// An array of numbers in a file of arrays (HDF5, NumPy), as the file describes it.
struct StoredArray {
    std::string path;                          ///< its name in the file: "/group/name", "name"
    std::vector<std::int64_t> shape;           ///< empty: a single value
    std::string type;                          ///< "float32", "int64", "text", "compound", ...
    bool usable = false;                       ///< numeric, one to three dimensions, or a grid
    Phrase reason = {};                        ///< why not
    std::string unit = {};                     ///< empty: not told
    std::vector<std::string> names = {};       ///< one per column, where the file has them
    bool isTime = false;                       ///< its type says so
    bool isCount = false;                      ///< times that are no dates: counts of its unit, which say so in `told`
    std::vector<Phrase> told = {};             ///< what was done to its values
    bool isHelper = false;                     ///< of the library that wrote it; taken only where it is named
    bool isIndex = false;                      ///< a helper that only finds or names rows and columns
    bool isTurned = false;                     ///< stored [place][time], its shape is [time][place]
    bool isText = false;                       ///< its cells stand in ArrayFile::texts
    std::vector<std::string> dimensions = {};  ///< their names, where the file has them
    std::shared_ptr<const Grid> grid = {};     ///< a quantity over times and places (grids/find_grids.h); else none
    std::vector<std::int64_t> places = {};     ///< of a grid: the columns that are read; empty: all of them
};

/// A file of arrays that can be read. values(): row-major.
struct ArrayFile {
    std::string format;  ///< reader's key
    std::filesystem::path path;
    std::vector<StoredArray> arrays;
    std::function<Result<std::vector<double>>(const StoredArray&, const Progress&)> values;
    /// That a file of this size can hold in all: a damaged one may tell of the same bytes again and again.
    std::int64_t mostValues = INT64_C(1) << 30;
    /// Where they can be read in pieces: the numbers of `rows` rows of this array from `first` on, row-major, into
    /// `out`, which has room for them; of 0 rows whether the file holds the array. Empty: only values() can.
    std::function<Result<>(const StoredArray&, std::int64_t first, std::int64_t rows, double* out)> rows = {};
    std::map<std::string, std::vector<std::string>> texts = {};  ///< cells of arrays of texts, row-major, by their path
    std::map<std::string, std::vector<double>> made = {};        ///< values that are stored in another form, likewise
    /// Arrays of words that a table does not take, and sequences can have as their classes; wordsOf() reads them.
    std::vector<StoredArray> wordLists = {};
    std::function<Result<std::vector<std::string>>(const StoredArray&, const Progress&)> words = {};
    /// Where an array lies in a file of its own beside this one.
    std::map<std::string, std::filesystem::path> sources = {};
};

/// The arrays that become columns: those that options.hdf5Datasets names, or all usable ones of the most frequent
/// length; what is left out is said in `report`.
Result<std::vector<StoredArray>> chooseArrays(const std::vector<StoredArray>& all, const ExperimentConfig& options,
                                              ReadReport& report);

/// Names of its columns: those of the file, else by the places in the second and third dimension.
std::vector<std::string> columnNames(const StoredArray& array);
/// Its values row-major in the shape that the array has here.
Result<std::vector<double>> valuesOf(const ArrayFile& file, const StoredArray& array, const Progress& progress);

/// Whether wordsOf() can read it.
bool holdsWords(const ArrayFile& file, const StoredArray& array);
/// Its cells row-major; Unsupported where it holds no words.
Result<std::vector<std::string>> wordsOf(const ArrayFile& file, const StoredArray& array, const Progress& progress);

/// Calls each(i) for `count` values and asks at times whether to go on; the Error that reading was cancelled.
template <class Each>
Result<> forEachValue(std::size_t count, const Progress& progress, Each&& each) {
    constexpr std::size_t kBetween = std::size_t{1} << 18;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kBetween == 0 && !report(progress, static_cast<double>(i) / static_cast<double>(count)))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        each(i);
    }
    return {};
}

/// Values that were stored with the first place running fastest (Fortran, MATLAB), row-major. shape: as it shall be.
std::vector<double> fromColumnMajor(std::vector<double> values, const std::vector<std::int64_t>& shape);

/// A row vector of MATLAB is a column as well.
void standUpright(StoredArray& array);

/// The same as a list to choose from.
std::vector<FilePart> partsOf(const ArrayFile& file, const ExperimentConfig& options);

/// A table of the chosen arrays: rows run along the first dimension, all others together are the columns (at most
/// 100,000); one that is named or typed as a time becomes the time axis. Any thread that values() allows.
Result<Dataset> readArrays(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress);

}  // namespace gatelab
