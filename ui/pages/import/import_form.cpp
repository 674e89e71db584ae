// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/import_form.h"

#include "common/texts.h"
#include "config/choices.h"
#include "config/setting_predicates.h"
#include "config/shapes/resample_rule.h"
#include "data/row_order.h"
#include "form/choice_field.h"
#include "form/undo_key.h"
#include "widgets/badge.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// Heads of the form and the fields under each.
struct Section {
    const char* title;
    std::vector<const char*> keys;
};
const std::vector<Section>& sections() {
    static const std::vector<Section> table = {
        {QT_TRANSLATE_NOOP("gatelab::ImportForm", "File"),
         {"csv_encoding", "csv_delimiter", "csv_quote", "csv_decimal", "csv_thousands"}},
        {QT_TRANSLATE_NOOP("gatelab::ImportForm", "Lines"),
         {"csv_shape", "csv_skip_lines", "csv_header", "csv_comment", "csv_missing"}},
        {QT_TRANSLATE_NOOP("gatelab::ImportForm", "Time"),
         {"time_column", "time_format", "time_zone", "time_step", "sort_time", "resample", "resample_by"}},
    };
    return table;
}

const FieldValue& guessing(const Field& field) {
    static const ExperimentConfig fresh;
    static std::map<std::string, FieldValue> values;
    auto [entry, isNew] = values.try_emplace(field.key);
    if (isNew) entry->second = fieldValue(fresh, field);
    return entry->second;
}

/// What nobody guesses: rows stay as they are in the file. Their order is guessed where they run from new to old.
bool isPlain(const Field& field) {
    const std::string_view key = field.key;
    return key == "sort_time" || key == "resample" || key == "resample_by";
}

bool isOrder(const Field& field) { return field.key == std::string_view("sort_time"); }

bool isRule(const Field& field) { return field.key == std::string_view("resample_by"); }

/// Entries of the list: of the rule for putting rows together those that hold for all columns; others are typed.
std::span<const Choice> choicesOf(const Field& field) { return isRule(field) ? resampleChoices() : field.choices; }

/// Values worth offering for a field that is typed.
std::vector<QString> suggestions(const Field& field, const std::vector<std::string>& columns) {
    const std::string key = field.key;
    if (key == "csv_skip_lines") return {"0", "1", "2", "3", "4", "5"};
    if (key == "csv_missing") return {"NA", "n/a", "null", "-999", "?"};
    if (key == "time_format") return {"%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%d.%m.%Y %H:%M", "%m/%d/%Y %H:%M"};
    if (key == "sort_time") return {"true"};
    if (key == "resample") return {"15min", "1h", "1d", "1w"};
    if (key == "time_step") return {"1s", "1min", "15min", "1h", "1d", "1w"};
    if (key == "time_zone") return {"UTC", "+01:00", "+08:00", "+09:00", "-05:00", "-08:00"};
    std::vector<QString> values{"none"};
    for (const auto& column : columns) values.push_back(fromUtf8(column));
    return values;
}

}  // namespace

ImportForm::ImportForm(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QWidget(parent), theme_(theme), experiment_(experiment) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const auto& section : sections()) {
        if (line > 0) grid->setRowMinimumHeight(line++, 8);
        grid->addWidget(makeLabel(tr(section.title), "section", this), line++, 0, 1, 3);
        for (const char* key : section.keys)
            if (const Field* field = findField(key)) addRow(*field, grid, line++);
    }
    auto* note = makeLabel(tr("Every guess can be changed; the preview follows. Choices are kept with the experiment."),
                           "note", this);
    note->setWordWrap(true);
    grid->addWidget(note, line++, 0, 1, 3);
    grid->setRowStretch(line, 1);
    connect(&experiment_, &ExperimentModel::configChanged, this, [this] {
        for (auto& row : rows_) show(row);
    });
}

/// A line that goes with the focus says once more that its editing is finished; there is nobody left to hear it.
ImportForm::~ImportForm() {
    for (const Row& row : rows_)
        if (const auto* text = row.box->lineEdit()) text->disconnect(this);
}

/// Chosen by hand: the shape that the table was seen to have is a guess, and the order of rows that run from new to
/// old.
bool ImportForm::isOwn(const Field& field) const {
    const ExperimentConfig& config = experiment_.config();
    if (isOrder(field)) return config.sortTime != runsBackwards(report_);
    if (fieldValue(config, field) == guessing(field)) return false;
    return field.key != std::string_view("csv_shape") || config.csvShape != seenShape_;
}

const ReadGuess* ImportForm::guessOf(const Field& field) const {
    const auto found = std::ranges::find(report_.guesses, field.key, &ReadGuess::key);
    return found == report_.guesses.end() ? nullptr : &*found;
}

/// The cells of a workbook or a database were never cut out of text: there is no mark to choose.
bool ImportForm::isOfFormat(const Field& field) const {
    const std::string_view key = field.key;
    const bool isOfText = key == "csv_encoding" || key == "csv_delimiter" || key == "csv_quote";
    return !isOfText || isOwn(field) || report_.guesses.empty() || guessOf(*findField("csv_encoding")) != nullptr;
}

/// What stands where nothing was guessed.
QString ImportForm::unguessed(const Field& field) const {
    const std::string_view key = field.key;
    if (report_.guesses.empty()) return tr("guess");  // nothing was read yet
    const ReadGuess* time = guessOf(*findField("time_column"));
    if (key.starts_with("time_"))
        return time == nullptr || time->value == "none" ? tr("there are no times") : tr("no even step");
    return tr("as the file itself says");
}

void ImportForm::addRow(const Field& field, QGridLayout* grid, int line) {
    auto* label = new QLabel(translated(field.label), this);
    label->setToolTip(translated(field.help));
    auto* box = new QuietComboBox(this);
    box->setObjectName(QString::fromLatin1(field.key));
    named(box, translated(field.label), translated(field.help));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setEditable(field.choices.empty() && !std::holds_alternative<bool>(guessing(field)));
    label->setBuddy(box);
    auto* badge = new Badge(theme_, tr("guessed"), Tone::Neutral, this);
    grid->addWidget(label, line, 0);
    grid->addWidget(box, line, 1);
    grid->addWidget(badge, line, 2);
    rows_.push_back({&field, label, box, badge});
    connect(box, &QComboBox::activated, this,
            [this, box, &field](int index) { choose(field, box->itemData(index).toString()); });
    if (auto* text = box->lineEdit()) {
        // Enter would add the text to the list, and choosing that entry would give the guess back; completing would
        // make -999 of -99.
        box->setInsertPolicy(QComboBox::NoInsert);
        box->setCompleter(nullptr);
        text->installEventFilter(this);
        leaveUndoToWindow(text, [text] { return !text->isModified(); });
        connect(text, &QLineEdit::editingFinished, this, [this, box, text, &field] {
            const bool typed = text->isModified();
            text->setModified(false);
            if (typed) choose(field, box->currentText().trimmed());
        });
    }
    show(rows_.back());
}

/// Escape drops what was typed, before the page takes it for leaving the import.
bool ImportForm::eventFilter(QObject* watched, QEvent* event) {
    auto* text = qobject_cast<QLineEdit*>(watched);
    if (!text || !text->isModified() || event->type() != QEvent::KeyPress ||
        static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    text->setModified(false);
    for (auto& row : rows_)
        if (row.box->lineEdit() == text) show(row);
    return true;
}

/// An empty key gives the guess back.
void ImportForm::choose(const Field& field, const QString& key) {
    if (key.isEmpty()) return experiment_.set(field.key, guessing(field));
    const auto value = parseFieldValue(field, key.toStdString());
    ExperimentConfig config = experiment_.config();
    const ExperimentConfig fresh;
    if (value.ok() && field.key == std::string_view("resample") && config.resampleBy == fresh.resampleBy &&
        setFieldValue(config, field, *value).ok() && resamples(config)) {
        // Nobody chose a rule: each column has the one that it asks for.
        config.resampleBy = formatResampleRule({});
        experiment_.replace(config, translated(field.label));
    } else if (value.ok())
        experiment_.set(field.key, *value);
    else
        for (auto& row : rows_)
            if (row.field == &field) row.badge->set(tr("not possible"), Tone::Error);
}

QString ImportForm::orderText(bool isSorted) { return isSorted ? tr("oldest first") : tr("rows as in the file"); }

/// What was weighed, a line each: "0.98 semicolon: 5 columns in 100 % of the lines".
QString ImportForm::weighedText(const Field& field, const ReadGuess& guess) {
    QStringList lines;
    for (const ReadCandidate& one : guess.candidates) {
        const Choice* known = findChoice(choicesOf(field), one.value);
        const QString value = isOrder(field) ? orderText(one.value == "true")
                              : known        ? translated(known->label)
                                             : fromUtf8(one.value);
        lines << tr("%1  %2: %3", "score from 0 to 1, reading of a file, reason")
                     .arg(QLocale().toString(one.score, 'f', 2), value, translated(one.reason));
    }
    return lines.join(QLatin1Char('\n'));
}

/// Each reading that was weighed is an entry, with its reason.
void ImportForm::addCandidates(QComboBox& box, const Field& field, const ReadGuess& guess) {
    for (const ReadCandidate& one : guess.candidates) {
        const QString value = fromUtf8(one.value);
        const bool isText = choicesOf(field).empty() && field.key != std::string_view("csv_missing") && !isOrder(field);
        if (isText && one.value != guess.value && box.findData(value) < 0) box.addItem(value, value);
        const bool isFirst = isOrder(field) ? one.value == "false" : one.value == guess.value;
        const int index = isRule(field) ? box.findData(QString::fromStdString(formatResampleRule({})))
                          : isFirst     ? 0
                                        : box.findData(value);
        if (index >= 0) box.setItemData(index, translated(one.reason), Qt::ToolTipRole);
    }
}

void ImportForm::fill(Row& row, const ReadGuess* guess) {
    const FieldValue value = fieldValue(experiment_.config(), *row.field);
    const bool own = value != guessing(*row.field);  // it is an entry of the list, whoever chose it
    const std::span<const Choice> choices = choicesOf(*row.field);
    const Choice* known = guess ? findChoice(choices, guess->value) : nullptr;
    const bool isShape = row.field->key == std::string_view("csv_shape"), isFixed = isPlain(*row.field);
    const Choice* usual = isShape || isFixed ? findChoice(choices, formatFieldValue(guessing(*row.field))) : nullptr;
    const QString guessed = usual     ? translated(usual->label)  // there is no other guess of it
                            : isFixed ? orderText(false)
                            : own     ? tr("guess")
                            : !guess  ? unguessed(*row.field)
                            : known   ? translated(known->label)
                                      : translated(guess->shown);
    row.box->clear();
    row.box->addItem(guessed, QString());
    for (const auto& choice : choices)
        if ((std::string(choice.key) != "auto" || isRule(*row.field)) && &choice != usual)
            row.box->addItem(translated(choice.label), QString::fromLatin1(choice.key));
    if (choices.empty())
        for (const auto& suggestion : suggestions(*row.field, columns_))
            row.box->addItem(suggestion == QLatin1String("true") ? orderText(true) : suggestion, suggestion);
    if (guess) addCandidates(*row.box, *row.field, *guess);
    if (!own) return row.box->setCurrentIndex(0);
    const QString shown = fromUtf8(formatFieldValue(value));
    int index = row.box->findData(shown);
    if (index < 0) {
        row.box->addItem(shown, shown);
        index = row.box->count() - 1;
    }
    row.box->setCurrentIndex(index);
}

void ImportForm::show(Row& row) {
    const ReadGuess* guess = guessOf(*row.field);
    const QSignalBlocker quiet(row.box);
    fill(row, guess);
    if (row.box->lineEdit()) row.box->lineEdit()->setCursorPosition(0);
    const bool own = isOwn(*row.field);
    if (own)
        row.badge->set(tr("yours"), Tone::Info);
    else if (guess && guess->certain && !guess->overridden)
        row.badge->set(tr("certain"), Tone::Success);
    else
        row.badge->set(tr("guessed"), Tone::Neutral);
    const bool isShown = isOfFormat(*row.field);
    row.label->setVisible(isShown), row.box->setVisible(isShown);
    row.badge->setVisible(isShown && (own || guess));
    const QString weighed = guess ? weighedText(*row.field, *guess) : QString();
    row.badge->setToolTip(weighed);
    const QString help = translated(row.field->help);
    row.box->setToolTip(weighed.isEmpty() ? help : help + QStringLiteral("\n\n") + weighed);
}

void ImportForm::setReport(const ReadReport& report, const std::vector<std::string>& columns,
                           const std::string& seenShape) {
    report_ = report;
    columns_ = columns;
    seenShape_ = seenShape;
    guesses_ = 0;
    changes_ = 0;
    for (auto& row : rows_) {
        show(row);
        if (isOwn(*row.field))
            ++changes_;
        else if (guessOf(*row.field) != nullptr && (!isPlain(*row.field) || isOrder(*row.field)))
            ++guesses_;
    }
}

void ImportForm::resetAll() {
    ExperimentConfig config = experiment_.config();
    for (const auto& row : rows_) (void)setFieldValue(config, *row.field, guessing(*row.field));
    if (!seenShape_.empty()) config.csvShape = seenShape_;
    config.sortTime = runsBackwards(report_);
    experiment_.replace(config, tr("guess everything again"));
}

}  // namespace gatelab
