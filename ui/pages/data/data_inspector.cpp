// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/data_inspector.h"

#include "common/field_text.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "config/choices.h"
#include "config/field_use.h"
#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "config/shapes/array_axes.h"
#include "config/shapes/running_text.h"
#include "config/words/word_table.h"
#include "data/experiment_check.h"
#include "data/findings/masked_shares.h"
#include "data/findings/remedy.h"
#include "data/recipe/categories.h"
#include "data/recipe/rescaled_rows.h"
#include "data/row_order.h"
#include "data/sequences/running_text.h"
#include "data/shapes/shape_choice.h"
#include "data/split.h"
#include "data/tables/several_files.h"
#include "form/field_form.h"
#include "form/field_row.h"
#include "form/form_section.h"
#include "form/plan_card.h"
#include "form/repeat_note.h"
#include "form/train_button.h"
#include "models/series_model.h"
#include "pages/data/finding_text.h"
#include "pages/data/mend_drawing.h"
#include "pages/data/recipe_list.h"
#include "runs/experiment_model.h"
#include "widgets/banner.h"
#include "widgets/card.h"
#include "widgets/key_values.h"
#include "widgets/layouts.h"

#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLabel = 88;

/// A column as the steps "rescale" make it by now: what is found is told of it.
Channel asRescaled(const Series& series, std::size_t channel, const std::vector<std::string>& recipe) {
    Series alone;
    alone.time = series.time;
    alone.channels = {series.channels[channel]};
    if (auto rescaled = rescaledSeries(alone, recipe)) alone = std::move(*rescaled);
    return alone.channels.front();
}

}  // namespace

DataInspector::DataInspector(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QWidget(parent), theme_(theme), experiment_(experiment) {
    auto* layout = makeColumn(this, {12, 4, 12, 12}, 10);
    layout->addWidget(new PlanCard(theme, experiment, runs, this));
    layout->addWidget(new RepeatNote(theme, experiment, runs, this));
    layout->addWidget(new TrainButton(theme, experiment, runs, this));
    layout->addWidget(makeLine(this));
    layout->addLayout(
        makeRow({makeLabel(tr("Findings"), "section", this), {makeLabel(tr("marked in the plots"), "note", this), 1}}));
    findings_ = new FindingList(theme, this);
    layout->addWidget(findings_);
    layout->addWidget(makeLine(this));
    recipe_ = new FormSection(theme, tr("Recipe"), this);
    recipe_->addContent(new RecipeList(theme, experiment, recipe_));
    recipe_->setOpen(false);
    layout->addWidget(recipe_);
    form_ = new FieldForm(experiment, theme, {FieldGroup::Windows, FieldGroup::Augmentation}, this);
    form_->setLevel(FieldLevel::Basic);
    for (const auto& field : fields())
        if (FieldRow* row = form_->row(field.key)) row->setLabelWidth(qRound(kLabel * theme.textScale()));
    layout->addWidget(form_);
    windows_ = form_->sections().front();
    counts_ = new KeyValueList(windows_);
    windows_->addContent(counts_);
    audit_ = new Banner(theme, windows_);
    windows_->addContent(audit_);
    for (FormSection* section : form_->sections()) section->setOpen(false);
    layout->addStretch();
    for (const auto signal : {&ExperimentModel::findingsChanged, &ExperimentModel::dataChanged})
        connect(&experiment_, signal, this, &DataInspector::showFindings);
    connect(&experiment_, &ExperimentModel::configChanged, this, &DataInspector::showRecipe);
    connect(&experiment_, &ExperimentModel::preparedChanged, this, &DataInspector::showPrepared);
    showFindings();
    showRecipe();
    showPrepared();
}

bool DataInspector::focusField(const QString& key) {
    if (key == QLatin1String("recipe")) {
        recipe_->setOpen(true);
        return true;
    }
    return form_->focusField(key);
}

/// "fill gaps, standardise"; what changes training windows.
void DataInspector::showRecipe() {
    QStringList steps;
    for (const std::string& text : experiment_.config().recipe)
        if (const auto step = parseRecipeStep(text); step.ok() && step->enabled)
            if (const RecipeStep* row = findRecipeStep(step->key)) steps << translated(row->label);
    recipe_->setNote(steps.isEmpty() ? tr("no step") : listText(steps));
    QStringList changes;
    const ExperimentConfig& config = experiment_.config();
    for (const Field& field : fields())
        if (field.group == FieldGroup::Augmentation &&
            fieldValue(config, field) != fieldValue(ExperimentConfig(), field))
            changes << tr("%1 %2").arg(translated(field.label), displayValue(field, fieldValue(config, field)));
    form_->sections().back()->setNote(changes.isEmpty() ? tr("off") : listText(changes));
}

/// In which shape a table or an array was read, where there are others.
void DataInspector::addShape(const Dataset& data, std::vector<FindingLine>& lines) {
    const bool isTaken = isReshaped(experiment_.config());
    const std::string other = data.series ? betterShape(data.series->report) : std::string();
    if (data.sequences && isRunningText(*data.sequences)) return lines.push_back(textLine(*data.sequences));
    if (data.sequences && !readsArrays(experiment_.config())) return;
    const Choice* choice = findChoice(csvShapeChoices(), isTaken ? experiment_.config().csvShape : other);
    if (choice == nullptr || (!isTaken && other.empty())) return;
    const QString name = translated(choice->label);
    FindingLine line{isTaken ? Tone::Info : Tone::Warning,
                     isTaken ? tr("Read as: %1").arg(name) : tr("Another shape may fit"),
                     !isTaken      ? name
                     : data.series ? sizeText(*data.series)
                                   : tr("%1 sequences of %2 channels")
                                         .arg(formatCount(std::ssize(data.sequences->items)),
                                              formatCount(std::ssize(data.sequences->channelNames)))};
    line.button = tr("Shapes");
    line.act = [this] { Q_EMIT shapesAsked(); };
    line.sentence = tr("The shapes in which the table can be read, as pictures to choose from");
    lines.push_back(std::move(line));
}

/// A text by characters can be one by words, and the other way round.
FindingLine DataInspector::textLine(const SequenceSet& set) {
    const bool areWords = textTokensOf(set) == TextTokens::Words;
    FindingLine line{Tone::Info, areWords ? tr("Read as a text, by words") : tr("Read as a text, by characters"),
                     tr("%1 different").arg(formatCount(set.tokens))};
    line.sentence =
        tr("Each says the next one. Characters spell every word; a million words and more are usual to learn "
           "words.");
    line.button = areWords ? tr("By characters") : tr("By words");
    line.act = [this, areWords] {
        ExperimentConfig config = experiment_.config();
        config.csvShape = areWords ? kAsCharacters : kAsWords;
        experiment_.replace(config, areWords ? tr("read by characters") : tr("read by words"));
    };
    return line;
}

/// Files side by side can be many series.
FindingLine DataInspector::besideLine(const ReadWarning& said) {
    FindingLine line{Tone::Info, tr("Files side by side"), tr("or many series, for one network")};
    line.sentence = translated(said.message);
    line.button = tr("Many series");
    line.act = [this] {
        ExperimentConfig config = experiment_.config();
        config.csvShape = "together";
        experiment_.replace(config, tr("read as many series"));
    };
    return line;
}

/// Rows that ran from new to old were turned round, and can stand as they do in the file.
FindingLine DataInspector::orderLine(const ReadWarning& said) {
    FindingLine line{Tone::Info, tr("The file runs newest first"), tr("read oldest first")};
    line.sentence = translated(said.message);
    line.button = tr("As in the file");
    line.act = [this] { experiment_.set("sort_time", false); };
    return line;
}

/// What reading says of the file: the first of it, and how much more there is on the page that names all of it.
void DataInspector::addReading(const Dataset& data, std::vector<FindingLine>& lines) {
    constexpr std::size_t kMost = 8;
    const ReadReport& report = data.series ? data.series->report : data.sequences->report;
    const Phrase taken = data.series ? describeShapeTaken(*data.series, experiment_.config().csvShape)
                                     : describeShapeTaken(*data.sequences);
    int more = 0;
    for (const ReadWarning& warning : report.warnings) {
        if ((isReshaped(experiment_.config()) && warning.message == taken) || isShapeDoubt(warning)) continue;
        if (lines.size() >= kMost)
            ++more;
        else
            lines.push_back(tellsOfFilesBeside(warning)                ? besideLine(warning)
                            : warning.message == describeTurnedRound() ? orderLine(warning)
                                                                       : readingLine(warning));
    }
    if (more > 0) {
        lines.push_back({Tone::Info, tr("%n more notes about the file", nullptr, more), {}});
        lines.back().button = tr("Import settings");
        lines.back().act = [this] { Q_EMIT shapesAsked(); };
    }
    QStringList times;  // of texts the warnings tell
    for (const SkippedColumn& column : report.skippedColumns)
        if (column.reason == SkippedColumn::Reason::Time) times << fromUtf8(column.name);
    if (!times.isEmpty())
        lines.push_back(
            {Tone::Info,
             tr("%n columns of dates or times beside the one that is used", nullptr, static_cast<int>(times.size())),
             tr("left out: %1").arg(listText(times.mid(0, 6)))});
}

/// What the check of the settings says that is made on this page.
void DataInspector::addChecked(const Dataset* data, std::vector<FindingLine>& lines) {
    for (const auto& finding : experiment_.findings()) {
        const Field* field = findField(finding.key);
        const bool ours =
            finding.key == "recipe" ||
            (field && (field->group == FieldGroup::Columns || field->group == FieldGroup::Windows ||
                       field->group == FieldGroup::Augmentation || field->group == FieldGroup::Preparation));
        if (!ours || finding.key == "data") continue;
        const Tone tone = finding.severity == Severity::Error     ? Tone::Error
                          : finding.severity == Severity::Warning ? Tone::Warning
                                                                  : Tone::Info;
        lines.push_back({tone, field ? translated(field->label) : fromUtf8(finding.key), {}});
        lines.back().sentence = translated(finding.message);
        if (const auto remedy = data ? remedyOf(finding, *data, experiment_.config()) : std::nullopt) {
            lines.back().button = translated(remedy->word);
            lines.back().actHelp = translated(remedy->preview);
            lines.back().act = [this, remedy = *remedy, word = lines.back().button] {
                experiment_.replace(remedy.config, word);
            };
        }
    }
}

/// The gravest first, else in the order in which it was found.
void DataInspector::showFindings() {
    std::vector<FindingLine> lines;
    if (!experiment_.dataError().isEmpty())
        lines.push_back({Tone::Error, tr("The data cannot be read"), experiment_.dataError()});
    const auto data = experiment_.dataset();
    if (data) {
        addShape(*data, lines);
        addReading(*data, lines);
    }
    if (data && data->series)
        for (const FindingGroup& group : FindingText::groups(*data->series, experiment_.dataFindings()))
            lines.push_back(lineOf(group));
    addChecked(data.get(), lines);
    const bool isSound = lines.empty();
    if (data && data->sequences && !data->sequences->testSource.empty()) {
        const auto name = [](const std::string& path) { return QFileInfo(fromUtf8(path)).fileName(); };
        lines.push_back({Tone::Info, tr("Two files"),
                         (hasValidation(experiment_.config()) ? tr("training and validation from %1, test from %2")
                                                              : tr("training from %1, test from %2; no validation"))
                             .arg(name(data->sequences->source), name(data->sequences->testSource))});
    }
    if (data && isSound)
        lines.push_back({Tone::Success, tr("Nothing to report"), tr("Every value was read as a number.")});
    std::ranges::stable_partition(lines, [](const FindingLine& line) { return line.tone == Tone::Error; });
    findings_->setLines(std::move(lines));
}

/// What reading says, in its own sentence. That rows were arranged as it was asked for warns of nothing.
FindingLine DataInspector::readingLine(const ReadWarning& said) {
    FindingLine line{tellsOfOrder(said) ? Tone::Info : Tone::Warning,
                     said.line > 0 ? tr("About the file, line %1").arg(formatCount(said.line)) : tr("About the file"),
                     {}};
    line.sentence = translated(said.message);
    offerStep(said.message, line);
    return line;
}

/// What was said of a column of words ends with a step for it: here it is chosen what becomes of it.
void DataInspector::offerStep(const Phrase& said, FindingLine& line) {
    const auto step = said.arguments.empty() ? Error{ErrorCode::NotFound, std::string()}
                                             : parseRecipeStep(said.arguments.back().source);
    const auto columns = step.ok() ? categoryColumns(*step) : std::vector<std::string>();
    if (columns.size() != 1 || !experiment_.dataset()->series) return;
    line.tone = Tone::Info;
    const std::string column = columns.front();
    const Series& series = *experiment_.dataset()->series;
    const auto categories = categoriesOf(series);
    const auto category = std::ranges::find(categories, column, &Category::column);
    const bool isRead = category != categories.end();
    const auto asked = embeddedColumns(experiment_.config().recipe);
    const auto size = asked.find(column);
    const std::int64_t numbers = size != asked.end() && size->second > 0 ? size->second
                                 : isRead ? usualTableSize(std::ssize(category->channels))
                                          : 0;
    const std::string now = isRead ? categoryUse(experiment_.config().recipe, column) : kAsNothing;
    const auto add = [&](const char* as, const QString& word, std::int64_t ofSize) {
        if (as == now) line.button = word;
        line.choices.emplace_back(
            word, as == now ? std::function<void()>() : [this, text = categoryStep(column, as, ofSize)] {
                ExperimentConfig config = experiment_.config();
                config.recipe = withStep(config.recipe, text);
                experiment_.replace(config, tr("mend with %1").arg(fromUtf8(text)));
            });
    };
    add(kAsOneHot, tr("0 and 1 for each word"), 0);
    add(kAsEmbedding,
        numbers > 0 ? tr("Embedding, %n number(s) each", nullptr, static_cast<int>(numbers)) : tr("Embedding"),
        numbers);
    add(kAsNothing, tr("Left out"), 0);
}

/// One action: what mends it, else the place. What is mended, or left out of the inputs, says so and warns no more.
FindingLine DataInspector::lineOf(const FindingGroup& group) {
    const Series& all = *experiment_.dataset()->series;
    const ExperimentConfig& config = experiment_.config();
    const bool isMendedAll =
        std::ranges::all_of(group.findings, [&](const DataFinding& one) { return isMended(one, all, config); });
    FindingLine line;
    line.tone = isMendedAll                                        ? Tone::Success
                : group.severity == DataFinding::Severity::Error   ? Tone::Error
                : group.severity == DataFinding::Severity::Warning ? Tone::Warning
                                                                   : Tone::Info;
    line.title = group.title, line.note = group.note, line.sentence = group.sentences;
    const auto note = [&line](const QString& said) {
        line.note = line.note.isEmpty() ? said : listText({line.note, said});
    };
    if (group.firstRow >= 0) {
        line.button = tr("Show");
        line.act = [this, column = fromUtf8(group.findings.front().column), first = group.firstRow,
                    last = group.lastRow] { Q_EMIT rowsAsked(column, first, last); };
    }
    const bool isMasked = offerMask(group, line);
    if (group.code == "sentinel" || group.code == "time-close") {
        line.button = tr("Import settings");
        line.act = [this] { Q_EMIT shapesAsked(); };
    }
    if (const auto step = mendedIn(group.findings.front(), config)) {
        note(tr("mended in step %1").arg(*step + 1));
        return line;
    }
    if (isMendedAll) {
        if (!isMasked) note(tr("no input"));
        return line;
    }
    const auto remedy = remedyOf(group.findings, all, config);
    if (!remedy) return line;
    line.button = translated(remedy->word);
    line.actHelp = translated(remedy->preview);
    line.act = [this, remedy = *remedy, title = group.title] {
        experiment_.replace(remedy.config, tr("mend: %1").arg(title));
    };
    const SeriesPtr series = experiment_.dataset()->series;
    if (const auto channel = series->find(group.findings.front().column); channel && remedy->rescaled.size() > 0)
        line.drawing = [this, series, remedy = *remedy, at = *channel,
                        recipe = experiment_.config().recipe](QWidget* parent) {
            return new MendDrawing(theme_, asRescaled(*series, at, recipe), remedy, parent);
        };
    return line;
}

/// Its rows become missing, with what that leaves of each part, or the line says in which step they do: then true.
bool DataInspector::offerMask(const FindingGroup& group, FindingLine& line) {
    const Series& series = *experiment_.dataset()->series;
    const std::string step = maskOf(group.findings, series.time);
    if (step.empty()) return false;
    const auto& recipe = experiment_.config().recipe;
    const auto there = std::ranges::find(recipe, step);
    if (there != recipe.end()) {
        const QString masked = tr("masked in step %1").arg(there - recipe.begin() + 1);
        line.note = line.note.isEmpty() ? masked : listText({line.note, masked});
        return true;
    }
    // No button makes training impossible.
    if (!canBeMasked(group.findings, series, experiment_.config())) return false;
    const MaskedShares shares = maskedShares(group.findings, series, experiment_.config());
    line.maskHelp = translated(describeMask(shares));
    if (shares.blanksPart())
        line.sentence = line.sentence.isEmpty() ? line.maskHelp : line.maskHelp + QLatin1Char('\n') + line.sentence;
    line.mask = [this, step, title = group.title] {
        ExperimentConfig config = experiment_.config();
        config.recipe = withStep(config.recipe, step);
        experiment_.replace(config, tr("mask: %1").arg(title));
    };
    return false;
}

void DataInspector::showPrepared() {
    const auto prepared = experiment_.prepared();
    counts_->setVisible(prepared != nullptr);
    audit_->setVisible(prepared != nullptr);
    windows_->setNote({});
    if (!prepared) return;
    const auto& windows = experiment_.windows();
    windows_->setNote(QStringLiteral("%1 + %2 + %3")
                          .arg(formatCount(windows.train.size()), formatCount(windows.validation.size()),
                               formatCount(windows.test.size())));
    counts_->setRows(
        {{tr("Training windows"), formatCount(windows.train.size())},
         {tr("Validation windows"), formatCount(windows.validation.size())},
         {tr("Test windows"), formatCount(windows.test.size())},
         {tr("Inputs and targets"), tr("%1 and %2").arg(prepared->inputs.size()).arg(prepared->targets.size())}});
    const auto& audit = experiment_.audit();
    if (audit.clean) {
        audit_->show(
            Tone::Success, tr("No leak."),
            tr("%1 of %2 windows have targets in another part (inputs may reach back over a border); no step of the "
               "recipe has seen rows after %3.")
                .arg(formatCount(audit.crossing), formatCount(audit.windows), formatCount(audit.lastFittedRow)),
            {}, false);
    } else {
        windows_->setOpen(true);  // nobody should have to look for it
        audit_->show(Tone::Error, tr("Leak."),
                     audit.leaks.empty() ? fromUtf8(audit.summary) : translated(audit.leaks.front()), {}, false);
    }
}

}  // namespace gatelab
