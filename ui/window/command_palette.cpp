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
#include <QScrollBar>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace gatelab {

namespace {
constexpr QSize kSize{520, 420};
constexpr int kTop = 80, kGap = 24, kAir = 8;
constexpr std::size_t kMostRuns = 50;
enum Column { Name, Keys };

/// Each word that is typed begins a word of the text: "at step" is "At a step", not "data of 100 steps".
bool beginWords(const QString& text, const QStringList& typed) {
    return std::ranges::all_of(typed, [&](const QString& word) {
        for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(word, at + 1, Qt::CaseInsensitive))
            if (at == 0 || !text[at - 1].isLetterOrNumber()) return true;
        return false;
    });
}

/// How well a name answers what is typed: 0 it is its own name, 1 that has these words, 2 it begins so, 3 all else. The
/// own name stands behind the last "menu: ".
int rankOf(const QString& name, const QString& typed) {
    const QString own = name.section(QStringLiteral(": "), -1);
    if (own.compare(typed, Qt::CaseInsensitive) == 0) return 0;
    const QLatin1Char gap(' ');
    if ((gap + own + gap).contains(gap + typed + gap, Qt::CaseInsensitive)) return 1;
    return own.startsWith(typed, Qt::CaseInsensitive) ? 2 : 3;
}

QString allWords(const PaletteEntry& entry) {
    return QStringList{entry.name, entry.words, entry.english}.join(QLatin1Char(' '));
}

/// In the order of the menus until something is typed.
std::tuple<int, bool, PaletteEntry::Kind> rankOf(const PaletteEntry& entry, const QStringList& words) {
    if (words.isEmpty()) return {0, false, PaletteEntry::Kind::Command};
    const QString typed = words.join(QLatin1Char(' '));
    const int rank = std::min(rankOf(entry.name, typed), rankOf(entry.english, typed));
    return {rank, !beginWords(allWords(entry), words), entry.kind};
}
}  // namespace

CommandPalette::CommandPalette(Theme& theme, std::vector<PaletteEntry> entries, QWidget* window)
    : QDialog(window, Qt::Dialog | Qt::FramelessWindowHint),
      theme_(&theme),
      entries_(std::move(entries)),
      search_(new QLineEdit(this)),
      list_(new QTreeWidget(this)) {
    setWindowTitle(tr("Find a command"));
    auto* layout = new QVBoxLayout(this);
    search_->setPlaceholderText(tr("Type a command or a setting"));
    search_->addAction(theme.icon(QStringLiteral("search"), theme.palette().muted), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    list_->setAccessibleName(tr("Commands"));
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
    filter({});
    // As wide as its longest line, where the window is.
    const QAbstractItemView* view = list_;
    const QMargins around = layout->contentsMargins();
    const int wanted = view->sizeHintForColumn(Name) + view->sizeHintForColumn(Keys) +
                       list_->verticalScrollBar()->sizeHint().width() + around.left() + around.right() + kGap;
    resize(std::clamp(wanted, kSize.width(), std::max(kSize.width(), window->width() - 2 * kGap)), kSize.height());
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, kTop)));
}

void CommandPalette::filter(const QString& text) {
    list_->clear();
    static const QRegularExpression kSign(QStringLiteral("^ *# *"));
    const bool isNumber = kSign.match(text).hasMatch();
    const auto words = QString(text).replace(kSign, QStringLiteral("#")).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    using Ranked = std::pair<decltype(rankOf(entries_.front(), words)), std::size_t>;
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if ((entries_[i].kind == PaletteEntry::Kind::Run) != isNumber) continue;
        const QString all = allWords(entries_[i]);
        if (std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); }))
            ranked.emplace_back(rankOf(entries_[i], words), i);
    }
    std::ranges::sort(ranked);
    if (isNumber && ranked.size() > kMostRuns) ranked.resize(kMostRuns);
    std::vector<std::size_t> found;
    for (const Ranked& one : ranked) found.push_back(one.second);
    add(found, words.isEmpty());
}

void CommandPalette::add(const std::vector<std::size_t>& found, bool grouped) {
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
    list_->setCurrentItem(first);
    list_->scrollToTop();
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
    {"save-chart", "export download picture image svg png pdf csv"},
    {"recipe", "normalise normalize normalisation scaling scaler standardise preprocessing"},
    {"lookback", "window sequence length context"},
    {"stride", "window hop"},
    {"split", "train validation test"},
    {"device", "gpu cuda cpu processor"},
    {"precision", "amp mixed half fp16 bf16 float"},
    {"threads", "cores parallel omp"},
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
