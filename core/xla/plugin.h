// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// PJRT plugins (libraries that export GetPjrtApi) of this machine, by their files alone: none is opened. Those that
/// GATELAB_PJRT_PLUGIN names (separated by ':'; they alone where it is set), then in the cache of Gatelab, then in
/// wheels that Python installed. In that order; the first is taken.
std::vector<std::filesystem::path> findXlaPlugins();
/// Why there is none: what was looked for, and what to do.
Phrase noXlaPlugin();
/// "XLA by xla_cpu_pjrt.so".
std::string xlaPluginName(const std::filesystem::path& file);

/// From now on this process may open plugins: a process that trains, never the window.
void allowXlaPlugins();

/// Memory of a compiled program, in bytes.
struct XlaMemory {
    double arguments = 0, results = 0, shared = 0, temporary = 0, code = 0;
    /// While it runs; arguments that become results (`shared`) count once.
    [[nodiscard]] double total() const { return arguments + results - shared + temporary + code; }
};

/// Numbers on a device; freed with the last copy.
using XlaBuffer = std::shared_ptr<void>;
/// A compiled program.
using XlaExecutable = std::shared_ptr<void>;

/// Element types as the programs have them.
enum class XlaNumber : std::uint8_t { F32, F64, I32 };

/// A device of a plugin, through PJRT's C API. Every call waits until it is done but `run`; its errors are sentences of
/// the plugin. One thread at a time. The library stays open for the life of the process.
class XlaDevice {
public:
    /// `number`: of the plugin's devices, from 0. NoDevice where that is not there; Unsupported for another version of
    /// the API, or in a process that may not open plugins.
    static Result<std::shared_ptr<XlaDevice>> open(const std::filesystem::path& plugin, int number);
    virtual ~XlaDevice() = default;

    /// "Host CPU", and how the plugin calls itself.
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual int devices() const = 0;
    virtual Result<XlaExecutable> compile(const std::string& text) = 0;
    virtual Result<XlaMemory> memory(const XlaExecutable& program) = 0;
    /// What the buffer takes there, in bytes.
    virtual Result<double> size(const XlaBuffer& buffer) = 0;
    /// The most bytes that were in use there at once, where the plugin counts them (TPUs do); Unsupported elsewhere.
    virtual Result<double> peak() = 0;
    virtual Result<XlaBuffer> upload(const void* data, const std::vector<std::int64_t>& shape, XlaNumber type) = 0;
    virtual Result<> download(const XlaBuffer& buffer, void* to, std::size_t bytes) = 0;
    /// The results. Arguments that the program gives back in place are no longer valid.
    virtual Result<std::vector<XlaBuffer>> run(const XlaExecutable& program,
                                               const std::vector<XlaBuffer>& arguments) = 0;
};

/// What a plugin's compiler says of a program for a device that is not there.
struct XlaForecast {
    std::string device;  ///< as the plugin calls it: "TPU v5 lite"
    XlaMemory memory;
};
/// Compiles for a topology ("v5e:2x2") without a device; takes seconds.
Result<XlaForecast> compileXlaFor(const std::filesystem::path& plugin, const std::string& topology,
                                  const std::string& text);

}  // namespace gatelab
