// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/formula.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr std::size_t kMostCharacters = 2000;
constexpr int kMostDepth = 64;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct UnaryWord {
    std::string_view name;
    double (*of)(double);
};
const UnaryWord kUnary[] = {
    {"-", [](double x) { return -x; }},
    {"abs", [](double x) { return std::abs(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"log", [](double x) { return x > 0 ? std::log(x) : kNone; }},
    {"exp", [](double x) { return std::exp(x); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"sign", [](double x) { return std::isnan(x) ? x : static_cast<double>((x > 0) - (x < 0)); }},
    {"floor", [](double x) { return std::floor(x); }},
};

struct BinaryWord {
    std::string_view name;
    int strength;  ///< 0: a function of two
    double (*of)(double, double);
};
const BinaryWord kBinary[] = {
    {"<=", 1, [](double a, double b) { return static_cast<double>(a <= b); }},
    {">=", 1, [](double a, double b) { return static_cast<double>(a >= b); }},
    {"==", 1, [](double a, double b) { return static_cast<double>(a == b); }},
    {"!=", 1, [](double a, double b) { return static_cast<double>(a != b); }},
    {"<", 1, [](double a, double b) { return static_cast<double>(a < b); }},
    {">", 1, [](double a, double b) { return static_cast<double>(a > b); }},
    {"+", 2, [](double a, double b) { return a + b; }},
    {"-", 2, [](double a, double b) { return a - b; }},
    {"*", 3, [](double a, double b) { return a * b; }},
    {"/", 3, [](double a, double b) { return a / b; }},
    {"^", 5, [](double a, double b) { return std::pow(a, b); }},
    {"min", 0, [](double a, double b) { return std::min(a, b); }},
    {"max", 0, [](double a, double b) { return std::max(a, b); }},
};
constexpr int kOfSign = 4;  ///< -x^2 is -(x^2), and -x * y is (-x) * y

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

/// Descends from the weakest operator to the strongest.
class FormulaParser {
public:
    explicit FormulaParser(std::string_view text) : text_(text) {}

    Result<Formula> parse() {
        if (text_.size() > kMostCharacters)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Formula", "the formula has %1 characters; at most %2 are read"),
                          {text_.size(), kMostCharacters}}};
        formula_.root_ = choice();
        if (!isBad() && !atEnd()) fail(GATELAB_TEXT("Formula", "an operator"));
        if (isBad()) return Error{ErrorCode::InvalidInput, error_};
        return std::move(formula_);
    }

private:
    using Node = Formula::Node;
    using Kind = Formula::Kind;

    [[nodiscard]] bool isBad() const { return !error_.empty(); }

    std::size_t add(Node node) {
        formula_.nodes_.push_back(node);
        return formula_.nodes_.size() - 1;
    }

    /// The first error stays.
    std::size_t fail(const Text& expected) {
        if (!isBad())
            error_ = {GATELAB_TEXT("Formula", "character %1 of the formula: %2 is expected"), {at_ + 1, expected}};
        return 0;
    }

    bool atEnd() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        return at_ >= text_.size();
    }
    bool take(std::string_view word) {
        if (atEnd() || !text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    /// a ? b : c
    std::size_t choice() {
        if (++depth_ > kMostDepth) return fail(GATELAB_TEXT("Formula", "a formula with fewer brackets in each other"));
        const std::size_t first = operation(1);
        std::size_t node = first;
        if (!isBad() && take("?")) {
            const std::size_t second = choice();
            if (!isBad() && !take(":")) fail(GATELAB_TEXT("Formula", "':'"));
            const std::size_t third = isBad() ? 0 : choice();
            node = add({Kind::Choose, 0, 0, 0, first, second, third});
        }
        --depth_;
        return node;
    }

    int operatorHere(int weakest) {
        if (atEnd()) return -1;
        for (std::size_t i = 0; i < std::size(kBinary); ++i)
            if (kBinary[i].strength >= weakest && text_.substr(at_).starts_with(kBinary[i].name))
                return static_cast<int>(i);
        return -1;
    }

    std::size_t operation(int weakest) {
        std::size_t left = value();
        for (int word = -1; !isBad() && (word = operatorHere(weakest)) >= 0;) {
            const BinaryWord& found = kBinary[word];
            at_ += found.name.size();
            // Powers are taken from the right, all others from the left
            const bool isPower = found.name == "^";
            if (++depth_ > kMostDepth)
                return fail(GATELAB_TEXT("Formula", "a formula with fewer brackets in each other"));
            const std::size_t right = operation(found.strength + (isPower ? 0 : 1));
            --depth_;
            left = add({Kind::Binary, 0, 0, word, left, right});
        }
        return left;
    }

    std::size_t value() {
        if (atEnd()) return fail(GATELAB_TEXT("Formula", "a number, a column or '('"));
        const char c = text_[at_];
        if (take("(")) {
            const std::size_t inside = choice();
            if (!isBad() && !take(")")) fail(GATELAB_TEXT("Formula", "')'"));
            return inside;
        }
        if (take("-")) {
            if (++depth_ > kMostDepth)
                return fail(GATELAB_TEXT("Formula", "a formula with fewer brackets in each other"));
            const std::size_t of = operation(kOfSign);
            --depth_;
            return add({Kind::Unary, 0, 0, 0, of});
        }
        if (isDigit(c) || c == '.') return number();
        if (c == '\'') {
            const std::size_t end = text_.find('\'', at_ + 1);
            if (end == std::string_view::npos) return fail(GATELAB_TEXT("Formula", "a closing quote"));
            const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
            return column(name);
        }
        if (!isLetter(c)) return fail(GATELAB_TEXT("Formula", "a number, a column or '('"));
        const std::size_t from = at_;
        while (at_ < text_.size() && (isLetter(text_[at_]) || isDigit(text_[at_]))) ++at_;
        const std::string_view word = text_.substr(from, at_ - from);
        return !atEnd() && text_[at_] == '(' ? function(word, from) : column(word);
    }

    std::size_t number() {
        double value = 0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem != std::errc()) return fail(GATELAB_TEXT("Formula", "a number"));
        at_ = static_cast<std::size_t>(end - text_.data());
        return add({Kind::Number, value});
    }

    std::size_t column(std::string_view name) {
        auto& columns = formula_.columns_;
        const auto found = std::ranges::find(columns, name);
        const auto place = static_cast<std::size_t>(found - columns.begin());
        if (found == columns.end()) columns.emplace_back(name);
        return add({Kind::Column, 0, place});
    }

    std::size_t function(std::string_view name, std::size_t from) {
        const auto one = std::ranges::find(kUnary, name, &UnaryWord::name);
        const auto two = std::ranges::find_if(
            kBinary, [&](const BinaryWord& word) { return word.strength == 0 && word.name == name; });
        if (one == std::end(kUnary) && two == std::end(kBinary)) {
            at_ = from;
            return fail(GATELAB_TEXT("Formula", "abs, sqrt, log, exp, sin, cos, sign, floor, min, max or a column"));
        }
        take("(");
        const std::size_t first = choice();
        Node node{Kind::Unary, 0, 0, static_cast<int>(one - std::begin(kUnary)), first};
        if (one == std::end(kUnary)) {
            if (!isBad() && !take(",") && !take(";")) fail(GATELAB_TEXT("Formula", "','"));
            const std::size_t second = isBad() ? 0 : choice();
            node = {Kind::Binary, 0, 0, static_cast<int>(two - std::begin(kBinary)), first, second};
        }
        if (!isBad() && !take(")")) fail(GATELAB_TEXT("Formula", "')'"));
        return add(node);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    Phrase error_;
    Formula formula_;
};

Result<Formula> Formula::parse(std::string_view text) { return FormulaParser(text).parse(); }

double Formula::value(std::span<const double> values) const {
    const double result = valueOf(root_, values);
    return std::isfinite(result) ? result : kNone;
}

double Formula::valueOf(std::size_t number, std::span<const double> values) const {
    const Node& node = nodes_[number];
    switch (node.kind) {
        case Kind::Number:
            return node.number;
        case Kind::Column:
            return values[node.column];
        case Kind::Choose: {
            const double condition = valueOf(node.first, values);
            if (std::isnan(condition)) return kNone;
            return valueOf(condition != 0 ? node.second : node.third, values);
        }
        case Kind::Unary:
            return kUnary[node.word].of(valueOf(node.first, values));
        case Kind::Binary:
            break;
    }
    const double first = valueOf(node.first, values), second = valueOf(node.second, values);
    return std::isnan(first) || std::isnan(second) ? kNone : kBinary[node.word].of(first, second);
}

}  // namespace gatelab
