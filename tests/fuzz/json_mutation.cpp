// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/json_mutation.h"

#include "io/json/json_text.h"

#include <array>
#include <random>
#include <vector>

namespace gatelab::testing {
namespace {

using Json = nlohmann::ordered_json;

/// What a reader that trusts the kind or the range of a value goes wrong with.
constexpr std::array kHostile{"null",
                              "true",
                              "0",
                              "-1",
                              "1",
                              "0.5",
                              "1e300",
                              "-1e300",
                              "5e-324",
                              "4294967296",
                              "2147483648",
                              "-2147483649",
                              "9223372036854775807",
                              "-9223372036854775808",
                              "18446744073709551615",
                              "\"\"",
                              "\"nan\"",
                              "\"-inf\"",
                              "\"%1 %2 %s\"",
                              "\"../../x\"",
                              "\"a/b\\u0000c\"",
                              "\"\\u202e\\ud83d\\ude00\"",
                              "\"2024-13-45T99:99:99\"",
                              "[]",
                              "{}",
                              "[null]",
                              "[[[[]]]]",
                              "{\"\": {}}"};

class Mutation {
public:
    Mutation(Json& json, std::uint32_t seed) : json_(json), random_(seed) {}

    void change() {
        nodes_.clear();
        collect(json_);
        Json& node = *nodes_[below(nodes_.size())];
        switch (below(6)) {
            case 0:
                node = Json::parse(kHostile[below(kHostile.size())]);
                break;
            case 1:
                if (node.is_structured() && !node.empty())
                    node.erase(std::next(node.begin(), static_cast<std::ptrdiff_t>(below(node.size()))));
                break;
            case 2:
                if (const Json other = *nodes_[below(nodes_.size())]; other.size() < kMostCopied) node = other;
                break;
            case 3:
                repeat(node);
                break;
            case 4:
                changeNumber(node);
                break;
            default:
                changeText(node);
        }
    }

private:
    static constexpr std::size_t kMostCopied = 64;

    std::size_t below(std::size_t count) { return random_() % count; }

    void collect(Json& node) {
        nodes_.push_back(&node);
        if (node.is_structured())
            for (Json& child : node) collect(child);
    }

    void repeat(Json& node) {
        if (!node.is_array() || node.empty()) return;
        const Json one = node[below(node.size())];
        for (std::size_t i = 0, count = std::size_t{1} << below(6); i < count; ++i) node.push_back(one);
    }

    void changeNumber(Json& node) {
        if (node.is_number_integer())
            node = node.get<std::int64_t>() ^ static_cast<std::int64_t>(std::uint64_t{1} << below(64));
        else if (node.is_number())
            node = node.get<double>() * (below(2) == 0 ? -1e3 : 1e-3);
    }

    void changeText(Json& node) {
        if (!node.is_string()) return;
        auto text = node.get<std::string>();
        const std::size_t at = below(text.size() + 1);
        switch (below(4)) {
            case 0:
                text.resize(at);
                break;
            case 1:
                text.insert(at, text);
                break;
            case 2:
                text.insert(at, 1, static_cast<char>(' ' + below(95)));
                break;
            default:
                text.insert(at, below(2) == 0 ? "\n" : "0123456789");
        }
        node = text;
    }

    Json& json_;
    std::mt19937 random_;
    std::vector<Json*> nodes_;
};

}  // namespace

std::optional<std::string> mutatedJson(std::string_view text, std::uint32_t seed) {
    auto json = tryParseJson<Json>(text);
    if (!json.is_structured()) return std::nullopt;
    Mutation mutation(json, seed);
    for (std::uint32_t i = 0; i <= seed % 3; ++i) mutation.change();
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gatelab::testing
