// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>
#include <utility>

namespace gatelab {

/// A measured number as people read it: so many significant digits, their zeros kept, written out between 1e-4 and 1e7,
/// else with a power of ten ("3.8e-8"); whole thousands keep all their digits. "-": there is none; "inf". Plain ASCII;
/// the window dresses it (formatNumber() in ui/common/theme.h).
std::string numberText(double value, int significant = 4);

/// A share in percent as it is shown: whole, below 1 with one decimal, and never 100 for what is a little less: 99.6,
/// and 99.9 from there on.
double shownPercent(double share);
/// The same written, without a sign for percent: "14", "0.4".
std::string percentText(double share);

/// "1.5 GiB", "300 MiB", "760 KiB".
std::string bytesText(double bytes);
/// "972 KiB", "7.5 MiB": a finite size in three digits, as lists show it.
std::string sizeText(double bytes);
/// Two unequal sizes, with as many decimals as tell them apart: "1.13 MiB", "1.12 MiB".
std::pair<std::string, std::string> bytesTexts(double first, double second);

/// A number that is written as it is to be read; a unit may stand behind it.
Phrase numberPhrase(const std::string& written);
/// "291 ms", "9.9 s", "1:02:03", "2 d 3 h"; "-": not known.
Phrase durationPhrase(double seconds);

}  // namespace gatelab
