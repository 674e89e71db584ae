// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/command_palette.h"

#include "common/theme.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace gatelab {

namespace {
constexpr int kWidth = 640, kHeight = 380;  ///< of the list; fewer lines make it lower
constexpr int kTop = 80, kGap = 24, kAir = 8;
constexpr std::size_t kMostRuns = 50;
constexpr QChar kWideColon(0xff1a);
enum Column { Name, Keys };

/// Where a typed word stands, the best place first.
enum class Match { Title, Keywords, About, InsideTitle, Inside, None };

/// Chinese has no gaps between words: each of its characters begins one.
bool beginsWord(const QString& text, const QString& typed) {
    for (qsizetype at = text.indexOf(typed, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(typed, at + 1, Qt::CaseInsensitive))
        if (at == 0 || !text[at - 1].isLetterOrNumber() || text[at].script() == QChar::Script_Han) return true;
    return false;
}

/// Without the menus it stands in: what is behind the last "menu: ", in Chinese behind the last wide colon.
QString ownName(const QString& name) {
    const qsizetype latin = name.lastIndexOf(QLatin1String(": ")), wide = name.lastIndexOf(kWideColon);
    return name.mid(std::max(latin < 0 ? 0 : latin + 2, wide + 1));
}

Match matchOf(const PaletteEntry& entry, const QString& typed) {
    const QString title = ownName(entry.name), english = ownName(entry.english);
    if (beginsWord(title, typed) || beginsWord(english, typed)) return Match::Title;
    // Of thousands of runs only those that are called so
    if (entry.kind == PaletteEntry::Kind::Run) return Match::None;
    const QString all = QStringList{entry.name, entry.words, entry.english}.join(QLatin1Char(' '));
    if (beginsWord(all, typed)) return Match::Keywords;
    if (beginsWord(entry.about, typed)) return Match::About;
    if (title.contains(typed, Qt::CaseInsensitive) || english.contains(typed, Qt::CaseInsensitive))
        return Match::InsideTitle;
    return all.contains(typed, Qt::CaseInsensitive) ? Match::Inside : Match::None;
}

/// How well a name answers what is typed: 0 it is its own name, 1 that has these words, 2 it begins so, 3 all else.
int rankOf(const QString& name, const QString& typed) {
    const QString own = ownName(name);
    if (own.compare(typed, Qt::CaseInsensitive) == 0) return 0;
    const QLatin1Char gap(' ');
    if ((gap + own + gap).contains(gap + typed + gap, Qt::CaseInsensitive)) return 1;
    return own.startsWith(typed, Qt::CaseInsensitive) ? 2 : 3;
}

/// An entry is as good as the worst place of the typed words; of two in one place the better answer comes first.
/// Nothing: not all of the words are there. Until something is typed all are alike, in the order of the menus.
std::optional<std::tuple<Match, int, PaletteEntry::Kind>> rankOf(const PaletteEntry& entry, const QStringList& words) {
    if (words.isEmpty()) return std::tuple(Match::Title, 0, PaletteEntry::Kind::Command);
    Match match = Match::Title;
    for (const QString& word : words) match = std::max(match, matchOf(entry, word));
    if (match == Match::None) return std::nullopt;
    // The name of the setting alone finds the setting, not each of its choices.
    const QString own = QStringList{ownName(entry.name), entry.english, entry.words}.join(QLatin1Char(' '));
    if (entry.kind == PaletteEntry::Kind::Value &&
        std::ranges::none_of(words, [&](const QString& word) { return beginsWord(own, word); }))
        return std::nullopt;
    const QString typed = words.join(QLatin1Char(' '));
    return std::tuple(match, std::min(rankOf(entry.name, typed), rankOf(entry.english, typed)), entry.kind);
}
}  // namespace

CommandPalette::CommandPalette(Theme& theme, std::vector<PaletteEntry> entries, QWidget* window)
    : QDialog(window, Qt::Dialog | Qt::FramelessWindowHint),
      theme_(&theme),
      entries_(std::move(entries)),
      isOfRuns_(std::ranges::all_of(entries_,
                                    [](const PaletteEntry& entry) { return entry.kind == PaletteEntry::Kind::Run; })),
      search_(new QLineEdit(this)),
      list_(new QTreeWidget(this)) {
    setWindowTitle(isOfRuns_ ? tr("Open run") : tr("Find a command"));
    auto* layout = new QVBoxLayout(this);
    layout->setSizeConstraint(QLayout::SetFixedSize);  // as high as what is found
    search_->setPlaceholderText(isOfRuns_ ? tr("Number or name of a run") : tr("Type a command, a setting or #31"));
    search_->addAction(theme.icon(QStringLiteral("search"), theme.palette().muted), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    list_->setAccessibleName(isOfRuns_ ? tr("Runs") : tr("Commands"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setColumnCount(2);
    list_->setHeaderHidden(true);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(Keys, QHeaderView::ResizeToContents);
    list_->setRootIsDecorated(false);
    list_->setIndentation(0);
    list_->setAllColumnsShowFocus(true);
    list_->setUniformRowHeights(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideRight);
    layout->addWidget(search_);
    layout->addWidget(list_);
    connect(search_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(search_, &QLineEdit::returnPressed, this, [this] { run(list_->currentItem()); });
    connect(list_, &QTreeWidget::itemActivated, this, &CommandPalette::run);
    connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::run);
    // Its width is its own, not that of the longest name.
    const QMargins around = layout->contentsMargins();
    search_->setFixedWidth(std::min(qRound(kWidth * theme.textScale()), window->width() - 2 * kGap) - around.left() -
                           around.right());
    list_->setFixedWidth(search_->minimumWidth());
    filter({});
    layout->activate();
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, kTop)));
}

void CommandPalette::filter(const QString& text) {
    list_->clear();
    static const QRegularExpression kSign(QStringLiteral("^ *# *"));
    const bool isNumber = kSign.match(text).hasMatch();
    const auto words = QString(text).replace(kSign, QStringLiteral("#")).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    using Ranked = std::pair<decltype(rankOf(entries_.front(), words))::value_type, std::size_t>;
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const PaletteEntry::Kind kind = entries_[i].kind;
        const bool isRun = kind == PaletteEntry::Kind::Run;
        if (isNumber && !isRun) continue;
        if (words.isEmpty() && (kind == PaletteEntry::Kind::Value || isRun != isOfRuns_)) continue;
        if (const auto rank = rankOf(entries_[i], words)) ranked.emplace_back(*rank, i);
    }
    std::ranges::sort(ranked);
    std::vector<std::size_t> found;
    std::size_t runs = 0;
    for (const Ranked& one : ranked)
        if (entries_[one.second].kind != PaletteEntry::Kind::Run || runs++ < kMostRuns) found.push_back(one.second);
    // Where what answers best cannot be done now, Enter does nothing that was not meant.
    std::size_t chosen = 0;
    while (chosen < found.size() && !entries_[found[chosen]].run) ++chosen;
    const bool isMeant =
        chosen < found.size() && std::get<Match>(ranked[chosen].first) == std::get<Match>(ranked.front().first);
    add(found, words.isEmpty(), isMeant);
}

void CommandPalette::add(const std::vector<std::size_t>& found, bool grouped, bool choosesFirst) {
    const QSize high(0, list_->fontMetrics().height() + kAir);
    const auto addLine = [&](const QString& text) {
        auto* line = new QTreeWidgetItem(list_, {text});
        line->setSizeHint(Keys, high);
        line->setFirstColumnSpanned(true);
        line->setFlags(Qt::NoItemFlags);
        return line;
    };
    QTreeWidgetItem* first = nullptr;
    QString heading;
    for (const std::size_t i : found) {
        const PaletteEntry& entry = entries_[i];
        if (grouped && std::exchange(heading, entry.heading) != entry.heading) {
            auto* label = new QLabel(heading);  // the line itself would be as pale as what cannot be done
            label->setProperty("role", "section");
            label->setContentsMargins(4, 0, 4, 0);
            auto* line = addLine({});
            line->setData(Name, Qt::AccessibleTextRole, heading);
            list_->setItemWidget(line, Name, label);
        }
        const QString name =
            entry.obstacle.isEmpty() ? entry.name : QStringLiteral("%1    %2").arg(entry.name, entry.obstacle);
        auto* item = new QTreeWidgetItem(list_, {name, entry.keys});
        item->setSizeHint(Keys, {list_->fontMetrics().horizontalAdvance(entry.keys) + 3 * kAir, high.height()});
        item->setIcon(Name, entry.icon);
        item->setToolTip(Name, name);
        item->setTextAlignment(Keys, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(Keys, theme_->palette().muted);
        item->setData(Name, Qt::UserRole, static_cast<qulonglong>(i));
        if (!entry.run)
            item->setFlags(Qt::NoItemFlags);
        else if (!first)
            first = item;
    }
    if (found.empty()) addLine(tr("Nothing has these words."));
    list_->setCurrentItem(choosesFirst ? first : nullptr);
    list_->scrollToTop();
    const int row = std::max(1, list_->visualItemRect(list_->topLevelItem(0)).height());
    list_->setFixedHeight(std::min(qRound(kHeight * theme_->textScale()), row * list_->topLevelItemCount()) +
                          2 * list_->frameWidth());
}

void CommandPalette::run(const QTreeWidgetItem* item) {
    if (!item || !item->flags().testFlag(Qt::ItemIsEnabled)) return;
    const auto act = entries_[item->data(Name, Qt::UserRole).toULongLong()].run;
    accept();
    QTimer::singleShot(0, parentWidget(), act);
}

/// A style sheet draws no border of a dialogue.
void CommandPalette::paintEvent(QPaintEvent* event) {
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(theme_->palette().strong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

/// Arrow keys move the choice while the cursor stays in the search line.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

namespace {

struct WordsRow {
    const char* key;  ///< of a setting, or of an entry of a menu or page that bears a name
    const char* words;
};
constexpr WordsRow kWords[] = {
    {"compare-curves", "overlay superimpose"},
    {"forecast", "confusion matrix predictions against truth"},
    {"save-chart", "export download picture image svg png pdf csv"},
    {"recipe", "normalise normalize normalisation scaling scaler standardise preprocessing"},
    {"lookback", "window sequence length context"},
    {"stride", "window hop"},
    {"split", "train validation test"},
    {"device", "gpu cuda cpu processor"},
    {"precision", "amp mixed half fp16 bf16 float"},
    {"threads", "cores parallel omp"},
    {"ranks", "processes distributed data parallel mpi"},
    {"learning_rate", "lr step size"},
    {"schedule", "lr scheduler decay annealing"},
    {"batch_size", "minibatch size"},
    {"early_stop", "stopping patience"},
    {"clip_norm", "gradient clipping"},
    {"clip_value", "gradient clipping"},
    {"bidirectional", "bilstm"},
    {"checkpoint_seconds", "save snapshot"},
    {"hidden_size", "units width neurons"},
    {"layers", "depth stacked"},
    {"weight_decay", "l2 regularisation"},
    {"builtin", "dataset"},
    {"data", "dataset path"},
    {"isolated", "subprocess worker crash"},
    {"loss", "objective criterion mse mae"},
};

}  // namespace

QString commandWords(const QString& key) {
    const auto row =
        std::ranges::find_if(kWords, [&](const WordsRow& words) { return key == QLatin1String(words.key); });
    return row == std::end(kWords) ? QString() : QString::fromLatin1(row->words);
}

}  // namespace gatelab
