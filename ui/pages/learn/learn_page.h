// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_place.h"
#include "pages/learn/network_look.h"
#include "pages/page.h"

#include <map>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace gatelab {

class BackgroundJob;
class EmptyState;
class FilmBar;
class GradientPanel;
class MicroscopeView;
class QueueController;
class RunController;
class Segments;
class UnitPanel;
class WalkView;
struct RunSummary;

/// The Learn page: looks inside the network of a run, kept or in training, while it reads one window. Views are
/// segments of the bar: Microscope, Gradient and Cell walk; a further one is a segment and a widget in the stack
/// (addView). GUI thread.
class LearnPage : public Page {
    Q_OBJECT
public:
    LearnPage(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    ~LearnPage() override;

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override;
    [[nodiscard]] PageMark mark() const override;
    /// "microscope", "gradient", "cell" or the name of a view that was added, and a run's id after a slash.
    void showPlace(const Place& place) override;
    void setShown(bool shown) override;
    [[nodiscard]] QString chosenRun() const override { return runId_; }
    /// Shows this place; what needs the network waits until it is open.
    void openPlace(const LearnPlace& place);
    /// A view that needs no opened network. `inspector`, under its title, stands in the right column while the view is
    /// shown; null: the unit explorer does.
    void addView(const QString& name, const QString& title, const QString& icon, const QString& tip, QWidget* view,
                 QWidget* inspector = nullptr, const QString& inspectorTitle = {});
    /// Who was sent here from this view finds the way back: by a button of the bar, or Escape, until it is shown again.
    void offerWayBack(const QString& view, const QString& text);
    [[nodiscard]] NetworkLook& look() { return look_; }
    [[nodiscard]] MicroscopeView& microscope() { return *microscope_; }
    [[nodiscard]] GradientPanel& gradient() { return *gradient_; }
    [[nodiscard]] WalkView& walk() { return *walk_; }
    [[nodiscard]] FilmBar& filmBar() { return *film_; }

Q_SIGNALS:
    /// A field of a view that needs no network, in showPlace.
    void viewAsked(const QString& view, const QString& what);
    void wentBack();  ///< the way back was taken

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct View {
        QString name;
        QWidget* widget = nullptr;
        bool needsNetwork = true;
        QWidget* inspector = nullptr;  ///< null: the unit explorer
        QString inspectorTitle = {};
    };
    [[nodiscard]] const View* shownView() const;
    void showInspector();
    /// As much of the place that was asked for as can be shown now.
    void takePlace();
    void goBack();
    void setZoom(double zoom);  ///< of the drawings
    QWidget* makeBar();
    void connectLook();
    void fillRuns();
    /// By hand: a person chose it on this page.
    void openRun(const QString& runId, bool byHand = false);
    void fillWeights();
    void fillBeside();
    void openBeside(int index);
    void showView(int index);
    void showState();
    void showWindow();
    void showGradients();
    void film(bool on);
    [[nodiscard]] bool isLive() const;
    /// The run with the same settings but another cell, kept and ended; null: there is none.
    [[nodiscard]] const RunSummary* sibling(const std::string& cell) const;
    [[nodiscard]] bool hasSiblings() const;  ///< one for each other cell
    void lookAtCells();
    /// The training loss beside the film: of a run that trains what the window has, of a kept one what it kept.
    void fillFilmCurve();

    Theme* theme_;
    RunController* runs_;
    QueueController* queue_;
    NetworkLook look_, beside_;
    std::vector<std::unique_ptr<NetworkLook>> others_;  ///< other cells, for their gradient
    std::vector<QString> otherNames_;
    std::vector<View> views_;
    Segments* segments_;
    QWidget* network_;  ///< what of the bar is about a network
    QComboBox *run_, *weights_, *besideBox_, *part_;
    QSpinBox* window_;
    QPushButton *find_, *back_;
    QLabel* of_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    QWidget* filmPlace_;
    MicroscopeView* microscope_;
    GradientPanel* gradient_;
    WalkView* walk_;
    QWidget* side_;  ///< the right column: one inspector at a time
    UnitPanel* units_;
    FilmBar* film_;
    BackgroundJob *weightsJob_, *curveJob_;
    std::vector<std::int64_t> checkpoints_;  ///< steps of those of the run that is open
    QString runId_, problem_;
    QString wayBack_;                  ///< name of the view; empty: none is offered
    QStringList besideChoice_;         ///< run and weights that stand beside; empty: none
    std::optional<LearnPlace> place_;  ///< asked for and not yet shown
    bool shown_ = false, filming_ = false;
    bool wantsCells_ = false;  ///< the other cells are drawn as soon as they are trained
};

}  // namespace gatelab
