// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/file_job.h"

#include "common/background_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "io/file_io.h"

#include <utility>

namespace gatelab {

void writeInBackground(QObject& owner, const QString& path, std::function<Result<>()> write) {
    auto* job = new BackgroundJob(&owner);
    job->run<Result<>>([write = std::move(write)](const Progress&) { return write(); },
                       [job, path](const Result<>& written) {
                           job->deleteLater();
                           reportSaved(*job, path, written.ok() ? QString() : translated(written.error()));
                       });
}

void writeInBackground(QObject& owner, const QString& path, std::string text) {
    writeInBackground(owner, path, [to = toPath(path), text = std::move(text)] { return writeFileDurably(to, text); });
}

}  // namespace gatelab
