// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "widgets/card.h"

#include <QString>
#include <string>
#include <vector>

class QComboBox;

namespace gatelab {

class BackgroundJob;
class RawText;

/// The first lines of what is imported, as they are: of a text file, or of one of several files that are read together,
/// which a list in the head chooses. Says by linesRead() when they are known; who owns it shows it where hasLines().
/// GUI thread; files are read in a background job.
class RawCard : public Card {
    Q_OBJECT
public:
    explicit RawCard(Theme& theme, QWidget* parent = nullptr);
    /// A file, or the list of files that was kept of a folder.
    void setFile(const QString& path);
    /// How the reader understood the lines of a file that is one table; the lines of one of several stay plain.
    void setReport(const ReadReport& report);
    void setVisibleLines(int count);
    /// False: what is read is no text.
    [[nodiscard]] bool hasLines() const { return hasLines_; }

Q_SIGNALS:
    void linesRead();

private:
    void readLines(const QString& path);
    void setFiles(const QStringList& names, const QStringList& paths);
    BackgroundJob* job_;
    QComboBox* files_;  ///< hidden: it is one file
    RawText* text_;
    bool hasLines_ = false;
};

}  // namespace gatelab
