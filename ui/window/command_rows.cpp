// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/command_rows.h"

#include "common/texts.h"
#include "config/setting_predicates.h"
#include "data/cache/column_cache.h"
#include "runs/run_actions.h"
#include "store/imported_run.h"
#include "store/workspace.h"
#include "window/help_commands.h"
#include "window/panel_commands.h"
#include "window/run_import.h"
#include "window/share_commands.h"
#include "window/weights_commands.h"
#include "window/window_commands.h"
#include "window/window_menus.h"
#include "window/workspace_commands.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

// Why a command cannot be done now; empty: it can.

QString whyNoPause(const CommandState& now) { return now.canContinue ? QString() : now.steerObstacle; }
QString whyNoStop(const CommandState& now) { return now.steerObstacle; }
QString whyNoStep(const CommandState& now) {
    if (now.active) return now.steerObstacle;
    return now.canContinue ? QString() : now.startObstacle;
}
/// An imported run has curves and texts only.
QString whyNoSettings(const CommandState& now) {
    return now.chosen && !hasSettings(*now.chosen)
               ? WindowCommands::tr("Not for this run: %1.").arg(translated(settingsObstacle(*now.chosen)))
               : QString();
}
QString whyNotContinued(const CommandState& now) {
    if (const QString why = whyNoSettings(now); !why.isEmpty()) return why;
    return now.chosen && now.chosen->state == RunState::Interrupted
               ? QString()
               : WindowCommands::tr("Choose an interrupted run on Compare.");
}
QString whyNoCheckpoint(const CommandState& now) {
    if (const QString why = whyNoSettings(now); !why.isEmpty()) return why;
    return now.chosen && now.chosen->step > 0 ? QString()
                                              : WindowCommands::tr("Choose a run with a checkpoint on Compare.");
}
QString whyNotMore(const CommandState& now) { return now.trains ? QString() : whyNoCheckpoint(now); }
QString whyNoRun(const CommandState& now) {
    return now.chosen ? QString() : WindowCommands::tr("Choose a run on Compare.");
}
/// Of one that has ended, on the present data.
QString whyNotMeant(const CommandState& now) {
    if (!now.meant)
        return WindowCommands::tr("No run on these data has ended yet; train one, or choose one on Compare.");
    CommandState of;
    of.chosen = now.meant;
    if (const QString why = whyNoSettings(of); !why.isEmpty()) return why;
    return hasEnded(now.meant->state) ? QString() : WindowCommands::tr("Not for this run: it has not ended yet.");
}
QString whyNotTested(const CommandState& now) {
    if (const QString why = whyNotMeant(now); !why.isEmpty()) return why;
    return isForecast(*now.meant->config) ? QString() : WindowCommands::tr("Not for this run: it forecasts nothing.");
}
QString whyNoOwnRun(const CommandState& now) { return now.chosen ? whyNoSettings(now) : whyNoRun(now); }
QString whyNotShared(const CommandState& now) {
    return now.shared ? QString() : WindowCommands::tr("Choose a run on Compare.");
}
QString whyNoRuns(const CommandState& now) {
    return now.hasRuns ? QString() : WindowCommands::tr("The workspace has no run.");
}
QString whyNotDeleted(const CommandState& now) {
    return now.trains ? WindowCommands::tr("A run that trains cannot be deleted.") : whyNoRun(now);
}
QString whyNoStart(const CommandState& now) { return now.startObstacle; }
QString whyNoStartWeights(const CommandState& now) {
    return now.active ? WindowCommands::tr("A run is training; stop it first.") : now.startObstacle;
}
QString whyNoWorkspace(const CommandState& now) {
    return now.hasWorkspace ? QString() : WindowCommands::tr("No workspace is open.");
}
QString whyNoCache(const CommandState&) {
    return columnCache() != nullptr ? QString() : WindowCommands::tr("No folder is known in which they could be kept.");
}
QString whyNoForecasts(const CommandState& now) {
    return now.hasForecast ? QString() : WindowCommands::tr("Choose an ended run on Compare.");
}

constexpr CommandRow kRows[] = {
    {"open", "file", QT_TRANSLATE_NOOP("WindowActions", "&Open data..."), "open", "Ctrl+O",
     "dataset load csv hdf5 arff table parquet several",
     [](WindowCommands& window, const Command&) { window.openData(); }},
    {"open-folder", "file", QT_TRANSLATE_NOOP("WindowActions", "Open a folder of data (&J)..."), "open", "",
     "directory classes recordings wav hive partitions parquet station month several",
     [](WindowCommands& window, const Command&) { window.openDataFolder(); }},
    {"paste-data", "file", QT_TRANSLATE_NOOP("WindowActions", "&Paste a table"), "", "Ctrl+V",
     "clipboard cells excel spreadsheet", [](WindowCommands& window, const Command&) { window.pasteData(); }},
    {"recent", "file", "", "", "", "", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().recent(); }},
    {"open-experiment", "-file", QT_TRANSLATE_NOOP("WindowActions", "Open &experiment..."), "file", "",
     "load config json ready", [](WindowCommands& window, const Command&) { window.openExperiment(); }},
    {"ready-experiments", "file", "", "", "", "", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().ready(); }},
    {"save-experiment", "file", QT_TRANSLATE_NOOP("WindowActions", "&Save experiment as..."), "save", "Ctrl+S",
     "export config json", [](WindowCommands& window, const Command&) { window.saveExperiment(); }},
    {"save-series", "file", QT_TRANSLATE_NOOP("WindowActions", "Save the ser&ies as..."), "export", "",
     "data csv hdf5 numpy parquet feather convert export",
     [](WindowCommands& window, const Command&) { window.saveSeries(); }},
    {"save-cells", "file", QT_TRANSLATE_NOOP("WindowActions", "Sa&ve cells as they stand..."), "", "",
     "raw table csv rfc 4180 convert export", [](WindowCommands& window, const Command&) { window.saveCellsAsRead(); }},
    {"start-weights", "file", QT_TRANSLATE_NOOP("WindowActions", "Start &from weights..."), "play", "",
     "pretrained warm start transfer fine-tune load",
     [](WindowCommands& window, const Command&) { window.weights().start(); }, whyNoStartWeights},
    {"export-weights", "file", QT_TRANSLATE_NOOP("WindowActions", "E&xport weights (safetensors)..."), "export", "",
     "model parameters onnx pytorch", [](WindowCommands& window, const Command&) { window.weights().save(); },
     whyNoCheckpoint},
    {"report", "file", QT_TRANSLATE_NOOP("WindowActions", "Report of the c&hosen runs (HTML)..."), "export", "",
     "share print page summary comparison give it to a colleague without gatelab",
     [](WindowCommands& window, const Command&) { window.share().saveReport(); }, whyNotShared},
    {"save-bundle", "file", QT_TRANSLATE_NOOP("WindowActions", "Bundle for &another computer..."), "save", "",
     "archive pack share colleague with gatelab zip",
     [](WindowCommands& window, const Command&) { window.share().saveBundle(); }, whyNotShared},
    {"open-bundle", "file", QT_TRANSLATE_NOOP("WindowActions", "Brin&g in a bundle..."), "open", "",
     "import runs unpack",
     [](WindowCommands& window, const Command& command) { window.share().openBundle(command.choice); }, whyNoWorkspace},
    {"import-runs", "file", QT_TRANSLATE_NOOP("WindowActions", "Import runs &you tracked elsewhere..."), "open", "",
     "tensorboard mlflow wandb weights biases trackio tracker events folder",
     [](WindowCommands& window, const Command& command) { window.importRuns(command.choice); }, whyNoWorkspace},
    {"export-runs", "file", QT_TRANSLATE_NOOP("WindowActions", "Export r&uns as CSV..."), "export", "",
     "table save spreadsheet markdown download", [](WindowCommands& window, const Command&) { window.exportRuns(); }},
    {"new-workspace", "-file", QT_TRANSLATE_NOOP("WindowActions", "&New workspace..."), "", "", "",
     [](WindowCommands& window, const Command&) { window.workspace().create(); }},
    {"workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "Open &workspace..."), "open", "", "",
     [](WindowCommands& window, const Command&) { window.workspace().open(); }},
    {"run-sizes", "file", QT_TRANSLATE_NOOP("WindowActions", "Dis&k use"), "", "", "",
     [](WindowCommands& window, const Command&) { window.showRunSizes(); }, whyNoWorkspace},
    {"backup-workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "&Back up workspace..."), "", "", "copy archive",
     [](WindowCommands& window, const Command&) { window.workspace().backUp(); }, whyNoWorkspace},
    {"move-workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "&Move workspace..."), "", "", "",
     [](WindowCommands& window, const Command&) { window.workspace().move(); }, whyNoWorkspace},
    {"compact-workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "&Compact workspace"), "", "",
     "clean shrink disk vacuum", [](WindowCommands& window, const Command&) { window.workspace().compact(); },
     whyNoWorkspace},
    {"restore-run", "file", QT_TRANSLATE_NOOP("WindowActions", "Restore de&leted runs"), "", "", "undelete trash",
     [](WindowCommands& window, const Command&) {
         window.show({QStringLiteral("compare"), QStringLiteral("trash")});
     },
     whyNoWorkspace},
    {"empty-trash", "file", QT_TRANSLATE_NOOP("WindowActions", "Emp&ty trash..."), "trash", "", "",
     [](WindowCommands& window, const Command&) { window.workspace().emptyTrash(); }, whyNoWorkspace},
    {"kept-columns", "file", QT_TRANSLATE_NOOP("WindowActions", "Kept columns, si&ze and limit..."), "", "",
     "cache clear memory disk large files limit",
     [](WindowCommands& window, const Command&) { window.showKeptColumns(); }, whyNoCache},
    {"quit", "-file", QT_TRANSLATE_NOOP("WindowActions", "&Quit"), "", "Ctrl+Q", "exit close",
     [](WindowCommands& window, const Command&) { window.close(); }},
    {"undo", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Undo"), "undo", "Ctrl+Z", "",
     [](WindowCommands& window, const Command&) { window.undo(); }},
    {"redo", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Redo"), "redo", "Ctrl+Shift+Z", "",
     [](WindowCommands& window, const Command&) { window.redo(); }},
    {"find", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Find or filter here"), "search", "Ctrl+F",
     "search field narrow list", [](WindowCommands& window, const Command&) { window.find(); }},
    {"rename-run", "-edit", QT_TRANSLATE_NOOP("WindowActions", "Re&name run"), "edit", "F2", "",
     [](WindowCommands& window, const Command&) { window.renameRun(); }, whyNoRun},
    {"star-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Star or unstar run"), "star", "",
     "favourite bookmark pin", [](WindowCommands& window, const Command&) { window.starRuns(); }, whyNoRun},
    {"archive-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Archive or restore run"), "", "", "hide",
     [](WindowCommands& window, const Command&) { window.archiveRuns(); }, whyNoRun},
    {"tag-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Tags..."), "", "", "",
     [](WindowCommands& window, const Command&) { window.tagRuns(); }, whyNoRun},
    {"note-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "N&ote..."), "", "", "comment",
     [](WindowCommands& window, const Command&) { window.noteRun(); }, whyNoRun},
    {"colour", "edit", "", "", "", "", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().colour(); }},
    {"delete-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Delete run"), "trash", "Ctrl+Del", "remove trash",
     [](WindowCommands& window, const Command&) { window.deleteChosenRuns(); }, whyNotDeleted},
    {"view-details", "view", QT_TRANSLATE_NOOP("WindowActions", "A&bout a run"), "info", "",
     "report summary scores metrics history lineage tree family parent tensorboard perfetto compress",
     [](WindowCommands& window, const Command&) {
         window.show({QStringLiteral("compare"), QStringLiteral("details"), window.chosenRun()});
     },
     nullptr, nullptr, false, true, true},
    {"view-lab", "view", QT_TRANSLATE_NOOP("WindowActions", "&Optimisation lab"), "ladder", "",
     "benchmark speed ablation performance profile optimise switches",
     [](WindowCommands& window, const Command&) {
         window.show({QStringLiteral("compare"), QStringLiteral("lab")});
     },
     nullptr, nullptr, false, true, true},
    {"charts", "view", "", "", "", "", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().charts(); }},
    {"view-queue", "view", QT_TRANSLATE_NOOP("WindowActions", "&Queue of waiting runs"), "clock", "",
     "schedule waiting jobs",
     [](WindowCommands& window, const Command&) {
         window.show({QStringLiteral("train"), QStringLiteral("queue")});
     },
     nullptr, nullptr, false, true, true},
    {"machines", "view", QT_TRANSLATE_NOOP("WindowActions", "Machines and &jobs..."), "chip", "",
     "hosts ssh cluster slurm profile jobs computer cores memory ranks",
     [](WindowCommands& window, const Command&) { window.showMachines(); }, whyNoWorkspace},
    {"alerts", "view", QT_TRANSLATE_NOOP("WindowActions", "Alert rules and &warnings..."), "warn", "",
     "alarm notify stuck diverging overfitting idle throttled",
     [](WindowCommands& window, const Command&) { window.showAlerts(); }, whyNoWorkspace},
    {"page-start", "view", QT_TRANSLATE_NOOP("WindowActions", "&Start page"), "", "", "",
     [](WindowCommands& window, const Command&) { window.show({QStringLiteral("start")}); }, nullptr, nullptr, false,
     true, true},
    {"on-page", "view", "", "", "", "", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().onPage(); }},
    {"log", "-view", QT_TRANSLATE_NOOP("WindowActions", "&Log"), "panel-bottom", "Ctrl+J", "console output messages",
     [](WindowCommands& window, const Command&) { window.turnPane("log"); }, nullptr, nullptr, true},
    {"right", "view", QT_TRANSLATE_NOOP("WindowActions", "&Inspector"), "panel-right", "Ctrl+I", "sidebar panel",
     [](WindowCommands& window, const Command&) { window.turnPane("right"); }, nullptr, nullptr, true},
    {"next-area", "-view", QT_TRANSLATE_NOOP("WindowActions", "Ne&xt area"), "", "F6", "pane focus keyboard",
     [](WindowCommands& window, const Command&) { window.focusNextArea(1); }},
    {"previous-area", "view", QT_TRANSLATE_NOOP("WindowActions", "Pre&vious area"), "", "Shift+F6",
     "pane focus keyboard", [](WindowCommands& window, const Command&) { window.focusNextArea(-1); }},
    {"larger", "-view", QT_TRANSLATE_NOOP("WindowActions", "L&arger text"), "", "Ctrl++", "zoom font size scale",
     [](WindowCommands& window, const Command&) { window.scaleText(1); }},
    {"smaller", "view", QT_TRANSLATE_NOOP("WindowActions", "Small&er text"), "", "Ctrl+-", "zoom font size scale",
     [](WindowCommands& window, const Command&) { window.scaleText(-1); }},
    {"looks", "view", "", "", "", "theme colour mode font preferences options", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().looks(); }},
    {"import", "data", QT_TRANSLATE_NOOP("WindowActions", "&Import settings"), "sliders", "",
     "csv delimiter separator parse",
     [](WindowCommands& window, const Command&) { window.show({QStringLiteral("import")}); }},
    {"reload", "data", QT_TRANSLATE_NOOP("WindowActions", "&Read again"), "reset", "F5", "refresh",
     [](WindowCommands& window, const Command&) { window.reload(); }},
    {"builtin-series", "data", "", "", "", "dataset example demo toy synthetic", nullptr, nullptr,
     [](WindowCommands& window) { return window.menus().builtin(); }},
    {"train", "run", QT_TRANSLATE_NOOP("WindowActions", "T&rain these settings"), "plus", "Ctrl+R",
     "start fit run play begin queue enqueue later", [](WindowCommands& window, const Command&) { window.train(); }},
    {"pause", "run", QT_TRANSLATE_NOOP("WindowActions", "&Pause or go on"), "pause", "", "resume continue play hold",
     [](WindowCommands& window, const Command&) { window.pause(); }, whyNoPause},
    {"step", "run", QT_TRANSLATE_NOOP("WindowActions", "&One step"), "step", "Ctrl+Alt+.", "",
     [](WindowCommands& window, const Command&) { window.step(); }, whyNoStep},
    {"stop", "run", QT_TRANSLATE_NOOP("WindowActions", "&Stop, keep best"), "stop", "Ctrl+.",
     "kill abort cancel end finish interrupt", [](WindowCommands& window, const Command&) { window.stop(); },
     whyNoStop},
    {"choose-run", "-run", QT_TRANSLATE_NOOP("WindowActions", "Op&en run..."), "open", "", "show load choose list",
     [](WindowCommands& window, const Command&) { window.menus().showRuns(); }, whyNoRuns},
    {"continue", "run", QT_TRANSLATE_NOOP("WindowActions", "&Continue interrupted run"), "play", "",
     "resume restart play go on", [](WindowCommands& window, const Command& asked) { window.continueRun(asked.run); },
     whyNotContinued},
    {"continue-at", "run", QT_TRANSLATE_NOOP("WindowActions", "Continue else&where..."), "", "",
     "resume ranks hosts ssh cluster slurm threads other machine",
     [](WindowCommands& window, const Command& asked) { window.continueElsewhere(asked.run); }, whyNotContinued},
    {"more", "run", QT_TRANSLATE_NOOP("WindowActions", "Train &more epochs..."), "plus", "", "longer extend resume",
     [](WindowCommands& window, const Command&) { window.trainMore(); }, whyNotMore},
    {"again", "run", QT_TRANSLATE_NOOP("WindowActions", "Run &again..."), "branch", "",
     "repeat replicate duplicate branch fork clone checkpoint another seed change settings",
     [](WindowCommands& window, const Command& asked) { window.runAgain(asked.run, asked.choice); }, whyNoOwnRun},
    {"sweep", "run", QT_TRANSLATE_NOOP("WindowActions", "Sweep and see&ds..."), "grid", "",
     "grid random search hyperparameters tune tuning seeds many together tpe asha bayesian optimisation study optuna",
     [](WindowCommands& window, const Command&) { window.sweep().show(); }, whyNoStart},
    {"find-rate", "run", QT_TRANSLATE_NOOP("WindowActions", "Find a &learning rate"), "search", "",
     "lr finder range test",
     [](WindowCommands& window,
        const Command&) { window.show({QStringLiteral("model"), QStringLiteral("find-rate")}); }},
    {"find-batch", "run", QT_TRANSLATE_NOOP("WindowActions", "Find a batch si&ze"), "search", "", "batch size finder",
     [](WindowCommands& window, const Command&) {
         window.show({QStringLiteral("model"), QStringLiteral("find-batch")});
     }},
    {"check-experiment", "run", QT_TRANSLATE_NOOP("WindowActions", "Chec&k this experiment..."), "done", "",
     "verify verification reproduce reproducible repeat resume switches determinism test",
     [](WindowCommands& window, const Command&) { window.check().show(); }},
    {"use-settings", "run", QT_TRANSLATE_NOOP("WindowActions", "Use its se&ttings"), "sliders", "", "copy load config",
     [](WindowCommands& window, const Command&) { window.useSettings(); }, whyNoOwnRun},
    {"baselines", "run", QT_TRANSLATE_NOOP("WindowActions", "Compute the strong baseli&nes"), "ladder", "",
     "ets arima dlinear nlinear lightgbm trees simple methods worse than exponential smoothing compare beat",
     [](WindowCommands& window, const Command& asked) {
         window.workspace().computeBaselines(asked.run.isEmpty() ? window.chosenRun() : asked.run);
     },
     whyNoCheckpoint},
    {"forecasts", "-run", QT_TRANSLATE_NOOP("WindowActions", "Show &forecasts"), "series", "",
     "prediction predict inference", [](WindowCommands& window, const Command&) { window.showForecasts(); },
     whyNoForecasts},
    {"export-forecasts", "run", QT_TRANSLATE_NOOP("WindowActions", "E&xport forecasts..."), "export", "",
     "prediction predict csv hdf5", [](WindowCommands& window, const Command&) { window.exportForecasts(); },
     whyNoForecasts},
    {"backtest", "-run", QT_TRANSLATE_NOOP("WindowActions", "&Backtest and trust"), "", "",
     "backtest my series rolling origins evaluate coverage reliable",
     [](WindowCommands& window, const Command&) { window.showMeant("trust"); }, whyNotTested, nullptr, false, true,
     true},
    {"score-forecasts", "run", QT_TRANSLATE_NOOP("WindowActions", "Score a f&ile of forecasts..."), "", "",
     "external nixtla statsforecast autogluon prophet gluonts darts fev csv parquet compare",
     [](WindowCommands& window, const Command&) { window.showMeant("score"); }, whyNotTested, nullptr, false, true,
     true},
    {"why", "run", QT_TRANSLATE_NOOP("WindowActions", "Wh&y this forecast"), "", "",
     "explain attribution shap integrated gradients importance what matters",
     [](WindowCommands& window, const Command&) { window.showMeant("why"); }, whyNotMeant, nullptr, false, true, true},
    {"export-onnx", "run", QT_TRANSLATE_NOOP("WindowActions", "Export as ONNX, PyTorc&h, C..."), "export", "",
     "libtorch take away network deploy", [](WindowCommands& window, const Command&) { window.showMeant("onnx"); },
     whyNotMeant},
    {"import-run-file", "run", QT_TRANSLATE_NOOP("WindowActions", "Import runs from a database or lo&g..."), "open", "",
     "tensorboard mlflow wandb trackio tracker sqlite mlflow.db .wandb events file",
     [](WindowCommands& window, const Command&) { window.importRuns(kAnyRunFile); }, whyNoWorkspace},
    {"intervals", "", QT_TRANSLATE_NOOP("WindowActions", "Intervals of forecasts"), "", "",
     "conformal prediction interval coverage quantiles calibrated uncertainty trust",
     [](WindowCommands& window, const Command&) { window.showMeant("intervals"); }, whyNotTested, nullptr, false, true,
     true},
    {"residuals", "", QT_TRANSLATE_NOOP("WindowActions", "Residuals of a backtest"), "", "",
     "errors left over autocorrelation ljung-box misses trust",
     [](WindowCommands& window, const Command&) { window.showMeant("residuals"); }, whyNotTested, nullptr, false, true,
     true},
    {"export-c", "", QT_TRANSLATE_NOOP("WindowActions", "C file for a microcontroller..."), "export", "",
     "put it on a mcu arduino embedded int8 esp32 stm32 firmware c99",
     [](WindowCommands& window, const Command&) { window.showMeant("c"); }, whyNotMeant},
    {"palette", "help", QT_TRANSLATE_NOOP("WindowActions", "&Find a command..."), "search", "Ctrl+K", "",
     [](WindowCommands& window, const Command&) { window.menus().showPalette(); }, nullptr, nullptr, false, false},
    {"page-palette", "help", QT_TRANSLATE_NOOP("WindowActions", "Find on this &page..."), "search", "", "",
     [](WindowCommands& window, const Command&) { window.menus().showPagePalette(); }, nullptr, nullptr, false, false},
    {"shortcuts", "help", QT_TRANSLATE_NOOP("WindowActions", "&Keyboard shortcuts"), "", "Ctrl+/",
     "keys hotkeys accelerators", [](WindowCommands& window, const Command&) { window.menus().showShortcuts(); }},
    {"lessons", "help", QT_TRANSLATE_NOOP("WindowActions", "&Lessons"), "book", "",
     "tutorial course teach student class experiment",
     [](WindowCommands& window, const Command&) { window.show({QStringLiteral("learn"), QStringLiteral("lessons")}); }},
    {"glossary", "help", QT_TRANSLATE_NOOP("WindowActions", "&Glossary..."), "book", "",
     "words terms dictionary meaning definition",
     [](WindowCommands& window, const Command&) { window.help().showGlossary(); }},
    {"engine", "help", QT_TRANSLATE_NOOP("WindowActions", "&Training engine..."), "chip", "",
     "libtorch install fetch cuda offline archive",
     [](WindowCommands& window, const Command&) { window.showEngine(); }},
    {"help", "help", QT_TRANSLATE_NOOP("WindowActions", "&Help on this field"), "help", "F1",
     "documentation manual explain", [](WindowCommands& window, const Command&) { window.help().showField(); }},
    {"about", "-help", QT_TRANSLATE_NOOP("WindowActions", "&About Gatelab"), "info", "", "version licence license",
     [](WindowCommands& window, const Command&) { window.help().showAbout(); }},
    // What only messages and pages ask for.
    {"show", "", "", "", "", "", [](WindowCommands& window, const Command& asked) { window.show(asked.place); }},
    {"open-run", "", "", "", "", "", [](WindowCommands& window, const Command& asked) { window.openRun(asked.run); }},
    {"open-path", "", "", "", "", "",
     [](WindowCommands& window, const Command& asked) { window.openPath(asked.choice); }},
    {"ready", "", "", "", "", "", [](WindowCommands& window, const Command& asked) { window.openReady(asked.choice); }},
    {"filter-runs", "", "", "", "", "",
     [](WindowCommands& window, const Command& asked) { window.filterRuns(asked.choice); }},
    {"queue-start", "", "", "", "", "", [](WindowCommands& window, const Command&) { window.pauseQueue(false); }},
    {"queue-pause", "", "", "", "", "", [](WindowCommands& window, const Command&) { window.pauseQueue(true); }},
    {"empty-trash-for-good", "", "", "", "", "",
     [](WindowCommands& window, const Command&) { window.workspace().removeTrash(); }},
    {"cancel-workspace-work", "", "", "", "", "",
     [](WindowCommands& window, const Command&) { window.workspace().cancel(); }},
};

}  // namespace

std::span<const CommandRow> commandRows() { return kRows; }

const CommandRow* findCommandRow(const QString& key) {
    const auto row = std::ranges::find_if(kRows, [&](const CommandRow& one) { return key == QLatin1String(one.key); });
    return row == std::end(kRows) ? nullptr : &*row;
}

}  // namespace gatelab
