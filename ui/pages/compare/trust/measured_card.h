// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "common/theme.h"
#include "runs/measurements.h"
#include "store/workspace.h"

#include <QString>
#include <QWidget>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

class QPushButton;
class QVBoxLayout;

namespace gatelab {

class BackgroundJob;
class FoldButton;
class RunController;
class ThinProgress;
class WrappedLabel;

/// Something about one run that is measured where it is asked for, folded away until then: off the GUI thread, one
/// measurement of the program at a time, and kept where it can go on. GUI thread.
class MeasuredCard : public QWidget {
    Q_OBJECT
public:
    /// Hidden without one, and while it trains. Null: none.
    void showRun(const RunSummary* run);
    void setOpen(bool on);
    [[nodiscard]] bool isOpen() const;
    virtual void start() = 0;
    void stop();
    [[nodiscard]] bool running() const { return stop_ != nullptr; }

protected:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    MeasuredCard(Theme& theme, RunController& runs, const QString& title, QWidget* parent);
    [[nodiscard]] virtual bool suits(const RunSummary&) const { return true; }
    /// What is known of the run shown before.
    virtual void forget() = 0;
    virtual void readKept() = 0;
    virtual void showAll() = 0;
    virtual void showState() = 0;

    /// In turn with all other measurements: `work` with the run shown now, and the lease for the end of its job.
    void ask(const QString& what, std::function<void(const RunSummary& run, Measurements::Lease lease)> work);
    /// It runs from here on; what is given stops it.
    Stop begin(const RunSummary& run);
    /// It has ended; null: well.
    void end(const Error* error);
    /// What is kept of this run cannot be read.
    void setProblem(const std::string& run, const QString& text);
    /// The run shown is the one that is measured, or was last.
    [[nodiscard]] bool isOfShown() const { return measured_ == run_; }
    /// Nothing else is measured now, and there is a run.
    [[nodiscard]] bool canStart() const;
    /// The bar, the button and why it is off.
    void showButton(const QString& text);
    /// The problem in place of the text where there is one.
    void showNote(const QString& text);

    Theme* theme_;
    RunController* runs_;
    BackgroundJob *job_, *reading_;
    FoldButton* fold_;
    QVBoxLayout* column_;  ///< of the content
    WrappedLabel* note_;
    ThinProgress* progress_;
    QPushButton* button_;
    std::string run_;  ///< shown
    std::optional<RunSummary> summary_;

private:
    void unfold(bool on);
    QWidget* content_;
    std::string measured_;
    QString problem_;  ///< of the one measured last; empty: none
    Stop stop_;        ///< with the running job
};

}  // namespace gatelab
