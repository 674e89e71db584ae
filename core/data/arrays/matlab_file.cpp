// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/matlab_file.h"

#include "io/inflate.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace gatelab {
namespace {

constexpr std::size_t kHeader = 128, kTag = 8, kMaxVariables = 20'000;
constexpr std::size_t kMaxUnpacked = std::size_t{2} << 30;
constexpr std::int64_t kMaxValues = INT64_C(1) << 30;
constexpr int kMaxDepth = 8;
enum DataType { kInt8 = 1, kInt32 = 5, kUint32 = 6, kMatrix = 14, kCompressed = 15, kUtf16 = 17 };
enum ArrayClass {
    kCell = 1,
    kStruct = 2,
    kObject = 3,
    kChar = 4,
    kSparse = 5,
    kDouble = 6,
    kUint64 = 15,
    kOpaque = 17
};

Error damaged() {
    return {ErrorCode::InvalidInput,
            GATELAB_TEXT("Reading", "the MATLAB file is cut or damaged; copy or download it again")};
}

std::size_t widthOf(int type) {
    constexpr std::size_t kWidths[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8};
    return type >= 0 && type < static_cast<int>(std::size(kWidths)) ? kWidths[type] : 0;
}

template <class Number>
Number numberAt(const char* at, bool isSwapped) {
    char bytes[sizeof(Number)];
    std::memcpy(bytes, at, sizeof bytes);
    if (isSwapped) std::reverse(std::begin(bytes), std::end(bytes));
    return std::bit_cast<Number>(bytes);
}

/// A part of the file: its type, and where its bytes are in what holds it.
struct Element {
    int type = 0;
    std::size_t at = 0, size = 0;
};

class MatlabParser {
public:
    MatlabParser(std::vector<MatlabVariable>& found, bool isSwapped) : found_(found), isSwapped_(isSwapped) {}

    /// All elements of the file from `at` on.
    Result<> readAll(const std::shared_ptr<const std::string>& file, std::size_t at, const Progress& progress) {
        while (at + kTag <= file->size()) {
            if (!report(progress, static_cast<double>(at) / static_cast<double>(file->size())))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            const auto element = next(*file, at, file->size());
            if (!element) return damaged();
            if (auto read = readElement(file, *element, progress); !read) return read;
            if (found_.size() > kMaxVariables) return damaged();
        }
        return at >= file->size() ? Result<>() : damaged();
    }

private:
    /// The element at `at`, which moves behind it; nothing where it does not end before `end`.
    std::optional<Element> next(const std::string& bytes, std::size_t& at, std::size_t end) const {
        if (at + kTag > end) return std::nullopt;
        const auto first = numberAt<std::uint32_t>(bytes.data() + at, isSwapped_);
        if (first >> 16 != 0) {  // up to four bytes stand in the tag itself
            const Element small{static_cast<int>(first & 0xFFFF), at + 4, first >> 16};
            at += kTag;
            return small.size <= 4 ? std::optional(small) : std::nullopt;
        }
        const std::size_t size = numberAt<std::uint32_t>(bytes.data() + at + 4, isSwapped_);
        const Element element{static_cast<int>(first), at + kTag, size};
        if (size > end - element.at) return std::nullopt;
        const std::size_t padded = element.type == kCompressed ? size : (size + 7) / 8 * 8;
        at = std::min(end, element.at + padded);
        return element;
    }

    Result<> readElement(const std::shared_ptr<const std::string>& bytes, const Element& element,
                         const Progress& progress) {
        if (element.type == kMatrix) return readMatrix(bytes, element, "", 0);
        if (element.type != kCompressed) return {};
        const Progress asking = progress ? [&](double) { return progress(-1); } : Progress();
        auto unpacked =
            inflateZlib(std::string_view(*bytes).substr(element.at, element.size), kMaxUnpacked - unpacked_, asking);
        if (!unpacked) return unpacked.error();
        unpacked_ += unpacked->size();
        const auto inside = std::make_shared<const std::string>(std::move(*unpacked));
        std::size_t at = 0;
        const auto matrix = next(*inside, at, inside->size());
        if (!matrix) return damaged();
        return matrix->type == kMatrix ? readMatrix(inside, *matrix, "", 0) : Result<>();
    }

    std::string textOf(const std::string& bytes, const Element& element) const {
        std::string text = bytes.substr(element.at, element.size);
        return text.substr(0, std::min(text.find('\0'), text.size()));
    }

    /// name: of a field of a structure, else the matrix has its own.
    Result<> readMatrix(const std::shared_ptr<const std::string>& bytes, const Element& matrix, const std::string& name,
                        int depth) {
        const std::size_t end = matrix.at + matrix.size;
        std::size_t at = matrix.at;
        if (matrix.size == 0) return {};
        const auto flags = next(*bytes, at, end);
        if (!flags || flags->type != kUint32 || flags->size < 8) return damaged();
        const auto word = numberAt<std::uint32_t>(bytes->data() + flags->at, isSwapped_);
        const int kind = static_cast<int>(word & 0xFF);
        MatlabVariable variable;
        variable.bytes = bytes;
        variable.isSwapped = isSwapped_;
        std::vector<std::int64_t>& shape = variable.array.shape;
        if (kind != kOpaque) {
            const auto sizes = next(*bytes, at, end);
            if (!sizes || sizes->type != kInt32 || sizes->size / 4 > 32) return damaged();
            for (std::size_t i = 0; i + 4 <= sizes->size; i += 4)
                shape.push_back(numberAt<std::int32_t>(bytes->data() + sizes->at + i, isSwapped_));
            if (shape.size() < 2 || std::ranges::any_of(shape, [](std::int64_t size) { return size < 0; }))
                return damaged();
        }
        const auto own = next(*bytes, at, end);
        if (!own) return damaged();
        variable.array.path = name.empty() ? "/" + textOf(*bytes, *own) : name;
        if (kind == kStruct && depth < kMaxDepth) {
            const bool isOne = std::ranges::all_of(shape, [](auto size) { return size == 1; });
            return readFields(bytes, at, end, variable.array.path, isOne, depth);
        }
        if (kind == kCell && depth < kMaxDepth) return readCells(bytes, at, end, variable.array.path, depth);
        if (kind >= kDouble && kind <= kUint64) return readNumbers(std::move(variable), word, at, end);
        variable.array.type = kind == kChar ? "text" : "object";
        variable.array.reason = kind == kChar     ? GATELAB_TEXT("Reading", "texts")
                                : kind == kCell   ? GATELAB_TEXT("Reading", "a cell array inside others, too deep")
                                : kind == kStruct ? GATELAB_TEXT("Reading", "a structure inside others, too deep")
                                : kind == kSparse
                                    ? GATELAB_TEXT("Reading", "a sparse matrix; save it as full(x)")
                                    : GATELAB_TEXT("Reading",
                                                   "an object of MATLAB, such as a table or a datetime; save its "
                                                   "columns as matrices (table2array, datenum)");
        if (const auto letters = kind == kChar ? next(*bytes, at, end) : std::nullopt; letters && shape.size() == 2)
            variable.at = letters->at, variable.type = letters->type, variable.textBytes = letters->size;
        found_.push_back(std::move(variable));
        return {};
    }

    Result<> readNumbers(MatlabVariable variable, std::uint32_t word, std::size_t at, std::size_t end) {
        constexpr std::uint32_t kComplex = 0x800, kLogical = 0x200;
        static constexpr const char* kNames[] = {"float64", "float32", "int8",   "uint8", "int16",
                                                 "uint16",  "int32",   "uint32", "int64", "uint64"};
        StoredArray& array = variable.array;
        array.type = (word & kLogical) != 0 ? "bool" : kNames[(word & 0xFF) - kDouble];
        std::int64_t count = 1;
        for (const std::int64_t size : array.shape) {
            if (size > 0 && count > kMaxValues / size) return damaged();
            count *= size;
        }
        const auto values = next(*variable.bytes, at, end);
        if (!values) return damaged();
        const std::size_t width = widthOf(values->type);
        if (count > 0 && (width == 0 || values->size / width < static_cast<std::size_t>(count))) return damaged();
        variable.at = values->at;
        variable.type = values->type;
        while (array.shape.size() > 2 && array.shape.back() == 1) array.shape.pop_back();
        if (count == 0)
            array.reason = GATELAB_TEXT("Reading", "no values");
        else if ((word & kComplex) != 0)
            array.reason = GATELAB_TEXT("Reading", "complex numbers; save real(x) and imag(x)");
        else if (array.shape.size() > 3)
            array.reason = GATELAB_TEXT("Reading", "more than three dimensions");
        else
            array.usable = true;
        standUpright(array);
        found_.push_back(std::move(variable));
        return {};
    }

    /// Of one structure, or of a list of them: "/S(1)/field" and so on, in MATLAB's order.
    Result<> readFields(const std::shared_ptr<const std::string>& bytes, std::size_t at, std::size_t end,
                        const std::string& path, bool isOne, int depth) {
        const auto length = next(*bytes, at, end), names = length ? next(*bytes, at, end) : std::nullopt;
        if (!names || length->size < 4) return damaged();
        const auto each = numberAt<std::uint32_t>(bytes->data() + length->at, isSwapped_);
        if (each == 0 || each > 256) return damaged();
        const std::size_t fields = names->size / each;
        for (std::size_t i = 0; fields > 0 && (isOne ? i < fields : at + kTag <= end); ++i) {
            const auto value = next(*bytes, at, end);
            if (!value) return damaged();
            const std::string name = textOf(*bytes, {kInt8, names->at + i % fields * each, each});
            if (value->type != kMatrix) continue;
            const std::string one = isOne ? path : path + "(" + std::to_string(i / fields + 1) + ")";
            if (auto read = readMatrix(bytes, *value, one + "/" + name, depth + 1); !read) return read;
            if (found_.size() > kMaxVariables) return damaged();
        }
        return {};
    }

    /// The cells of a cell array, "x{1}" and so on, in MATLAB's order.
    Result<> readCells(const std::shared_ptr<const std::string>& bytes, std::size_t at, std::size_t end,
                       const std::string& path, int depth) {
        for (std::size_t number = 1; at + kTag <= end; ++number) {
            const auto value = next(*bytes, at, end);
            if (!value) return damaged();
            if (value->type != kMatrix) continue;
            const std::string name = path + "{" + std::to_string(number) + "}";
            if (auto read = readMatrix(bytes, *value, name, depth + 1); !read) return read;
            if (found_.size() > kMaxVariables) return damaged();
        }
        return {};
    }

    std::vector<MatlabVariable>& found_;
    bool isSwapped_;
    std::size_t unpacked_ = 0;
};

double valueAt(const MatlabVariable& variable, const char* at) {
    switch (variable.type) {
        case 1:
            return static_cast<signed char>(*at);
        case 2:
            return static_cast<unsigned char>(*at);
        case 3:
            return numberAt<std::int16_t>(at, variable.isSwapped);
        case 4:
            return numberAt<std::uint16_t>(at, variable.isSwapped);
        case 5:
            return numberAt<std::int32_t>(at, variable.isSwapped);
        case 6:
            return numberAt<std::uint32_t>(at, variable.isSwapped);
        case 7:
            return static_cast<double>(numberAt<float>(at, variable.isSwapped));
        case 12:
            return static_cast<double>(numberAt<std::int64_t>(at, variable.isSwapped));
        case 13:
            return static_cast<double>(numberAt<std::uint64_t>(at, variable.isSwapped));
        default:
            return numberAt<double>(at, variable.isSwapped);
    }
}

}  // namespace

Result<std::vector<MatlabVariable>> readMatlabVariables(std::shared_ptr<const std::string> file,
                                                        const Progress& progress) {
    if (file->size() < kHeader) return damaged();
    const bool isLittle = file->compare(126, 2, "IM") == 0;
    if (!isLittle && file->compare(126, 2, "MI") != 0) return damaged();
    std::vector<MatlabVariable> found;
    MatlabParser parser(found, isLittle != (std::endian::native == std::endian::little));
    if (auto read = parser.readAll(file, kHeader, progress); !read) return read.error();
    return found;
}

Result<std::vector<std::string>> readMatlabTexts(const MatlabVariable& variable) {
    const std::vector<std::int64_t>& shape = variable.array.shape;
    const std::size_t width = variable.type == kUtf16 || variable.type == 4 ? 2 : 1;
    const auto rows = static_cast<std::size_t>(shape.empty() ? 0 : shape[0]),
               columns = static_cast<std::size_t>(shape.size() > 1 ? shape[1] : 1);
    if (rows == 0 || columns == 0 || variable.textBytes / width / columns < rows)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading",
                                   "the texts of '%1' are stored in a way that is not read; write them as "
                                   "numbers"),
                      {variable.array.path}}};
    std::vector<std::string> texts(rows);
    const char* at = variable.bytes->data() + variable.at;
    for (std::size_t c = 0; c < columns; ++c)  // the rows run fastest
        for (std::size_t r = 0; r < rows; ++r, at += width) {
            const std::uint32_t code =
                width == 2 ? numberAt<std::uint16_t>(at, variable.isSwapped) : static_cast<unsigned char>(*at);
            if (width == 1 || code < 0x80) {
                texts[r] += static_cast<char>(code);
            } else {
                if (code >= 0x800) texts[r] += static_cast<char>(0xE0 | code >> 12);
                texts[r] += static_cast<char>(code >= 0x800 ? 0x80 | ((code >> 6) & 0x3F) : 0xC0 | code >> 6);
                texts[r] += static_cast<char>(0x80 | (code & 0x3F));
            }
        }
    for (std::string& text : texts) text.erase(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
    return texts;
}

Result<std::vector<double>> readMatlabValues(const MatlabVariable& variable, const Progress& progress) {
    const std::size_t width = widthOf(variable.type);
    std::int64_t count = 1;
    for (const std::int64_t size : variable.array.shape) count *= size;
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(count));
    const char* at = variable.bytes->data() + variable.at;
    auto done = forEachValue(static_cast<std::size_t>(count), progress, [&](std::size_t) {
        values.push_back(valueAt(variable, at));
        at += width;
    });
    if (!done) return done.error();
    return fromColumnMajor(std::move(values), variable.array.shape);
}

}  // namespace gatelab
