// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/experiment_check.h"

#include "common/texts.h"
#include "common/theme.h"
#include "config/config_difference.h"
#include "config/config_io.h"
#include "config/switches.h"
#include "io/file_io.h"
#include "runs/measurement.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "session/isolated_session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <limits>

namespace gatelab {

namespace {

constexpr qsizetype kLastWords = 600;
constexpr int kLeaveMs = 3000;

}  // namespace

ExperimentCheck::ExperimentCheck(RunController& runs, QueueController& queue, QObject* parent)
    : QObject(parent), runs_(&runs), queue_(&queue) {
    connect(runs_, &RunController::stateChanged, this, &ExperimentCheck::changed);
    connect(queue_, &QueueController::heldChanged, this, &ExperimentCheck::changed);
}

ExperimentCheck::~ExperimentCheck() {
    if (!process_) return;
    process_->disconnect(this);
    process_->terminate();
    if (!process_->waitForFinished(kLeaveMs)) process_->kill();
}

QString ExperimentCheck::obstacle() const {
    if (running()) return tr("A check is going on.");
    return runs_->active() || queue_->held() ? tr("Something trains or measures. Start the check when that has ended.")
                                             : QString();
}

QString ExperimentCheck::command(const Wanted& wanted) {
    const ExperimentConfig& config = wanted.config;
    if (wanted.kind == Kind::Resume)
        return QStringLiteral("gatelab-worker verify resume --trials %1").arg(wanted.trials);
    if (wanted.kind == Kind::Switches)
        return (QStringLiteral("gatelab-worker verify switches ") +
                fromUtf8(changeFlags(configChanges(switchTrial(), asSwitchTrial(config)))))
            .trimmed();
    return (QStringLiteral("gatelab-worker verify repeat ") +
            fromUtf8(changeFlags(configChanges(ExperimentConfig{}, config))))
        .trimmed();
}

QString ExperimentCheck::settingsFile() const { return settings_->filePath(QStringLiteral("settings.json")); }

QStringList ExperimentCheck::arguments() {
    switch (wanted_.kind) {
        case Kind::Resume:
            return {QStringLiteral("verify"), QStringLiteral("resume"), QStringLiteral("--trials"),
                    QString::number(wanted_.trials), QStringLiteral("--json")};
        case Kind::Switches:
        case Kind::Repeat:
            break;
    }
    return {QStringLiteral("verify"),
            wanted_.kind == Kind::Repeat ? QStringLiteral("repeat") : QStringLiteral("switches"),
            QStringLiteral("--config"), settingsFile(), QStringLiteral("--json")};
}

void ExperimentCheck::start(const Wanted& wanted) {
    if (!obstacle().isEmpty()) return;
    wanted_ = wanted;
    words_.clear();
    problem_.clear();
    sentence_.clear();
    verdict_ = Verdict::None;
    share_ = -1;
    good_ = kills_ = absent_ = 0;
    concluded_ = cancelled_ = false;
    switch (wanted_.kind) {
        case Kind::Repeat:
            table_ = {{tr("Run"), tr("Fingerprint of weights, optimiser and curves (SHA-256)")}, {}};
            break;
        case Kind::Resume:
            table_ = {{tr("Trial"), tr("Kills"), tr("Result")}, {}};
            break;
        case Kind::Switches:
            table_ = {{tr("Switch"), tr("Relative difference"), tr("Tolerance"), tr("Result")}, {}};
            break;
    }
    settings_ = std::make_unique<QTemporaryDir>();
    if (const auto written = writeNewFile(toPath(settingsFile()), configToJson(wanted_.config)); !written.ok())
        return say(Verdict::Failed,
                   tr("The settings cannot be written for the worker: %1.").arg(translated(written.error())));
    process_ = new QProcess(this);
    connect(process_, &QProcess::readyReadStandardOutput, this, &ExperimentCheck::read);
    connect(process_, &QProcess::readyReadStandardError, this,
            [this] { words_ = (words_ + process_->readAllStandardError()).right(kLastWords); });
    connect(process_, &QProcess::finished, this,
            [this](int, QProcess::ExitStatus status) { end(status == QProcess::CrashExit); });
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;  // finished() follows all others
        problem_ = tr("%1 cannot be started: %2").arg(process_->program(), process_->errorString());
        end(false);
    });
    const auto stopForTraining = [this] {
        if (!cancelled_) cancel();
        runs_->warn(tr("The check was stopped so that it does not disturb this training."));
    };
    const bool begins = runs_->measurements().begin(
        this, {tr("the check of the experiment runs"), Yielding::ToTraining, stopForTraining},
        [this](Measurements::Lease lease) {
            if (!process_) return;
            measurement_ = std::move(lease);
            if (cancelled_)
                end(false);
            else
                process_->start(fromPath(workerProgram()), arguments());
        });
    if (!begins) {
        delete std::exchange(process_, nullptr);
        settings_.reset();
    }
    Q_EMIT changed();
}

void ExperimentCheck::cancel() {
    if (!process_) return;
    // One that does not hear of it is not waited for.
    if (!cancelled_) QTimer::singleShot(kLeaveMs, process_, &QProcess::kill);
    std::exchange(cancelled_, true) ? process_->kill() : process_->terminate();
    Q_EMIT changed();
}

void ExperimentCheck::read() {
    while (process_ && process_->canReadLine()) take(process_->readLine());
    Q_EMIT changed();
}

void ExperimentCheck::take(const QByteArray& line) {
    const QJsonObject json = QJsonDocument::fromJson(line).object();
    const auto text = [&](const char* key) { return json[QLatin1String(key)].toString(); };
    if (json.contains(QLatin1String("error")) && !json.contains(QLatin1String("switch"))) {
        problem_ = text("error");
    } else if (json.contains(QLatin1String("epochs"))) {
        const double epochs = std::max(1.0, json[QLatin1String("epochs")].toDouble()),
                     of = std::max(1.0, json[QLatin1String("of")].toDouble());
        share_ = (json[QLatin1String("run")].toDouble() - 1 +
                  std::min(1.0, json[QLatin1String("epoch")].toDouble() / epochs)) /
                 of;
    } else if (json.contains(QLatin1String("first"))) {
        table_.rows = {{QStringLiteral("1"), text("first")}, {QStringLiteral("2"), text("second")}};
        good_ = json[QLatin1String("equal")].toBool() ? 2 : 0;
        concluded_ = true;
    } else if (json.contains(QLatin1String("trial"))) {
        const bool equal = json[QLatin1String("equal")].toBool();
        const int kills = json[QLatin1String("kills")].toInt();
        table_.rows.push_back({QString::number(json[QLatin1String("trial")].toInt()), QString::number(kills),
                               equal ? tr("equal") : tr("different: %1").arg(text("different"))});
        good_ += equal ? 1 : 0;
        kills_ += static_cast<std::size_t>(kills);
        share_ = static_cast<double>(table_.rows.size()) / std::max(1, wanted_.trials);
    } else if (json.contains(QLatin1String("trials"))) {
        concluded_ = true;
    } else if (json.contains(QLatin1String("switch"))) {
        const Switch* row = findSwitch(text("switch").toStdString());
        const QString name = row ? translated(row->title) : text("switch");
        const QJsonArray warnings = json[QLatin1String("warnings")].toArray();
        QStringList cells = {name, QStringLiteral("-"), QStringLiteral("-"), {}};
        if (!json[QLatin1String("supported")].toBool()) {
            ++absent_;
            cells[3] = tr("not here: %1")
                           .arg(row ? QCoreApplication::translate("SwitchReason", text("reason").toUtf8().constData())
                                    : text("reason"));
        } else if (json.contains(QLatin1String("error"))) {
            cells[3] = tr("failed: %1").arg(text("error"));
        } else {
            cells[1] =
                formatNumber(json[QLatin1String("difference")].toDouble(std::numeric_limits<double>::infinity()), 3);
            cells[2] = formatNumber(json[QLatin1String("tolerance")].toDouble(), 3);
            const bool equal = json[QLatin1String("equal")].toBool();
            cells[3] = !warnings.isEmpty() ? tr("not at work: %1").arg(warnings.first().toString())
                       : equal             ? tr("equal")
                                           : tr("different");
            good_ += equal && warnings.isEmpty() ? 1 : 0;
        }
        table_.rows.push_back(std::move(cells));
        share_ = static_cast<double>(table_.rows.size()) / static_cast<double>(switches().size());
        concluded_ = table_.rows.size() == switches().size();
    }
}

void ExperimentCheck::end(bool crashed) {
    if (!process_) return;
    read();
    words_ = (words_ + process_->readAllStandardError()).right(kLastWords);
    process_->disconnect(this);
    process_->deleteLater();
    process_ = nullptr;
    settings_.reset();
    measurement_.reset();
    conclude(crashed);
}

void ExperimentCheck::conclude(bool crashed) {
    if (cancelled_) return say(Verdict::None, tr("Stopped; the table has what was found."));
    if (!problem_.isEmpty()) return say(Verdict::Failed, tr("The check could not be made: %1").arg(problem_));
    if (crashed || !concluded_) {
        const QString words = QString::fromUtf8(words_).trimmed();
        return say(Verdict::Failed, words.isEmpty()
                                        ? tr("The worker ended without a result.")
                                        : tr("The worker ended without a result. Its last words: %1").arg(words));
    }
    const std::size_t rows = table_.rows.size(), tried = rows - absent_;
    const auto verdict = good_ == tried ? Verdict::Good : Verdict::Bad;
    switch (wanted_.kind) {
        case Kind::Repeat:
            if (verdict == Verdict::Good)
                return say(verdict, tr("Both runs left the same bits: weights, optimiser and curves."));
            return say(verdict,
                       wanted_.config.deterministic
                           ? tr("The two runs differ: these settings do not give the same bits twice here.")
                           : tr("The two runs differ. Switch on “Deterministic” for runs that repeat bit for bit."));
        case Kind::Resume:
            return say(
                verdict,
                tr("%1 of %2 runs have the bits of their twins, after %3 kills.").arg(good_).arg(rows).arg(kills_));
        case Kind::Switches:
            if (verdict == Verdict::Good)
                return say(verdict, tr("All %1 switches that work here agree with the baseline; %2 cannot work here.")
                                        .arg(tried)
                                        .arg(absent_));
            return say(verdict, tr("%1 of %2 switches do not agree with the baseline; the table says which.")
                                    .arg(tried - good_)
                                    .arg(tried));
    }
}

void ExperimentCheck::say(Verdict verdict, const QString& sentence) {
    verdict_ = verdict;
    sentence_ = sentence;
    Q_EMIT changed();
    Q_EMIT ended();
}

}  // namespace gatelab
