// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QScrollArea;

namespace gatelab {

class Theme;

/// The right column: the shown page's answer to "so what?", under its title, in a scroll area.
class InspectorColumn : public QWidget {
    Q_OBJECT
public:
    explicit InspectorColumn(Theme& theme, QWidget* parent = nullptr);
    /// The page's inspector stays the page's; it is only shown here. Null or a page without one: empty.
    void setPage(Page* page);

private:
    QPointer<Page> page_;
    QLabel* title_;
    QScrollArea* area_;
};

}  // namespace gatelab
