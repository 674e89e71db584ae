// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/engine_host.h"

#include "common/background_job.h"
#include "common/texts.h"

#include <utility>

namespace gatelab {

EngineHost::EngineHost(QObject* parent) : QObject(parent), job_(new BackgroundJob(this)) {}

bool EngineHost::opening() const { return job_->running(); }

void EngineHost::open() {
    if (engine_ || opening()) return;
    error_.clear();
    job_->run<Result<std::shared_ptr<Engine>>>(
        [](const Progress&) {
            auto engine = openEngine();
            if (engine.ok()) (*engine)->info();  // asks the devices once, here where it may take a while
            return engine;
        },
        [this](Result<std::shared_ptr<Engine>> result) {
            if (result.ok())
                engine_ = std::move(*result);
            else
                error_ = translated(result.error());
            Q_EMIT opened();
        });
}

}  // namespace gatelab
