// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/lab_choice.h"

#include "common/preferences.h"
#include "common/texts.h"

#include <QStringList>

#include <algorithm>

namespace gatelab {

namespace {

const QString kMode = QStringLiteral("lab/mode"), kFirst = QStringLiteral("lab/first"),
              kSecond = QStringLiteral("lab/second"), kLeftOut = QStringLiteral("lab/left-out"),
              kRepeats = QStringLiteral("lab/repeats");

}  // namespace

LabChoice readLabChoice(const Preferences& preferences) {
    LabChoice choice;
    choice.lines.mode = static_cast<LabMode>(std::clamp(
        preferences.window(kMode, 0).toInt(), static_cast<int>(LabMode::Ladder), static_cast<int>(LabMode::Pair)));
    for (const auto& [side, key] :
         {std::pair(&choice.lines.sides.first, &kFirst), std::pair(&choice.lines.sides.second, &kSecond)})
        *side = preferences.window(*key, fromUtf8(*side)).toString().toStdString();
    for (const QString& key : preferences.window(kLeftOut).toStringList())
        choice.lines.leftOut.insert(key.toStdString());
    choice.repeats = std::clamp(preferences.window(kRepeats, LabChoice::kRepeats).toInt(), 1, LabChoice::kMaxRepeats);
    return choice;
}

void keepLabChoice(Preferences& preferences, const LabChoice& choice) {
    QStringList leftOut;
    for (const std::string& key : choice.lines.leftOut) leftOut << fromUtf8(key);
    preferences.setWindow(kMode, static_cast<int>(choice.lines.mode));
    preferences.setWindow(kFirst, fromUtf8(choice.lines.sides.first));
    preferences.setWindow(kSecond, fromUtf8(choice.lines.sides.second));
    preferences.setWindow(kLeftOut, leftOut);
    preferences.setWindow(kRepeats, choice.repeats);
}

}  // namespace gatelab
