// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/imported_run.h"

#include <optional>
#include <string>
#include <string_view>

namespace gatelab {

/// config.json of an imported run: {"gatelab": 1, "imported": {"program": "MLflow", "source": ...}} and no setting.
std::string importedToJson(const ImportedRun& run);
/// The run of such a text, or of what older programs kept behind a mark in the notes of settings ({"tool": ...});
/// nothing: it is neither. Program "?": imported, and nobody knows any more from where.
std::optional<ImportedRun> importedFromJson(std::string_view json);

}  // namespace gatelab
