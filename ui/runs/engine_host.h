// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"

#include <QObject>
#include <QString>
#include <memory>

namespace gatelab {

class BackgroundJob;

/// The training engine of the window, opened once. GUI thread.
class EngineHost : public QObject {
    Q_OBJECT
public:
    explicit EngineHost(QObject* parent = nullptr);

    void open();  ///< off the GUI thread; opened() follows
    [[nodiscard]] bool opening() const;
    /// Null until opened(), and where error() says why there is none.
    [[nodiscard]] const std::shared_ptr<Engine>& engine() const { return engine_; }
    [[nodiscard]] const QString& error() const { return error_; }

Q_SIGNALS:
    void opened();  ///< or error() is set

private:
    std::shared_ptr<Engine> engine_;
    QString error_;
    BackgroundJob* job_;
};

}  // namespace gatelab
