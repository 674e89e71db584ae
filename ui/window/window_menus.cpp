// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_menus.h"

#include "common/action_properties.h"
#include "common/language.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/choices.h"
#include "config/field.h"
#include "models/chart_table.h"
#include "pages/compare/board/board_views.h"
#include "pages/model/presets.h"
#include "pages/run_edit_menu.h"
#include "pages/train/chart_menu.h"
#include "pages/train/train_page.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "window/command_palette.h"
#include "window/desktop_notice.h"
#include "window/page_menu.h"
#include "window/window_actions.h"
#include "window/window_commands.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QRegularExpression>

namespace gatelab {

namespace {

/// One exclusive, checkable entry.
QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& text, bool checked,
                   const std::function<void()>& act) {
    auto* action = menu->addAction(text, group, act);
    action->setCheckable(true);
    action->setChecked(checked);
    group->addAction(action);
    return action;
}

/// What can be done on the page in front and in its inspector.
PageMenu* makePageMenu(MainWindow& window) {
    return new PageMenu(
        [&window] {
            Page* page = window.page(window.shownPage());
            std::vector<QWidget*> roots;
            if (page) roots.push_back(page);
            if (page && page->inspector()) roots.push_back(page->inspector());
            return roots;
        },
        window.menuBar());
}

/// Chinese names have their key behind them: "打开数据(&O)".
const QRegularExpression kMnemonicBehind(QStringLiteral("\\(&.\\)"));

/// Keys: all that has keys, also what the palette leaves out.
enum class Scope { Everything, Page, Keys };

PaletteEntry::Kind kindOf(const QAction& action, const QMenu& menu) {
    if (menu.menuAction()->objectName() == QLatin1String("builtin-series")) return PaletteEntry::Kind::Series;
    if (action.property(kIsPlace).toBool()) return PaletteEntry::Kind::Page;
    // A command of the window bears a name
    return action.isCheckable() && action.objectName().isEmpty() ? PaletteEntry::Kind::Choice
                                                                 : PaletteEntry::Kind::Command;
}

QString plain(QString text) {
    return text.section(QLatin1Char('\t'), 0, 0)
        .remove(kMnemonicBehind)
        .remove(QLatin1Char('&'))
        .remove(QLatin1String("..."));
}

/// A text of the window in the language of the sources; empty: it is in it, or not of the program.
QString englishOf(const QString& shown, const SourceTexts& texts) {
    QStringList names;
    for (const QString& name : texts.of(shown.section(QLatin1Char('\t'), 0, 0))) names << plain(name);
    return names.join(QLatin1Char(' '));
}

/// A menu and the menus in it; what stands in a section or a menu of its own bears its name. `words`: those of the
/// menus around it in English.
void collectEntries(QMenu* menu, const QString& own, const QString& words, Scope scope, const SourceTexts& texts,
                    std::vector<PaletteEntry>& entries) {
    Q_EMIT menu->aboutToShow();  // some fill themselves when they are opened
    QString within = own;
    for (QAction* action : menu->actions()) {
        const QString name = plain(action->text()), english = englishOf(action->text(), texts);
        if (scope != Scope::Page && action->property(kInMenuBar).toBool()) continue;
        const QVariant given = action->property(kSearchWords);
        const QString also = given.isValid() ? given.toString() : commandWords(action->objectName());
        if (action->menu()) {
            const QString inner = own.isEmpty() ? name : WindowMenus::tr("%1: %2").arg(own, name);
            collectEntries(action->menu(), inner, QStringList{words, english, also}.join(QLatin1Char(' ')), scope,
                           texts, entries);
        } else if (action->isSeparator())
            within = name.isEmpty() ? own : name;
        else if (const QString keys = WindowActions::shortcutText(action);
                 !name.isEmpty() &&
                 (scope == Scope::Keys ? !keys.isEmpty() : !action->property(kNotInPalette).toBool())) {
            entries.push_back({within.isEmpty() ? name : WindowMenus::tr("%1: %2").arg(within, name),
                               keys,
                               QStringList{words, also, action->objectName()}.join(QLatin1Char(' ')),
                               action->icon(),
                               {},
                               kindOf(*action, *menu),
                               english,
                               action->isEnabled() || plain(action->toolTip()) == name ? QString() : action->toolTip(),
                               {},
                               action->toolTip()});
            if (!action->isEnabled()) continue;
            entries.back().run = [action = QPointer<QAction>(action)] {
                if (action) action->trigger();
            };
        }
    }
}

/// Under the names of its menus where the keys are asked for.
std::vector<PaletteEntry> menuBarEntries(const QMenuBar& bar, Scope scope, const SourceTexts& texts) {
    std::vector<PaletteEntry> entries;
    for (const QAction* menu : bar.actions()) {
        if (!menu->menu()) continue;
        const std::size_t first = entries.size();
        collectEntries(menu->menu(), {}, {}, scope, texts, entries);
        if (scope != Scope::Keys) continue;
        for (std::size_t i = first; i < entries.size(); ++i) entries[i].heading = plain(menu->text());
    }
    return entries;
}

}  // namespace

WindowMenus::WindowMenus(MainWindow& window, const MainWindow::Parts& parts, WindowCommands& commands)
    : QObject(&commands), window_(window), parts_(parts), commands_(commands) {}

std::vector<PaletteEntry> WindowMenus::paletteEntries() {
    const SourceTexts& texts = parts_.language.sources();
    std::vector<PaletteEntry> entries = menuBarEntries(*window_.menuBar(), Scope::Everything, texts);
    addUnlisted(entries);
    for (const Field& field : fields()) addSetting(entries, field);
    for (const ChartRow& row : chartRows())
        entries.push_back({tr("Chart: %1").arg(translated(row.title)),
                           {},
                           QStringList{QString::fromLatin1(row.key), commandWords(QString::fromLatin1(row.key))}.join(
                               QLatin1Char(' ')),
                           {},
                           [this, &row] {
                               commands_.show({QStringLiteral("train"), {}, {}, QString::fromLatin1(row.key)});
                           },
                           PaletteEntry::Kind::Chart,
                           englishOf(translated(row.title), texts),
                           {},
                           {},
                           translated(row.help)});
    for (PaletteEntry& run : runEntries()) entries.push_back(std::move(run));
    return entries;
}

/// Commands that stand in no menu.
void WindowMenus::addUnlisted(std::vector<PaletteEntry>& entries) {
    const CommandState now = commands_.state();
    for (const CommandRow& row : commandRows()) {
        if (*row.menu || !*row.text) continue;
        const QString name = QCoreApplication::translate("WindowActions", row.text);
        const QString obstacle = row.obstacle ? row.obstacle(now) : QString();
        entries.push_back({plain(name),
                           {},
                           QString::fromLatin1(row.words),
                           *row.icon ? parts_.theme.icon(QString::fromLatin1(row.icon)) : QIcon(),
                           {},
                           row.isPlace ? PaletteEntry::Kind::Page : PaletteEntry::Kind::Command,
                           englishOf(name, parts_.language.sources()),
                           obstacle});
        if (obstacle.isEmpty())
            entries.back().run = [this, &row] { row.run(commands_, Command(QString::fromLatin1(row.key))); };
    }
}

/// The setting, and each of its choices by its own name; both go to its field. The built-in series have a menu.
void WindowMenus::addSetting(std::vector<PaletteEntry>& entries, const Field& field) {
    const SourceTexts& texts = parts_.language.sources();
    const QString key = QString::fromLatin1(field.key), label = translated(field.label);
    const auto show = [this, key] { commands_.show({{}, {}, {}, key}); };
    entries.push_back({tr("Setting: %1").arg(label),
                       {},
                       key + QLatin1Char(' ') + commandWords(key),
                       {},
                       show,
                       PaletteEntry::Kind::Setting,
                       englishOf(label, texts),
                       {},
                       {},
                       translated(field.help)});
    if (field.choices.data() == builtinChoices().data()) return;
    for (const Choice& choice : field.choices)
        entries.push_back({tr("Setting: %1").arg(tr("%1: %2").arg(label, translated(choice.label))),
                           {},
                           QString::fromLatin1(choice.key),
                           {},
                           show,
                           PaletteEntry::Kind::Value,
                           englishOf(translated(choice.label), texts)});
}

std::vector<PaletteEntry> WindowMenus::runEntries() const {
    std::vector<PaletteEntry> entries;
    for (const RunSummary& run : parts_.runs.runs())  // newest first
        entries.push_back({shownRunName(run),
                           {},
                           {},
                           {},
                           [this, id = fromUtf8(run.id)] { commands_.chooseRun(id); },
                           PaletteEntry::Kind::Run});
    return entries;
}

QMenu* WindowMenus::onPage() {
    onPage_ = makePageMenu(window_);
    return onPage_;
}

void WindowMenus::showPalette() {
    commands_.enable();  // which run is meant depends on more than what tells of itself
    CommandPalette(parts_.theme, paletteEntries(), &window_).exec();
}

void WindowMenus::showRuns() { CommandPalette(parts_.theme, runEntries(), &window_).exec(); }

void WindowMenus::showPagePalette() {
    std::vector<PaletteEntry> entries;
    collectEntries(onPage_, {}, {}, Scope::Page, parts_.language.sources(), entries);
    CommandPalette(parts_.theme, std::move(entries), &window_).exec();
}

void WindowMenus::showShortcuts() {
    CommandPalette(parts_.theme, menuBarEntries(*window_.menuBar(), Scope::Keys, parts_.language.sources()), &window_)
        .exec();
}

QMenu* WindowMenus::compare() {
    auto* menu = new QMenu(tr("Compare r&uns as"), window_.menuBar());
    for (const auto& [key, name] : BoardViews::viewNames()) {
        QAction* view = menu->addAction(name, this, [this, key = key] {
            commands_.show({QStringLiteral("compare"), key});
        });
        view->setObjectName(QStringLiteral("compare-") + key);
    }
    menu->addAction(tr("Verdict"), this, [this] {
        commands_.show({QStringLiteral("compare"), QStringLiteral("verdict")});
    });
    return menu;
}

QMenu* WindowMenus::ready() { return new ReadyMenu(window_.menuBar()); }

/// The charts of the Train page with their layouts and tabs.
QMenu* WindowMenus::charts() {
    const auto shown = [this] {
        window_.showPage(QStringLiteral("train"));
        return qobject_cast<TrainPage*>(window_.page(QStringLiteral("train")));
    };
    auto* menu = new ChartMenu(
        parts_.preferences, [shown] { return shown()->chartsAnchor(); }, window_.menuBar());
    menu->setTitle(tr("C&harts"));
    connect(menu, &ChartMenu::chosen, this,
            [shown](const Dashboard& dashboard, const QString& what) { shown()->changeDashboard(dashboard, what); });
    connect(
        menu, &ChartMenu::keepRequested, this,
        [shown](const QString& name, const std::optional<Dashboard>& layout) { shown()->keepLayout(name, layout); });
    return menu;
}

QMenu* WindowMenus::colour() {
    auto* menu = new QMenu(tr("&Colour"), window_.menuBar());
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        RunEditMenu(parts_.theme, parts_.runs, parts_.experiment.undoStack())
            .fillColours(*menu, commands_.chosenRuns());
        if (parts_.runs.findRun(commands_.chosenRun())) return;
        for (QAction* colour : menu->actions()) {
            colour->setEnabled(false);
            colour->setToolTip(tr("Choose a run on Compare."));
        }
    });
    return menu;
}

QMenu* WindowMenus::recent() {
    auto* menu = new QMenu(tr("Open &recent"), window_.menuBar());
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const auto& path : parts_.preferences.recentFiles())
            menu->addAction(QFileInfo(path).fileName(), this, [this, path] { window_.openPath(path); })
                ->setToolTip(path);
        menu->addSection(tr("Workspaces"));
        for (const auto& path : parts_.preferences.recentWorkspaces())
            menu->addAction(path, this, [this, path] { window_.openPath(path); });
    });
    return menu;
}

QMenu* WindowMenus::builtin() {
    auto* menu = new QMenu(tr("&Built-in series"), window_.menuBar());
    for (const auto& choice : builtinChoices()) {
        auto* action = menu->addAction(translated(choice.label), this, [this, key = QString::fromLatin1(choice.key)] {
            parts_.experiment.openBuiltin(key);
            window_.showPage(QStringLiteral("data"));
        });
        action->setToolTip(translated(choice.help));
    }
    menu->setToolTipsVisible(true);
    return menu;
}

QMenu* WindowMenus::looks() {
    auto* menu = new QMenu(tr("Lan&guage and appearance"), window_.menuBar());
    menu->addSection(tr("Language"));
    auto* languages = new QActionGroup(menu);
    for (const auto& choice : Language::choices()) {
        QAction* action =
            addChoice(menu, languages, choice.name, parts_.language.code() == choice.code, [this, code = choice.code] {
                parts_.preferences.setLanguage(code);
                parts_.language.set(code);
            });
        // Who cannot type its own name finds it by this one
        action->setToolTip(QLocale::languageToString(QLocale(choice.code).language()));
    }
    menu->addSection(tr("Appearance"));
    auto* looks = new QActionGroup(menu);
    for (const AppearanceChoice& choice : appearanceChoices())
        addChoice(menu, looks, choice.label, parts_.theme.appearance() == choice.value, [this, chosen = choice.value] {
            parts_.preferences.setAppearance(chosen);
            parts_.theme.setAppearance(chosen);
        });
    menu->addSeparator();
    QAction* notices = menu->addAction(tr("Desktop message when a run ends"));
    notices->setCheckable(true);
    notices->setChecked(parts_.preferences.window(kDesktopNotices, true).toBool());
    notices->setToolTip(tr("Only while the window is not in front"));
    connect(notices, &QAction::toggled, this, [this](bool on) { parts_.preferences.setWindow(kDesktopNotices, on); });
    return menu;
}

}  // namespace gatelab
