// SPDX-License-Identifier: GPL-3.0-or-later
// The window: puts the collaborators together and shows them; nothing else.
#include "base/version.h"
#include "common/background_job.h"
#include "common/close_signals.h"
#include "common/language.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "data/cache/column_cache.h"
#include "device/monitor.h"
#include "device/row_memory_rule.h"
#include "device/row_operators.h"
#include "measure/lab_controller.h"
#include "models/run_board.h"
#include "pages/learn/belt/belt_export.h"
#include "pages/learn/class/lesson_export.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/last_session.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "widgets/labels/wrapped_tips.h"
#include "window/data_files.h"
#include "window/main_window.h"
#include "window/notices.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QIcon>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

namespace {

void describe(QCommandLineParser& arguments) {
    arguments.setApplicationDescription(QStringLiteral("Recurrent networks on time series."));
    arguments.addHelpOption();
    arguments.addVersionOption();
    arguments.addPositionalArgument(QStringLiteral("path"),
                                    QStringLiteral("Data files or a folder of them, which are read together, an "
                                                   "experiment (.json) or a workspace folder to open."),
                                    QStringLiteral("[path...]"));
    const auto option = [&arguments](const char* name, const char* help, const char* value) {
        arguments.addOption({QString::fromLatin1(name), QString::fromLatin1(help), QString::fromLatin1(value)});
    };
    option("workspace", "Folder of the runs.", "folder");
    option("page", "Page to show: start, import, data, model, train, compare, learn.", "page");
    option("lesson", "Lesson to open: its name, as gatelab-worker lesson lists them, a file, or belt.", "name");
    option("export",
           "Write the picture of --lesson there and end, without a window: .png, .svg, .gif (the film) or .pdf (the "
           "worksheet). It trains what the lesson trains.",
           "file");
    option("series", "With --export: the lesson on the series of this file.", "file");
    option("seed", "With --export: of the training; 1 is the shipped one.", "number");
    option("language", "en or zh_CN.", "code");
    option("appearance", "system, light, dark or high-contrast.", "name");
    option("settings", "File for the window's settings instead of the user's own.", "file");
}

/// One of a fixed list, or not given.
bool isKnown(const QCommandLineParser& arguments, const QString& name, const QStringList& choices) {
    if (!arguments.isSet(name) || choices.contains(arguments.value(name))) return true;
    std::fputs(qPrintable(QStringLiteral("gatelab: --%1 '%2' is unknown; nothing was opened. Choose from: %3.\n")
                              .arg(name, arguments.value(name), choices.join(QStringLiteral(", ")))),
               stderr);
    return false;
}

bool areKnown(const QCommandLineParser& arguments) {
    QStringList languages, looks;
    for (const gatelab::Language::Choice& choice : gatelab::Language::choices()) languages << choice.code;
    for (const gatelab::AppearanceChoice& choice : gatelab::appearanceChoices()) looks << choice.key;
    return isKnown(arguments, QStringLiteral("language"), languages) &&
           isKnown(arguments, QStringLiteral("appearance"), looks);
}

/// The path that an option gives, taken from where the program was started: other parts go by whole paths.
QString wholePath(const QCommandLineParser& arguments, const QString& option) {
    return QFileInfo(arguments.value(option)).absoluteFilePath();
}

/// Of a LessonExport or a BeltExport, until it is done; the exit code.
template <class Export>
int carryOut(Export& exported, const QCommandLineParser& arguments, const gatelab::CloseSignals& signals,
             std::function<void()> begin) {
    QObject::connect(&exported, &Export::progressed,
                     [](const QString& what) { std::fputs(qPrintable(QStringLiteral("%1 ...\n").arg(what)), stderr); });
    QObject::connect(&exported, &Export::done, &exported, [&](const QString& problem) {
        if (problem.isEmpty())
            std::printf("wrote %s\n", qPrintable(arguments.value(QStringLiteral("export"))));
        else
            std::fputs(qPrintable(QStringLiteral("gatelab: %1\n").arg(problem)), stderr);
        QTimer::singleShot(0, &exported, [problem] { QCoreApplication::exit(problem.isEmpty() ? 0 : 1); });
    });
    QObject::connect(&signals, &gatelab::CloseSignals::closeAsked, &exported, &Export::stop);
    QTimer::singleShot(0, &exported, std::move(begin));
    const int code = QApplication::exec();
    gatelab::BackgroundJob::waitForAll();
    return code;
}

/// Writes what --export asks for; the exit code. Runs are kept only in the workspace that is named, settings nowhere.
int exportLesson(const QCommandLineParser& arguments, gatelab::Theme& theme, const gatelab::CloseSignals& signals,
                 const QString& language) {
    const QString lesson = arguments.value(QStringLiteral("lesson")),
                  path = wholePath(arguments, QStringLiteral("export")),
                  series = arguments.isSet(QStringLiteral("series")) ? wholePath(arguments, QStringLiteral("series"))
                                                                     : QString();
    if (lesson == QLatin1String(gatelab::kBeltName)) {
        gatelab::BeltExport belt(theme, series, path);
        return carryOut(belt, arguments, signals, [&belt] { belt.begin(); });
    }
    const QTemporaryDir passing;
    gatelab::Preferences preferences(passing.filePath(QStringLiteral("settings.ini")));
    gatelab::RunController runs;
    gatelab::LessonExport exported(
        theme, runs, preferences, language,
        {lesson, path, std::max<std::int64_t>(1, arguments.value(QStringLiteral("seed")).toLongLong()), series});
    return carryOut(exported, arguments, signals, [&] {
        runs.openWorkspace(arguments.isSet(QStringLiteral("workspace"))
                               ? wholePath(arguments, QStringLiteral("workspace"))
                               : passing.filePath(QStringLiteral("workspace")));
        runs.openEngine();
        exported.begin();
    });
}

/// Qt ends the program with a core dump where it finds no display.
bool hasDisplay(int argc, char** argv) {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    return std::any_of(argv, argv + argc,
                       [](const char* argument) { return std::string_view(argument) == "-platform"; });
}

/// What the process needs before the first thread and the first look at its arguments.
void prepareProcess() {
    // cuBLAS reads it once: deterministic mode is then a switch, not a restart.
    setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
    // A core for the window itself: where training takes all of them, it waits for every redraw. A thread count that is
    // set in the form is obeyed.
    setenv("OMP_NUM_THREADS", std::to_string(std::max(1, gatelab::usableCores() - 1)).c_str(), 0);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is an error of the write that asked
    QCoreApplication::setApplicationName(QStringLiteral("gatelab"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(gatelab::programVersion()));
}

/// --help and --version are answered without a display, too. The exit code.
int endWithoutDisplay(int argc, char** argv, QCommandLineParser& arguments) {
    const QCoreApplication plain(argc, argv);
    arguments.process(plain);
    std::fputs(
        "gatelab: there is no display here (DISPLAY and WAYLAND_DISPLAY are not set); nothing was opened. Use "
        "gatelab-worker, which needs none.\n",
        stderr);
    return 1;
}

/// How the desktop names and shows the program.
void introduceToDesktop() {
    QApplication::setApplicationDisplayName(QStringLiteral("Gatelab"));
    QApplication::setDesktopFileName(QStringLiteral("gatelab"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/gatelab.svg")));
}

/// What an option says of the looks comes before what the user chose in the window.
void setLooks(gatelab::Theme& theme, const QCommandLineParser& arguments, const gatelab::Preferences& preferences) {
    theme.setTextScale(preferences.textScale());
    const QString look = arguments.value(QStringLiteral("appearance"));
    theme.setAppearance(look.isEmpty() ? preferences.appearance() : gatelab::appearanceOf(look));
}

/// The experiment of the last session, saved beside the settings; a first start begins with an example. Why the saved
/// one could not be read; empty: it could, or there is none.
QString restoreExperiment(gatelab::ExperimentModel& experiment, const QString& settings) {
    const QString file = !settings.isEmpty() ? settings + QStringLiteral(".experiment.json")
                                             : QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                                                   QStringLiteral("/experiment.json");
    const QString warning = experiment.keepIn(file);
    experiment.suggestForOpened();
    if (warning.isEmpty() && experiment.lastKept().isNull()) experiment.beginWith(QStringLiteral("mackey-glass"));
    return warning;
}

/// The folder that --workspace names, else that of the last time.
QString workspaceFolder(const QCommandLineParser& arguments, const gatelab::Preferences& preferences) {
    return arguments.isSet(QStringLiteral("workspace")) ? wholePath(arguments, QStringLiteral("workspace"))
                                                        : preferences.workspaceFolder();
}

/// What the command line names, else the data of the experiment. Who names a page beside a file does not ask how it is
/// read.
void openData(const QCommandLineParser& arguments, gatelab::MainWindow& window,
              const gatelab::MainWindow::Parts& parts) {
    const QString page = arguments.value(QStringLiteral("page"));
    gatelab::openPaths(
        window, parts, arguments.positionalArguments(),
        {workspaceFolder(arguments, parts.preferences), !page.isEmpty() && page != QLatin1String("import")});
    gatelab::ExperimentModel& experiment = parts.experiment;
    if (!experiment.dataset() && !experiment.loading()) experiment.reload();
}

/// The page and the lesson that the command line names.
void showAsked(const QCommandLineParser& arguments, gatelab::MainWindow& window) {
    if (arguments.isSet(QStringLiteral("page"))) window.showPage(arguments.value(QStringLiteral("page")));
    if (!arguments.isSet(QStringLiteral("lesson"))) return;
    const QString lesson = arguments.value(QStringLiteral("lesson"));
    if (lesson == QLatin1String(gatelab::kBeltName)) return window.showPlace({QStringLiteral("learn"), lesson});
    window.showPlace(
        {QStringLiteral("learn"),
         QStringLiteral("lessons"),
         {},
         lesson.endsWith(QLatin1String(".json")) ? wholePath(arguments, QStringLiteral("lesson")) : lesson});
}

}  // namespace

int main(int argc, char** argv) {
    prepareProcess();
    QCommandLineParser arguments;
    describe(arguments);
    // A picture for a file needs no display.
    const bool isExport =
        std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word).starts_with("--export"); });
    if (isExport && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay(argc, argv)) return endWithoutDisplay(argc, argv, arguments);
    QApplication app(argc, argv);
    gatelab::useRowMemory(gatelab::usersRowMemory());
    gatelab::useColumnCache(gatelab::usersColumnCache());
    introduceToDesktop();
    arguments.process(app);
    if (!areKnown(arguments)) return 2;
    const gatelab::CloseSignals closeSignals;  // outlives the run that is kept on the way out

    const QString settings =
        arguments.isSet(QStringLiteral("settings")) ? wholePath(arguments, QStringLiteral("settings")) : QString();
    gatelab::Preferences preferences(settings);
    gatelab::Language language;
    language.set(arguments.isSet(QStringLiteral("language")) ? arguments.value(QStringLiteral("language"))
                                                             : preferences.language());
    gatelab::Theme theme;
    setLooks(theme, arguments, preferences);
    gatelab::WrappedTips tips(theme);
    app.installEventFilter(&tips);
    if (isExport) return exportLesson(arguments, theme, closeSignals, language.code());
    gatelab::ExperimentModel experiment;
    const QString experimentWarning = restoreExperiment(experiment, settings);
    gatelab::RunController runs;
    gatelab::QueueController queue(runs);
    const gatelab::LastSession lastSession(preferences, runs, nullptr, &queue);
    gatelab::LabController lab(experiment, runs, queue, preferences);
    gatelab::DeviceWatch device;
    gatelab::RunBoard board(experiment, runs, preferences);
    const gatelab::MainWindow::Parts parts{theme, language, preferences, experiment, runs, queue, lab, device, board};
    gatelab::MainWindow window(parts);
    if (!experimentWarning.isEmpty()) window.notices().addError(experimentWarning);
    window.show();
    // exit() also ends what a dialog waits in.
    QObject::connect(&closeSignals, &gatelab::CloseSignals::closeAsked, &window, [&window] {
        window.closeNow();
        QCoreApplication::exit();
    });

    // After the first picture: data, workspace, machine and engine come behind the window.
    QTimer::singleShot(0, &window, [&] {
        openData(arguments, window, parts);
        showAsked(arguments, window);
        runs.openWorkspace(workspaceFolder(arguments, preferences));
        device.begin();
        runs.openEngine();
    });
    return QApplication::exec();
}
