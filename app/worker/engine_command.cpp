// SPDX-License-Identifier: GPL-3.0-or-later
// What an installed Gatelab trains with, fetched once: resources/engine/gatelab-engine, from here.
#include "worker/commands.h"
#include "worker/output/console.h"

#include "base/library_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace gatelab::worker {

namespace {

/// Of one call of the script; its answer is ours.
struct EngineWords {
    bool gpu = false, cpu = false;
    std::string archive;
};

int callScript(const char* verb, const EngineWords& words) {
    const auto script = sharedPlace("engine/gatelab-engine");
    if (script.empty())
        return fail({ErrorCode::NotFound, "gatelab-engine is not where it belongs; install Gatelab again"}, false);
    std::vector<std::string> line{"bash", script.string(), verb};
    if (words.gpu) line.emplace_back("--gpu");
    if (words.cpu) line.emplace_back("--cpu");
    if (!words.archive.empty() && std::string_view(verb) == "install") line.emplace_back("--offline");
    if (!words.archive.empty()) line.push_back(words.archive);
    std::vector<char*> arguments;
    for (std::string& word : line) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    return fail({ErrorCode::NotFound, std::string("bash could not be started: ") + std::strerror(errno)}, false);
}

}  // namespace

CommandAction setEngine(CLI::App& app) {
    const auto words = std::make_shared<EngineWords>();
    app.require_subcommand(1);
    CLI::App* status = app.add_subcommand("status", "What is there, and where");
    CLI::App* install =
        app.add_subcommand("install", "Fetch LibTorch and its companions from PyPI, checksums verified");
    CLI::App* pack = app.add_subcommand("pack", "Fetch the same into an archive, for a computer without network");
    install->add_option("--offline", words->archive, "Out of an archive that 'pack' made; no network is asked")
        ->check(CLI::ExistingFile);
    pack->add_option("archive", words->archive, "The file to write")->required();
    for (CLI::App* one : {status, install, pack}) {
        auto* gpu = one->add_flag("--gpu", words->gpu, "CUDA's libraries, too (2 GB)");
        one->add_flag("--cpu", words->cpu, "Without them, whatever driver there is")->excludes(gpu);
    }
    return [=] { return callScript(status->parsed() ? "status" : install->parsed() ? "install" : "pack", *words); };
}

}  // namespace gatelab::worker
