// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_times.h"
#include "data/arrays/matlab_cells.h"
#include "data/arrays/matlab_file.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>

namespace gatelab {
namespace {

constexpr double kDay1900 = 693962, kDay2200 = 803535;                     // datenum: days since the year 0
constexpr double kDay1970 = 719529, kMicrosPerDay = 86400e6, kKept = 1e3;  // the digits behind are noise

/// Days of MATLAB in a variable that is named as a time.
bool isDatenum(const MatlabVariable& variable) {
    const StoredArray& array = variable.array;
    const std::string name = lowered(array.path.substr(array.path.rfind('/') + 1));
    if (!array.usable || array.shape.size() != 2 || array.shape[1] != 1 || array.shape[0] < 2) return false;
    if (!isTimeName(name) && name != "t" && name.find("datenum") == std::string::npos) return false;
    const auto values = readMatlabValues(variable);
    return values && std::ranges::all_of(*values, [](double v) { return v >= kDay1900 && v <= kDay2200; });
}

/// Any text of 116 bytes, then the version 1.0 and two letters that tell the order of bytes.
bool hasLevel5Head(std::string_view bytes) {
    if (bytes.size() < 128) return false;
    const std::string_view end = bytes.substr(124, 4);
    return end == std::string_view("\x00\x01IM", 4) || end == std::string_view("\x01\x00MI", 4);
}

using Variables = std::map<std::string, MatlabVariable>;

/// Arrays of characters as a word for each row, and cells "/y{1}", "/y{2}" ... of one word each as one list "/y".
void addWords(const Variables& variables, ArrayFile& file) {
    std::map<std::string, std::vector<std::string>> cells;
    for (const StoredArray& array : file.arrays) {
        const MatlabVariable& variable = variables.at(array.path);
        if (variable.textBytes == 0 && array.type != "text") continue;
        const std::size_t open = array.path.rfind('{');
        if (array.path.ends_with('}') && open != std::string::npos)
            cells[array.path.substr(0, open)].push_back(array.path);
        else if (variable.textBytes > 0 && array.shape[0] > 1)
            file.wordLists.push_back({.path = array.path, .shape = {array.shape[0]}, .type = array.type});
    }
    for (const auto& [name, all] : cells)
        if (all.size() > 1) file.wordLists.push_back({.path = name, .shape = {std::ssize(all)}, .type = "text"});
    file.words = [variables, cells = std::move(cells)](const StoredArray& array,
                                                       const Progress&) -> Result<std::vector<std::string>> {
        const auto list = cells.find(array.path);
        if (list == cells.end()) return readMatlabTexts(variables.at(array.path));
        std::vector<std::string> words;
        for (const std::string& cell : list->second) {
            const MatlabVariable& variable = variables.at(cell);
            auto word = variable.textBytes > 0 ? readMatlabTexts(variable) : std::vector<std::string>(1);
            if (!word) return word;
            words.push_back(word->front());
        }
        return words;
    };
}

Result<ArrayFile> openMatlab(const std::filesystem::path& path, const Progress& progress) {
    auto bytes = readFileBytes(path, UINT64_C(4) << 30, partOf(progress, 0, 0.5));
    if (!bytes) return bytes.error();
    const auto whole = std::make_shared<const std::string>(std::move(*bytes));
    auto variables =
        hasLevel5Head(*whole) ? readMatlabVariables(whole, partOf(progress, 0.5, 1)) : readMatlab4Variables(whole);
    if (!variables) return variables.error().withContext(path.string());
    ArrayFile file{"matlab", path, {}, {}};
    Variables kept;
    for (MatlabVariable& variable : *variables) {
        StoredArray& array = variable.array;
        if (array.shape.size() == 2 && array.shape[1] == 1) {
            if (isDatenum(variable)) {
                array.isTime = true, array.unit = "us";
                array.told.push_back(
                    {GATELAB_TEXT("Reading", "'%1' counts days as MATLAB's datenum does"), {array.path}});
            }
            array.shape.pop_back();  // one column
        }
        if (!kept.emplace(array.path, variable).second) continue;
        file.arrays.push_back(array);
    }
    addWords(kept, file);
    file.values = [kept = std::move(kept), sets = addCellSets(file)](
                      const StoredArray& array, const Progress& each) -> Result<std::vector<double>> {
        if (const auto set = sets.find(array.path); set != sets.end())
            return cellValues(
                set->second, [&](const std::string& cell) { return readMatlabValues(kept.at(cell), {}); }, each);
        auto values = readMatlabValues(kept.at(array.path), each);
        if (values && array.isTime)
            for (double& value : *values) value = std::round((value - kDay1970) * kMicrosPerDay / kKept) * kKept;
        return values;
    };
    return file;
}

/// Runs that were made before cells could be sequences have cells of one length as their columns ("x{3}"): where the
/// settings ask for one of them, cells are columns again.
void keepCells(const ExperimentConfig& options, ArrayFile& file) {
    const auto asks = [&](const std::string& name) {
        return std::ranges::any_of(file.arrays, [&](const StoredArray& array) {
            return array.isHelper && array.path.ends_with('}') && lastPart(array.path) == name;
        });
    };
    if (std::ranges::none_of(options.inputs, asks) && std::ranges::none_of(options.targets, asks)) return;
    for (StoredArray& array : file.arrays)
        if (array.path.ends_with('}')) array.isHelper = false;
    std::erase_if(file.arrays, [](const StoredArray& array) { return array.type == "cells"; });
}

Result<Dataset> readMatlab(const std::filesystem::path& path, const ExperimentConfig& options,
                           const Progress& progress) {
    auto file = openMatlab(path, partOf(progress, 0, 0.5));
    if (file) keepCells(options, *file);
    return file ? readArrays(*file, options, partOf(progress, 0.5, 1)) : file.error();
}

Result<std::vector<FilePart>> listMatlab(const std::filesystem::path& path, const ExperimentConfig& options) {
    auto file = openMatlab(path, {});
    if (!file) return file.error();
    keepCells(options, *file);
    return partsOf(*file, options);
}

/// Version 4 has no mark of its own, so its name must say it.
int probeMatlab(std::span<const char> head, const std::filesystem::path& path) {
    const std::string_view bytes(head.data(), head.size());
    if (hasLevel5Head(bytes)) return 99;
    return lowered(path.extension().string()) == ".mat" && isMatlab4(bytes) ? 98 : 0;
}

}  // namespace

Result<ArrayFile> openMatlabArrays(const std::filesystem::path& path, const Progress& progress) {
    return openMatlab(path, progress);
}

Reader matlabReader() {
    return {"matlab", GATELAB_TEXT("readers", "MATLAB file"), {"mat"}, probeMatlab, readMatlab, listMatlab, true};
}

}  // namespace gatelab
