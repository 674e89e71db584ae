// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/matlab_file.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <optional>

namespace gatelab {
namespace {

constexpr std::size_t kHead = 20, kMaxVariables = 20'000;
constexpr std::int64_t kMaxValues = INT64_C(1) << 30;

/// The head of a matrix: how it is stored, its size, whether it has an imaginary part, and its name.
struct Head {
    bool isSwapped = false;
    int precision = 0;  ///< 0 double, 1 float, 2 int32, 3 int16, 4 uint16, 5 uint8
    int kind = 0;       ///< 0 numbers, 1 text, 2 sparse
    std::int64_t rows = 0, columns = 0;
    bool isComplex = false;
    std::string name;
};

constexpr std::int64_t kWidths[] = {8, 4, 4, 2, 2, 1};
/// As level 5 calls them
constexpr int kTypes[] = {9, 7, 5, 3, 4, 2};
constexpr const char* kNames[] = {"float64", "float32", "int32", "int16", "uint16", "uint8"};

std::optional<Head> headAt(std::string_view bytes) {
    if (bytes.size() < kHead) return std::nullopt;
    std::int32_t words[5];
    std::memcpy(words, bytes.data(), sizeof words);
    Head head;
    // The first word is below 5000 in its own order of bytes.
    if (words[0] < 0 || words[0] >= 5000) {
        head.isSwapped = true;
        for (std::int32_t& word : words)
            word = static_cast<std::int32_t>(__builtin_bswap32(static_cast<std::uint32_t>(word)));
    }
    const auto& [form, rows, columns, imaginary, length] = words;
    if (form < 0 || form >= 2000 || form / 100 % 10 != 0) return std::nullopt;  // VAX and Cray are gone
    head.precision = form / 10 % 10, head.kind = form % 10;
    if (head.precision > 5 || head.kind > 2 || rows < 0 || columns < 0 || (imaginary != 0 && imaginary != 1) ||
        length < 2 || length > 256 || bytes.size() < kHead + static_cast<std::size_t>(length))
        return std::nullopt;
    const std::string_view name = bytes.substr(kHead, static_cast<std::size_t>(length) - 1);
    const bool isName =
        std::ranges::all_of(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
    if (!isName || bytes[kHead + name.size()] != 0) return std::nullopt;
    head.rows = rows, head.columns = columns, head.isComplex = imaginary == 1, head.name = name;
    return head;
}

}  // namespace

bool isMatlab4(std::string_view head) { return headAt(head).has_value(); }

Result<std::vector<MatlabVariable>> readMatlab4Variables(std::shared_ptr<const std::string> file) {
    const Error damaged{ErrorCode::InvalidInput,
                        GATELAB_TEXT("Reading", "the MATLAB file is cut or damaged; copy or download it again")};
    std::vector<MatlabVariable> found;
    for (std::size_t at = 0; at < file->size();) {
        const auto head = headAt(std::string_view(*file).substr(at));
        if (!head || found.size() == kMaxVariables) return damaged;
        at += kHead + head->name.size() + 1;
        if (head->rows > 0 && head->columns > kMaxValues / head->rows) return damaged;
        const auto size =
            static_cast<std::size_t>(head->rows * head->columns * kWidths[head->precision]) * (head->isComplex ? 2 : 1);
        if (size > file->size() - at) return damaged;
        MatlabVariable variable;
        variable.bytes = file, variable.at = at, variable.type = kTypes[head->precision];
        variable.isSwapped = head->isSwapped;
        StoredArray& array = variable.array;
        array.path = "/" + head->name, array.shape = {head->rows, head->columns};
        array.type = head->kind == 1 ? "text" : kNames[head->precision];
        if (head->rows * head->columns == 0)
            array.reason = GATELAB_TEXT("Reading", "no values");
        else if (head->kind == 1)
            array.reason = GATELAB_TEXT("Reading", "texts");
        else if (head->kind == 2)
            array.reason = GATELAB_TEXT("Reading", "a sparse matrix; save it as full(x)");
        else if (head->isComplex)
            array.reason = GATELAB_TEXT("Reading", "complex numbers; save real(x) and imag(x)");
        else
            array.usable = true;
        standUpright(array);
        found.push_back(std::move(variable));
        at += size;
    }
    return found;
}

}  // namespace gatelab
