// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5_file.h"

#include "io/file_io.h"
#include "io/hdf5/trial.h"
#include "io/hdf5_file_handle.h"
#include "io/hdf5_file_types.h"
#include "io/posix_calls.h"

#include <fcntl.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <iterator>
#include <map>
#include <new>
#include <numeric>
#include <set>

namespace gatelab {
namespace fs = std::filesystem;
namespace hdf5 {
namespace {

std::mutex& libraryMutex() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace

LibraryLock::LibraryLock() : lock_(libraryMutex()) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5Eclear2(H5E_DEFAULT);
}

Error libraryError(const Phrase& action, const fs::path& path, ErrorCode code, const Phrase& remedy) {
    std::string reason;
    // The first entry upwards is the place where it went wrong.
    const H5E_walk2_t first = [](unsigned, const H5E_error2_t* entry, void* into) -> herr_t {
        if (entry->desc != nullptr) *static_cast<std::string*>(into) = entry->desc;
        return 1;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &reason);
    const Phrase why =
        reason.empty() ? Phrase(GATELAB_TEXT("Files", "the HDF5 library gives no reason")) : Phrase(reason);
    return {code, {GATELAB_TEXT("Files", "cannot %1 '%2': %3; %4"), {action, path.string(), why, remedy}}};
}

}  // namespace hdf5

using hdf5::Handle;
using hdf5::LibraryLock;

/// So many are read on trial, or the beginning of the first data set that has more.
constexpr double kTriedValues = 1 << 20;
constexpr hsize_t kMostTried = hsize_t{1} << 24;

struct Hdf5Reader::State {
    fs::path path;
    Hdf5Limits limits;
    std::uint64_t fileBytes = 0;
    Handle file;

    ~State() {
        const LibraryLock lock;
        file.reset();
    }
    [[nodiscard]] Error damaged(const Phrase& action) const {
        return hdf5::libraryError(action, path, ErrorCode::Corrupt,
                                  GATELAB_TEXT("Files", "nothing was loaded; fetch or write the file again"));
    }
    /// Rows of a usable data set from `row` on, at least one and about eight MiB; `into(rows)` says where their values
    /// go, or that they are not wanted. How many.
    [[nodiscard]] Result<hsize_t> readRows(const FileArray& facts, hsize_t row,
                                           const std::function<double*(hsize_t)>& into) const;
};

namespace {

struct Link {
    std::string name;
    bool isHard = false;
    haddr_t address = 0;  ///< of a hard one
};

/// Names in a group, at most `most`.
std::vector<Link> linksOf(hid_t group, std::int64_t most) {
    struct Collected {
        std::vector<Link> links;
        std::int64_t most;
    } collected{{}, most};
    const H5L_iterate_t take = [](hid_t, const char* name, const H5L_info_t* info, void* into) -> herr_t {
        auto* all = static_cast<Collected*>(into);
        const bool isHard = info->type == H5L_TYPE_HARD;
        all->links.push_back({name, isHard, isHard ? info->u.address : 0});
        return static_cast<std::int64_t>(all->links.size()) >= all->most ? 1 : 0;
    };
    // In the order of the file: in that of the names HDF5 1.10 builds a table of them, and one damaged name lets it
    // free what it never made.
    H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, take, &collected);
    std::ranges::sort(collected.links, {}, &Link::name);
    return std::move(collected.links);
}

/// Walks the groups of one file along hard links only; each group once.
class Walk {
public:
    Walk(const Hdf5Limits& limits, std::uint64_t fileBytes) : limits_(limits), fileBytes_(fileBytes) {}

    /// False when the file is larger or deeper than allowed.
    bool visit(hid_t group, const std::string& path, int depth) {
        if (depth > limits_.depth) return false;
        H5O_info_t own{};
        if (H5Oget_info2(group, &own, H5O_INFO_BASIC) < 0) {
            found.push_back({path + "/", {}, "unknown", false, "its description is damaged", {}});
            return true;
        }
        for (const Link& link : linksOf(group, limits_.objects)) {
            if (++objects_ >= limits_.objects) return false;
            const std::string name = path + "/" + link.name;
            if (!link.isHard) {
                found.push_back({name, {}, "link", false, "it is a link to somewhere else", {}});
                continue;
            }
            const Handle object(H5Oopen(group, link.name.c_str(), H5P_DEFAULT), H5Oclose);
            if (!object.valid()) {
                found.push_back({name, {}, "unknown", false, "its description is damaged", {}});
                continue;
            }
            const H5I_type_t kind = H5Iget_type(object.id());
            if (kind == H5I_DATASET) take(object.id(), name, link.address);
            H5O_info_t info{};
            const bool isNewGroup = kind == H5I_GROUP && H5Oget_info2(object.id(), &info, H5O_INFO_BASIC) >= 0 &&
                                    visited_.insert(info.addr).second;
            if (isNewGroup && !visit(object.id(), name, depth + 1)) return false;
        }
        return true;
    }
    /// Once all data sets are seen: the dimensions are called as the scales that lie along them, and references are to
    /// names.
    void nameReferences() {
        for (const auto& [place, scales] : scales_) {
            std::vector<std::string> names;
            for (const haddr_t scale : scales) {
                const auto name = names_.find(scale);
                if (name != names_.end()) names.push_back(name->second.substr(name->second.rfind('/') + 1));
            }
            if (names.size() == scales.size()) found[place].dimensions = std::move(names);
        }
        for (const auto& [place, references] : references_) {
            std::vector<std::string> cells;
            for (const haddr_t reference : references) {
                const auto name = names_.find(reference);
                if (name != names_.end()) cells.push_back(name->second);
            }
            if (cells.size() == references.size()) found[place].cells = std::move(cells);
        }
    }
    std::vector<FileArray> found;

private:
    void take(hid_t dataset, const std::string& name, haddr_t address) {
        FileArray facts = hdf5::describeDataset(dataset, name, limits_, fileBytes_);
        names_.emplace(address, name);
        if (auto scales = hdf5::dimensionScales(dataset, facts.shape.size()); !scales.empty())
            scales_.emplace_back(found.size(), std::move(scales));
        if (facts.type == "reference" && !facts.shape.empty())
            if (auto references = hdf5::referencesOf(dataset); !references.empty())
                references_.emplace_back(found.size(), std::move(references));
        std::vector<FileArray> fields = hdf5::describeFields(dataset, name, limits_, fileBytes_);
        if (fields.empty()) fields.push_back(std::move(facts));
        std::ranges::move(fields, std::back_inserter(found));
    }

    const Hdf5Limits& limits_;
    std::uint64_t fileBytes_;
    std::int64_t objects_ = 0;
    std::set<haddr_t> visited_;
    std::map<haddr_t, std::string> names_;                                  ///< of data sets by their place
    std::vector<std::pair<std::size_t, std::vector<haddr_t>>> scales_;      ///< of a data set's dimensions
    std::vector<std::pair<std::size_t, std::vector<haddr_t>>> references_;  ///< a data set's values
};

/// Opens "/a/b" after every part was seen to be a hard link.
Handle openDataset(hid_t file, const std::string& path) {
    if (path.size() < 2 || path.front() != '/') return {};
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        H5L_info_t info{};
        if (H5Lget_info(file, part.c_str(), &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_HARD) return {};
        if (end == std::string::npos) break;
    }
    return {H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose};
}

/// A data set, or a field of one.
struct Place {
    Handle dataset;
    std::string field;  ///< empty: the whole
};
Place openPlace(hid_t file, const std::string& path) {
    if (Handle whole = openDataset(file, path); whole.valid()) return {std::move(whole), {}};
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {};
    return {openDataset(file, path.substr(0, slash)), path.substr(slash + 1)};
}

/// Of a single value: of an array its element's.
Handle valueType(const Place& place) {
    Handle type = place.field.empty() ? Handle(H5Dget_type(place.dataset.id()), H5Tclose)
                                      : hdf5::fieldType(place.dataset.id(), place.field);
    if (type.valid() && H5Tget_class(type.id()) == H5T_ARRAY) return {H5Tget_super(type.id()), H5Tclose};
    return type;
}

/// Rows to read at once: about eight MiB of doubles, whole chunks.
hsize_t rowsPerBlock(hid_t dataset, hsize_t rows, hsize_t columns) {
    hsize_t block = std::max<hsize_t>(1, (hsize_t{1} << 20) / columns);
    const Handle properties(H5Dget_create_plist(dataset), H5Pclose);
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    if (properties.valid() && H5Pget_layout(properties.id()) == H5D_CHUNKED &&
        H5Pget_chunk(properties.id(), H5S_MAX_RANK, chunk.data()) > 0)
        block = (block + chunk[0] - 1) / chunk[0] * chunk[0];
    return std::min(block, rows);
}

bool readBlock(const Place& place, std::vector<std::int64_t> shape, hsize_t firstRow, hsize_t rows, hid_t type,
               void* into) {
    const hid_t dataset = place.dataset.id();
    if (!place.field.empty()) shape.resize(1);  // the columns of a field are in its type
    const auto rank = static_cast<int>(shape.size());
    std::vector<hsize_t> start(shape.size(), 0), count(shape.begin(), shape.end());
    start[0] = firstRow, count[0] = rows;
    const Handle space(H5Dget_space(dataset), H5Sclose);
    const Handle memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
    return space.valid() && memory.valid() &&
           H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0 &&
           H5Dread(dataset, type, memory.id(), space.id(), H5P_DEFAULT, into) >= 0;
}

hsize_t valuesOfRow(const FileArray& facts) {
    return std::accumulate(facts.shape.begin() + 1, facts.shape.end(), hsize_t{1},
                           [](hsize_t product, std::int64_t size) { return product * static_cast<hsize_t>(size); });
}

}  // namespace

Result<hsize_t> Hdf5Reader::State::readRows(const FileArray& facts, hsize_t row,
                                            const std::function<double*(hsize_t)>& into) const {
    const auto rows = static_cast<hsize_t>(facts.shape[0]), columns = valuesOfRow(facts);
    const LibraryLock lock;
    const Place place = openPlace(file.id(), facts.path);
    const bool isOpen = place.dataset.valid();
    const Handle stored = isOpen ? valueType(place) : Handle();
    const Handle value = stored.valid() ? hdf5::memoryType(stored.id()) : Handle();
    const Handle record =
        value.valid() && !place.field.empty() ? hdf5::fieldMemoryType(place.dataset.id(), place.field) : Handle();
    const hid_t type = place.field.empty() ? value.id() : record.id();
    const hsize_t block = isOpen ? std::min(rowsPerBlock(place.dataset.id(), rows, columns), rows - row) : 1;
    double* const values = into(block);
    if (values == nullptr) return block;
    const bool isWide = value.valid() && H5Tequal(value.id(), H5T_NATIVE_DOUBLE) > 0;
    std::vector<char> narrow(value.valid() && !isWide ? block * columns * H5Tget_size(value.id()) : 0);
    void* const raw = isWide ? static_cast<void*>(values) : narrow.data();
    if (!value.valid() || type < 0 || !readBlock(place, facts.shape, row, block, type, raw))
        return damaged({GATELAB_TEXT("FileAction", "read rows %1 to %2 of '%3' in"), {row, row + block, facts.path}});
    if (!isWide) std::ranges::copy(hdf5::widened(value.id(), block * columns, narrow), values);
    return block;
}

Hdf5Reader::Hdf5Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Hdf5Reader::~Hdf5Reader() = default;
Hdf5Reader::Hdf5Reader(Hdf5Reader&&) noexcept = default;
Hdf5Reader& Hdf5Reader::operator=(Hdf5Reader&&) noexcept = default;

Result<Hdf5Reader> Hdf5Reader::open(const fs::path& path, const Hdf5Limits& limits) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status)) return ioError(failed ? failed.value() : ENOENT, GATELAB_TEXT("FileAction", "read"), path);
    if (!fs::is_regular_file(status))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Files", "cannot read '%1': it is not a file; choose a file"), {path.string()}}};
    // The system says why a file cannot be opened better than the library does.
    if (auto probe = posix::open(path, O_RDONLY | O_NONBLOCK, GATELAB_TEXT("FileAction", "read")); !probe)
        return probe.error();
    // A library that a damaged file brings down must not take the program along.
    if (!hdf5::comesThrough(path, [&] { lookThrough(path, limits); }))
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Files",
                                   "cannot read '%1': it is damaged in a way that brings the HDF5 library down; "
                                   "nothing was loaded; fetch or write the file again"),
                      {path.string()}}};
    return openUntried(path, limits);
}

Result<Hdf5Reader> Hdf5Reader::openUntried(const fs::path& path, const Hdf5Limits& limits) {
    auto state = std::make_unique<State>();
    state->path = path;
    state->limits = limits;
    state->fileBytes = bytesOnDisk(path);
    {
        const LibraryLock lock;
        H5PLset_loading_state(0);
        // Named on purpose: the environment can change the default driver.
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
        H5Pset_fapl_sec2(access.id());
        H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG);
        // A file that another program is writing stays closed to us; a file system without locks does not.
        H5Pset_file_locking(access.id(), true, true);
        if (H5Fis_hdf5(path.c_str()) <= 0)
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT(
                     "Files",
                     "cannot read '%1': it is not an HDF5 file, or its beginning is damaged; choose another file"),
                 {path.string()}}};
        state->file = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose);
        if (!state->file.valid()) {
            const Error error = state->damaged(GATELAB_TEXT("FileAction", "read"));
            return error;
        }
    }
    return Hdf5Reader(std::move(state));
}

void Hdf5Reader::lookThrough(const fs::path& path, const Hdf5Limits& limits) {
    auto reader = openUntried(path, limits);
    if (!reader) return;
    const auto arrays = reader->datasets();
    if (!arrays) return;
    double left = kTriedValues;
    std::vector<double> values;
    for (const FileArray& array : *arrays) {
        if (left < 0) break;
        left -= std::accumulate(array.shape.begin(), array.shape.end(), 1.0, std::multiplies<>());
        if (array.isText && left >= 0) (void)reader->texts(array.path);
        if (array.usable)
            (void)reader->state_->readRows(array, 0, [&](hsize_t rows) -> double* {
                const hsize_t count = rows * valuesOfRow(array);
                if (count > kMostTried) return nullptr;  // chunks that span the rows
                values.resize(count);
                return values.data();
            });
    }
}

Result<std::vector<FileArray>> Hdf5Reader::datasets() {
    const LibraryLock lock;
    const Handle root(H5Gopen2(state_->file.id(), "/", H5P_DEFAULT), H5Gclose);
    if (!root.valid()) return state_->damaged(GATELAB_TEXT("FileAction", "read"));
    Walk walk(state_->limits, state_->fileBytes);
    if (!walk.visit(root.id(), "", 1))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Files",
                                   "cannot read '%1': it has more than %2 objects, or groups more than %3 deep; copy "
                                   "what is needed into a smaller file"),
                      {state_->path.string(), state_->limits.objects, state_->limits.depth}}};
    walk.nameReferences();
    return std::move(walk.found);
}

Result<FileArray> Hdf5Reader::dataset(const std::string& path) {
    const LibraryLock lock;
    const Place place = openPlace(state_->file.id(), path);
    const auto fields = place.dataset.valid() && !place.field.empty()
                            ? hdf5::describeFields(place.dataset.id(), path.substr(0, path.rfind('/')), state_->limits,
                                                   state_->fileBytes)
                            : std::vector<FileArray>();
    const auto field = std::ranges::find(fields, path, &FileArray::path);
    if (!place.dataset.valid() || (!place.field.empty() && field == fields.end()))
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Files", "'%1' has no data set '%2' of its own; choose another"),
                      {state_->path.string(), path}}};
    if (!place.field.empty()) return *field;
    return hdf5::describeDataset(place.dataset.id(), path, state_->limits, state_->fileBytes);
}

Result<std::vector<double>> Hdf5Reader::read(const std::string& path, const Progress& progress,
                                             std::span<const std::int64_t> places) {
    auto facts = dataset(path);
    if (!facts) return facts.error();
    const std::string where = "data set '" + path + "' of '" + state_->path.string() + "'";
    if (!facts->usable)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Files", "cannot read %1: %2"), {where, facts->reason}}};
    const auto rows = static_cast<hsize_t>(facts->shape[0]), columns = valuesOfRow(*facts);
    const hsize_t taken = places.empty() ? columns : places.size();
    std::vector<double> values, whole;  // whole: rows of which some places are taken
    try {
        values.resize(rows * taken);
    } catch (const std::exception&) {
        return Error{ErrorCode::OutOfMemory,
                     {GATELAB_TEXT("Files", "not enough memory for %1; close other programs and try again"), {where}}};
    }
    for (hsize_t row = 0, block = 0; row < rows; row += block) {
        const auto read = state_->readRows(*facts, row, [&](hsize_t count) {
            if (places.empty()) return values.data() + row * columns;
            whole.resize(count * columns);
            return whole.data();
        });
        if (!read) return read.error();
        block = *read;
        for (hsize_t i = 0; !places.empty() && i < block * taken; ++i)
            values[row * taken + i] = whole[i / taken * columns + static_cast<hsize_t>(places[i % taken])];
        if (!report(progress, static_cast<double>(row + block) / static_cast<double>(rows)))
            return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Files", "reading %1 was cancelled"), {where}}};
    }
    return values;
}

Result<std::vector<std::string>> Hdf5Reader::texts(const std::string& path) {
    constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
    const auto facts = dataset(path);
    if (!facts) return facts.error();
    const LibraryLock lock;
    const Place place = openPlace(state_->file.id(), path);
    if (!facts->isText || !place.dataset.valid())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Files", "data set '%1' of '%2' holds no texts"), {path, state_->path.string()}}};
    const Handle stored = valueType(place);
    const auto rows = static_cast<std::size_t>(facts->shape[0]);
    std::size_t columns = 1;
    for (std::size_t i = 1; i < facts->shape.size(); ++i) columns *= static_cast<std::size_t>(facts->shape[i]);
    const std::size_t size = stored.valid() ? H5Tget_size(stored.id()) : 0;
    if (size == 0 || columns == 0 || rows > kMaxBytes / size / columns)
        return state_->damaged({GATELAB_TEXT("FileAction", "read the texts of '%1' in"), {path}});
    if (H5Tis_variable_str(stored.id()) > 0) {
        auto texts = hdf5::variableTexts(place.dataset.id(), rows);
        return texts.size() == rows ? Result(std::move(texts))
                                    : Result<std::vector<std::string>>(state_->damaged(
                                          {GATELAB_TEXT("FileAction", "read the texts of '%1' in"), {path}}));
    }
    const Handle type =
        place.field.empty() ? hdf5::memoryType(stored.id()) : hdf5::fieldMemoryType(place.dataset.id(), place.field);
    std::vector<char> bytes(rows * columns * size);
    if (!type.valid() || !readBlock(place, facts->shape, 0, rows, type.id(), bytes.data()))
        return state_->damaged({GATELAB_TEXT("FileAction", "read the texts of '%1' in"), {path}});
    return hdf5::fixedTexts(bytes, size);
}

}  // namespace gatelab
