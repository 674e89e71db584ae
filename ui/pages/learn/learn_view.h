// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/place.h"
#include "inspect/inspection.h"
#include "inspect/walk_stage.h"

#include <QString>
#include <QWidget>
#include <cstdint>
#include <optional>

namespace gatelab {

/// A place of the Learn page that can be opened: LearnPage::openPlace. What is not given stays as it is. All numbers
/// count from 0.
struct LearnPlace {
    /// "microscope", "gradient", "cell" or the name of a view that was added; empty: the one that is shown
    QString view;
    QString run;                                      ///< its id; empty: the run that is open
    QString weights;                                  ///< as Inspector::use has them: "best", "last", "120", "film:120"
    std::optional<WindowPart> part;                   ///< of the window
    std::optional<std::int64_t> window;               ///< in its part
    std::optional<int> layer, direction, unit, step;  ///< step: of the window
    std::optional<WalkStage> stage;                   ///< of the cell walk
};

/// A view of the Learn page, which wires all of them alike (LearnPage::addView). GUI thread.
class LearnView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// Only then is the bar of run and window there, and the view hidden until a network is open.
    [[nodiscard]] virtual bool needsNetwork() const { return true; }
    /// Stands in the right column while the view is shown; null: the unit explorer does.
    [[nodiscard]] virtual QWidget* inspector() { return nullptr; }
    [[nodiscard]] virtual QString inspectorTitle() const { return {}; }
    /// Shown, or no longer: only what is shown computes.
    virtual void setWanted(bool on) { Q_UNUSED(on) }
    virtual void showField(const QString& field) { Q_UNUSED(field) }  ///< Place::field

Q_SIGNALS:
    /// Wants another place of this page, or of the window.
    void learnPlaceAsked(const gatelab::LearnPlace& place);
    void placeAsked(const gatelab::Place& place);
    void done(const QString& text);        ///< Page::done
    void problem(const QString& message);  ///< Page::problem
};

}  // namespace gatelab
