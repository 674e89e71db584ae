// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_selection.h"

#include "io/json/json_text.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
constexpr std::string_view kBaseline = "baseline:";
}

std::string RunSelection::baselineKey(std::string_view method) { return std::string(kBaseline) + std::string(method); }

std::string RunSelection::baselineOf(std::string_view key) {
    return key.starts_with(kBaseline) ? std::string(key.substr(kBaseline.size())) : std::string();
}

bool RunSelection::contains(const std::vector<std::string>& keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

bool RunSelection::isChosen(std::string_view key) const { return contains(chosen_, key); }

bool RunSelection::choose(const std::string& key) {
    if (!isChosen(key) && chosen_.size() >= kMaxChosen) return false;
    byHand_ = true;
    if (isChosen(key)) return true;
    chosen_.push_back(key);
    byAge_.push_back(key);
    return true;
}

void RunSelection::remove(std::string_view key) {
    byHand_ = true;
    std::erase(chosen_, key);
    std::erase(byAge_, key);
    if (challenger_ == key) challenger_.clear();
}

std::string RunSelection::oldest(std::string_view base) const {
    for (const std::string& key : byAge_)
        if (key != base && isChosen(key)) return key;
    for (const std::string& key : chosen_)
        if (key != base) return key;
    return {};
}

void RunSelection::replace(std::string_view old, const std::string& key) {
    if (isChosen(key)) return;
    const auto found = std::ranges::find(chosen_, old);
    if (found == chosen_.end()) return;
    byHand_ = true;
    *found = key;
    std::erase(byAge_, old);
    byAge_.push_back(key);
    if (challenger_ == old) challenger_.clear();
}

void RunSelection::move(std::string_view key, std::size_t place) {
    const auto found = std::ranges::find(chosen_, key);
    if (found == chosen_.end()) return;
    byHand_ = true;
    std::string moved = std::move(*found);
    chosen_.erase(found);
    chosen_.insert(chosen_.begin() + static_cast<std::ptrdiff_t>(std::min(place, chosen_.size())), std::move(moved));
}

void RunSelection::clear() {
    byHand_ = true;
    chosen_.clear();
    byAge_.clear();
    challenger_.clear();
}

void RunSelection::propose(const std::vector<std::string>& keys) {
    if (byHand_) return;
    chosen_.clear();
    for (const std::string& key : keys)
        if (!key.empty() && !isChosen(key) && chosen_.size() < kMaxChosen) chosen_.push_back(key);
    byAge_ = chosen_;
}

std::string RunSelection::toText() const {
    nlohmann::json json;
    if (byHand_) json["chosen"] = chosen_;
    if (byHand_) json["by_age"] = byAge_;
    if (!base_.empty()) json["base"] = base_;
    return json.is_null() ? std::string() : json.dump();
}

RunSelection RunSelection::fromText(const std::string& text) {
    RunSelection selection;
    try {
        const nlohmann::json json = parseJson<nlohmann::json>(text);
        if (const auto chosen = json.find("chosen"); chosen != json.end()) {
            selection.byHand_ = true;
            for (const auto& key : *chosen)
                if (const auto name = key.get<std::string>();
                    !name.empty() && !selection.isChosen(name) && selection.chosen_.size() < kMaxChosen)
                    selection.chosen_.push_back(name);
            for (const auto& key : json.value("by_age", nlohmann::json::array()))
                if (const auto name = key.get<std::string>();
                    selection.isChosen(name) && !contains(selection.byAge_, name))
                    selection.byAge_.push_back(name);
        }
        selection.base_ = json.value("base", std::string());
    } catch (const nlohmann::json::exception&) {
        return {};
    }
    return selection;
}

}  // namespace gatelab
