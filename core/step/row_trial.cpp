// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/row_trial.h"

#include "batch/stream_pool.h"
#include "device/given_up.h"
#include "device/host_limit.h"
#include "plan/devices.h"
#include "step/objective.h"

#include <ATen/ATen.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr int kReplays = 4, kMostSeries = 7, kLeastSeries = 3;
constexpr double kRowMilliseconds = 500, kLongReplay = 50, kLongRow = 2000;

struct TrialHangs {};
struct TrialStopped {};
struct RowRefused {
    std::string why;
};

/// A network of one implementation, and the passes of a batch through it.
class RowPass {
public:
    RowPass(const TrainPlan& plan, std::unique_ptr<Model> model, Batch batch)
        : model_(std::move(model)), objective_(plan, *model_), batch_(std::move(batch)) {
        options_.training = true;
        options_.position.seed = static_cast<std::uint64_t>(plan.config.seed);
    }
    /// Gives the output.
    at::Tensor compute() const {
        const ObjectiveResult result = objective_.run(batch_, options_);
        result.loss.backward();
        return result.output.detach();
    }
    /// The output and the gradients of one pass.
    [[nodiscard]] std::vector<at::Tensor> numbers() const {
        model_->parameters().zeroGradients();
        std::vector<at::Tensor> numbers{compute().clone()};
        for (const ParameterBuffer& buffer : model_->parameters().buffers())
            if (buffer.gradients.defined()) numbers.push_back(buffer.gradients.clone());
        return numbers;
    }

private:
    std::unique_ptr<Model> model_;
    Objective objective_;
    Batch batch_;
    ForwardOptions options_;
};

/// All that the device may still use of a trial.
struct Used {
    std::unique_ptr<RowPass> pass;
    std::unique_ptr<DeviceGraph> graph;
    std::vector<at::Tensor> numbers;
};

/// Milliseconds of the device between the moments before and after `work` on `stream`, which is the current one.
double timeOf(const c10::Stream& stream, double limit, const std::function<void()>& work) {
    c10::Event start(stream.device_type(), c10::EventFlag::BACKEND_DEFAULT),
        end(stream.device_type(), c10::EventFlag::BACKEND_DEFAULT);
    start.record(stream);
    work();
    end.record(stream);
    if (!isOverWithin(limit, [&end] { return end.query(); })) throw TrialHangs();
    return start.elapsedTime(end);
}

/// The median of some series of `launch`, each behind one that is not in it: what follows is given meanwhile.
double timeOfEach(const c10::Stream& stream, double limit, double hopeless, const std::function<void()>& launch,
                  const std::function<bool()>& goOn) {
    const double once = timeOf(stream, limit, launch);
    if (once > hopeless || once > kLongRow) return once;
    const int replays = once > kLongReplay ? 1 : kReplays;
    const auto fitting = static_cast<int>(std::min(1e3, kRowMilliseconds / (std::max(once, 1e-3) * (replays + 1))));
    std::vector<double> times;
    for (int i = 0; i < std::clamp(fitting, kLeastSeries, kMostSeries); ++i) {
        if (!goOn()) throw TrialStopped();
        launch();
        times.push_back(timeOf(stream, limit,
                               [&] {
                                   for (int replay = 0; replay < replays; ++replay) launch();
                               }) /
                        replays);
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

RowTrial refused(const std::string& why) {
    RowTrial trial;
    trial.why = why.substr(0, why.find('\n'));
    return trial;
}

RowTrial ended(RowTrial::End end) {
    RowTrial trial;
    trial.end = end;
    return trial;
}

/// It is under way, in memory and on a stream that nobody else may get.
RowTrial givenUp(const c10::Device& device, std::unique_ptr<Used> used) {
    (void)used.release();
    giveUpGpu(device.index());
    return ended(RowTrial::End::Hangs);
}

}  // namespace

RowTrials::RowTrials(const TrainPlan& plan, Batch batch, MakeGraph makeGraph, std::function<bool()> goOn)
    : plan_(plan), batch_(std::move(batch)), makeGraph_(std::move(makeGraph)), goOn_(std::move(goOn)) {}

RowTrial RowTrials::run(const std::string& row, double hopeless, double limit) const {
    if (!goOn_()) return ended(RowTrial::End::Stopped);
    const c10::impl::VirtualGuardImpl device(plan_.device.type());
    // What the run has under way would be in the figures.
    device.getStream(plan_.device).synchronize();
    const c10::Stream stream = deviceStreams().take(plan_.device);
    auto used = std::make_unique<Used>();
    RowTrial trial = ended(RowTrial::End::Timed);
    try {
        const c10::StreamGuard guard(stream);
        ModelOptions options = modelOptions(plan_);
        options.automatic = row;
        auto model = Model::create(plan_.config, plan_.shape, options);
        if (!model.ok()) throw RowRefused{model.error().message};
        if ((*model)->layerCount() == 0 || (*model)->implementation(0).key != row) throw RowRefused{row};
        used->pass = std::make_unique<RowPass>(plan_, std::move(*model), batch_);
        const RowPass& pass = *used->pass;
        // A recording would wait for these without a limit.
        (void)timeOf(stream, limit, [&] {
            used->numbers = pass.numbers();
            (void)pass.compute();
        });
        if (!goOn_()) throw TrialStopped();
        std::function<void()> launch = [&pass] { (void)pass.compute(); };
        if (makeGraph_) {
            used->graph = makeGraph_();
            used->graph->record(launch);
            launch = [graph = used->graph.get()] { graph->launch(); };
        }
        trial.milliseconds = timeOfEach(stream, limit, hopeless, launch, goOn_);
    } catch (const TrialHangs&) {
        return givenUp(plan_.device, std::move(used));
    } catch (const TrialDidNotEnd&) {
        return givenUp(plan_.device, std::move(used));  // within a library
    } catch (const TrialStopped&) {
        trial = ended(RowTrial::End::Stopped);
    } catch (const RowRefused& problem) {
        trial = refused(problem.why);
    } catch (const c10::OutOfMemoryError&) {
        trial = ended(RowTrial::End::NoMemory);
    } catch (const c10::Error& problem) {
        stream.synchronize();  // throws where it was no refusal: the device is lost
        trial = refused(problem.what_without_backtrace());
    }
    if (trial.end == RowTrial::End::Timed) trial.numbers = std::move(used->numbers);
    stream.synchronize();
    used.reset();
    deviceStreams().giveBack(stream);
    if (const CudaModule* cuda = cudaPart().module) {
        releaseCachedMemory(cuda);
        cuda->resetAllocatorPeaks(static_cast<int>(plan_.device.index()));  // it is no part of the training
    }
    return trial;
}

}  // namespace gatelab
