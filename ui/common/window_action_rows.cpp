// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/window_action_rows.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

constexpr WindowActionRow kRows[] = {
    {"open", "file", QT_TRANSLATE_NOOP("WindowActions", "&Open data..."), "open", "Ctrl+O"},
    {"open-experiment", "-file", QT_TRANSLATE_NOOP("WindowActions", "Open &experiment..."), "file", "Ctrl+Shift+O"},
    {"save-experiment", "file", QT_TRANSLATE_NOOP("WindowActions", "&Save experiment as..."), "save", "Ctrl+S"},
    {"start-weights", "file", QT_TRANSLATE_NOOP("WindowActions", "Start &from weights..."), "play", "Ctrl+Shift+L"},
    {"export-weights", "file", QT_TRANSLATE_NOOP("WindowActions", "E&xport weights (safetensors)..."), "export",
     "Ctrl+Alt+P"},
    {"export-runs", "file", QT_TRANSLATE_NOOP("WindowActions", "Export r&uns as CSV..."), "export", "Ctrl+Alt+U"},
    {"new-workspace", "-file", QT_TRANSLATE_NOOP("WindowActions", "&New workspace..."), "", "Ctrl+Shift+N"},
    {"workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "Open &workspace..."), "open", "Ctrl+Shift+W"},
    {"run-sizes", "file", QT_TRANSLATE_NOOP("WindowActions", "Si&zes of its runs"), "", "Ctrl+Alt+Z"},
    {"backup-workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "&Back up workspace..."), "", "Ctrl+Alt+W"},
    {"move-workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "&Move workspace..."), "", "Ctrl+Alt+V"},
    {"compact-workspace", "file", QT_TRANSLATE_NOOP("WindowActions", "&Compact workspace"), "", "Ctrl+Alt+C"},
    {"restore-run", "file", QT_TRANSLATE_NOOP("WindowActions", "&Restore deleted runs"), "", "Ctrl+Shift+D"},
    {"empty-trash", "file", QT_TRANSLATE_NOOP("WindowActions", "Emp&ty its trash..."), "trash", "Ctrl+Alt+X"},
    {"quit", "-file", QT_TRANSLATE_NOOP("WindowActions", "&Quit"), "", "Ctrl+Q"},
    {"undo", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Undo"), "undo", "Ctrl+Z"},
    {"redo", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Redo"), "redo", "Ctrl+Shift+Z"},
    {"find", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Find or filter here"), "search", "Ctrl+F"},
    {"rename-run", "-edit", QT_TRANSLATE_NOOP("WindowActions", "Re&name run"), "edit", "F2"},
    {"star-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Star the run, or take it away"), "star", "Ctrl+Alt+S"},
    {"archive-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Archive the run, or bring it back"), "", "Ctrl+Alt+A"},
    {"tag-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "Write its &tags..."), "", "Ctrl+Alt+G"},
    {"note-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "Write a n&ote on it..."), "", "Ctrl+Alt+O"},
    {"delete-run", "edit", QT_TRANSLATE_NOOP("WindowActions", "&Delete run"), "trash", "Ctrl+Del"},
    {"page-data", "view", QT_TRANSLATE_NOOP("WindowActions", "&Data"), "", "Ctrl+1"},
    {"page-model", "view", QT_TRANSLATE_NOOP("WindowActions", "&Model"), "", "Ctrl+2"},
    {"page-train", "view", QT_TRANSLATE_NOOP("WindowActions", "&Train"), "", "Ctrl+3"},
    {"page-compare", "view", QT_TRANSLATE_NOOP("WindowActions", "&Compare"), "", "Ctrl+4"},
    {"page-learn", "view", QT_TRANSLATE_NOOP("WindowActions", "Lea&rn"), "", "Ctrl+0"},
    {"view-details", "view", QT_TRANSLATE_NOOP("WindowActions", "&Everything about one run"), "info", "Ctrl+5"},
    {"view-lineage", "view", QT_TRANSLATE_NOOP("WindowActions", "L&ineage of the runs"), "branch", "Ctrl+6"},
    {"view-lab", "view", QT_TRANSLATE_NOOP("WindowActions", "&Optimisation lab"), "ladder", "Ctrl+7"},
    {"view-memory", "view", QT_TRANSLATE_NOOP("WindowActions", "Memor&y study"), "chip", "Ctrl+8"},
    {"view-queue", "view", QT_TRANSLATE_NOOP("WindowActions", "&Queue of waiting runs"), "clock", "Ctrl+9"},
    {"page-start", "view", QT_TRANSLATE_NOOP("WindowActions", "&Start page"), "", "Alt+Home"},
    {"left", "-view", QT_TRANSLATE_NOOP("WindowActions", "&Project column"), "panel-left", "Ctrl+B", true},
    {"log", "view", QT_TRANSLATE_NOOP("WindowActions", "&Log"), "panel-bottom", "Ctrl+J", true},
    {"right", "view", QT_TRANSLATE_NOOP("WindowActions", "&Inspector"), "panel-right", "Ctrl+I", true},
    {"next-area", "-view", QT_TRANSLATE_NOOP("WindowActions", "Ne&xt area"), "", "F6"},
    {"previous-area", "view", QT_TRANSLATE_NOOP("WindowActions", "Pre&vious area"), "", "Shift+F6"},
    {"larger", "-view", QT_TRANSLATE_NOOP("WindowActions", "&Larger text"), "", "Ctrl++"},
    {"smaller", "view", QT_TRANSLATE_NOOP("WindowActions", "S&maller text"), "", "Ctrl+-"},
    {"import", "data", QT_TRANSLATE_NOOP("WindowActions", "&Import settings"), "sliders", "Ctrl+Shift+I"},
    {"reload", "data", QT_TRANSLATE_NOOP("WindowActions", "&Read again"), "reset", "F5"},
    {"play", "run", QT_TRANSLATE_NOOP("WindowActions", "&Play or pause"), "play", "Ctrl+R"},
    {"step", "run", QT_TRANSLATE_NOOP("WindowActions", "&One step"), "step", "Ctrl+Alt+."},
    {"stop", "run", QT_TRANSLATE_NOOP("WindowActions", "&Stop, keep best"), "stop", "Ctrl+."},
    {"reset", "run", QT_TRANSLATE_NOOP("WindowActions", "&Reset"), "reset", "Ctrl+Shift+R"},
    {"continue", "-run", QT_TRANSLATE_NOOP("WindowActions", "&Continue interrupted run"), "play", "Ctrl+Alt+R"},
    {"more", "run", QT_TRANSLATE_NOOP("WindowActions", "Train &more epochs..."), "plus", "Ctrl+Alt+M"},
    {"branch-with", "run", QT_TRANSLATE_NOOP("WindowActions", "Branch &with other settings..."), "branch",
     "Ctrl+Alt+Y"},
    {"branch", "run", QT_TRANSLATE_NOOP("WindowActions", "&Branch from its last checkpoint now"), "branch",
     "Ctrl+Alt+B"},
    {"branch-best", "run", QT_TRANSLATE_NOOP("WindowActions", "Branch from its b&est checkpoint now"), "branch",
     "Ctrl+Alt+E"},
    {"again", "run", QT_TRANSLATE_NOOP("WindowActions", "Run again with &another seed"), "dice", "Ctrl+Alt+N"},
    {"queue", "run", QT_TRANSLATE_NOOP("WindowActions", "Add this experiment to the &queue"), "plus", "Ctrl+Alt+Q"},
    {"sweep", "run", QT_TRANSLATE_NOOP("WindowActions", "Sweep and see&ds..."), "grid", "Ctrl+Alt+I"},
    {"find-rate", "run", QT_TRANSLATE_NOOP("WindowActions", "Find a &learning rate"), "search", "Ctrl+Alt+J"},
    {"find-batch", "run", QT_TRANSLATE_NOOP("WindowActions", "Find a batch si&ze"), "search", "Ctrl+Alt+H"},
    {"check-experiment", "run", QT_TRANSLATE_NOOP("WindowActions", "Chec&k this experiment..."), "done", "Ctrl+Alt+K"},
    {"use-settings", "run", QT_TRANSLATE_NOOP("WindowActions", "Use this run's se&ttings"), "sliders", "Ctrl+Shift+T"},
    {"forecasts", "-run", QT_TRANSLATE_NOOP("WindowActions", "Show its &forecasts"), "series", "Ctrl+Alt+F"},
    {"export-forecasts", "run", QT_TRANSLATE_NOOP("WindowActions", "E&xport its forecasts..."), "export",
     "Ctrl+Shift+E"},
    {"palette", "help", QT_TRANSLATE_NOOP("WindowActions", "&Find a command..."), "search", "Ctrl+K"},
    {"page-palette", "help", QT_TRANSLATE_NOOP("WindowActions", "Find on this &page..."), "search", "Ctrl+Shift+K"},
    {"shortcuts", "help", QT_TRANSLATE_NOOP("WindowActions", "&Keyboard shortcuts"), "", "Ctrl+/"},
    {"lessons", "help", QT_TRANSLATE_NOOP("WindowActions", "&Lessons"), "book", "Ctrl+Alt+1"},
    {"glossary", "help", QT_TRANSLATE_NOOP("WindowActions", "&Glossary..."), "book", "Ctrl+Alt+2"},
    {"help", "help", QT_TRANSLATE_NOOP("WindowActions", "Help on this &field"), "help", "F1"},
    {"about", "-help", QT_TRANSLATE_NOOP("WindowActions", "&About Gatelab"), "info", "Ctrl+F1"},
};

}  // namespace

std::span<const WindowActionRow> windowActionRows() { return kRows; }

QKeySequence windowShortcut(const char* key) {
    const auto row =
        std::ranges::find_if(kRows, [key](const WindowActionRow& one) { return qstrcmp(one.key, key) == 0; });
    return row == std::end(kRows) ? QKeySequence() : QKeySequence(QString::fromLatin1(row->shortcut));
}

}  // namespace gatelab
