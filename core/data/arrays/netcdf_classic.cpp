// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/netcdf_classic.h"

#include "data/arrays/array_columns.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace gatelab {
namespace {

constexpr int kChar = 2, kFloat = 5, kDouble = 6;
constexpr const char* kTypeNames[] = {"",        "int8",  "text",   "int16",  "int32", "float32",
                                      "float64", "uint8", "uint16", "uint32", "int64", "uint64"};
constexpr std::size_t kWidths[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};

std::uint64_t bigEndian(const char* bytes, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

double numberOf(const char* bytes, int type) {
    const std::size_t width = kWidths[type];
    const std::uint64_t bits = bigEndian(bytes, width);
    if (type == kFloat) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == kDouble) return std::bit_cast<double>(bits);
    if (type >= 7 && type != 10) return static_cast<double>(bits);
    const auto unused = static_cast<unsigned>(64 - 8 * width);
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// Reads a header from front to back; everything after a failure is nothing.
class Header {
public:
    explicit Header(std::string_view file) : file_(file) {}

    std::optional<std::vector<NetcdfVariable>> read() {
        version_ = static_cast<int>(file_.size() > 3 ? file_[3] : 0);
        at_ = 4;
        const std::uint64_t records = count();
        isStreamed_ = records == (version_ == 5 ? ~std::uint64_t{0} : 0xFFFFFFFFU);
        records_ = isStreamed_ ? 0 : records;
        readList(10, [this] {
            names_.push_back(name());
            dimensions_.push_back(count());
        });
        readList(12, [this] { (void)attribute(); });
        std::vector<NetcdfVariable> variables;
        readList(11, [&] { variables.push_back(variable()); });
        if (failed_) return std::nullopt;
        placeRecords(variables);
        for (NetcdfVariable& each : variables) judge(each);
        return variables;
    }

private:
    std::uint64_t number(std::size_t width) {
        if (failed_ || file_.size() - at_ < width) return failed_ = true, 0;
        const std::uint64_t value = bigEndian(file_.data() + at_, width);
        at_ += width;
        return value;
    }
    std::uint64_t count() { return number(version_ == 5 ? 8 : 4); }
    std::string_view bytes(std::uint64_t size) {
        const std::uint64_t padded = (size + 3) / 4 * 4;
        if (failed_ || size > file_.size() || padded > file_.size() - at_) return failed_ = true, std::string_view();
        const std::string_view text = file_.substr(at_, size);
        at_ += padded;
        return text;
    }
    std::string name() { return std::string(bytes(count())); }

    template <class Each>
    void readList(std::uint64_t tag, Each&& each) {
        const std::uint64_t found = number(4), size = count();
        if (found != tag && (found != 0 || size != 0)) failed_ = true;
        for (std::uint64_t i = 0; i < size && !failed_; ++i) each();
    }

    FileAttribute attribute() {
        FileAttribute read{name(), {}, {}};
        const std::uint64_t type = number(4), size = count();
        if (type < 1 || type > 11 || size > file_.size()) return failed_ = true, read;
        const std::string_view values = bytes(size * kWidths[type]);
        if (failed_) return read;
        if (type == kChar) {
            std::string text(values.substr(0, values.find('\0')));
            read.texts.push_back(std::move(text));
        } else {
            for (std::uint64_t i = 0; i < size; ++i)
                read.numbers.push_back(numberOf(values.data() + i * kWidths[type], static_cast<int>(type)));
        }
        return read;
    }

    NetcdfVariable variable() {
        NetcdfVariable read;
        read.facts.path = name();
        const std::uint64_t rank = count();
        for (std::uint64_t i = 0; i < rank && !failed_; ++i) {
            const std::uint64_t dimension = count();
            if (dimension >= dimensions_.size() || (i > 0 && dimensions_[dimension] == 0)) {
                failed_ = true;
                break;
            }
            if (dimensions_[dimension] == 0) read.recordBytes = 1;  // told apart; its size follows
            read.facts.shape.push_back(static_cast<std::int64_t>(dimensions_[dimension]));
            read.facts.dimensions.push_back(names_[dimension]);
        }
        readList(12, [&] { read.facts.attributes.push_back(attribute()); });
        const std::uint64_t type = number(4);
        (void)count();  // its size, which a large one does not fit into
        read.begin = number(version_ == 1 ? 4 : 8);
        if (type < 1 || type > 11) failed_ = true;
        read.type = failed_ ? 1 : static_cast<int>(type);
        read.facts.type = kTypeNames[read.type];
        return read;
    }

    /// Bytes of one record of a variable, or of all of one without records; nothing: beyond the file.
    [[nodiscard]] std::optional<std::uint64_t> bytesOf(const NetcdfVariable& variable) const {
        std::uint64_t size = kWidths[variable.type];
        for (std::size_t i = variable.recordBytes > 0 ? 1 : 0; i < variable.facts.shape.size(); ++i)
            if (__builtin_mul_overflow(size, static_cast<std::uint64_t>(variable.facts.shape[i]), &size) ||
                size > file_.size())
                return std::nullopt;
        return size;
    }

    /// Records hold one value of each variable that has them, padded to four bytes unless there is only one.
    void placeRecords(std::vector<NetcdfVariable>& variables) {
        std::uint64_t all = 0, first = ~std::uint64_t{0};
        const auto counted = std::ranges::count_if(variables, [](const auto& each) { return each.recordBytes > 0; });
        for (const NetcdfVariable& each : variables) {
            if (each.recordBytes == 0) continue;
            const auto size = bytesOf(each);
            all += size ? (counted > 1 ? (*size + 3) / 4 * 4 : *size) : file_.size();
            first = std::min(first, each.begin);
        }
        if (isStreamed_ && all > 0 && first < file_.size()) records_ = (file_.size() - first) / all;
        for (NetcdfVariable& each : variables)
            if (each.recordBytes > 0) each.recordBytes = all, each.facts.shape[0] = static_cast<std::int64_t>(records_);
    }

    void judge(NetcdfVariable& each) const {
        FileArray& facts = each.facts;
        const auto size = bytesOf(each);
        std::uint64_t last = 0;
        const bool isCut = !size || each.begin > file_.size() ||
                           (each.recordBytes > 0 && records_ > 0 &&
                            (__builtin_mul_overflow(records_ - 1, each.recordBytes, &last) || last > file_.size())) ||
                           each.begin + last + size.value_or(0) > file_.size();
        if (each.type == kChar)
            facts.reason = GATELAB_TEXT("Reading", "texts");
        else if (facts.shape.empty() || facts.shape.size() > kMostDimensions)
            facts.reason = GATELAB_TEXT("Reading", "it has not one to three dimensions");
        else if (std::ranges::find(facts.shape, 0) != facts.shape.end())
            facts.reason = GATELAB_TEXT("Reading", "it has no rows");
        else if (isCut)
            facts.reason = GATELAB_TEXT("Reading", "its values are cut off; copy the file again");
        facts.usable = facts.reason.empty();
    }

    std::string_view file_;
    std::size_t at_ = 0;
    int version_ = 1;
    std::uint64_t records_ = 0;
    bool isStreamed_ = false, failed_ = false;
    std::vector<std::uint64_t> dimensions_;
    std::vector<std::string> names_;  ///< of the dimensions
};

}  // namespace

Result<std::vector<NetcdfVariable>> readNetcdfHeader(std::string_view file) {
    auto variables = Header(file).read();
    if (variables) return std::move(*variables);
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Reading", "the header of the netCDF file is cut or damaged; copy the file again")};
}

Result<std::vector<double>> readNetcdfValues(std::string_view file, const NetcdfVariable& variable,
                                             const Progress& progress, std::span<const std::int64_t> places) {
    const std::size_t width = kWidths[variable.type];
    std::size_t columns = 1;
    for (std::size_t i = 1; i < variable.facts.shape.size(); ++i)
        columns *= static_cast<std::size_t>(variable.facts.shape[i]);
    const auto rows = static_cast<std::size_t>(variable.facts.shape[0]);
    const std::size_t step = variable.recordBytes > 0 ? variable.recordBytes : columns * width;
    const std::size_t taken = places.empty() ? columns : places.size();
    std::vector<double> values(rows * taken);
    auto done = forEachValue(values.size(), progress, [&](std::size_t i) {
        const std::size_t r = i / taken, c = places.empty() ? i % taken : static_cast<std::size_t>(places[i % taken]);
        values[i] = numberOf(file.data() + variable.begin + r * step + c * width, variable.type);
    });
    return done ? Result<std::vector<double>>(std::move(values)) : done.error();
}

std::vector<std::string> readNetcdfTexts(std::string_view file, const NetcdfVariable& variable) {
    const std::vector<std::int64_t>& shape = variable.facts.shape;
    if (variable.type != kChar || shape.size() != 2 || variable.recordBytes > 0) return {};
    const auto rows = static_cast<std::uint64_t>(shape[0]), length = static_cast<std::uint64_t>(shape[1]);
    constexpr std::uint64_t kMostNames = 100'000;
    std::uint64_t size = 0;
    if (rows == 0 || rows > kMostNames || length == 0) return {};
    if (__builtin_mul_overflow(rows, length, &size) || variable.begin > file.size() ||
        size > file.size() - variable.begin)
        return {};
    std::vector<std::string> texts;
    for (std::uint64_t r = 0; r < rows; ++r) {
        std::string_view text = file.substr(variable.begin + r * length, length);
        text = text.substr(0, text.find('\0'));
        texts.emplace_back(text.substr(0, text.find_last_not_of(' ') + 1));
    }
    return texts;
}

}  // namespace gatelab
