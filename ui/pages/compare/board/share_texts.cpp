// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/share_texts.h"

#include "common/field_text.h"

#include <cmath>

namespace gatelab {

QString ShareTexts::title(const ScoreShare& share) {
    switch (share.of) {
        case ScoreShare::Of::Together:
            return share.with.empty()
                       ? tr("settings together")
                       : tr("%1 with %2").arg(settingWord(*findField(share.key)), settingWord(*findField(share.with)));
        case ScoreShare::Of::Seed:
            return tr("seed alone");
        case ScoreShare::Of::Rest:
            return tr("seed and the rest");
        case ScoreShare::Of::Setting:
            break;
    }
    return settingWord(*findField(share.key));
}

QString ShareTexts::figure(const ScoreShare& share) {
    return tr("%1 %").arg(std::lround(100 * share.share)).replace(QLatin1Char(' '), QChar::Nbsp);
}

QString ShareTexts::sentence(const ScoreShares& shares) {
    if (const ScoreShare* first = shares.strongest()) {
        QString word = title(*first);
        word[0] = word[0].toUpper();
        return tr("%1 explains %2 of the differences.").arg(word, figure(*first));
    }
    return shares.lack == ScoreShares::Lack::None ? tr("No setting explains the scores so far.") : caption(shares);
}

QString ShareTexts::caption(const ScoreShares& shares) {
    switch (shares.lack) {
        case ScoreShares::Lack::Settings:
            return tr("No setting differs between runs with a score.");
        case ScoreShares::Lack::Runs:
            return tr("%n run(s) with a score: too few for so many settings.", nullptr, static_cast<int>(shares.runs));
        case ScoreShares::Lack::Spread:
            return tr("All scores are the same.");
        case ScoreShares::Lack::None:
            break;
    }
    return tr("share of the variance, %n run(s)", nullptr, static_cast<int>(shares.runs));
}

QString ShareTexts::definition() {
    return tr(
        "Of the runs on this board with a score and the same data, target, horizon, split and loss as the base. "
        "One linear model of the score (its logarithm) by the values of each setting; what several explain alike "
        "is parted among them. Corrected for the number of values. With seed and rest the shares are 100 %.");
}

}  // namespace gatelab
