// SPDX-License-Identifier: GPL-3.0-or-later
// Exponential smoothing in a state space, against statsforecast's figures on the panel.
#include "baselines/strong/ets.h"
#include "core/baselines/strong_reference.h"

#include <QTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

EtsFit given(const nlohmann::json& one) {
    const nlohmann::json& ets = one["ets"];
    const std::string form = ets["form"];
    const auto weight = [&](const char* key, double none) {
        return ets[key].is_null() ? none : ets[key].get<double>();
    };
    EtsFit fit;
    fit.form = {form[0] == 'M', form[1] == 'A', form[3] == 'D', form[2],
                form[2] == 'N' ? 1 : one["period"].get<std::int64_t>()};
    fit.weights = {weight("alpha", 0), weight("beta", 0), weight("gamma", 0), weight("phi", 1)};
    const std::vector<double> states = ets["states"];
    std::size_t at = 0;
    fit.start.level = states[at++];
    if (fit.form.trend) fit.start.slope = states[at++];
    if (fit.form.season != 'N')
        fit.start.season.assign(states.begin() + static_cast<std::ptrdiff_t>(at),
                                states.begin() + static_cast<std::ptrdiff_t>(at) + fit.form.period);
    return fit;
}

}  // namespace

class TestEts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// With their weights and states: likelihood, AICc and forecasts are theirs.
    void atTheSamePointTheFiguresAreTheSame() {
        const nlohmann::json all = strongReference();
        for (const auto& [name, one] : all.items()) {
            const std::vector<double> values = one["values"], forecast = one["ets"]["forecast"];
            EtsFit fit = given(one);
            scoreEts(fit, values);
            QVERIFY2(std::abs(fit.deviance - one["ets"]["deviance"].get<double>()) < 1e-7, name.c_str());
            QVERIFY2(std::abs(fit.aicc - one["ets"]["aicc"].get<double>()) < 1e-7, name.c_str());
            // A damped forecast is theirs but for the damping, of which they keep the digits of the optimiser
            const double most = fit.form.damped ? 1e-3 : 1e-10;
            QVERIFY2(awayFrom(forecastEts(fit.form, fit.weights, fit.last, 12), forecast) < most, name.c_str());
        }
    }

    /// AICc is no worse than theirs but by a half; where the form is the same as theirs, so is the fit.
    void theSearchFindsAtLeastAsMuch() {
        int same = 0;
        const nlohmann::json all = strongReference();
        for (const auto& [name, one] : all.items()) {
            const std::vector<double> values = one["values"];
            const auto fit = fitEts(values, one["period"], {});
            QVERIFY2(fit.has_value(), name.c_str());
            const double theirs = one["ets"]["aicc"];
            QVERIFY2(fit->aicc < theirs + 0.5, (name + ' ' + fit->form.name()).c_str());
            if (fit->form.name() == given(one).form.name()) ++same;
        }
        QVERIFY2(same >= 7, qPrintable(QString::number(same)));
    }

    void aLineIsForecastAsOne() {
        std::vector<double> line;
        for (int row = 0; row < 60; ++row) line.push_back(5 + 2.0 * row + 0.01 * (row % 3 - 1));
        const auto fit = fitEts(line, EtsForm{false, true, false, 'N', 1});
        QVERIFY(fit.has_value());
        const auto ahead = forecastEts(fit->form, fit->weights, fit->last, 3);
        for (int h = 0; h < 3; ++h) QVERIFY(std::abs(ahead[static_cast<std::size_t>(h)] - (125 + 2 * h)) < 0.2);
    }

    void aStepIsTheFilterOfThePaper() {
        EtsState state{10, 1, {}};
        const EtsForm form{false, true, false, 'N', 1};
        QCOMPARE(stepEts(form, {0.5, 0.25, 0, 1}, state, 13), 11.0);
        QCOMPARE(state.level, 12.0);  // 11 + 0.5 x 2
        QCOMPARE(state.slope, 1.5);   // 1 + 0.25 x 2
        QVERIFY(!fitEts(std::vector<double>{1, 2, 3}, 1, {}).has_value());
        QVERIFY(!fitEts(std::vector<double>(50, 4.0), 1, {}).has_value());
        int asked = 0;
        std::vector<double> some;
        for (int row = 0; row < 40; ++row) some.push_back(row % 7 + 3);
        QVERIFY(!fitEts(some, 1, [&](double) { return ++asked < 2; }).has_value());
    }
};

QTEST_GUILESS_MAIN(TestEts)
#include "tst_ets.moc"
