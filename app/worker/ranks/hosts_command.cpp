// SPDX-License-Identifier: GPL-3.0-or-later
// "hosts": other machines that can have ranks of a run: which are known, and what they have.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "base/version.h"
#include "session/host_facts.h"
#include "store/known_hosts.h"
#include "store/workspace.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kGibi = 1024. * 1024 * 1024;

struct HostsOptions {
    WorkspaceOptions workspace;
    std::vector<std::string> names;
    std::string program;
    bool json = false;
};
using Chosen = std::function<int(const HostsOptions&)>;

/// Those that were named (h1:4 counts as h1); none: those that the workspace knows.
Result<RankSetup> askedHosts(const HostsOptions& options) {
    RankSetup setup;
    setup.program = options.program;
    std::vector<std::string> names = options.names;
    if (names.empty()) {
        auto known = KnownHosts(options.workspace.folder).read();
        if (!known.ok()) return known.error();
        names = std::move(known->names);
    }
    for (const std::string& name : names) {
        auto hosts = rankHostsFrom(name);
        if (!hosts.ok()) return hosts.error();
        setup.hosts.insert(setup.hosts.end(), hosts->begin(), hosts->end());
    }
    return setup;
}

Json jsonOf(const HostFacts& host) {
    return {{"host", host.name},
            {"reached", !host.version.empty()},
            {"version", host.version},
            {"cores", host.machine.cores},
            {"memory", host.machine.memoryBytes},
            {"free", host.machine.freeBytes},
            {"load", host.machine.load},
            {"delay", host.delay},
            {"connect", host.connect},
            {"problem", host.problem.english()}};
}

void printHost(const HostFacts& host) {
    std::string line(shown(host.name));
    char figures[160];
    if (host.version.empty())
        std::snprintf(figures, sizeof figures, "%-10s %6s %10s %10s %6s %9s", "-", "-", "-", "-", "-", "-");
    else
        std::snprintf(figures, sizeof figures, "%-10s %6lld %10.1f %10.1f %6.2f %9.2f", shown(host.version).c_str(),
                      static_cast<long long>(host.machine.cores), host.machine.memoryBytes / kGibi,
                      host.machine.freeBytes / kGibi, host.machine.load, host.delay * 1e3);
    std::printf("%-24s %s  %s\n", line.c_str(), figures,
                host.problem.empty() ? "ready" : consoleText(host.problem).c_str());
}

int checkThem(const HostsOptions& options) {
    const auto setup = askedHosts(options);
    if (!setup.ok()) return fail(setup.error(), options.json);
    installSignals();
    ProgressLine progress(options.json);
    const auto all = static_cast<double>(setup->hosts.size());
    std::vector<HostFacts> found = askHostFacts(*setup, [&](double share) {
        char text[64];
        std::snprintf(text, sizeof text, "%.0f of %.0f answered", share * all, all);
        progress.show(text, share);
        return signalCount == 0;
    });
    progress.end();
    bool areReady = true;
    Json hosts = Json::array();
    if (!options.json)
        std::printf("%-24s %-10s %6s %10s %10s %6s %9s  %s\n", "host", "version", "cores", "GiB", "free GiB", "load",
                    "delay ms", "state");
    found.insert(found.begin(), HostFacts{"(this machine)", {}, programVersion(), thisMachine(), 0, 0});
    for (const HostFacts& host : found) {
        areReady = areReady && host.problem.empty();
        if (options.json)
            hosts.push_back(jsonOf(host));
        else
            printHost(host);
    }
    if (options.json) printJson(Json{{"hosts", std::move(hosts)}});
    return signalCount > 0 ? kInterrupted : areReady ? kDone : kFailed;
}

int list(const HostsOptions& options) {
    const auto known = KnownHosts(options.workspace.folder).read();
    if (!known.ok()) return fail(known.error(), options.json);
    if (options.json) printJson(Json{{"hosts", known->names}});
    for (const std::string& name : known->names)
        if (!options.json) std::printf("%s\n", shown(name).c_str());
    if (!options.json && known->names.empty()) std::printf("no hosts; add one: gatelab-worker hosts add NAME\n");
    return kDone;
}

int add(const HostsOptions& options) {
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto setup = askedHosts(options);
    if (!setup.ok()) return fail(setup.error(), options.json);
    auto kept = KnownHosts((*workspace)->folder()).add(setup->hosts);
    return kept.ok() ? list(options) : fail(kept.error(), options.json);
}

int removeThem(const HostsOptions& options) {
    KnownHosts known(options.workspace.folder);
    for (const std::string& name : options.names)
        if (auto removed = known.remove(name); !removed.ok()) return fail(removed.error(), options.json);
    return list(options);
}

}  // namespace

CommandAction setHosts(CLI::App& app) {
    const auto options = std::make_shared<HostsOptions>();
    const auto chosen = std::make_shared<Chosen>();
    app.require_subcommand(1);
    const auto sub = [&](const char* name, const char* help, Chosen action) {
        CLI::App* command = app.add_subcommand(name, help);
        options->workspace.addTo(*command);
        command->add_flag("--json", options->json, "As one JSON object; seconds and bytes");
        command->parse_complete_callback([chosen, action] { *chosen = action; });
        return command;
    };
    CLI::App* check = sub("check",
                          "Ask hosts by ssh what they have: version, cores, memory, load, delay; without names those "
                          "that the workspace knows",
                          checkThem);
    check->add_option("host", options->names, "As ssh knows them");
    check->add_option("--host-program", options->program,
                      "Where gatelab-worker is on the hosts (default: where it is on this machine)");
    sub("list", "The hosts that the workspace knows: those that were added, and those of runs", list);
    sub("add", "Keep hosts in the workspace", add)->add_option("host", options->names, "As ssh knows them")->required();
    sub("remove", "Keep them no longer, nor what was measured with them", removeThem)
        ->add_option("host", options->names, "As ssh knows them")
        ->required();
    return [options, chosen] { return *chosen ? (*chosen)(*options) : int{kUsage}; };
}

}  // namespace gatelab::worker
