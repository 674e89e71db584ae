// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/many/many_series.h"
#include "data/series.h"

#include <QComboBox>
#include <vector>

namespace gatelab {

/// Which of many series is looked at, by its name, part of which may be written to find it; of one series there is
/// nothing to choose. GUI thread.
class MemberBox : public QComboBox {
    Q_OBJECT
public:
    explicit MemberBox(QWidget* parent = nullptr);

    /// The data; the series that was chosen stays where they have one of its name.
    void setSeries(SeriesPtr all);
    [[nodiscard]] bool isMany() const { return !members_.empty(); }
    [[nodiscard]] const SeriesPtr& all() const { return all_; }
    /// The chosen one by itself; where there is one series, that.
    [[nodiscard]] const SeriesPtr& shown() const { return shown_; }
    /// Number of the chosen one; -1: there is one series.
    [[nodiscard]] int number() const { return members_.empty() ? -1 : currentIndex(); }
    /// Its rows in the data.
    [[nodiscard]] std::int64_t firstRow() const;
    [[nodiscard]] std::int64_t endRow() const;
    /// Chooses the one that has this row of the data. Whether it was another one.
    bool showRow(std::int64_t row);
    /// Nothing where there is none of that name.
    void showName(const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void chosen();  ///< by the user or by showRow()

private:
    void choose(int number);
    SeriesPtr all_, shown_;
    std::vector<SeriesMember> members_;
};

}  // namespace gatelab
