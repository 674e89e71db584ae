// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/file_watch.h"

#include "common/background_job.h"
#include "common/texts.h"

#include <QFileSystemWatcher>
#include <QGuiApplication>

#include <filesystem>
#include <utility>

namespace gatelab {

namespace fs = std::filesystem;

namespace {
constexpr int kSettleMs = 300;  // of a folder in which much happens, and of a file that is being written
}

struct FileWatch::Seen {
    std::map<QString, qint64> bytes;  ///< negative: missing
    QStringList folders;              ///< the nearest that exists, of each
};

FileWatch::FileWatch(QObject* parent)
    : QObject(parent), watcher_(new QFileSystemWatcher(this)), job_(new BackgroundJob(this)) {
    timer_.setSingleShot(true);
    timer_.setInterval(kSettleMs);
    connect(&timer_, &QTimer::timeout, this, &FileWatch::look);
    connect(watcher_, &QFileSystemWatcher::directoryChanged, &timer_, qOverload<>(&QTimer::start));
    if (auto* window = qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        connect(window, &QGuiApplication::applicationStateChanged, this, &FileWatch::look);
}

FileWatch::~FileWatch() = default;

bool FileWatch::isMissing(const QString& path) const {
    const auto found = known_.find(path);
    return found != known_.end() && !found->second;
}

void FileWatch::watch(QStringList paths) {
    paths.removeAll(QString());
    paths.removeDuplicates();
    if (paths == paths_) return;
    paths_ = std::move(paths);
    std::erase_if(known_, [this](const auto& one) { return !paths_.contains(one.first); });
    arriving_.clear();
    look();
}

void FileWatch::look() {
    if (job_->running()) {
        looksAgain_ = true;
        return;
    }
    if (paths_.isEmpty()) {
        if (const QStringList old = watcher_->directories(); !old.isEmpty()) watcher_->removePaths(old);
        return;
    }
    job_->run<Seen>(
        [paths = paths_](const Progress&) {
            Seen seen;
            for (const QString& path : paths) {
                std::error_code failed;
                const fs::path file = toPath(path);
                const auto bytes = fs::file_size(file, failed);
                const bool isThere = fs::exists(file, failed);
                seen.bytes[path] = isThere ? static_cast<qint64>(bytes) : -1;
                fs::path folder = file.parent_path();
                while (!folder.empty() && folder != folder.parent_path() && !fs::is_directory(folder, failed))
                    folder = folder.parent_path();
                if (const QString name = fromPath(folder); !seen.folders.contains(name)) seen.folders << name;
            }
            return seen;
        },
        [this](const Seen& seen) { take(seen); }, [](const Error&) { return Seen(); });
}

void FileWatch::take(const Seen& seen) {
    bool isNews = false;
    for (const auto& [path, bytes] : seen.bytes) {
        if (!paths_.contains(path)) continue;
        bool isThere = bytes >= 0;
        if (isThere && isMissing(path)) {
            const auto before = arriving_.find(path);
            isThere = before != arriving_.end() && before->second == bytes;
            if (!isThere) timer_.start();
        }
        if (isThere || bytes < 0)
            arriving_.erase(path);
        else
            arriving_[path] = bytes;
        const auto [known, isNew] = known_.try_emplace(path, isThere);
        isNews |= std::exchange(known->second, isThere) != isThere || isNew;
    }
    QStringList gone, added;
    for (const QString& folder : watcher_->directories())
        if (!seen.folders.contains(folder)) gone << folder;
    for (const QString& folder : seen.folders)
        if (!watcher_->directories().contains(folder)) added << folder;
    if (!gone.isEmpty()) watcher_->removePaths(gone);
    // What happened between the look and now has not been told.
    if (!added.isEmpty() && watcher_->addPaths(added).size() < added.size()) timer_.start();
    if (std::exchange(looksAgain_, false)) look();
    if (isNews) Q_EMIT changed();
}

}  // namespace gatelab
