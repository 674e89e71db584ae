// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/libtorch_program.h"

#include "config/heads/head_kinds.h"
#include "export/network/c_text.h"
#include "export/network/network_settings.h"

namespace gatelab {

namespace {

constexpr std::string_view kCMake = R"CMAKE(cmake_minimum_required(VERSION 3.18)
project(forecast CXX)
# cmake -DCMAKE_PREFIX_PATH=/path/to/libtorch; a Python with PyTorch tells where it is:
# python3 -c "import torch; print(torch.utils.cmake_prefix_path)"
find_package(Torch REQUIRED)
add_executable(forecast forecast.cpp)
target_link_libraries(forecast "${TORCH_LIBRARIES}")
target_compile_features(forecast PRIVATE cxx_std_17)
)CMAKE";

constexpr std::string_view kReadme = R"(# A network from Gatelab $program$

From the run $run$: $weights$. It needs LibTorch (2.0 or newer) and nothing of Gatelab.

    cmake -S . -B build -DCMAKE_PREFIX_PATH=/path/to/libtorch && cmake --build build
    build/forecast network.safetensors              # how far it is from the run's own answers, which the file keeps
    build/forecast network.safetensors ROWS.csv     # the answer after the last rows of a CSV file with a header

A row: $columns$; in the units of the data.
$more$)";

constexpr std::string_view kHead = R"SOURCE(// Made by Gatelab $program$ from the run $run$ ($weights$). Needs LibTorch
                                         // alone; README.md says how it is built.
$include$ <torch/torch.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

                                         using torch::Tensor;

                                         namespace net {
                                         struct Target {
                                             int64_t row, input;
                                             int64_t scale;
                                             double least;
                                         };
                                         $net$
                                         }  // namespace net
)SOURCE";

constexpr std::string_view kFile = R"SOURCE(
    using Tensors = std::map<std::string, Tensor>;

    // The header of a safetensors file, which is JSON.
    struct Header {
        const char *at, *end;
        bool has(char c) {
            while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
            return at != end && *at == c;
        }
        void need(char c) {
            if (!has(c)) throw std::runtime_error("the weights' header is damaged");
            ++at;
        }
        std::string text() {
            std::string s;
            for (need('"'); at != end && *at != '"'; ++at) {
                if (*at == '\\' && at + 1 != end) ++at;
                s += *at;
            }
            need('"');
            return s;
        }
        std::vector<int64_t> numbers() {
            std::vector<int64_t> all;
            for (need('['); !has(']');) {
                if (has(',')) ++at;
                char* after = nullptr;
                all.push_back(std::strtoll(at, &after, 10));
                if (after == at) throw std::runtime_error("the weights' header is damaged");
                at = after;
            }
            need(']');
            return all;
        }
    };

    Tensors load(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        std::stringstream all;
        all << file.rdbuf();
        const std::string bytes = all.str();
        uint64_t size = 0;
        if (bytes.size() < 8) throw std::runtime_error("cannot read " + path);
        std::memcpy(&size, bytes.data(), 8);
        if (size > bytes.size() - 8) throw std::runtime_error("the weights' header is damaged");
        const char* data = bytes.data() + 8 + size;
        Header head{bytes.data() + 8, data};
        Tensors tensors;
        for (head.need('{'); !head.has('}');) {
            if (head.has(',')) ++head.at;
            const std::string name = head.text();
            std::string type;
            std::vector<int64_t> shape, place;
            head.need(':');
            for (head.need('{'); !head.has('}');) {
                if (head.has(',')) ++head.at;
                const std::string key = head.text();
                head.need(':');
                if (name == "__metadata__" || key == "dtype")
                    type = head.text();
                else
                    (key == "shape" ? shape : place) = head.numbers();
            }
            head.need('}');
            if (name == "__metadata__") continue;
            const auto dtype = type == "F64" ? torch::kDouble : type == "I64" ? torch::kLong : torch::kFloat;
            Tensor tensor = torch::empty(shape, dtype);
            if (place.size() != 2 || place[0] < 0 || place[1] - place[0] != int64_t(tensor.nbytes()) ||
                place[1] > int64_t(bytes.size() - 8 - size))
                throw std::runtime_error("the weights' header is damaged");
            std::memcpy(tensor.data_ptr(), data + place[0], tensor.nbytes());
            tensors[name] = tensor;
        }
        return tensors;
    }
)SOURCE";

constexpr std::string_view kCells = R"SOURCE(
    using State = std::pair<Tensor, Tensor>;  // h and c; [directions, batch, width], or [batch, width] of one step

    struct Network {
        Tensors weights;
        Tensor w(const std::string& name) const {
            const auto found = weights.find(name);
            return found == weights.end() ? Tensor() : found->second.to(torch::kFloat);
        }

        // One step; s: the sums of each block, hidden: the part of the state.
        State step(const std::vector<Tensor>& s, const std::vector<Tensor>& hidden, const State& old,
                   const std::string& tail) const {
            const Tensor &h = old.first, &c = old.second;
            if (net::cell == "gru") {
                const Tensor n = torch::tanh(s[2] + torch::sigmoid(s[0]) * hidden[2]);
                return {n + torch::sigmoid(s[1]) * (h - n), c};
            }
            if (net::cell == "rnn-tanh") return {torch::tanh(s[0]), c};
            if (net::cell == "rnn-relu") return {torch::relu(s[0]), c};
            if (net::cell == "minlstm")
                return {s[2] + torch::sigmoid(torch::log_sigmoid(s[1]) - torch::log_sigmoid(s[0])) * (h - s[2]), c};
            if (net::cell == "mingru") return {s[1] + torch::sigmoid(s[0]) * (h - s[1]), c};
            if (net::cell == "slstm") {
                const auto parts = c.chunk(2, 1);
                const Tensor m = torch::logaddexp(parts[1] + torch::log_sigmoid(s[1]), s[0]);
                const Tensor now = parts[0] + torch::exp(s[0] - m) * (torch::tanh(s[2]) - parts[0]);
                return {torch::sigmoid(s[3]) * now, torch::cat({now, m}, 1)};
            }
            if (net::cell == "lru") {
                const auto rows = w("rnn.weight_hh" + tail).reshape({3, -1}).unbind(0);
                const Tensor size = torch::exp(-torch::exp(rows[0])), angle = torch::exp(rows[1]);
                const Tensor k = torch::exp(rows[2]);
                const Tensor a = size * torch::cos(angle), b = size * torch::sin(angle);
                const auto parts = c.chunk(2, 1);
                const Tensor now = a * parts[0] - b * parts[1] + k * s[0], j = b * parts[0] + a * parts[1] + k * s[1];
                return {torch::sigmoid(s[2]) * now, torch::cat({now, j}, 1)};
            }
            const Tensor p = w("rnn.weight_ch" + tail);
            const auto look = [&](int64_t row, const Tensor& sum, const Tensor& at) {
                return p.defined() ? sum + p[row] * at : sum;
            };
            const Tensor kept = torch::sigmoid(look(1, s[1], c)) * c;
            const Tensor now = kept + torch::sigmoid(look(0, s[0], c)) * torch::tanh(s[2]);
            return {torch::sigmoid(look(2, s[3], now)) * torch::tanh(now), now};
        }

        Tensor direction(const Tensor& x, State& state, const std::string& tail) const {
            const auto sums = torch::linear(x, w("rnn.weight_ih" + tail), w("rnn.bias_ih" + tail)).unbind(0);
            const Tensor whh = w("rnn.weight_hh" + tail), project = w("rnn.weight_hr" + tail);
            std::vector<Tensor> outputs;
            for (const Tensor& sum : sums) {
                auto s = sum.chunk(net::blocks, 1);
                std::vector<Tensor> hidden;
                if (net::reads == "matrix")
                    hidden = torch::linear(state.first, whh, w("rnn.bias_hh" + tail)).chunk(net::blocks, 1);
                if (net::reads == "unit")
                    for (const Tensor& row : whh.reshape({net::blocks, -1}).unbind(0))
                        hidden.push_back(state.first * row);
                for (size_t k = 0; k < hidden.size(); ++k)
                    if (net::cell != "gru" || k < 2) s[k] = s[k] + hidden[k];
                State now = step(s, hidden, state, tail);
                if (project.defined()) now.first = torch::linear(now.first, project);
                state = {now.first + net::zoneout * (state.first - now.first),
                         now.second + net::zoneout * (state.second - now.second)};
                outputs.push_back(state.first);
            }
            return torch::stack(outputs);
        }

        // x [time, batch, inputs] from the state on, which becomes the one after it.
        Tensor layer(int64_t i, const Tensor& x, State& state) const {
            const int64_t ways = net::bidirectional ? 2 : 1, half = net::projection > 0 ? net::projection : net::hidden;
            if (!state.first.defined())
                state = {torch::zeros({ways, x.size(1), half}), torch::zeros({ways, x.size(1), net::cell_width})};
            const std::string tail = "_l" + std::to_string(i);
            if (net::library) {
                std::vector<Tensor> all;
                for (int64_t d = 0; d < ways; ++d)
                    for (const char* kind : {"weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr"})
                        if (const Tensor one = w("rnn." + std::string(kind) + tail + (d == 1 ? "_reverse" : ""));
                            one.defined())
                            all.push_back(one);
                const bool both = ways == 2;
                if (net::cell == "lstm") {
                    auto [y, h, c] = torch::lstm(x, {state.first, state.second}, all, true, 1, 0.0, false, both, false);
                    state = {h, c};
                    return y;
                }
                auto [y, h] = net::cell == "gru" ? torch::gru(x, state.first, all, true, 1, 0.0, false, both, false)
                              : net::cell == "rnn-tanh"
                                  ? torch::rnn_tanh(x, state.first, all, true, 1, 0.0, false, both, false)
                                  : torch::rnn_relu(x, state.first, all, true, 1, 0.0, false, both, false);
                state.first = h;
                return y;
            }
            std::vector<Tensor> outputs, h, c;
            for (int64_t d = 0; d < ways; ++d) {
                State one{state.first[d], state.second[d]};
                const Tensor y = direction(d == 1 ? x.flip(0) : x, one, tail + (d == 1 ? "_reverse" : ""));
                outputs.push_back(d == 1 ? y.flip(0) : y);
                h.push_back(one.first);
                c.push_back(one.second);
            }
            state = {torch::stack(h), torch::stack(c)};
            return torch::cat(outputs, 2);
        }
)SOURCE";

constexpr std::string_view kGaussianEnd = "torch::cat({centre, deviation}, 3);";
constexpr std::string_view kStudentEnd =
    "torch::cat({centre, deviation, freedomOf(out), centre + deviation * student(freedomOf(out))}, 3);";
constexpr std::string_view kCountsEnd = "counts(torch::softplus(centre) + 1e-9, deviation.square());";
constexpr std::string_view kStudent = R"SOURCE(
    static Tensor freedomOf(const Tensor& out) { return 2 + torch::softplus(out.narrow(3, 2, 1).to(torch::kDouble)); }

    // Student's t below which the shares net::levels lie: Chebyshev series in 4 / freedom - 1.
    static Tensor student(const Tensor& freedom) {
        const Tensor x = 4 / freedom - 1, curves = torch::tensor(net::curves, torch::kDouble)
                                                       .view({-1, int64_t(net::levels.size())});
        Tensor now = torch::zeros_like(x), before = now;
        for (int64_t i = curves.size(0) - 1; i > 0; --i) {
            const Tensor next = 2 * x * now - before + curves[i];
            before = now;
            now = next;
        }
        return x * now - before + curves[0];
    }
)SOURCE";
constexpr std::string_view kCounts = R"SOURCE(
    // Mean, size, and the smallest counts with at least the shares net::levels at or below them; above a mean of 1000
    // by Cornish and Fisher.
    static Tensor counts(const Tensor& mean, Tensor excess) {
        excess = torch::maximum(excess, 1e-6 * mean);
        const Tensor levels = torch::tensor(net::levels, torch::kDouble), z = torch::tensor(net::normal, torch::kDouble),
                     deviation = (mean + excess).sqrt(),
                     skew = (mean + 2 * excess) / mean / deviation / 6,
                     large = (mean + deviation * (z + (z.square() - 1) * skew) + 0.5).floor().clamp_min(0),
                     few = mean.clamp_max(1000), size = few.square() / excess, most = few + 50 * deviation + 50;
        Tensor chance = -size * torch::log1p(few / size), below = chance.exp(), found = torch::zeros_like(large);
        for (double count = 0;; count += 1) {
            const Tensor open = (below < levels).logical_and(most > count).logical_and(mean <= 1000);
            if (!open.any().item<bool>()) break;
            found = found + open;
            chance = chance + ((size + count) / (count + 1) * (few / (few + size))).log();
            below = below + chance.exp();
        }
        return torch::cat({mean, mean.square() / excess, torch::where(mean > 1000, large, found)}, 3);
    }
)SOURCE";
constexpr std::string_view kNetwork = R"SOURCE($distribution$
    Tensor pool(const Tensor& x) const {
        if (net::pooling == "mean") return x.mean(0);
        if (net::pooling == "max") return x.amax(0);
        if (net::pooling == "attention") {
            const Tensor seen = torch::tanh(torch::linear(x, w("attention.weight"), w("attention.bias")));
            return (torch::matmul(seen, w("attention.context")).softmax(0).unsqueeze(2) * x).sum(0);
        }
        if (!net::bidirectional) return x[x.size(0) - 1];
        const int64_t half = x.size(2) / 2;
        return torch::cat({x[x.size(0) - 1].narrow(1, 0, half), x[0].narrow(1, half, half)}, 1);
    }

    // The network over x [time, batch, inputs]; window [batch, time, inputs] is read by the linear path.
    Tensor run(Tensor x, const Tensor& window, std::vector<State>& states) const {
        for (int64_t i = 0; i < net::layers; ++i) {
            const Tensor before = x;
            x = layer(i, x, states[i]);
            if (i > 0 && net::residual && before.size(2) == x.size(2)) x = x + before;
            const Tensor gain = w("norm." + std::to_string(i) + ".weight");
            if (gain.defined()) x = torch::layer_norm(x, gain.sizes(), gain, w("norm." + std::to_string(i) + ".bias"));
        }
        const Tensor out = torch::linear(net::task == "labelling" ? x : pool(x), w("head.weight"), w("head.bias"));
        const Tensor linear = w("linear.weight");
        return linear.defined() ? out + torch::linear(window.flatten(1), linear) : out;
    }

    // What is given beside rows: known [batch, known_rows, known columns], the rows behind them; of many series
    // offsets and scales [batch, scale_names], ofSeries() or those of series that the training did not have.
    struct Given {
        Tensor known, offsets, scales;
    };
    // Of the series net::series[number] of each window.
    Given ofSeries(const std::vector<int64_t>& numbers, const Tensor& known = {}) const {
        const Tensor places = torch::tensor(numbers, torch::kLong);
        return {known, weights.at("series.offsets").index_select(0, places),
                weights.at("series.scales").index_select(0, places)};
    }

    // The inputs that are known ahead, each some rows later: [batch, time, inputs].
    static Tensor later(const Tensor& rows, const Tensor& known) {
        if (!known.defined()) throw std::runtime_error("what is known ahead is missing");
        const Tensor whole =
            torch::cat({rows.index_select(2, torch::tensor(net::known, torch::kLong)), known.to(rows.dtype())}, 1);
        std::vector<Tensor> each;
        for (size_t i = 0; i < net::ahead_rows.size(); ++i)
            each.push_back(whole.select(2, net::ahead_known[i]).narrow(1, net::ahead_rows[i], rows.size(1)));
        return torch::stack(each, 2);
    }

    // rows [batch, time, columns] (tokens: [batch, time]) in the units of the data -> [batch, horizon, targets,
    // values], shares of classes, or numbers.
    Tensor operator()(const Tensor& raw, Given given = {}) const {
        const torch::NoGradGuard noGrad;
        Tensor rows = raw;
        std::vector<State> states(net::layers);
        if (net::tokens > 0)
            return answer(run(torch::embedding(w("embedding.weight"), rows).transpose(0, 1), {}, states), {}, {}, {});
        const auto wide = torch::kDouble;
        if (!net::ahead_rows.empty()) rows = torch::cat({rows, later(rows, given.known)}, 2);
        if (net::series.empty()) {
            given.offsets = torch::tensor(net::offsets, wide).unsqueeze(0);
            given.scales = torch::tensor(net::scales, wide).unsqueeze(0);
        }
        if (!given.offsets.defined()) throw std::runtime_error("say which series each window is of");
        const auto of = [&](const Tensor& all) { return all.narrow(1, 0, rows.size(2)).unsqueeze(1); };
        Tensor every = ((rows.to(wide) - of(given.offsets)) / of(given.scales)).to(torch::kFloat);
        if (net::task != "forecast") every = torch::where(every.isnan(), torch::zeros({}), every);
        Tensor x = every.index_select(2, torch::tensor(net::inputs)).clone(), level, spread;
        if (net::anchor != "none") {
            std::vector<int64_t> places;
            std::vector<double> least;
            for (const net::Target& t : net::targets) places.push_back(t.row), least.push_back(t.least);
            const Tensor past = every.index_select(2, torch::tensor(places));
            level = net::anchor == "last" ? past.select(1, past.size(1) - 1) : past.mean(1);
            if (net::anchor == "revin")
                spread = torch::maximum((past - level.unsqueeze(1)).square().mean(1).sqrt(),
                                        torch::tensor(least, torch::kFloat));
            for (size_t k = 0; k < net::targets.size(); ++k) {
                if (net::targets[k].input < 0) continue;
                Tensor column = x.select(2, net::targets[k].input);
                column.sub_(level.narrow(1, k, 1));
                if (spread.defined()) column.div_(spread.narrow(1, k, 1));
            }
        }
        const Tensor out = run(x.transpose(0, 1), x, states);
        return answer(net::recursive ? decode(x, out, states) : out, level, spread, given);
    }

    Tensor decode(const Tensor& x, const Tensor& first, std::vector<State>& states) const {
        std::vector<Tensor> outputs{first};
        Tensor seen = x;
        for (int64_t i = 1; i < net::horizon; ++i) {
            const Tensor values = outputs.back().reshape({x.size(0), -1, net::values});
            const int64_t v = net::values;
            const Tensor centre =
                net::head != "values" || v == 1 ? values.select(2, 0) : values.narrow(2, (v - 1) / 2, 2 - v % 2).mean(2);
            Tensor row = x.select(1, x.size(1) - 1).clone();
            for (size_t k = 0; k < net::targets.size(); ++k)
                row.select(1, net::targets[k].input).copy_(centre.select(1, k));
            seen = torch::cat({seen.narrow(1, 1, seen.size(1) - 1), row.unsqueeze(1)}, 1);
            outputs.push_back(run(row.unsqueeze(0), seen, states));
        }
        return torch::cat(outputs, 1);
    }

    // From the middle quantile outwards, each step above zero.
    static Tensor rising(const Tensor& values) {
        const int64_t count = values.size(3), middle = count / 2;
        const Tensor step = torch::softplus(values.narrow(3, 1, count - 1) - values.narrow(3, 0, count - 1), 20, 20),
                     centre = values.narrow(3, middle, 1);
        return torch::cat({centre - step.narrow(3, 0, middle).flip(3).cumsum(3).flip(3), centre,
                           centre + step.narrow(3, middle, count - 1 - middle).cumsum(3)},
                          3);
    }

    Tensor answer(Tensor out, const Tensor& level, const Tensor& spread, const Given& given) const {
        if (net::task == "labelling") return out.transpose(0, 1).softmax(-1);
        if (net::task == "classification") return out.softmax(-1);
        if (net::task != "forecast") return out;
        const int64_t count = net::targets.size();
        out = out.reshape({out.size(0), net::horizon, count, net::values});
        std::vector<int64_t> places;
        for (const net::Target& t : net::targets) places.push_back(t.scale);
        const Tensor at = torch::tensor(places, torch::kLong),
                     offset = given.offsets.index_select(1, at).view({-1, 1, count, 1}),
                     scale = given.scales.index_select(1, at).view({-1, 1, count, 1});
        const bool spreads = net::head != "values";
        Tensor centre = spreads ? out.narrow(3, 0, 1) : net::rising ? out : std::get<0>(out.sort(-1));
        if (spread.defined()) centre = centre * spread.view({-1, 1, count, 1});
        if (level.defined()) centre = centre + level.view({-1, 1, count, 1});
        centre = centre.to(torch::kDouble);
        if (net::rising) centre = rising(centre);
        centre = centre * scale + offset;
        if (!spreads) return centre;
        Tensor variance = torch::softplus(out.narrow(3, 1, 1).to(torch::kDouble)) + 1e-6;
        if (spread.defined())
            variance =
                (variance * spread.view({-1, 1, count, 1}).to(torch::kDouble).square() - 1e-6).clamp_min(1e-6) + 1e-6;
        const Tensor deviation = variance.sqrt() * scale;
        return $end$
    }
    }
    ;

    void check(const Network& network, const Tensors& tensors) {
        Tensor largest = torch::zeros({}, torch::kDouble), worst = largest;  // their maximum keeps a NaN
        int64_t count = 0;
        for (; tensors.count("check.rows." + std::to_string(count)); ++count) {
            const std::string number = std::to_string(count);
            Network::Given given;
            if (tensors.count("check.series." + number))
                given = network.ofSeries({tensors.at("check.series." + number).item<int64_t>()});
            if (tensors.count("check.known." + number)) given.known = tensors.at("check.known." + number).unsqueeze(0);
            Tensor off = (network(tensors.at("check.rows." + number).unsqueeze(0), given).to(torch::kDouble).flatten() -
                          tensors.at("check.answers." + number).flatten())
                             .abs();
            // What the run does not tell of, and counts that rounding may move by one
            if (tensors.count("check.slack")) off = (off - tensors.at("check.slack")).clamp_min(0);
            const std::string whole = "check.scales";
            const Tensor scale = tensors.at(tensors.count(whole) ? whole : whole + "." + number);
            largest = torch::maximum(largest, off.max());
            worst = torch::maximum(worst, (scale.numel() == off.numel() ? off / scale : off).max());
        }
        std::cout << count << " windows: largest difference " << largest.item<double>() << ", " << worst.item<double>()
                  << " of the targets' scale\n"
                  << "gatelab-check " << count << " " << largest.item<double>() << " " << worst.item<double>()
                  << " LibTorch " << TORCH_VERSION << "\n";
    }

    // The last rows of a CSV file with a header, in the order of the network's columns, and behind them what is known
    // ahead.
    std::pair<Tensor, Tensor> readRows(const std::string& path) {
        std::ifstream file(path);
        std::string line, cell;
        const auto cells = [&] {
            std::vector<std::string> all;
            std::stringstream in(line);
            while (std::getline(in, cell, ',')) all.push_back(cell);
            return all;
        };
        std::getline(file, line);
        const auto names = cells();
        std::vector<std::vector<std::string>> rows;
        while (std::getline(file, line)) rows.push_back(cells());
        const int64_t first = int64_t(rows.size()) - net::lookback - net::known_rows;
        if (first < 0) throw std::runtime_error("too few rows");
        std::vector<double> flat, known;
        const auto add = [&](const std::vector<std::string>& row, const std::string& column, std::vector<double>& to) {
            const size_t at = std::find(names.begin(), names.end(), column) - names.begin();
            if (at >= row.size()) throw std::runtime_error("there is no column '" + column + "'");
            to.push_back(std::stod(row[at]));
        };
        for (int64_t i = first; i < first + net::lookback; ++i)
            for (const std::string& column : net::columns) add(rows[i], column, flat);
        for (int64_t i = first + net::lookback; i < int64_t(rows.size()); ++i)
            for (const int64_t column : net::known) add(rows[i], net::columns[column], known);
        Tensor ahead;
        if (!known.empty()) ahead = torch::tensor(known, torch::kDouble).view({1, net::known_rows, -1});
        return {torch::tensor(flat, torch::kDouble).view({1, net::lookback, -1}), ahead};
    }

    int main(int count, char** words) try {
        if (count < 2) throw std::runtime_error("forecast network.safetensors [ROWS.csv [SERIES] | --check FILE]");
        torch::set_num_threads(1);
        const Network network{load(words[1])};
        if (count > 2 && std::string(words[2]) != "--check") {
            const auto [rows, known] = readRows(words[2]);
            Network::Given given{known, {}, {}};
            if (count > 3) {
                const auto found = std::find(net::series.begin(), net::series.end(), std::string(words[3]));
                if (found == net::series.end()) throw std::runtime_error("there is no series of that name");
                given = network.ofSeries({found - net::series.begin()}, known);
            }
            std::cout << network(rows, given) << "\n";
        } else {
            check(network, count > 3 ? load(words[3]) : network.weights);
        }
        return 0;
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << "\n";
        return 1;
    }
)SOURCE";

const ConstantDialect kCpp{"true",
                           "false",
                           '{',
                           '}',
                           [](const std::string& type, const std::string& name, const std::string& value) {
                               return "const " + type + " " + name + " = " + value + ";\n";
                           },
                           [](const PortableNetwork::Target& one) {
                               return "{" + std::to_string(one.row) + ", " + std::to_string(one.input) + ", " +
                                      std::to_string(one.scale) + ", " + realConstant(one.minScale) + "}";
                           }};

/// What a caller gives besides rows.
std::string moreOf(const PortableNetwork& network) {
    std::string more, known, names;
    for (const std::int64_t column : network.known)
        known += (known.empty() ? "" : ", ") + network.columns[static_cast<std::size_t>(column)].name;
    for (const std::string& name : network.scaleNames()) names += (names.empty() ? "" : ", ") + name;
    if (!network.ahead.empty())
        more += "\nKnown ahead, `Given::known`, the " + std::to_string(network.aheadRows()) +
                " rows behind the window, oldest first: " + known + ". In ROWS.csv they are the last rows.\n";
    if (network.isMany())
        more +=
            "\nOne network of many series (`net::series`), each scaled by itself: `ofSeries()` gives offsets and "
            "scales of those of the training; behind ROWS.csv write the name of its series. A series that is none "
            "of them has its own `Given::offsets` and `Given::scales`, " +
            network.scaleRule + ". Their order: " + names + ".\n";
    return more;
}

}  // namespace

std::map<std::string, std::string> libtorchProgram(const PortableNetwork& network) {
    std::string columns;
    for (const auto& column : network.columns) columns += (columns.empty() ? "" : ", ") + column.name;
    const std::vector<std::pair<std::string, std::string>> words{
        {"include", "#include"},  {"program", network.program},
        {"run", network.run},     {"weights", network.weightsOf.english()},
        {"columns", columns},     {"net", networkConstants(network, kCpp)},
        {"more", moreOf(network)}};
    const std::string& loss = network.config.loss;
    const bool student = isStudentT(loss), counts = isNegativeBinomial(loss);
    const std::string_view functions = student  ? kStudent
                                       : counts ? kCounts
                                                : std::string_view(),
                           end = student  ? kStudentEnd
                                 : counts ? kCountsEnd
                                          : kGaussianEnd;
    const std::string body =
        c_text::filled(kNetwork, {{"distribution", std::string(functions)}, {"end", std::string(end)}});
    return {{"forecast.cpp", c_text::filled(kHead, words) + std::string(kFile) + std::string(kCells) + body},
            {"CMakeLists.txt", std::string(kCMake)},
            {"README.md", c_text::filled(kReadme, words)}};
}

}  // namespace gatelab
