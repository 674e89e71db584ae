// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/form/field_row.cpp and ui/form/line_field.cpp.
#include "common/field_text.h"
#include "config/field_use.h"
#include "form/field_form.h"
#include "form/field_row.h"
#include "form/line_field.h"
#include "runs/experiment_model.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace gatelab;

namespace {

std::vector<FieldGroup> allGroups() {
    std::vector<FieldGroup> groups;
    for (const Field& field : fields())
        if (std::find(groups.begin(), groups.end(), field.group) == groups.end()) groups.push_back(field.group);
    return groups;
}

/// Another valid value for a field: what a person could set.
FieldValue otherValue(const Field& field) {
    const FieldValue value = defaultValue(field);
    if (const bool* on = std::get_if<bool>(&value)) return !*on;
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole + 1) <= field.range.high ? *whole + 1 : *whole - 1;
    if (const auto* real = std::get_if<double>(&value)) {
        const double half = *real == 0 ? 0.25 : *real / 2;
        return half >= field.range.low && half <= field.range.high ? half : *real * 2;
    }
    if (!field.choices.empty())
        return std::string(field.choices.back().key == std::get<std::string>(value) ? field.choices.front().key
                                                                                    : field.choices.back().key);
    if (std::string_view(field.key) == "resample_by") return std::string("last");
    if (std::holds_alternative<std::string>(value))
        return std::string(std::string_view(field.key) == "split" ? "70%/15%/15%" : "text");
    return std::vector<std::string>{"0.2", "0.8"};
}

QLineEdit* lineOf(FieldForm& form, const char* key) {
    auto* row = form.row(key);
    return row ? row->findChild<QLineEdit*>() : nullptr;
}

void retype(QLineEdit* line, const QString& text) {
    line->selectAll();
    QTest::keyClicks(line, text);
}

}  // namespace

class TestFieldForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        theme_ = std::make_unique<Theme>();
        experiment_ = std::make_unique<ExperimentModel>();
        form_ = std::make_unique<FieldForm>(*experiment_, *theme_, allGroups());
        form_->setLevel(FieldLevel::Expert);
        form_->resize(360, 3000);
        form_->show();
    }
    void init() {
        experiment_->replace(ExperimentConfig(), QStringLiteral("start"));
        form_->setLevel(FieldLevel::Expert);
    }
    void cleanupTestCase() {
        form_.reset();
        experiment_.reset();
        theme_.reset();
    }

    void everyFieldHasOneRow() { QCOMPARE(form_->fieldCount(), static_cast<int>(fields().size())); }

    void valuesOfTheModelAreShownAndReadBack_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < fields().size(); ++i) QTest::newRow(fields()[i].key) << static_cast<int>(i);
    }
    void valuesOfTheModelAreShownAndReadBack() {
        QFETCH(int, index);
        const Field& field = fields()[static_cast<std::size_t>(index)];
        const FieldValue wanted = otherValue(field);
        experiment_->set(field.key, wanted);
        QVERIFY(fieldValue(experiment_->config(), field) == wanted);
        FieldRow* row = form_->row(field.key);
        if (auto* box = row->findChild<QCheckBox*>())
            QCOMPARE(box->isChecked(), std::get<bool>(wanted));
        else if (auto* line = row->findChild<QLineEdit*>(); line && field.choices.empty())
            QCOMPARE(readTyped(field, line->text()).value, std::optional(wanted));
        else if (auto* combo = row->findChild<QComboBox*>())
            QCOMPARE(combo->currentText(), displayValue(field, wanted));
        experiment_->undoStack().undo();
        QVERIFY(fieldValue(experiment_->config(), field) == defaultValue(field));
        if (auto* line = row->findChild<QLineEdit*>(); line && field.choices.empty())
            QCOMPARE(line->text(), editableText(defaultValue(field)));
    }

    void typingReachesTheModelAndKeepsTheSpelling() {
        QLineEdit* line = lineOf(*form_, "learning_rate");
        retype(line, QStringLiteral("3e-4"));
        QCOMPARE(experiment_->config().learningRate, 3e-4);
        QCOMPARE(line->text(), QStringLiteral("3e-4"));
        retype(line, QStringLiteral("0.00030"));
        QCOMPARE(experiment_->config().learningRate, 3e-4);
        QCOMPARE(line->text(), QStringLiteral("0.00030"));
    }

    // 99999999 is out of range from its fifth digit on; 9999 is not what was meant.
    void whatCannotBeIsNotHalfTaken() {
        FieldRow* row = form_->row("hidden_size");
        auto* line = row->findChild<QLineEdit*>();
        const auto unread = [&] {
            const auto& all = experiment_->findings();
            return std::any_of(all.begin(), all.end(), [](const ConfigFinding& f) {
                return f.key == "hidden_size" && f.severity == Severity::Error;
            });
        };
        retype(line, QStringLiteral("99999999"));
        QVERIFY(row->hasProblem());
        QCOMPARE(experiment_->config().hiddenSize, ExperimentConfig().hiddenSize);
        QVERIFY(unread());  // nothing starts with another number than is seen
        {
            FieldForm other(*experiment_, *theme_, allGroups());
            retype(other.row("hidden_size")->findChild<QLineEdit*>(), QStringLiteral("0"));
        }
        retype(line, QStringLiteral("48"));
        QVERIFY(!unread());
        QTest::keyClick(line, Qt::Key_Return);
        retype(line, QStringLiteral("99999999"));
        QCOMPARE(experiment_->config().hiddenSize, std::int64_t{48});
    }

    // A setting that changes a run while it goes on takes effect with Enter only.
    void aFieldThatWaitsForEnterForgetsWhatWasLeft() {
        const Field& field = *findField("learning_rate");
        QWidget window;
        LineField rate(field, *theme_, &window);
        QLineEdit other(&window);
        rate.setCommitOnEnter(true);
        window.show();
        window.activateWindow();
        QSignalSpy edited(&rate, &LineField::edited);
        auto* line = rate.findChild<QLineEdit*>();
        line->setFocus();
        QTRY_VERIFY(line->hasFocus());
        retype(line, QStringLiteral("0.5"));
        other.setFocus();
        QTRY_COMPARE(line->text(), editableText(defaultValue(field)));
        QCOMPARE(edited.count(), 0);
        line->setFocus();
        retype(line, QStringLiteral("0.5"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(edited.count(), 1);
        other.setFocus();
        QCOMPARE(line->text(), QStringLiteral("0.5"));
    }

    void textThatCannotBeReadIsExplainedAndLeavesTheModelAlone_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("no number") << "learning_rate"
                                   << "fast";
        QTest::newRow("nothing") << "hidden_size"
                                 << "";
        QTest::newRow("no whole number") << "hidden_size"
                                         << "12.5";
        QTest::newRow("too small") << "hidden_size"
                                   << "0";
        QTest::newRow("too large for its type") << "hidden_size"
                                                << "99999999999999999999999";
        QTest::newRow("not finite") << "learning_rate"
                                    << "nan";
        QTest::newRow("infinite") << "learning_rate"
                                  << "inf";
        QTest::newRow("comma for point") << "learning_rate"
                                         << "0,5";
    }
    void textThatCannotBeReadIsExplainedAndLeavesTheModelAlone() {
        QFETCH(QString, key);
        QFETCH(QString, text);
        const ExperimentConfig before = experiment_->config();
        FieldRow* row = form_->row(key.toStdString());
        auto* line = row->findChild<QLineEdit*>();
        line->selectAll();
        if (text.isEmpty()) QTest::keyClick(line, Qt::Key_Backspace);
        QApplication::clipboard()->setText(text);
        line->paste();
        QCOMPARE(line->text(), text);
        QVERIFY(row->hasProblem());
        QVERIFY(!row->message().isEmpty());
        QVERIFY(line->property("invalid").toBool());
        QVERIFY(experiment_->config() == before);
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!row->hasProblem());
        QCOMPARE(line->text(), editableText(fieldValue(before, row->field())));
    }

    void theSmallButtonBringsTheDefaultBack() {
        FieldRow* row = form_->row("epochs");
        auto* button = row->findChild<QToolButton*>();
        QVERIFY(button->isHidden());
        experiment_->set("epochs", FieldValue(std::int64_t{77}));
        QVERIFY(!button->isHidden());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(experiment_->config().epochs, ExperimentConfig().epochs);
        QCOMPARE(row->findChild<QLineEdit*>()->text(), QString::number(ExperimentConfig().epochs));
        QVERIFY(button->isHidden());
        experiment_->undoStack().undo();
        QCOMPARE(experiment_->config().epochs, std::int64_t{77});
    }

    void arrowsChangeNumbers() {
        QLineEdit* line = lineOf(*form_, "hidden_size");
        QTest::keyClick(line, Qt::Key_Up);
        QCOMPARE(experiment_->config().hiddenSize, ExperimentConfig().hiddenSize + 1);
        QTest::keyClick(line, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(experiment_->config().hiddenSize, ExperimentConfig().hiddenSize - 9);
        QLineEdit* rate = lineOf(*form_, "learning_rate");
        QTest::keyClick(rate, Qt::Key_Down);
        QCOMPARE(experiment_->config().learningRate, 5e-4);
        QTest::keyClick(rate, Qt::Key_Up);
        QTest::keyClick(rate, Qt::Key_Up);
        QCOMPARE(experiment_->config().learningRate, 2e-3);
    }

    void levelAndSearchChooseTheRows() {
        form_->setLevel(FieldLevel::Basic);
        QVERIFY(!form_->row("hidden_size")->isHidden());
        QVERIFY(form_->row("beta1")->isHidden());
        form_->setSearch(QStringLiteral("beta adam"));
        QVERIFY(!form_->row("beta1")->isHidden());
        QVERIFY(form_->row("hidden_size")->isHidden());
        form_->setSearch({});
        QVERIFY(form_->row("beta1")->isHidden());
    }

    void hiddenFieldsWithAnErrorAreShown() {
        form_->setLevel(FieldLevel::Basic);
        QVERIFY(form_->row("quantiles")->isHidden());
        form_->row("quantiles")->setFinding(Severity::Error, QStringLiteral("wrong"));
        form_->setSearch({});
        QVERIFY(!form_->row("quantiles")->isHidden());
        form_->row("quantiles")->setFinding(Severity::Info, {});
    }

    void fieldsWithoutEffectAreGreyedWithTheReason() {
        FieldRow* peephole = form_->row("peephole");
        QVERIFY(peephole->message().isEmpty());
        experiment_->set("cell", FieldValue(std::string("gru")));
        QVERIFY(!peephole->message().isEmpty());
        QVERIFY(!peephole->control().isEnabled());
        experiment_->undoStack().undo();
        QVERIFY(peephole->control().isEnabled());
    }

    void conditionsNameFieldsThatExist() {
        for (const char* key : conditionalFields()) QVERIFY2(findField(key), key);
    }

    void optionsOfListsAreTicked() {
        form_->setOptions("inputs", {{QStringLiteral("a"), QStringLiteral("a")},
                                     {QStringLiteral("b"), QStringLiteral("b")},
                                     {QStringLiteral("c"), QStringLiteral("c")}});
        auto* button = form_->row("inputs")->findChild<QPushButton*>();
        QVERIFY(button && !button->isHidden());
        Q_EMIT button->menu()->aboutToShow();
        button->menu()->actions().last()->trigger();
        button->menu()->actions()[2]->trigger();
        QCOMPARE(experiment_->config().inputs, (std::vector<std::string>{"a", "c"}));
        button->menu()->actions().first()->trigger();
        QVERIFY(experiment_->config().inputs.empty());
        form_->setOptions("inputs", {});
    }

    void valuesOfAnotherMachineStayVisible() {
        form_->setOptions("device", {{QStringLiteral("auto"), QStringLiteral("best device")},
                                     {QStringLiteral("cpu"), QStringLiteral("processor")}});
        experiment_->set("device", FieldValue(std::string("cuda:3")));
        auto* combo = form_->row("device")->findChild<QComboBox*>();
        QCOMPARE(combo->currentText(), QStringLiteral("cuda:3"));
    }

    void liveFieldsWaitForEnter() {
        FieldRow row(*findField("learning_rate"), *theme_);
        row.control().setCommitOnEnter(true);
        row.show(FieldValue(1e-3));
        QSignalSpy spy(&row, &FieldRow::edited);
        auto* line = row.findChild<QLineEdit*>();
        retype(line, QStringLiteral("3e-4"));
        QCOMPARE(spy.count(), 0);
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(spy.count(), 1);
    }

    void everyControlHasANameForScreenReaders() {
        for (const Field& field : fields()) {
            FieldWidget& control = form_->row(field.key)->control();
            QWidget* target = control.focusProxy() ? control.focusProxy() : &control;
            QVERIFY2(!target->accessibleName().isEmpty(), field.key);
        }
    }

private:
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<ExperimentModel> experiment_;
    std::unique_ptr<FieldForm> form_;
};

QTEST_MAIN(TestFieldForm)
#include "tst_field_form.moc"
