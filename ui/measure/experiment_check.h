// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "runs/measurements.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

class QProcess;
class QTemporaryDir;

namespace gatelab {

class QueueController;
class RunController;

/// Proofs about the program and the present experiment, each by `gatelab-worker verify` in a process of its own: the
/// same run twice, runs that are killed and resumed, every switch against the baseline. Never beside a training: one
/// that starts meanwhile ends it. Lives as long as the window: other looks do not end it. GUI thread.
class ExperimentCheck : public QObject {
    Q_OBJECT
public:
    enum class Kind { Repeat, Resume, Switches };
    struct Wanted {
        Kind kind = Kind::Repeat;
        ExperimentConfig config;  ///< Repeat: what is run twice. Switches: its device counts. Resume: not used
        int trials = 20;          ///< of Resume
    };
    enum class Verdict { None, Good, Bad, Failed };
    struct Table {
        QStringList heads;
        std::vector<QStringList> rows;
    };
    ExperimentCheck(RunController& runs, QueueController& queue, QObject* parent = nullptr);
    ~ExperimentCheck() override;

    /// Why no check can start now; empty: one can.
    [[nodiscard]] QString obstacle() const;
    void start(const Wanted& wanted);
    /// The first time asks the worker to leave, the second time ends it.
    void cancel();
    [[nodiscard]] bool running() const { return process_ != nullptr; }
    /// What was asked for last.
    [[nodiscard]] const Wanted& wanted() const { return wanted_; }
    /// How much is done; negative: not known yet.
    [[nodiscard]] double share() const { return share_; }
    [[nodiscard]] Verdict verdict() const { return verdict_; }
    /// The result of the last one; empty: there was none.
    [[nodiscard]] QString sentence() const { return sentence_; }
    [[nodiscard]] const Table& table() const { return table_; }
    /// What does the same without the window, for a POSIX shell.
    [[nodiscard]] static QString command(const Wanted& wanted);

Q_SIGNALS:
    void changed();
    void ended();  ///< there is a sentence

private:
    [[nodiscard]] QString settingsFile() const;
    [[nodiscard]] QStringList arguments();
    void read();
    void take(const QByteArray& line);
    void end(bool crashed);
    void conclude(bool crashed);
    void say(Verdict verdict, const QString& sentence);
    RunController* runs_;
    QueueController* queue_;
    Measurements::Lease measurement_;  ///< while it measures
    Wanted wanted_;
    std::unique_ptr<QTemporaryDir> settings_;
    QProcess* process_ = nullptr;
    QByteArray words_;  ///< the end of what it wrote to stderr
    QString problem_;   ///< the error that it told
    Table table_;
    Verdict verdict_ = Verdict::None;
    QString sentence_;
    double share_ = -1;
    std::size_t good_ = 0, kills_ = 0, absent_ = 0;
    bool concluded_ = false, cancelled_ = false;
};

}  // namespace gatelab
