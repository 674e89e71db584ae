// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"

#include <span>
#include <string_view>

/// The fixed choices of text fields, one table per family; that of the cells is cellTraits(). The engine's tables
/// (models, losses, optimisers, schedules, implementations, built-in series) hold the same keys; `tst_tables` fails
/// when the two differ.
namespace gatelab {

std::span<const Choice> goalChoices();
std::span<const Choice> builtinChoices();
std::span<const Choice> taskChoices();
std::span<const Choice> anchorChoices();
std::span<const Choice> cellChoices();
std::span<const Choice> poolingChoices();
std::span<const Choice> decoderChoices();
std::span<const Choice> initialisationChoices();
/// Of the weights that are not recurrent: all of those, and one for the linear path.
std::span<const Choice> startChoices();
std::span<const Choice> lossChoices();
std::span<const Choice> optimiserChoices();
std::span<const Choice> scheduleChoices();
std::span<const Choice> precisionChoices();
std::span<const Choice> implementationChoices();
std::span<const Choice> gradientExchangeChoices();
std::span<const Choice> csvEncodingChoices();
std::span<const Choice> csvDelimiterChoices();
std::span<const Choice> csvQuoteChoices();
std::span<const Choice> csvDecimalChoices();
std::span<const Choice> csvThousandsChoices();
std::span<const Choice> csvHeaderChoices();
std::span<const Choice> csvShapeChoices();
std::span<const Choice> csvCommentChoices();
std::span<const Choice> resampleChoices();

/// Null when the key is not in the table.
const Choice* findChoice(std::span<const Choice> choices, std::string_view key);

}  // namespace gatelab
