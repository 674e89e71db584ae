// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board_verdict.h"
#include "common/theme.h"

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <string>

namespace gatelab {

/// What the verdict card writes; pure functions of a verdict, in the language of the window.
class VerdictTexts {
    Q_DECLARE_TR_FUNCTIONS(gatelab::VerdictTexts)
public:
    /// What the two are called: "#32".
    struct Names {
        QString challenger, base;
    };
    struct Answer {
        QString bold, rest;  ///< "Better." and a sentence; `rest` may be empty
        QString icon;
        Ink ink = Ink::Muted;

        [[nodiscard]] QString whole() const;
    };

    /// "14 %": without its sign.
    static QString share(double share);
    /// "14 % lower error", "33 times the error", "1/270 of the error"; "-": not known. By the task's score, unless time
    /// or memory are compared.
    static QString effect(const BoardVerdict& verdict, const ExperimentConfig& config);
    /// "14 % lower", "33 times", "1/270".
    static QString change(const BoardEffect& effect);
    /// "12 paired seeds, 95 %: -19 to -9 %"; `brief`: without the figures.
    static QString pairs(const BoardVerdict& verdict, bool brief);
    static Answer answer(const BoardVerdict& verdict, const Names& names, const BoardRow& challenger,
                         const BoardRow& base);
    /// Of one that is not in the pair: "14 % lower: better".
    static QString line(const BoardVerdict& verdict);
    /// Of what needs no network: "28 % lower than base"; `reference`: what it is held against, "base" or "#4".
    static QString baselineLine(double share, const QString& reference);
    /// "The sweep said 18 %: four points were luck."
    static QString luck(const SweepLuck& luck);
    /// Method, p and correction, a line each.
    static QString method(const BoardVerdict& verdict, const RunGroup& challenger, const RunGroup& base,
                          const Names& names);
    /// "Run 5 more seeds, 14 s"
    static QString train(const BoardVerdict& verdict);
    static QString score(VerdictScore score);

private:
    static Answer oneSetting(const BoardRow& only);
    static QString tooEarly(const Verdict& verdict);
    static QString measures(const BoardVerdict& verdict);
};

}  // namespace gatelab
