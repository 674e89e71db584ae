// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/places.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QStringList>

/// gatelab-worker as a script sees it: words in; exit code, stdout and stderr out.
namespace gatelab::testing {

struct Answer {
    int code = -1;  ///< -1: it crashed or was killed
    QByteArray out, err;
};

inline QString workerProgram() { return inBuild("/bin/gatelab-worker"); }

/// Waits for the end of a process that was started.
inline Answer finished(QProcess& process) {
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

inline Answer askWorker(const QStringList& words) {
    QProcess process;
    process.start(workerProgram(), words);
    return finished(process);
}

/// The last line of a --json output.
inline QJsonObject lastLine(const QByteArray& out) {
    return QJsonDocument::fromJson(out.trimmed().split('\n').last()).object();
}

/// What the lines of this kind tell in a --json output, in their order.
inline QList<QJsonObject> reported(const QByteArray& out, const char* kind) {
    QList<QJsonObject> found;
    for (const QByteArray& line : out.trimmed().split('\n'))
        if (const QJsonObject one = QJsonDocument::fromJson(line).object(); one.contains(QLatin1String(kind)))
            found << one[QLatin1String(kind)].toObject();
    return found;
}

}  // namespace gatelab::testing
