// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rank_hosts.h"

#include "base/version.h"
#include "session/asked_host.h"
#include "session/isolated_session.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

extern char** environ;

namespace gatelab {

namespace {

constexpr auto kPatience = std::chrono::minutes(10);
constexpr int kLookEvery = 50;                                  // ms
constexpr int kOfSsh = 255, kNotFound = 127, kNoProgram = 126;  // exit codes: of ssh itself, and of a shell
constexpr std::string_view kTitle = "gatelab-rank", kEnd = "gatelab-end";

/// For the shell of the host, as one word.
std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string programOf(const RankSetup& setup) {
    return setup.program.empty() ? workerProgram().string() : setup.program;
}

std::string lastLine(const std::string& text) {
    const std::size_t end = text.find_last_not_of("\r\n ");
    if (end == std::string::npos) return {};
    const std::size_t before = text.find_last_of("\r\n", end);
    return text.substr(before + 1, end - before);  // npos + 1 is 0
}

/// 0, or the error number.
int askHost(const RankSetup& setup, const RankHost& host, const std::string& settings, AskedHost& asked) {
    const int problem = asked.begin(setup, host, "rank --check");
    std::string_view left = settings;
    while (problem == 0 && !left.empty()) {
        const ssize_t size = ::send(asked.channel, left.data(), left.size(), MSG_NOSIGNAL);
        if (size <= 0) break;  // it has ended, and says why
        left.remove_prefix(static_cast<std::size_t>(size));
    }
    ::shutdown(asked.channel, SHUT_WR);
    return problem;
}

/// Until all have ended, or for the time that is given. False: progress said stop.
bool hear(std::vector<AskedHost>& hosts, const Progress& progress) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    bool goesOn = true;
    for (;;) {
        std::vector<pollfd> waiting;
        std::vector<std::pair<int*, std::string*>> of;
        for (AskedHost& host : hosts)
            for (auto [from, into] : {std::pair(&host.channel, &host.out), std::pair(&host.errors, &host.err)})
                if (*from >= 0) waiting.push_back({*from, POLLIN, 0}), of.emplace_back(from, into);
        const auto answered = std::ranges::count_if(hosts, [](const AskedHost& host) { return host.channel < 0; });
        goesOn = report(progress, static_cast<double>(answered) / static_cast<double>(hosts.size()));
        if (!goesOn || waiting.empty() || std::chrono::steady_clock::now() > until) break;
        if (::poll(waiting.data(), waiting.size(), kLookEvery) <= 0) continue;
        for (std::size_t i = 0; i < waiting.size(); ++i)
            if (waiting[i].revents != 0) AskedHost::take(*of[i].first, *of[i].second);
    }
    for (AskedHost& host : hosts) {
        const bool isLate = host.channel >= 0 || host.errors >= 0;
        host.close();
        if (host.process <= 0) continue;
        if (isLate) ::kill(host.process, SIGKILL);
        int status = 0;
        ::waitpid(host.process, &status, 0);
        host.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    return goesOn;
}

/// Why ssh itself came to nothing.
Error notReached(const std::string& host, const std::string& said) {
    const auto says = [&](const char* part) { return said.find(part) != std::string::npos; };
    if (says("ermission denied"))
        return {
            ErrorCode::PermissionDenied,
            {GATELAB_TEXT("Ranks",
                          "host %1 takes no key of yours without a password; nothing was trained; let 'ssh %1 true' "
                          "work first (ssh-copy-id, ssh-add)"),
             {host}}};
    if (says("ost key verification failed"))
        return {ErrorCode::PermissionDenied,
                {GATELAB_TEXT("Ranks",
                              "the key of host %1 is not known here, or another one than before; nothing was trained; "
                              "connect once by hand with 'ssh %1'"),
                 {host}}};
    if (says("ould not resolve"))
        return {ErrorCode::NotFound,
                {GATELAB_TEXT(
                     "Ranks",
                     "there is no host %1; nothing was trained; it is looked for as 'ssh %1' would (~/.ssh/config)"),
                 {host}}};
    return {ErrorCode::Io,
            {GATELAB_TEXT("Ranks", "host %1 was not reached: %2; nothing was trained; let 'ssh %1 true' work first"),
             {host, lastLine(said)}}};
}

/// What is wrong with a host that answered.
Result<HostAnswer> answerOf(const RankSetup& setup, const RankHost& host, const AskedHost& asked,
                            const std::string& data) {
    auto whole = hostAnswer(setup, host.name, asked.code, asked.out, asked.err);
    if (!whole.ok()) return whole;
    const HostAnswer& answer = *whole;
    if (!answer.problem.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Ranks",
                                   "host %1 cannot read the data: %2; nothing was trained; the files must lie there "
                                   "under the same path"),
                      {host.name, answer.problem}}};
    if (answer.data != data)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Ranks",
                                   "host %1 has other data (SHA-256 %2) than this machine (%3); nothing was trained; "
                                   "copy the file there"),
                      {host.name, answer.data.substr(0, 12), data.substr(0, 12)}}};
    return whole;
}

}  // namespace

std::vector<std::string> wordsOnHost(const RankSetup& setup, const RankHost& host, std::string_view command) {
    const char* given = std::getenv("GATELAB_SSH");
    const std::string remote = "exec " + quoted(programOf(setup)) + " " + std::string(command);
    // Within a job of Slurm, whose nodes the hosts are. It hands the environment on, also of who logged in by ssh.
    if (given != nullptr && std::string_view(given) == "srun")
        return {"srun",    "--nodes=1", "--ntasks=1", "--nodelist=" + host.name,        "--overlap", "--mem=0",
                "--quiet", "/bin/sh",   "-c",         "unset SSH_CONNECTION; " + remote};
    std::istringstream ssh(given != nullptr && *given != '\0' ? given : "ssh");
    std::vector<std::string> words;
    for (std::string word; ssh >> word;) words.push_back(word);
    for (const char* option : {"-T", "-a", "-x", "-oBatchMode=yes", "-oConnectTimeout=10", "-oServerAliveInterval=5",
                               "-oServerAliveCountMax=3", "-oClearAllForwardings=yes", "--"})
        words.emplace_back(option);
    words.push_back(host.name);
    words.push_back(remote);
    return words;
}

int spawnOnChannel(std::vector<std::string> words, int channel, int errors, bool isApart, pid_t& child) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, channel, 0);
    posix_spawn_file_actions_adddup2(&files, channel, 1);
    posix_spawn_file_actions_adddup2(&files, errors, 2);
    if (isApart) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    const int problem = ::posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return problem;
}

Result<std::string> checkHosts(const RankSetup& setup, const std::string& settings, const std::string& data,
                               const Progress& progress) {
    std::vector<AskedHost> asked(setup.hosts.size());
    int problem = 0;
    for (std::size_t i = 0; i < asked.size() && problem == 0; ++i)
        problem = askHost(setup, setup.hosts[i], settings, asked[i]);
    const bool goesOn = hear(asked, progress);
    if (problem != 0)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Ranks", "%1 could not be started: %2; nothing was trained; hosts need OpenSSH"),
                      {wordsOnHost(setup, setup.hosts[0], {})[0], std::strerror(problem)}}};
    if (!goesOn)
        return Error{ErrorCode::Cancelled,
                     GATELAB_TEXT("Ranks", "the hosts were no longer asked; nothing was trained")};
    std::string address;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto answer = answerOf(setup, setup.hosts[i], asked[i], data);
        if (!answer.ok()) return answer.error();
        if (!address.empty() && !answer->seenFrom.empty() && answer->seenFrom != address && setup.interface.empty())
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Ranks",
                              "the hosts see this machine under two addresses, %1 and %2; nothing was trained; "
                              "name one network with --rank-interface"),
                 {address, answer->seenFrom}}};
        if (!answer->seenFrom.empty()) address = answer->seenFrom;
    }
    return address.empty() ? setup.address : address;
}

Result<HostAnswer> hostAnswer(const RankSetup& setup, const std::string& host, int code, const std::string& out,
                              const std::string& err) {
    if (code == kOfSsh) return notReached(host, err);
    const std::string program = programOf(setup);
    if (code == kNotFound || code == kNoProgram)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Ranks",
                                   "host %1 has no program %2; nothing was trained; install Gatelab there, or say with "
                                   "--host-program where it is"),
                      {host, program}}};
    HostAnswer answer = HostAnswer::from(out);
    if (answer.version.empty())
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Ranks",
                                   "host %1: %2 is there, and does not answer as version %3 does (%4); nothing was "
                                   "trained; install the same version"),
                      {host, program, programVersion(), lastLine(err)}}};
    if (answer.version != programVersion())
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Ranks",
                                   "host %1 has version %2 of Gatelab, and here is version %3; nothing was trained; "
                                   "install the same version"),
                      {host, answer.version, programVersion()}}};
    return answer;
}

std::string HostAnswer::text() const {
    return std::string(kTitle) + "\nversion " + version + "\nfrom " + seenFrom + "\ndata " + data + "\nproblem " +
           problem + "\n" + machine.text() + std::string(kEnd) + "\n";
}

bool HostAnswer::isWhole(const std::string& text) {
    return text.find("\n" + std::string(kEnd) + "\n") != std::string::npos;
}

HostAnswer HostAnswer::from(const std::string& text) {
    HostAnswer answer;
    // A shell that greets everyone may have printed something before.
    const std::size_t title = text.find(std::string(kTitle) + "\n");
    std::istringstream lines(title == std::string::npos ? std::string() : text.substr(title));
    for (std::string line; std::getline(lines, line);)
        for (auto [word, into] : {std::pair("version ", &answer.version), std::pair("from ", &answer.seenFrom),
                                  std::pair("data ", &answer.data), std::pair("problem ", &answer.problem)})
            if (line.starts_with(word)) *into = line.substr(std::strlen(word));
    if (title != std::string::npos) answer.machine = MachineFacts::from(text.substr(title));
    return answer;
}

}  // namespace gatelab
