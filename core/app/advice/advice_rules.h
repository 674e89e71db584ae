// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/advice/run_advice.h"
#include "base/number_text.h"
#include "config/field.h"

#include <span>

namespace gatelab {

/// One thing that a run can say. The first row of the table that applies is what is said.
struct AdviceRule {
    const char* key;
    bool isOfCurve;  ///< it reads the course of the losses: one reading is said, no second one beside it
    bool (*applies)(const AdviceFacts& facts);
    Phrase (*text)(const AdviceFacts& facts);  ///< whole sentences, with the figures they rest on
    AdviceAction (*action)(const AdviceFacts& facts);
};

/// In the order of what a colleague would say first.
std::span<const AdviceRule* const> adviceRules();

namespace advice {
/// How a piece of advice writes a number; a setting as it would be typed.
inline Phrase figure(double value, int digits = 3) { return numberPhrase(numberText(value, digits)); }
inline Phrase percent(double share) { return figure(100 * share, 2); }
inline Phrase setting(double value) { return numberPhrase(formatFieldValue(value)); }
/// Of the setting with this key.
AdviceAction::Change changeOf(const char* key, FieldValue value);
/// An XLA device computes not all that this machine does.
bool canTake(const AdviceFacts& facts, const char* key, FieldValue value);

extern const AdviceRule kDiverged, kGradientsLeap, kRateTooHigh, kRateTooLow, kLevel, kStopsEarly;
extern const AdviceRule kOverfitting, kStillFalling;
extern const AdviceRule kNoSignal, kAddsNothing, kNoBetterThanBaseline, kSeedOverSetting, kSettled;
extern const AdviceRule kOutOfMemory, kDataBound, kMemoryBound;
}  // namespace advice

}  // namespace gatelab
