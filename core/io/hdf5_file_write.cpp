// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "io/hdf5_file.h"
#include "io/hdf5_file_handle.h"

#include <algorithm>
#include <map>
#include <optional>

namespace gatelab {
namespace fs = std::filesystem;
using hdf5::Handle;
using hdf5::LibraryLock;

namespace {

using Shape = std::vector<std::int64_t>;

/// Fills one file. Texts have a fixed length, so that a reader which refuses variable-length data (as ours does) can
/// read them.
class FileWriter final : public Hdf5Writer {
public:
    /// shown: the name for messages; the file itself is a temporary.
    FileWriter(Handle file, fs::path shown) : file_(std::move(file)), shown_(std::move(shown)) {}
    ~FileWriter() override {
        const LibraryLock lock;
        file_.reset();
    }

    Result<> array(const std::string& path, const Shape& shape, std::span<const double> values) override {
        return put(path, shape, values.size(), H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data());
    }
    Result<> array(const std::string& path, const Shape& shape, std::span<const std::int64_t> values) override {
        return put(path, shape, values.size(), H5T_STD_I64LE, H5T_NATIVE_INT64, values.data());
    }
    Result<> texts(const std::string& path, const std::vector<std::string>& values) override {
        std::size_t width = 1;
        for (const std::string& value : values) width = std::max(width, value.size());
        std::vector<char> bytes(values.size() * width, '\0');
        for (std::size_t index = 0; index < values.size(); ++index)
            std::copy(values[index].begin(), values[index].end(),
                      bytes.begin() + static_cast<std::ptrdiff_t>(index * width));
        const LibraryLock lock;
        const Handle type = textType(width);
        return putLocked(path, {static_cast<std::int64_t>(values.size())}, type.id(), type.id(), bytes.data());
    }
    Result<> attribute(const std::string& object, const std::string& name, const std::string& value) override {
        const LibraryLock lock;
        std::string bytes = value;
        if (bytes.empty()) bytes.resize(1);
        const Handle type = textType(bytes.size());
        return putAttribute(object, name, type.id(), bytes.data());
    }
    Result<> attribute(const std::string& object, const std::string& name, double value) override {
        const LibraryLock lock;
        return putAttribute(object, name, H5T_NATIVE_DOUBLE, &value);
    }
    Result<> attribute(const std::string& object, const std::string& name, std::int64_t value) override {
        const LibraryLock lock;
        return putAttribute(object, name, H5T_NATIVE_INT64, &value);
    }

    /// Hands everything to the system; what the disk has no room for shows here.
    Result<> close() {
        const LibraryLock lock;
        const bool flushed = H5Fflush(file_.id(), H5F_SCOPE_GLOBAL) >= 0;
        return file_.reset() && flushed ? Result<>() : failed("'/'");
    }
    [[nodiscard]] const std::map<std::string, Shape>& written() const { return written_; }

private:
    static Handle textType(std::size_t width) {
        Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
        H5Tset_size(type.id(), width);
        H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
        H5Tset_cset(type.id(), H5T_CSET_UTF8);
        return type;
    }

    [[nodiscard]] Error failed(const std::string& what) const {
        return hdf5::libraryError(
            {GATELAB_TEXT("FileAction", "write %1 to"), {what}}, shown_, ErrorCode::Io,
            GATELAB_TEXT("Files", "an older file of that name is untouched; check the free space and try again"));
    }

    Result<> put(const std::string& path, const Shape& shape, std::size_t count, hid_t fileType, hid_t memoryType,
                 const void* values) {
        std::uint64_t items = 1;
        bool fits = !shape.empty() && shape.size() <= H5S_MAX_RANK;
        for (const std::int64_t size : shape)
            fits = fits && size >= 0 && !__builtin_mul_overflow(items, static_cast<std::uint64_t>(size), &items);
        if (!fits || items != count)
            return Error{ErrorCode::Internal,
                         {GATELAB_TEXT("Files", "the shape of '%1' does not fit its %2 values"), {path, count}}};
        const LibraryLock lock;
        return putLocked(path, shape, fileType, memoryType, values);
    }

    Result<> putLocked(const std::string& path, const Shape& shape, hid_t fileType, hid_t memoryType,
                       const void* values) {
        const std::vector<hsize_t> sizes(shape.begin(), shape.end());
        const Handle space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose);
        const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
        H5Pset_create_intermediate_group(links.id(), 1);
        // Equal contents give equal bytes.
        const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        H5Pset_obj_track_times(creation.id(), false);
        const Handle dataset(
            H5Dcreate2(file_.id(), path.c_str(), fileType, space.id(), links.id(), creation.id(), H5P_DEFAULT),
            H5Dclose);
        if (!dataset.valid()) return failed("'" + path + "'");
        const bool hasValues = std::find(shape.begin(), shape.end(), 0) == shape.end();
        if (hasValues && H5Dwrite(dataset.id(), memoryType, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
            return failed("'" + path + "'");
        written_[path] = shape;
        return {};
    }

    Result<> putAttribute(const std::string& object, const std::string& name, hid_t type, const void* value) {
        const Handle owner(H5Oopen(file_.id(), object.c_str(), H5P_DEFAULT), H5Oclose);
        const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
        const Handle attribute(H5Acreate2(owner.id(), name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT),
                               H5Aclose);
        if (!attribute.valid() || H5Awrite(attribute.id(), type, value) < 0)
            return failed("the attribute '" + name + "' of '" + object + "'");
        return {};
    }

    Handle file_;
    fs::path shown_;
    std::map<std::string, Shape> written_;
};

Result<> verify(const fs::path& temporary, const fs::path& shown, const std::map<std::string, Shape>& written) {
    auto reader = Hdf5Reader::open(temporary);
    if (!reader) return reader.error();
    for (const auto& [path, shape] : written) {
        auto found = reader->dataset(path);
        if (!found || found->shape != shape)
            return Error{ErrorCode::Io,
                         {GATELAB_TEXT("Files",
                                       "'%1' could not be read back after writing '%2'; an older file of that name is "
                                       "untouched; try another disk"),
                          {path, shown.string()}}};
    }
    return {};
}

}  // namespace

Result<> writeHdf5(const fs::path& path, const std::function<Result<>(Hdf5Writer&)>& write) {
    return publishDurably(path, [&](const fs::path& temporary) -> Result<> {
        // Claims the name and finds out what the system says about the folder.
        if (auto made = writeNewFile(temporary, ""); !made)
            return std::move(made).withContext("'" + path.string() + "'");
        Handle file;
        std::optional<Error> refused;
        {
            const LibraryLock lock;
            file = Handle(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
            if (!file.valid())
                refused = hdf5::libraryError(
                    GATELAB_TEXT("FileAction", "write"), path, ErrorCode::Io,
                    GATELAB_TEXT("Files", "nothing was changed; check the free space and try again"));
        }
        if (refused) return *refused;
        FileWriter writer(std::move(file), path);
        if (auto written = write(writer); !written) return written;
        if (auto closed = writer.close(); !closed) return closed;
        return verify(temporary, path, writer.written());
    });
}

}  // namespace gatelab
