// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QString>
#include <array>
#include <vector>

namespace gatelab {

/// The palette of the window, one member per token of the look. Colour belongs to data and state; chrome is grey;
/// `accent` means "you can act here".
struct Palette {
    QColor bg, surface, raised, border, strong, text, muted, disabled, accent, fill, onfill, selection;
    QColor success, successTint, warning, warningTint, error, errorTint, infoTint;
    QColor grid, axis, hatch, envelope;
    std::array<QColor, 20> runs;       ///< run colours by slot: kRunColours, then the same hues lighter or darker
    std::array<QColor, 9> gate, tide;  ///< heat-map stops: sequential, diverging
    bool dark = false;
    bool strongLines = false;  ///< chart lines are wider, and none is faint
};

/// The palettes of the look.
Palette lightPalette();
Palette darkPalette();
/// White on black: text, symbols and chart lines with a contrast of 7 to 1 or more.
Palette highContrastPalette();

/// Run slots beyond the first kRunColours repeat its hues in another lightness, with a hole in the marker; from
/// kRunSlots on colours repeat, with other markers. Chosen by a search: the first ten differ by 8 or more (CIEDE2000)
/// also without red, green or blue vision, any two of the twenty by 10; on the chart's ground each has a contrast of 3,
/// and to the colour of texts, which is that of given curves, one of 1.6 (light: 1.8).
inline constexpr int kRunColours = 10, kRunSlots = 2 * kRunColours;
QColor runColour(const Palette& palette, int slot);

/// Shape that goes with a run's colour, same slot.
enum class Marker { Disc, Square, Triangle, Diamond, Cross, TriangleDown, Hexagon, Plus, Ring, Bar };

enum class Appearance { System, Light, Dark, HighContrast };
/// One way the window may look: its name in files and on the command line, and on the screen.
struct AppearanceChoice {
    Appearance value;
    QString key, label;
};
/// In the window's language.
std::vector<AppearanceChoice> appearanceChoices();
/// System when there is no such key.
Appearance appearanceOf(const QString& key);

/// A colour by its role: an icon drawn with it follows the palette by itself.
enum class Ink { Text, Muted, OnFill, Accent, Success, Warning, Error };

/// The window's looks: palette, fonts, style sheet, icons. One object, made in main, handed to who draws; widgets
/// repaint on changed().
///
/// Dynamic properties that the style sheet (resources/style/gatelab.qss) knows:
/// QPushButton primary, large, compact, link, menu = true; QToolButton compact = true; QLabel role = title, unit, note,
/// section, small, muted, name, question, figure, headline, error, warning, success, mono; QFrame card, bar, line,
/// vline = true; inputs compact, invalid = true; QProgressBar thin = true; QSplitter tight = true; QTreeView and
/// QListView dock = true.
class Theme : public QObject {
    Q_OBJECT
public:
    explicit Theme(QObject* parent = nullptr);
    [[nodiscard]] const Palette& palette() const { return palette_; }
    [[nodiscard]] Appearance appearance() const { return appearance_; }
    /// Applies palette and font to the whole application: at once, or, where somebody listens to aboutToChange(), in
    /// the next turn of the event loop (the wish mostly comes from a control of the very pages that step aside).
    void setAppearance(Appearance appearance);
    /// 1.0, 1.15 or 1.3 of the look's pixel sizes.
    void setTextScale(double scale);
    [[nodiscard]] double textScale() const { return scale_; }
    /// For a window to set on itself (its menus, dialogues and tooltips follow). Not the application's: under that one,
    /// each time a widget gets a parent everything below it is styled anew, which made building a page three times
    /// slower.
    [[nodiscard]] const QString& styleSheet() const { return sheet_; }
    /// Font of the look: px at scale 1, weight 400, 500 or 600.
    [[nodiscard]] QFont font(int px, int weight = 400) const;
    /// SVG icon by name (":/icons/play.svg"), drawn in `colour` (default: text), with a disabled variant.
    [[nodiscard]] QIcon icon(const QString& name, const QColor& colour = {}) const;
    /// The same in a role's colour; follows light and dark.
    [[nodiscard]] QIcon icon(const QString& name, Ink ink) const;
    [[nodiscard]] QColor ink(Ink ink) const;
    [[nodiscard]] QColor runColour(int slot) const { return gatelab::runColour(palette_, slot); }
    /// Draws the marker of a slot, about 9 px, centred.
    static void drawMarker(class QPainter& painter, QPointF centre, int slot, const QColor& colour, double size = 9);
    /// The same for tables, their heads and menus.
    [[nodiscard]] QPixmap marker(int slot) const;

Q_SIGNALS:
    /// Every widget that stands is polished three times by a change (font, palette, style sheet): a window that is
    /// built anew anyway goes first.
    void aboutToChange();
    void changed();

private:
    void ask();
    void apply();
    Palette palette_;
    QString sheet_;
    Appearance appearance_ = Appearance::System;
    double scale_ = 1.0;
    bool systemDark_ = false, asked_ = false;
};

/// Gives a widget a property of the style sheet and draws it anew.
void setStyleProperty(class QWidget* widget, const char* name, const QVariant& value);
/// Colour along equal stops, linear in sRGB; position in [0, 1].
QColor heatColour(const std::array<QColor, 9>& stops, double position);

/// Numbers as the look writes them: narrow no-break space for thousands, true minus, `-` when not measured (NaN),
/// sensible digits.
QString formatNumber(double value, int significant = 4);
/// Of a number that core has written.
QString formatWritten(QString number);
/// Of a number that was set, not measured: without zeros at its end.
QString formatSetting(double value);
QString formatCount(qint64 value);
/// "2.1 GiB", "512 MiB".
QString formatBytes(double bytes);
/// "4:48", "1:02:07", "12 s".
QString formatDuration(double seconds);
/// The same of a time that is left, which nobody knows to the millisecond.
QString formatTimeLeft(double seconds);
/// Local date and time of seconds since the epoch: "2026-03-04 16:05".
QString formatMoment(double seconds);

}  // namespace gatelab
