// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/notices.h"

#include "common/responder.h"
#include "widgets/banner.h"
#include "widgets/layouts.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {
constexpr std::size_t kShown = 2;

constexpr QChar kChineseStop(0x3002), kChineseSemicolon(0xff1b);
constexpr QStringView kOpening = u"(\uff08", kClosing = u")\uff09";

/// Core writes errors as clauses that can be put behind "where: "; here they stand alone. Chinese text ends with its
/// own full stop.
QString sentence(QString clause) {
    clause = clause.trimmed();
    if (clause.isEmpty()) return clause;
    clause[0] = clause[0].toUpper();
    if (clause.endsWith(QLatin1Char('.')) || clause.endsWith(QLatin1Char('?')) || clause.endsWith(kChineseStop))
        return clause;
    const bool isChinese =
        std::any_of(clause.begin(), clause.end(), [](QChar letter) { return letter.script() == QChar::Script_Han; });
    return clause + (isChinese ? kChineseStop : QLatin1Char('.'));
}
/// Where the first clause ends: at the first semicolon that stands in no brackets. Negative: there is one clause only.
qsizetype endOfClause(const QString& message) {
    int depth = 0;
    for (qsizetype i = 0; i < message.size(); ++i) {
        const QChar c = message[i];
        if (kOpening.contains(c))
            ++depth;
        else if (kClosing.contains(c))
            depth = std::max(0, depth - 1);
        else if (depth == 0 &&
                 (c == kChineseSemicolon || (c == QLatin1Char(';') && message.mid(i + 1, 1) == QLatin1String(" "))))
            return i;
    }
    return -1;
}
}  // namespace

int NoticeBook::add(Notice notice) {
    std::erase_if(notices_, [&](const Notice& old) { return old.clause == notice.clause && old.text == notice.text; });
    const int id = notice.id = next_++;
    const QString line = notice.text.isEmpty() ? notice.clause : notice.clause + QLatin1Char(' ') + notice.text;
    const auto place = notice.share ? notices_.end()
                                    : std::find_if(notices_.begin(), notices_.end(),
                                                   [](const Notice& old) { return old.share.has_value(); });
    notices_.insert(place, std::move(notice));
    Q_EMIT added(line);
    Q_EMIT changed();
    return id;
}

void NoticeBook::setShare(int id, double share) {
    const auto found =
        std::find_if(notices_.begin(), notices_.end(), [id](const Notice& notice) { return notice.id == id; });
    if (found == notices_.end()) return;
    found->share = share;
    Q_EMIT shareChanged(id, share);
}

void NoticeBook::addMessage(Tone tone, const QString& message, const QString& button, const Command& command,
                            NoticeOf of) {
    const auto cut = endOfClause(message);
    Notice notice{tone, sentence(cut < 0 ? message : message.left(cut)),
                  cut < 0 ? QString() : sentence(message.mid(cut + 1)), button, command};
    notice.of = of;
    add(std::move(notice));
}

void NoticeBook::setMessage(Tone tone, const Command& cause, const QString& message, NoticeOf of) {
    closeCommand(cause);
    if (!message.isEmpty()) addMessage(tone, message, {}, cause, of);
}

void NoticeBook::setClause(int id, const QString& clause) {
    const auto found =
        std::find_if(notices_.begin(), notices_.end(), [id](const Notice& notice) { return notice.id == id; });
    if (found == notices_.end() || found->clause == clause) return;
    found->clause = clause;
    Q_EMIT changed();
}

void NoticeBook::close(int id) {
    if (std::erase_if(notices_, [id](const Notice& notice) { return notice.id == id; }) > 0) Q_EMIT changed();
}

void NoticeBook::closeCommand(const Command& command) {
    if (std::erase_if(notices_, [&](const Notice& notice) { return notice.command == command; }) > 0) Q_EMIT changed();
}

void NoticeBook::leave(NoticeOf what) {
    if (std::erase_if(notices_, [&](const Notice& notice) { return notice.of >= what; }) > 0) Q_EMIT changed();
}

void NoticeBook::setPage(const QString& page) {
    if (std::exchange(page_, page) != page) Q_EMIT changed();
}

NoticeArea::NoticeArea(Theme& theme, NoticeBook& book, QWidget* over, QWidget* parent)
    : QWidget(parent), theme_(theme), book_(book), over_(over) {
    makeColumn(this, {12, 0, 12, 0}, 4);
    if (over_) over_->installEventFilter(this);
    connect(&book_, &NoticeBook::changed, this, &NoticeArea::rebuild);
    connect(&book_, &NoticeBook::shareChanged, this, [this](int id, double share) {
        if (const auto found = banners_.find(id); found != banners_.end()) found->second->setShare(share);
    });
    rebuild();
}

QWidget* NoticeArea::answer() const {
    QWidget* newest = nullptr;
    for (const auto& [id, banner] : banners_)
        if (QWidget* answer = banner->answer()) newest = answer;
    return newest;
}

void NoticeArea::rebuild() {
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    while (QLayoutItem* item = layout->takeAt(0)) {
        item->widget()->deleteLater();  // its own button may have asked for this
        item->widget()->hide();
        delete item;
    }
    banners_.clear();
    std::vector<Notice> notices;
    std::ranges::copy_if(book_.notices(), std::back_inserter(notices), [this](const Notice& notice) {
        const bool isHere = notice.page.isEmpty() || notice.page == book_.page();
        return isHere && (notice.of == NoticeOf::Page) == (over_ != nullptr);
    });
    const std::size_t first = notices.size() > kShown ? notices.size() - kShown : 0;
    for (std::size_t i = 0; i < notices.size(); ++i) {
        const Notice& notice = notices[i];
        if (i < first && !notice.share) continue;  // work that goes on stays in sight
        auto* banner = new Banner(theme_, this);
        banner->show(notice.tone, notice.clause, notice.text, notice.button, !notice.share);
        if (!notice.link.isEmpty()) banner->addLink(notice.link);
        if (notice.share) banner->setShare(*notice.share);
        banners_[notice.id] = banner;
        connect(banner, &Banner::closed, this, [this, id = notice.id] { book_.close(id); });
        connect(banner, &Banner::action, this, [this, id = notice.id, command = notice.command] {
            book_.close(id);
            responderOf(*this).ask(command);
        });
        connect(banner, &Banner::linkClicked, this,
                [this, command = notice.linkCommand] { responderOf(*this).ask(command); });
        layout->addWidget(banner);
    }
    layout->setContentsMargins(12, notices.empty() ? 0 : 4, 12, notices.empty() ? 0 : 8);
    setVisible(!notices.empty());
    place();
}

void NoticeArea::place() {
    if (!over_ || isHidden()) return;
    const int width = over_->width(),
              height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height();
    setGeometry(over_->x(), over_->geometry().bottom() + 1 - height, width, height);
    raise();
}

bool NoticeArea::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) place();
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
