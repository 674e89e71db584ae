// SPDX-License-Identifier: GPL-3.0-or-later
// ARIMA by exact likelihood, against statsforecast's figures on the panel.
// Holds core/baselines/strong/arima_search.cpp and core/baselines/strong/arma_filter.cpp.
#include "base/rng.h"
#include "baselines/strong/arima.h"
#include "baselines/strong/arma_filter.h"
#include "core/baselines/strong_reference.h"

#include <QTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

ArimaFit given(const nlohmann::json& one) {
    const nlohmann::json& arima = one["arima"];
    ArimaFit fit;
    const std::vector<int> order = arima["order"], seasonal = arima["seasonal"];
    fit.order = {order[0], order[1], order[2], seasonal[0], seasonal[1], seasonal[2], one["period"].get<std::int64_t>(),
                 false};
    for (const auto& [key, value] : arima["coefficients"].items()) {
        if (key.starts_with("sar") || key.starts_with("sma") || key.starts_with("ar") || key.starts_with("ma"))
            continue;
        fit.order.constant = true;
        fit.coefficients.mean = value.get<double>() * (key == "drift" && fit.order.D > 0 ? fit.order.period : 1);
    }
    const auto take = [&](const char* key, int count, std::vector<double>& out) {
        for (int i = 1; i <= count; ++i) out.push_back(arima["coefficients"][key + std::to_string(i)]);
    };
    take("ar", fit.order.p, fit.coefficients.ar);
    take("ma", fit.order.q, fit.coefficients.ma);
    take("sar", fit.order.P, fit.coefficients.seasonalAr);
    take("sma", fit.order.Q, fit.coefficients.seasonalMa);
    return fit;
}

}  // namespace

class TestArima : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Theirs keeps the levels in the state with a variance of 1e6 instead of taking differences: so 1e-2, and 0.2 for
    /// sunspots, whose scale is not small against that.
    void atTheSamePointTheLikelihoodIsTheSame() {
        const nlohmann::json all = strongReference();
        for (const auto& [name, one] : all.items()) {
            const std::vector<double> values = one["values"], forecast = one["arima"]["forecast"];
            ArimaFit fit = given(one);
            QVERIFY2(scoreArima(fit, values), name.c_str());
            const double most = name == "sunspots" ? 0.2 : 1e-2, theirs = one["arima"]["loglik"];
            QVERIFY2(std::abs(fit.logLikelihood - theirs) < most, (name + std::to_string(fit.logLikelihood)).c_str());
            QVERIFY2(std::abs(fit.aicc - one["arima"]["aicc"].get<double>()) < 2 * most + 1e-6, name.c_str());
            ArimaForecaster forecaster(fit);
            for (const double value : values) forecaster.add(value);
            QVERIFY2(awayFrom(forecaster.forecast(12), forecast) < 1e-2, name.c_str());
        }
    }

    /// Of the same order: no worse than theirs.
    void theFitIsNoWorse() {
        for (const char* name :
             {"air", "beer", "co2", "flu", "exchange", "heart", "taxi", "load", "temperature", "gasoline"}) {
            const nlohmann::json one = strongReference()[name];
            const std::vector<double> values = one["values"];
            const auto fit = fitArima(values, given(one).order);
            QVERIFY2(fit.has_value(), name);
            QVERIFY2(fit->logLikelihood > one["arima"]["loglik"].get<double>() - 1e-3, name);
            // Theirs of taxi and load climb to the unit circle and are left on the way; ours are held off it.
            const bool isHeld = name == std::string("taxi") || name == std::string("load");
            QCOMPARE(fit->isHeld, isHeld);
        }
    }

    /// Seven of the nine series that are quick to search have the same order; of the others the AICc is lower.
    void mostOrdersAreTheirs() {
        int same = 0;
        for (const char* name :
             {"air", "beer", "co2", "flu", "exchange", "heart", "sunspots", "temperature", "gasoline"}) {
            const nlohmann::json one = strongReference()[name];
            const std::vector<double> values = one["values"];
            const auto fit = findArima(values, one["period"], {});
            QVERIFY2(fit.has_value(), name);
            const ArimaOrder theirs = given(one).order;
            const bool isSame = fit->order.name() == theirs.name();
            same += isSame ? 1 : 0;
            QVERIFY2(isSame || fit->aicc < one["arima"]["aicc"].get<double>(), fit->order.name().c_str());
        }
        QVERIFY2(same >= 7, qPrintable(QString::number(same)));
    }

    /// AR(1) by hand: the first value has variance 1 / (1 - a^2).
    void theFilterOfAnAutoregressionIsKnownByHand() {
        const std::vector<double> values{0.5, -0.25, 1};
        const ArmaScore score = filterArma(values, std::vector<double>{0.6}, {});
        const double first = 1 / (1 - 0.36), second = -0.25 - 0.3, third = 1 + 0.15;
        QVERIFY(std::abs(score.squares - (0.25 / first + second * second + third * third)) < 1e-12);
        QVERIFY(std::abs(score.logs - std::log(first)) < 1e-12);
        QCOMPARE(multipliedAr(std::vector<double>{0.5}, std::vector<double>{0.4}, 2),
                 (std::vector<double>{0.5, 0.4, -0.2}));
        QCOMPARE(multipliedMa(std::vector<double>{0.5}, std::vector<double>{0.4}, 2),
                 (std::vector<double>{0.5, 0.4, 0.2}));
        QVERIFY(std::abs(leastRoot(std::vector<double>{1.5, -0.56}) - 1 / 0.8) < 1e-9);  // (1 - 0.7z)(1 - 0.8z)
        QVERIFY(std::isinf(leastRoot({})));
    }

    void differencesAndSeasonsAreFound() {
        Rng rng(5, RandomPurpose::Test);
        std::vector<double> noise, walk{0}, season;
        for (int row = 0; row < 300; ++row) {
            noise.push_back(rng.normal());
            walk.push_back(walk.back() + noise.back());
            season.push_back(10 * std::sin(row * 2 * M_PI / 12) + noise.back());
        }
        QCOMPARE(differencesByKpss(noise), 0);
        QCOMPARE(differencesByKpss(walk), 1);
        QVERIFY(seasonStrength(season, 12) > 0.9);
        QVERIFY(seasonStrength(noise, 12) < 0.5);
        QCOMPARE(seasonStrength(season, 1), 0.0);
        QVERIFY(!findArima(std::vector<double>(50, 1.0), 1, {}).has_value());
        QVERIFY(!findArima(noise, 1, [](double) { return false; }).has_value());
    }
};

QTEST_GUILESS_MAIN(TestArima)
#include "tst_arima.moc"
