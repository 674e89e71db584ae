// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "app/board_verdict.h"
#include "pages/compare/board/verdict_texts.h"
#include "store/saved_sweep.h"
#include "widgets/card.h"

#include <QSet>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gatelab {

class BackgroundJob;
class EffectBar;
class ElidedLabel;
class ListBox;
class RunBoard;
class VerdictLine;
class WrappedLabel;

/// "Is it better than the base?" for the pair of the board: effect, interval, answer, one sentence, one button; below,
/// the other chosen rows against the base. 312 wide, 272 at least; as high as it is given, and the rest scrolls. Hidden
/// where there is no run. GUI thread.
class VerdictCard : public Card {
    Q_OBJECT
public:
    VerdictCard(Theme& theme, RunBoard& board, QWidget* parent = nullptr);
    ~VerdictCard() override;

    /// Of the pair, as it is shown.
    [[nodiscard]] const BoardVerdict& verdict() const { return told_; }
    /// Runs of the queue, with every change of it: they are not asked for again.
    void setWaiting(std::vector<ExperimentConfig> waiting);
    /// The newest sweep of the workspace.
    void setSweep(SavedSweep sweep);
    /// Below all that is said of pairs; scrolls with it.
    void addPart(QWidget* part);
    /// By what the pair is compared; the test part opens without a question.
    void setScore(VerdictScore score);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Seeds until the next look, settings to train on the base's data, from the start: what verdict().missing had.
    void trainRequested(const std::vector<gatelab::ExperimentConfig>& runs);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What the button does.
    enum class Offer { Nothing, Base, Train, ByTime, Instead };
    void build();
    void buildPair(QVBoxLayout* column);
    void refresh();
    void showPair(const BoardRow& challenger, const BoardRow& base);
    void showEffect(const ExperimentConfig& config);
    void showAnswer(const BoardRow& challenger, const BoardRow& base);
    void showOffer(const BoardRow& challenger);
    void showLines(const BoardRow* challenger, const BoardRow* base);
    void showScore(const BoardRow& challenger, const BoardRow& base);
    void fold();
    void fitButton();
    void chooseScore(int index);
    void askForTest();
    void act();
    void followBoard();
    void followSweep();
    [[nodiscard]] VerdictTexts::Names namesOf(const BoardRow& challenger, const BoardRow& base) const;
    [[nodiscard]] std::optional<int> slotOf(const BoardRow& row) const;

    Theme* theme_;
    RunBoard* board_;
    BackgroundJob* job_;
    BoardVerdict told_;
    std::optional<VerdictScore> wanted_;  ///< nothing: the usual one
    QSet<QString> opened_;                ///< scopes of which the test part was opened
    std::vector<ExperimentConfig> waiting_;
    std::shared_ptr<const SavedSweep> sweep_;
    SweepResult swept_;
    int asked_ = 0;                 ///< number of the newest followSweep()
    std::size_t countedSeeds_ = 0;  ///< that swept_ was made of
    Offer offer_ = Offer::Nothing;
    bool wasEmpty_ = false;

    QWidget* content_;
    ListBox* score_;
    QString effectWords_;  ///< with what it is of
    QString offerWords_;   ///< on the button, in one line
    QLabel *challengerMark_, *baseMark_, *effect_, *soFar_, *brief_, *pairs_, *against_, *icon_, *answer_;
    ElidedLabel *challenger_, *base_;
    EffectBar* bar_;
    WrappedLabel* luck_;
    QPushButton* button_;
    QFrame* line_;
    QVBoxLayout *linesColumn_, *partsColumn_;
    std::vector<VerdictLine*> lines_;
    std::vector<std::string> lineKeys_;
};

}  // namespace gatelab
