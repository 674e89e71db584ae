// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "io/file_array.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What a file from elsewhere may ask for before it is refused. The defaults suit a desktop machine.
struct Hdf5Limits {
    std::int64_t objects = 20'000;
    int depth = 32;
    std::int64_t valueBytes = INT64_C(8) << 30;  ///< of one data set, as doubles
    std::int64_t chunkBytes = INT64_C(256) << 20;
    std::int64_t ratio = 1100;  ///< of declared to stored bytes (deflate reaches 1032)
};

/// Reads HDF5 files that may be hostile: no plug-ins, hard links only, no external or virtual storage, no
/// variable-length (but for texts of attributes), reference or opaque data; declared sizes are compared with what is
/// stored before anything is allocated; and all descriptions are read in a copy of the process before they are read in
/// it (hdf5/trial.h). The library is not thread-safe: every call takes one process-wide lock, long reads give it back
/// between blocks, so any thread may call. Errors name file and data set.
class Hdf5Reader {
public:
    static Result<Hdf5Reader> open(const std::filesystem::path& path, const Hdf5Limits& limits = {});
    ~Hdf5Reader();
    Hdf5Reader(Hdf5Reader&&) noexcept;
    Hdf5Reader& operator=(Hdf5Reader&&) noexcept;

    /// Every data set, in the order of their names; a table of records as its fields.
    Result<std::vector<FileArray>> datasets();
    /// One data set without its values.
    Result<FileArray> dataset(const std::string& path);
    /// Values of a usable data set, row-major, converted to double; of each row those at `places` alone, where some are
    /// given (all below the product of the other dimensions): the others take no memory.
    Result<std::vector<double>> read(const std::string& path, const Progress& progress = {},
                                     std::span<const std::int64_t> places = {});
    /// Of a data set or field of texts, at most a GiB.
    Result<std::vector<std::string>> texts(const std::string& path);

private:
    struct State;
    explicit Hdf5Reader(std::unique_ptr<State> state);
    static Result<Hdf5Reader> openUntried(const std::filesystem::path& path, const Hdf5Limits& limits);
    static void lookThrough(const std::filesystem::path& path, const Hdf5Limits& limits);
    std::unique_ptr<State> state_;
};

/// Puts arrays and attributes into a new file; see writeHdf5. Groups in a path are made on the way. Used by one thread.
class Hdf5Writer {
public:
    virtual ~Hdf5Writer() = default;
    /// values.size() must be the product of shape.
    virtual Result<> array(const std::string& path, const std::vector<std::int64_t>& shape,
                           std::span<const double> values) = 0;
    virtual Result<> array(const std::string& path, const std::vector<std::int64_t>& shape,
                           std::span<const std::int64_t> values) = 0;
    virtual Result<> texts(const std::string& path, const std::vector<std::string>& values) = 0;
    /// object: "/" or the path of something written before.
    virtual Result<> attribute(const std::string& object, const std::string& name, const std::string& value) = 0;
    virtual Result<> attribute(const std::string& object, const std::string& name, double value) = 0;
    virtual Result<> attribute(const std::string& object, const std::string& name, std::int64_t value) = 0;
};

/// Writes a new HDF5 file durably: into a temporary, closed, opened again and compared, then renamed. On any failure
/// the old file stays.
Result<> writeHdf5(const std::filesystem::path& path, const std::function<Result<>(Hdf5Writer&)>& write);

}  // namespace gatelab
