// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/monitor.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>

namespace gatelab {

class BackgroundJob;

/// One look at the machine that training would use.
struct DeviceReading {
    QString name;            ///< GPU, or the processor
    bool gpu = false;
    QString reason;          ///< why there is no GPU
    double freeBytes = 0, totalBytes = 0;  ///< of the GPU, or of the computer
    double processBytes = 0;               ///< of this program
    std::optional<double> temperature, load /* 0..1 */, power /* W */;
};

/// Reads the machine once a second for the status bar and the start page; off the GUI thread, because a driver may take its time.
class DeviceWatch : public QObject {
    Q_OBJECT
public:
    explicit DeviceWatch(QObject* parent = nullptr);
    void begin();
    [[nodiscard]] const DeviceReading& reading() const { return reading_; }

Q_SIGNALS:
    void changed();

private:
    void read();
    struct Sensors;
    std::shared_ptr<Sensors> sensors_;
    DeviceReading reading_;
    BackgroundJob* job_;
    QTimer timer_;
};

}  // namespace gatelab
