// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/series_file.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "export/series_export.h"
#include "runs/experiment_model.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace gatelab {
namespace {

struct SeriesFile {
    Q_DECLARE_TR_FUNCTIONS(SeriesFile)
};

}  // namespace

void saveSeriesAs(MainWindow& window, const MainWindow::Parts& parts) {
    const auto data = parts.experiment.dataset();
    if (!data || !data->series)
        return window.notices().addWarning(SeriesFile::tr("There is no series to save; open one first."));
    const QString name = QFileInfo(fromUtf8(data->series->name)).completeBaseName();
    QString path = QFileDialog::getSaveFileName(
        &window, SeriesFile::tr("Save the series"),
        parts.preferences.lastFolder() + QLatin1Char('/') + name + QStringLiteral("-read.csv"),
        SeriesFile::tr("CSV (*.csv);;Parquet (*.parquet);;Feather (*.feather);;HDF5 (*.h5);;NumPy (*.npy)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
    parts.preferences.setLastFolder(QFileInfo(path).absolutePath());
    const bool begun = window.workspaceWork().start(
        SeriesFile::tr("Saving the series"),
        [series = data->series, path](const Progress& progress) -> Result<QString> {
            const auto written = exportSeries(*series, toPath(path), progress);
            if (!written.ok()) return written.error();
            return SeriesFile::tr("The series is in %1.").arg(path);
        },
        [&window](const Result<QString>& message) {
            if (!message.ok()) return window.notices().addError(translated(message.error()));
            window.log().add(*message);
            window.shell().status()->flash(*message);
        });
    if (!begun) window.shell().status()->flash(SeriesFile::tr("The workspace is being worked on already."));
}

}  // namespace gatelab
