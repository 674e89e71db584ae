// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// How a file of arrays (HDF5, classic netCDF) describes what it holds.
namespace gatelab {

/// An attribute of an array whose name is among those with a known meaning. Numbers and texts are read;
/// other kinds have neither.
struct FileAttribute {
    std::string name;
    std::vector<double> numbers;
    std::vector<std::string> texts;
};

/// More of them are told of and not read.
constexpr std::size_t kMostDimensions = 6;

/// A data set or variable as the file describes it. Not usable: only named, with the reason.
struct FileArray {
    std::string path;                 ///< "/group/name"; "/table/field" of a table of records; "name" in netCDF
    std::vector<std::int64_t> shape;  ///< empty: a single value
    std::string type;                 ///< "float32", "int64", "text", "compound", ...
    bool usable = false;              ///< numeric, one to kMostDimensions dimensions, sizes that can be true
    Phrase reason;
    std::vector<FileAttribute> attributes;
    bool isText = false;  ///< of at most two dimensions: Hdf5Reader::texts() reads it
    std::vector<std::pair<double, std::string>> words = {};  ///< what its whole numbers stand for (an enumeration)
    std::vector<std::string> dimensions =
        {};  ///< names of the dimensions, without groups; empty: the file does not tell them
    std::vector<std::string> cells = {};  ///< of references (HDF5): what each of them is to, row-major; empty: none
};

}  // namespace gatelab
