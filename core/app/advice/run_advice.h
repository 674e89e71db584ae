// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/advice/advice_facts.h"
#include "base/phrase.h"
#include "config/field.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What a run says about what to try next, while it goes on and at its end: a sentence with the figures it rests on,
/// and what does it.
namespace gatelab {

struct AdviceAction {
    /// MoreEpochs: the run trains on. NewRun: its settings with `changes` are trained from the start. FindRate: a
    /// learning rate is searched for them. MoreSeeds: `seeds` are trained. ChangeNow: the run goes on with `changes`.
    enum class Kind { MoreEpochs, NewRun, FindRate, MoreSeeds, ChangeNow };
    struct Change {
        const Field* field = nullptr;
        FieldValue value;
    };
    Kind kind = Kind::NewRun;
    Phrase button;  ///< what it says
    std::int64_t epochs = 0;
    std::vector<Change> changes = {};
    std::vector<ExperimentConfig> seeds = {};
};
/// "more-epochs"; in JSON.
const char* adviceActionName(AdviceAction::Kind kind);
ExperimentConfig withChanges(ExperimentConfig config, std::span<const AdviceAction::Change> changes);

struct Advice {
    const char* key = "";  ///< of its rule
    Phrase text;
    AdviceAction action;
};
/// All that applies, what is said first in front; none of the others does the same or reads the curve otherwise. Empty:
/// no rule applies; of a run that was interrupted only overfitting is said.
std::vector<Advice> allAdvice(const AdviceFacts& facts);
std::optional<Advice> adviseOn(const AdviceFacts& facts);

}  // namespace gatelab
