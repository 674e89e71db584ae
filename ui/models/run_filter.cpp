// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_filter.h"

#include "app/run_reference.h"
#include "common/list_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/architecture.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace gatelab {

namespace {

/// Where words are looked for; put together only when one is.
class Haystack {
public:
    explicit Haystack(const RunSummary& run) : run_(run) {}
    bool contains(const QString& word) {
        if (const auto number = numberIn(word.toStdString())) return run_.number == *number;
        if (!text_)
            text_ = QStringList{shownRunName(run_),
                                fromUtf8(run_.tags),
                                fromUtf8(run_.note),
                                fromUtf8(run_.dataName),
                                translated(modelName(run_.config)),
                                runStateText(run_)}
                        .join(QLatin1Char('\n'))
                        .toLower();
        return text_->contains(word);
    }

private:
    const RunSummary& run_;
    std::optional<QString> text_;
};

}  // namespace

/// A node of the expression tree.
struct RunFilter::Node {
    enum class Kind { And, Or, Not, Compare, Word };
    Kind kind = Kind::Word;
    std::vector<std::shared_ptr<const Node>> children = {};
    const RunColumn* column = nullptr;
    QString sign = {}, text = {};
    double number = 0;

    [[nodiscard]] bool matches(const RunSummary& run, Haystack& haystack) const;
    [[nodiscard]] bool compares(const RunSummary& run) const;
    [[nodiscard]] bool holds(const QStringList& list) const;
    [[nodiscard]] bool mentions(const QString& key) const;
};

namespace {

using Node = RunFilter::Node;
using NodePtr = std::shared_ptr<const Node>;

QString say(const char* source) { return QCoreApplication::translate("RunFilter", source); }

const QStringList& signs() {
    static const QStringList all{"=", "!=", "<", "<=", ">", ">=", "~", "contains"};
    return all;
}

struct Token {
    enum class Kind { Word, Quoted, Unclosed, Sign, Open, Close, End } kind = Kind::End;
    QString text;
    qsizetype at = 0;
};

bool isSignLetter(QChar c) { return QStringLiteral("=<>!~").contains(c); }

std::vector<Token> tokens(const QString& expression) {
    std::vector<Token> found;
    for (qsizetype i = 0; i < expression.size();) {
        const QChar c = expression[i];
        const qsizetype start = i;
        if (c.isSpace()) {
            ++i;
        } else if (c == '(' || c == ')') {
            found.push_back({c == '(' ? Token::Kind::Open : Token::Kind::Close, QString(c), i++});
        } else if (isSignLetter(c)) {
            while (i < expression.size() && isSignLetter(expression[i])) ++i;
            found.push_back({Token::Kind::Sign, expression.mid(start, i - start), start});
        } else if (c == '"') {
            const qsizetype end = expression.indexOf('"', i + 1);
            const qsizetype last = end < 0 ? expression.size() : end;
            found.push_back(
                {end < 0 ? Token::Kind::Unclosed : Token::Kind::Quoted, expression.mid(i + 1, last - i - 1), start});
            i = std::min(last + 1, expression.size());
        } else {
            while (i < expression.size() && !expression[i].isSpace() && !isSignLetter(expression[i]) &&
                   !QStringLiteral("()\"").contains(expression[i]))
                ++i;
            found.push_back({Token::Kind::Word, expression.mid(start, i - start), start});
        }
    }
    found.push_back({Token::Kind::End, {}, expression.size()});
    return found;
}

/// Recursive descent: any = all ("or" all)*; all = term (["and"] term)*; term = "not" term | "(" any ")" | column sign
/// value | word.
class Parser {
public:
    Parser(const QString& expression, const RunColumns& columns) : tokens_(tokens(expression)), columns_(columns) {}
    NodePtr parse() {
        if (now().kind == Token::Kind::End) return {};
        NodePtr root = any();
        if (problem.isEmpty() && now().kind != Token::Kind::End)
            fail(say(QT_TRANSLATE_NOOP("RunFilter", "a bracket is closed that was not opened")));
        return problem.isEmpty() ? root : NodePtr();
    }
    QString problem;
    QString openWord;
    bool endsInWord = false;

private:
    [[nodiscard]] const Token& now() const { return tokens_[at_]; }
    [[nodiscard]] const Token& next() const { return tokens_[at_ + 1]; }
    static bool reads(const Token& token, const char* word) {
        return token.kind == Token::Kind::Word && token.text.compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    }
    [[nodiscard]] bool isWord(const char* word) const { return reads(now(), word); }
    static bool isName(const Token& token) {
        return token.kind == Token::Kind::Word &&
               std::ranges::none_of(std::array{"and", "or", "not", "contains"},
                                    [&](const char* word) { return reads(token, word); });
    }
    /// The words from here on up to what is none: what may be the name of a column.
    [[nodiscard]] QStringList name() const {
        QStringList words;
        for (std::size_t i = at_; isName(tokens_[i]); ++i) words << tokens_[i].text;
        if (now().kind == Token::Kind::Quoted) words << now().text;
        return words;
    }
    /// The column that all of them name, right before a comparison.
    [[nodiscard]] const RunColumn* namedHere(const QStringList& words) const {
        const Token& after = tokens_[at_ + static_cast<std::size_t>(words.size())];
        const bool compared = after.kind == Token::Kind::Sign || reads(after, "contains");
        return compared && !words.isEmpty() ? columns_.named(words.join(QLatin1Char(' '))) : nullptr;
    }
    /// Whether a term begins with a column: before a comparison, or what is meant as one ("name like gru").
    [[nodiscard]] bool isComparison() const {
        if (namedHere(name())) return true;
        if (now().kind == Token::Kind::Quoted) return next().kind == Token::Kind::Sign;
        if (now().kind != Token::Kind::Word) return false;
        if (next().kind == Token::Kind::Sign || reads(next(), "contains")) return true;
        return lengthBeforeValue() > 0;
    }
    /// Words from here on that are a column, by its key or its whole title, and are followed by what may be meant as
    /// its value.
    [[nodiscard]] std::size_t lengthBeforeValue() const {
        const QStringList words = name();
        for (std::size_t length = static_cast<std::size_t>(words.size()); length > 0; --length) {
            const Token& after = tokens_[at_ + length];
            if (const RunColumn* flag =
                    columns_.named(words.mid(0, static_cast<qsizetype>(length)).join(QLatin1Char(' ')));
                flag && flag->isFlag)
                continue;
            const bool followed = after.kind == Token::Kind::Quoted ||
                                  (after.kind == Token::Kind::Word && !reads(after, "and") && !reads(after, "or"));
            const QStringList title = words.mid(0, static_cast<qsizetype>(length));
            if (followed &&
                (length == 1 ? columns_.find(title.front().toLower()) : columns_.named(title.join(QLatin1Char(' ')))))
                return length;
        }
        return 0;
    }
    /// Whether typing on may make something else of these last words: a column, or "and".
    [[nodiscard]] bool isOpen(const QStringList& words) const {
        if (words.isEmpty() || tokens_[at_ + static_cast<std::size_t>(words.size())].kind != Token::Kind::End)
            return false;
        const QString title = words.join(QLatin1Char(' ')), key = words.join(QLatin1Char('_'));
        const auto begins = [](const QString& text, const QString& with) {
            return text.startsWith(with, Qt::CaseInsensitive);
        };
        return std::ranges::any_of(columns_.all(),
                                   [&](const RunColumn& column) {
                                       return std::ranges::any_of(RunColumns::namesOf(column),
                                                                  [&](const QString& name) {
                                                                      return begins(name, key) || begins(name, title);
                                                                  });
                                   }) ||
               std::ranges::any_of(std::array{"and", "or", "not"},
                                   [&](const char* word) { return begins(QLatin1String(word), title); });
    }
    NodePtr fail(const QString& what) { return failAt(now(), what); }
    NodePtr failAt(const Token& token, const QString& what) {
        if (problem.isEmpty())
            problem = say(QT_TRANSLATE_NOOP("RunFilter", "At character %1: %2.")).arg(token.at + 1).arg(what);
        return {};
    }
    NodePtr unclosed() {
        return fail(say(QT_TRANSLATE_NOOP("RunFilter", "the quote before \"%1\" is not closed")).arg(now().text));
    }
    /// Right before a comparison that names no column: tells of the most words that are like one, else of the last.
    NodePtr noColumn() {
        std::size_t from = at_;
        while (now().kind == Token::Kind::Word && from > afterValue_ && at_ - from < kMaxTitleWords &&
               isName(tokens_[from - 1]))
            --from;
        for (; from <= at_; ++from) {
            QStringList words;
            for (std::size_t i = from; i <= at_; ++i) words << tokens_[i].text;
            const QStringList like = columns_.like(words.join(QLatin1Char('_')));
            if (like.isEmpty()) continue;
            return failAt(tokens_[from], say(QT_TRANSLATE_NOOP("RunFilter", "there is no column \"%1\"; perhaps %2"))
                                             .arg(words.join(QLatin1Char(' ')), listText(like.mid(0, 3))));
        }
        return fail(say(QT_TRANSLATE_NOOP("RunFilter", "there is no column \"%1\"")).arg(now().text));
    }
    NodePtr joined(Node::Kind kind, std::vector<NodePtr> parts) {
        if (parts.size() == 1) return parts.front();
        auto node = std::make_shared<Node>();
        node->kind = kind;
        node->children = std::move(parts);
        return node;
    }
    NodePtr any() {
        std::vector<NodePtr> parts{all()};
        while (problem.isEmpty() && isWord("or")) ++at_, parts.push_back(all());
        return joined(Node::Kind::Or, std::move(parts));
    }
    NodePtr all() {
        std::vector<NodePtr> parts{term()};
        while (problem.isEmpty() && now().kind != Token::Kind::End && now().kind != Token::Kind::Close &&
               !isWord("or")) {
            if (isWord("and")) ++at_;
            parts.push_back(term());
        }
        return joined(Node::Kind::And, std::move(parts));
    }
    NodePtr term() {
        if (isWord("not")) {
            ++at_;
            return joined(Node::Kind::Not, {NodePtr(), term()});
        }
        if (now().kind == Token::Kind::Open) {
            ++at_;
            NodePtr inner = any();
            if (!problem.isEmpty()) return {};
            if (now().kind != Token::Kind::Close)
                return fail(say(QT_TRANSLATE_NOOP("RunFilter", "a closing bracket is missing")));
            ++at_;
            return inner;
        }
        if (now().kind == Token::Kind::Sign)
            return fail(
                say(QT_TRANSLATE_NOOP("RunFilter", "the name of a column is missing before \"%1\"")).arg(now().text));
        if (now().kind == Token::Kind::End || now().kind == Token::Kind::Close || isWord("and") || isWord("or"))
            return fail(say(QT_TRANSLATE_NOOP("RunFilter", "a word or a comparison is missing here")));
        if (now().kind == Token::Kind::Unclosed) return unclosed();
        if (now().kind == Token::Kind::Word &&
            std::ranges::all_of(now().text, [](QChar c) { return QStringLiteral("&|,;").contains(c); }))
            return fail(say(QT_TRANSLATE_NOOP("RunFilter", "\"%1\" joins nothing; there are and, or, not and brackets"))
                            .arg(now().text));
        if (isComparison()) return comparison();
        if (NodePtr flag = this->flag()) return flag;
        auto word = std::make_shared<Node>();
        word->text = now().text.toLower();
        if (const QStringList words = name(); now().kind == Token::Kind::Word && openWord.isEmpty() && isOpen(words))
            openWord = words.join(QLatin1Char(' '));
        endsInWord = next().kind == Token::Kind::End;
        ++at_;
        return word;
    }
    /// A column of yes or no by its name alone: that it is on.
    NodePtr flag() {
        if (now().kind != Token::Kind::Word) return {};
        const QStringList words = name();
        for (qsizetype length = words.size(); length > 0; --length) {
            const RunColumn* column = columns_.named(words.mid(0, length).join(QLatin1Char(' ')));
            if (!column || !column->isFlag) continue;
            auto node = std::make_shared<Node>();
            node->kind = Node::Kind::Compare;
            node->column = column;
            node->sign = QStringLiteral("=");
            node->number = 1;
            afterValue_ = at_ += static_cast<std::size_t>(length);
            return node;
        }
        return {};
    }
    NodePtr comparison() {
        auto node = std::make_shared<Node>();
        node->kind = Node::Kind::Compare;
        const QStringList words = name();
        node->column = namedHere(words);
        std::size_t length = node->column ? static_cast<std::size_t>(words.size()) : lengthBeforeValue();
        if (!node->column && length > 0)
            node->column = columns_.named(words.mid(0, static_cast<qsizetype>(length)).join(QLatin1Char(' ')));
        if (!node->column) node->column = columns_.named(now().text), length = 1;
        if (!node->column) return noColumn();
        at_ += length;
        node->sign = now().text == QLatin1String("==") ? QStringLiteral("=") : now().text.toLower();
        if (now().kind == Token::Kind::Quoted || !signs().contains(node->sign))
            return fail(say(QT_TRANSLATE_NOOP("RunFilter", "\"%1\" is no comparison; there are %2"))
                            .arg(now().text, signs().join(QLatin1Char(' '))));
        if (node->sign == QLatin1String("contains")) node->sign = QStringLiteral("~");
        ++at_;
        if (now().kind == Token::Kind::Unclosed) return unclosed();
        // "and", "or" and "not" are values only in quotes.
        if (!isName(now()) && now().kind != Token::Kind::Quoted)
            return fail(
                say(QT_TRANSLATE_NOOP("RunFilter", "a value is missing after \"%1\"")).arg(tokens_[at_ - 1].text));
        node->text = now().text;
        const bool asText = node->column->isText() || node->sign == QLatin1String("~");
        if (!asText && !readNumber(now().text, node->number))
            return fail(say(QT_TRANSLATE_NOOP("RunFilter", "\"%1\" is not a number")).arg(now().text));
        afterValue_ = ++at_;
        return node;
    }
    static bool readNumber(const QString& text, double& number) {
        const QString word = text.toLower();
        bool good = true;
        if (word == QLatin1String("on") || word == QLatin1String("yes") || word == QLatin1String("true"))
            number = 1;
        else if (word == QLatin1String("off") || word == QLatin1String("no") || word == QLatin1String("false"))
            number = 0;
        else
            number = word.toDouble(&good);
        return good;
    }
    static constexpr std::size_t kMaxTitleWords = 4;  ///< besides the last
    std::vector<Token> tokens_;
    const RunColumns& columns_;
    std::size_t at_ = 0;
    std::size_t afterValue_ = 0;  ///< of the last comparison: no word before it is part of a title
};

/// Settings are often typed short: 0.001 equals 1e-3, and 0.1 what is stored as the nearest double.
bool nearlyEqual(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

}  // namespace

/// Each of the words that stand in the value; nothing in quotes asks for an empty list.
bool RunFilter::Node::holds(const QStringList& list) const {
    const QStringList words = column->words(text);
    return words.isEmpty() ? list.isEmpty() : std::ranges::all_of(words, [&](const QString& word) {
        return list.contains(word, Qt::CaseInsensitive);
    });
}

bool RunFilter::Node::compares(const RunSummary& run) const {
    if (sign == QLatin1String("~")) {
        return column->display(run).contains(text, Qt::CaseInsensitive) ||
               (column->raw && column->raw(run).contains(text, Qt::CaseInsensitive));
    }
    if (column->isText()) {
        const QString shown = column->display(run);
        const bool equal = column->words
                               ? holds(column->words(shown))
                               : shown.compare(text, Qt::CaseInsensitive) == 0 ||
                                     (column->raw && column->raw(run).compare(text, Qt::CaseInsensitive) == 0);
        if (sign == QLatin1String("=")) return equal;
        if (sign == QLatin1String("!=")) return !equal;
        const int order = QString::localeAwareCompare(shown, text);
        return sign == QLatin1String("<")    ? order < 0
               : sign == QLatin1String("<=") ? order <= 0
               : sign == QLatin1String(">")  ? order > 0
                                             : order >= 0;
    }
    const double value = column->number(run);
    if (std::isnan(value)) return false;
    const bool equal = nearlyEqual(value, number);
    if (sign == QLatin1String("=")) return equal;
    if (sign == QLatin1String("!=")) return !equal;
    if (sign == QLatin1String("<")) return !equal && value < number;
    if (sign == QLatin1String("<=")) return equal || value < number;
    if (sign == QLatin1String(">")) return !equal && value > number;
    return equal || value > number;
}

bool RunFilter::Node::matches(const RunSummary& run, Haystack& haystack) const {
    switch (kind) {
        case Kind::And:
            for (const auto& child : children)
                if (!child->matches(run, haystack)) return false;
            return true;
        case Kind::Or:
            for (const auto& child : children)
                if (child->matches(run, haystack)) return true;
            return false;
        case Kind::Not:
            return !children.back()->matches(run, haystack);
        case Kind::Compare:
            return compares(run);
        case Kind::Word:
            return haystack.contains(text);
    }
    return true;
}

bool RunFilter::Node::mentions(const QString& key) const {
    for (const auto& child : children)
        if (child && child->mentions(key)) return true;
    return column && column->key == key;
}

RunFilter::RunFilter(const QString& expression, const RunColumns& columns) {
    Parser parser(expression, columns);
    root_ = parser.parse();
    problem_ = parser.problem;
    openWord_ = parser.openWord;
    endsInWord_ = parser.endsInWord;
}

const QStringList& RunFilter::comparisons() { return signs(); }

QString RunFilter::help() {
    return say(QT_TRANSLATE_NOOP("RunFilter",
                                 "Words or comparisons: %1. Yes or no: starred, not archived. Tag: tags = paper. Join "
                                 "with and, or, not, brackets; quote blanks."))
        .arg(signs().join(QLatin1Char(' ')));
}

bool RunFilter::matches(const RunSummary& run) const {
    Haystack haystack(run);
    return !root_ || root_->matches(run, haystack);
}

bool RunFilter::isOneWord() const { return root_ && root_->kind == Node::Kind::Word; }

bool RunFilter::mentions(const QString& key) const { return root_ && root_->mentions(key); }

}  // namespace gatelab
