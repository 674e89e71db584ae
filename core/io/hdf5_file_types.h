// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5_file.h"
#include "io/hdf5_file_handle.h"

#include <cstdint>
#include <string>
#include <vector>

/// Looking at objects of a file before trusting them; private to core/io/hdf5_file*. The caller holds the LibraryLock.
namespace gatelab::hdf5 {

/// "float32", "uint8", "text", ...; isNumber only for the integer and IEEE formats that everybody writes.
struct TypeFacts {
    std::string name;
    bool isNumber = false;
};
TypeFacts typeFacts(hid_t type);

/// Shape, type, attributes and whether the values may be read. Reads no values. fileBytes: size of the whole file.
FileArray describeDataset(hid_t dataset, const std::string& path, const Hdf5Limits& limits, std::uint64_t fileBytes);

/// Where the scale of each dimension lies (HDF5 Dimension Scales; netCDF-4): the address of its object, 0 where there
/// is none. Empty: the data set does not tell. References are compared and never followed.
std::vector<haddr_t> dimensionScales(hid_t dataset, std::size_t dimensions);

/// The same of a data set of references to objects (cells of MATLAB 7.3), row-major, at most 100,000. Empty: it is
/// none.
std::vector<haddr_t> referencesOf(hid_t dataset);

/// The fields of a table of records (a compound type of one dimension), each as a data set "/table/field"; one of
/// arrays has these as its columns. Empty: it is none.
std::vector<FileArray> describeFields(hid_t dataset, const std::string& path, const Hdf5Limits& limits,
                                      std::uint64_t fileBytes);

/// The type in which values are read: doubles; fixed texts and times of the system as they are stored; bits as bytes.
/// Invalid: they cannot be read.
Handle memoryType(hid_t stored);
/// `count` values of memoryType() as doubles.
std::vector<double> widened(hid_t memory, std::size_t count, const std::vector<char>& values);
/// The type that one field is read with, alone: records of memoryType().
Handle fieldMemoryType(hid_t dataset, const std::string& field);
/// Texts of variable length of a data set of one dimension. Empty: they cannot be read.
std::vector<std::string> variableTexts(hid_t dataset, std::size_t count);
/// The type of a field; invalid: there is none.
Handle fieldType(hid_t dataset, const std::string& field);
/// Texts of `size` bytes each, without what fills them up.
std::vector<std::string> fixedTexts(const std::vector<char>& bytes, std::size_t size);

}  // namespace gatelab::hdf5
