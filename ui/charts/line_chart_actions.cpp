// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_export.h"
#include "charts/line_chart_private.h"
#include "io/file_io.h"
#include "texts.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QStandardPaths>
#include <cmath>
#include <limits>

namespace gatelab {

void LineChart::Private::trigger(ChartHeader::Tool tool) {
    using Tool = ChartHeader::Tool;
    switch (tool) {
    case Tool::Fit: return chart.fit();
    case Tool::LogY: return chart.setLogY(!chart.logY());
    case Tool::LogX: return chart.setLogX(!chart.logX());
    case Tool::Pin: return togglePin();
    case Tool::Copy: return chart.copyToClipboard();
    case Tool::Export: return;  // its menu
    case Tool::Full: Q_EMIT chart.fullSizeRequested(); return;
    }
}

void LineChart::Private::fillExportMenu() {
    const struct {
        QString text, suffix;
        double scale;
        bool visibleOnly;
    } kFormats[] = {
        {LineChart::tr("Picture, PNG"), "png", 1, false},
        {LineChart::tr("Picture, PNG, twice as fine"), "png", 2, false},
        {LineChart::tr("Drawing, SVG"), "svg", 1, false},
        {LineChart::tr("Page, PDF"), "pdf", 1, false},
        {LineChart::tr("Table, CSV, visible range"), "csv", 1, true},
        {LineChart::tr("Table, CSV, every point"), "csv", 1, false},
    };
    for (const auto& format : kFormats)
        QObject::connect(exportMenu->addAction(format.text), &QAction::triggered, &chart,
                         [this, suffix = format.suffix, scale = format.scale, visible = format.visibleOnly] { saveAs(suffix, scale, visible); });
}

void LineChart::Private::saveAs(const QString& suffix, double scale, bool visibleOnly) {
    auto* dialog = new QFileDialog(&chart, LineChart::tr("Save \"%1\"").arg(content.title), QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilter(LineChart::tr("%1 file (*.%2)").arg(suffix.toUpper(), suffix));
    QString name = content.title;
    dialog->selectFile(name.replace('/', '-') + '.' + suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, &chart, [this, scale, visibleOnly](const QString& path) {
        const QString error = chart.exportTo(path, scale, visibleOnly);
        if (error.isEmpty()) Q_EMIT chart.exported(path);
        else Q_EMIT chart.failed(error);
    });
    dialog->open();
}

void LineChart::Private::describe() { chart.setAccessibleDescription(chart.textSummary()); }

QString LineChart::exportTo(const QString& path, double scale, bool visibleOnly) const {
    const QString suffix = path.section('.', -1).toLower();
    const QSize size = this->size().expandedTo(QSize(320, 200));
    QByteArray bytes;
    if (suffix == "png") bytes = chartPng(d_->content, *d_->legend, d_->theme, size, scale);
    else if (suffix == "svg") bytes = chartSvg(d_->content, *d_->legend, d_->theme, size);
    else if (suffix == "pdf") bytes = chartPdf(d_->content, *d_->legend, d_->theme, size);
    else if (suffix == "csv") {
        // As many pixels as there can be points: every bucket holds one sample.
        const double low = visibleOnly ? d_->content.x.low : 1, high = visibleOnly ? d_->content.x.high : 0;
        const auto lines = d_->source ? d_->source(low, high, std::numeric_limits<int>::max()) : d_->fixed;
        bytes = chartCsv(lines, d_->content.xLabel, low, high);
    } else {
        return tr("A chart cannot be saved as \"%1\". Choose a name that ends in .png, .svg, .pdf or .csv.").arg(path);
    }
    const Result<> written = writeFileDurably(path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return written ? QString() : translated(written.error());
}

void LineChart::copyToClipboard() const {
    auto* data = new QMimeData;
    data->setImageData(chartImage(d_->content, *d_->legend, d_->theme, size(), 2));
    data->setText(textSummary());
    QApplication::clipboard()->setMimeData(data);
}

QString LineChart::textSummary() const { return chartSummary(d_->content); }

void LineChart::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier), control = event->modifiers().testFlag(Qt::ControlModifier);
    const QRectF plot = d_->layer->geometry().plot;
    const auto nudge = [&](double pixels) {
        const double from = d_->content.cursor, now = std::isnan(from) ? plot.center().x() : d_->layer->geometry().xPixel(d_->content, from);
        d_->moveCursor(d_->snapped(std::clamp(now + pixels, plot.left(), plot.right()), from), true);
    };
    if (control && event->key() == Qt::Key_C) return copyToClipboard();
    if (control) return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_F: return fit();
    case Qt::Key_L: return shift ? setLogX(!logX()) : setLogY(!logY());
    case Qt::Key_P: return d_->togglePin();
    case Qt::Key_Left: return nudge(shift ? -20 : -2);
    case Qt::Key_Right: return nudge(shift ? 20 : 2);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return d_->zoom(plot.center(), 0.8, shift && event->key() == Qt::Key_Equal);
    case Qt::Key_Minus: return d_->zoom(plot.center(), 1.25, false);
    case Qt::Key_F11: Q_EMIT fullSizeRequested(); return;
    case Qt::Key_Escape:
        if (d_->pointer->cancel()) return;
        if (!std::isnan(d_->content.pinned)) return d_->togglePin();
        if (!following()) return fit();
        break;
    default: break;
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
    menu->addSeparator();
    toggle(tr("Logarithmic y axis\tL"), logY(), [this](bool on) { setLogY(on); });
    toggle(tr("Logarithmic x axis\tShift+L"), logX(), [this](bool on) { setLogX(on); }, !d_->content.xTime);
    toggle(tr("Scale to all values, outliers included"), !d_->ignoreOutliers, [this](bool on) { setIgnoreOutliers(!on); });
    toggle(tr("Y axis from zero"), d_->fromZero, [this](bool on) { setYFromZero(on); });
    menu->addSeparator();
    add(tr("Pin the cursor\tP"), "pin", [this] { d_->togglePin(); });
    add(tr("Copy as a picture\tCtrl+C"), "copy", [this] { copyToClipboard(); });
    add(tr("Copy the summary in words"), "info", [this] { QApplication::clipboard()->setText(textSummary()); });
    QMenu* save = menu->addMenu(d_->theme.icon(QStringLiteral("export")), tr("Save as"));
    save->addActions(d_->exportMenu->actions());
    menu->addSeparator();
    add(tr("Full size\tF11"), "full", [this] { Q_EMIT fullSizeRequested(); });
    Q_EMIT menuOpening(menu);
    menu->popup(event->globalPos());
}

}  // namespace gatelab
