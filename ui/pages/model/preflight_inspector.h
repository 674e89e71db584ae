// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gatelab {

class DeviceWatch;
class EpochTimer;
class ExperimentModel;
class KeyValueList;
class MemoryBar;
class QueueController;
class RunController;
class XlaMemoryCard;
struct DeviceReading;

/// The right column of the Model page: does it fit, what was checked, and the button that starts. Follows the
/// experiment at every key stroke.
class PreflightInspector : public QWidget {
    Q_OBJECT
public:
    PreflightInspector(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                       DeviceWatch& device, QWidget* parent = nullptr);
    [[nodiscard]] EpochTimer& epochTimer() const { return *epochTimer_; }

Q_SIGNALS:
    void fieldRequested(const QString& key);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void fillColumn(QWidget* figures, QueueController& queue);
    void addMemory(QVBoxLayout* column);
    void addFigures(QVBoxLayout* column);
    void addFoot(QVBoxLayout* outer);
    void connectSources();
    void refresh();
    void showMemory();
    void showFigures();
    void showChecks();
    void showMeasure();
    [[nodiscard]] bool onGpu() const;
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    DeviceWatch* device_;
    QLabel *verdictIcon_, *verdict_, *share_, *memoryNote_;
    MemoryBar* bar_;
    XlaMemoryCard* xla_;
    KeyValueList* figures_;
    QVBoxLayout* checks_;
    QPushButton* measure_;
    EpochTimer* epochTimer_;
    QTimer later_;
    QString shownChecks_;
};

}  // namespace gatelab
