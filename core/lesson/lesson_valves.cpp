// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_valves.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

HandStates handStates(const HandSequence& sequence, const HandValves& valves) {
    const auto valve = [&valves](HandValve which) { return valves[static_cast<std::size_t>(which)]; };
    HandStates states;
    double cell = 0;
    for (std::size_t step = 0; step < sequence.numbers.size(); ++step) {
        const double input = valve(sequence.isMarked[step] ? HandValve::InputAtMarks : HandValve::InputElsewhere);
        cell = valve(HandValve::Forget) * cell + input * sequence.numbers[step];
        states.cell.push_back(cell);
        states.hidden.push_back(valve(HandValve::Output) * std::tanh(cell));
    }
    return states;
}

HandAnswer handAnswer(const std::vector<HandSequence>& sequences, const HandValves& valves) {
    const auto count = static_cast<double>(sequences.size());
    std::vector<double> hidden;
    double hiddenMean = 0, targetMean = 0;
    for (const HandSequence& sequence : sequences) {
        hidden.push_back(handStates(sequence, valves).hidden.back());
        hiddenMean += hidden.back() / count;
        targetMean += sequence.target / count;
    }
    double hiddenSquare = 0, product = 0;
    HandAnswer answer;
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const double apart = hidden[i] - hiddenMean, wanted = sequences[i].target - targetMean;
        hiddenSquare += apart * apart;
        product += apart * wanted;
        answer.constant += wanted * wanted / count;
    }
    // Nothing is shown: only the constant is left.
    answer.slope = hiddenSquare > 1e-18 * count ? product / hiddenSquare : 0;
    answer.offset = targetMean - answer.slope * hiddenMean;
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const double wrong = answer.slope * hidden[i] + answer.offset - sequences[i].target;
        answer.error += wrong * wrong / count;
    }
    return answer;
}

Result<std::vector<HandSequence>> handSequences(Inspector& inspector, const std::string& marks) {
    const InspectedRun& run = inspector.run();
    const auto column = std::ranges::find(run.inputs, marks);
    if (column == run.inputs.end() || run.targets.size() != 1)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson",
                                  "valves are set by hand on sequences with an input of marks and one number as the "
                                  "answer, as in adding-30")};
    const auto marking = static_cast<std::size_t>(column - run.inputs.begin());
    std::vector<HandSequence> sequences;
    for (std::int64_t number = 0; number < run.windows[1]; ++number) {
        const auto view = inspector.gates({WindowPart::Validation, number, {}});
        if (!view.ok()) return view.error();
        const WindowView& window = view->window;
        HandSequence sequence;
        for (std::int64_t step = 0; step < window.steps; ++step) {
            const auto first = static_cast<std::size_t>(step * window.columns);
            sequence.numbers.push_back(window.input[first]);
            sequence.isMarked.push_back(window.input[first + marking] > 0.5);
        }
        sequence.target = window.truth.at(0);
        if (!sequence.isMarked.front()) sequences.push_back(std::move(sequence));
    }
    if (sequences.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "every sequence begins with a mark, so none can be set by hand")};
    return sequences;
}

}  // namespace gatelab
