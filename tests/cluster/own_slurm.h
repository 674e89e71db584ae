// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/places.h"
#include "support/worker_process.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QString>
#include <QStringList>

namespace gatelab::testing {

inline constexpr int kPatience = 240000;  // a wait, no demand

inline Answer ask(const QString& program, const QStringList& words) {
    QProcess process;
    process.start(program, words);
    return finished(process);
}

/// A real Slurm in a folder (slurm_here), which this process and what it starts speak to; ended with this.
class OwnSlurm {
public:
    OwnSlurm() = default;
    OwnSlurm(const OwnSlurm&) = delete;
    OwnSlurm& operator=(const OwnSlurm&) = delete;
    ~OwnSlurm() {
        if (!place_.isEmpty()) (void)ask("bash", {inSource("/tests/cluster/slurm_here"), "stop", place_});
    }
    /// With so many nodes; why it cannot be, or nothing.
    QByteArray start(const QString& folder, int nodes) {
        for (const char* program : {"sbatch", "squeue", "scontrol", "srun", "slurmctld", "slurmd", "munged"})
            if (QStandardPaths::findExecutable(program).isEmpty() &&
                QStandardPaths::findExecutable(program, {"/usr/sbin", "/sbin"}).isEmpty())
                return "Slurm is not installed: apt-get install --no-install-recommends slurm-wlm munge";
        // Munge's socket is for all users.
        QFile::setPermissions(folder, QFile::permissions(folder) | QFile::ExeGroup | QFile::ExeOther |
                                          QFile::ReadGroup | QFile::ReadOther);
        place_ = QDir(folder).filePath("slurm");
        const Answer started =
            ask("bash", {inSource("/tests/cluster/slurm_here"), "start", place_, QString::number(nodes)});
        if (started.code != 0) return "a Slurm of its own cannot be started here: " + started.err;
        qputenv("SLURM_CONF", (place_ + "/slurm.conf").toLocal8Bit());
        return {};
    }

private:
    QString place_;
};

}  // namespace gatelab::testing
