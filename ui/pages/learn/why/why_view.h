// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_view.h"
#include "pages/learn/why/explanations.h"

namespace gatelab {

class AttributionCanvas;
class ImportancePanel;
class ListBox;
class NetworkInspection;
class RunController;
class WrappedLabel;

/// Why the network answers so: what each number of one window adds to one answer, and in the right column what matters
/// to all of a part. Follows run, weights and window of the Learn page, which owns it. GUI thread.
class WhyView : public LearnView {
    Q_OBJECT
public:
    WhyView(Theme& theme, RunController& runs, NetworkInspection& look, QWidget* parent = nullptr);
    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("What matters"); }
    void setWanted(bool on) override;
    void showField(const QString& field) override;  ///< the focus is on what is asked
    [[nodiscard]] Explanations& explanations() { return explanations_; }

private:
    void fillChoices();
    void focusQuestion();
    void ask();
    void refresh();
    Theme* theme_;
    RunController* runs_;
    NetworkInspection* look_;
    Explanations explanations_;
    ListBox *target_, *step_;
    WrappedLabel *soWhat_, *proof_, *cell_;
    AttributionCanvas* canvas_;
    ImportancePanel* panel_;
    bool wanted_ = false;
    bool wantsFocus_ = false;  ///< when the network is open
};

}  // namespace gatelab
