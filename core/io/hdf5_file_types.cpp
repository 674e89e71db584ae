// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5_file_types.h"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab::hdf5 {
namespace {

constexpr std::int64_t kMaxAttributeBytes = 65536;

struct NumberFormat {
    hid_t type;
    const char* name;
};

bool isHalf(hid_t type) {
    std::size_t sign = 0, exponent = 0, exponentSize = 0, mantissa = 0, mantissaSize = 0;
    return H5Tget_size(type) == 2 &&
           H5Tget_fields(type, &sign, &exponent, &exponentSize, &mantissa, &mantissaSize) >= 0 && sign == 15 &&
           exponent == 10 && exponentSize == 5 && mantissa == 0 && mantissaSize == 10 && H5Tget_ebias(type) == 15;
}

const char* className(H5T_class_t kind) {
    switch (kind) {
        case H5T_STRING:
            return "text";
        case H5T_BITFIELD:
            return "bit field";
        case H5T_OPAQUE:
            return "opaque";
        case H5T_COMPOUND:
            return "compound";
        case H5T_REFERENCE:
            return "reference";
        case H5T_ENUM:
            return "named values";
        case H5T_VLEN:
            return "variable length";
        case H5T_ARRAY:
            return "arrays";
        case H5T_TIME:
            return "time";
        default:
            return "unknown";
    }
}

/// " (blosc)"; the file may say anything.
std::string filterName(const char* name) {
    std::string text;
    for (const char letter : std::string_view(name).substr(0, 16)) {
        const bool isPlain =
            (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        if (!isPlain) break;
        text += letter;
    }
    return text.empty() ? text : " (" + text + ")";
}

/// Why the place of the values cannot be trusted; empty: it can.
Phrase layoutProblem(hid_t properties, const Hdf5Limits& limits, std::size_t itemBytes) {
    const H5D_layout_t layout = H5Pget_layout(properties);
    if (layout == H5D_VIRTUAL)
        return GATELAB_TEXT("Files",
                            "its values are in other files (virtual data set), which are not opened; copy them into a "
                            "data set of one file");
    if (layout != H5D_CONTIGUOUS && layout != H5D_COMPACT && layout != H5D_CHUNKED)
        return GATELAB_TEXT("Files", "its storage layout is unknown");
    if (H5Pget_external_count(properties) != 0)
        return GATELAB_TEXT("Files",
                            "its values are in other files (external storage), which are not opened; copy them into "
                            "one file (h5repack -l CONTI)");
    if (layout != H5D_CHUNKED) return {};
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_chunk(properties, H5S_MAX_RANK, chunk.data());
    std::uint64_t bytes = itemBytes;
    for (int axis = 0; axis < rank; ++axis) {
        if (__builtin_mul_overflow(bytes, chunk[static_cast<std::size_t>(axis)], &bytes) ||
            bytes > static_cast<std::uint64_t>(limits.chunkBytes))
            return GATELAB_TEXT("Files", "its chunks are too large");
    }
    const int filters = H5Pget_nfilters(properties);
    for (int filter = 0; filter < filters; ++filter) {
        unsigned flags = 0, config = 0;
        std::size_t values = 0;
        std::array<char, 64> name{};
        const H5Z_filter_t id = H5Pget_filter2(properties, static_cast<unsigned>(filter), &flags, &values, nullptr,
                                               name.size(), name.data(), &config);
        constexpr std::array kTrusted = {H5Z_FILTER_DEFLATE, H5Z_FILTER_SHUFFLE, H5Z_FILTER_FLETCHER32, H5Z_FILTER_SZIP,
                                         H5Z_FILTER_SCALEOFFSET};
        if (std::find(kTrusted.begin(), kTrusted.end(), id) == kTrusted.end() || H5Zfilter_avail(id) <= 0)
            return {GATELAB_TEXT("Files",
                                 "it is packed with filter %1%2, which needs a plug-in; repack it with gzip (h5repack "
                                 "-f GZIP=1; pandas: complib='zlib')"),
                    {id, filterName(name.data())}};
    }
    return {};
}

/// Why the declared size cannot be true; empty: it can.
std::string sizeProblem(hid_t dataset, const std::vector<std::int64_t>& shape, std::size_t itemBytes,
                        const Hdf5Limits& limits, std::uint64_t fileBytes) {
    std::uint64_t items = 1, bytes = 0, asDoubles = 0;
    for (const std::int64_t size : shape) {
        if (size == 0) return "it has no rows";
        if (size < 0 || __builtin_mul_overflow(items, static_cast<std::uint64_t>(size), &items))
            return "its declared size is impossible";
    }
    const std::uint64_t stored = H5Dget_storage_size(dataset);
    if (__builtin_mul_overflow(items, itemBytes, &bytes) || __builtin_mul_overflow(items, sizeof(double), &asDoubles))
        return "its declared size is impossible";
    if (stored == 0) return "no values are stored in it";
    constexpr std::uint64_t kHarmless = std::uint64_t{1} << 20;
    if (stored > fileBytes || (bytes > kHarmless && bytes / static_cast<std::uint64_t>(limits.ratio) > stored))
        return "it declares " + std::to_string(bytes) + " bytes, and the file stores only " +
               std::to_string(std::min(stored, fileBytes));
    if (asDoubles > static_cast<std::uint64_t>(limits.valueBytes))
        return "it needs " + std::to_string(asDoubles) + " bytes of memory, more than is allowed";
    return {};
}

/// Those whose meaning is known. They are asked for by name: to walk through all of them, HDF5 1.10 builds a table, and
/// one damaged attribute lets it free what it never made.
constexpr const char* kAttributes[] = {"units",        "Units",         "unit",           "Unit",
                                       "calendar",  // of places and times
                                       "_FillValue",   "missing_value", "valid_range",    "valid_min",
                                       "valid_max",  // which values are none
                                       "scale_factor", "add_offset",    "_Unsigned",      "value_type",
                                       "kind",  // how values are written
                                       "columns",      "column_names",  "names",          "channels",
                                       "features",     "labels",  // of columns
                                       "variables",    "name",          "gatelab_column", "sample_dimension",
                                       "bounds",       "climatology",   "long_name",      "standard_name",
                                       "coordinates",  "axis",  // of places and names (CF)
                                       "MATLAB_class", "CLASS",         "NAME",           "DIMENSION_LABELS"};

/// Where a text of variable length lies: bytes of the file in a collection of its global heap.
struct HeapPlace {
    std::uint64_t length = 0, address = 0, index = 0;
};
constexpr std::size_t kHeapPlace = 16;

std::uint64_t littleEndian(const char* bytes, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Leaves the place as it is stored.
herr_t keepPlace(hid_t, hid_t, H5T_cdata_t* path, std::size_t, std::size_t, std::size_t, void*, void*, hid_t) {
    if (path->command == H5T_CONV_INIT) path->need_bkg = H5T_BKG_NO;
    return 0;
}

/// Bytes in a heap, by the format's own rules (HDF5 File Format 3.0, III.E): the library believes the index in a
/// damaged file, and reads beyond its own memory. place.length: bytes.
std::string heapBytes(int file, std::uint64_t base, const HeapPlace& place) {
    constexpr std::uint64_t kHead = 16, kLargest = std::uint64_t{1} << 24;
    std::array<char, kHead> head{};
    if (place.address > INT64_MAX / 2 || place.length > static_cast<std::uint64_t>(kMaxAttributeBytes)) return {};
    const auto at = static_cast<off_t>(base + place.address);
    if (pread(file, head.data(), kHead, at) != static_cast<ssize_t>(kHead)) return {};
    const std::uint64_t size = littleEndian(head.data() + 8, 8);
    if (std::string_view(head.data(), 4) != "GCOL" || size < kHead || size > kLargest) return {};
    std::vector<char> heap(size);
    if (pread(file, heap.data(), size, at) != static_cast<ssize_t>(size)) return {};
    for (std::uint64_t here = kHead; here + kHead <= size;) {
        const std::uint64_t index = littleEndian(heap.data() + here, 2),
                            bytes = littleEndian(heap.data() + here + 8, 8);
        if (index == 0 || bytes > size - here - kHead) return {};
        if (index == place.index) return {heap.data() + here + kHead, std::min(bytes, place.length)};
        here += kHead + (bytes + 7) / 8 * 8;
    }
    return {};
}

/// The bytes of cells of variable length, whose items have so many bytes each. read: fills the places with the given
/// type. Empty: they cannot be read.
template <class Read>
std::vector<std::string> variableCells(hid_t object, hid_t type, std::size_t count, std::size_t itemBytes, Read read) {
    const Handle raw(H5Tcreate(H5T_OPAQUE, kHeapPlace), H5Tclose);
    const Handle file(H5Iget_file_id(object), H5Fclose);
    const Handle creation(file.valid() ? H5Fget_create_plist(file.id()) : -1, H5Pclose);
    static const bool isRegistered = H5Tregister(H5T_PERS_SOFT, "place", type, raw.id(), keepPlace) >= 0;
    std::size_t addressBytes = 0, lengthBytes = 0;
    hsize_t base = 0;
    void* descriptor = nullptr;
    if (!isRegistered || !creation.valid() || H5Pget_sizes(creation.id(), &addressBytes, &lengthBytes) < 0 ||
        addressBytes != 8 || H5Pget_userblock(creation.id(), &base) < 0 ||
        H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &descriptor) < 0 || descriptor == nullptr)
        return {};
    std::vector<char> places(count * kHeapPlace);
    if (read(raw.id(), places.data()) < 0) return {};
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < count; ++i) {
        const char* const at = places.data() + i * kHeapPlace;
        cells.push_back(
            heapBytes(*static_cast<int*>(descriptor), base,
                      {littleEndian(at, 4) * itemBytes, littleEndian(at + 4, 8), littleEndian(at + 12, 4)}));
    }
    return cells;
}

/// Texts of variable length, as h5py and netCDF-4 write them.
template <class Read>
std::vector<std::string> variableTexts(hid_t object, hid_t type, std::size_t count, Read read) {
    std::vector<std::string> texts = variableCells(object, type, count, 1, read);
    for (std::string& text : texts) text.resize(std::min(text.find('\0'), text.size()));
    return texts;
}

FileAttribute readAttribute(hid_t dataset, const char* name) {
    FileAttribute result{name, {}, {}};
    const Handle attribute(H5Aopen(dataset, name, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid()) return result;
    const Handle type(H5Aget_type(attribute.id()), H5Tclose);
    const Handle space(H5Aget_space(attribute.id()), H5Sclose);
    if (!type.valid() || !space.valid()) return result;
    const hssize_t points = H5Sget_simple_extent_npoints(space.id());
    const std::size_t size = H5Tget_size(type.id());
    if (points <= 0 || size == 0 || points > kMaxAttributeBytes / static_cast<hssize_t>(std::max<std::size_t>(size, 8)))
        return result;
    const auto count = static_cast<std::size_t>(points);
    if (typeFacts(type.id()).isNumber) {
        result.numbers.resize(count);
        if (H5Aread(attribute.id(), H5T_NATIVE_DOUBLE, result.numbers.data()) < 0) result.numbers.clear();
    } else if (H5Tget_class(type.id()) == H5T_STRING && H5Tis_variable_str(type.id()) > 0) {
        result.texts = variableTexts(attribute.id(), type.id(), count,
                                     [&](hid_t raw, void* into) { return H5Aread(attribute.id(), raw, into); });
    } else if (H5Tget_class(type.id()) == H5T_STRING) {
        std::vector<char> bytes(count * size);
        if (H5Aread(attribute.id(), type.id(), bytes.data()) >= 0) result.texts = fixedTexts(bytes, size);
    }
    return result;
}

/// Whole numbers with names, or true and false as h5py has them.
std::vector<std::pair<double, std::string>> wordsOf(hid_t type) {
    constexpr int kMost = 256;
    std::vector<std::pair<double, std::string>> words;
    const Handle base(H5Tget_class(type) == H5T_ENUM ? H5Tget_super(type) : -1, H5Tclose);
    if (!base.valid() || !typeFacts(base.id()).isNumber || H5Tget_nmembers(type) > kMost) return words;
    for (int i = 0; i < H5Tget_nmembers(type); ++i) {
        std::array<char, 8> value{};
        char* const name = H5Tget_member_name(type, static_cast<unsigned>(i));
        if (name == nullptr) return {};
        words.emplace_back(0, name);
        H5free_memory(name);
        double number = 0;
        if (H5Tget_member_value(type, static_cast<unsigned>(i), value.data()) < 0 ||
            H5Tconvert(base.id(), H5T_NATIVE_DOUBLE, 1, value.data(), nullptr, H5P_DEFAULT) < 0)
            return {};
        std::memcpy(&number, value.data(), sizeof number);
        words.back().first = number;
    }
    return words;
}

/// Of a reference to an object: where it lies in its file.
constexpr std::size_t kReferenceBytes = 8;

bool isBoolean(const std::vector<std::pair<double, std::string>>& words) {
    return words.size() == 2 && words[0].second == "FALSE" && words[1].second == "TRUE";
}

bool isVariableText(hid_t type) { return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0; }

}  // namespace

Handle memoryType(hid_t stored) {
    switch (H5Tget_class(stored)) {
        case H5T_STRING:
            return isVariableText(stored) ? Handle() : Handle(H5Tcopy(stored), H5Tclose);
        case H5T_BITFIELD:
            return H5Tget_size(stored) == 1 ? Handle(H5Tcopy(stored), H5Tclose) : Handle();
        case H5T_TIME:
            return H5Tequal(stored, H5T_UNIX_D64LE) > 0 || H5Tequal(stored, H5T_UNIX_D32LE) > 0
                       ? Handle(H5Tcopy(stored), H5Tclose)
                       : Handle();
        default:
            return {H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose};
    }
}

std::vector<double> widened(hid_t memory, std::size_t count, const std::vector<char>& values) {
    std::vector<double> wide(count);
    const std::size_t size = H5Tget_size(memory);
    for (std::size_t i = 0; i < count; ++i) {
        const char* const at = values.data() + i * size;
        if (size == 1) {
            wide[i] = static_cast<unsigned char>(*at);
        } else if (size == 4) {
            std::int32_t whole = 0;
            std::memcpy(&whole, at, size);
            wide[i] = whole;
        } else {  // PyTables: whole seconds above, microseconds below
            std::int64_t both = 0;
            std::memcpy(&both, at, sizeof both);
            const std::int64_t seconds = both >> 32, below = both & 0xFFFFFFFF;
            wide[i] = seconds != 0 ? static_cast<double>(seconds) + static_cast<double>(below) / 1e6
                                   : static_cast<double>(below);
        }
    }
    return wide;
}

std::vector<std::string> variableTexts(hid_t dataset, std::size_t count) {
    const Handle type(H5Dget_type(dataset), H5Tclose);
    if (!type.valid() || !isVariableText(type.id())) return {};
    return variableTexts(dataset, type.id(), count, [&](hid_t raw, void* into) {
        return H5Dread(dataset, raw, H5S_ALL, H5S_ALL, H5P_DEFAULT, into);
    });
}

TypeFacts typeFacts(hid_t type) {
    const std::array formats = {NumberFormat{H5T_IEEE_F64LE, "float64"}, NumberFormat{H5T_IEEE_F64BE, "float64"},
                                NumberFormat{H5T_IEEE_F32LE, "float32"}, NumberFormat{H5T_IEEE_F32BE, "float32"},
                                NumberFormat{H5T_STD_I64LE, "int64"},    NumberFormat{H5T_STD_I64BE, "int64"},
                                NumberFormat{H5T_STD_I32LE, "int32"},    NumberFormat{H5T_STD_I32BE, "int32"},
                                NumberFormat{H5T_STD_I16LE, "int16"},    NumberFormat{H5T_STD_I16BE, "int16"},
                                NumberFormat{H5T_STD_I8LE, "int8"},      NumberFormat{H5T_STD_U64LE, "uint64"},
                                NumberFormat{H5T_STD_U64BE, "uint64"},   NumberFormat{H5T_STD_U32LE, "uint32"},
                                NumberFormat{H5T_STD_U32BE, "uint32"},   NumberFormat{H5T_STD_U16LE, "uint16"},
                                NumberFormat{H5T_STD_U16BE, "uint16"},   NumberFormat{H5T_STD_U8LE, "uint8"}};
    for (const NumberFormat& format : formats) {
        if (H5Tequal(type, format.type) > 0) return {format.name, true};
    }
    const H5T_class_t kind = H5Tget_class(type);
    if (kind == H5T_BITFIELD && H5Tget_size(type) == 1) return {"bool", true};
    if (kind == H5T_TIME && (H5Tequal(type, H5T_UNIX_D64LE) > 0 || H5Tequal(type, H5T_UNIX_D32LE) > 0))
        return {"time", true};
    if (kind == H5T_ENUM)
        if (const auto words = wordsOf(type); !words.empty()) return {isBoolean(words) ? "bool" : "words", true};
    if (kind == H5T_FLOAT) return isHalf(type) ? TypeFacts{"float16", true} : TypeFacts{"unusual float", false};
    if (kind == H5T_INTEGER) return {"unusual integer", false};
    return {className(kind), false};
}

std::vector<std::string> fixedTexts(const std::vector<char>& bytes, std::size_t size) {
    std::vector<std::string> texts;
    for (std::size_t begin = 0; begin + size <= bytes.size(); begin += size) {
        std::string text(bytes.data() + begin, size);
        text.resize(std::min(text.find('\0'), text.size()));
        while (!text.empty() && text.back() == ' ') text.pop_back();
        texts.push_back(std::move(text));
    }
    return texts;
}

namespace {

/// Not a record of fields.
bool isWhole(hid_t dataset) {
    const Handle type(H5Dget_type(dataset), H5Tclose);
    return type.valid() && H5Tget_class(type.id()) != H5T_COMPOUND;
}

/// type: of the values, which may be a field's; columns: of a field of arrays, else empty.
FileArray describe(hid_t dataset, const std::string& path, hid_t type, const std::vector<std::int64_t>& columns,
                   const Hdf5Limits& limits, std::uint64_t fileBytes) {
    FileArray facts;
    facts.path = path;
    const Handle properties(H5Dget_create_plist(dataset), H5Pclose);
    if (type < 0 || !properties.valid()) {
        facts.type = "unknown";
        facts.reason = GATELAB_TEXT("Files", "its description is damaged");
        return facts;
    }
    const TypeFacts kind = typeFacts(type);
    const std::size_t itemBytes = H5Tget_size(type);
    facts.type = kind.name;
    // Before the space is asked for: a virtual data set opens other files to answer.
    facts.reason = layoutProblem(properties.id(), limits, itemBytes);
    if (!facts.reason.empty()) return facts;
    const Handle space(H5Dget_space(dataset), H5Sclose);
    std::array<hsize_t, H5S_MAX_RANK> sizes{};
    const int rank = space.valid() ? H5Sget_simple_extent_dims(space.id(), sizes.data(), nullptr) : -1;
    for (int axis = 0; axis < rank; ++axis)
        facts.shape.push_back(static_cast<std::int64_t>(sizes[static_cast<std::size_t>(axis)]));
    facts.shape.insert(facts.shape.end(), columns.begin(), columns.end());
    if (rank < 0 || H5Sget_simple_extent_type(space.id()) == H5S_NULL)
        facts.reason = GATELAB_TEXT("Files", "it is empty");
    else if (rank == 0)
        facts.reason = GATELAB_TEXT("Files", "it is a single value");
    else if (facts.shape.size() > kMostDimensions)
        facts.reason = {GATELAB_TEXT("Files", "it has %1 dimensions, and one to three can be columns"),
                        {facts.shape.size()}};
    else
        facts.reason = sizeProblem(dataset, facts.shape, itemBytes, limits, fileBytes);
    facts.isText = facts.reason.empty() && H5Tget_class(type) == H5T_STRING && facts.shape.size() <= 2 &&
                   (!isVariableText(type) || (facts.shape.size() == 1 && columns.empty() && isWhole(dataset)));
    if (kind.name == "words") facts.words = wordsOf(type);
    if (facts.reason.empty() && H5Tget_class(type) == H5T_COMPOUND)
        facts.reason = GATELAB_TEXT("Files", "a record inside of a record; write its fields as columns of the table");
    else if (facts.reason.empty() && !kind.isNumber)
        facts.reason = facts.type == "variable length"
                           ? GATELAB_TEXT("Files",
                                          "each of its cells is a list of a length of its own; write each list as a "
                                          "data set, or all of them as one table with a column that tells them apart")
                           : GATELAB_TEXT("Files", "its values are not plain numbers");
    facts.usable = facts.reason.empty();
    return facts;
}

}  // namespace

std::vector<haddr_t> dimensionScales(hid_t dataset, std::size_t dimensions) {
    constexpr const char* kList = "DIMENSION_LIST";
    std::vector<haddr_t> scales;
    if (dimensions == 0 || H5Aexists(dataset, kList) <= 0) return scales;
    const Handle list(H5Aopen(dataset, kList, H5P_DEFAULT), H5Aclose);
    const Handle type(list.valid() ? H5Aget_type(list.id()) : -1, H5Tclose);
    const Handle space(list.valid() ? H5Aget_space(list.id()) : -1, H5Sclose);
    if (!type.valid() || !space.valid() || H5Tget_class(type.id()) != H5T_VLEN ||
        H5Sget_simple_extent_npoints(space.id()) != static_cast<hssize_t>(dimensions))
        return scales;
    const Handle item(H5Tget_super(type.id()), H5Tclose);
    if (!item.valid() || H5Tequal(item.id(), H5T_STD_REF_OBJ) <= 0) return scales;
    for (const std::string& cell : variableCells(list.id(), type.id(), dimensions, kReferenceBytes,
                                                 [&](hid_t raw, void*into) { return H5Aread(list.id(), raw, into); }))
        scales.push_back(cell.size() < kReferenceBytes ? 0 : littleEndian(cell.data(), kReferenceBytes));
    return scales;
}

std::vector<haddr_t> referencesOf(hid_t dataset) {
    constexpr hssize_t kMost = 100'000;
    static_assert(sizeof(hobj_ref_t) == kReferenceBytes);
    const Handle type(H5Dget_type(dataset), H5Tclose);
    const Handle space(H5Dget_space(dataset), H5Sclose);
    const hssize_t count = space.valid() ? H5Sget_simple_extent_npoints(space.id()) : 0;
    if (!type.valid() || H5Tequal(type.id(), H5T_STD_REF_OBJ) <= 0 || count <= 0 || count > kMost) return {};
    std::vector<hobj_ref_t> references(static_cast<std::size_t>(count));
    const bool isRead = H5Dread(dataset, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, references.data()) >= 0;
    return isRead ? std::vector<haddr_t>(references.begin(), references.end()) : std::vector<haddr_t>();
}

Handle fieldType(hid_t dataset, const std::string& field) {
    const Handle type(H5Dget_type(dataset), H5Tclose);
    if (!type.valid() || H5Tget_class(type.id()) != H5T_COMPOUND) return {};
    const int index = H5Tget_member_index(type.id(), field.c_str());
    return index < 0 ? Handle() : Handle(H5Tget_member_type(type.id(), static_cast<unsigned>(index)), H5Tclose);
}

namespace {

/// Of a field of arrays of one dimension: their length; 1: it is none; 0: it has more dimensions.
hsize_t arrayLength(hid_t type) {
    if (H5Tget_class(type) != H5T_ARRAY) return 1;
    hsize_t length = 0;
    return H5Tget_array_ndims(type) == 1 && H5Tget_array_dims2(type, &length) == 1 ? length : 0;
}

/// Real and imaginary part, as h5py writes them.
bool isComplex(hid_t record) {
    return H5Tget_nmembers(record) == 2 && H5Tget_member_index(record, "r") == 0 &&
           H5Tget_member_index(record, "i") == 1 && H5Tget_member_class(record, 0) == H5T_FLOAT &&
           H5Tget_member_class(record, 1) == H5T_FLOAT;
}

/// Whether the fields of a record lie inside of it, one behind the other: the library believes a damaged file, and
/// writes beyond its own memory.
bool areFieldsInside(hid_t record) {
    std::vector<std::pair<std::size_t, std::size_t>> places;  // offset, size
    for (int i = 0; i < H5Tget_nmembers(record); ++i) {
        const Handle member(H5Tget_member_type(record, static_cast<unsigned>(i)), H5Tclose);
        if (!member.valid()) return false;
        const std::size_t size = H5Tget_size(member.id());
        if (H5Tget_class(member.id()) == H5T_ARRAY) {
            const Handle element(H5Tget_super(member.id()), H5Tclose);
            const hsize_t length = arrayLength(member.id());
            if (!element.valid() || (length > 0 && H5Tget_size(element.id()) * length != size)) return false;
        }
        places.emplace_back(H5Tget_member_offset(record, static_cast<unsigned>(i)), size);
    }
    std::ranges::sort(places);
    std::size_t end = 0;
    for (const auto& [offset, size] : places) {
        if (size == 0 || offset < end) return false;
        end = offset + size;
    }
    return end <= H5Tget_size(record);
}

}  // namespace

Handle fieldMemoryType(hid_t dataset, const std::string& field) {
    const Handle whole(H5Dget_type(dataset), H5Tclose);
    const Handle stored = fieldType(dataset, field);
    if (!stored.valid() || !areFieldsInside(whole.id())) return {};
    const hsize_t length = arrayLength(stored.id());
    const bool isArray = H5Tget_class(stored.id()) == H5T_ARRAY;
    const Handle element(isArray ? H5Tget_super(stored.id()) : H5Tcopy(stored.id()), H5Tclose);
    if (length == 0 || !element.valid()) return {};
    Handle value = memoryType(element.id());
    if (value.valid() && isArray) value = Handle(H5Tarray_create2(value.id(), 1, &length), H5Tclose);
    if (!value.valid()) return {};
    Handle record(H5Tcreate(H5T_COMPOUND, H5Tget_size(value.id())), H5Tclose);
    if (!record.valid() || H5Tinsert(record.id(), field.c_str(), 0, value.id()) < 0) return {};
    return record;
}

std::vector<FileArray> describeFields(hid_t dataset, const std::string& path, const Hdf5Limits& limits,
                                      std::uint64_t fileBytes) {
    constexpr int kMaxFields = 4096;
    constexpr std::size_t kMostRecord = std::size_t{16} << 20;  // the library keeps one whole, twice
    const Handle type(H5Dget_type(dataset), H5Tclose);
    std::vector<FileArray> fields;
    if (!type.valid() || H5Tget_class(type.id()) != H5T_COMPOUND) return fields;
    if (isComplex(type.id())) return fields;
    const int count = std::min(H5Tget_nmembers(type.id()), kMaxFields);
    const bool isSound = areFieldsInside(type.id());
    const std::size_t bytes = H5Tget_size(type.id());
    for (int i = 0; i < count; ++i) {
        char* const name = H5Tget_member_name(type.id(), static_cast<unsigned>(i));
        if (name == nullptr) continue;
        const std::string field = name;
        H5free_memory(name);
        const Handle member(H5Tget_member_type(type.id(), static_cast<unsigned>(i)), H5Tclose);
        if (!member.valid()) continue;
        const hsize_t length = arrayLength(member.id());
        const bool isArray = H5Tget_class(member.id()) == H5T_ARRAY;
        const Handle element(isArray ? H5Tget_super(member.id()) : H5Tcopy(member.id()), H5Tclose);
        std::vector<std::int64_t> columns;
        if (isArray && length > 0) columns.push_back(static_cast<std::int64_t>(length));
        fields.push_back(describe(dataset, path + "/" + field, isArray && length == 0 ? member.id() : element.id(),
                                  columns, limits, fileBytes));
        for (const char* what : {"kind", "dtype"})  // pandas keeps those of a field beside the table
            if (const std::string about = field + "_" + what; H5Aexists(dataset, about.c_str()) > 0) {
                fields.back().attributes.push_back(readAttribute(dataset, about.c_str()));
                fields.back().attributes.back().name = what;
            }
        if (isSound && bytes <= kMostRecord) continue;
        fields.back().usable = fields.back().isText = false;
        if (isSound)
            fields.back().reason = {GATELAB_TEXT("Files",
                                                 "each of its records takes %1 bytes, and at most %2 are read; write "
                                                 "its fields as data sets of their own"),
                                    {bytes, kMostRecord}};
        else
            fields.back().reason = GATELAB_TEXT("Files", "its record is damaged: fields overlap or lie beyond it");
    }
    return fields;
}

FileArray describeDataset(hid_t dataset, const std::string& path, const Hdf5Limits& limits, std::uint64_t fileBytes) {
    const Handle type(H5Dget_type(dataset), H5Tclose);
    FileArray facts = describe(dataset, path, type.id(), {}, limits, fileBytes);
    if (type.valid() && H5Tget_class(type.id()) == H5T_COMPOUND && isComplex(type.id()))
        facts.reason = GATELAB_TEXT("Files", "complex numbers; write real and imaginary part, or the magnitude");
    for (const char* name : kAttributes)
        if (H5Aexists(dataset, name) > 0) facts.attributes.push_back(readAttribute(dataset, name));
    return facts;
}

}  // namespace gatelab::hdf5
