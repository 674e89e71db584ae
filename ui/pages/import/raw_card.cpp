// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/raw_card.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "data/folders/file_list.h"
#include "data/readers.h"
#include "form/choice_field.h"
#include "pages/import/raw_text.h"
#include "widgets/layouts.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kHeadLines = 12;
constexpr qsizetype kMostFiles = 1000;  // to choose from

/// What is known of a path: its first lines, or the files of the list that it is.
struct Head {
    QStringList names, paths;  ///< of a list
    std::vector<std::string> lines;
};

Head headOf(const std::filesystem::path& path) {
    Head head;
    const auto list = listAt(path);
    if (list && *list)
        for (const ListedFile& file : (*list)->files) {
            if (head.paths.size() == kMostFiles) break;
            head.names << fromUtf8(listedName(**list, file));
            head.paths << fromPath(file.path);
        }
    // Without a common root by their own names, where these tell them apart.
    QStringList brief;
    for (const QString& each : head.paths) brief << fromPath(toPath(each).filename());
    if (QStringList(brief).removeDuplicates() == 0 && list && *list && (*list)->root.empty()) head.names = brief;
    auto lines = readHeadLines(head.paths.isEmpty() ? path : toPath(head.paths.front()), kHeadLines);
    if (lines) head.lines = std::move(*lines);
    return head;
}

}  // namespace

RawCard::RawCard(Theme& theme, QWidget* parent)
    : Card(tr("Raw text"), tr("first lines as they are in the file"), parent),
      job_(new BackgroundJob(this)),
      files_(new QuietComboBox(this)),
      text_(new RawText(theme, this)) {
    files_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    files_->setMinimumContentsLength(24);
    files_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    named(files_, tr("File"), tr("Which of the files is shown"));
    files_->hide();
    connect(files_, &QComboBox::activated, this, [this](int index) { readLines(files_->itemData(index).toString()); });
    addHeaderWidget(files_);
    body()->addWidget(text_);
}

void RawCard::setVisibleLines(int count) { text_->setVisibleLines(count); }

void RawCard::setReport(const ReadReport& report) {
    if (files_->count() == 0) text_->setReport(&report);
}

void RawCard::setFiles(const QStringList& names, const QStringList& paths) {
    files_->clear();
    for (qsizetype i = 0; i < names.size(); ++i) files_->addItem(names[i], paths[i]);
    files_->setVisible(names.size() > 1);
    if (!names.isEmpty()) text_->setReport(nullptr);
}

void RawCard::setFile(const QString& path) {
    job_->run<Head>([file = toPath(path)](const Progress&) { return headOf(file); },
                    [this](Head head) {
                        setFiles(head.names, head.paths);
                        hasLines_ = !head.lines.empty();
                        text_->setLines(head.lines);
                        Q_EMIT linesRead();
                    });
}

void RawCard::readLines(const QString& path) {
    job_->run<Result<std::vector<std::string>>>(
        [file = toPath(path)](const Progress&) { return readHeadLines(file, kHeadLines); },
        [this](Result<std::vector<std::string>> lines) {
            text_->setLines(lines ? std::move(*lines)
                                  : std::vector<std::string>{translated(lines.error()).toStdString()});
        });
}

}  // namespace gatelab
