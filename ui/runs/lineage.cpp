// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/lineage.h"

#include "common/field_text.h"
#include "common/list_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "store/workspace.h"

#include <QCoreApplication>
#include <filesystem>
#include <string_view>

namespace gatelab {

namespace {
QString say(const char* source) { return QCoreApplication::translate("Lineage", source); }

QString changeText(const ConfigChange& change) {
    return say(QT_TRANSLATE_NOOP("Lineage", "%1 %2 → %3"))
        .arg(translated(change.field->label), displayValue(*change.field, change.from),
             displayValue(*change.field, change.to));
}
}  // namespace

std::vector<ConfigChange> lineageChanges(const ExperimentConfig& parent, const ExperimentConfig& child) {
    std::vector<ConfigChange> changes = configChanges(parent, child);
    std::erase_if(changes, [](const ConfigChange& change) {
        const std::string_view key = change.field->key;
        return key == "name" || key == "notes";
    });
    return changes;
}

QString lineageText(const ExperimentConfig& parent, const ExperimentConfig& child, int atMost) {
    return changesText(lineageChanges(parent, child), atMost);
}

QString lineageLines(const ExperimentConfig& parent, const ExperimentConfig& child) {
    QStringList lines;
    for (const ConfigChange& change : lineageChanges(parent, child)) lines << changeText(change);
    return lines.isEmpty() ? changesText({}) : lines.join(QLatin1Char('\n'));
}

QString changesText(std::span<const ConfigChange> changes, int atMost) {
    QStringList texts;
    int more = 0;
    for (const ConfigChange& change : changes) {
        if (texts.size() == atMost)
            ++more;
        else
            texts << changeText(change);
    }
    if (texts.isEmpty()) return say(QT_TRANSLATE_NOOP("Lineage", "the same settings"));
    const QString text = listText(texts);
    return more > 0 ? say(QT_TRANSLATE_NOOP("Lineage", "%1 and %2 more")).arg(text).arg(more) : text;
}

QString runChangeText(const RunChange& change) {
    return say(QT_TRANSLATE_NOOP("Lineage", "%1 at step %2")).arg(changeText(change.what), formatCount(change.step));
}

QString runChangesText(std::span<const RunChange> changes) {
    return runChangesLines(changes).replace(QLatin1Char('\n'), say(QT_TRANSLATE_NOOP("Lineage", ", ")));
}

QString runChangesLines(std::span<const RunChange> changes) {
    QStringList texts;
    for (const RunChange& change : changes) texts << runChangeText(change);
    return texts.join(QLatin1Char('\n'));
}

QString startText(const RunSummary& run, const RunSummary* parent) {
    if (run.branchStep >= 0)
        return say(QT_TRANSLATE_NOOP("Lineage", "step %1 of %2"))
            .arg(formatCount(run.branchStep), parent ? shownRunName(*parent) : fromUtf8(run.parent));
    return fromUtf8(std::filesystem::path(run.startWeights).filename().string());
}

QString fieldNames(const std::vector<std::string>& keys) {
    QStringList names;
    for (const std::string& key : keys)
        if (const Field* field = findField(key)) names << translated(field->label);
    return listText(names);
}

}  // namespace gatelab
