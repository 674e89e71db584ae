// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson.h"

#include <QObject>
#include <QString>

#include <memory>

namespace gatelab {

class LessonSession;
class Preferences;
class RunController;
class StageView;

/// What is to be written.
struct LessonExportRequest {
    QString lesson;  ///< name or file
    QString path;    ///< ends with .png, .svg (the picture after the training), .gif (its film) or .pdf (the worksheet)
    std::int64_t seed = 1;
    QString series = {};  ///< a file, in place of the lesson's own data; empty: none
};

/// Writes the picture, the film or the worksheet of a lesson without a window, for the command line: trains what the
/// lesson trains, in the workspace that is open, and shows the scene that tells the gap, with nothing drawn by hand.
/// The progress of a learner is not touched. GUI thread.
class LessonExport : public QObject {
    Q_OBJECT
public:
    LessonExport(Theme& theme, RunController& runs, Preferences& preferences, QString language,
                 LessonExportRequest request, QObject* parent = nullptr);
    ~LessonExport() override;
    /// done() follows, once engine and workspace are there; at once where the lesson or the ending is wrong.
    void begin();
    void stop();

Q_SIGNALS:
    void progressed(const QString& what);
    void done(const QString& problem);  ///< empty: the file is written

private:
    void goOn();
    void end(const QString& problem);
    void write();
    [[nodiscard]] QString check();
    [[nodiscard]] bool isSheet() const;

    Theme& theme_;
    RunController& runs_;
    Preferences& preferences_;
    QString language_;
    LessonExportRequest request_;
    std::unique_ptr<LessonSession> session_;
    std::unique_ptr<StageView> stage_;
    Lesson lesson_;
    bool isAsked_ = false, isOver_ = false;
    QString said_;
};

}  // namespace gatelab
