// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include "common/svg_icon_engine.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFile>
#include <QFontDatabase>
#include <QMetaMethod>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleFactory>
#include <QTimer>
#include <QWidget>
#include <cmath>
#include <numbers>
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

QPolygonF polygon(QPointF centre, int corners, double radius, double startDegrees) {
    QPolygonF points;
    for (int i = 0; i < corners; ++i) {
        const double angle = (startDegrees + 360.0 * i / corners) * std::numbers::pi / 180;
        points << centre + QPointF(std::cos(angle), std::sin(angle)) * radius;
    }
    return points;
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

QIcon Theme::icon(const QString& name, const QColor& colour) const {
    return QIcon(new SvgIconEngine(this, name, colour, Ink::Text));
}

QIcon Theme::icon(const QString& name, Ink ink) const { return QIcon(new SvgIconEngine(this, name, {}, ink)); }

QPixmap Theme::marker(int slot) const {
    constexpr int side = 12, scale = 2;
    QPixmap pixmap(side * scale, side * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawMarker(painter, QPointF(side / 2.0, side / 2.0), slot, runColour(slot));
    return pixmap;
}

void Theme::drawMarker(QPainter& painter, QPointF centre, int slot, const QColor& colour, double size) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double r = size / 2;
    const QPen stroke(colour, size / 4.5, Qt::SolidLine, Qt::FlatCap);
    // The second set of slots: filled shapes become outlines, strokes get a dot.
    const bool second = slot % kRunSlots >= kRunColours;
    painter.setPen(second ? QPen(colour, size / 6) : QPen(Qt::NoPen));
    painter.setBrush(second ? QBrush(Qt::NoBrush) : QBrush(colour));
    const auto dot = [&](double radius) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        if (second) painter.drawEllipse(centre, radius, radius);
    };
    // Once all colours have been used, each comes with the next shape: no pair comes twice in kRunSlots * kRunColours
    // slots.
    switch (static_cast<Marker>((slot + slot / kRunSlots) % kRunColours)) {
        case Marker::Disc:
            painter.drawEllipse(centre, r, r);
            break;
        case Marker::Square:
            painter.drawRect(QRectF(centre.x() - r * 0.85, centre.y() - r * 0.85, r * 1.7, r * 1.7));
            break;
        case Marker::Triangle:
            painter.drawPolygon(polygon(centre + QPointF(0, r * 0.2), 3, r * 1.15, -90));
            break;
        case Marker::Diamond:
            painter.drawPolygon(polygon(centre, 4, r * 1.1, 0));
            break;
        case Marker::TriangleDown:
            painter.drawPolygon(polygon(centre - QPointF(0, r * 0.2), 3, r * 1.15, 90));
            break;
        case Marker::Hexagon:
            painter.drawPolygon(polygon(centre, 6, r * 1.05, 0));
            break;
        case Marker::Bar:
            painter.drawRect(QRectF(centre.x() - r, centre.y() - r * 0.38, r * 2, r * 0.76));
            break;
        case Marker::Ring:
            painter.setPen(stroke);
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(centre, r * 0.78, r * 0.78);
            dot(r * 0.3);
            break;
        case Marker::Cross:
            painter.setPen(stroke);
            painter.drawLine(centre + QPointF(-r, -r) * 0.8, centre + QPointF(r, r) * 0.8);
            painter.drawLine(centre + QPointF(-r, r) * 0.8, centre + QPointF(r, -r) * 0.8);
            dot(r * 0.5);
            break;
        case Marker::Plus:
            painter.setPen(stroke);
            painter.drawLine(centre - QPointF(r, 0), centre + QPointF(r, 0));
            painter.drawLine(centre - QPointF(0, r), centre + QPointF(0, r));
            dot(r * 0.5);
            break;
    }
    painter.restore();
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
