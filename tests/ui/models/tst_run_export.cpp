// SPDX-License-Identifier: GPL-3.0-or-later
// The runs table as a file: the rows and columns as they stand there, with all digits; and the star that it shows
// before a name.
#include "common/texts.h"
#include "models/run_export.h"
#include "models/run_table_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"

#include <QImage>
#include <QTest>

#include <cmath>
#include <memory>

using namespace gatelab;
using gatelab::test::FakeWorkspace;

namespace {

std::vector<RunSummary> threeRuns() {
    std::vector<RunSummary> runs(3);
    const char* const names[] = {"a, first", "b|second", "c"};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].id = std::string("run-") + static_cast<char>('a' + i);
        runs[i].name = names[i];
        runs[i].state = RunState::Finished;
        runs[i].bestEpoch = 3;
        runs[i].bestValidation = 0.1234567890123 + static_cast<double>(i);
        runs[i].seconds = 4000.5;
        runs[i].config.edit().seed = static_cast<std::int64_t>(i + 1);
    }
    runs[2].bestEpoch = -1;  // has no value
    return runs;
}

QStringList lines(const std::string& text) { return fromUtf8(text).split('\n', Qt::SkipEmptyParts); }

}  // namespace

class TestRunExport : public QObject {
    Q_OBJECT
    Theme theme_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<RunTableModel> model_;

private Q_SLOTS:
    void init() {
        model_.reset();
        runs_ = std::make_unique<RunController>();
        runs_->setWorkspace(std::make_shared<FakeWorkspace>(threeRuns()));
        QTRY_COMPARE(runs_->runs().size(), std::size_t{3});
        model_ = std::make_unique<RunTableModel>(theme_, *runs_);
        model_->setShownColumns({"name", "best_validation", "time", "seed"});
        QTRY_COMPARE(model_->rowCount(), 3);
    }

    void csvHasAllDigitsAndUnits() {
        model_->sort(0, Qt::AscendingOrder);
        const QStringList text = lines(runsCsv(*model_, {0, 1, 2}));
        QCOMPARE(text.size(), 4);
        QCOMPARE(text[0], QStringLiteral("Run,Best validation,\"Time, s\",id"));
        QCOMPARE(text[1], QStringLiteral("\"a, first\",0.1234567890123,4000.5,run-a"));
        QCOMPARE(text[3], QStringLiteral("c,,4000.5,run-c"));
    }

    void filterOrderAndPlacesAreThoseOfTheTable() {
        model_->setFilter(QStringLiteral("seed < 3"), true);
        model_->sort(0, Qt::DescendingOrder);
        const QStringList text = lines(runsCsv(*model_, {3, 0}));
        QCOMPARE(text, QStringList({QStringLiteral("Seed,Run,id"), QStringLiteral("2,b|second,run-b"),
                                    QStringLiteral("1,\"a, first\",run-a")}));
    }

    void groupsAreRows() {
        model_->setGroup(RunTableModel::kBySettings);
        const QStringList text = lines(runsCsv(*model_, {1, 3}));
        QCOMPARE(text.size(), 2);
        QVERIFY2(text[0].contains(QStringLiteral("mean")), qPrintable(text[0]));
        QVERIFY2(text[1].endsWith(','), qPrintable(text[1]));  // a group has no id
        const double mean = text[1].section(',', 0, 0).toDouble();
        QVERIFY2(std::abs(mean - 0.6234567890123) < 1e-12, qPrintable(text[1]));
    }

    void markdownIsWhatPeopleRead() {
        model_->sort(0, Qt::AscendingOrder);
        const QStringList text = lines(runsMarkdown(*model_, {0, 1}));
        QCOMPARE(text.size(), 5);
        QCOMPARE(text[1], QStringLiteral("|---|---:|---|"));
        QVERIFY2(text[3].startsWith(QStringLiteral("| b\\|second |")), qPrintable(text[3]));
        QVERIFY2(text[3].endsWith(QStringLiteral("| run-b |")), qPrintable(text[3]));
        model_->setShownColumns({"name", "started", "seed"});
        QCOMPARE(lines(runsMarkdown(*model_, {0, 1, 2}))[1], QStringLiteral("|---|---|---:|---|"));
    }

    void aStarStandsBeforeTheName() {
        const auto mark = [this](int row) { return model_->index(row, 0).data(Qt::DecorationRole).value<QPixmap>(); };
        const int plain = mark(0).width();
        std::vector<RunSummary> edited{*runs_->findRun(model_->idAt(0))};
        edited.front().starred = true;
        runs_->edit(edited);
        QTRY_VERIFY(mark(0).width() > plain);
        QCOMPARE(mark(1).width(), mark(0).width());  // names stand in line
        QVERIFY(mark(0).toImage().copy(plain, 0, mark(0).width() - plain, mark(0).height()) !=
                mark(1).toImage().copy(plain, 0, mark(0).width() - plain, mark(0).height()));
        QCOMPARE(model_->index(0, 0).data(Qt::AccessibleDescriptionRole).toString(), QStringLiteral("starred"));
    }
};

QTEST_MAIN(TestRunExport)
#include "tst_run_export.moc"
