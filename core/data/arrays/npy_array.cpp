// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/npy_array.h"

#include "base/code_point.h"
#include "data/arrays/half_float.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace gatelab {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::int64_t kMaxValues = INT64_C(1) << 30;  // 8 GiB of doubles

Error wrong(const Text& what) { return {ErrorCode::InvalidInput, what}; }

/// What stands behind a key of the header, a Python dict of three known keys; empty: it is not there.
std::string_view valueOf(std::string_view dict, std::string_view key) {
    const std::size_t at = dict.find("'" + std::string(key) + "':");
    if (at == std::string_view::npos) return {};
    dict.remove_prefix(at + key.size() + 3);
    const std::size_t from = dict.find_first_not_of(' ');
    return from == std::string_view::npos ? std::string_view() : dict.substr(from);
}

/// "(3, 4)"; nothing: not understood, or sizes that cannot be true.
std::optional<std::vector<std::int64_t>> shapeOf(std::string_view text) {
    const std::size_t end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos) return std::nullopt;
    text = text.substr(1, end - 1);
    std::vector<std::int64_t> shape;
    std::int64_t count = 1;
    while (!text.empty()) {
        if (text[0] == ' ' || text[0] == ',' || text[0] == 'L') {
            text.remove_prefix(1);
            continue;
        }
        std::int64_t size = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
        if (read.ec != std::errc() || size < 0 || (size > 0 && count > kMaxValues / size)) return std::nullopt;
        count *= size;
        shape.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    }
    return shape;
}

/// Microseconds of one count of datetime64; 0: months and years have no fixed length.
double microsOf(std::string_view unit) {
    struct Unit {
        std::string_view name;
        double micros;
    };
    constexpr Unit kUnits[] = {{"W", 604800e6}, {"D", 86400e6}, {"h", 3600e6}, {"m", 60e6}, {"s", 1e6},
                               {"ms", 1e3},     {"us", 1},      {"ns", 1e-3},  {"ps", 1e-6}};
    double times = 1;
    const auto read = std::from_chars(unit.data(), unit.data() + unit.size(), times);
    if (read.ec == std::errc()) unit.remove_prefix(static_cast<std::size_t>(read.ptr - unit.data()));
    const auto found = std::ranges::find(kUnits, unit, &Unit::name);
    return found == std::end(kUnits) ? 0 : times * found->micros;
}

/// type: "<f8", "|b1", ">M8[ns]". Says in header.array why it cannot be read.
void readType(std::string_view type, NpyHeader& header) {
    StoredArray& array = header.array;
    header.isBigEndian = type[0] == '>';
    header.kind = type[1];
    const auto read = std::from_chars(type.data() + 2, type.data() + type.size(), header.width);
    const bool hasWidth = read.ec == std::errc() && std::has_single_bit(header.width) && header.width <= 8;
    if (header.kind == 'O')
        array.type = "objects",
        array.reason = GATELAB_TEXT("Reading",
                                    "Python objects (pickle), which are never opened; save sequences of unequal length "
                                    "as one array filled up with NaN and their lengths beside it, words as "
                                    "y.astype(str)");
    else if (header.kind == 'U' || header.kind == 'S')
        array.type = "text", array.reason = GATELAB_TEXT("Reading", "texts");
    else if (header.kind == 'c')
        array.reason = GATELAB_TEXT("Reading", "complex numbers; save their parts as two arrays");
    else if (!hasWidth || std::string_view("fiubM").find(header.kind) == std::string_view::npos ||
             (header.kind == 'f' && header.width == 1) || (header.kind == 'M' && header.width != 8))
        array.reason = GATELAB_TEXT("Reading", "a type that is no number of up to 64 bits");
    if (!array.reason.empty()) return;
    constexpr std::array<std::pair<char, const char*>, 5> kNames{
        {{'f', "float"}, {'i', "int"}, {'u', "uint"}, {'b', "bool"}, {'M', "datetime"}}};
    array.type =
        std::string(std::ranges::find(kNames, header.kind, [](const auto& row) { return row.first; })->second) +
        std::to_string(8 * header.width);
    if (header.kind != 'M') return;
    const std::string_view unit = type.substr(static_cast<std::size_t>(read.ptr - type.data()));
    header.perUnit = unit.size() < 3 ? 0 : microsOf(unit.substr(1, unit.size() - 2));
    array.isTime = true;
    array.unit = "us";
    if (header.perUnit == 0)
        array.reason = GATELAB_TEXT("Reading", "times that count months or years; save them as days or finer");
}

double valueOf(std::uint64_t bits, const NpyHeader& header) {
    if (header.kind == 'f') {
        if (header.width == 8) return std::bit_cast<double>(bits);
        return header.width == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                 : halfFloat(bits);
    }
    if (header.kind == 'u' || header.kind == 'b') return static_cast<double>(bits);
    const unsigned unused = 64 - 8 * static_cast<unsigned>(header.width);
    const auto whole = static_cast<std::int64_t>(bits << unused) >> unused;
    if (header.kind != 'M') return static_cast<double>(whole);
    return whole == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<double>::quiet_NaN()
                                                             : static_cast<double>(whole) * header.perUnit;
}

/// Where value number i of so many bytes begins.
std::size_t placeOf(const NpyHeader& header, std::size_t i, std::size_t width) {
    if (header.stride == 0) return header.start + i * width;
    return header.start + i / header.cells * header.stride + i % header.cells * width;
}

/// Value number i of the file, which holds it.
double valueAt(std::string_view file, const NpyHeader& header, std::size_t i) {
    std::array<char, 8> bytes{};
    std::memcpy(bytes.data(), file.data() + placeOf(header, i, header.width), header.width);
    if (header.isBigEndian) std::reverse(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header.width));
    return valueOf(std::bit_cast<std::uint64_t>(bytes), header);
}

std::size_t countOf(const NpyHeader& header) {
    std::size_t count = 1;
    for (const std::int64_t size : header.array.shape) count *= static_cast<std::size_t>(size);
    return count;
}

/// Bytes of a value in the file.
std::size_t widthOf(const NpyHeader& header) { return header.kind == 'U' ? 4 * header.width : header.width; }

bool holds(std::string_view file, const NpyHeader& header) {
    const std::size_t count = countOf(header), width = widthOf(header);
    if (header.start > file.size()) return false;
    const std::size_t there = file.size() - header.start;
    if (header.stride == 0 || count == 0) return width == 0 || there / width >= count;
    const std::size_t records = count / header.cells;  // of the last one nothing need stand behind the field
    return there >= header.cells * width && (there - header.cells * width) / header.stride + 1 >= records;
}

Result<> checkHolds(std::string_view file, const NpyHeader& header) {
    if (holds(file, header)) return {};
    return wrong(GATELAB_TEXT("Reading", "the values of the NumPy array are cut off; copy the file again"));
}

/// The text of a cell: NUL fills it up.
std::string textAt(std::string_view cell, const NpyHeader& header) {
    if (header.kind == 'S') return std::string(cell.substr(0, cell.find('\0')));
    std::string text;
    for (std::size_t at = 0; at + 4 <= cell.size(); at += 4) {
        std::array<char, 4> bytes{};
        std::memcpy(bytes.data(), cell.data() + at, 4);
        if (header.isBigEndian) std::ranges::reverse(bytes);
        const auto code = std::bit_cast<std::uint32_t>(bytes);
        if (code == 0) break;
        appendCharacter(text, code);
    }
    return text;
}

void judge(StoredArray& array) {
    if (array.reason.empty() && (array.shape.empty() || array.shape.size() > 3))
        array.reason = GATELAB_TEXT("Reading", "it has not one to three dimensions");
    array.usable = array.reason.empty();
}

constexpr std::size_t kMaxRecord = std::size_t{1} << 24;  // bytes

/// Reads "[('time', '<M8[ns]'), ('x', '<f4', (3,)), ('', '|V4'), (('title', 'y'), '<i2')]", a list as Python shows it.
class FieldList {
public:
    struct Field {
        std::string name;
        std::string_view type;
        std::vector<std::int64_t> shape;
    };

    explicit FieldList(std::string_view text) : text_(text) { isFine_ = take("["); }

    /// False at the end, or where it is not understood (a record inside of a record).
    bool next(Field& field) {
        field = {};
        if (!isFine_) return false;
        take(",");
        if (take("]")) return isWhole_ = true, false;
        isFine_ = take("(");
        const bool hasTitle = take("(");
        std::string_view name = word();
        if (hasTitle) {
            isFine_ = isFine_ && take(",");
            name = word();
            isFine_ = isFine_ && take(")");
        }
        isFine_ = isFine_ && take(",");
        field.name = name, field.type = word();
        if (take(",")) takeShape(field.shape);
        isFine_ = isFine_ && take(")");
        return isFine_;
    }
    [[nodiscard]] bool isWhole() const { return isWhole_; }

private:
    bool take(std::string_view sign) {
        text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size()));
        if (!text_.starts_with(sign)) return false;
        text_.remove_prefix(sign.size());
        return true;
    }
    std::string_view word() {
        const std::string_view quote = take("'") ? "'" : take("\"") ? "\"" : "";
        const std::size_t end = quote.empty() ? std::string_view::npos : text_.find(quote);
        if (end == std::string_view::npos) return isFine_ = false, std::string_view();
        const std::string_view found = text_.substr(0, end);
        text_.remove_prefix(end + 1);
        return found;
    }
    void takeShape(std::vector<std::int64_t>& shape) {
        text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size()));
        auto sizes = shapeOf(text_);
        const std::size_t end = text_.find(')');
        isFine_ = sizes.has_value() && std::ranges::find(*sizes, 0) == sizes->end();
        if (!isFine_) return;
        shape = std::move(*sizes);
        text_.remove_prefix(end + 1);
    }

    std::string_view text_;
    bool isFine_ = true, isWhole_ = false;
};

}  // namespace

Result<NpyHeader> readNpyHeader(std::string_view head) {
    if (head.size() < 12 || !head.starts_with(kMagic)) return wrong(GATELAB_TEXT("Reading", "this is no NumPy array"));
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(head[at])); };
    NpyHeader header;
    std::size_t size = byte(8) | byte(9) << 8;
    header.start = 10;
    if (byte(6) != 1) size |= byte(10) << 16 | byte(11) << 24, header.start = 12;
    if (size > head.size() - header.start)
        return wrong(GATELAB_TEXT("Reading", "the header of the NumPy array is cut off; copy the file again"));
    const std::string_view dict = head.substr(header.start, size);
    header.start += size;
    header.isColumnMajor = valueOf(dict, "fortran_order").starts_with("True");
    auto shape = shapeOf(valueOf(dict, "shape"));
    const std::string_view descr = valueOf(dict, "descr");
    if (!shape || descr.empty())
        return wrong(GATELAB_TEXT("Reading", "the header of the NumPy array is not understood; it may be damaged"));
    StoredArray& array = header.array;
    array.shape = std::move(*shape);
    const std::size_t end = descr.find('\'', 1);
    if (descr[0] != '\'' || end == std::string_view::npos || end < 3) {
        array.type = "compound";
        const bool hasObjects = descr.find("'|O'") != std::string_view::npos;
        if (hasObjects)
            readType("|O", header);
        else
            array.reason = GATELAB_TEXT("Reading", "a structure of several fields; save each one as an array");
        return header;
    }
    readType(descr.substr(1, end - 1), header);
    judge(array);
    return header;
}

std::vector<NpyHeader> readNpyFields(std::string_view head) {
    constexpr std::size_t kMostFields = 4096;
    const auto whole = readNpyHeader(head);
    if (!whole || whole->array.type != "compound") return {};
    FieldList list(valueOf(head.substr(0, whole->start), "descr"));
    std::vector<NpyHeader> fields;
    std::size_t offset = 0;
    for (FieldList::Field field; list.next(field);) {
        NpyHeader header{.array = {}, .start = whole->start + offset};
        if (field.type.size() < 2 || field.type[1] == 'O' || fields.size() == kMostFields) return {};
        readType(field.type, header);
        const std::size_t width = widthOf(header);
        for (const std::int64_t size : field.shape) header.cells *= static_cast<std::size_t>(size);
        if (header.width > kMaxRecord || header.cells > kMaxRecord || offset > kMaxRecord) return {};
        offset += width * header.cells;
        if (field.name.empty()) continue;  // what fills a record up
        header.array.path = std::move(field.name);
        header.array.shape = whole->array.shape;
        header.array.shape.insert(header.array.shape.end(), field.shape.begin(), field.shape.end());
        judge(header.array);
        fields.push_back(std::move(header));
    }
    if (!list.isWhole() || offset == 0 || whole->isColumnMajor) return {};
    for (NpyHeader& header : fields) header.stride = offset;
    return fields;
}

Result<std::vector<double>> readNpyValues(std::string_view file, const NpyHeader& header, const Progress& progress) {
    if (auto checked = checkHolds(file, header); !checked) return checked.error();
    const std::size_t count = countOf(header);
    std::vector<double> values(count);
    auto done = forEachValue(count, progress, [&](std::size_t i) { values[i] = valueAt(file, header, i); });
    if (!done) return done.error();
    return header.isColumnMajor && header.array.shape.size() > 1
               ? fromColumnMajor(std::move(values), header.array.shape)
               : values;
}

Result<std::vector<std::string>> readNpyTexts(std::string_view file, const NpyHeader& header) {
    constexpr std::size_t kMost = std::size_t{256} << 20;
    const std::size_t count = countOf(header), width = widthOf(header);
    const bool isThere = (header.kind == 'U' || header.kind == 'S') && holds(file, header);
    if (!isThere || header.array.shape.size() > 3)
        return wrong(GATELAB_TEXT("Reading", "the values of the NumPy array are cut off; copy the file again"));
    if (count > kMost / std::max<std::size_t>(width, sizeof(std::string)))
        return wrong(
            GATELAB_TEXT("Reading", "the NumPy array holds more text than is read; write its words as numbers"));
    std::vector<std::string> texts;
    texts.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        texts.push_back(textAt(file.substr(placeOf(header, i, width), width), header));
    return texts;
}

Result<> readNpyRows(std::string_view file, const NpyHeader& header, std::int64_t first, std::int64_t rows,
                     double* out) {
    if (auto checked = checkHolds(file, header); !checked) return checked;
    std::size_t width = 1;
    for (std::size_t i = 1; i < header.array.shape.size(); ++i)
        width *= static_cast<std::size_t>(header.array.shape[i]);
    if (rows == 0) return {};
    const std::size_t begin = static_cast<std::size_t>(first) * width, count = static_cast<std::size_t>(rows) * width;
    if (header.kind == 'f' && header.width == 8 && !header.isBigEndian && header.stride == 0) {
        std::memcpy(out, file.data() + header.start + begin * sizeof(double), count * sizeof(double));
        return {};
    }
    for (std::size_t i = 0; i < count; ++i) out[i] = valueAt(file, header, begin + i);
    return {};
}

}  // namespace gatelab
