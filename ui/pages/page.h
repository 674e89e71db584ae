// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/place.h"
#include "common/responder.h"
#include "widgets/popover.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <QWidget>

class QUndoStack;

namespace gatelab {

/// State mark before the word of a page's tab; shapes differ, not only colours.
enum class PageMark { Nothing, Begun, Ready, Warning, Error, Running, Paused, Queued, CannotTell };

/// One page of the window (Data, Model, Train, Compare...). A page keeps no state of its own: its constructor takes the
/// collaborators (Theme&, ExperimentModel&, RunController&, QWidget* parent), sets every text with tr() and connects.
/// The window builds a page when it is first shown or when nothing else is to do, and all anew when the language, the
/// appearance or the text size changes: a page needs no retranslate function. Space without a focused control is
/// handled by the window (it pauses the open run, or lets it go on); a page adds its own letters in
/// keyPressEvent and passes on what it does not use. What stands on it asks and reports by responderOf().
class Page : public QWidget, public Responder {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Fills the right column of the window while the page is shown: no header, no own scroll area, width 312 or 272.
    /// Owned by the page; the window only shows it (it may be reparented into the column). Null: the page has none and
    /// the column hides.
    [[nodiscard]] virtual QWidget* inspector() { return nullptr; }
    [[nodiscard]] virtual QString inspectorTitle() const { return {}; }
    /// A bar over page and right column, as wide as the window. Owned by the page, as the inspector is. Null: none.
    [[nodiscard]] virtual QWidget* bar() { return nullptr; }
    [[nodiscard]] virtual PageMark mark() const { return PageMark::Nothing; }
    /// Compact: the window is below 1400 pixels wide.
    virtual void setCompact(bool compact) { Q_UNUSED(compact) }
    /// Goes to a place of this page: a view of it, a run in that, a field, which is brought into view and has the
    /// focus.
    virtual void showPlace(const Place& place) { Q_UNUSED(place) }
    /// Called when the page comes to the front (true) and leaves it (false): hidden pages compute and draw nothing.
    virtual void setShown(bool shown) { Q_UNUSED(shown) }
    /// The run that is chosen on this page, for commands on a run; empty: none, the shown one counts.
    [[nodiscard]] virtual QString chosenRun() const { return {}; }
    /// Whether something else than a run is chosen there, a baseline: then no run is meant.
    [[nodiscard]] virtual bool choosesOther() const { return false; }
    /// All that are chosen, for commands that may take several.
    [[nodiscard]] virtual QStringList chosenRuns() const {
        return chosenRun().isEmpty() ? QStringList() : QStringList(chosenRun());
    }
    /// Where it is asked about that run.
    [[nodiscard]] virtual PopoverAnchor runAnchor() { return this; }
    /// What Ctrl+Z takes back while the page is in front; null: the steps of the experiment.
    [[nodiscard]] virtual QUndoStack* undoStack() { return nullptr; }
    /// What the user arranged here and would miss when the page is built anew (zoom, log axes); the new page gets it
    /// before it is shown.
    [[nodiscard]] virtual QVariantMap viewState() const { return {}; }
    virtual void restoreViewState(const QVariantMap& state) { Q_UNUSED(state) }
    void ask(const Command& command) override { Q_EMIT commandAsked(command); }
    void reportDone(const QString& text) override { Q_EMIT done(text); }
    void reportProblem(const QString& message) override { Q_EMIT problem(message); }

Q_SIGNALS:
    void markChanged();
    void inspectorTitleChanged();
    void inspectorChanged();  ///< inspector() is another one, or none any more
    /// chosenRun() is another one; by hand: a person chose it here, if need be again.
    void runChosen(bool byHand);
    /// Wants another page, or another place on it.
    void placeAsked(const gatelab::Place& place);
    /// Asks for a command of the window.
    void commandAsked(const gatelab::Command& command);
    /// A line for the log and a short toast ("Chart saved to ..."); never for errors.
    void done(const QString& text);
    /// For a banner below the page; stays until closed or the next one. Empty: it is settled.
    void problem(const QString& message);
};

}  // namespace gatelab
