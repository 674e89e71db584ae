// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_view.h"
#include "pages/learn/network_views.h"
#include "pages/page.h"

#include <vector>

class QStackedWidget;

namespace gatelab {

class EmptyState;
class FilmBar;
class GradientPanel;
class LearnBar;
class MicroscopeView;
class QueueController;
class RunBoard;
class RunController;
class Segments;
class UnitPanel;
class WalkView;
class WhyView;

/// The Learn page: looks inside the network of a run, kept or in training, while it reads one window: of the first that
/// is chosen on the board, or of one that was asked for since. Views are segments of the bar: those that
/// it was given, then Microscope, Gradient, Cell walk and Why. GUI thread.
class LearnPage : public Page {
    Q_OBJECT
public:
    /// A segment of the bar.
    struct View {
        QString name, title, icon, tip;
        LearnView* view = nullptr;
        bool isWide = false;  ///< there is no right column while it is shown
    };
    /// `first`: views that stand before its own.
    LearnPage(Theme& theme, RunController& runs, QueueController& queue, RunBoard& board,
              const std::vector<View>& first, QWidget* parent = nullptr);

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override;
    [[nodiscard]] PageMark mark() const override;
    /// "microscope", "gradient", "cell" or the name of a view that it was given, and a run's id after a slash.
    void showPlace(const Place& place) override;
    void setShown(bool shown) override;
    [[nodiscard]] QString chosenRun() const override;
    /// Shows this place; what needs the network waits until it is open.
    void openPlace(const LearnPlace& place);
    [[nodiscard]] NetworkInspection& look() { return look_; }
    [[nodiscard]] MicroscopeView& microscope() { return networks_.microscope(); }
    [[nodiscard]] GradientPanel& gradient() { return networks_.gradient(); }
    [[nodiscard]] WalkView& walk() { return networks_.walk(); }
    [[nodiscard]] WhyView& why() { return *why_; }
    [[nodiscard]] FilmBar& filmBar() { return *film_; }

private:
    void addView(const View& added);
    [[nodiscard]] const View* shownRow() const;
    [[nodiscard]] LearnView* shownView() const;
    void connectNetworks();
    void connectRuns();
    void showInspector();
    /// By hand: a person chose it on this page.
    void openRun(const QString& runId, bool byHand = false);
    /// The first chosen one, where that is another than before; where none is shown, any: the one that is open on
    /// Train, else the newest.
    void followChosen();
    /// The newest run that has begun since a run was chosen here: a lesson's or one's own.
    void followNewest();
    void showKept();
    void openBeside();
    void showView(int index);
    void showState();
    void film(bool on);

    Theme* theme_;
    RunController* runs_;
    NetworkViews networks_;
    NetworkInspection &look_, &beside_;
    std::vector<View> views_;
    Segments* segments_;
    LearnBar* bar_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    QWidget* filmPlace_;
    WhyView* why_;
    QWidget* side_;  ///< the right column: one inspector at a time
    UnitPanel* units_;
    FilmBar* film_;
    QString problem_, followed_;       ///< followed_: the chosen run when it was last looked at
    QString newest_;                   ///< has begun and was not looked at yet; empty: none
    QWidget* inspectorNow_ = nullptr;  ///< as the window has it
    bool shown_ = false, filming_ = false;
};

}  // namespace gatelab
