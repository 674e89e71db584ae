// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/recipe_list.h"

#include "common/texts.h"
#include "common/theme.h"
#include "form/choice_field.h"
#include "models/recipe_model.h"
#include "runs/experiment_model.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/tables/cross_delegate.h"

#include <QDoubleValidator>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QToolButton>
#include <QValidator>

namespace gatelab {

namespace {
constexpr int kRow = 26;

/// What would end the value in the text of the step cannot stand in it: a comma outside of brackets, or a bracket that
/// is not closed yet.
class StepTextValidator : public QValidator {
public:
    using QValidator::QValidator;
    State validate(QString& text, int&) const override {
        int depth = 0;
        for (const QChar c : text) {
            if (c == QLatin1Char('(')) ++depth;
            if (c == QLatin1Char(')') && --depth < 0) return Intermediate;
            if (c == QLatin1Char(',') && depth == 0) return Intermediate;
        }
        return depth == 0 ? Acceptable : Intermediate;
    }
};
}  // namespace

RecipeList::RecipeList(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QWidget(parent), theme_(theme), model_(new RecipeModel(experiment, this)) {
    auto* layout = makeColumn(this, {}, 4, {makeHead()});
    list_ = new QListView(this);
    list_->setModel(model_);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setProperty("dock", true);
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setDefaultDropAction(Qt::MoveAction);
    list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideRight);
    named(list_, tr("Recipe steps"), tr("Drag to change the order, Del removes the step."));
    auto* crosses = new CrossDelegate(theme, list_);
    list_->setItemDelegate(crosses);
    connect(crosses, &CrossDelegate::crossed, this, [this](const QModelIndex& step) {
        // The list is still asking about the row
        QMetaObject::invokeMethod(
            this, [this, row = step.row()] { model_->remove(row); }, Qt::QueuedConnection);
    });
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list_, &QWidget::customContextMenuRequested, this, &RecipeList::showMenu);
    list_->installEventFilter(this);
    layout->addWidget(list_);
    parameters_ = new QWidget(this);
    layout->addWidget(parameters_);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &RecipeList::showParameters);
    connect(model_, &RecipeModel::modelReset, this, [this] {
        fitHeight();
        shownRow_ = -1;
        showParameters();
    });
    connect(model_, &RecipeModel::dataChanged, this, &RecipeList::showParameters);
    fitHeight();
    showParameters();
}

QWidget* RecipeList::makeHead() {
    auto* head = new QWidget(this);
    auto* row = makeRow(head, {}, -1, {spring()});
    auto* add = new QToolButton(head);
    add->setIcon(theme_.icon(QStringLiteral("plus")));
    add->setAutoRaise(true);
    add->setPopupMode(QToolButton::InstantPopup);
    named(add, tr("Add a step"));
    auto* menu = new QMenu(add);
    menu->setToolTipsVisible(true);
    for (const auto& step : recipeSteps())
        menu->addAction(translated(step.label), this,
                        [this, key = QString::fromLatin1(step.key)] {
                            model_->add(key);
                            list_->setCurrentIndex(model_->index(model_->rowCount() - 1));
                        })
            ->setToolTip(translated(step.help));
    add->setMenu(menu);
    row->addWidget(add);
    return head;
}

void RecipeList::showMenu(const QPoint& at) {
    const QModelIndex index = list_->indexAt(at);
    if (!index.isValid()) return;
    const int row = index.row();
    list_->setCurrentIndex(index);
    auto* menu = new QMenu(list_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto move = [this, row](int to, int now) {
        if (model_->moveRows({}, row, 1, {}, to)) list_->setCurrentIndex(model_->index(now));
    };
    if (const RecipeStepConfig* step = model_->step(row)) {
        const bool on = step->enabled;
        menu->addAction(on ? tr("Switch off") : tr("Switch on"), this, [this, row, on] {
            model_->setData(model_->index(row), on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        });
    }
    menu->addAction(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), this, [move, row] { move(row - 1, row - 1); })
        ->setEnabled(row > 0);
    menu->addAction(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), this,
                    [move, row] { move(row + 2, row + 1); })
        ->setEnabled(row + 1 < model_->rowCount());
    menu->addSeparator();
    menu->addAction(theme_.icon(QStringLiteral("trash")), tr("Remove"), QKeySequence(Qt::Key_Delete), this,
                    [this, row] { model_->remove(row); });
    menu->popup(list_->viewport()->mapToGlobal(at));
}

void RecipeList::fitHeight() {
    list_->setFixedHeight(qMax(1, model_->rowCount()) * qRound(kRow * theme_.textScale()) + 4);
}

/// The editors stay while their own edits come back.
void RecipeList::showParameters() {
    const int row = list_->currentIndex().row();
    const RecipeStepConfig* step = model_->step(row);
    const QString key = step ? fromUtf8(step->key) : QString();
    if (row == shownRow_ && key == shownKey_) {
        for (auto* line : parameters_->findChildren<QLineEdit*>()) {
            const auto found = step ? step->parameters.find(line->objectName().toStdString())
                                    : std::map<std::string, std::string>::const_iterator{};
            if (step && found != step->parameters.end() && !line->hasFocus()) line->setText(fromUtf8(found->second));
        }
        return;
    }
    shownRow_ = row;
    shownKey_ = key;
    qDeleteAll(parameters_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete parameters_->layout();
    const RecipeStep* kind = step ? findRecipeStep(step->key) : nullptr;
    parameters_->setVisible(kind && !kind->parameters.empty());
    if (!kind) return;
    auto* grid = new QGridLayout(parameters_);
    grid->setContentsMargins(24, 0, 0, 4);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const auto& parameter : kind->parameters) {
        const auto found = step->parameters.find(parameter.key);
        const QString value = fromUtf8(found == step->parameters.end() ? parameter.fallback : found->second);
        const QString name = QString::fromLatin1(parameter.key);
        auto* label = new QLabel(translated(parameter.label), parameters_);
        grid->addWidget(label, line, 0);
        QWidget* editor = nullptr;
        if (parameter.choices.empty()) {
            auto* edit = new QLineEdit(value, parameters_);
            edit->setObjectName(name);
            if (!parameter.isText) {
                auto* valid = new QDoubleValidator(parameter.low, parameter.high, 9, edit);
                valid->setLocale(QLocale::c());
                edit->setValidator(valid);
                edit->setToolTip(tr("%1 to %2").arg(formatNumber(parameter.low), formatNumber(parameter.high)));
            } else {
                edit->setValidator(new StepTextValidator(edit));
            }
            connect(edit, &QLineEdit::textEdited, this, [this, edit, row, name](const QString& text) {
                setStyleProperty(edit, "invalid", !edit->hasAcceptableInput());
                if (edit->hasAcceptableInput()) model_->setParameter(row, name, text);
            });
            editor = edit;
        } else {
            auto* box = new QuietComboBox(parameters_);
            for (const RecipeChoice& choice : parameter.choices)
                box->addItem(translated(choice.label), QString::fromLatin1(choice.key));
            box->setCurrentIndex(box->findData(value));
            connect(box, &QComboBox::activated, this, [this, box, row, name](int index) {
                model_->setParameter(row, name, box->itemData(index).toString());
            });
            editor = box;
        }
        editor->setAccessibleName(translated(parameter.label));
        label->setBuddy(editor);
        grid->addWidget(editor, line++, 1);
    }
}

bool RecipeList::eventFilter(QObject* watched, QEvent* event) {
    if (watched == list_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int row = list_->currentIndex().row();
        if (key->key() == Qt::Key_Delete) return model_->remove(row), true;
        if (key->modifiers() & Qt::AltModifier && key->key() == Qt::Key_Up && model_->moveRows({}, row, 1, {}, row - 1))
            return list_->setCurrentIndex(model_->index(row - 1)), true;
        if (key->modifiers() & Qt::AltModifier && key->key() == Qt::Key_Down &&
            model_->moveRows({}, row, 1, {}, row + 2))
            return list_->setCurrentIndex(model_->index(row + 1)), true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
