// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/case_ladder.h"
#include "runs/measurements.h"

#include <QDialog>
#include <functional>
#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace gatelab {

class BackgroundJob;
class ThinProgress;
class TemporaryFolder;
class WrappedLabel;

/// Plays a case (lab/case_ladder.h): the ladder of its means by the time to an accuracy, which grows run by run. GUI
/// thread; the runs are a job's.
class CaseDialog : public QDialog {
    Q_OBJECT
public:
    using Play = std::function<Result<CaseReport>(CasePlan, const CaseWatch&)>;
    /// `play`: on a job's thread; empty: the engine.
    CaseDialog(Theme& theme, Measurements& measurements, QWidget* parent, Play play = {});
    ~CaseDialog() override;
    void start();
    void stop();
    /// The case on this file of labelled texts, or on a folder with one for each class, from now on, once it is read;
    /// empty: on the built-in text.
    void open(const QString& path);
    [[nodiscard]] bool running() const { return shared_ != nullptr; }
    [[nodiscard]] const std::optional<CaseReport>& report() const { return report_; }

private:
    struct Shared;
    void chooseFile();
    void chooseFolder();
    void take(Result<CasePlan> plan);
    [[nodiscard]] QString note() const;
    void play(Measurements::Lease lease);
    void finish(const Result<CaseReport>& result);
    void showState();
    void showTable();
    Theme* theme_;
    Measurements* measurements_;
    Play play_;
    BackgroundJob *job_, *reading_;
    WrappedLabel *note_, *headline_;
    QLabel* table_;
    ThinProgress* progress_;
    QPushButton *texts_, *folder_, *button_;
    std::shared_ptr<TemporaryFolder> tables_;  ///< of the texts of a folder, for as long as they are played
    std::optional<CasePlan> plan_;
    std::optional<CaseReport> report_;
    QString problem_;
    std::shared_ptr<Shared> shared_;  ///< with the running job
};

}  // namespace gatelab
