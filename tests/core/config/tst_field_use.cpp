// SPDX-License-Identifier: GPL-3.0-or-later
// Settings without effect: which ones, when they are told, and what PyTorch users have to know of RMSprop.
#include "config/config_check.h"
#include "config/field_use.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;

class TestFieldUse : public QObject {
    Q_OBJECT

    static ExperimentConfig with(const QStringList& settings) {
        ExperimentConfig config;
        for (const QString& setting : settings) {
            const Field* field = findField(setting.section('=', 0, 0).toStdString());
            const auto value = parseFieldValue(*field, setting.section('=', 1).toStdString());
            if (!value.ok() || !setFieldValue(config, *field, *value).ok()) qFatal("%s", qPrintable(setting));
        }
        return config;
    }
    static const ConfigFinding* findingAt(const std::vector<ConfigFinding>& findings, const QString& key) {
        const auto found = std::ranges::find(findings, key.toStdString(), &ConfigFinding::key);
        return found == findings.end() ? nullptr : &*found;
    }

private Q_SLOTS:
    void conditionsNameFieldsThatExist() {
        for (const char* key : conditionalFields()) QVERIFY2(findField(key), key);
    }

    void aChoiceWithoutEffectIsTold_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("without");
        QTest::addColumn<QStringList>("with_");
        QTest::newRow("momentum") << "momentum" << QStringList{"momentum=0.5"}
                                  << QStringList{"momentum=0.5", "optimiser=sgd"};
        QTest::newRow("Nesterov") << "nesterov" << QStringList{"nesterov=true"}
                                  << QStringList{"nesterov=true", "optimiser=sgd"};
        QTest::newRow("Nesterov, no momentum")
            << "nesterov" << QStringList{"nesterov=true", "optimiser=sgd", "momentum=0"}
            << QStringList{"nesterov=true", "optimiser=sgd"};
        QTest::newRow("dampening") << "dampening" << QStringList{"dampening=0.1", "optimiser=sgd", "momentum=0"}
                                   << QStringList{"dampening=0.1", "optimiser=sgd"};
        QTest::newRow("AMSGrad") << "amsgrad" << QStringList{"amsgrad=true", "optimiser=nadam"}
                                 << QStringList{"amsgrad=true", "optimiser=adamw"};
        QTest::newRow("centred") << "centered" << QStringList{"centered=true"}
                                 << QStringList{"centered=true", "optimiser=rmsprop"};
        QTest::newRow("momentum decay") << "momentum_decay" << QStringList{"momentum_decay=0.01"}
                                        << QStringList{"momentum_decay=0.01", "optimiser=nadam"};
        QTest::newRow("rate decay") << "lr_decay" << QStringList{"lr_decay=0.01"}
                                    << QStringList{"lr_decay=0.01", "optimiser=adagrad"};
        QTest::newRow("first sum") << "initial_accumulator_value" << QStringList{"initial_accumulator_value=1"}
                                   << QStringList{"initial_accumulator_value=1", "optimiser=adagrad"};
        QTest::newRow("decoupled, AdamW")
            << "decoupled_weight_decay" << QStringList{"decoupled_weight_decay=true", "optimiser=adamw"}
            << QStringList{"decoupled_weight_decay=true"};
        QTest::newRow("decoupled, SGD") << "decoupled_weight_decay"
                                        << QStringList{"decoupled_weight_decay=true", "optimiser=sgd"}
                                        << QStringList{"decoupled_weight_decay=true", "optimiser=nadam"};
        QTest::newRow("dropout") << "dropout" << QStringList{"dropout=0.2"} << QStringList{"dropout=0.2", "layers=2"};
        QTest::newRow("forget bias") << "forget_bias" << QStringList{"forget_bias=1", "cell=gru"}
                                     << QStringList{"forget_bias=1"};
        QTest::newRow("forget bias, chrono")
            << "forget_bias" << QStringList{"forget_bias=1", "chrono_max=50"} << QStringList{"forget_bias=1"};
        QTest::newRow("chrono") << "chrono_max" << QStringList{"chrono_max=50", "cell=rnn-tanh"}
                                << QStringList{"chrono_max=50", "cell=gru"};
        QTest::newRow("linear path") << "linear_path" << QStringList{"linear_path=true", "task=regression"}
                                     << QStringList{"linear_path=true"};
        QTest::newRow("quantiles") << "quantiles" << QStringList{"quantiles=0.2,0.8"}
                                   << QStringList{"quantiles=0.2,0.8", "loss=pinball"};
        QTest::newRow("Huber delta") << "huber_delta" << QStringList{"huber_delta=2"}
                                     << QStringList{"huber_delta=2", "loss=huber"};
        QTest::newRow("period") << "schedule_steps" << QStringList{"schedule_steps=7", "schedule=cosine"}
                                << QStringList{"schedule_steps=7", "schedule=step"};
        QTest::newRow("factor") << "schedule_factor" << QStringList{"schedule_factor=0.5", "schedule=cosine"}
                                << QStringList{"schedule_factor=0.5", "schedule=plateau"};
        QTest::newRow("patience") << "plateau_patience" << QStringList{"plateau_patience=9"}
                                  << QStringList{"plateau_patience=9", "schedule=plateau"};
        QTest::newRow("momentum cycle") << "one_cycle_momentum" << QStringList{"one_cycle_momentum=true"}
                                        << QStringList{"one_cycle_momentum=true", "schedule=one-cycle"};
        QTest::newRow("beta 1, cycled") << "beta1"
                                        << QStringList{"beta1=0.8", "one_cycle_momentum=true", "schedule=one-cycle"}
                                        << QStringList{"beta1=0.8", "schedule=one-cycle"};
        QTest::newRow("early stop") << "early_stop" << QStringList{"early_stop=5", "split=80%/0%/20%"}
                                    << QStringList{"early_stop=5"};
        QTest::newRow("pooling") << "pooling" << QStringList{"pooling=mean", "task=labelling", "loss=cross-entropy"}
                                 << QStringList{"pooling=mean"};
        QTest::newRow("embedding") << "embedding_size" << QStringList{"embedding_size=8"}
                                   << QStringList{"embedding_size=8", "builtin=copy", "task=labelling",
                                                  "loss=cross-entropy"};
        QTest::newRow("teacher forcing") << "teacher_forcing" << QStringList{"teacher_forcing=0.5"}
                                         << QStringList{"teacher_forcing=0.5", "decoder=recursive"};
    }
    void aChoiceWithoutEffectIsTold() {
        QFETCH(QString, key);
        QFETCH(QStringList, without);
        QFETCH(QStringList, with_);
        const auto idle = checkConfig(with(without)), used = checkConfig(with(with_));
        const ConfigFinding* reported = findingAt(idle, key);
        QVERIFY(reported && reported->severity == Severity::Info);
        QCOMPARE(reported->message.english(),
                 std::string(unusedReason(*findField(key.toStdString()), with(without))->source));
        QVERIFY(!findingAt(used, key));
    }

    void defaultsAreNoNews() {
        for (const char* task : {"forecast", "classification", "regression", "labelling"})
            for (const ConfigFinding& finding : checkConfig(withTask({}, task))) QFAIL(finding.key.c_str());
    }

    void anErrorIsToldOnce() {
        const auto findings = checkConfig(with({"cell=gru", "peephole=true"}));
        QCOMPARE(std::ranges::count(findings, std::string("peephole"), &ConfigFinding::key), std::ptrdiff_t{1});
        QVERIFY(findingAt(findings, QStringLiteral("peephole"))->severity == Severity::Error);
    }

    void nesterovHasNoDampening() {
        const auto findings = checkConfig(with({"optimiser=sgd", "nesterov=true", "dampening=0.1"}));
        const ConfigFinding* reported = findingAt(findings, QStringLiteral("dampening"));
        QVERIFY(reported && reported->severity == Severity::Error);
        // There is none
        QVERIFY(!hasErrors(checkConfig(with({"optimiser=sgd", "nesterov=true", "dampening=0.1", "momentum=0"}))));
        QVERIFY(!hasErrors(checkConfig(with({"optimiser=sgd", "nesterov=true"}))));
    }

    void momentumOfRmspropIsSaid() {
        const auto findings = checkConfig(with({"optimiser=rmsprop"}));
        const ConfigFinding* reported = findingAt(findings, QStringLiteral("momentum"));
        QVERIFY(reported && reported->severity == Severity::Info &&
                reported->message.english().find("PyTorch") != std::string::npos);
        QVERIFY(checkConfig(with({"optimiser=rmsprop", "momentum=0"})).empty());
    }
};

QTEST_APPLESS_MAIN(TestFieldUse)
#include "tst_field_use.moc"
