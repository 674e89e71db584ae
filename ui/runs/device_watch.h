// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "config/memory_check.h"
#include "device/engine_info.h"
#include "device/monitor.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

class BackgroundJob;

/// A program beside ours that computes on the GPU.
struct GpuNeighbour {
    QString name;  ///< empty: of another user or container
    quint32 pid = 0;
    double bytes = 0;  ///< 0: not told
};

/// One look at the machine that training would use.
struct DeviceReading {
    QString name;  ///< GPU, or the processor
    bool gpu = false;
    QString reason;                        ///< why there is no GPU
    double freeBytes = 0, totalBytes = 0;  ///< of the GPU, or of the computer
    double hostFreeBytes = 0;              ///< of the computer
    double processBytes = 0;               ///< of this program, in the computer's memory
    std::optional<double> temperature, load /* 0..1 */, power /* W */;
    std::optional<double> clockShare;  ///< of the GPU's highest clock, 0..1
    std::optional<GpuBrake> brake;     ///< why it is not higher
    std::vector<GpuNeighbour> neighbours;
};

/// What a run with these settings may take: on the GPU where it would use one, else in the computer's memory.
MemoryRoom memoryRoom(const DeviceReading& reading, const ExperimentConfig& config);

/// Which of NVIDIA's GPUs to read: set by the window, read by the job.
class WatchedGpu {
public:
    void set(std::string uuid);
    /// Nothing: the processor.
    [[nodiscard]] std::optional<std::size_t> among(const std::vector<GpuIdentity>& gpus) const;

private:
    Guarded<std::optional<std::string>> uuid_;  ///< empty: no GPU; nothing: not known yet
};

/// Reads the machine once a second for the status bar and the start page; off the GUI thread, because a driver may take
/// its time.
class DeviceWatch : public QObject {
    Q_OBJECT
public:
    /// Called by one thread at a time, never by the GUI's.
    using Look = std::function<DeviceReading()>;
    /// `look` empty: at this machine.
    explicit DeviceWatch(QObject* parent = nullptr, Look look = {});
    void begin();
    /// From now on the GPU that a run with this word for its device would use, where the engine has one; else the
    /// processor. Before, the first GPU there is.
    void watch(const EngineInfo& engine, std::string_view device);
    [[nodiscard]] const DeviceReading& reading() const { return reading_; }

Q_SIGNALS:
    void changed();

private:
    void read();
    std::shared_ptr<WatchedGpu> watched_;
    Look look_;
    DeviceReading reading_;
    BackgroundJob* job_;
    QTimer timer_;
};

}  // namespace gatelab
