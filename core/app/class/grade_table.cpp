// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/class/grade.h"

#include "base/number_text.h"
#include "io/csv_cell.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// Words of somebody else in a cell of Markdown: on one line, and no mark of the table or of HTML.
std::string markdownCell(const std::string& text) {
    std::string cell;
    for (const char letter : text) {
        if (letter == '|' || letter == '<' || letter == '`' || letter == '\\' || letter == '[') cell += '\\';
        cell += letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    return cell.empty() ? "-" : cell;
}

std::string yesNo(const std::optional<bool>& value) { return !value ? "-" : *value ? "yes" : "no"; }

std::string figuresCell(const Grade& grade) {
    if (grade.figures.empty()) return "-";
    return std::to_string(std::ranges::count(grade.figures, true, &GradedFigure::agrees)) + " of " +
           std::to_string(grade.figures.size());
}

std::string oneText(const std::vector<Phrase>& notes) { return notes.empty() ? "" : inOneLine(notes).english(); }

/// Those of the first grade that has any: all are of the same exercise.
std::vector<std::string> figureNames(const ClassGrades& grades) {
    std::vector<std::string> names;
    for (const Grade& grade : grades.grades)
        if (names.empty())
            for (const GradedFigure& figure : grade.figures) names.push_back(figure.name);
    return names;
}

}  // namespace

std::string whose(const Grade& grade) { return grade.student.empty() ? grade.file.filename().string() : grade.student; }

std::string gradesToMarkdown(const ClassGrades& grades) {
    std::string text = "# " + grades.title + "\n\n" +
                       "| name | result | predicted | reached | claim holds | figures that came out again | "
                       "repeats to the bit | sentence |\n|---|---|---:|---:|---|---|---|---|\n";
    for (const Grade& grade : grades.grades)
        text += "| " + markdownCell(whose(grade)) + " | " + Phrase(gradeText(grade.state)).english() + " | " +
                numberText(grade.predicted) + " | " + numberText(grade.reached) + " | " + yesNo(grade.holds) + " | " +
                figuresCell(grade) + " | " + yesNo(grade.repeats) + " | " + markdownCell(grade.sentence) + " |\n";
    const bool hasNotes = std::ranges::any_of(grades.grades, [](const Grade& grade) { return !grade.notes.empty(); });
    if (hasNotes) text += "\n";
    for (const Grade& grade : grades.grades)
        for (const Phrase& note : grade.notes)
            text += "- " + markdownCell(whose(grade)) + ": " + markdownCell(note.english()) + "\n";
    if (!grades.leftOut.empty()) text += "\n";
    for (const Phrase& one : grades.leftOut) text += "- " + markdownCell(one.english()) + "\n";
    return text;
}

std::string gradesToCsv(const ClassGrades& grades) {
    const auto names = figureNames(grades);
    std::string text = "name,file,result,predicted,reached,claim_holds,repeats";
    for (const std::string& name : names) text += "," + csvText(name + " told") + "," + csvText(name + " computed");
    text += ",sentence,notes\n";
    for (const Grade& grade : grades.grades) {
        text += csvText(grade.student) + "," + csvText(grade.file.filename().string()) + "," +
                Phrase(gradeText(grade.state)).english() + ",";
        appendCsvNumber(text, grade.predicted);
        text += ",";
        appendCsvNumber(text, grade.reached);
        text += "," + (grade.holds ? yesNo(grade.holds) : "") + "," + (grade.repeats ? yesNo(grade.repeats) : "");
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool isThere = i < grade.figures.size();
            text += ",";
            if (isThere) appendCsvNumber(text, grade.figures[i].told);
            text += ",";
            if (isThere) appendCsvNumber(text, grade.figures[i].found);
        }
        text += "," + csvText(grade.sentence) + "," + csvText(oneText(grade.notes)) + "\n";
    }
    return text;
}

}  // namespace gatelab
