// SPDX-License-Identifier: GPL-3.0-or-later
#include "page_list.h"

#include "pages/compare_page.h"
#include "pages/data_page.h"
#include "pages/import_page.h"
#include "pages/model_page.h"
#include "pages/start_page.h"
#include "pages/train_page.h"

namespace gatelab {

std::vector<PageEntry> makePages(const MainWindow::Parts& parts, QWidget* parent) {
    auto& [theme, language, preferences, experiment, runs, queue, device] = parts;
    return {
        {QStringLiteral("start"), new StartPage(theme, experiment, runs, language, preferences, device, parent)},
        {QStringLiteral("import"), new ImportPage(theme, experiment, runs, parent)},
        {QStringLiteral("data"), new DataPage(theme, experiment, runs, parent)},
        {QStringLiteral("model"), new ModelPage(theme, experiment, runs, device, parent)},
        {QStringLiteral("train"), new TrainPage(theme, experiment, runs, preferences, parent)},
        {QStringLiteral("compare"), new ComparePage(theme, experiment, runs, queue, preferences, parent)},
    };
}

}  // namespace gatelab
