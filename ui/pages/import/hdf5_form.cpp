// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/hdf5_form.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "data/readers.h"

#include <QHeaderView>
#include <utility>

namespace gatelab {

Hdf5Form::Hdf5Form(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QTreeWidget(parent), theme_(theme), experiment_(experiment), job_(new BackgroundJob(this)) {
    setHeaderLabels({tr("Data set"), tr("Shape")});
    setRootIsDecorated(false);
    setFrameShape(NoFrame);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
    setAccessibleName(tr("Data sets of the file"));
    connect(this, &QTreeWidget::itemChanged, this, &Hdf5Form::tick);
}

void Hdf5Form::setFile(const QString& path) {
    const bool isNew = std::exchange(path_, path) != path;
    const QSignalBlocker quiet(this);
    if (isNew) clear();
    job_->run<Result<std::vector<Hdf5Entry>>>(
        [file = toPath(path), options = experiment_.config()](const Progress&) { return listHdf5(file, options); },
        [this](Result<std::vector<Hdf5Entry>> result) {
            // Else reading the file says the same
            if (result.ok()) showEntries(*result);
        });
}

/// The list stands where it was while only the ticks change.
void Hdf5Form::showEntries(const std::vector<Hdf5Entry>& entries) {
    const QSignalBlocker quiet(this);
    if (topLevelItemCount() != static_cast<int>(entries.size())) clear();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Hdf5Entry& entry = entries[i];
        auto* item = topLevelItem(static_cast<int>(i));
        if (!item) item = new QTreeWidgetItem(this);
        QStringList shape;
        for (const auto size : entry.shape) shape << formatCount(size);
        item->setText(0, fromUtf8(entry.path));
        item->setText(1, shape.join(QStringLiteral(" × ")));
        item->setCheckState(0, entry.taken ? Qt::Checked : Qt::Unchecked);
        item->setDisabled(!entry.usable);
        item->setToolTip(0, entry.usable ? fromUtf8(entry.type) : translated(entry.reason));
    }
}

void Hdf5Form::tick() {
    std::vector<std::string> chosen;
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (topLevelItem(i)->checkState(0) == Qt::Checked) chosen.push_back(topLevelItem(i)->text(0).toStdString());
    experiment_.set("hdf5_datasets", chosen);
}

}  // namespace gatelab
