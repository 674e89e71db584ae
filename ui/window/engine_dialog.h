// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QByteArray>
#include <QDialog>

class QCheckBox;
class QProcess;
class QProgressBar;
class QPushButton;

namespace gatelab {

class WrappedLabel;

/// Asks whether what training needs (LibTorch) may be fetched from PyPI or read out of an archive, and shows how far
/// that is: gatelab-engine, which verifies every checksum, in a process of its own. accepted(): it is there. GUI
/// thread.
class EngineDialog : public QDialog {
    Q_OBJECT
public:
    explicit EngineDialog(Theme& theme, QWidget* parent = nullptr);
    ~EngineDialog() override;  ///< stops the process; what it had fetched is gone, what was there stays

    /// Whether gatelab-engine is there and has not fetched LibTorch yet: an engine that does not open lacks it.
    [[nodiscard]] static bool isMissing();

    void fetch(const QString& archive = {});  ///< empty: from PyPI
    void reject() override;                   ///< the work first, where there is one, then the dialog

private:
    void read();
    void end(bool isDone);
    void setWorking(bool on);
    [[nodiscard]] QString lastWords() const;

    WrappedLabel* question_;
    WrappedLabel* problem_;
    QCheckBox* gpu_;
    QProgressBar* progress_;
    QPushButton* fetch_;
    QPushButton* archive_;
    QPushButton* leave_;
    QProcess* process_ = nullptr;
    QByteArray words_;  ///< of its standard error, the last ones
    bool isStopped_ = false;
};

}  // namespace gatelab
