// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What is chosen among the runs of one scope: up to six groups or baselines, the base that the others are held
/// against, and the one that the verdict is about. One for all pages. A key is the id of any run of a group (see
/// Board), or baselineKey(). A value; the same key never twice.
class RunSelection {
public:
    static constexpr std::size_t kMaxChosen = 6;

    /// "baseline:persistence"
    static std::string baselineKey(std::string_view method);
    /// The method; empty: a key of runs.
    static std::string baselineOf(std::string_view key);

    /// In the order in which they are drawn.
    [[nodiscard]] const std::vector<std::string>& chosen() const { return chosen_; }
    [[nodiscard]] bool isChosen(std::string_view key) const;
    /// By hand. False, and nothing is changed: six are chosen already.
    bool choose(const std::string& key);
    void remove(std::string_view key);
    /// The one that was chosen first, but `base`, which the board may have taken by itself: a seventh may take its
    /// place.
    [[nodiscard]] std::string oldest(std::string_view base) const;
    /// `key` in the place of `old`.
    void replace(std::string_view old, const std::string& key);
    /// To another place in the order, from 0; one that is too large is the last.
    void move(std::string_view key, std::size_t place);
    void clear();
    /// Whether a person chose; until then the board chooses what it proposes.
    [[nodiscard]] bool isByHand() const { return byHand_; }
    /// What the board proposes, at most kMaxChosen; changes nothing once a person chose.
    void propose(const std::vector<std::string>& keys);

    /// Empty: the one that the board takes.
    [[nodiscard]] const std::string& base() const { return base_; }
    void setBase(const std::string& key) { base_ = key; }
    /// The side of the verdict that is not the base; empty: the one that the board takes.
    [[nodiscard]] const std::string& challenger() const { return challenger_; }
    void setChallenger(const std::string& key) { challenger_ = key; }

    /// Each key by what `keyOf` says of it: another key for the same group, or empty where there is none any more.
    template <typename KeyOf>
    void follow(KeyOf keyOf) {
        for (std::vector<std::string>* keys : {&chosen_, &byAge_}) {
            std::vector<std::string> followed;
            for (const std::string& key : *keys)
                if (std::string now = keyOf(key); !now.empty() && !contains(followed, now))
                    followed.push_back(std::move(now));
            *keys = std::move(followed);
        }
        if (!base_.empty()) base_ = keyOf(base_);
        if (!challenger_.empty()) challenger_ = keyOf(challenger_);
    }

    /// As text of JSON, for the preferences; the challenger is not kept.
    [[nodiscard]] std::string toText() const;
    /// Of what is damaged or of another kind nothing counts.
    static RunSelection fromText(const std::string& text);

    friend bool operator==(const RunSelection&, const RunSelection&) = default;

private:
    static bool contains(const std::vector<std::string>& keys, std::string_view key);
    std::vector<std::string> chosen_;
    std::vector<std::string> byAge_;  ///< the chosen ones in the order in which they were chosen
    std::string base_, challenger_;
    bool byHand_ = false;
};

}  // namespace gatelab
