// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/metric_store.h"
#include "models/run_columns.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QComboBox;

namespace gatelab {

struct RunView;

/// One curve of a comparison: a run, or several that were grouped.
struct ComparedRuns {
    QString name;
    QString id;                                  ///< of the first run
    int slot = 0;                                ///< run colour
    std::vector<std::shared_ptr<RunView>> runs;  ///< those that are loaded
    int listed = 0;                              ///< how many the row stands for, ticked or not

    friend bool operator==(const ComparedRuns&, const ComparedRuns&) = default;
};

/// The runs that the table lists, read anew each time: the pointers hold until the event loop goes on.
using ListedRuns = std::function<std::vector<const RunSummary*>()>;

/// A chart of the Compare page. It is told what to show; the panel keeps only the one in front up to date. GUI thread.
class CompareView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// The ticked runs with their curves.
    virtual void setCompared(const std::vector<ComparedRuns>& runs) = 0;
    /// The run that others are compared with, before setListed(); empty: none.
    virtual void setBase(const QString& runId) { Q_UNUSED(runId) }
    /// All runs that the table lists: called again when they are others. `runs` stays usable as long as the view.
    virtual void setListed(ListedRuns runs) = 0;
    /// The chosen row of the table stands out; empty: none.
    virtual void setHighlight(const QString& runId) = 0;
    /// New samples of a live run.
    virtual void refresh() = 0;
    /// Whether it draws the curves of runs, which are read from disk, and of at most so many.
    [[nodiscard]] virtual int maxCurves() const { return 0; }

Q_SIGNALS:
    void picked(const QString& runId);  ///< a curve or dot was clicked
};

/// Fills a box with columns of numbers (and texts, where `texts`), under the heads of their groups, which cannot be
/// chosen; the data of an entry is its key.
void fillColumnBox(QComboBox& box, const RunColumns& columns, bool texts);
/// The entry of this key; the first column where there is none.
void chooseColumn(QComboBox& box, const QString& key);
}  // namespace gatelab
