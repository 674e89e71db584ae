// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/engine_dialog.h"

#include "base/library_folder.h"
#include "base/torch_module.h"
#include "common/texts.h"
#include "device/driver_library.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <dlfcn.h>

#include <QCheckBox>
#include <QFileDialog>
#include <QProcess>
#include <QProgressBar>
#include <algorithm>
#include <filesystem>
#include <system_error>

namespace gatelab {

namespace {

constexpr int kWidth = 560, kHeight = 270, kLastWords = 4000, kFull = 1000, kLeaveMs = 3000;
constexpr const char* kScript = "engine/gatelab-engine";
constexpr double kMegabyte = 1e6;

bool hasDriver() { return openDriverLibrary("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr; }

}  // namespace

bool EngineDialog::isMissing() {
    std::error_code ignored;
    return !sharedPlace(kScript).empty() &&
           !std::filesystem::exists(installedLibTorch() / "torch/lib/libtorch_cpu.so", ignored);
}

EngineDialog::EngineDialog(Theme& theme, QWidget* parent)
    : QDialog(parent),
      question_(new WrappedLabel),
      problem_(new WrappedLabel("error")),
      gpu_(new QCheckBox(tr("CUDA's libraries as well, for an NVIDIA GPU (2 GB)"))),
      progress_(new QProgressBar) {
    setWindowTitle(tr("Training engine"));
    resize(qRound(kWidth * theme.textScale()), qRound(kHeight * theme.textScale()));
    question_->setFullText(
        isMissing()
            ? tr("Training needs LibTorch, which does not come with Gatelab. It can be fetched now from the Python "
                 "Package Index (600 MB) or read from an archive that \"gatelab-worker engine pack\" made on another "
                 "computer. It is kept in %1, and every file is held against its checksum first. Nothing is sent.")
                  .arg(fromPath(installedLibTorch()))
            : tr("LibTorch is in %1. CUDA's libraries can be added, or read from an archive.")
                  .arg(fromPath(installedLibTorch())));
    gpu_->setChecked(hasDriver());
    progress_->setAccessibleName(tr("Progress of fetching"));
    progress_->setRange(0, kFull);
    leave_ = makeButton({}, tr("Not now"), this, &EngineDialog::reject);
    archive_ = makeButton(theme.icon(QStringLiteral("open")), tr("From an archive..."), this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Archive of gatelab-worker engine pack"), {},
                                                          tr("Archives (*.tar);;All files (*)"));
        if (!file.isEmpty()) fetch(file);
    });
    fetch_ = makeButton({}, tr("Fetch"), this, [this] { fetch(); });
    fetch_->setProperty("primary", true);
    fetch_->setDefault(true);
    makeColumn(this, {20, 16, 20, 16}, 12,
               {question_, gpu_, progress_, problem_, spring(1), makeRow({spring(1), leave_, archive_, fetch_})});
    connect(gpu_, &QCheckBox::toggled, this, [this] { setWorking(process_ != nullptr); });
    setWorking(false);
    problem_->hide();
}

EngineDialog::~EngineDialog() {
    if (!process_) return;
    process_->disconnect(this);
    process_->terminate();
    if (!process_->waitForFinished(kLeaveMs)) process_->kill();
}

void EngineDialog::fetch(const QString& archive) {
    if (process_) return;
    const auto script = sharedPlace(kScript);
    QStringList words{fromPath(script), QStringLiteral("install"), QStringLiteral("--progress"),
                      gpu_->isChecked() ? QStringLiteral("--gpu") : QStringLiteral("--cpu")};
    if (!archive.isEmpty()) words << QStringLiteral("--offline") << archive;
    words_.clear();
    isStopped_ = false;
    process_ = new QProcess(this);
    connect(process_, &QProcess::readyReadStandardOutput, this, &EngineDialog::read);
    connect(process_, &QProcess::readyReadStandardError, this,
            [this] { words_ = (words_ + process_->readAllStandardError()).right(kLastWords); });
    connect(process_, &QProcess::finished, this,
            [this](int code, QProcess::ExitStatus status) { end(status == QProcess::NormalExit && code == 0); });
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;  // finished() follows all others
        words_ = process_->errorString().toUtf8();
        end(false);
    });
    setWorking(true);
    process_->start(QStringLiteral("bash"), words);
}

void EngineDialog::reject() {
    if (!process_) return QDialog::reject();
    isStopped_ = true;
    leave_->setEnabled(false);
    process_->terminate();
}

/// "fetching BYTES TOTAL".
void EngineDialog::read() {
    while (process_ && process_->canReadLine()) {
        const QList<QByteArray> parts = process_->readLine().trimmed().split(' ');
        if (parts.size() != 3) continue;
        const double bytes = parts[1].toDouble(), total = parts[2].toDouble();
        progress_->setValue(total > 0 ? static_cast<int>(kFull * std::min(1.0, bytes / total)) : 0);
        progress_->setFormat((parts[0] == "fetching" ? tr("fetching, %1 MB") : tr("unpacking, %1 MB"))
                                 .arg(formatCount(qRound64(bytes / kMegabyte))));
    }
}

void EngineDialog::end(bool isDone) {
    process_->deleteLater();
    process_ = nullptr;
    setWorking(false);
    if (isDone) return accept();
    problem_->setFullText(isStopped_ ? tr("Stopped; nothing was changed.") : lastWords());
    problem_->show();
}

void EngineDialog::setWorking(bool on) {
    progress_->setVisible(on);
    progress_->setValue(0);
    progress_->setFormat(tr("looking"));
    gpu_->setEnabled(!on);
    archive_->setEnabled(!on);
    fetch_->setEnabled(!on && (isMissing() || gpu_->isChecked()));
    leave_->setEnabled(true);
    leave_->setText(on ? tr("Stop") : tr("Not now"));
    if (on) problem_->hide();
}

/// What follows "Cannot go on:", else all of it.
QString EngineDialog::lastWords() const {
    const QString all = QString::fromUtf8(words_).trimmed();
    const QString mark = QStringLiteral("Cannot go on: ");
    const auto at = all.lastIndexOf(mark);
    return at < 0 ? all : all.mid(at + mark.size());
}

}  // namespace gatelab
