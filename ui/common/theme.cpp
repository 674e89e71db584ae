// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFile>
#include <QFontDatabase>
#include <QMetaMethod>
#include <QPalette>
#include <QPixmapCache>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleFactory>
#include <QTimer>
#include <QWidget>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

QPalette systemPalette(const Palette& p) {
    QPalette q;
    q.setColor(QPalette::Window, p.bg);
    q.setColor(QPalette::WindowText, p.text);
    q.setColor(QPalette::Base, p.surface);
    q.setColor(QPalette::AlternateBase, p.surface);
    q.setColor(QPalette::ToolTipBase, p.surface);
    q.setColor(QPalette::ToolTipText, p.text);
    q.setColor(QPalette::Text, p.text);
    q.setColor(QPalette::PlaceholderText, p.muted);
    q.setColor(QPalette::Button, p.surface);
    q.setColor(QPalette::ButtonText, p.text);
    q.setColor(QPalette::BrightText, p.error);
    q.setColor(QPalette::Link, p.accent);
    q.setColor(QPalette::LinkVisited, p.accent);
    q.setColor(QPalette::Highlight, p.selection);
    q.setColor(QPalette::HighlightedText, p.text);
    q.setColor(QPalette::Light, p.surface);
    q.setColor(QPalette::Midlight, p.raised);
    q.setColor(QPalette::Mid, p.border);
    q.setColor(QPalette::Dark, p.strong);
    q.setColor(QPalette::Shadow, p.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        q.setColor(QPalette::Disabled, role, p.disabled);
    return q;
}

QString colourOf(const Palette& p, const QString& token) {
    static const std::pair<const char*, QColor Palette::*> kTokens[] = {
        {"bg", &Palette::bg},           {"surface", &Palette::surface},   {"raised", &Palette::raised},
        {"border", &Palette::border},   {"strong", &Palette::strong},     {"text", &Palette::text},
        {"muted", &Palette::muted},     {"disabled", &Palette::disabled}, {"accent", &Palette::accent},
        {"fill", &Palette::fill},       {"onfill", &Palette::onfill},     {"selection", &Palette::selection},
        {"success", &Palette::success}, {"warning", &Palette::warning},   {"error", &Palette::error},
        {"grid", &Palette::grid},
    };
    for (const auto& [name, member] : kTokens)
        if (token == QLatin1String(name)) return (p.*member).name();
    if (token == "fillHover") return p.fill.darker(108).name();
    if (token == "fillPressed") return p.fill.darker(118).name();
    return {};
}

/// Replaces @tokens; `scale` applies to @pxN.
QString filledSheet(const Palette& p, double scale) {
    QFile file(QStringLiteral(":/style/gatelab.qss"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QString source = QString::fromUtf8(file.readAll());
    static const QRegularExpression kToken(QStringLiteral("@([A-Za-z]+)([0-9]*)"));
    QString result;
    result.reserve(source.size() + 2000);
    qsizetype end = 0;
    for (auto match = kToken.globalMatch(source); match.hasNext();) {
        const auto token = match.next();
        result += QStringView(source).mid(end, token.capturedStart() - end);
        if (token.captured(1) == "px")
            result += QString::number(std::lround(token.captured(2).toInt() * scale)) + "px";
        else if (token.captured(1) == "theme")
            result += p.dark ? "dark" : "light";
        else if (token.captured(1) == "mark")
            result += p.onfill.lightness() < 128 ? "-black" : "";
        else
            result += colourOf(p, token.captured(1));
        end = token.capturedEnd();
    }
    result += QStringView(source).mid(end);
    return result;
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent) {
    for (const char* weight : {"Regular", "Medium", "SemiBold"})
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/GatelabSans-%1.otf").arg(weight));
    // Before ours is set, the application's palette is the system's: dark when its paper is darker than its ink.
    const QPalette system = QApplication::palette();
    // Desktops whose palette Qt does not read often name a dark GTK theme.
    systemDark_ = system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness() ||
                  qEnvironmentVariable("GTK_THEME").contains(QStringLiteral("dark"), Qt::CaseInsensitive);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    apply();
}

void Theme::setAppearance(Appearance appearance) {
    if (appearance == appearance_) return;
    appearance_ = appearance;
    ask();
}

void Theme::setTextScale(double scale) {
    if (scale == scale_ || !(scale > 0)) return;
    scale_ = scale;
    ask();
}

void Theme::ask() {
    if (!isSignalConnected(QMetaMethod::fromSignal(&Theme::aboutToChange))) return apply();
    if (std::exchange(asked_, true)) return;
    QTimer::singleShot(0, this, [this] {
        asked_ = false;
        Q_EMIT aboutToChange();
        apply();
    });
}

void Theme::apply() {
    const bool dark = appearance_ == Appearance::Dark || (appearance_ == Appearance::System && systemDark_);
    palette_ = appearance_ == Appearance::HighContrast ? highContrastPalette() : dark ? darkPalette() : lightPalette();
    QPixmapCache::clear();
    QApplication::setFont(font(13));
    QApplication::setPalette(systemPalette(palette_));
    sheet_ = filledSheet(palette_, scale_);
    Q_EMIT changed();
}

QFont Theme::font(int px, int weight) const {
    QFont font;
    font.setFamilies({QStringLiteral("Gatelab Sans"), QStringLiteral("Noto Sans CJK SC"),
                      QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("Noto Sans"),
                      QStringLiteral("DejaVu Sans")});
    font.setPixelSize(static_cast<int>(std::lround(px * scale_)));
    font.setWeight(static_cast<QFont::Weight>(weight));
    return font;
}

std::vector<AppearanceChoice> appearanceChoices() {
    const auto say = [](const char* source) { return QCoreApplication::translate("Theme", source); };
    return {
        {Appearance::System, QStringLiteral("system"), say(QT_TRANSLATE_NOOP("Theme", "As the system"))},
        {Appearance::Light, QStringLiteral("light"), say(QT_TRANSLATE_NOOP("Theme", "Light"))},
        {Appearance::Dark, QStringLiteral("dark"), say(QT_TRANSLATE_NOOP("Theme", "Dark"))},
        {Appearance::HighContrast, QStringLiteral("high-contrast"), say(QT_TRANSLATE_NOOP("Theme", "High contrast"))}};
}

Appearance appearanceOf(const QString& key) {
    for (const AppearanceChoice& choice : appearanceChoices())
        if (choice.key == key) return choice.value;
    return Appearance::System;
}

QColor Theme::ink(Ink ink) const {
    switch (ink) {
        case Ink::Text:
            return palette_.text;
        case Ink::Muted:
            return palette_.muted;
        case Ink::OnFill:
            return palette_.onfill;
        case Ink::Accent:
            return palette_.accent;
        case Ink::Success:
            return palette_.success;
        case Ink::Warning:
            return palette_.warning;
        case Ink::Error:
            return palette_.error;
    }
    return palette_.text;
}

void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
    if (widget->property(name) == value) return;
    widget->setProperty(name, value);
    if (!widget->testAttribute(Qt::WA_WState_Polished)) return;  // its first showing will see the property
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

}  // namespace gatelab
