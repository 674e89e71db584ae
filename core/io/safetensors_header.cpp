// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/safetensors_header.h"

#include "io/json/json.h"

#include <limits>
#include <utility>

namespace gatelab {
namespace {

using Json = nlohmann::json;

/// Where in the header the parser is. The header has this shape and no other:
/// {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"key": "text"}}
enum class Place { Before, Top, Tensor, Shape, Offsets, Metadata, After };

/// Called by the parser for every element; returning false stops it.
class HeaderEvents final : public nlohmann::json_sax<Json> {
public:
    SafetensorsHeader header;
    Phrase problem;

    bool start_object(std::size_t) override {
        if (place_ == Place::Before) return enter(Place::Top);
        if (place_ != Place::Top || expectsValue_ == false)
            return fail(GATELAB_TEXT("Files", "an object where none belongs"));
        expectsValue_ = false;
        if (key_ == "__metadata__") {
            if (metadataSeen_) return fail(GATELAB_TEXT("Files", "two '__metadata__' entries"));
            metadataSeen_ = true;
            return enter(Place::Metadata);
        }
        const auto [entry, isNew] = header.tensors.try_emplace(key_);
        if (!isNew) return fail({GATELAB_TEXT("Files", "two tensors called '%1'"), {key_}});
        tensor_ = &entry->second;
        hasDtype_ = hasShape_ = hasOffsets_ = false;
        return enter(Place::Tensor);
    }
    bool key(std::string& name) override {
        key_ = name;
        expectsValue_ = true;
        return true;
    }
    bool string(std::string& text) override {
        if (!std::exchange(expectsValue_, false)) return fail(GATELAB_TEXT("Files", "a text where none belongs"));
        if (place_ == Place::Metadata)
            return header.metadata.emplace(key_, std::move(text)).second ||
                   fail({GATELAB_TEXT("Files", "two metadata entries called '%1'"), {key_}});
        if (place_ != Place::Tensor || key_ != "dtype") return fail(GATELAB_TEXT("Files", "a text where none belongs"));
        tensor_->dtype = std::move(text);
        return !std::exchange(hasDtype_, true) || fail(GATELAB_TEXT("Files", "two types for one tensor"));
    }
    bool start_array(std::size_t) override {
        if (place_ != Place::Tensor || !std::exchange(expectsValue_, false))
            return fail(GATELAB_TEXT("Files", "a list where none belongs"));
        if (key_ == "shape")
            return (!std::exchange(hasShape_, true) && enter(Place::Shape)) ||
                   fail(GATELAB_TEXT("Files", "two shapes for one tensor"));
        if (key_ != "data_offsets" || std::exchange(hasOffsets_, true))
            return fail({GATELAB_TEXT("Files", "an unknown or repeated list '%1'"), {key_}});
        offsets_ = 0;
        return enter(Place::Offsets);
    }
    bool number_unsigned(std::uint64_t value) override {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return fail(GATELAB_TEXT("Files", "a size that is too large"));
        if (place_ == Place::Shape) {
            tensor_->shape.push_back(static_cast<std::int64_t>(value));
            return true;
        }
        if (place_ != Place::Offsets || offsets_ > 1) return fail(GATELAB_TEXT("Files", "a number where none belongs"));
        (offsets_++ == 0 ? tensor_->begin : tensor_->end) = value;
        return true;
    }
    bool end_array() override {
        if (place_ == Place::Offsets && offsets_ != 2)
            return fail(GATELAB_TEXT("Files", "a tensor without begin and end"));
        return enter(Place::Tensor);
    }
    bool end_object() override {
        if (place_ == Place::Tensor && !(hasDtype_ && hasShape_ && hasOffsets_))
            return fail(GATELAB_TEXT("Files", "a tensor without type, shape or place"));
        return enter(place_ == Place::Top ? Place::After : Place::Top);
    }
    bool null() override { return fail(GATELAB_TEXT("Files", "a null")); }
    bool boolean(bool) override { return fail(GATELAB_TEXT("Files", "a truth value")); }
    bool number_integer(std::int64_t) override { return fail(GATELAB_TEXT("Files", "a negative number")); }
    bool number_float(double, const std::string&) override { return fail(GATELAB_TEXT("Files", "a fraction")); }
    bool binary(Json::binary_t&) override { return fail(GATELAB_TEXT("Files", "binary data")); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        return fail({GATELAB_TEXT("Files", "broken JSON at byte %1 of the header"), {position}});
    }

private:
    bool enter(Place place) {
        place_ = place;
        return true;
    }
    bool fail(const Phrase& what) {
        if (problem.empty()) problem = what;
        return false;
    }

    Place place_ = Place::Before;
    std::string key_;
    bool expectsValue_ = false;
    SafetensorsEntry* tensor_ = nullptr;
    bool metadataSeen_ = false, hasDtype_ = false, hasShape_ = false, hasOffsets_ = false;
    int offsets_ = 0;
};

}  // namespace

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json) {
    if (json.empty() || json.front() != '{')
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Files", "its header is not JSON")};
    // The parser would take it for the end and not look at what follows.
    if (json.find('\0') != std::string_view::npos)
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Files", "its header has a NUL byte")};
    HeaderEvents events;
    if (!Json::sax_parse(json.begin(), json.end(), &events))
        return Error{ErrorCode::Corrupt, {GATELAB_TEXT("Files", "its header has %1"), {events.problem}}};
    return std::move(events.header);
}

}  // namespace gatelab
