// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/rank_setup.h"
#include "session/host_facts.h"

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The words that run a command of gatelab-worker on a host: by the user's own ssh with its configuration and agent,
/// which asks nothing (BatchMode) and opens no port; GATELAB_SSH names another command, with its options, or is "srun":
/// then hosts are nodes of the Slurm job that this process is in.
std::vector<std::string> wordsOnHost(const RankSetup& setup, const RankHost& host, std::string_view command);

/// Starts a program, looked for in PATH, whose standard input and output are `channel`, and whose standard error is
/// `errors`. `isApart`: no terminal's signals reach it. The error number, or 0.
int spawnOnChannel(std::vector<std::string> words, int channel, int errors, bool isApart, pid_t& child);

/// Asks all hosts at once whether they can train: whether they are reached, have this program in this version
/// (`gatelab-worker rank --check`) and the data of these settings (as JSON), by the SHA-256 `data` of dataIdentity().
/// Gives this machine's address as they see it. Errors, a sentence each: NotFound, PermissionDenied, Unsupported
/// (version), InvalidInput (data), Io. Progress is the share that has answered; Cancelled, with every ssh ended, soon
/// after it says stop. Blocks for as long as the hosts read their data, at most 10 minutes.
Result<std::string> checkHosts(const RankSetup& setup, const std::string& settings, const std::string& data,
                               const Progress& progress = {});

/// What `rank --check` and `rank --facts` print.
struct HostAnswer {
    std::string version, seenFrom, data, problem;
    MachineFacts machine = {};

    [[nodiscard]] std::string text() const;
    /// Empty version: it is no such answer.
    static HostAnswer from(const std::string& text);
    /// Whether it was heard to its end.
    static bool isWhole(const std::string& text);
};
/// What a host has said whose ssh ended with this exit code, and on its standard error. NotFound, PermissionDenied, Io
/// where it was not reached or has no such program, Unsupported where that is of another version.
Result<HostAnswer> hostAnswer(const RankSetup& setup, const std::string& host, int code, const std::string& out,
                              const std::string& err);

}  // namespace gatelab
