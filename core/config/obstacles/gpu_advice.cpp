// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/obstacles/gpu_advice.h"

#include "base/number_text.h"
#include "config/setting_predicates.h"

namespace gatelab {

namespace {

constexpr std::int64_t kTensorCoresFrom = 192;  // hidden size: below, cuDNN takes kernels without them
constexpr int kAmpere = 80;
constexpr double kGpuStart = 3;                  // seconds at least, of a fresh process
constexpr double kProcessorFlops = 5e9;          // of one core with layers as small as these
constexpr double kPasses = 3, kFlopsPerAdd = 2;  // the backward pass is two forward ones

}  // namespace

std::optional<ConfigFinding> tf32Advice(const ExperimentConfig& config, const SwitchMachine& machine) {
    if (!machine.cuda || machine.computeCapability < kAmpere || !isFp32(config.precision) ||
        config.hiddenSize < kTensorCoresFrom)
        return std::nullopt;
    return ConfigFinding{
        Severity::Info, "precision",
        GATELAB_TEXT("Finding",
                     "1.5 to 3 times slower than TF32 should be at this hidden size. PyTorch takes TF32 by default, "
                     "with products of 10 bits; choose it if those suffice")};
}

Phrase tinyRunAdvice(double multiplyAdds, double windows) {
    const double seconds = kPasses * kFlopsPerAdd * multiplyAdds * windows / kProcessorFlops;
    if (!(seconds < kGpuStart / 2)) return {};
    return {GATELAB_TEXT("RunEvent",
                         "about %1 of work for the processor, and a GPU alone takes 3 to 6 s to start: "
                         "choose the device cpu for runs as small as this"),
            {durationPhrase(seconds)}};
}

}  // namespace gatelab
