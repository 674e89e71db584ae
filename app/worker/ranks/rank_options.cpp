// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/ranks/rank_options.h"

namespace gatelab::worker {

void RankOptions::addTo(CLI::App& command) {
    command
        .add_option("--hosts", hosts_,
                    "More ranks on other machines, like h1:4,user@h2: started there by your own ssh (its configuration "
                    "and agent; GATELAB_SSH names another command), with the same version and the same data under the "
                    "same paths, which is checked first. They come to the --ranks of this machine")
        ->group("Ranks");
    command
        .add_option("--host-program", program_,
                    "Where gatelab-worker is on the hosts (default: where it is on this machine)")
        ->group("Ranks");
    command
        .add_option("--rank-interface", interface_,
                    "Network interface of all connections between ranks, by its name on every machine (default: "
                    "127.0.0.1; with hosts the addresses that ssh uses)")
        ->group("Ranks");
    command
        .add_option("--rank-timeout", timeout_, "How long a rank may be silent before the others go on without it [s]")
        ->check(CLI::Range(1, 86400))
        ->capture_default_str()
        ->group("Ranks");
    command
        .add_option("--encrypted", encrypted_,
                    "Whether ranks encrypt what they send each other: yes, no, or auto, which is yes with hosts. The "
                    "certificates are made for each start and are in no file")
        ->check(CLI::IsMember({"auto", "yes", "no"}))
        ->capture_default_str()
        ->group("Ranks");
    addTrustTo(command);
}

void RankOptions::addTrustTo(CLI::App& command) {
    command
        .add_flag("--trusted-network", isTrusted_,
                  "Nobody else listens on the network between the hosts: ranks on GPUs may use it, whose NCCL encrypts "
                  "nothing (never run yet)")
        ->group("Ranks");
}

void RankOptions::addWithRanksTo(CLI::App& command, const std::string& help) {
    command.add_option("--ranks", ranks_, help)->check(CLI::Range(1, 64))->group("Ranks");
    addTo(command);
}

Result<std::shared_ptr<const TrainingPlace>> RankOptions::place() const {
    auto place = std::make_shared<TrainingPlace>();
    if (!hosts_.empty()) {
        auto hosts = rankHostsFrom(hosts_);
        if (!hosts.ok()) return hosts.error();
        place->setup.hosts = std::move(*hosts);
    }
    place->ranks = ranks_;
    place->setup.program = program_;
    place->setup.interface = interface_;
    place->setup.isTrusted = isTrusted_;
    place->setup.timeout = std::chrono::seconds(timeout_);
    place->setup.encrypted = encrypted_ == "yes"  ? RankSetup::Encrypted::Yes
                             : encrypted_ == "no" ? RankSetup::Encrypted::No
                                                  : RankSetup::Encrypted::Auto;
    return std::shared_ptr<const TrainingPlace>(std::move(place));
}

}  // namespace gatelab::worker
