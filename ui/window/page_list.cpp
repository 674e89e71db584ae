// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/page_list.h"

#include "common/language.h"
#include "pages/compare/compare_page.h"
#include "pages/data/data_page.h"
#include "pages/import/import_page.h"
#include "pages/learn/belt/belt_view.h"
#include "pages/learn/learn_page.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lessons_view.h"
#include "pages/model/model_page.h"
#include "pages/start/start_page.h"
#include "pages/train/train_page.h"
#include "window/window_commands.h"
#include "window/window_menus.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

/// With the lessons and the belt, which need more of the program than the views of a network; the belt is seen first.
Page* makeLearnPage(const MainWindow::Parts& p, QWidget* parent) {
    auto* lessons = new LessonsView(p.theme, p.runs, p.experiment, p.preferences, p.language);
    const QString name = QStringLiteral("belt");
    const std::vector<LearnPage::View> first = {
        {QStringLiteral("lessons"), LearnPage::tr("Lessons"), QStringLiteral("book"),
         LearnPage::tr("Short experiments with a question, your prediction and what happens"), lessons, true},
        {name, LearnPage::tr("Belt"), QStringLiteral("drag"),
         LearnPage::tr("A small network that reads without end, with valves to drag"),
         new BeltView(
             p.theme, p.preferences, p.experiment, p.language.code(), lessons->session().shelf().lessons,
             [&session = lessons->session()](const std::string& key) { return session.progressOf(key).isDone; }),
         true}};
    auto* page = new LearnPage(p.theme, p.runs, p.queue, p.board, first, parent);
    page->showPlace({{}, name});
    return page;
}

constexpr PageRow kRows[] = {
    {"start", nullptr, "", "", "", "",
     [](const MainWindow::Parts& p, QWidget* parent) -> Page* {
         return new StartPage(p.theme, p.experiment, p.runs, p.language, p.preferences, p.device, parent);
     }},
    {"import", nullptr, "", "", "", "data",
     [](const MainWindow::Parts& p, QWidget* parent) -> Page* {
         return new ImportPage(p.theme, p.experiment, p.runs, parent);
     }},
    {"data", [] { return DataPage::tr("Data"); }, QT_TRANSLATE_NOOP("WindowActions", "&Data"), "Ctrl+1",
     "dataset series plot distribution", "data",
     [](const MainWindow::Parts& p, QWidget* parent) -> Page* {
         return new DataPage(p.theme, p.experiment, p.runs, p.board, parent);
     }},
    {"model", [] { return ModelPage::tr("Model"); }, QT_TRANSLATE_NOOP("WindowActions", "&Model"), "Ctrl+2",
     "architecture network settings hyperparameters summary", "model",
     [](const MainWindow::Parts& p, QWidget* parent) -> Page* {
         return new ModelPage(p.theme, p.experiment, p.runs, p.queue, p.device, p.board, parent);
     }},
    {"train", [] { return TrainPage::tr("Train"); }, QT_TRANSLATE_NOOP("WindowActions", "&Train"), "Ctrl+3",
     "charts curves plot smoothing log scale zoom screenshot picture png svg pdf csv tensorboard dashboard monitor",
     "train",
     [](const MainWindow::Parts& p, QWidget* parent) -> Page* {
         return new TrainPage(p.theme, p.experiment, p.runs, p.queue, p.board, p.preferences, parent);
     }},
    {"compare",
     [] { return ComparePage::tr("Compare"); },
     QT_TRANSLATE_NOOP("WindowActions", "&Compare"),
     "Ctrl+4",
     "runs table curves tensorboard csv leaderboard ranking significance test columns at a step",
     "compare",
     [](const MainWindow::Parts& p, QWidget* parent) -> Page* {
         return new ComparePage(p.theme, p.experiment, p.runs, p.queue, p.lab, p.board, p.preferences, parent);
     },
     {"compare-as", "view", "", "", "", "", nullptr, nullptr,
      [](WindowCommands& window) { return window.menus().compare(); }}},
    {"learn", [] { return LearnPage::tr("Learn"); }, QT_TRANSLATE_NOOP("WindowActions", "Lea&rn"), "Ctrl+0",
     "gates microscope gradient vanishing exploding memory hidden state cell units ablation lstm gru heat map "
     "activations",
     "learn", makeLearnPage},
};

}  // namespace

std::span<const PageRow> pageRows() { return kRows; }

int pageIndex(const QString& key) {
    const auto row = std::ranges::find_if(kRows, [&](const PageRow& one) { return key == QLatin1String(one.key); });
    return row == std::end(kRows) ? -1 : static_cast<int>(row - std::begin(kRows));
}

}  // namespace gatelab
