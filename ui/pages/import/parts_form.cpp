// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/parts_form.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "common/theme.h"
#include "data/arrays/grids/grid.h"
#include "data/readers.h"
#include "runs/experiment_model.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

constexpr int kIsOneOf = Qt::UserRole;  // a sheet, a file of an archive

}  // namespace

PartsForm::PartsForm(ExperimentModel& experiment, QWidget* parent)
    : QTreeWidget(parent), experiment_(experiment), job_(new BackgroundJob(this)) {
    setHeaderLabels({tr("Part"), tr("Shape")});
    setRootIsDecorated(false);
    setFrameShape(NoFrame);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
    setAccessibleName(tr("Parts of the file"));
    hide();
    connect(this, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item) { tick(*item); });
}

void PartsForm::setFile(const QString& path) {
    const bool isNew = std::exchange(path_, path) != path;
    const QSignalBlocker quiet(this);
    if (isNew) clear();
    job_->run<Result<std::vector<FilePart>>>(
        [file = toPath(path), options = experiment_.config()](const Progress&) { return listParts(file, options); },
        [this](Result<std::vector<FilePart>> result) {
            // Else reading the file says the same
            if (result.ok()) showParts(*result);
        });
}

/// The list stands where it was while only the ticks change.
void PartsForm::showParts(const std::vector<FilePart>& parts) {
    {
        const QSignalBlocker quiet(this);
        if (topLevelItemCount() != static_cast<int>(parts.size())) clear();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const FilePart& part = parts[i];
            auto* item = topLevelItem(static_cast<int>(i));
            if (!item) item = new QTreeWidgetItem(this);
            QStringList shape;
            for (const auto size : part.shape) shape << formatCount(size);
            item->setText(0, fromUtf8(part.path));
            item->setData(0, kIsOneOf, part.shape.empty());
            item->setText(1, shape.join(QStringLiteral(" × ")));
            item->setCheckState(0, part.taken ? Qt::Checked : Qt::Unchecked);
            item->setDisabled(!part.usable);
            item->setToolTip(0, part.usable ? fromUtf8(part.type) : translated(part.reason));
        }
    }
    const bool hasShapes = std::ranges::any_of(parts, [](const FilePart& part) { return !part.shape.empty(); });
    setColumnHidden(1, !hasShapes);
    // No room that it has no use for.
    ensurePolished();
    const int row = std::max(1, sizeHintForRow(0));
    setMaximumHeight(header()->sizeHint().height() + (topLevelItemCount() + 1) * row);
    setVisible(parts.size() > 1 || hasShapes);
    Q_EMIT gridsShown(std::ranges::any_of(parts, [](const FilePart& part) { return part.type.ends_with(kOnGrid); }));
    Q_EMIT shownChanged();
}

/// One that stands for itself leaves out the others of its kind, and what was chosen inside of them.
void PartsForm::tick(const QTreeWidgetItem& item) {
    const bool isOneOf = item.data(0, kIsOneOf).toBool();
    std::vector<std::string> chosen;
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (topLevelItem(i)->checkState(0) == Qt::Checked && (!isOneOf || topLevelItem(i) == &item))
            chosen.push_back(topLevelItem(i)->text(0).toStdString());
    experiment_.set("hdf5_datasets", chosen);
}

}  // namespace gatelab
