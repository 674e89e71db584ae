// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/labels/unit_label.h"

#include <QAbstractSpinBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>

namespace gatelab {
namespace {

/// Keeps the label at the right of its input.
class UnitLabel : public QLabel {
public:
    UnitLabel(QWidget* input, QLineEdit* edit) : QLabel(input), edit_(edit) {
        setProperty("role", "unit");
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setTextFormat(Qt::PlainText);
        input->installEventFilter(this);
    }
    void place() {
        const bool arrows = qobject_cast<QAbstractSpinBox*>(parentWidget()) != nullptr;
        const QSize size = sizeHint();
        const int right = arrows ? 22 : 8;
        setGeometry(parentWidget()->width() - size.width() - right, (parentWidget()->height() - size.height()) / 2,
                    size.width(), size.height());
        if (edit_) edit_->setTextMargins(0, 0, text().isEmpty() ? 0 : size.width() + 4, 0);
        parentWidget()->setMinimumWidth(
            std::max(parentWidget()->minimumWidth(), text().isEmpty() ? 0 : size.width() + right + 48));
        raise();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::StyleChange)
            place();
        return QLabel::eventFilter(watched, event);
    }

private:
    QLineEdit* edit_;
};

}  // namespace

void setInputUnit(QWidget* input, const QString& unit) {
    UnitLabel* label = nullptr;
    for (QObject* child : input->children())
        if (auto* found = dynamic_cast<UnitLabel*>(child)) label = found;
    auto* edit = qobject_cast<QLineEdit*>(input);
    if (!edit) edit = input->findChild<QLineEdit*>();
    if (!label) label = new UnitLabel(input, edit);
    label->setText(unit);
    label->setVisible(!unit.isEmpty());
    label->place();
}

}  // namespace gatelab
