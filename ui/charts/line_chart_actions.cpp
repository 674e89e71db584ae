// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_export.h"
#include "charts/chart_marks.h"
#include "charts/line_chart_private.h"
#include "common/responder.h"
#include "widgets/wrapped_tips.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QToolTip>
#include <QWhatsThis>
#include <cmath>

namespace gatelab {

void LineChart::Private::trigger(ChartHeader::Tool tool) {
    using Tool = ChartHeader::Tool;
    switch (tool) {
        case Tool::Fit:
            return chart.fit();
        case Tool::LogY:
            return chart.setLogY(!chart.logY());
        case Tool::LogX:
            return chart.setLogX(!chart.logX());
        case Tool::Pin:
            return togglePin();
        case Tool::Copy:
            return chart.copyToClipboard();
        case Tool::Export:
            return;  // its menu
        case Tool::Full:
            Q_EMIT chart.fullSizeRequested();
            return;
    }
}

void LineChart::Private::fillExportMenu() {
    const auto add = [this](const QString& text, const QString& suffix, double scale, bool visibleOnly) {
        QObject::connect(exportMenu->addAction(text), &QAction::triggered, &chart,
                         [this, suffix, scale, visibleOnly] { saveAs(suffix, scale, visibleOnly); });
    };
    for (const PictureFormat& format : pictureFormats()) add(format.text, format.suffix, format.scale, false);
    add(LineChart::tr("Table, CSV, visible range"), QStringLiteral("csv"), 1, true);
    add(LineChart::tr("Table, CSV, every point"), QStringLiteral("csv"), 1, false);
}

void LineChart::Private::saveAs(const QString& suffix, double scale, bool visibleOnly) {
    askForFile(&chart, ownedTitle(content), suffix, [this, scale, visibleOnly](const QString& path) {
        reportSaved(chart, path, chart.exportTo(path, scale, visibleOnly));
    });
}

QByteArray LineChart::Private::csv(bool visibleOnly) const {
    const double low = visibleOnly ? content.x.low : 1, high = visibleOnly ? content.x.high : 0;
    return chartCsv(source ? source(low, high, kEverySample) : fixed, content.xLabel, low, high, content.xTable);
}

void LineChart::Private::describe() { chart.setAccessibleDescription(chart.textSummary()); }

QString LineChart::exportTo(const QString& path, double scale, bool visibleOnly) const {
    const QString suffix = path.section('.', -1).toLower();
    const Picture picture = chartPicture(d_->content, *d_->legend, d_->theme, size().expandedTo(QSize(320, 200)));
    return keepFile(path, suffix == QLatin1String("csv") ? d_->csv(visibleOnly) : picture.bytes(suffix, scale));
}

void LineChart::copyToClipboard() {
    auto* data = new QMimeData;
    data->setImageData(chartPicture(d_->content, *d_->legend, d_->theme, size()).image(2));
    data->setText(textSummary());
    QApplication::clipboard()->setMimeData(data);
    reportSaved(*this, {});
}

QString LineChart::textSummary() const { return chartSummary(d_->content); }

/// A key that moves the view or the cursor; the context menu lists them.
struct LineChart::Private::Motion {
    const char* text;
    const char* shown;  ///< the key as it is called
    int key;
    Qt::KeyboardModifiers with;
    void (*act)(Private&);
};

const std::vector<LineChart::Private::Motion>& LineChart::Private::motions() {
    constexpr double kCloser = 0.8, kStep = 0.1;
    static const std::vector<Motion> kMotions = {
        {QT_TRANSLATE_NOOP("LineChart", "Closer"),
         "+",
         Qt::Key_Plus,
         {},
         [](Private& d) { d.zoomByKey(kCloser, false); }},
        {QT_TRANSLATE_NOOP("LineChart", "Farther"),
         "-",
         Qt::Key_Minus,
         {},
         [](Private& d) { d.zoomByKey(1 / kCloser, false); }},
        {QT_TRANSLATE_NOOP("LineChart", "Closer vertically"), "Ctrl+Up", Qt::Key_Up, Qt::ControlModifier,
         [](Private& d) { d.zoomByKey(kCloser, true); }},
        {QT_TRANSLATE_NOOP("LineChart", "Farther vertically"), "Ctrl+Down", Qt::Key_Down, Qt::ControlModifier,
         [](Private& d) { d.zoomByKey(1 / kCloser, true); }},
        {QT_TRANSLATE_NOOP("LineChart", "View to the left"), "Shift+Left", Qt::Key_Left, Qt::ShiftModifier,
         [](Private& d) { d.panByKey(-kStep, 0); }},
        {QT_TRANSLATE_NOOP("LineChart", "View to the right"), "Shift+Right", Qt::Key_Right, Qt::ShiftModifier,
         [](Private& d) { d.panByKey(kStep, 0); }},
        {QT_TRANSLATE_NOOP("LineChart", "View upwards"), "Shift+Up", Qt::Key_Up, Qt::ShiftModifier,
         [](Private& d) { d.panByKey(0, kStep); }},
        {QT_TRANSLATE_NOOP("LineChart", "View downwards"), "Shift+Down", Qt::Key_Down, Qt::ShiftModifier,
         [](Private& d) { d.panByKey(0, -kStep); }},
        {QT_TRANSLATE_NOOP("LineChart", "Cursor to the sample before"),
         "Left",
         Qt::Key_Left,
         {},
         [](Private& d) { d.nudgeCursor(-2); }},
        {QT_TRANSLATE_NOOP("LineChart", "Cursor to the next sample"),
         "Right",
         Qt::Key_Right,
         {},
         [](Private& d) { d.nudgeCursor(2); }},
        {QT_TRANSLATE_NOOP("LineChart", "Cursor to the first sample"),
         "Home",
         Qt::Key_Home,
         {},
         [](Private& d) { d.cursorToEnd(false); }},
        {QT_TRANSLATE_NOOP("LineChart", "Cursor to the last sample"),
         "End",
         Qt::Key_End,
         {},
         [](Private& d) { d.cursorToEnd(true); }},
    };
    return kMotions;
}

void LineChart::Private::addMotions(QMenu* menu) {
    for (const Motion& motion : motions())
        QObject::connect(menu->addAction(LineChart::tr(motion.text) + '\t' + QString::fromLatin1(motion.shown)),
                         &QAction::triggered, &chart, [this, act = motion.act] { act(*this); });
}

QString LineChart::keysHelp() {
    return tr(
        "Keys: arrows, Home and End move the cursor; Shift and arrows move the view; + and - zoom, with Ctrl and the "
        "arrows up and down vertically; F shows everything, "
        "L and Shift+L switch the axes to logarithms, P pins the cursor, Esc takes back, Ctrl+C copies, F11 gives full "
        "size.\n"
        "Mouse: wheel zooms, with Ctrl vertically; a box zooms into it; Shift and dragging moves the view; a double "
        "click shows everything, on the title it gives full size.");
}

bool LineChart::event(QEvent* event) {
    // The help of the chart is what it shows, then what can be done.
    if (event->type() == QEvent::ToolTipChange)
        setWhatsThis(toolTip().isEmpty() ? keysHelp() : toolTip() + QStringLiteral("\n\n") + keysHelp());
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint at = d_->view->viewport()->mapFrom(this, help->pos());
        if (const QString text = markText(d_->content, d_->theme, d_->layer->geometry(), at); !text.isEmpty()) {
            QToolTip::showText(help->globalPos(), wrappedTip(text, d_->theme), this,
                               QRect(help->pos() - QPoint(4, 4), QSize(9, 9)));
            return true;
        }
        // Over the plot the help of the chart would cover what is looked at.
        if (!d_->header->geometry().contains(help->pos())) {
            QToolTip::hideText();
            return true;
        }
    }
    return QWidget::event(event);
}

void LineChart::keyPressEvent(QKeyEvent* event) {
    const Qt::KeyboardModifiers with = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    if (with == Qt::ControlModifier && event->key() == Qt::Key_C) return copyToClipboard();
    // Where + and - lie on a keyboard, with Shift or not, says nothing.
    const bool plus = event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal,
               minus = event->key() == Qt::Key_Minus || event->key() == Qt::Key_Underscore;
    const int key = plus ? static_cast<int>(Qt::Key_Plus) : minus ? static_cast<int>(Qt::Key_Minus) : event->key();
    const Qt::KeyboardModifiers counted = plus || minus ? with & Qt::ControlModifier : with;
    for (const Private::Motion& motion : Private::motions())
        if (motion.key == key && motion.with == counted) return motion.act(*d_);
    if (with.testFlag(Qt::ControlModifier)) return QWidget::keyPressEvent(event);
    switch (key) {
        case Qt::Key_F:
            return fit();
        case Qt::Key_L:
            return with.testFlag(Qt::ShiftModifier) ? setLogX(!logX()) : setLogY(!logY());
        case Qt::Key_P:
            return d_->togglePin();
        case Qt::Key_F11:
            Q_EMIT fullSizeRequested();
            return;
        case Qt::Key_Escape:
            if (d_->header->cancelDrag() || d_->pointer->cancel()) return;
            if (!std::isnan(d_->content.pinned)) return d_->togglePin();
            if (!following()) return fit();
            break;
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void LineChart::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, const char* icon, const auto& action) {
        QAction* made = menu->addAction(d_->theme.icon(QString::fromLatin1(icon)), text);
        connect(made, &QAction::triggered, this, action);
        return made;
    };
    const auto toggle = [&](const QString& text, bool on, const auto& action, bool possible = true) {
        QAction* made = menu->addAction(text);
        made->setCheckable(true);
        made->setChecked(on);
        made->setEnabled(possible);
        connect(made, &QAction::toggled, this, action);
    };
    add(tr("Show everything\tF"), "fit", [this] { fit(); });
    d_->addMotions(menu->addMenu(tr("Zoom, move, cursor")));
    menu->addSeparator();
    toggle(tr("Logarithmic y axis\tL"), logY(), [this](bool on) { setLogY(on); });
    toggle(
        tr("Logarithmic x axis\tShift+L"), logX(), [this](bool on) { setLogX(on); }, !d_->content.xTime);
    toggle(tr("Scale to all values, outliers included"), !d_->ignoreOutliers,
           [this](bool on) { setIgnoreOutliers(!on); });
    toggle(tr("Y axis from zero"), d_->fromZero, [this](bool on) { setYFromZero(on); });
    menu->addSeparator();
    add(tr("Pin the cursor\tP"), "pin", [this] { d_->togglePin(); });
    add(tr("Copy as a picture\tCtrl+C"), "copy", [this] { copyToClipboard(); });
    add(tr("Copy the summary in words"), "info", [this] { QApplication::clipboard()->setText(textSummary()); });
    QMenu* save = menu->addMenu(d_->theme.icon(QStringLiteral("export")), tr("Save as"));
    save->addActions(d_->exportMenu->actions());
    menu->addSeparator();
    add(tr("Full size\tF11"), "full", [this] { Q_EMIT fullSizeRequested(); });
    add(tr("Keys and mouse"), "help", [this, at = event->globalPos()] { QWhatsThis::showText(at, keysHelp(), this); });
    Q_EMIT menuOpening(menu);
    menu->popup(event->globalPos());
}

}  // namespace gatelab
