// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/file_job.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "io/file_io.h"

#include <utility>

namespace gatelab {

void writeInBackground(QObject& owner, const QString& path, std::string text,
                       std::function<void(const Result<>&)> done) {
    auto* job = new BackgroundJob(&owner);
    job->run<Result<>>(
        [to = toPath(path), text = std::move(text)](const Progress&) { return writeFileDurably(to, text); },
        [job, done = std::move(done)](const Result<>& written) {
            job->deleteLater();
            done(written);
        });
}

}  // namespace gatelab
