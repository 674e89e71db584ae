// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "device/cuda_module.h"
#include "device/engine_info.h"
#include "kernels/recurrent.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace gatelab {

/// Where a run computes, and in which numbers.
struct Machine {
    c10::Device device = c10::kCPU;
    std::string name;
    Phrase reason;                                   ///< why not CUDA; empty when it is CUDA or the CPU was asked for
    c10::ScalarType dtype = c10::ScalarType::Float;  ///< of weights and optimiser state
    std::optional<c10::ScalarType> compute;          ///< of the passes, where it is lower
};

/// The CUDA module of this process, or why there is none. The first call opens it (seconds on a cold machine with a
/// GPU) and must come before anything asks LibTorch about CUDA: describeEngine does, when the engine is opened.
const CudaModuleAnswer& cudaPart();
/// For tests: another module, or none, from now on. Not while anything uses the one before.
void replaceCudaPart(const CudaModuleAnswer& answer);
/// Ways to run a recurrent layer: those of the engine, then those of the CUDA module where it is there.
std::span<const RecurrentImplementation> allImplementations();
/// Devices and versions; takes no memory of a GPU. A GPU counts as long as nothing is known against it: whether it can
/// be used now is seen when a run chooses it.
EngineInfo describeEngine();
/// Bytes that a run may take on it now: those that are free, and those that LibTorch's allocator keeps for the next
/// tensors. NaN: not known.
double freeMemory(const c10::Device& device);
/// To compute on it from now on in this process, or only to know what would be used: that leaves no context on a GPU,
/// which costs memory and keeps other processes away from one that serves a single process.
enum class DeviceUse { Compute, Look };
/// The device and precision of a configuration. NoDevice when a GPU is asked for by name and cannot be used;
/// Unsupported for a precision that this device cannot train in.
Result<Machine> chooseMachine(const ExperimentConfig& config, DeviceUse use = DeviceUse::Compute);
/// Settings of LibTorch that belong to a run: determinism, IEEE or TF32 products, denormals. Call it on the training
/// thread.
void configureLibrary(const ExperimentConfig& config, const c10::Device& device);

/// The same for as long as a run lasts. They are LibTorch's own, one set for the whole process: what only looks in
/// meanwhile works with those of the run.
class LibrarySettings {
public:
    enum class Of { Run, LookingIn };
    LibrarySettings(const ExperimentConfig& config, const c10::Device& device, Of whom = Of::Run);
    ~LibrarySettings();
    LibrarySettings(const LibrarySettings&) = delete;
    LibrarySettings& operator=(const LibrarySettings&) = delete;

private:
    Of whom_;
};

/// Cores that training may use; OMP_NUM_THREADS is a word of the user.
int allowedThreads();

/// `step` as a function that says how many seconds it took.
std::function<double()> timed(std::function<void()> step);

/// Runs `step`, which says how many seconds it took, with one and with all cores, and leaves the better count in use:
/// all where each of the timed steps gained 15 % on the fastest with one, else one. `use` puts a count into use on the
/// calling thread. `asked` > 0 is taken as it is, as is a machine with one core. Returns the count.
std::int64_t chooseThreads(std::int64_t asked, const c10::Device& device, const std::function<void(std::int64_t)>& use,
                           const std::function<double()>& step);

}  // namespace gatelab
