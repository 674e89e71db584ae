// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ordered_work.h"

#include <QObject>
#include <filesystem>
#include <functional>
#include <memory>

namespace gatelab {

class RunController;

/// Writes what is measured into the workspace while it comes: off the GUI thread, one state after the other, none left
/// out, also those that are under way when the program ends. GUI thread.
class ResultKeeper : public QObject {
    Q_OBJECT
public:
    explicit ResultKeeper(RunController& runs, QObject* parent = nullptr);
    /// `write` is given the folder of the workspace; nothing is kept where there is none.
    void keep(std::function<Result<>(const std::filesystem::path& workspace)> write);

Q_SIGNALS:
    void failed(const QString& why);

private:
    RunController* runs_;
    std::shared_ptr<OrderedWork> writes_;  ///< shared with the jobs, which may outlive this
};

}  // namespace gatelab
