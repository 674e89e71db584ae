// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/score_shares.h"

#include <QCoreApplication>
#include <QString>

namespace gatelab {

/// How map and verdict card say what moves the score; in the language of the window.
class ShareTexts {
    Q_DECLARE_TR_FUNCTIONS(gatelab::ShareTexts)
public:
    /// "rate", "rate with units", "seed alone".
    static QString title(const ScoreShare& share);
    /// "55 %"
    static QString figure(const ScoreShare& share);
    /// "Rate explains 55 % of the differences.", or why nothing is said.
    static QString sentence(const ScoreShares& shares);
    /// "share of the variance, 36 runs", or why there are none.
    static QString caption(const ScoreShares& shares);
    /// How the shares are computed, and of which runs.
    static QString definition();
};

}  // namespace gatelab
