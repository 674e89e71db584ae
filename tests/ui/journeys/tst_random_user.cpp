// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who presses anything: seeded clicks, keys, wheel turns and words on whatever is there, with a run going on
// now and then. Nothing may crash, nothing may be warned of, and undoing everything gives the first settings back.
// GATELAB_EVENTS (default 3,000) and GATELAB_SEED set how long and which.
#include "common/background_job.h"
#include "common/field_text.h"
#include "config/config_difference.h"
#include "support/watched_application.h"
#include "support/whole_program.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include <random>

using namespace gatelab;

namespace {

QStringList g_warnings;
QtMessageHandler g_before = nullptr;

void noteWarnings(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    // What the offscreen platform says about itself.
    if (type >= QtWarningMsg && type != QtInfoMsg && !text.contains(QStringLiteral("This plugin does not support")))
        g_warnings << text;
    g_before(type, context, text);
}

int number(const char* name, int otherwise) {
    const int given = qEnvironmentVariableIntValue(name);
    return given > 0 ? given : otherwise;
}

}  // namespace

class TestRandomUser : public QObject {
    Q_OBJECT
    std::mt19937_64 dice_;

    int below(int limit) { return static_cast<int>(dice_() % static_cast<std::uint64_t>(limit)); }
    template <class Choices>
    auto oneOf(const Choices& choices) {
        return *(std::begin(choices) + below(static_cast<int>(std::size(choices))));
    }

    QWidget* somewhere(QWidget& window) {
        QList<QWidget*> there;
        for (auto* widget : window.findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && widget->width() > 2 && widget->height() > 2)
                there << widget;
        return there.isEmpty() ? &window : oneOf(there);
    }

    void act(QWidget& window) {
        constexpr Qt::Key kKeys[] = {Qt::Key_Tab,    Qt::Key_Return, Qt::Key_Escape, Qt::Key_Space,
                                     Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,   Qt::Key_Right,
                                     Qt::Key_Delete, Qt::Key_Home,   Qt::Key_End,    Qt::Key_Period,
                                     Qt::Key_F2,     Qt::Key_F1,     Qt::Key_L,      Qt::Key_F};
        constexpr Qt::Key kWithControl[] = {Qt::Key_1,    Qt::Key_2,    Qt::Key_3,      Qt::Key_4, Qt::Key_Z,
                                            Qt::Key_Y,    Qt::Key_R,    Qt::Key_Period, Qt::Key_B, Qt::Key_J,
                                            Qt::Key_I,    Qt::Key_K,    Qt::Key_O,      Qt::Key_S, Qt::Key_Delete,
                                            Qt::Key_Plus, Qt::Key_Minus};
        constexpr const char* kWords[] = {
            "0", "7", "-3", "1e-3", "1e308", "nan", "60%/20%/20%", "OT", "\xe6\x97\xb6\xe9\x97\xb4", "", "  ", "\"'\\"};
        QWidget* at = somewhere(window);
        const QPoint place(below(at->width()), below(at->height()));
        switch (below(10)) {
            case 0:
            case 1:
            case 2:
                return QTest::mouseClick(at, Qt::LeftButton, below(8) == 0 ? Qt::ControlModifier : Qt::NoModifier,
                                         place);
            case 3:
                return QTest::mouseDClick(at, Qt::LeftButton, {}, place);
            case 4: {
                QTest::mousePress(at, Qt::LeftButton, {}, place);
                QTest::mouseMove(at, QPoint(below(at->width()), below(at->height())));
                return QTest::mouseRelease(at, Qt::LeftButton, {}, QPoint(below(at->width()), below(at->height())));
            }
            case 5: {
                QWheelEvent wheel(place, at->mapToGlobal(place), {}, QPoint(0, below(2) ? 120 : -120), Qt::NoButton,
                                  below(4) ? Qt::NoModifier : Qt::ShiftModifier, Qt::NoScrollPhase, false);
                QApplication::sendEvent(at, &wheel);
                return;
            }
            case 6:
                return QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window,
                                       oneOf(kKeys));
            case 7:
                return QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window,
                                       oneOf(kWithControl), Qt::ControlModifier);
            case 8:
                if (auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget())) {
                    line->selectAll();
                    line->insert(QString::fromUtf8(oneOf(kWords)));  // as an input method does
                    return QTest::keyClick(line, Qt::Key_Return);
                }
                return QTest::mouseClick(at, Qt::LeftButton, {}, place);
            default:
                if (below(20) == 0)
                    window.resize(1100 + below(900), 680 + below(500));
                else
                    QTest::mouseMove(at, place);
        }
    }

private Q_SLOTS:
    void anythingGoes() {
        const int events = number("GATELAB_EVENTS", 3000), seed = number("GATELAB_SEED", 1);
        dice_.seed(static_cast<std::uint64_t>(seed));
        const QTemporaryDir folder;
        g_before = qInstallMessageHandler(noteWarnings);
        auto* app = static_cast<test::WatchedApplication*>(qApp);
        {
            test::WholeProgram program(folder.path());
            QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
            QTRY_VERIFY(program.experiment.prepared() && program.runs.workspace());
            program.runs.openEngine();
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() || !program.runs.engineError().isEmpty(), 240000);
            program.experiment.undoStack().clear();
            const ExperimentConfig first = program.experiment.config();
            // Menus and dialogues have loops of their own: somebody who presses Escape after a moment.
            QTimer escape;
            connect(&escape, &QTimer::timeout, [] {
                if (auto* popup = QApplication::activePopupWidget()) popup->close();
                if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
            });
            escape.start(40);
            app->forget();
            QUndoStack& steps = program.experiment.undoStack();
            bool isForgotten = false;  // the first steps, of a long session
            for (int i = 0; i < events; ++i) {
                act(*program.window);
                isForgotten = isForgotten || steps.count() >= steps.undoLimit();
                if (!program.window->isVisible()) program.window->show();
                if (i % 10 != 0) continue;
                bool turned = false;  // the event loop, once
                QTimer::singleShot(0, [&turned] { turned = true; });
                QTRY_VERIFY(turned);
            }
            qInfo("%d events of seed %d: %zu runs, %d steps to undo, longest event %.1f ms busy, %.1f ms wall (%s)",
                  events, seed, program.runs.runs().size(), program.experiment.undoStack().count(), app->worstBusyMs(),
                  app->worstWallMs(), qPrintable(app->worstWhat()));
            if (program.runs.active()) program.runs.stop();
            QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), 240000);
            while (program.experiment.undoStack().canUndo()) program.experiment.undoStack().undo();
            QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading(), 240000);
            QStringList left;
            for (const ConfigChange& change : configChanges(first, program.experiment.config()))
                left << QStringLiteral("%1 %2 instead of %3")
                            .arg(QLatin1String(change.field->key), displayValue(*change.field, change.to),
                                 displayValue(*change.field, change.from));
            QVERIFY2(left.isEmpty() || isForgotten, qPrintable(left.join(QStringLiteral("; "))));
            program.window->close();
        }
        BackgroundJob::waitForAll();
        qInstallMessageHandler(g_before);
        QVERIFY2(g_warnings.isEmpty(), qPrintable(g_warnings.join(QLatin1Char('\n'))));
    }
};

int main(int argc, char** argv) {
    gatelab::test::WatchedApplication app(argc, argv);
    TestRandomUser test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_random_user.moc"
