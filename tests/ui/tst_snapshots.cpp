// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in its main states, in three sizes, light and dark, English and Chinese, beside its kept picture
// (tests/ui/snapshots). A difference that is wanted is kept by tests/ui/snapshots/renew, which shows old and new beside
// each other.
#include "common/background_job.h"
#include "support/whole_program.h"

#include <QDirIterator>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <climits>
#include <filesystem>
#include <functional>
#include <map>
#include <vector>

using namespace gatelab;

namespace {

using Program = test::WholeProgram;

constexpr int kPatience = 60000;
constexpr int kScale = 2;              // a kept picture has a point for so many points of the window, either way
constexpr int kBlock = 8;              // points of a kept picture, either way, that are compared by their mean
constexpr int kLeastDifference = 20;   // of 255, in one channel: less is another machine's way to draw letters
constexpr double kMostBlocks = 0.012;  // of all blocks; figures of the machine (memory, time) change a few

QString kept() { return QStringLiteral(GATELAB_SOURCE_DIR "/tests/ui/snapshots"); }
QString changed() { return QStringLiteral(GATELAB_BIN_DIR "/../snapshots"); }

/// A state of the window, brought about by what it names.
struct State {
    const char* name;
    std::function<void(Program&)> show;
};

void openData(Program& program, const char* builtin) {
    program.experiment.openBuiltin(QString::fromLatin1(builtin));
    QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading(), kPatience);
}

std::function<void(Program&)> page(const char* key, const char* view = "") {
    return [=](Program& program) { program.window->showPlace({QString::fromLatin1(key), QString::fromLatin1(view)}); };
}

std::function<void(Program&)> ofRun(const char* key, const char* view, int index) {
    return [=](Program& program) {
        const auto& runs = program.runs.runs();
        program.window->showPlace({QString::fromLatin1(key), QString::fromLatin1(view),
                                   QString::fromStdString(runs.at(static_cast<std::size_t>(index)).id)});
    };
}

std::function<void(Program&)> dataView(const char* builtin, int view) {
    return [=](Program& program) {
        openData(program, builtin);
        program.window->showPage(QStringLiteral("data"));
        Page* page = program.window->page(QStringLiteral("data"));
        if (!program.experiment.dataset()->series) return;  // the view of the series before
        QTRY_VERIFY_WITH_TIMEOUT(page->viewState().contains(QStringLiteral("high")), kPatience);
        QVariantMap state = page->viewState();
        state[QStringLiteral("view")] = view;
        page->restoreViewState(state);
    };
}

/// Brightness and colour to 4 bits each, the commonest 256 of them: what a picture keeps in a few KiB.
QImage small(const QImage& window) {
    const QImage half = window.convertToFormat(QImage::Format_RGB32)
                            .scaled(window.size() / kScale, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const auto rough = [](QRgb c) { return qRgb(qRed(c) / 17 * 17, qGreen(c) / 17 * 17, qBlue(c) / 17 * 17); };
    std::map<QRgb, int> counts;
    for (int y = 0; y < half.height(); ++y)
        for (int x = 0; x < half.width(); ++x) ++counts[rough(half.pixel(x, y))];
    std::vector<std::pair<int, QRgb>> common;
    for (const auto& [colour, count] : counts) common.emplace_back(-count, colour);
    std::sort(common.begin(), common.end());
    if (common.size() > 64) common.resize(64);
    QImage out(half.size(), QImage::Format_Indexed8);
    out.setColorCount(static_cast<int>(common.size()));
    for (std::size_t i = 0; i < common.size(); ++i) out.setColor(static_cast<int>(i), common[i].second);
    std::map<QRgb, int> nearest;
    for (const auto& [colour, count] : counts) {
        int best = 0, least = INT_MAX;
        for (std::size_t i = 0; i < common.size(); ++i) {
            const QRgb c = common[i].second;
            const int r = qRed(c) - qRed(colour), g = qGreen(c) - qGreen(colour), b = qBlue(c) - qBlue(colour);
            if (const int far = r * r + g * g + b * b; far < least) least = far, best = static_cast<int>(i);
        }
        nearest[colour] = best;
    }
    for (int y = 0; y < half.height(); ++y)
        for (int x = 0; x < half.width(); ++x) out.setPixel(x, y, static_cast<uint>(nearest[rough(half.pixel(x, y))]));
    return out;
}

/// Share of the blocks whose means differ; 1 where the sizes do.
double difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return 1;
    const QSize blocks(a.width() / kBlock, a.height() / kBlock);
    const QImage x = a.convertToFormat(QImage::Format_RGB32), y = b.convertToFormat(QImage::Format_RGB32);
    int differ = 0;
    for (int row = 0; row < blocks.height(); ++row)
        for (int column = 0; column < blocks.width(); ++column) {
            std::array<int, 3> sum{};
            for (int j = 0; j < kBlock; ++j)
                for (int i = 0; i < kBlock; ++i) {
                    const QRgb p = x.pixel(column * kBlock + i, row * kBlock + j),
                               q = y.pixel(column * kBlock + i, row * kBlock + j);
                    sum[0] += qRed(p) - qRed(q);
                    sum[1] += qGreen(p) - qGreen(q);
                    sum[2] += qBlue(p) - qBlue(q);
                }
            differ += std::any_of(sum.begin(), sum.end(),
                                  [](int s) { return std::abs(s) > kLeastDifference * kBlock * kBlock; });
        }
    return static_cast<double>(differ) / (blocks.width() * blocks.height());
}

/// Old and new beside each other.
void keepBeside(const QString& name, const QImage& old, const QImage& now) {
    QImage both(old.width() + now.width() + kBlock, std::max(old.height(), now.height()), QImage::Format_RGB32);
    both.fill(Qt::magenta);
    QPainter painter(&both);
    painter.drawImage(0, 0, old);
    painter.drawImage(old.width() + kBlock, 0, now);
    painter.end();
    both.save(changed() + QLatin1Char('/') + name);
}

/// The picture of the window once it changes no more.
QImage settled(Program& program) {
    QImage before, now;
    int equal = 0;
    const bool rests = QTest::qWaitFor(
        [&] {
            BackgroundJob::waitForAll();  // what it brings may begin another
            now = program.window->grab().toImage();
            equal = now == before ? equal + 1 : 0;
            before = now;
            return equal >= 4;
        },
        kPatience);
    if (!rests) qWarning("the window does not come to rest");
    return small(now);
}

}  // namespace

class TestSnapshots : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static const std::vector<State>& states() {
        static const std::vector<State> kStates = {
            {"start", page("start")},
            {"import",
             [](Program& program) {
                 program.window->openPath(QStringLiteral(GATELAB_SOURCE_DIR "/datasets/station7.csv"));
             }},
            {"data-series", dataView("mackey-glass", 0)},
            {"data-sequences", dataView("grammar", 0)},
            {"data-table", dataView("mackey-glass", 1)},
            {"data-sequence-table", dataView("grammar", 1)},
            {"model", [](Program& program) { openData(program, "mackey-glass"), page("model")(program); }},
            {"train-ready", page("train")},
            {"train-finished",
             [](Program& program) {
                 program.runs.open(QString::fromStdString(program.runs.runs().at(1).id));
                 page("train")(program);
             }},
            {"compare-curves", page("compare", "curves")},
            {"compare-scatter", page("compare", "scatter")},
            {"compare-parallel", page("compare", "parallel")},
            {"compare-multiples", page("compare", "multiples")},
            {"compare-forecasts", ofRun("compare", "forecasts", 1)},
            {"compare-run", ofRun("compare", "details", 1)},
            {"compare-lineage", page("compare", "lineage")},
            {"compare-lab", page("compare", "lab")},
            {"compare-memory", page("compare", "memory")},
            {"learn-microscope", ofRun("learn", "microscope", 1)},
            {"learn-gradient", ofRun("learn", "gradient", 1)},
            {"learn-cell", ofRun("learn", "cell", 1)},
            {"learn-lessons", page("learn", "lessons")},
        };
        return kStates;
    }

private Q_SLOTS:
    void initTestCase() {
        qputenv("TZ", "UTC");
        // A copy: opening a workspace writes into it.
        std::filesystem::copy((kept() + QStringLiteral("/workspace")).toStdString(),
                              folder_.filePath(QStringLiteral("runs")).toStdString(),
                              std::filesystem::copy_options::recursive);
        QVERIFY(QDir().mkpath(changed()));
    }
    void cleanup() { BackgroundJob::waitForAll(); }

    void pages_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("look");
        for (const char* language : {"en", "zh_CN"})
            for (const char* look : {"light", "dark"})
                QTest::addRow("%s, %s", language, look)
                    << QString::fromLatin1(language) << static_cast<int>(appearanceOf(QString::fromLatin1(look)));
    }
    void pages() {
        QFETCH(QString, language);
        QFETCH(int, look);
        const bool renew = qEnvironmentVariableIsSet("GATELAB_RENEW_SNAPSHOTS");
        Program program(folder_.path());
        program.language.set(language);
        program.theme.setAppearance(static_cast<Appearance>(look));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace() && !program.runs.runs().empty(),
                                 kPatience);
        QStringList differing;
        for (const State& state : states()) {
            state.show(program);
            for (const QSize size : {QSize(1600, 1000), QSize(1280, 720), QSize(1440, 900)}) {
                program.window->resize(size);
                const QString name =
                    QStringLiteral("%1-%2-%3-%4.png")
                        .arg(QLatin1String(state.name))
                        .arg(size.width())
                        .arg(language.left(2),
                             QString::fromLatin1(QTest::currentDataTag()).section(QStringLiteral(", "), 1));
                const QImage now = settled(program);
                const QImage old(kept() + QLatin1Char('/') + name);
                if (!old.isNull() && difference(old, now) <= kMostBlocks) continue;
                if (renew)
                    QVERIFY(now.save(kept() + QLatin1Char('/') + name, "PNG", 0));
                else
                    differing << QStringLiteral("%1 (%2 % of it)").arg(name).arg(100 * difference(old, now), 0, 'f', 1);
                if (!old.isNull())
                    keepBeside(name, old, now);
                else if (!renew)
                    now.save(changed() + QLatin1Char('/') + name);
            }
        }
        QVERIFY2(
            differing.empty(),
            qPrintable(QStringLiteral("These differ from their kept pictures (see %1, tests/ui/snapshots/renew):\n")
                           .arg(changed()) +
                       differing.join(QLatin1Char('\n'))));
    }
    /// A picture with a line of words moved is not the same.
    void aMovedLineIsSeen() {
        const QImage picture(kept() + QStringLiteral("/model-1600-en-light.png"));
        QVERIFY(!picture.isNull());
        QCOMPARE(difference(picture, picture), 0.0);
        QImage moved = picture.convertToFormat(QImage::Format_RGB32);
        QPainter(&moved).drawImage(0, 14, picture);
        QVERIFY(difference(picture, moved) > kMostBlocks);
        QVERIFY(difference(picture, picture.copy(0, 0, 10, 10)) > kMostBlocks);
    }
};

QTEST_MAIN(TestSnapshots)
#include "tst_snapshots.moc"
