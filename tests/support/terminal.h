// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/// A program as somebody sees it whose stderr is a terminal, and whose stdout is not.
namespace gatelab::testing {

struct TerminalAnswer {
    int code = -1;
    QByteArray out;       ///< stdout
    QByteArray terminal;  ///< all that was written to the terminal, control characters included
};

inline TerminalAnswer askInTerminal(const QString& program, const QStringList& words) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) qFatal("no terminal");
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    QProcess process;
    process.setChildProcessModifier([slave] { dup2(slave, STDERR_FILENO); });
    process.start(program, words);
    TerminalAnswer answer;
    const auto listen = [&] {
        char text[4096];
        for (ssize_t got = 0; (got = read(master, text, sizeof text)) > 0;)
            answer.terminal.append(text, static_cast<qsizetype>(got));
    };
    while (process.state() != QProcess::NotRunning) {
        process.waitForFinished(20);  // a terminal that nobody reads would hold the program up
        listen();
    }
    listen();
    close(slave);
    close(master);
    if (process.exitStatus() == QProcess::NormalExit) answer.code = process.exitCode();
    answer.out = process.readAllStandardOutput();
    return answer;
}

}  // namespace gatelab::testing
