// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/claim.h"

#include "lesson/lesson_gap.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace gatelab {

namespace {

/// Reads and computes at once; after the first problem everything else is skipped.
class ClaimReader {
public:
    ClaimReader(std::string_view text, const FigureSource& figures) : text_(text), figures_(figures) {}

    Result<bool> claim() {
        if (isTooLong()) return *problem_;
        bool holds = comparison();
        while (!problem_) {
            if (word("and"))
                holds = comparison() && holds;
            else if (word("or"))
                holds = comparison() || holds;
            else
                break;
        }
        return ended<bool>(holds);
    }
    Result<double> whole() {
        if (isTooLong()) return *problem_;
        const double value = sum();
        return ended<double>(value);
    }

private:
    [[nodiscard]] bool isTooLong() {
        if (text_.size() > kLongest)
            fail(GATELAB_TEXT("Lesson", "a claim or a figure has %1 characters at most, and here are %2"),
                 {kLongest, text_.size()});
        return problem_.has_value();
    }
    template <class T>
    Result<T> ended(T value) {
        skip();
        if (!problem_ && at_ < text_.size()) fail(GATELAB_TEXT("Lesson", "nothing more was expected here"));
        if (problem_) return *problem_;
        return value;
    }
    void fail(const Text& what, std::vector<Phrase> values = {}) {
        if (!problem_)
            problem_ = Error{ErrorCode::InvalidInput, Phrase(what, std::move(values))}.withContext(
                Phrase(GATELAB_TEXT("Lesson", "character %1"), {at_ + 1}));
    }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }
    bool sign(char wanted) {
        skip();
        if (problem_ || at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    static bool isWordLetter(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.' || c == '@';
    }
    std::string_view peekWord() {
        skip();
        std::size_t end = at_;
        while (end < text_.size() && isWordLetter(text_[end])) ++end;
        return text_.substr(at_, end - at_);
    }
    bool word(std::string_view wanted) {
        if (problem_ || peekWord() != wanted) return false;
        at_ += wanted.size();
        return true;
    }
    bool comparison() {
        const double left = sum();
        skip();
        const char kind = at_ < text_.size() ? text_[at_] : '\0';
        if (kind != '<' && kind != '>')
            return fail(GATELAB_TEXT("Lesson", "a comparison was expected here: <, <=, > or >=")), false;
        ++at_;
        const bool orEqual = at_ < text_.size() && text_[at_] == '=';
        if (orEqual) ++at_;
        const double right = sum();
        if (kind == '<') return orEqual ? left <= right : left < right;
        return orEqual ? left >= right : left > right;
    }
    double sum() {
        double value = product();
        while (!problem_) {
            if (sign('+'))
                value += product();
            else if (sign('-'))
                value -= product();
            else
                break;
        }
        return value;
    }
    double product() {
        double total = value();
        while (!problem_) {
            if (sign('*'))
                total *= value();
            else if (sign('/'))
                total /= value();
            else
                break;
        }
        return total;
    }
    double value() {
        if (problem_) return NAN;
        if (++depth_ > kDeepest) return fail(GATELAB_TEXT("Lesson", "too many brackets within each other")), NAN;
        const double found = innerValue();
        --depth_;
        return found;
    }
    double innerValue() {
        if (sign('-')) return -value();
        if (sign('(')) {
            const double inner = sum();
            close();
            return inner;
        }
        skip();
        if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
            return number();
        const std::string name(peekWord());
        if (name.empty())
            return fail(GATELAB_TEXT("Lesson", "a number or a figure such as accuracy(lstm) was expected here")), NAN;
        at_ += name.size();
        if (isBareGapWord(name) && (skip(), at_ >= text_.size() || text_[at_] != '(')) return bare(name);
        if (!sign('('))
            return fail(GATELAB_TEXT("Lesson", "behind '%1' a bracket was expected, as in accuracy(lstm)"), {name}),
                   NAN;
        return name == "abs" || name == "min" || name == "max" ? function(name) : figure(name);
    }
    double number() {
        double value = 0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem != std::errc()) return fail(GATELAB_TEXT("Lesson", "this is no number")), NAN;
        at_ = static_cast<std::size_t>(end - text_.data());
        return value;
    }
    double function(const std::string& name) {
        double total = sum();
        if (name == "abs")
            total = std::abs(total);
        else
            while (sign(',')) {
                const double next = sum();
                total = name == "min" ? std::min(total, next) : std::max(total, next);
            }
        close();
        return total;
    }
    double bare(const std::string& name) {
        const auto value = figures_({name, {}});
        if (!value.ok()) return problem_ = value.error(), NAN;
        return *value;
    }
    double figure(const std::string& name) {
        FigureCall call{name, {}};
        do {
            const std::string argument(peekWord());
            if (argument.empty()) return fail(GATELAB_TEXT("Lesson", "the name of a run was expected here")), NAN;
            at_ += argument.size();
            call.arguments.push_back(argument);
        } while (sign(','));
        close();
        if (problem_) return NAN;
        const auto value = figures_(call);
        if (!value.ok()) return problem_ = value.error(), NAN;
        return *value;
    }
    void close() {
        if (!sign(')')) fail(GATELAB_TEXT("Lesson", "a closing bracket was expected here"));
    }

    static constexpr int kDeepest = 64;
    static constexpr std::size_t kLongest = 4000;  ///< each figure is compared with all before it
    std::string_view text_;
    const FigureSource& figures_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<Error> problem_;
};

template <class Read>
Result<std::vector<FigureCall>> callsOf(std::string_view text, Read read) {
    std::vector<FigureCall> calls;
    const FigureSource note = [&calls](const FigureCall& call) -> Result<double> {
        if (std::ranges::find(calls, call) == calls.end()) calls.push_back(call);
        return 1.0;
    };
    ClaimReader reader(text, note);
    if (const auto result = read(reader); !result.ok()) return result.error();
    return calls;
}

}  // namespace

Result<bool> claimHolds(std::string_view claim, const FigureSource& figures) {
    return ClaimReader(claim, figures).claim();
}
Result<double> sumValue(std::string_view sum, const FigureSource& figures) { return ClaimReader(sum, figures).whole(); }

Result<std::vector<FigureCall>> figuresOfClaim(std::string_view claim) {
    return callsOf(claim, [](ClaimReader& reader) { return reader.claim(); });
}
Result<std::vector<FigureCall>> figuresOfSum(std::string_view sum) {
    return callsOf(sum, [](ClaimReader& reader) { return reader.whole(); });
}

}  // namespace gatelab
