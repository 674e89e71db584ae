// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

/// Puts the steps that a recipe may have, each with its parameters, at the end of the help of every command below `app`
/// that takes a recipe.
void addRecipeHelp(CLI::App& app);
