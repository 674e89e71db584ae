// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/banner.h"

#include "common/texts.h"
#include "widgets/layouts.h"
#include "widgets/state_mark.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace gatelab {
namespace {

constexpr int kProgressWidth = 160;

const char* iconOf(Tone tone) {
    switch (tone) {
        case Tone::Success:
            return "done";
        case Tone::Warning:
            return "warn";
        case Tone::Error:
            return "error";
        default:
            return "info";
    }
}

}  // namespace

Banner::Banner(Theme& theme, QWidget* parent) : QFrame(parent), theme_(theme) {
    auto* row = makeRow(this, {12, 7, 8, 7}, 8);
    icon_ = new QLabel(this);
    label_ = new QLabel(this);
    label_->setTextFormat(Qt::RichText);
    label_->setWordWrap(true);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    button_ = new QPushButton(this);
    button_->setProperty("compact", true);
    close_ = new QToolButton(this);
    close_->setProperty("compact", true);
    named(close_, tr("Close this message"));
    row->addWidget(icon_, 0, Qt::AlignVCenter);
    row->addWidget(label_, 1);
    row->addWidget(button_, 0, Qt::AlignVCenter);
    row->addWidget(close_, 0, Qt::AlignVCenter);
    connect(label_, &QLabel::linkActivated, this, &Banner::linkClicked);
    connect(button_, &QPushButton::clicked, this, &Banner::action);
    connect(close_, &QToolButton::clicked, this, [this] { hide(), Q_EMIT closed(); });
    connect(&theme, &Theme::changed, this, &Banner::restyle);
    restyle();
    hide();
}

void Banner::show(Tone tone, const QString& clause, const QString& text, const QString& button, bool closable) {
    tone_ = tone;
    const QString body = toHtml(text).replace('\n', QStringLiteral("<br>"));
    label_->setText(
        clause.isEmpty() ? body : QStringLiteral("<b style=\"font-weight:600\">%1</b> %2").arg(toHtml(clause), body));
    button_->setText(button);
    button_->setVisible(!button.isEmpty());
    close_->setVisible(closable);
    setAccessibleName(this->text());
    restyle();
    setVisible(true);
}

void Banner::addLink(const QString& words) {
    label_->setTextInteractionFlags(label_->textInteractionFlags() | Qt::LinksAccessibleByKeyboard);
    label_->setText(QStringLiteral("%1 <a href=\"#\">%2</a>").arg(label_->text(), toHtml(words)));
    setAccessibleName(text());
}

void Banner::setShare(double share) {
    if (!progress_) {
        progress_ = new QProgressBar(this);
        progress_->setFixedWidth(qRound(kProgressWidth * theme_.textScale()));
        progress_->setAccessibleName(text());
        auto* row = static_cast<QHBoxLayout*>(layout());
        row->insertWidget(row->indexOf(button_), progress_, 0, Qt::AlignVCenter);
    }
    progress_->setRange(0, share < 0 ? 0 : 100);
    progress_->setValue(qRound(100 * share));
}

QString Banner::text() const { return QTextDocumentFragment::fromHtml(label_->text()).toPlainText(); }

QWidget* Banner::answer() const {
    if (!button_->isHidden()) return button_;
    return label_->textInteractionFlags().testFlag(Qt::LinksAccessibleByKeyboard) ? label_ : nullptr;
}

void Banner::restyle() {
    icon_->setPixmap(
        theme_.icon(QString::fromLatin1(iconOf(tone_)), toneColour(theme_.palette(), tone_)).pixmap(16, 16));
    close_->setIcon(theme_.icon(QStringLiteral("close"), Ink::Muted));
    update();
}

void Banner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toneColour(theme_.palette(), tone_));
    painter.setBrush(toneTint(theme_.palette(), tone_));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace gatelab
