// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles that written networks compute without gamma functions.
#include "export/network/told_distribution.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

double chebyshev(const std::vector<double>& series, double x) {
    double now = 0, before = 0;
    for (std::size_t i = series.size() - 1; i > 0; --i) {
        const double next = 2 * x * now - before + series[i];
        before = now, now = next;
    }
    return x * now - before + series[0];
}

ExperimentConfig lossOf(const char* loss) {
    ExperimentConfig config;
    config.loss = loss;
    config.quantiles = {"0.05", "0.5", "0.9"};
    return config;
}

}  // namespace

class TestToldDistribution : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// scipy 1.17.1, t.ppf: from the heaviest tails that the head has to the normal distribution.
    void curvesAreStudentsT() {
        const double freedoms[] = {2.0, 2.5, 5.0, 30.0, 300.0}, levels[] = {0.025, 0.1, 0.3, 0.9, 0.995};
        const double theirs[][5] = {
            {-4.302652729749464, -3.5746548420036834, -2.5705818356363155, -2.042272456301238, -1.967903011261087},
            {-1.8856180831641267, -1.7302509288071761, -1.4758840488244813, -1.3104150253913955, -1.284379867579013},
            {-0.6172133998483678, -0.597307738252318, -0.5594296444693604, -0.5300190039065046, -0.5249581580975329},
            {1.8856180831641272, 1.7302509288071766, 1.4758840488244815, 1.3104150253913955, 1.284379867579013},
            {9.924843200918287, 7.163728138948783, 4.032142983555228, 2.7499956535672254, 2.5923164108477925}};
        for (std::size_t l = 0; l < 5; ++l) {
            const std::vector<double> curve = studentCurve(levels[l]);
            QCOMPARE(std::ssize(curve), kCurveTerms);
            for (std::size_t f = 0; f < 5; ++f) {
                const double t = chebyshev(curve, 4 / freedoms[f] - 1), off = std::abs(t / theirs[l][f] - 1);
                QVERIFY2(off < 1e-10, qPrintable(QString("%1 %2: %3").arg(levels[l]).arg(freedoms[f]).arg(off)));
            }
        }
        // scipy 1.17.1, norm.ppf(0.975); without end of freedom it is normal.
        QVERIFY(std::abs(chebyshev(studentCurve(0.975), -1) - 1.959963984540054) < 1e-10);
        for (const double term : studentCurve(0.5)) QCOMPARE(term, 0.0);
    }

    void whatIsTold() {
        QCOMPARE(toldParameters(lossOf("student-t")), 3);
        QCOMPARE(toldParameters(lossOf("negative-binomial")), 2);
        for (const char* other : {"mse", "gaussian-nll", "pinball", "rising-quantiles"})
            QCOMPARE(toldParameters(lossOf(other)), 0);
        QCOMPARE(toldLevels(lossOf("student-t")), (std::vector{0.05, 0.5, 0.9}));
        const std::vector<double> all = studentCurves(lossOf("student-t")), last = studentCurve(0.9),
                                  normal = normalValues(lossOf("negative-binomial"));
        for (std::size_t i = 0; i < last.size(); ++i) QCOMPARE(all[3 * i + 2], last[i]);
        QVERIFY(std::abs(normal[2] - 1.2815515655446004) < 1e-6 && normal[1] == 0);
    }
};

QTEST_GUILESS_MAIN(TestToldDistribution)
#include "tst_told_distribution.moc"
