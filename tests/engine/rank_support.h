// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/worker_process.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QtEndian>

/// What tests of `train --ranks` and `--hosts` share: small runs, their processes, and the weights that they end with.
namespace gatelab::testing {

inline constexpr int kRankPatience = 240000;  // a wait, no demand

/// The settings of a small run that ranks can share.
inline QStringList smallRun() {
    return {"--builtin-length", "600", "--lookback", "16",  "--horizon", "4", "--hidden-size", "8",
            "--batch-size",     "16",  "--device",   "cpu", "--threads", "8", "--optimiser",   "adamw"};
}

/// Whether it is there and no zombie.
inline bool lives(qint64 process) {
    QFile status(QStringLiteral("/proc/%1/stat").arg(process));
    if (!status.open(QIODevice::ReadOnly)) return false;
    const QByteArray words = status.readAll();
    return words.mid(words.lastIndexOf(')') + 2, 1) != "Z";
}

/// Processes that this one started and that live, as the system lists them.
inline QList<qint64> childrenOf(qint64 process) {
    QList<qint64> children;
    for (const QString& task :
         QDir(QStringLiteral("/proc/%1/task").arg(process)).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile of(QStringLiteral("/proc/%1/task/%2/children").arg(process).arg(task));
        if (!of.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& word : of.readAll().split(' '))
            if (const qint64 child = word.trimmed().toLongLong(); child > 0 && lives(child)) children << child;
    }
    return children;
}

/// The weights that a run ended with.
inline QByteArray weightsOf(const QTemporaryDir& folder, const QString& run) {
    const QString file = folder.filePath(run + ".safetensors");
    const Answer answer = askWorker({"export-weights", run, file, "--workspace", folder.path()});
    QFile weights(file);
    if (answer.code != 0 || !weights.open(QIODevice::ReadOnly)) qFatal("%s", answer.err.constData());
    // What follows the head, which says the settings too: the number of its bytes, then so many.
    const QByteArray all = weights.readAll();
    return all.mid(8 + qFromLittleEndian<qint64>(all.constData()));
}

/// How many ranks the others gave up, as `--json` told; an event says its text whole and in pieces.
inline qsizetype ranksGivenUp(const QByteArray& out) {
    static const QRegularExpression told(QStringLiteral("\"text\":\"rank \\d+ has ended; the step is repeated"));
    return QString::fromUtf8(out).count(told);
}

inline QString runOf(const QByteArray& out) { return lastLine(out)["result"].toObject()["run"].toString(); }

}  // namespace gatelab::testing
