// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/page_list.h"

#include "pages/compare/compare_page.h"
#include "pages/data/data_page.h"
#include "pages/import/import_page.h"
#include "pages/learn/learn_page.h"
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

/// With the lessons, which need more of the program than the views of a network.
Page* makeLearnPage(const MainWindow::Parts& p, QWidget* parent) {
    auto* page = new LearnPage(p.theme, p.runs, p.queue, p.board, parent);
    page->addView(QStringLiteral("lessons"), LearnPage::tr("Lessons"), QStringLiteral("book"),
                  LearnPage::tr("Short experiments with a question, your prediction and what happens"),
                  new LessonsView(p.theme, p.runs, p.experiment, p.preferences, p.language));
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
