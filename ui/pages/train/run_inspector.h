// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <memory>
#include <vector>

class QLabel;

namespace gatelab {

class AdviceCard;
class Badge;
class BarList;
class ChosenRowNote;
class FieldRow;
class FormSection;
class KeyValueList;
class RunBoard;
class RunController;
struct RunView;
class WrappedLabel;

/// The right column of the Train page: which run it is, how good so far and against what, what it advises, what may be
/// changed now, in what it differs from the base, and, folded, on what it runs. For a live run and for one opened from
/// a list. What it says is a line each: nothing in it grows.
class RunInspector : public QWidget {
    Q_OBJECT
public:
    RunInspector(Theme& theme, RunController& runs, RunBoard& board, QWidget* parent = nullptr);
    /// New figures of the shown run.
    void refresh();
    /// Of a small window: shorter notes, and nothing about the base.
    void setCompact(bool compact);
    [[nodiscard]] AdviceCard& advice() const { return *advice_; }

private:
    void addLiveSettings();
    void addBase();
    void showRun();
    void showFigure(const RunView& run);
    void showBase();
    void showMachine();
    Theme* theme_;
    RunController* runs_;
    RunBoard* board_;
    AdviceCard* advice_;
    QWidget *content_, *settings_, *against_;
    QLabel *empty_, *marker_, *figure_, *verdict_, *warning_, *baseMarker_, *equal_;
    WrappedLabel *name_, *position_, *figureNote_, *barsTitle_, *baseName_;
    Badge* badge_;
    BarList* bars_;
    KeyValueList* changes_;
    FormSection* machine_;
    KeyValueList* facts_;
    ChosenRowNote* chosen_;
    std::vector<FieldRow*> rows_;
    FieldRow* rate_ = nullptr;
    bool isCompact_ = false;
};

}  // namespace gatelab
