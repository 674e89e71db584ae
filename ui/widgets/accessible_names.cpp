// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessible_names.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>

namespace gatelab {

namespace {

class AccessiblePane : public QAccessibleWidget {
public:
    using QAccessibleWidget::QAccessibleWidget;
    [[nodiscard]] QString text(QAccessible::Text part) const override {
        const QString text = QAccessibleWidget::text(part);
        return part != QAccessible::Name || !text.isEmpty() || widget()->isWindow() ? text : widget()->windowTitle();
    }
};

class AccessibleArea : public QAccessibleWidget {
public:
    using QAccessibleWidget::QAccessibleWidget;
    [[nodiscard]] QString text(QAccessible::Text part) const override {
        QString text = QAccessibleWidget::text(part);
        if (part != QAccessible::Name) return text;
        for (QWidget* around = widget()->parentWidget(); text.isEmpty() && around && !around->isWindow();
             around = around->parentWidget())
            text = around->accessibleName().isEmpty() ? around->windowTitle() : around->accessibleName();
        return text;
    }
};

/// As Qt's own, except for the name.
class AccessibleBox : public QAccessibleWidget {
public:
    explicit AccessibleBox(QWidget* box) : QAccessibleWidget(box, QAccessible::ComboBox) {}

    [[nodiscard]] QString text(QAccessible::Text part) const override {
        if (part == QAccessible::Value) return box().currentText();
        const QString text = QAccessibleWidget::text(part);
        if (part != QAccessible::Name || box().accessibleName().isEmpty())
            return text.isEmpty() && part == QAccessible::Name ? box().currentText() : text;
        return box().currentText().isEmpty()
                   ? text
                   : QCoreApplication::translate("SpokenNames", "%1: %2").arg(text, box().currentText());
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = box().view()->isVisible();
        state.editable = box().isEditable();
        return state;
    }
    [[nodiscard]] int childCount() const override { return box().isEditable() ? 2 : 1; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override {
        QWidget* part = nullptr;
        if (index == 0)
            part = box().view();
        else if (index == 1)
            part = box().lineEdit();
        return part ? QAccessible::queryAccessibleInterface(part) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        return child->object() == box().view() ? 0 : box().isEditable() && child->object() == box().lineEdit() ? 1 : -1;
    }
    [[nodiscard]] QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
    void doAction(const QString& action) override {
        if (action != showMenuAction() && action != pressAction()) return;
        if (box().view()->isVisible())
            box().hidePopup();
        else
            box().showPopup();
    }

private:
    [[nodiscard]] QComboBox& box() const { return *static_cast<QComboBox*>(widget()); }
};

/// Qt asks with the names of the object's class and of those it comes from, and takes the first that answers.
QAccessibleInterface* accessible(const QString& name, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    if (!widget) return nullptr;
    if (name == QLatin1String("QComboBox")) return new AccessibleBox(widget);
    if (name == QLatin1String("QScrollArea")) return new AccessibleArea(widget);
    return name == QLatin1String("QWidget") ? new AccessiblePane(widget) : nullptr;
}

QString nameOf(const QLineEdit& line) {
    if (!line.accessibleName().isEmpty()) return line.accessibleName();
    const auto* box = qobject_cast<const QComboBox*>(line.parentWidget());
    if (!box) return line.placeholderText();
    if (!box->accessibleName().isEmpty()) return box->accessibleName();
    const auto* accessible = QAccessible::queryAccessibleInterface(const_cast<QComboBox*>(box));
    const auto labels = accessible ? accessible->relations(QAccessible::Label)
                                   : QList<QPair<QAccessibleInterface*, QAccessible::Relation>>();
    return labels.isEmpty() ? QString() : labels.front().first->text(QAccessible::Name);
}

}  // namespace

AccessibleNames::AccessibleNames(QObject* parent) : QObject(parent) {
    QAccessible::installFactory(accessible);
    QCoreApplication::instance()->installEventFilter(this);
}

AccessibleNames::~AccessibleNames() { QAccessible::removeFactory(accessible); }

bool AccessibleNames::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show) return false;
    if (auto* line = qobject_cast<QLineEdit*>(watched)) {
        if (const QString name = nameOf(*line); name != line->accessibleName()) line->setAccessibleName(name);
    } else if (auto* button = qobject_cast<QToolButton*>(watched); button && button->accessibleName().isEmpty()) {
        const auto* around = qobject_cast<const QLineEdit*>(button->parentWidget());
        if (!around) return false;
        const QAction* action = button->defaultAction();
        const bool clears = action && action->objectName() == QLatin1String("_q_qlineeditclearaction");
        button->setAccessibleName(clears ? tr("Clear: %1").arg(nameOf(*around)) : nameOf(*around));
    }
    return false;
}

}  // namespace gatelab
