// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/place.h"
#include "widgets/popover.h"

#include <QStringList>
#include <QWidget>
#include <optional>

namespace gatelab {

/// A view of the Compare page: the table of runs, the forecasts of one, the lab... The page makes it when it is first
/// shown and wires all of them alike; what a view wants of the window it asks its responder. GUI thread.
class ComparePanel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// In front, and its page too: a hidden view reads, computes and draws nothing.
    virtual void setShown(bool shown) = 0;
    /// The run that is chosen here; empty: none, or the view is not about runs.
    [[nodiscard]] virtual QString runId() const { return {}; }
    [[nodiscard]] virtual bool choosesOther() const { return false; }  ///< as Page::choosesOther
    /// All that are chosen with it.
    [[nodiscard]] virtual QStringList chosenRuns() const {
        return runId().isEmpty() ? QStringList() : QStringList(runId());
    }
    /// Chooses a run, where the view has a place for it.
    virtual void choose(const QString& runId) { Q_UNUSED(runId) }
    /// Goes to what a place says beyond the view itself.
    virtual void showPlace(const Place& place) { Q_UNUSED(place) }
    /// Where it is asked about the chosen run; nothing: at the page.
    [[nodiscard]] virtual std::optional<PopoverAnchor> anchor() const { return {}; }
    /// Controls of the view in the bar of the page, while it is in front; null: none.
    [[nodiscard]] virtual QWidget* bar() const { return nullptr; }
    /// Fills the right column of the window while the view is in front; null: it has none, or it is closed.
    [[nodiscard]] virtual QWidget* ownColumn() const { return nullptr; }
    virtual void setCompact(bool compact) { Q_UNUSED(compact) }
    /// Asks for a file that gets what is shown.
    virtual void askExport() {}

Q_SIGNALS:
    void ownColumnChanged();      ///< it was opened or closed
    void runChosen(bool byHand);  ///< runId() is another one; by hand: a person chose it here, if need be again
    /// A run shall be trained some epochs more; how many is asked at the anchor.
    void moreAsked(const QString& runId, const gatelab::PopoverAnchor& anchor);
};

}  // namespace gatelab
