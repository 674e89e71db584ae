// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/attribution.h"

#include "base/number_text.h"
#include "base/numeric/gauss_legendre.h"
#include "baselines/class_scores.h"
#include "config/setting_predicates.h"
#include "config/words/word_table.h"
#include "data/recipe/categories.h"
#include "data/recipe/word_tables.h"
#include "replay/gradient_path.h"
#include "replay/replay.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::int64_t kAtOnce = 8;           // nodes
constexpr std::int64_t kMostTraining = 1024;  // windows in the mean
constexpr std::int64_t kReadAtOnce = 64;

const Error kCancelled{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};

std::vector<double> numbersOf(const at::Tensor& tensor) {
    const at::Tensor flat = tensor.detach().to(at::kDouble).contiguous();
    return {flat.const_data_ptr<double>(), flat.const_data_ptr<double>() + flat.numel()};
}

/// All that an answer depends on, one example; undefined where there is none of it.
struct Reading {
    at::Tensor input, anchor, scale, ahead;
    static constexpr std::array kAll = {&Reading::input, &Reading::anchor, &Reading::scale, &Reading::ahead};
};
/// The dimension of the examples.
std::int64_t examples(at::Tensor Reading::*member) {
    return member == &Reading::input || member == &Reading::ahead ? 1 : 0;
}

/// The mean of training windows: of each step and column, for sequences of unequal length of each column.
Result<Reading> meanOfTraining(const OpenedNetwork& network, const Batch& like, std::int64_t& count,
                               const Progress& progress) {
    const std::vector<std::int64_t> numbers = spreadNumbers(network.windows(WindowPart::Train), kMostTraining);
    if (numbers.empty() || network.windows(WindowPart::Train) == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect",
                                  "the run has no training window, whose mean an explanation starts from; give the "
                                  "training part more rows")};
    const bool bySteps = network.plan().isForecast();
    Reading sum;
    double weight = 0;
    for (std::size_t first = 0; first < numbers.size(); first += kReadAtOnce) {
        if (!report(progress, 0.3 * static_cast<double>(first) / static_cast<double>(numbers.size())))
            return kCancelled;
        const Batch batch = network.gather(WindowPart::Train, numbers, first,
                                           std::min<std::size_t>(kReadAtOnce, numbers.size() - first));
        const auto add = [](at::Tensor& to, const at::Tensor& values) { to = to.defined() ? to + values : values; };
        if (bySteps) {
            add(sum.input, batch.input.sum(1, true));
        } else {
            at::Tensor valid = at::ones({batch.input.size(0), batch.size, 1}, batch.input.options());
            if (batch.lengths.defined())
                valid = at::arange(batch.input.size(0))
                            .unsqueeze(1)
                            .lt(batch.lengths.unsqueeze(0))
                            .unsqueeze(2)
                            .to(batch.input.scalar_type());
            add(sum.input, (batch.input * valid).sum(at::IntArrayRef{0, 1}, true));
            weight += valid.sum().item<double>();
        }
        if (batch.anchor.defined()) add(sum.anchor, batch.anchor.sum(0, true));
        if (batch.scale.defined()) add(sum.scale, batch.scale.sum(0, true));
        if (batch.ahead.defined()) add(sum.ahead, batch.ahead.sum(1, true));
    }
    count = static_cast<std::int64_t>(numbers.size());
    const auto each = static_cast<double>(count);
    sum.input = (sum.input / (bySteps ? each : weight)).expand_as(like.input);
    for (at::Tensor Reading::*member : {&Reading::anchor, &Reading::scale, &Reading::ahead})
        if ((sum.*member).defined()) sum.*member = sum.*member / each;
    return sum;
}

/// The network's answer to `count` readings side by side, in the graph.
Result<at::Tensor> answerTo(const OpenedNetwork& network, const Batch& window, const Reading& reading,
                            AttributionQuestion& question) {
    Batch batch = repeated(window, reading.input.size(1));
    batch.input = reading.input, batch.anchor = reading.anchor;
    batch.scale = reading.scale, batch.ahead = reading.ahead;
    std::vector<GateRecord> records;
    ForwardOptions options;
    options.record = &records;
    options.recordGraph = true;
    return explainedNumber(network, network.objective().run(batch, options), question);
}

/// Sums over the nodes of weight x gradient, of everything that is read.
Result<Reading> meanGradient(const OpenedNetwork& network, const Batch& window, const Reading& from,
                             const Reading& difference, AttributionQuestion& question, int nodes,
                             const Progress& progress) {
    const at::AutoGradMode withGradient(true);
    const Quadrature rule = gaussLegendre(nodes);
    Reading sums;
    for (std::int64_t first = 0; first < nodes; first += kAtOnce) {
        if (!report(progress, 0.3 + 0.7 * static_cast<double>(first) / nodes)) return kCancelled;
        Reading path;
        std::vector<at::Tensor> leaves;
        std::vector<at::Tensor Reading::*> members;
        for (at::Tensor Reading::*member : Reading::kAll) {
            if (!(from.*member).defined()) continue;
            std::vector<at::Tensor> points;
            for (std::int64_t k = first; k < first + kAtOnce; ++k)
                points.push_back(from.*member + rule.nodes[static_cast<std::size_t>(k)] * (difference.*member));
            path.*member = at::cat(points, examples(member)).detach().requires_grad_(true);
            leaves.push_back(path.*member), members.push_back(member);
        }
        auto numbers = answerTo(network, window, path, question);
        if (!numbers.ok()) return numbers.error();
        const at::Tensor weights =
            at::tensor(std::vector<double>(rule.weights.begin() + first, rule.weights.begin() + first + kAtOnce));
        const auto gradients =
            torch::autograd::grad({(*numbers * weights).sum()}, leaves, {}, std::nullopt, false, true);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const at::Tensor one = gradients[i].defined() ? gradients[i].sum(examples(members[i]), true)
                                                          : at::zeros_like(from.*members[i]);
            at::Tensor& sum = sums.*members[i];
            sum = sum.defined() ? sum + one : one;
        }
    }
    return sums;
}

/// What of the change no input has alone.
std::vector<AttributionRest> restOf(const OpenedNetwork& network, const Reading& shares) {
    std::vector<AttributionRest> rest;
    const auto add = [&](const at::Tensor& tensor, const Text& what) {
        if (!tensor.defined()) return;
        const std::vector<double> each = numbersOf(tensor);
        const PreparedSeries& prepared = *network.plan().prepared;
        for (std::size_t t = 0; t < each.size(); ++t)
            rest.push_back({{what, {prepared.table.columns[prepared.targets[t]].name}}, each[t]});
    };
    add(shares.anchor, GATELAB_TEXT("Inspect", "level of %1 in the window"));
    add(shares.scale, GATELAB_TEXT("Inspect", "spread of %1 in the window"));
    if (shares.ahead.defined())
        rest.push_back({GATELAB_TEXT("Inspect", "inputs known ahead"), shares.ahead.sum().item<double>()});
    return rest;
}

/// What each step weighs in an attention over time (Yang et al. 2016); empty: there is none.
std::vector<double> attentionOf(const OpenedNetwork& network, const std::vector<LayerOutput>& outputs) {
    const auto find = [&](const char* name) -> at::Tensor {
        for (const Parameter& one : network.model().parameters().all())
            if (one.name == name) return one.value.detach();
        return {};
    };
    const at::Tensor weight = find("attention.weight");
    if (!weight.defined() || isLabelling(network.plan().config)) return {};
    for (auto one = outputs.rbegin(); one != outputs.rend(); ++one)
        if (one->layer.starts_with("rnn.l"))
            return numbersOf(
                at::matmul(at::tanh(at::linear(one->values, weight, find("attention.bias"))), find("attention.context"))
                    .softmax(0)
                    .flatten());
    return {};
}

Phrase subjectOf(const OpenedNetwork& network, const AttributionQuestion& question) {
    const TrainPlan& plan = network.plan();
    if (network.objective().hasClasses()) {
        const auto names = namesOfClasses(plan.shape.classes, plan.data.sequences->classNames);
        const std::string& name = names[static_cast<std::size_t>(question.label)];
        if (!isLabelling(plan.config)) return {GATELAB_TEXT("Inspect", "logit of class %1"), {name}};
        return {GATELAB_TEXT("Inspect", "logit of label %1 at step %2"), {name, question.step + 1}};
    }
    if (!plan.isForecast()) return {GATELAB_TEXT("Inspect", "answer %1"), {question.target + 1}};
    const std::string& name =
        plan.prepared->table.columns[plan.prepared->targets[static_cast<std::size_t>(question.target)]].name;
    if (question.step < 0) return {GATELAB_TEXT("Inspect", "%1, mean of %2 steps ahead"), {name, plan.config.horizon}};
    return {GATELAB_TEXT("Inspect", "%1, step %2 ahead"), {name, question.step + 1}};
}

/// Whether the network is bent, not curved, somewhere: there no number of nodes is enough for certain.
bool hasCorners(const OpenedNetwork& network) {
    const ExperimentConfig& config = network.plan().config;
    const CellTraits& cell = cellTraits(config.cell);
    const bool isBentCell = cell.library && !cell.boundedOutput;  // ReLU
    return poolsMax(config) || isBentCell || isPinball(config.loss);
}

Error noSuch(const Text& what, std::int64_t asked, std::int64_t there) {
    return {ErrorCode::InvalidInput, {what, {asked + 1, there}}};
}

Error notEnough(const OpenedNetwork& network, const Attribution& answer) {
    const Phrase why =
        poolsMax(network.plan().config)
            ? Phrase(GATELAB_TEXT("Inspect", "pooling by the largest has corners on the way"))
        : hasCorners(network)
            ? Phrase(GATELAB_TEXT("Inspect", "this network has corners on the way"))
            : Phrase(GATELAB_TEXT("Inspect", "the answer turns more sharply on the way than they follow"));
    return {ErrorCode::Unsupported,
            {GATELAB_TEXT("Inspect",
                          "no explanation of this one answer: with %1 nodes the shares add up to %2 where it changes "
                          "by %3 (difference above 1e-6): %4. What matters to all answers can be measured all the "
                          "same"),
             {answer.nodes, Phrase(numberText(answer.sum(), 7)), Phrase(numberText(answer.change(), 7)), why}}};
}

/// The shares of one column's words are those of the column.
void addUpWords(const std::vector<ColumnTogether>& together, Attribution& answer) {
    std::size_t inputs = 0;
    for (const ColumnTogether& one : together) inputs += one.inputs.size(), answer.columns.push_back(one.name);
    const std::vector<double> each = std::move(answer.values);
    answer.values.clear();
    for (std::size_t first = 0; first < each.size(); first += inputs)
        for (const ColumnTogether& one : together) {
            double sum = 0;
            for (const std::int64_t input : one.inputs) sum += each[first + static_cast<std::size_t>(input)];
            answer.values.push_back(sum);
        }
}

}  // namespace

std::vector<std::string> columnsRead(const OpenedNetwork& network) {
    const TrainPlan& plan = network.plan();
    if (plan.shape.tokens > 0) return {"token"};
    if (!plan.isForecast()) return plan.data.sequences->channelNames;
    std::vector<std::string> names;
    for (const std::size_t input : plan.prepared->inputs) names.push_back(plan.prepared->table.columns[input].name);
    return names;
}

std::vector<ColumnTogether> columnsTogether(const OpenedNetwork& network) {
    const std::vector<std::string> names = columnsRead(network);
    std::vector<std::string> steps;
    if (network.plan().data.series)
        for (const Category& one : categoriesOf(*network.plan().data.series))
            steps.push_back(categoryStep(one.column, kAsEmbedding));
    std::vector<ColumnTogether> all;
    for (const WordTable& table : wordTables(steps, names))
        for (const WordTable::Copy& copy : table.copies) all.push_back({table.column + copy.mark, copy.inputs});
    for (const std::int64_t input : plainInputs(wordTables(steps, names), std::ssize(names)))
        all.push_back({names[static_cast<std::size_t>(input)], {input}});
    std::ranges::sort(all, {}, [](const ColumnTogether& one) { return one.inputs.front(); });
    return all;
}

Result<at::Tensor> explainedNumber(const OpenedNetwork& network, const ObjectiveResult& result,
                                   AttributionQuestion& question) {
    if (network.objective().hasClasses()) {
        const bool labelling = result.output.dim() == 3;
        const std::int64_t steps = labelling ? result.output.size(0) : 1;
        if (labelling && question.step < 0) question.step = steps - 1;
        if (labelling && question.step >= steps)
            return noSuch(GATELAB_TEXT("Inspect", "there is no step %1; there are %2"), question.step, steps);
        const at::Tensor logits = labelling ? result.output.select(0, question.step) : result.output;
        if (question.label < 0) question.label = logits[0].argmax().item<std::int64_t>();
        if (question.label >= logits.size(1))
            return noSuch(GATELAB_TEXT("Inspect", "there is no class %1; there are %2"), question.label,
                          logits.size(1));
        return logits.select(1, question.label);
    }
    const at::Tensor point = network.objective().point(result.output);
    if (question.target < 0 || question.target >= point.size(2))
        return noSuch(GATELAB_TEXT("Inspect", "there is no target %1; there are %2"), question.target, point.size(2));
    const at::Tensor mine = point.select(2, question.target);
    if (question.step < 0) return mine.mean(1);
    if (question.step >= mine.size(1))
        return noSuch(GATELAB_TEXT("Inspect", "there is no step %1 ahead; there are %2"), question.step, mine.size(1));
    return mine.select(1, question.step);
}

Result<Attribution> attributeAnswer(const OpenedNetwork& network, const AttributionQuestion& question,
                                    const Progress& progress) {
    if (network.plan().shape.tokens > 0)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Inspect",
                                  "no explanation of one answer: this network reads tokens, and between two tokens "
                                  "there is no straight line; the importance exchanges them instead")};
    const at::NoGradGuard noGrad;
    const auto window = network.window(question.part, question.window);
    if (!window.ok()) return window.error();
    if (auto room = checkMemoryPlan(network.plan().config, window->input.size(0)); !room.ok()) return room.error();
    Attribution answer;
    answer.question = question;
    auto from = meanOfTraining(network, *window, answer.training, progress);
    if (!from.ok()) return from.error();
    const Reading to{window->input, window->anchor, window->scale, window->ahead};
    const auto told = answerTo(network, *window, to, answer.question);
    if (!told.ok()) return told.error();
    const auto before = answerTo(network, *window, *from, answer.question);
    if (!before.ok()) return before.error();
    answer.answer = told->item<double>();
    answer.baseline = before->item<double>();
    Reading difference, shares;
    for (at::Tensor Reading::*member : Reading::kAll)
        if ((to.*member).defined()) difference.*member = to.*member - (*from).*member;
    for (answer.nodes = Attribution::kNodes;; answer.nodes *= 2) {
        auto gradient = meanGradient(network, *window, *from, difference, answer.question, answer.nodes, progress);
        if (!gradient.ok()) return gradient.error();
        for (at::Tensor Reading::*member : Reading::kAll)
            if ((to.*member).defined()) shares.*member = (*gradient).*member * (difference.*member);
        answer.values = numbersOf(shares.input.select(1, 0));
        answer.rest = restOf(network, shares);
        if (answer.gap() <= Attribution::kMaxGap) break;
        // Of pooling by the largest each step is a corner: more nodes take long and do not help
        if (answer.nodes >= Attribution::kMostNodes || poolsMax(network.plan().config))
            return notEnough(network, answer);
    }
    addUpWords(columnsTogether(network), answer);
    answer.subject = subjectOf(network, answer.question);
    ForwardOptions options;
    std::vector<LayerOutput> outputs;
    options.outputs = &outputs;
    const ObjectiveResult whole = network.objective().run(*window, options);
    answer.attention = attentionOf(network, outputs);
    answer.window = network.view(question.part, question.window, *window, whole);
    return answer;
}

}  // namespace gatelab
