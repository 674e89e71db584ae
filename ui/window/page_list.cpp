// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/page_list.h"

#include "pages/compare/compare_page.h"
#include "pages/data/data_page.h"
#include "pages/import/import_page.h"
#include "pages/learn/learn_page.h"
#include "pages/learn/lessons_view.h"
#include "pages/model/model_page.h"
#include "pages/start/start_page.h"
#include "pages/train/train_page.h"

namespace gatelab {

namespace {

/// With the lessons, which need more of the program than the views of a network.
Page* makeLearnPage(const MainWindow::Parts& p, QWidget* parent) {
    auto* page = new LearnPage(p.theme, p.runs, p.queue, parent);
    auto* lessons = new LessonsView(p.theme, p.runs, p.experiment, p.preferences, p.language);
    page->addView(QStringLiteral("lessons"), LearnPage::tr("Lessons"), QStringLiteral("book"),
                  LearnPage::tr("Short experiments with a question, your prediction and what happens"), lessons,
                  lessons->list(), LearnPage::tr("Lessons"));
    QObject::connect(page, &LearnPage::viewAsked, lessons, [lessons](const QString& view, const QString& what) {
        if (view == QLatin1String("lessons")) lessons->openLesson(what);
    });
    QObject::connect(lessons, &LessonsView::placeAsked, page, &LearnPage::openPlace);
    QObject::connect(lessons, &LessonsView::pageAsked, page,
                     [page](const QString& key) { Q_EMIT page->pageRequested(key); });
    QObject::connect(lessons, &LessonsView::problem, page, &Page::problem);
    QObject::connect(lessons, &LessonsView::done, page, &Page::done);
    return page;
}

}  // namespace

std::vector<PageEntry> pageEntries(const MainWindow::Parts& parts) {
    const auto& p = parts;
    return {
        {QStringLiteral("start"),
         {},
         [&p](QWidget* parent) {
             return new StartPage(p.theme, p.experiment, p.runs, p.language, p.preferences, p.device, parent);
         }},
        {QStringLiteral("import"),
         {},
         [&p](QWidget* parent) { return new ImportPage(p.theme, p.experiment, p.runs, parent); }},
        {QStringLiteral("data"), DataPage::tr("Data"),
         [&p](QWidget* parent) { return new DataPage(p.theme, p.experiment, p.runs, parent); }},
        {QStringLiteral("model"), ModelPage::tr("Model"),
         [&p](QWidget* parent) { return new ModelPage(p.theme, p.experiment, p.runs, p.queue, p.device, parent); }},
        {QStringLiteral("train"), TrainPage::tr("Train"),
         [&p](QWidget* parent) {
             return new TrainPage(p.theme, p.experiment, p.runs, p.queue, p.preferences, parent);
         }},
        {QStringLiteral("compare"), ComparePage::tr("Compare"),
         [&p](QWidget* parent) {
             return new ComparePage(p.theme, p.experiment, p.runs, p.queue, p.lab, p.study, p.preferences, parent);
         }},
        {QStringLiteral("learn"), LearnPage::tr("Learn"), [&p](QWidget* parent) { return makeLearnPage(p, parent); }},
    };
}

}  // namespace gatelab
