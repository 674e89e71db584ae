// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is done on the Data page, undo brings back the settings and the values that were there first.
#include "charts/series/series_plot.h"
#include "charts/series/series_view.h"
#include "common/background_job.h"
#include "config/config_io.h"
#include "io/hash.h"
#include "models/recipe_model.h"
#include "pages/data/data_inspector.h"
#include "support/whole_program.h"

#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// 400 hours, two of them in the wrong order: a with a gap, c constant, words, a copy of the target, and it.
QString writeTable(const QString& folder) {
    QFile file(folder + QStringLiteral("/table.csv"));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write("date,a,c,weather,copy,b\n");
    const QDateTime start(QDate(2016, 7, 1), QTime(0, 0), Qt::UTC);
    for (int row = 0; row < 400; ++row) {
        const int hour = row == 50 ? 51 : row == 51 ? 50 : row;
        const double wave = std::round(1e6 * (std::sin(0.26 * hour) + 0.3 * std::sin(1.7 * hour))) / 1e6;
        QByteArrayList cells{start.addSecs(3600 * hour).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")).toUtf8(),
                             row < 100 || row > 102 ? QByteArray::number(std::cos(0.26 * hour), 'f', 6) : QByteArray(),
                             "7",
                             row % 3 == 0   ? "rain"
                             : row % 3 == 1 ? "sun"
                                            : "fog",
                             QByteArray::number(32 + 2 * wave, 'f', 6),
                             QByteArray::number(wave, 'f', 6)};
        file.write(cells.join(',') + "\n");
    }
    return file.fileName();
}

/// Another value that may stand there; the same where none is at hand.
FieldValue otherValue(const ExperimentConfig& config, const Field& field) {
    FieldValue value = fieldValue(config, field);
    if (auto* on = std::get_if<bool>(&value)) *on = !*on;
    if (auto* count = std::get_if<std::int64_t>(&value)) *count += 1;
    if (auto* real = std::get_if<double>(&value)) *real += *real > 0.5 ? -0.25 : 0.25;
    if (auto* text = std::get_if<std::string>(&value))
        for (const Choice& choice : field.choices)
            if (*text != choice.key) {
                *text = choice.key;
                break;
            }
    return value;
}

}  // namespace

class TestDataUndo : public QObject {
    Q_OBJECT

    using Act = std::pair<QString, std::function<void()>>;

    /// Every setting that the page shows, each to another value.
    static std::vector<Act> settings(ExperimentModel& experiment) {
        std::vector<Act> acts;
        for (const Field& field : fields()) {
            if (field.group < FieldGroup::Import || field.group > FieldGroup::Augmentation) continue;
            if (otherValue(experiment.config(), field) == fieldValue(experiment.config(), field)) continue;
            acts.emplace_back(QString::fromLatin1(field.key), [&experiment, &field] {
                experiment.set(field.key, otherValue(experiment.config(), field));
            });
        }
        acts.emplace_back(QStringLiteral("resample"), [&] { experiment.set("resample", std::string("2h")); });
        acts.emplace_back(QStringLiteral("no time"), [&] { experiment.set("time_column", std::string("none")); });
        acts.emplace_back(QStringLiteral("missing"),
                          [&] { experiment.set("csv_missing", std::vector<std::string>{"7"}); });
        return acts;
    }

    static std::vector<Act> steps(RecipeModel& recipe) {
        return {
            {QStringLiteral("add"), [&] { recipe.add(QStringLiteral("detrend")); }},
            {QStringLiteral("known ahead"), [&] { recipe.add(QStringLiteral("known")); }},
            {QStringLiteral("move"), [&] { recipe.moveRows({}, 0, 1, {}, 2); }},
            {QStringLiteral("switch off"), [&] { recipe.setData(recipe.index(0), Qt::Unchecked, Qt::CheckStateRole); }},
            {QStringLiteral("parameter"),
             [&] { recipe.setParameter(0, QStringLiteral("method"), QStringLiteral("hold")); }},
            {QStringLiteral("remove"), [&] { recipe.remove(1); }}};
    }

    /// What a button beside a finding does; those that only lead elsewhere are none.
    static std::vector<QPushButton*> remedies(const QWidget& window) {
        std::vector<QPushButton*> all;
        for (QPushButton* button : window.findChild<DataInspector*>()->findChildren<QPushButton*>())
            if (qobject_cast<FindingList*>(button->parentWidget()->parentWidget()) && !button->isHidden() &&
                button->text() != QStringLiteral("Show") && button->text() != QStringLiteral("Shapes") &&
                button->text() != QStringLiteral("Import settings"))
                all.push_back(button);
        return all;
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void everyActionIsTakenBack() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        auto& experiment = program.experiment;
        program.window->showPage(QStringLiteral("data"));
        auto* page = program.window->page(QStringLiteral("data"));
        auto& plot = *page->findChild<SeriesPlot*>();
        auto& view = *page->findChild<SeriesView*>();
        const auto isReady = [&] {
            return !experiment.loading() && !experiment.preparing() &&
                   (!experiment.dataset() || view.series());  // drawn anew
        };
        experiment.openFile(writeTable(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && experiment.prepared(), kPatience);
        experiment.set("recipe", std::vector<std::string>{"fill(method=linear)", "standardise"});
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && experiment.prepared(), kPatience);
        const auto state = [&] {
            std::string text = configToJson(experiment.config());
            if (experiment.dataset())
                for (const Channel& channel : experiment.dataset()->series->channels)
                    for (const double value : channel.values) text += std::to_string(value) + " ";
            return sha256(text);
        };
        RecipeModel recipe(experiment);
        std::vector<Act> acts = settings(experiment);
        std::ranges::move(steps(recipe), std::back_inserter(acts));
        acts.emplace_back(QStringLiteral("border"), [&] { view.moveBorder(0, 200), view.dropBorder(); });
        acts.emplace_back(QStringLiteral("target"), [&] { Q_EMIT plot.targetAsked(0, false); });
        acts.emplace_back(QStringLiteral("inputs"), [&] {
            const auto& inputs = experiment.config().inputs;
            const bool isIn = inputs.empty() || std::ranges::find(inputs, "a") != inputs.end();
            Q_EMIT plot.inputAsked(0, !isIn);
        });
        acts.emplace_back(QStringLiteral("reset"), [&] { experiment.takePlan(); });
        acts.emplace_back(QStringLiteral("together"), [&] { experiment.set("csv_shape", std::string("together")); });
        for (std::size_t line = 0; line < experiment.plan(NAN).size(); ++line)
            if (!experiment.plan(NAN)[line].other.settings.empty())
                acts.emplace_back(QStringLiteral("plan %1").arg(line), [&experiment, line] {
                    const auto plan = experiment.plan(NAN);
                    experiment.takeOption(plan[line], plan[line].other);
                });
        const auto offers = [&](const QString& word) {
            return std::ranges::any_of(remedies(*program.window),
                                       [&](const QPushButton* button) { return button->text() == word; });
        };
        for (const char* word : {"Sort", "Leave out"})
            QTRY_VERIFY2_WITH_TIMEOUT(offers(QString::fromLatin1(word)), word, kPatience);
        QStringList words;
        for (const QPushButton* button : remedies(*program.window)) {
            words << button->text();
            const auto at = static_cast<std::size_t>(words.size()) - 1;
            // What a column of words is read as is a list; what is so now changes nothing.
            for (qsizetype choice = 0; button->menu() && choice < button->menu()->actions().size(); ++choice)
                if (!button->menu()->actions()[choice]->isChecked())
                    acts.emplace_back(button->menu()->actions()[choice]->text(), [&, at, choice] {
                        const auto buttons = remedies(*program.window);
                        if (at < buttons.size()) buttons[at]->menu()->actions()[choice]->trigger();
                    });
            if (!button->menu())
                acts.emplace_back(button->text(), [&, at] {
                    const auto buttons = remedies(*program.window);
                    if (at < buttons.size()) buttons[at]->click();
                });
        }
        const std::string first = state();
        QStringList idle;
        for (const auto& [name, act] : acts) {
            const int before = experiment.undoStack().index();
            act();
            QTRY_VERIFY2_WITH_TIMEOUT(isReady(), qPrintable(name), kPatience);
            if (experiment.undoStack().index() == before) idle << name;
            while (experiment.undoStack().index() > before) {
                experiment.undoStack().undo();
                QTRY_VERIFY2_WITH_TIMEOUT(isReady(), qPrintable(name), kPatience);
            }
            QVERIFY2(state() == first, qPrintable(name));
        }
        // Options of the plan that hold already
        QVERIFY2(std::ranges::all_of(idle, [](const QString& name) { return name.startsWith(QStringLiteral("plan")); }),
                 qPrintable(idle.join(QLatin1Char('\n'))));
    }
};

QTEST_MAIN(TestDataUndo)
#include "tst_data_undo.moc"
