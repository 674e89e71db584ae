// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace gatelab {

struct Command;
class DeviceWatch;
class QueueController;
class RunController;
class Theme;

/// The bottom line of the window: device, free of total memory, temperature, load, power, other programs on the GPU and
/// a clock that is held down, rate (or that the lab measures), time left; at the right how many runs wait, which leads
/// to them, and the log's button.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    StatusLine(Theme& theme, DeviceWatch& device, RunController& runs, QueueController& queue,
               QWidget* parent = nullptr);
    void setUnread(int lines);
    /// A short message at the right ("Chart saved to ..."), gone after a few seconds.
    void flash(const QString& text);

private:
    void showDevice();
    void showDisturbance();
    void showRun();
    void showWaiting();
    QLabel* addPart(const QString& icon, const QString& name);
    QToolButton* addButton(const Command& command);
    Theme& theme_;
    DeviceWatch& device_;
    RunController& runs_;
    QueueController& queue_;
    QLabel *name_, *memory_, *temperature_, *load_, *power_, *neighbours_, *clock_, *rate_, *left_, *flash_;
    QToolButton *waiting_, *log_;
};

}  // namespace gatelab
