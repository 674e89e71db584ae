// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/run_identity.h"

#include "base/version.h"
#include "config/config_identity.h"
#include "data/data_identity.h"
#include "device/monitor.h"

namespace gatelab {

RunIdentity identityOf(const TrainPlan& plan) {
    RunIdentity identity;
    identity.data = dataIdentity(plan.data, plan.config);
    if (plan.data.sequences && !plan.data.sequences->testSource.empty()) {
        identity.trainFile = plan.data.sequences->source;
        identity.testFile = plan.data.sequences->testSource;
    }
    identity.gatelab = programVersion();
    identity.system = systemName();
    identity.processor = processorName();
    if (!plan.device.is_cuda()) return identity;
    const GpuMonitor gpus;
    if (!gpus.gpus().empty()) identity.driver = gpus.gpus().front().driver;
    return identity;
}

bool reportOtherData(const RunIdentity& identity, std::int64_t step, RunReporter& reporter) {
    if (reporter.record() == nullptr) return false;
    const auto before = reporter.record()->lastPlan();
    if (!before.ok() || !*before || (**before).identity.data.empty() || identity.data.empty() ||
        (**before).identity.data == identity.data)
        return false;
    const Text text = GATELAB_TEXT(
        "RunEvent", "other data than so far (SHA-256 %1, was %2); figures before and after cannot be compared");
    reporter.event({RunWarning{{text, {shortIdentity(identity.data), shortIdentity((**before).identity.data)}}}, step});
    return true;
}

}  // namespace gatelab
