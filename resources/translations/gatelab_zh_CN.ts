<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Advice</name>
    <message>
        <source>Find the learning rate</source>
        <translation>搜索学习率</translation>
    </message>
    <message>
        <source>Train with batch %1, two steps per update</source>
        <translation>以批大小 %1 训练，每两步更新一次</translation>
    </message>
    <message>
        <source>Diverged in its first epoch, at learning rate %1.</source>
        <translation>第一轮就已发散，学习率为 %1。</translation>
    </message>
    <message>
        <source>Diverged after epoch %1 (training loss %2), at learning rate %3.</source>
        <translation>第 %1 轮之后发散（训练损失 %2），学习率为 %3。</translation>
    </message>
    <message>
        <source>Keep epoch %1, try dropout %2</source>
        <translation>保留第 %1 轮，试用 dropout %2</translation>
    </message>
    <message>
        <source>Keep epoch %1, try %2 units</source>
        <translation>保留第 %1 轮，试用 %2 个单元</translation>
    </message>
    <message>
        <source>Train %1 more epochs</source>
        <translation>再训练 %1 轮</translation>
    </message>
    <message>
        <source>Start from a linear forecast</source>
        <translation>从线性预测出发</translation>
    </message>
    <message>
        <source>Try a lookback of %1 rows</source>
        <translation>试用 %1 行的回看窗口</translation>
    </message>
    <message>
        <source>Try %1 units</source>
        <translation>试用 %1 个单元</translation>
    </message>
    <message>
        <source>Train 1 more run of the two</source>
        <translation>再训练两者的 1 个运行</translation>
    </message>
    <message>
        <source>Train %1 more runs of the two</source>
        <translation>再训练两者的 %1 个运行</translation>
    </message>
    <message>
        <source>Train with &quot;%1&quot;</source>
        <translation>启用“%1”训练</translation>
    </message>
    <message>
        <source>Train with batch %1</source>
        <translation>以批大小 %1 训练</translation>
    </message>
    <message>
        <source>%1 seeds say little about a setting.</source>
        <translation>%1 个种子还说明不了一种设置。</translation>
    </message>
    <message>
        <source>One seed says little about a setting.</source>
        <translation>一个种子说明不了一种设置。</translation>
    </message>
    <message>
        <source>Train 1 more seed</source>
        <translation>再训练 1 个种子</translation>
    </message>
    <message>
        <source>Train %1 more seeds</source>
        <translation>再训练 %1 个种子</translation>
    </message>
    <message>
        <source>Learning rate %1 from now on</source>
        <translation>从现在起学习率 %1</translation>
    </message>
    <message>
        <source>Training loss +%1 % since epoch %2: learning rate %3 looks too high.</source>
        <translation>自第 %2 轮起训练损失 +%1 %：学习率 %3 似乎过大。</translation>
    </message>
    <message>
        <source>Training loss +%1 % in epoch %2: learning rate %3 looks too high.</source>
        <translation>第 %2 轮训练损失 +%1 %：学习率 %3 似乎过大。</translation>
    </message>
    <message>
        <source>Gradient norm up to %1, %2 times its median; nothing clips it.</source>
        <translation>梯度范数最高 %1，为其中位数的 %2 倍，且未裁剪。</translation>
    </message>
    <message>
        <source>Clip by norm at %1</source>
        <translation>按范数 %1 裁剪</translation>
    </message>
    <message>
        <source>Overfits since epoch %1: validation loss +%2 %, training loss still falls.</source>
        <translation>自第 %1 轮起过拟合：验证损失 +%2 %，训练损失仍在下降。</translation>
    </message>
    <message>
        <source>No better validation loss since epoch %1, at learning rate %2.</source>
        <translation>自第 %1 轮起验证损失没有更好，学习率为 %2。</translation>
    </message>
    <message>
        <source>Early stopping ends it after epoch %1, before its rate has fallen.</source>
        <translation>早停会在第 %1 轮后结束运行，此时学习率尚未降下来。</translation>
    </message>
    <message>
        <source>Train through to epoch %1</source>
        <translation>训练到第 %1 轮</translation>
    </message>
    <message>
        <source>Batch %1 ran out of memory (estimated %2).</source>
        <translation>批大小 %1 时内存不足（预计 %2）。</translation>
    </message>
    <message>
        <source>Validation loss %1 at epoch %2: no gain over the linear start beyond chance.</source>
        <translation>第 %2 轮验证损失 %1：相对线性起点没有超出偶然的改进。</translation>
    </message>
    <message>
        <source>Training loss only %2 to %3 in %4 epochs: learning rate %1 looks too low.</source>
        <translation>训练损失 %4 轮中只从 %2 降到 %3：学习率 %1 似乎过小。</translation>
    </message>
    <message>
        <source>Validation loss %1 at epoch %2, %3 at epoch %4 (%5 % less): still falling.</source>
        <translation>验证损失第 %2 轮为 %1，第 %4 轮为 %3（低 %5 %）：仍在下降。</translation>
    </message>
    <message>
        <source>Training loss %1 in epoch %2, %3 in epoch %4 (%5 % less): still falling. No validation part shows overfitting.</source>
        <translation>训练损失第 %2 轮为 %1，第 %4 轮为 %3（低 %5 %）：仍在下降。没有验证集，看不出过拟合。</translation>
    </message>
    <message>
        <source>Seeds spread by %1 (SD of %2), the mean of %3 is %4 away: the seed matters more.</source>
        <translation>种子波动 %1（%2 个的标准差），%3 的均值只差 %4：种子影响更大。</translation>
    </message>
    <message>
        <source>%1 % of each step gathers batches: limited by data loading.</source>
        <translation>每步 %1 % 的时间用于收集批次：受限于数据读取。</translation>
    </message>
    <message>
        <source>%2 % of each step updates %1 weights, however small the batch (%3): memory-bound.</source>
        <translation>每步 %2 % 的时间用于更新 %1 个权重，批再小（%3）也是如此：受内存带宽限制。</translation>
    </message>
    <message>
        <source>Best validation loss %1 at the last epoch, %2: converged.</source>
        <translation>最佳验证损失 %1，在最后一轮（第 %2 轮）：已收敛。</translation>
    </message>
    <message>
        <source>Best validation loss %1 at epoch %2, none better in %3 more: converged.</source>
        <translation>最佳验证损失 %1，在第 %2 轮，其后 %3 轮没有更好：已稳定。</translation>
    </message>
    <message>
        <source>No better than %1 without a network: test %2 %3 against %4.</source>
        <translation>不如无需网络的%1：测试 %2 为 %3，对方 %4。</translation>
    </message>
    <message>
        <source>No better than %1 without a network: validation %2 %3 against %4.</source>
        <translation>不如无需网络的%1：验证 %2 为 %3，对方 %4。</translation>
    </message>
    <message>
        <source>Train with learning rate %1</source>
        <translation>以学习率 %1 训练</translation>
    </message>
</context>
<context>
    <name>Alert</name>
    <message>
        <source>is below</source>
        <translation>低于</translation>
    </message>
    <message>
        <source>is above</source>
        <translation>高于</translation>
    </message>
    <message>
        <source>lies over its lowest by the share</source>
        <translation>比最低值高出该比例</translation>
    </message>
    <message>
        <source>lies under its highest by the share</source>
        <translation>比最高值低出该比例</translation>
    </message>
    <message>
        <source>falls no further by the share</source>
        <translation>不再按该比例下降</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>停滞</translation>
    </message>
    <message>
        <source>diverging</source>
        <translation>发散</translation>
    </message>
    <message>
        <source>overfitting</source>
        <translation>过拟合</translation>
    </message>
    <message>
        <source>idle device</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>throttled</source>
        <translation>降频</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1: %2 is %3, %4 % over its lowest, for %5</source>
        <translation>%1：%2为 %3，比最低值高 %4 %，已持续 %5</translation>
    </message>
    <message>
        <source>%1: %2 is %3, %4 % under its highest, for %5</source>
        <translation>%1：%2为 %3，比最高值低 %4 %，已持续 %5</translation>
    </message>
    <message>
        <source>%1: %2 is %3 and has not fallen for %4</source>
        <translation>%1：%2为 %3，已有 %4 没有下降</translation>
    </message>
    <message>
        <source>%1: %2 is %3 for %4</source>
        <translation>%1：%2为 %3，已持续 %4</translation>
    </message>
    <message>
        <source>a rule needs a name</source>
        <translation>规则需要名称</translation>
    </message>
    <message>
        <source>%1: the value is no number</source>
        <translation>%1：该值不是数</translation>
    </message>
    <message>
        <source>%1: the time is 0 or more</source>
        <translation>%1：时间须为 0 或更大</translation>
    </message>
    <message>
        <source>%1: the share is 0 or more</source>
        <translation>%1：比例须为 0 或更大</translation>
    </message>
    <message>
        <source>the alert rules cannot be read: %1; mend alerts.json, or remove it for the usual ones</source>
        <translation>无法读取警报规则：%1；请修正 alerts.json，或删除它以使用通常的规则</translation>
    </message>
    <message>
        <source>%1: there is no metric &apos;%2&apos;</source>
        <translation>%1：没有指标“%2”</translation>
    </message>
    <message>
        <source>%1: there is no condition &apos;%2&apos;</source>
        <translation>%1：没有条件“%2”</translation>
    </message>
    <message>
        <source>%1 loss</source>
        <translation>%1损失</translation>
    </message>
    <message>
        <source>alert: %2</source>
        <translation>警报：%2</translation>
    </message>
    <message>
        <source>alert over: %1</source>
        <translation>警报解除：%1</translation>
    </message>
</context>
<context>
    <name>ArchitecturePainter</name>
    <message>
        <source>%1 inputs</source>
        <translation>%1 个输入</translation>
    </message>
    <message>
        <source>%1 steps ahead</source>
        <translation>向前 %1 步</translation>
    </message>
    <message>
        <source>%1 to choose from</source>
        <translation>从 %1 个中选择</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation>%1 单元</translation>
    </message>
    <message>
        <source>1 input</source>
        <translation>1 个输入</translation>
    </message>
    <message>
        <source>1 step ahead</source>
        <translation>向前 1 步</translation>
    </message>
    <message>
        <source>2 × %1</source>
        <translation>2 × %1</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>last step kept</source>
        <translation>保留最后一步</translation>
    </message>
    <message>
        <source>one per sequence</source>
        <translation>每个序列一个</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>t − %1</source>
        <translation>t − %1</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>然后 %1</translation>
    </message>
    <message>
        <source>time, batch, feature</source>
        <translation>时间、批次、特征</translation>
    </message>
</context>
<context>
    <name>Backtest</name>
    <message>
        <source>an ensemble is of runs that differ in the seed alone; one of these has other windows, targets or data</source>
        <translation>集成只由种子不同的运行组成；其中一个的窗口、目标或数据不同</translation>
    </message>
    <message>
        <source>no other runs of these settings with other seeds were named</source>
        <translation>没有指明设置相同而种子不同的其他运行</translation>
    </message>
    <message>
        <source>intervals are chosen for a forecast of rows to come (--ahead)</source>
        <translation>区间是为将来各行的预测选择的（--ahead）</translation>
    </message>
    <message>
        <source>the backtest stopped: %1; the run is unchanged</source>
        <translation>回测停止：%1；运行没有改变</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>本运行</translation>
    </message>
    <message>
        <source>Monte-Carlo dropout</source>
        <translation>蒙特卡洛 dropout</translation>
    </message>
    <message>
        <source>Seed ensemble</source>
        <translation>种子集成</translation>
    </message>
    <message>
        <source>the kept backtest is damaged; the run is not; make the backtest again</source>
        <translation>保存的回测已损坏；运行没有损坏；请重新回测</translation>
    </message>
    <message>
        <source>This run was not tested over origins yet.</source>
        <translation>此运行还没有做过回测。</translation>
    </message>
    <message>
        <source>Worse than %2: the MAE is %1 % higher over %3 origins, and chance does not explain it. Use %2, or train otherwise.</source>
        <translation>不如%2：%3 个起点上 MAE 高 %1 %，且不能用偶然解释。请使用%2，或换一种方式训练。</translation>
    </message>
    <message>
        <source>The MAE is %1 % below the best simple method, %2, over %3 origins, and chance does not explain it: the run is worth its trouble.</source>
        <translation>%3 个起点上 MAE 比最好的简单方法（%2）低 %1 %，且不能用偶然解释：此运行物有所值。</translation>
    </message>
    <message>
        <source>%3 origins are too few to tell the run from %2; more origins (a smaller step) would.</source>
        <translation>%3 个起点太少，无法区分本运行与%2；更多起点（更小的步长）可以。</translation>
    </message>
    <message>
        <source>No difference to %2 over %3 origins (%1 %): the simpler method does as well.</source>
        <translation>%3 个起点上与%2没有差别（%1 %）：更简单的方法同样好。</translation>
    </message>
    <message>
        <source>%3: the interval of %1 % held %2 % of the truths, it is too narrow here.</source>
        <translation>%3：%1 % 区间包含了 %2 % 的真值，在这里过窄。</translation>
    </message>
    <message>
        <source>%3: the interval of %1 % held %2 % of the truths, it is too wide here.</source>
        <translation>%3：%1 % 区间包含了 %2 % 的真值，在这里过宽。</translation>
    </message>
    <message>
        <source>%3: the interval of %1 % held %2 % of the truths, it can be trusted.</source>
        <translation>%3：%1 % 区间包含了 %2 % 的真值，可以信任。</translation>
    </message>
    <message>
        <source>Leak</source>
        <translation>泄漏</translation>
    </message>
    <message>
        <source>No leak: at %1 of %2 origins other values behind them changed nothing before.</source>
        <translation>没有泄漏：在 %2 个起点中的 %1 个处，改变其后的值没有改变之前的任何内容。</translation>
    </message>
    <message>
        <source>Weights and scaling are those of the run throughout, learned from the rows before %1; no refit.</source>
        <translation>权重和缩放始终是此运行的，由第 %1 行之前的行学得；没有重新训练。</translation>
    </message>
    <message>
        <source>Weights and scaling were learned anew for every %1 origins, from rows before them alone.</source>
        <translation>每 %1 个起点重新学习权重和缩放，只用它们之前的行。</translation>
    </message>
    <message>
        <source>%1 origins were left out: a missing value, or a part&apos;s border in their window.</source>
        <translation>略过了 %1 个起点：其窗口中有缺失值或某部分的边界。</translation>
    </message>
    <message>
        <source>MAE</source>
        <translation>MAE</translation>
    </message>
    <message>
        <source>Mean |truth - forecast| of each window, then the mean over windows (fev).</source>
        <translation>每个窗口的 |真值 - 预测| 的均值，再对窗口取均值（fev）。</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Root of the mean square of each window, then the mean over windows (fev): less than the root over all of them.</source>
        <translation>每个窗口均方的根，再对窗口取均值（fev）：小于对所有窗口一起求的根。</translation>
    </message>
    <message>
        <source>MASE</source>
        <translation>MASE</translation>
    </message>
    <message>
        <source>MAE of a window over the mean |y(t) - y(t - m)| of all rows before it (fev; m: the seasonality). Windows where that is 0 are left out. Others divide by the training part alone.</source>
        <translation>一个窗口的 MAE 除以其之前所有行的 |y(t) - y(t - m)| 的均值（fev；m：季节长度）。该值为 0 的窗口略过。其他库只用训练部分。</translation>
    </message>
    <message>
        <source>sMAPE</source>
        <translation>sMAPE</translation>
    </message>
    <message>
        <source>2 |truth - forecast| / (|truth| + |forecast|), 0 to 2 (fev, GluonTS); Nixtla has 0 to 1, Darts 0 to 200. 0/0 is left out.</source>
        <translation>2 |真值 - 预测| / (|真值| + |预测|)，0 到 2（fev、GluonTS）；Nixtla 为 0 到 1，Darts 为 0 到 200。0/0 略过。</translation>
    </message>
    <message>
        <source>WQL</source>
        <translation>WQL</translation>
    </message>
    <message>
        <source>CRPS</source>
        <translation>CRPS</translation>
    </message>
    <message>
        <source>Coverage of 80 %</source>
        <translation>80 % 的覆盖率</translation>
    </message>
    <message>
        <source>Share of truths between the quantiles 0.1 and 0.9, borders included.</source>
        <translation>位于分位数 0.1 和 0.9 之间（含边界）的真值比例。</translation>
    </message>
    <message>
        <source>Coverage of 95 %</source>
        <translation>95 % 的覆盖率</translation>
    </message>
    <message>
        <source>Share of truths between the quantiles 0.025 and 0.975, borders included.</source>
        <translation>位于分位数 0.025 和 0.975 之间（含边界）的真值比例。</translation>
    </message>
    <message>
        <source>Width of 80 %</source>
        <translation>80 % 的宽度</translation>
    </message>
    <message>
        <source>Mean distance of the quantiles 0.1 and 0.9, in units of the data.</source>
        <translation>分位数 0.1 与 0.9 的平均距离，以数据的单位计。</translation>
    </message>
    <message>
        <source>Width of 95 %</source>
        <translation>95 % 的宽度</translation>
    </message>
    <message>
        <source>Mean distance of the quantiles 0.025 and 0.975, in units of the data.</source>
        <translation>分位数 0.025 与 0.975 的平均距离，以数据的单位计。</translation>
    </message>
    <message>
        <source>made of the errors of %1 windows before the first origin</source>
        <translation>由第一个起点之前 %1 个窗口的误差得出</translation>
    </message>
    <message>
        <source>needs %1 windows for %2 %</source>
        <translation>%2 % 需要 %1 个窗口</translation>
    </message>
    <message>
        <source>this run&apos;s head gives one number; train with a loss that gives quantiles or a distribution</source>
        <translation>此运行的输出头只给一个数；请用给出分位数或分布的损失训练</translation>
    </message>
    <message>
        <source>no pass with dropout was made; the run needs dropout above 0, and the backtest is to be made with it</source>
        <translation>没有做过带 dropout 的计算；运行的 dropout 须大于 0，并用它做回测</translation>
    </message>
    <message>
        <source>no such method was tested</source>
        <translation>没有测试过这样的方法</translation>
    </message>
    <message>
        <source>these intervals are made of the errors of a backtest, and this run has none: make one over every row (backtest RUN --step 1)</source>
        <translation>这些区间由回测的误差得出，而此运行没有回测：请对每一行做一次（backtest RUN --step 1）</translation>
    </message>
    <message>
        <source>too few errors for an interval: %1</source>
        <translation>误差太少，得不出区间：%1</translation>
    </message>
    <message>
        <source>Split conformal</source>
        <translation>分割共形</translation>
    </message>
    <message>
        <source>The ceil((n + 1) level)-th smallest of n errors before the first origin. Holds where later errors are like earlier ones; the widths stay as they are when they drift.</source>
        <translation>第一个起点之前 n 个误差中第 ceil((n + 1) 水平) 小的。之后的误差与之前相似时成立；误差漂移时宽度不变。</translation>
    </message>
    <message>
        <source>Adaptive (ACI)</source>
        <translation>自适应（ACI）</translation>
    </message>
    <message>
        <source>Wider after a miss, narrower after a hit (Gibbs and Candès 2021), of the last 1,000 errors. An error of step h counts only h rows later.</source>
        <translation>未命中后变宽，命中后变窄（Gibbs 和 Candès 2021），用最近 1,000 个误差。第 h 步的误差在 h 行之后才计入。</translation>
    </message>
    <message>
        <source>The network&apos;s own</source>
        <translation>网络自己的</translation>
    </message>
    <message>
        <source>Quantiles or distribution as the head was trained to give them.</source>
        <translation>输出头按训练给出的分位数或分布。</translation>
    </message>
    <message>
        <source>Mean and spread of passes with dropout. It tells how unsure the weights are and not how noisy the series is: usually too narrow.</source>
        <translation>带 dropout 的多次计算的均值和离散。它说明权重有多不确定，而不是序列有多少噪声：通常过窄。</translation>
    </message>
    <message>
        <source>Mean and spread of runs that differ in the seed. It tells how far they disagree and not how noisy the series is: usually too narrow.</source>
        <translation>种子不同的运行的均值和离散。它说明它们彼此相差多少，而不是序列有多少噪声：通常过窄。</translation>
    </message>
    <message>
        <source>One step ahead the forecast is %1 too low on average: the level has moved since the training; refit, or train with an anchor.</source>
        <translation>一步预测平均偏低 %1：水平自训练以来已移动；请重新训练，或带锚点训练。</translation>
    </message>
    <message>
        <source>One step ahead the forecast is %1 too high on average: the level has moved since the training; refit, or train with an anchor.</source>
        <translation>一步预测平均偏高 %1：水平自训练以来已移动；请重新训练，或带锚点训练。</translation>
    </message>
    <message>
        <source>One-step errors are correlated (Ljung-Box p %1, most at lag %2 with %3): there is something left to learn; a longer window or an input that tells the season may find it.</source>
        <translation>一步误差相关（Ljung-Box p %1，最大在滞后 %2，为 %3）：还有可学的东西；更长的窗口或说明季节的输入也许能找到。</translation>
    </message>
    <message>
        <source>One-step errors show no correlation up to lag %1 (Ljung-Box p %2): as far as lines go, nothing is left to learn.</source>
        <translation>一步误差到滞后 %1 为止没有相关（Ljung-Box p %2）：就线性而言，没有剩下可学的。</translation>
    </message>
    <message>
        <source>At hour %1 errors are %2 times the mean (%3 values): give the network the hour by the step &apos;calendar&apos;, or trust it less there.</source>
        <translation>%1 点的误差是均值的 %2 倍（%3 个值）：用步骤“calendar”告诉网络小时，或在那里少信任它。</translation>
    </message>
    <message>
        <source>No hour of the day is much worse than the others: the hour is understood.</source>
        <translation>一天中没有哪个小时明显更差：小时已被理解。</translation>
    </message>
    <message>
        <source>On weekday %1 (1: Monday) errors are %2 times the mean (%3 values): give the network the weekday by the step &apos;calendar&apos;, or trust it less there.</source>
        <translation>星期 %1（1：星期一）的误差是均值的 %2 倍（%3 个值）：用步骤“calendar”告诉网络星期，或在那里少信任它。</translation>
    </message>
    <message>
        <source>No weekday is much worse than the others: the week is understood.</source>
        <translation>没有哪个星期几明显更差：星期已被理解。</translation>
    </message>
    <message>
        <source>Errors grow with the level (%1 times from the lowest fifth to the highest): train on logarithms, and trust intervals of one width less.</source>
        <translation>误差随水平增大（从最低五分之一到最高五分之一为 %1 倍）：请在对数上训练，并少信任等宽的区间。</translation>
    </message>
    <message>
        <source>Errors do not grow with the level: intervals of one width will do.</source>
        <translation>误差不随水平增大：等宽的区间就够了。</translation>
    </message>
    <message>
        <source>The largest miss is row %1, step %2: %3 in place of %4. Look whether something happened there that no input tells.</source>
        <translation>最大的失误在第 %1 行第 %2 步：%3，而真值是 %4。请查看那里是否发生了输入没有说明的事情。</translation>
    </message>
    <message>
        <source>residuals need %1 origins and there are %2; make the backtest with a smaller step</source>
        <translation>残差需要 %1 个起点，而现有 %2 个；请用更小的步长做回测</translation>
    </message>
    <message>
        <source>this network has no dropout; train with dropout (from two layers on), recurrent dropout or zoneout above 0</source>
        <translation>此网络没有 dropout；请用大于 0 的 dropout（两层起）、循环 dropout 或 zoneout 训练</translation>
    </message>
    <message>
        <source>the backtest was cancelled</source>
        <translation>已取消回测</translation>
    </message>
    <message>
        <source>this run has no rows that it was not trained on; give it a test part, or an initial cutoff with refits</source>
        <translation>此运行没有未用于训练的行；请给它测试部分，或给出初始起点并重新训练</translation>
    </message>
    <message>
        <source>the initial cutoff must be at row %1 or later</source>
        <translation>初始起点须在第 %1 行或之后</translation>
    </message>
    <message>
        <source>the run was trained on the rows before %1, so that an origin there says nothing; choose a later initial cutoff, or refit</source>
        <translation>此运行用第 %1 行之前的行训练，那里的起点说明不了什么；请选择更晚的初始起点，或重新训练</translation>
    </message>
    <message>
        <source>no window of %1 rows and %2 steps begins at the initial cutoff or later; choose an earlier one</source>
        <translation>初始起点或之后没有 %1 行、%2 步的窗口；请选择更早的起点</translation>
    </message>
    <message>
        <source>this run reads whole sequences; there are no origins to forecast from</source>
        <translation>此运行读取整个序列；没有可供预测的起点</translation>
    </message>
    <message>
        <source>%3: the interval of %1 % held %2 % of the truths, it is too narrow here: it is the spread of the forecasts alone, without the noise of the series that a head may tell.</source>
        <translation>%3：%1 % 区间包含了 %2 % 的真值，在此处过窄：它只是各次预测之间的离散程度，不含输出头可能给出的序列噪声。</translation>
    </message>
    <message>
        <source>Coverage is a promise about the past where later errors are like earlier ones; here it drifted: in %1 the interval of 80 % held %2 %, in the other months %3 %.</source>
        <translation>覆盖率是对过去的承诺，前提是后来的误差与先前相似；此处发生了漂移：在 %1，80 % 区间包含了 %2 % 的真值，其他月份为 %3 %。</translation>
    </message>
    <message>
        <source>%3: its widest interval, of %1 %, held %2 % of the truths.</source>
        <translation>%3：其最宽的 %1 % 区间包含了 %2 % 的真值。</translation>
    </message>
    <message>
        <source>Twice the pinball loss of the levels 0.1 to 0.9 over the mean |truth| of the window, mean over the levels (fev, GluonTS). Of a head with other levels: of those, and of the same ones in every row beside it.</source>
        <translation>水平 0.1 到 0.9 的分位损失的两倍除以该窗口 |真值| 的均值，再对各水平取均值（fev、GluonTS）。输出头若为其他水平，则用那些水平，与之并列的每一行也用同样的水平。</translation>
    </message>
    <message>
        <source>Twice the mean pinball loss over the levels of WQL; of a normal distribution alone, in closed form.</source>
        <translation>WQL 各水平上分位损失均值的两倍；单独的正态分布用解析式。</translation>
    </message>
    <message>
        <source>Whether something is left to learn cannot be told: with an origin every %3 rows, only every %3. lag up to %1 is tested (Ljung-Box p %2) and none nearer. Make the backtest with --step 1.</source>
        <translation>无法判断是否还有可学的内容：每 %3 行才有一个起点，因此在 %1 以内只检验了每隔 %3 的滞后（Ljung-Box p 为 %2），更近的滞后均未检验。请用 --step 1 做回测。</translation>
    </message>
    <message>
        <source>Whether something is left to learn cannot be told: so few origins test lags up to %1 alone (Ljung-Box p %2). Make the backtest with more origins.</source>
        <translation>无法判断是否还有可学的内容：起点太少，只检验了 %1 以内的滞后（Ljung-Box p 为 %2）。请用更多起点做回测。</translation>
    </message>
    <message>
        <source>Beside that mean, one-step errors show no correlation up to lag %1 (Ljung-Box p %2).</source>
        <translation>除该均值外，一步误差在滞后 %1 以内没有相关性（Ljung-Box p 为 %2）。</translation>
    </message>
    <message>
        <source>Errors grow with the level (%1 times from the lowest fifth to the highest) by their mean, not by their spread: %2 at the lowest level, %3 at the highest (truth less forecast). The forecast does not follow the level; refit, or train with an anchor.</source>
        <translation>误差随水平增大（从最低五分之一到最高五分之一为 %1 倍），增大的是均值而不是离散程度：最低水平处为 %2，最高处为 %3（真值减预测）。预测没有跟上水平；请重新拟合，或带锚点训练。</translation>
    </message>
    <message>
        <source>Errors grow with the level (%1 times from the lowest fifth to the highest): train with a loss that tells the spread of each step, and trust intervals of one width less.</source>
        <translation>误差随水平增大（从最低五分之一到最高五分之一为 %1 倍）：请用能给出每一步离散程度的损失训练，并少信等宽区间。</translation>
    </message>
</context>
<context>
    <name>BeltCharts</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message numerus="yes">
        <source>forecast, %n hours</source>
        <translation>
            <numerusform>预测 %n 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>its own</source>
        <translation>网络自己</translation>
    </message>
    <message>
        <source>with your valve</source>
        <translation>按你的阀门</translation>
    </message>
    <message numerus="yes">
        <source>in %n hours</source>
        <translation>
            <numerusform>%n 小时后</numerusform>
        </translation>
    </message>
    <message>
        <source>What is left of step 1 after n steps</source>
        <translation>n 步之后，第 1 步还剩多少</translation>
    </message>
    <message>
        <source>the product of the forget valves</source>
        <translation>遗忘阀门的乘积</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>after %1 steps: %2 % with your valve, %3 % with its own (grey)</source>
        <translation>%1 步之后：按你的阀门剩 %2 %，按它自己的剩 %3 %（灰色）</translation>
    </message>
    <message>
        <source>after %1 steps: %2 %</source>
        <translation>%1 步之后：%2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n units</source>
        <translation>
            <numerusform>%n 个单元</numerusform>
        </translation>
    </message>
    <message>
        <source>their memory c over the last %1 steps; click one to put it on the belt</source>
        <translation>最近 %1 步的记忆 c；点一个，把它放上传送带</translation>
    </message>
</context>
<context>
    <name>BeltPainter</name>
    <message>
        <source>its own %1</source>
        <translation>网络自己 %1</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>%1 units → %2 hours</source>
        <translation>%1 个单元 → %2 小时</translation>
    </message>
    <message>
        <source>old memory c₋₁</source>
        <translation>旧记忆 c₋₁</translation>
    </message>
    <message>
        <source>old memory</source>
        <translation>旧记忆</translation>
    </message>
    <message>
        <source>kept: f × c₋₁</source>
        <translation>留下：f × c₋₁</translation>
    </message>
    <message>
        <source>new memory c</source>
        <translation>新记忆 c</translation>
    </message>
    <message>
        <source>new memory</source>
        <translation>新记忆</translation>
    </message>
    <message>
        <source>forget valve f</source>
        <translation>遗忘阀门 f</translation>
    </message>
    <message>
        <source>input valve i</source>
        <translation>输入阀门 i</translation>
    </message>
    <message>
        <source>of the new comes in</source>
        <translation>的新内容放进来</translation>
    </message>
    <message>
        <source>new: candidate g</source>
        <translation>新内容：候选 g</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新内容</translation>
    </message>
    <message>
        <source>output valve o</source>
        <translation>输出阀门 o</translation>
    </message>
    <message>
        <source>of tanh c is shown</source>
        <translation>的 tanh c 被显示</translation>
    </message>
    <message>
        <source>to the next step</source>
        <translation>到下一步</translation>
    </message>
    <message>
        <source>Each step sets each valve anew, from the number just read and the %1 outputs h of the step before, with weights of its own. Blue is above zero, brown below; a belt is as thick as its number. Dashed: what the network does by itself.</source>
        <translation>每一步重新设定每个阀门：由刚读的数和上一步的 %1 个输出 h 得出，各有自己的权重。蓝色大于零，棕色小于零；传送带的粗细就是数的大小。虚线：网络自己会怎样做。</translation>
    </message>
</context>
<context>
    <name>BoardCells</name>
    <message>
        <source>%1 baseline</source>
        <translation>%1 基线</translation>
    </message>
    <message>
        <source>several</source>
        <translation>多个</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>途中改过</translation>
    </message>
</context>
<context>
    <name>Bundle</name>
    <message>
        <source>&apos;%1&apos; cannot be opened: %2; nothing of that run was kept</source>
        <translation>无法打开 &apos;%1&apos;：%2；没有保留该运行的任何内容</translation>
    </message>
    <message>
        <source>it is of a newer version of Gatelab</source>
        <translation>它来自更新版本的 Gatelab</translation>
    </message>
    <message>
        <source>its list of files is damaged</source>
        <translation>其文件列表已损坏</translation>
    </message>
    <message>
        <source>%1 is damaged</source>
        <translation>%1 已损坏</translation>
    </message>
    <message>
        <source>the record in it is of another run</source>
        <translation>其中的记录属于另一次运行</translation>
    </message>
    <message>
        <source>a run that it names is not in it</source>
        <translation>它列出的某次运行不在其中</translation>
    </message>
    <message>
        <source>its data are not in the bundle; put the file at &apos;%1&apos;</source>
        <translation>数据不在包中；请把文件放到 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>its data are in &apos;%1&apos;; they belong to &apos;%2&apos;, where nothing could be written</source>
        <translation>数据位于 &apos;%1&apos;；它们应在 &apos;%2&apos;，但那里无法写入</translation>
    </message>
    <message>
        <source>left out, for it is damaged: %1</source>
        <translation>因已损坏而略去：%1</translation>
    </message>
</context>
<context>
    <name>Case</name>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>LibTorch&apos;s LSTM becomes Gatelab&apos;s: the whole step in own vector code. The numbers stay.</source>
        <translation>LibTorch 的 LSTM 换成 Gatelab 的：整个训练步用自己的向量代码。数值不变。</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>The bias of the forget gates starts at 2 instead of 0, so that cells keep what they read.</source>
        <translation>遗忘门的偏置从 2 而不是 0 开始，使细胞保住读到的内容。</translation>
    </message>
    <message>
        <source>Rate schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>A learning rate of 0.005 that falls along a cosine, instead of 0.001 throughout.</source>
        <translation>学习率从 0.005 沿余弦下降，而不是始终为 0.001。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>64 sentences a step instead of 32.</source>
        <translation>每步 64 个句子，而不是 32 个。</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>48 units in each direction instead of 128: enough for this text.</source>
        <translation>每个方向 48 个单元，而不是 128 个：对这种文本已经足够。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>BF16 instead of FP32, with LibTorch&apos;s layer, for the own kernel has none. Told against all others, not built upon: few processors compute it faster.</source>
        <translation>用 BF16 代替 FP32，使用 LibTorch 的层，因为自有内核没有 BF16。与其余全部手段相比较，不在其上继续：只有少数处理器能算得更快。</translation>
    </message>
    <message>
        <source>there is no case &apos;%1&apos;; there is: text</source>
        <translation>没有案例“%1”；有：text</translation>
    </message>
    <message>
        <source>Text classification in a fraction of the time</source>
        <translation>用一小部分时间完成文本分类</translation>
    </message>
    <message>
        <source>As it begins</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>A bidirectional LSTM of 128 units, LibTorch&apos;s layer, 32 sentences a step, Adam at 0.001, PyTorch&apos;s start values, FP32, one thread.</source>
        <translation>128 个单元的双向 LSTM，LibTorch 的层，每步 32 个句子，Adam 学习率 0.001，PyTorch 的初始值，FP32，单线程。</translation>
    </message>
    <message>
        <source>The time to %1 % accuracy fell by %2 %, by half or more in %3 of %4 seeds.</source>
        <translation>达到 %1 % 准确率的时间减少了 %2 %，%4 个种子中有 %3 个减少了一半或更多。</translation>
    </message>
    <message>
        <source>The time to %1 % accuracy fell by %2 % (95 %: %3 to %4), by half or more in %5 of %6 seeds.</source>
        <translation>达到 %1 % 准确率的时间减少了 %2 %（95 %：%3 至 %4），%6 个种子中有 %5 个减少了一半或更多。</translation>
    </message>
    <message>
        <source>%1 texts are too few: the validation part has %2 of them, and an accuracy is told apart from chance from %3 on; about %4 texts would do</source>
        <translation>%1 条文本太少：验证部分只有 %2 条，而从 %3 条起准确率才能与偶然区分；大约需要 %4 条文本</translation>
    </message>
    <message>
        <source>the case is about labelled texts: a table of text and label, or a folder for each class</source>
        <translation>该案例针对带标签的文本：文本与标签的表格，或每个类别一个文件夹</translation>
    </message>
    <message>
        <source>a plain training came to %1 % of the validation texts, where the most frequent class alone has %2 %: it learned nothing that could be reached faster</source>
        <translation>普通训练在验证文本上达到 %1 %，而仅最常见的类别就占 %2 %：没有学到可以更快达到的东西</translation>
    </message>
</context>
<context>
    <name>CellWalk</name>
    <message>
        <source>What the layer reads at this step</source>
        <translation>该层在这一步读到的数值</translation>
    </message>
    <message>
        <source>Hidden state before this step</source>
        <translation>这一步之前的隐藏状态</translation>
    </message>
    <message>
        <source>Cell state before this step</source>
        <translation>这一步之前的细胞状态</translation>
    </message>
    <message>
        <source>Cell state that is handed on</source>
        <translation>传下去的细胞状态</translation>
    </message>
    <message>
        <source>Hidden state of a unit that is held at 0</source>
        <translation>固定为 0 的单元的隐藏状态</translation>
    </message>
    <message>
        <source>Hidden state that is handed on</source>
        <translation>传下去的隐藏状态</translation>
    </message>
    <message>
        <source>Weighted sum of the forget gate</source>
        <translation>遗忘门的加权和</translation>
    </message>
    <message>
        <source>Weighted sum of the input gate</source>
        <translation>输入门的加权和</translation>
    </message>
    <message>
        <source>Weighted sum of the candidate</source>
        <translation>候选值的加权和</translation>
    </message>
    <message>
        <source>Weighted sum of the output gate</source>
        <translation>输出门的加权和</translation>
    </message>
    <message>
        <source>Forget gate: how much of the old cell state is kept</source>
        <translation>遗忘门：保留多少旧细胞状态</translation>
    </message>
    <message>
        <source>Input gate: how much of the candidate is let in</source>
        <translation>输入门：放入多少候选值</translation>
    </message>
    <message>
        <source>Candidate: what this step proposes for the cell</source>
        <translation>候选值：这一步为细胞提出的值</translation>
    </message>
    <message>
        <source>Output gate: how much of the cell is shown</source>
        <translation>输出门：显示多少细胞状态</translation>
    </message>
    <message>
        <source>What is kept of the old cell state</source>
        <translation>旧细胞状态中保留的部分</translation>
    </message>
    <message>
        <source>What is let in of the candidate</source>
        <translation>候选值中放入的部分</translation>
    </message>
    <message>
        <source>Cell state</source>
        <translation>细胞状态</translation>
    </message>
    <message>
        <source>The cell state, squeezed between −1 and 1</source>
        <translation>压到 −1 与 1 之间的细胞状态</translation>
    </message>
    <message>
        <source>What is shown of the cell, before the projection</source>
        <translation>投影之前显示的细胞部分</translation>
    </message>
    <message>
        <source>Hidden state, projected from all units</source>
        <translation>由所有单元投影得到的隐藏状态</translation>
    </message>
    <message>
        <source>Hidden state</source>
        <translation>隐藏状态</translation>
    </message>
    <message>
        <source>Weighted sum of the reset gate</source>
        <translation>重置门的加权和</translation>
    </message>
    <message>
        <source>Weighted sum of the update gate</source>
        <translation>更新门的加权和</translation>
    </message>
    <message>
        <source>Weighted sum of the candidate, from the input</source>
        <translation>候选值的加权和，来自输入</translation>
    </message>
    <message>
        <source>Weighted sum of the candidate, from the old state</source>
        <translation>候选值的加权和，来自旧状态</translation>
    </message>
    <message>
        <source>Reset gate: how much of the old state the candidate uses</source>
        <translation>重置门：候选值使用多少旧状态</translation>
    </message>
    <message>
        <source>Update gate: how much of the old state is kept</source>
        <translation>更新门：保留多少旧状态</translation>
    </message>
    <message>
        <source>What the candidate uses of the old state; Cho&apos;s eq. (8) multiplies h first, cuDNN and PyTorch its sum</source>
        <translation>候选值所用的旧状态；Cho 的式 (8) 先乘 h，cuDNN 和 PyTorch 则乘它的和</translation>
    </message>
    <message>
        <source>Sum of the candidate</source>
        <translation>候选值的和</translation>
    </message>
    <message>
        <source>Candidate: what this step proposes</source>
        <translation>候选值：这一步提出的值</translation>
    </message>
    <message>
        <source>What is kept of the old state</source>
        <translation>旧状态中保留的部分</translation>
    </message>
    <message>
        <source>Weighted sum</source>
        <translation>加权和</translation>
    </message>
    <message>
        <source>Logarithm of all weight given before this step</source>
        <translation>本步之前所有权重的对数</translation>
    </message>
    <message>
        <source>Logarithm of the weight that the past keeps</source>
        <translation>过去所保留权重的对数</translation>
    </message>
    <message>
        <source>Logarithm of all weight given so far: the normaliser</source>
        <translation>至今所有权重的对数：归一化量</translation>
    </message>
    <message>
        <source>Input gate: the share of all weight that this step has</source>
        <translation>输入门：本步在所有权重中所占的份额</translation>
    </message>
    <message>
        <source>Forget gate: the share of the past</source>
        <translation>遗忘门：过去所占的份额</translation>
    </message>
    <message>
        <source>Cell state, a mean of all candidates so far</source>
        <translation>细胞状态，至今所有候选值的平均</translation>
    </message>
    <message>
        <source>Candidate: what this step proposes, without bounds</source>
        <translation>候选值：本步提出的值，没有界限</translation>
    </message>
    <message>
        <source>Forget gate, as a share of both gates</source>
        <translation>遗忘门，作为两个门中的份额</translation>
    </message>
    <message>
        <source>Input gate, as a share of both gates</source>
        <translation>输入门，作为两个门中的份额</translation>
    </message>
    <message>
        <source>Cell state before this step, its real part</source>
        <translation>本步之前的细胞状态，实部</translation>
    </message>
    <message>
        <source>Cell state before this step, its imaginary part</source>
        <translation>本步之前的细胞状态，虚部</translation>
    </message>
    <message>
        <source>What this step adds, its real part</source>
        <translation>本步加入的值，实部</translation>
    </message>
    <message>
        <source>What this step adds, its imaginary part</source>
        <translation>本步加入的值，虚部</translation>
    </message>
    <message>
        <source>The old state turned by the unit&apos;s own number λ, real part</source>
        <translation>旧状态乘以单元自己的数 λ，实部</translation>
    </message>
    <message>
        <source>What is added, scaled so that the state keeps its size</source>
        <translation>加入的值，按比例缩放使状态大小不变</translation>
    </message>
    <message>
        <source>Cell state, real part</source>
        <translation>细胞状态，实部</translation>
    </message>
    <message>
        <source>The old state turned by the unit&apos;s own number λ, imaginary part</source>
        <translation>旧状态乘以单元自己的数 λ，虚部</translation>
    </message>
    <message>
        <source>Cell state, imaginary part</source>
        <translation>细胞状态，虚部</translation>
    </message>
</context>
<context>
    <name>Chart</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>prepared scale</source>
        <translation>预处理后的尺度</translation>
    </message>
    <message>
        <source>Forecast against truth</source>
        <translation>预测与真值</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>before clipping</source>
        <translation>裁剪前</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Validation errors</source>
        <translation>验证误差</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Step time breakdown</source>
        <translation>步内用时分布</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Only a run on a GPU measures this.</source>
        <translation>只有在 GPU 上的运行才会测量这一项。</translation>
    </message>
    <message>
        <source>clipped here</source>
        <translation>在此裁剪</translation>
    </message>
    <message>
        <source>Only classification has an accuracy.</source>
        <translation>只有分类任务才有准确率。</translation>
    </message>
    <message>
        <source>This run did not time the parts of its steps.</source>
        <translation>此运行没有对每步的各部分计时。</translation>
    </message>
    <message>
        <source>Memory by cause</source>
        <translation>内存用途</translation>
    </message>
    <message>
        <source>Only a run on the CPU counts its tensors.</source>
        <translation>只有 CPU 运行会统计张量内存。</translation>
    </message>
    <message>
        <source>Memory by part of the step</source>
        <translation>步内各阶段内存</translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation>每轮用时</translation>
    </message>
    <message>
        <source>Memory forecast</source>
        <translation>内存预估</translation>
    </message>
    <message>
        <source>Memory asked for</source>
        <translation>内存申请</translation>
    </message>
    <message>
        <source>Ask for it with the setting &quot;Layer health every&quot;, also while a run goes on.</source>
        <translation>请用设置“每隔多少步检查各层”打开它，运行进行中也可以。</translation>
    </message>
    <message>
        <source>Layer health: updates</source>
        <translation>各层状况：更新量</translation>
    </message>
    <message>
        <source>typical</source>
        <translation>常见</translation>
    </message>
    <message>
        <source>Layer health: saturation</source>
        <translation>各层状况：饱和</translation>
    </message>
    <message>
        <source>Layer health: SD of the outputs</source>
        <translation>各层状况：输出的标准差</translation>
    </message>
    <message>
        <source>Layer health: histograms</source>
        <translation>各层状况：直方图</translation>
    </message>
    <message>
        <source>GPU clock</source>
        <translation>GPU 频率</translation>
    </message>
    <message>
        <source>Zoom all charts together</source>
        <translation>所有图表一起缩放</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Only one cycle with a momentum that cycles changes it.</source>
        <translation>只有启用动量周期的单周期调度才会改变动量。</translation>
    </message>
    <message>
        <source>Classes are right or wrong: Accuracy counts them.</source>
        <translation>类别只有对错之分：见“准确率”。</translation>
    </message>
    <message>
        <source>There is no validation part.</source>
        <translation>没有验证集。</translation>
    </message>
    <message>
        <source>Error by step</source>
        <translation>各步误差</translation>
    </message>
    <message>
        <source>of the shown window</source>
        <translation>所示窗口</translation>
    </message>
    <message>
        <source>Only a forecast has steps.</source>
        <translation>只有预测才有步。</translation>
    </message>
    <message>
        <source>Mark the best epoch</source>
        <translation>标出最佳轮次</translation>
    </message>
    <message>
        <source>Only a run of several ranks measures this.</source>
        <translation>只有多进程的运行才会测量它。</translation>
    </message>
    <message>
        <source>Ranks waiting</source>
        <translation>并行进程等待</translation>
    </message>
    <message>
        <source>Bytes between ranks</source>
        <translation>进程间字节数</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最慢的进程</translation>
    </message>
</context>
<context>
    <name>ChartHelp</name>
    <message>
        <source>Loss of each step and of the validation part after each epoch. Validation rising while training falls: overfitting.</source>
        <translation>每一步的损失，以及每轮结束后验证集的损失。训练损失下降而验证损失上升，说明过拟合。</translation>
    </message>
    <message>
        <source>Norm of the gradient of all weights, before clipping. Sudden spikes announce a diverging run.</source>
        <translation>全部权重的梯度范数，裁剪之前。突然出现的尖峰预示运行将要发散。</translation>
    </message>
    <message>
        <source>The learning rate of each step, after the schedule and your changes.</source>
        <translation>每一步的学习率，已计入学习率计划和您的修改。</translation>
    </message>
    <message>
        <source>Errors on the validation part after each epoch.</source>
        <translation>每轮结束后在验证集上的误差。</translation>
    </message>
    <message>
        <source>Share of validation sequences classified correctly.</source>
        <translation>验证序列中分类正确的比例。</translation>
    </message>
    <message>
        <source>Shares of a step spent on data, forward, backward, optimiser and waiting.</source>
        <translation>一步之中用于数据、前向、反向、优化器和等待的时间占比。</translation>
    </message>
    <message>
        <source>Utilisation of GPU and CPU.</source>
        <translation>GPU 和 CPU 的利用率。</translation>
    </message>
    <message>
        <source>Temperature of the GPU.</source>
        <translation>GPU 的温度。</translation>
    </message>
    <message>
        <source>Power drawn by the GPU.</source>
        <translation>GPU 消耗的功率。</translation>
    </message>
    <message>
        <source>Highest memory of the tensors while data were gathered, forward, backward and in the update; on the CPU.</source>
        <translation>在 CPU 上取数据、前向、反向和更新时张量的最高内存。</translation>
    </message>
    <message>
        <source>What the tensors of a run on the CPU were for when they needed most.</source>
        <translation>CPU 运行的张量在占用最多时各作何用。</translation>
    </message>
    <message>
        <source>How far the forecast lay above (+) or below (-) the measured peak of the tensors; on the CPU.</source>
        <translation>预测值比实测张量峰值高（+）或低（-）多少；仅 CPU。</translation>
    </message>
    <message>
        <source>Blocks of memory that the tensors of one step ask for, and how many of them had to come from the system: none once the first steps are over. On the CPU.</source>
        <translation>一步中各张量申请的内存块数，以及其中须向系统申请的块数：最初几步之后应为零。仅限 CPU。</translation>
    </message>
    <message>
        <source>How far a step moves the weights of each layer: mean size of the update over mean size of the weight, as a power of ten. Usual are -4 to -2. Higher: the learning rate is too large; lower: the layer hardly learns.</source>
        <translation>一步把各层的权重移动多远：更新量的平均大小除以权重的平均大小，以十的幂表示。常见为 -4 到 -2。更高：学习率太大；更低：该层几乎不在学习。</translation>
    </message>
    <message>
        <source>Share of the gates that are nearly shut (below 0.05) or open (above 0.95). Without gates: of the outputs beyond 0.95, for ReLU of those at 0. Saturated units hardly learn: try a smaller learning rate or weights that start smaller.</source>
        <translation>几乎关闭（低于 0.05）或几乎全开（高于 0.95）的门所占比例。没有门的网络：绝对值超过 0.95 的输出；ReLU：等于 0 的输出。饱和的单元几乎不再学习：可试更小的学习率或更小的初始权重。</translation>
    </message>
    <message>
        <source>Standard deviation of each layer&apos;s outputs. Near 0: the layer carries no signal; growing without end: the run is about to diverge.</source>
        <translation>各层输出的标准差。接近 0：该层没有传递信号；不断增大：运行即将发散。</translation>
    </message>
    <message>
        <source>Distribution of the weights, gates or outputs of a layer, and how it changes during training. Each column is scaled to its fullest bin.</source>
        <translation>某一层的权重、门或输出的分布，以及训练过程中的变化。每一列按其最满的区间缩放。</translation>
    </message>
    <message>
        <source>Clock frequency of the GPU. Where it falls under load, the power limit or heat throttles it, and timings are not to be trusted.</source>
        <translation>GPU 的时钟频率。若在负载下降低，则是功率上限或温度导致降频，此时的计时不可信。</translation>
    </message>
    <message>
        <source>The range of the horizontal axis that you zoom, pan or fit on one chart is shown by all that have the same axis.</source>
        <translation>在一张图上缩放、平移或适应的横轴范围，会同时用于所有横轴相同的图。</translation>
    </message>
    <message>
        <source>A tick at the bottom of every chart for each checkpoint, a faint line at the best epoch so far. Under the pointer they say what they are.</source>
        <translation>每张图底部用短刻度标出每个检查点，用浅色竖线标出目前的最佳轮次。鼠标悬停时显示说明。</translation>
    </message>
    <message>
        <source>One validation window, forecast again after each epoch; older epochs are fainter. For sequences: the confusion matrix of the validation part, or the predicted numbers against the truth.</source>
        <translation>一个验证窗口，每轮结束后重新预测；较早的轮次颜色较淡。对于序列：验证集的混淆矩阵，或预测的数值与真实值的对比。</translation>
    </message>
    <message>
        <source>Momentum (beta 1 of the Adam family) under the one-cycle schedule: low where the learning rate is high.</source>
        <translation>单周期调度下的动量（Adam 系列中即 beta 1）：学习率高时动量低。</translation>
    </message>
    <message>
        <source>Windows or sequences trained per second, without the time of evaluation and checkpoints.</source>
        <translation>每秒训练的窗口或序列数，不计评估与检查点所用的时间。</translation>
    </message>
    <message>
        <source>Optimiser steps per second, without the time of evaluation and checkpoints.</source>
        <translation>每秒的优化器步数，不计评估与检查点所用的时间。</translation>
    </message>
    <message>
        <source>Training time of each epoch beside its estimate: the one made before the run, else the one of its first steps.</source>
        <translation>每轮的训练时间与其预计值：运行前作出的预计；若没有，则由最初几步得出。</translation>
    </message>
    <message>
        <source>How far the forecast of the shown validation window is off at each of its steps, beside the best baseline; drawn again after each epoch.</source>
        <translation>所示验证窗口的预测在每一步偏离多少，并与最佳基线对照；每轮之后重画。</translation>
    </message>
    <message>
        <source>On a GPU: what the run has allocated, its peak, what it has reserved, and under the line of the device what others hold. On the CPU: the tensors and their peak; the whole process as a figure.</source>
        <translation>在 GPU 上：运行已分配的显存、其峰值、已保留的显存，以及设备线之下其他程序占用的显存。在 CPU 上：张量及其峰值；整个进程只给出数字。</translation>
    </message>
    <message>
        <source>Share of a step in which the ranks of a run wait for each other&apos;s gradients, on average. Near 1: they exchange more than they compute, and fewer ranks are faster.</source>
        <translation>一步中各进程互相等待梯度所占的平均比例。接近 1：交换多于计算，进程少些更快。</translation>
    </message>
    <message>
        <source>What rank 0 sends to the others and receives from them in a step. A smaller gradient exchange makes it less.</source>
        <translation>进程 0 在一步中向其他进程发送和从它们接收的数据量。更小的梯度交换会使它减少。</translation>
    </message>
    <message>
        <source>Which rank computed longest in each step, and on average: the others wait for it. Of two ranks the line is the share of the steps of rank 1. Always the same one: its machine is slower, or other programs keep it busy.</source>
        <translation>每一步中计算最久的进程，以及平均值：其他进程都在等它。只有两个进程时，曲线是进程 1 最慢的步所占的比例。总是同一个：它的机器较慢，或被其他程序占用。</translation>
    </message>
</context>
<context>
    <name>ChartLines</name>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>layer %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
    <message>
        <source>input weights</source>
        <translation>输入权重</translation>
    </message>
    <message>
        <source>recurrent weights</source>
        <translation>循环权重</translation>
    </message>
    <message>
        <source>gates</source>
        <translation>门</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>head, %1</source>
        <translation>输出层，%1</translation>
    </message>
    <message>
        <source>best epoch: %1, validation loss %2</source>
        <translation>最佳轮次：%1，验证损失 %2</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>resumed, first step %1</source>
        <translation>已恢复，第一步 %1</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>baselines</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>stops here unless better</source>
        <translation>若无改善则在此停止</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>paused %1</source>
        <translation>暂停 %1</translation>
    </message>
</context>
<context>
    <name>ChartNavigation</name>
    <message>
        <source>Closer</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Closer vertically</source>
        <translation>纵向放大</translation>
    </message>
    <message>
        <source>Cursor to the first sample</source>
        <translation>光标移到第一个样本</translation>
    </message>
    <message>
        <source>Cursor to the last sample</source>
        <translation>光标移到最后一个样本</translation>
    </message>
    <message>
        <source>Cursor to the next sample</source>
        <translation>光标移到下一个样本</translation>
    </message>
    <message>
        <source>Cursor to the sample before</source>
        <translation>光标移到上一个样本</translation>
    </message>
    <message>
        <source>Farther</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Farther vertically</source>
        <translation>纵向缩小</translation>
    </message>
    <message>
        <source>View downwards</source>
        <translation>视图下移</translation>
    </message>
    <message>
        <source>View to the left</source>
        <translation>视图左移</translation>
    </message>
    <message>
        <source>View to the right</source>
        <translation>视图右移</translation>
    </message>
    <message>
        <source>View upwards</source>
        <translation>视图上移</translation>
    </message>
</context>
<context>
    <name>CheckpointReason</name>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>time</source>
        <translation>定时</translation>
    </message>
    <message>
        <source>end of an epoch</source>
        <translation>一轮结束</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>more epochs</source>
        <translation>更多轮次</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>Sine, season, trend and noise</source>
        <translation>正弦、季节、趋势与噪声</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>斜坡</translation>
    </message>
    <message>
        <source>Linear recurrence</source>
        <translation>线性递推</translation>
    </message>
    <message>
        <source>Lorenz attractor</source>
        <translation>洛伦兹吸引子</translation>
    </message>
    <message>
        <source>Mackey-Glass</source>
        <translation>Mackey-Glass 序列</translation>
    </message>
    <message>
        <source>Adding problem</source>
        <translation>加法问题</translation>
    </message>
    <message>
        <source>Temporal order</source>
        <translation>时间顺序</translation>
    </message>
    <message>
        <source>Copy task</source>
        <translation>复制任务</translation>
    </message>
    <message>
        <source>Text by a small grammar</source>
        <translation>小型语法生成的文本</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Sequence to number</source>
        <translation>序列到数值</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Labelling</source>
        <translation>逐步标注</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>last value</source>
        <translation>最后一个值</translation>
    </message>
    <message>
        <source>window mean</source>
        <translation>窗口均值</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
    <message>
        <source>GRU</source>
        <translation>GRU</translation>
    </message>
    <message>
        <source>RNN</source>
        <translation>RNN</translation>
    </message>
    <message>
        <source>RNN, ReLU</source>
        <translation>RNN（ReLU）</translation>
    </message>
    <message>
        <source>last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀分布</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>正态分布</translation>
    </message>
    <message>
        <source>Xavier, uniform</source>
        <translation>Xavier，均匀</translation>
    </message>
    <message>
        <source>Xavier, normal</source>
        <translation>Xavier，正态</translation>
    </message>
    <message>
        <source>He, uniform</source>
        <translation>He，均匀</translation>
    </message>
    <message>
        <source>He, normal</source>
        <translation>He，正态</translation>
    </message>
    <message>
        <source>orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>MSE</source>
        <translation>MSE</translation>
    </message>
    <message>
        <source>MAE</source>
        <translation>MAE</translation>
    </message>
    <message>
        <source>Huber</source>
        <translation>Huber</translation>
    </message>
    <message>
        <source>log-cosh</source>
        <translation>log-cosh</translation>
    </message>
    <message>
        <source>scaled MAE</source>
        <translation>缩放 MAE</translation>
    </message>
    <message>
        <source>Quantiles</source>
        <translation>分位数</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>NAdam</source>
        <translation>NAdam</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>阶梯下降</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>cosine, restarts</source>
        <translation>余弦，带重启</translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation>单周期</translation>
    </message>
    <message>
        <source>plateau</source>
        <translation>平台期</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>FP64</source>
        <translation>FP64</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>BF16</source>
        <translation>BF16</translation>
    </message>
    <message>
        <source>FP16</source>
        <translation>FP16</translation>
    </message>
    <message>
        <source>best available</source>
        <translation>最佳可用</translation>
    </message>
    <message>
        <source>one product per gate</source>
        <translation>每个门一次乘法</translation>
    </message>
    <message>
        <source>fused gates</source>
        <translation>融合门</translation>
    </message>
    <message>
        <source>LibTorch layer</source>
        <translation>LibTorch 层</translation>
    </message>
    <message>
        <source>cuDNN, tuned</source>
        <translation>cuDNN，调优</translation>
    </message>
    <message>
        <source>guess</source>
        <translation>猜测</translation>
    </message>
    <message>
        <source>UTF-8</source>
        <translation>UTF-8</translation>
    </message>
    <message>
        <source>UTF-16, little-endian</source>
        <translation>UTF-16，小端</translation>
    </message>
    <message>
        <source>UTF-16, big-endian</source>
        <translation>UTF-16，大端</translation>
    </message>
    <message>
        <source>Windows-1252</source>
        <translation>Windows-1252</translation>
    </message>
    <message>
        <source>Latin-1</source>
        <translation>Latin-1</translation>
    </message>
    <message>
        <source>GB18030</source>
        <translation>GB18030</translation>
    </message>
    <message>
        <source>comma ,</source>
        <translation>逗号 ,</translation>
    </message>
    <message>
        <source>semicolon ;</source>
        <translation>分号 ;</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>制表符</translation>
    </message>
    <message>
        <source>bar |</source>
        <translation>竖线 |</translation>
    </message>
    <message>
        <source>spaces</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>colon :</source>
        <translation>冒号 :</translation>
    </message>
    <message>
        <source>double &quot;</source>
        <translation>双引号 &quot;</translation>
    </message>
    <message>
        <source>single &apos;</source>
        <translation>单引号 &apos;</translation>
    </message>
    <message>
        <source>point 12.5</source>
        <translation>点 12.5</translation>
    </message>
    <message>
        <source>comma 12,5</source>
        <translation>逗号 12,5</translation>
    </message>
    <message>
        <source>comma 1,000</source>
        <translation>逗号 1,000</translation>
    </message>
    <message>
        <source>point 1.000</source>
        <translation>点 1.000</translation>
    </message>
    <message>
        <source>space 1 000</source>
        <translation>空格 1 000</translation>
    </message>
    <message>
        <source>apostrophe 1&apos;000</source>
        <translation>撇号 1&apos;000</translation>
    </message>
    <message>
        <source>first line</source>
        <translation>第一行</translation>
    </message>
    <message>
        <source>hash #</source>
        <translation>井号 #</translation>
    </message>
    <message>
        <source>percent %</source>
        <translation>百分号 %</translation>
    </message>
    <message>
        <source>slashes //</source>
        <translation>双斜线 //</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直接</translation>
    </message>
    <message>
        <source>recursive</source>
        <translation>递归</translation>
    </message>
    <message>
        <source>window mean and SD</source>
        <translation>窗口均值与标准差</translation>
    </message>
    <message>
        <source>least squares</source>
        <translation>最小二乘</translation>
    </message>
    <message>
        <source>Gatelab kernel</source>
        <translation>Gatelab 内核</translation>
    </message>
    <message>
        <source>Random walk</source>
        <translation>随机游走</translation>
    </message>
    <message>
        <source>Adding problem, short</source>
        <translation>加法问题，短</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>整步计算</translation>
    </message>
    <message>
        <source>persistent kernel</source>
        <translation>常驻内核</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Best forecast</source>
        <translation>最佳预测</translation>
    </message>
    <message>
        <source>Asked number</source>
        <translation>被问的数</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>PowerSGD</source>
        <translation>PowerSGD</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>a row for each time</source>
        <translation>每个时间一行</translation>
    </message>
    <message>
        <source>a row for each series</source>
        <translation>每个序列一行</translation>
    </message>
    <message>
        <source>a row for each day</source>
        <translation>每天一行</translation>
    </message>
    <message>
        <source>a row for each year</source>
        <translation>每年一行</translation>
    </message>
    <message>
        <source>series below each other</source>
        <translation>各序列上下相接</translation>
    </message>
    <message>
        <source>LSTM, diagonal</source>
        <translation>LSTM，对角</translation>
    </message>
    <message>
        <source>sLSTM</source>
        <translation>sLSTM</translation>
    </message>
    <message>
        <source>minLSTM</source>
        <translation>minLSTM</translation>
    </message>
    <message>
        <source>minGRU</source>
        <translation>minGRU</translation>
    </message>
    <message>
        <source>LRU</source>
        <translation>LRU</translation>
    </message>
    <message>
        <source>Catchment</source>
        <translation>流域</translation>
    </message>
    <message>
        <source>Many catchments</source>
        <translation>许多流域</translation>
    </message>
    <message>
        <source>NSE*</source>
        <translation>NSE*</translation>
    </message>
    <message>
        <source>scan over time</source>
        <translation>沿时间扫描</translation>
    </message>
    <message>
        <source>Long text by a small grammar</source>
        <translation>小语法生成的长文本</translation>
    </message>
    <message>
        <source>parallel in time</source>
        <translation>时间并行</translation>
    </message>
    <message>
        <source>Quantiles, never crossing</source>
        <translation>分位数，永不交叉</translation>
    </message>
    <message>
        <source>Student t</source>
        <translation>学生 t</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>many series, one network</source>
        <translation>多条序列，一个网络</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后一个</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
</context>
<context>
    <name>ChoiceHelp</name>
    <message>
        <source>Two waves on a slow trend with noise: a first series that every network can learn.</source>
        <translation>两个波叠加缓慢趋势和噪声：每个网络都能学会的入门序列。</translation>
    </message>
    <message>
        <source>One noiseless wave; a correct forecaster is exact here.</source>
        <translation>一个无噪声的波；正确的预测器在此应完全准确。</translation>
    </message>
    <message>
        <source>1, 2, 3 and so on: shows whether a network can follow a trend.</source>
        <translation>1、2、3……：看网络能否跟随趋势。</translation>
    </message>
    <message>
        <source>Each value is a fixed mix of the two before it, without noise.</source>
        <translation>每个值都是前两个值的固定组合，没有噪声。</translation>
    </message>
    <message>
        <source>Three coupled channels, chaotic (Lorenz 1963).</source>
        <translation>三个耦合通道，混沌（Lorenz 1963）。</translation>
    </message>
    <message>
        <source>One chaotic channel from a delay equation, delay 17 (Mackey and Glass 1977).</source>
        <translation>由时滞方程生成的混沌通道，时滞 17（Mackey 与 Glass 1977）。</translation>
    </message>
    <message>
        <source>Add the two marked numbers of a long sequence (Hochreiter and Schmidhuber 1997).</source>
        <translation>把长序列中被标记的两个数相加（Hochreiter 与 Schmidhuber 1997）。</translation>
    </message>
    <message>
        <source>Name the order of two symbols far apart (Hochreiter and Schmidhuber 1997, task 6a).</source>
        <translation>判断相距很远的两个符号的先后顺序（Hochreiter 与 Schmidhuber 1997，任务 6a）。</translation>
    </message>
    <message>
        <source>Repeat a short message after a long pause.</source>
        <translation>在长时间停顿之后复述一段短消息。</translation>
    </message>
    <message>
        <source>Sentences whose class follows from their words; needs an embedding.</source>
        <translation>类别由词语决定的句子；需要嵌入层。</translation>
    </message>
    <message>
        <source>Predict the next steps of the target.</source>
        <translation>预测目标接下来的若干步。</translation>
    </message>
    <message>
        <source>One number per sequence.</source>
        <translation>每个序列一个数值。</translation>
    </message>
    <message>
        <source>One class per sequence.</source>
        <translation>每个序列一个类别。</translation>
    </message>
    <message>
        <source>One class per time step.</source>
        <translation>每个时间步一个类别。</translation>
    </message>
    <message>
        <source>The network forecasts the value itself.</source>
        <translation>网络直接预测数值。</translation>
    </message>
    <message>
        <source>The network forecasts the change from the window&apos;s last value, so that an untrained one is as good as persistence.</source>
        <translation>网络预测相对于窗口最后一个值的变化，因此未训练的网络也与持续预测一样好。</translation>
    </message>
    <message>
        <source>The network forecasts the distance from the window&apos;s mean.</source>
        <translation>网络预测与窗口均值的差。</translation>
    </message>
    <message>
        <source>Long short-term memory: input, forget and output gates around a cell state.</source>
        <translation>长短期记忆：输入门、遗忘门和输出门围绕细胞状态。</translation>
    </message>
    <message>
        <source>Gated recurrent unit: two gates, no separate cell state.</source>
        <translation>门控循环单元：两个门，没有单独的细胞状态。</translation>
    </message>
    <message>
        <source>Plain recurrence with tanh: no gates, forgets within a few steps.</source>
        <translation>使用 tanh 的普通循环：没有门，几步之内就会遗忘。</translation>
    </message>
    <message>
        <source>Plain recurrence with ReLU; can explode.</source>
        <translation>使用 ReLU 的普通循环；可能爆炸。</translation>
    </message>
    <message>
        <source>The head sees the state after the last step.</source>
        <translation>输出层看到最后一步之后的状态。</translation>
    </message>
    <message>
        <source>The head sees the mean of the states over time.</source>
        <translation>输出层看到各时间步状态的均值。</translation>
    </message>
    <message>
        <source>The head sees the largest state over time, per unit.</source>
        <translation>输出层看到每个单元随时间的最大状态。</translation>
    </message>
    <message>
        <source>The head sees a learned weighted mean of the states over time.</source>
        <translation>输出层看到各时间步状态的加权均值，权重由学习得到。</translation>
    </message>
    <message>
        <source>Between plus and minus one over the root of the hidden size, as PyTorch does.</source>
        <translation>在正负隐藏层大小平方根的倒数之间均匀取值，与 PyTorch 相同。</translation>
    </message>
    <message>
        <source>Normal with standard deviation one over the root of the hidden size.</source>
        <translation>正态分布，标准差为隐藏层大小平方根的倒数。</translation>
    </message>
    <message>
        <source>Keeps the variance of signals and gradients (Glorot and Bengio 2010).</source>
        <translation>保持信号与梯度的方差（Glorot 与 Bengio 2010）。</translation>
    </message>
    <message>
        <source>For ReLU (He et al. 2015).</source>
        <translation>用于 ReLU（He 等 2015）。</translation>
    </message>
    <message>
        <source>Keeps lengths over many steps (Saxe et al. 2014); useful for recurrent weights.</source>
        <translation>在许多步之后仍保持长度（Saxe 等 2014）；适合循环权重。</translation>
    </message>
    <message>
        <source>All zero: for experiments on symmetry.</source>
        <translation>全部为零：用于对称性实验。</translation>
    </message>
    <message>
        <source>Mean squared error: large errors count most.</source>
        <translation>均方误差：大误差的影响最大。</translation>
    </message>
    <message>
        <source>Mean absolute error: forecasts the median, robust to outliers.</source>
        <translation>平均绝对误差：预测中位数，对异常值稳健。</translation>
    </message>
    <message>
        <source>Squared for small errors, absolute for large ones (Huber 1964).</source>
        <translation>小误差取平方，大误差取绝对值（Huber 1964）。</translation>
    </message>
    <message>
        <source>A smooth Huber loss.</source>
        <translation>平滑的 Huber 损失。</translation>
    </message>
    <message>
        <source>Absolute error divided by the error of the naive forecast on the training part (Hyndman and Koehler 2006).</source>
        <translation>绝对误差除以朴素预测在训练集上的误差（Hyndman 与 Koehler 2006）。</translation>
    </message>
    <message>
        <source>Pinball loss: one forecast per quantile (Koenker and Bassett 1978).</source>
        <translation>弹球损失：每个分位数一个预测（Koenker 与 Bassett 1978）。</translation>
    </message>
    <message>
        <source>Negative log likelihood of a normal distribution: forecasts mean and SD.</source>
        <translation>正态分布的负对数似然：预测均值和标准差。</translation>
    </message>
    <message>
        <source>For classification and labelling.</source>
        <translation>用于分类和逐步标注。</translation>
    </message>
    <message>
        <source>Stochastic gradient descent with momentum.</source>
        <translation>带动量的随机梯度下降。</translation>
    </message>
    <message>
        <source>Divides by a running mean of the squared gradient (Tieleman and Hinton 2012).</source>
        <translation>除以梯度平方的滑动平均（Tieleman 与 Hinton 2012）。</translation>
    </message>
    <message>
        <source>Momentum and per-weight step sizes (Kingma and Ba 2015).</source>
        <translation>动量以及每个权重各自的步长（Kingma 与 Ba 2015）。</translation>
    </message>
    <message>
        <source>Adam with decoupled weight decay (Loshchilov and Hutter 2019).</source>
        <translation>权重衰减解耦的 Adam（Loshchilov 与 Hutter 2019）。</translation>
    </message>
    <message>
        <source>Adam with Nesterov momentum (Dozat 2016).</source>
        <translation>使用 Nesterov 动量的 Adam（Dozat 2016）。</translation>
    </message>
    <message>
        <source>Step sizes shrink with the sum of squared gradients (Duchi et al. 2011).</source>
        <translation>步长随梯度平方的累加而减小（Duchi 等 2011）。</translation>
    </message>
    <message>
        <source>The learning rate stays.</source>
        <translation>学习率保持不变。</translation>
    </message>
    <message>
        <source>Multiplied by the factor every so many steps.</source>
        <translation>每隔若干步乘以系数。</translation>
    </message>
    <message>
        <source>Falls by the factor per period, smoothly.</source>
        <translation>每个周期按系数平滑下降。</translation>
    </message>
    <message>
        <source>Falls along a cosine to the minimum learning rate at the end of the run.</source>
        <translation>沿余弦下降，到运行结束时达到最低学习率。</translation>
    </message>
    <message>
        <source>Cosine that starts again every period (Loshchilov and Hutter 2017).</source>
        <translation>每个周期重新开始的余弦（Loshchilov 与 Hutter 2017）。</translation>
    </message>
    <message>
        <source>Single precision, IEEE: the reference.</source>
        <translation>IEEE 单精度：参考标准。</translation>
    </message>
    <message>
        <source>Double precision: slow, for checking.</source>
        <translation>双精度：慢，用于检验。</translation>
    </message>
    <message>
        <source>Products with a 10-bit mantissa on recent NVIDIA GPUs.</source>
        <translation>在较新的 NVIDIA GPU 上以 10 位尾数做乘法。</translation>
    </message>
    <message>
        <source>Half the memory of FP32, with FP32 master weights.</source>
        <translation>内存为 FP32 的一半，主权重为 FP32。</translation>
    </message>
    <message>
        <source>Half precision with dynamic loss scaling.</source>
        <translation>半精度，动态损失缩放。</translation>
    </message>
    <message>
        <source>The fastest one that can run this model on this device.</source>
        <translation>能在此设备上运行此模型的最快实现。</translation>
    </message>
    <message>
        <source>As textbooks write it: slow, easy to check.</source>
        <translation>与教科书写法一致：慢，但容易检验。</translation>
    </message>
    <message>
        <source>All gates in one product, a loop over time.</source>
        <translation>所有门合为一次乘法，按时间循环。</translation>
    </message>
    <message>
        <source>LibTorch: oneDNN on the processor, cuDNN on the GPU.</source>
        <translation>LibTorch：CPU 上用 oneDNN，GPU 上用 cuDNN。</translation>
    </message>
    <message>
        <source>cuDNN with its algorithm chosen by measurement.</source>
        <translation>通过测量选择算法的 cuDNN。</translation>
    </message>
    <message>
        <source>Rises for a part of the run, then falls far below its start (Smith 2018).</source>
        <translation>先在运行的一部分中上升，然后降到远低于起点（Smith 2018）。</translation>
    </message>
    <message>
        <source>Multiplied by the factor when the validation loss has not improved for some epochs.</source>
        <translation>验证损失连续若干轮没有改善时乘以系数。</translation>
    </message>
    <message>
        <source>The head gives all steps at once from the state after the window.</source>
        <translation>输出层由窗口之后的状态一次给出所有步。</translation>
    </message>
    <message>
        <source>The network goes on after the window, and each forecast is the next step&apos;s input: of a Gaussian its mean, of quantiles the middle one.</source>
        <translation>网络在窗口之后继续运行，每一步的预测作为下一步的输入：高斯取均值，分位数取中间一个。</translation>
    </message>
    <message>
        <source>Each window is brought to mean 0 and SD 1 and the forecast taken back to its scale (RevIN, Kim et al. 2022): for series whose level and spread wander.</source>
        <translation>把每个窗口变为均值 0、标准差 1，再把预测还原到原尺度（RevIN，Kim 等 2022）：适用于水平和波动幅度不断变化的序列。</translation>
    </message>
    <message>
        <source>The linear path of a forecast is fitted to the training windows and held: ridge regression whose strength, and what it leans to (the last value, the last season and others), follow from the validation part. The network beside it starts from nothing and learns what is left. All else as uniform.</source>
        <translation>预测的线性通路用训练窗口拟合后保持不变：岭回归，其强度以及所趋向的映射（最后的值、上一个季节等）由验证集决定。旁边的网络从零开始，学习剩余的部分。其余权重同均匀分布。</translation>
    </message>
    <message>
        <source>Gatelab&apos;s SIMD kernel for the CPU: LSTM, GRU and RNN.</source>
        <translation>Gatelab 的 CPU 向量化（SIMD）内核：LSTM、GRU 和 RNN。</translation>
    </message>
    <message>
        <source>Each value is the one before it plus a random step: nothing about the next step can be learned.</source>
        <translation>每个值是前一个值加一个随机步：下一步没有任何可学的东西。</translation>
    </message>
    <message>
        <source>The adding problem with 30 steps: learned in seconds.</source>
        <translation>30 步的加法问题：几秒钟就能学会。</translation>
    </message>
    <message>
        <source>The Gatelab kernel for the CPU, and around it the whole training step in Gatelab&apos;s code, without LibTorch.</source>
        <translation>Gatelab 的 CPU 内核，并且整个训练步都由 Gatelab 的代码完成，不经过 LibTorch。</translation>
    </message>
    <message>
        <source>Gatelab&apos;s persistent kernel for the GPU: LSTM and GRU with the whole loop over time in one launch. No GPU has run it yet; verify switches compares it.</source>
        <translation>Gatelab 的 GPU 常驻内核：LSTM 和 GRU，整个时间循环在一次启动中完成。尚未在任何 GPU 上运行过；可用 verify switches 比对。</translation>
    </message>
    <message>
        <source>The network alone, from drawn weights: its settings show in what it learns.</source>
        <translation>只有网络本身，从随机权重开始：设置的作用体现在它学到的内容里。</translation>
    </message>
    <message>
        <source>A fitted linear map beside the network, which is kept where nothing better comes.</source>
        <translation>网络旁有一个拟合好的线性映射；没有更好的结果时保留它。</translation>
    </message>
    <message>
        <source>One of 24 numbers is marked; at the last step it is asked for, or not, and the answer is 0.</source>
        <translation>24 个数中有一个带标记；最后一步问它，或者不问，不问时答案为 0。</translation>
    </message>
    <message>
        <source>All numbers in their own precision: the bits of one process.</source>
        <translation>所有数保持自身精度：与单个进程逐位相同。</translation>
    </message>
    <message>
        <source>Each number rounded to 16 bits: half the bytes of FP32.</source>
        <translation>每个数舍入为 16 位：字节数为 FP32 的一半。</translation>
    </message>
    <message>
        <source>Two thin factors of each weight matrix (Vogels et al. 2019); what they miss is added next time.</source>
        <translation>每个权重矩阵的两个细长因子（Vogels 等 2019）；遗漏的部分下次补上。</translation>
    </message>
    <message>
        <source>The largest numbers with their places (Stich et al. 2018); the others are added next time.</source>
        <translation>最大的若干个数及其位置（Stich 等 2018）；其余的下次补上。</translation>
    </message>
    <message>
        <source>Dates or places stand side by side.</source>
        <translation>日期或地点并排为列。</translation>
    </message>
    <message>
        <source>Its hours or parts stand side by side.</source>
        <translation>一天中的小时或时段并排为列。</translation>
    </message>
    <message>
        <source>Its months stand side by side.</source>
        <translation>十二个月并排为列。</translation>
    </message>
    <message>
        <source>A column tells them apart.</source>
        <translation>由一列区分各序列。</translation>
    </message>
    <message>
        <source>LSTM with an exponential input gate and a normaliser: it can overrule what it remembers (Beck et al. 2024, xLSTM).</source>
        <translation>带指数输入门和归一化的 LSTM：它能推翻自己记住的内容（Beck 等 2024，xLSTM）。</translation>
    </message>
    <message>
        <source>Gates and candidate see the input alone, so the steps are linear and run all at once (Feng et al. 2024).</source>
        <translation>门和候选值只看输入，因此各步是线性的，可以同时计算（Feng 等 2024）。</translation>
    </message>
    <message>
        <source>The smallest gated cell: one gate, and no look at its own state; the steps are linear and run all at once (Feng et al. 2024).</source>
        <translation>最小的门控单元：一个门，不看自己的状态；各步是线性的，可以同时计算（Feng 等 2024）。</translation>
    </message>
    <message>
        <source>Linear recurrent unit: each unit turns and fades at a rate of its own, and a gate shows it; steps run all at once (Orvieto et al. 2023).</source>
        <translation>线性循环单元：每个单元以自己的速率旋转并衰减，由一个门显示；各步同时计算（Orvieto 等 2023）。</translation>
    </message>
    <message>
        <source>Daily weather and the discharge that follows from it through snow, soil and groundwater (after HBV).</source>
        <translation>逐日天气，以及经过积雪、土壤和地下水由它产生的径流（仿 HBV）。</translation>
    </message>
    <message>
        <source>Half a year of weather of one of 40 catchments with its attributes; the target is the last day&apos;s discharge.</source>
        <translation>40 个流域之一的半年天气及其属性；目标是最后一天的径流。</translation>
    </message>
    <message>
        <source>All steps at once, on the CPU: minLSTM, minGRU and LRU, whose steps are linear.</source>
        <translation>在处理器上同时计算所有步：minLSTM、minGRU 和 LRU，它们的步是线性的。</translation>
    </message>
    <message>
        <source>LSTM whose units see only themselves: a number in place of each row of the recurrent matrix (after the ParaLSTM of Danieli et al. 2025, with an input gate of its own).</source>
        <translation>单元只看到自己的 LSTM：循环矩阵的每一行变成一个数（仿 Danieli 等 2025 的 ParaLSTM，但有单独的输入门）。</translation>
    </message>
    <message>
        <source>The same with up to 83 words, twelve phrases between noun and verb.</source>
        <translation>同上，最多 83 个词，名词与动词之间最多十二个短语。</translation>
    </message>
    <message>
        <source>LSTM and GRU on the CPU, for one or two long sequences a batch: chunks of time side by side, until each boundary changes by at most 16 roundings of FP32 (4,096 of FP64); else step by step. &apos;auto&apos; never takes it.</source>
        <translation>CPU 上的 LSTM 和 GRU，适用于每批一两个长序列：各时间分块并排计算，直到每个边界的变化不超过 FP32 的 16 个舍入误差（FP64 为 4,096 个）；否则逐步计算。“auto”从不选用它。</translation>
    </message>
    <message>
        <source>Squared error of each target divided by (0.1 + its SD on the training part) squared, so that small rivers count as large ones (Kratzert et al. 2019). Of sequences the SD is that of whoever each is of: those with equal constant channels. For targets that the recipe does not standardise.</source>
        <translation>每个目标的平方误差除以（0.1 + 其训练部分标准差）的平方，使小河与大河同等重要（Kratzert 等 2019）。对于序列，标准差取自同一对象的序列：即恒定通道相等的那些。用于配方未标准化的目标。</translation>
    </message>
    <message>
        <source>Pinball loss of quantiles that are added up from the middle one, so that none can cross another.</source>
        <translation>从中间的分位数向外逐个累加的分位数的 pinball 损失，因此互不交叉。</translation>
    </message>
    <message>
        <source>Negative log likelihood of Student&apos;s t: mean, scale and freedom; for series with outliers, whose intervals a Gaussian makes too wide in the middle and too narrow at the ends.</source>
        <translation>学生 t 分布的负对数似然：均值、尺度和自由度；用于有离群值的序列，高斯分布会使其区间中间过宽、两端过窄。</translation>
    </message>
    <message>
        <source>Negative log likelihood of a negative binomial distribution, for counts (whole numbers of zero or more): mean and variance; no forecast and no quantile lies below zero.</source>
        <translation>负二项分布的负对数似然，用于计数（零或更大的整数）：均值和方差；任何预测和分位数都不低于零。</translation>
    </message>
    <message>
        <source>Series below each other, side by side or in several files: one network learns from all, each on its own scale.</source>
        <translation>序列上下排列、左右并列或分在多个文件中：一个网络从全部序列学习，每条序列各用自己的尺度。</translation>
    </message>
    <message>
        <source>For levels such as a temperature.</source>
        <translation>用于温度之类的水平值。</translation>
    </message>
    <message>
        <source>For amounts such as rain or sales.</source>
        <translation>用于降雨、销量之类的数量。</translation>
    </message>
    <message>
        <source>The first value of the span.</source>
        <translation>该时段的第一个值。</translation>
    </message>
    <message>
        <source>The last value, as of a meter or a price.</source>
        <translation>最后一个值，如表计读数或价格。</translation>
    </message>
    <message>
        <source>The lowest value of the span.</source>
        <translation>该时段的最小值。</translation>
    </message>
    <message>
        <source>The highest value of the span.</source>
        <translation>该时段的最大值。</translation>
    </message>
</context>
<context>
    <name>Cluster</name>
    <message>
        <source>its settings or data cannot be used there; its output says which</source>
        <translation>其设置或数据在那里无法使用；输出中有说明</translation>
    </message>
    <message>
        <source>the node has no such device; ask for one in the profile: --line=--gres=gpu:1</source>
        <translation>节点没有该设备；请在配置中申请：--line=--gres=gpu:1</translation>
    </message>
    <message>
        <source>the memory did not suffice; raise --memory of the profile, then submit --resume</source>
        <translation>内存不足；请增大配置的 --memory，再 submit --resume</translation>
    </message>
    <message>
        <source>files could not be written: the disk is full or read-only; free some space, then slurm requeue</source>
        <translation>文件无法写入：磁盘已满或只读；请释放空间，再 slurm requeue</translation>
    </message>
    <message>
        <source>loss or gradient was not finite; lower the learning rate</source>
        <translation>损失或梯度不是有限值；请降低学习率</translation>
    </message>
    <message>
        <source>a module of the profile cannot be loaded there; &apos;module avail&apos; lists them</source>
        <translation>配置中的某个模块在那里无法加载；“module avail”列出可用模块</translation>
    </message>
    <message>
        <source>the program of the profile cannot be run there; see its permissions and its container</source>
        <translation>配置中的程序在那里无法运行；请检查其权限和容器</translation>
    </message>
    <message>
        <source>the program of the profile is not on the node; name one on a shared disk: slurm profile add NAME --program PATH</source>
        <translation>节点上没有配置中的程序；请指定共享磁盘上的程序：slurm profile add NAME --program PATH</translation>
    </message>
    <message>
        <source>it was killed there, mostly because memory ran out; raise --memory of the profile, then submit --resume</source>
        <translation>它在那里被终止，多半因为内存耗尽；请增大配置的 --memory，再 submit --resume</translation>
    </message>
    <message>
        <source>cancelled; the run is kept and goes on with submit --resume</source>
        <translation>已取消；运行已保存，可用 submit --resume 继续</translation>
    </message>
    <message>
        <source>the time limit ended it; raise --time of the profile, then submit --resume</source>
        <translation>时间限制已到而结束；请增大配置的 --time，再 submit --resume</translation>
    </message>
    <message>
        <source>its node failed; it goes on with slurm requeue</source>
        <translation>节点故障；可用 slurm requeue 继续</translation>
    </message>
    <message>
        <source>the memory of its job ran out; raise --memory of the profile, then submit --resume</source>
        <translation>作业内存耗尽；请增大配置的 --memory，再 submit --resume</translation>
    </message>
    <message>
        <source>another job took its place; it goes on with slurm requeue</source>
        <translation>被其他作业抢占；可用 slurm requeue 继续</translation>
    </message>
    <message>
        <source>job %1: %2</source>
        <translation>作业 %1：%2</translation>
    </message>
    <message>
        <source>it never began, as far as its folder tells; its output says more, or hand it in again with submit --resume</source>
        <translation>从文件夹看它从未开始；输出中有更多说明，或用 submit --resume 重新提交</translation>
    </message>
    <message>
        <source>node or job was ended without a word; the run is kept up to its last checkpoint; it goes on with submit --resume</source>
        <translation>节点或作业无声结束；运行保存到最后一个检查点；可用 submit --resume 继续</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>it was ended twice before anything was saved, and is not requeued; raise --time of the profile, then submit --resume</source>
        <translation>它两次在保存任何内容之前结束，不再重新排队；请增大配置的 --time，再 submit --resume</translation>
    </message>
    <message>
        <source>saved and requeued</source>
        <translation>已保存并重新排队</translation>
    </message>
    <message>
        <source>it was stopped; the run goes on with submit --resume</source>
        <translation>已停止；可用 submit --resume 继续</translation>
    </message>
    <message>
        <source>job %1: ended with code %2; its output says why</source>
        <translation>作业 %1：以代码 %2 结束；输出中有原因</translation>
    </message>
    <message>
        <source>profile &apos;%1&apos;</source>
        <translation>配置“%1”</translation>
    </message>
    <message>
        <source>%1 trains now</source>
        <translation>%1 正在训练</translation>
    </message>
    <message>
        <source>%1 is job %2 already: %3</source>
        <translation>%1 已是作业 %2：%3</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>waits (%1)</source>
        <translation>等待中（%1）</translation>
    </message>
    <message>
        <source>trains on %1</source>
        <translation>在 %1 上训练</translation>
    </message>
    <message>
        <source>Slurm says %1</source>
        <translation>Slurm 显示 %1</translation>
    </message>
    <message>
        <source>--image NAME says which container has gatelab-worker</source>
        <translation>--image NAME 说明哪个容器含有 gatelab-worker</translation>
    </message>
    <message>
        <source>profile &apos;%1&apos; has several nodes or tasks; a job of Kubernetes is one</source>
        <translation>配置“%1”有多个节点或任务；Kubernetes 作业只能是一个</translation>
    </message>
    <message>
        <source>there is no program &apos;%1&apos; on this machine</source>
        <translation>本机没有程序“%1”</translation>
    </message>
    <message>
        <source>&apos;sinfo&apos; lists the partitions; mend it: gatelab-worker slurm profile add NAME --partition P</source>
        <translation>“sinfo”列出各分区；请更正：gatelab-worker slurm profile add NAME --partition P</translation>
    </message>
    <message>
        <source>the partition allows less; &apos;sinfo -o &quot;%P %l&quot;&apos; says how much; lower --time of the profile</source>
        <translation>该分区允许的时间更短；“sinfo -o &quot;%P %l&quot;”显示上限；请减小配置的 --time</translation>
    </message>
    <message>
        <source>no node of the partition has as many processors or as much memory; ask for less in the profile</source>
        <translation>该分区没有节点有这么多处理器或内存；请在配置中减少</translation>
    </message>
    <message>
        <source>ask for less memory in the profile</source>
        <translation>请在配置中减少内存</translation>
    </message>
    <message>
        <source>name your account in the profile: --line=--account=A</source>
        <translation>请在配置中写明账户：--line=--account=A</translation>
    </message>
    <message>
        <source>the controller of the cluster does not answer; wait, or ask those who run it</source>
        <translation>集群控制器没有响应；请等待，或询问管理员</translation>
    </message>
    <message>
        <source>Slurm&apos;s programs find no cluster from here; log in on a machine of the cluster, or set SLURM_CONF</source>
        <translation>Slurm 程序在这里找不到集群；请登录集群的机器，或设置 SLURM_CONF</translation>
    </message>
    <message>
        <source>Slurm has forgotten the job; hand the run in again: gatelab-worker slurm submit PROFILE --resume RUN</source>
        <translation>Slurm 已不记得该作业；请重新提交：gatelab-worker slurm submit PROFILE --resume RUN</translation>
    </message>
    <message>
        <source>mend the profile, or ask those who run the cluster; nothing was changed here</source>
        <translation>请更正配置，或询问集群管理员；这里没有任何改动</translation>
    </message>
    <message>
        <source>Slurm refuses: &apos;%1&apos;; %2</source>
        <translation>Slurm 拒绝：“%1”；%2</translation>
    </message>
    <message>
        <source>Slurm is not on this machine: there is no program &apos;%1&apos;; log in on a machine of the cluster, or install Slurm&apos;s programs (slurm-client)</source>
        <translation>本机没有 Slurm：没有程序“%1”；请登录集群的机器，或安装 Slurm 程序（slurm-client）</translation>
    </message>
    <message>
        <source>sbatch said &apos;%1&apos;, which is no number of a job</source>
        <translation>sbatch 回答“%1”，这不是作业编号</translation>
    </message>
    <message>
        <source>&apos;squeue --json&apos; said what cannot be read (%1); Slurm 22.05 or newer is asked for</source>
        <translation>“squeue --json”的回答无法读取（%1）；需要 Slurm 22.05 或更新版本</translation>
    </message>
    <message>
        <source>profile &apos;%1&apos;: %2</source>
        <translation>配置“%1”：%2</translation>
    </message>
    <message>
        <source>this workspace has no profile of a cluster yet; add one: gatelab-worker slurm profile add NAME --partition P --time 2:00:00</source>
        <translation>此工作区还没有集群配置；请添加：gatelab-worker slurm profile add NAME --partition P --time 2:00:00</translation>
    </message>
    <message>
        <source>there is no profile &apos;%1&apos;; there are: %2</source>
        <translation>没有配置“%1”；现有：%2</translation>
    </message>
    <message>
        <source>a name has letters, digits, &apos;-&apos;, &apos;_&apos; and &apos;.&apos;, at most 64</source>
        <translation>名称由字母、数字、“-”、“_”和“.”组成，最多 64 个字符</translation>
    </message>
    <message>
        <source>each of its texts is one line</source>
        <translation>每项文本只能是一行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time; write minutes, 2:00:00 or 1-12</source>
        <translation>“%1”不是时间；请写分钟数、2:00:00 或 1-12</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no memory; write 8G or 500M</source>
        <translation>“%1”不是内存大小；请写 8G 或 500M</translation>
    </message>
    <message>
        <source>nodes and tasks are 1 or more</source>
        <translation>节点数和任务数至少为 1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no option of sbatch; write --gres=gpu:1</source>
        <translation>“%1”不是 sbatch 的选项；请写 --gres=gpu:1</translation>
    </message>
    <message>
        <source>the profiles of clusters &apos;%1&apos; cannot be used (%2); the runs are safe; add the profiles again, which sets the file aside</source>
        <translation>集群配置“%1”无法使用（%2）；运行记录不受影响；请重新添加配置，该文件会被移到一旁</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be used (%2); the run is safe</source>
        <translation>“%1”无法使用（%2）；运行不受影响</translation>
    </message>
    <message>
        <source>waiting at cluster &apos;%1&apos; (job %2)</source>
        <translation>在集群“%1”等待（作业 %2）</translation>
    </message>
    <message>
        <source>training at cluster &apos;%1&apos; on %2 (job %3)</source>
        <translation>在集群“%1”的 %2 上训练（作业 %3）</translation>
    </message>
    <message>
        <source>at cluster &apos;%1&apos; (job %2): %3</source>
        <translation>在集群“%1”（作业 %2）：%3</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>作业 %1</translation>
    </message>
    <message>
        <source>the runs of one job have different numbers of ranks, and the nodes are shared alike; hand them in one by one, or with --nodes 1</source>
        <translation>同一作业的各次运行并行进程数不同，而节点的分担方式相同；请逐个提交，或使用 --nodes 1</translation>
    </message>
    <message>
        <source>%1 nodes have no work for each: the run has %2 ranks; ask for as many ranks as nodes, or for fewer nodes</source>
        <translation>%1 个节点不能都有工作：该运行有 %2 个并行进程；请要求与节点一样多的进程，或减少节点</translation>
    </message>
    <message>
        <source>srun starts the ranks of further nodes outside of the profile&apos;s container; take a profile without one, or --nodes 1</source>
        <translation>srun 会在配置的容器之外启动其他节点上的并行进程；请使用没有容器的配置，或使用 --nodes 1</translation>
    </message>
    <message>
        <source>the program was stopped</source>
        <translation>程序已被停止</translation>
    </message>
</context>
<context>
    <name>CompareCurves</name>
    <message>
        <source>%1, raw</source>
        <translation>%1，原始值</translation>
    </message>
    <message>
        <source>%1, seed %2</source>
        <translation>%1，种子 %2</translation>
    </message>
    <message>
        <source>%1, %2 seeds</source>
        <translation>%1，%2 个种子</translation>
    </message>
    <message>
        <source>%1, %2 of %3 seeds</source>
        <translation>%1，%2 / %3 个种子</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Figures</source>
        <translation>指标结果</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Best of a metric</source>
        <translation>度量的最佳值</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Compression</name>
    <message>
        <source>the study was stopped; the seeds that were done are kept</source>
        <translation>研究已停止；已完成的种子会保留</translation>
    </message>
    <message>
        <source>neither validation nor test part has a window to score</source>
        <translation>验证部分和测试部分都没有可评分的窗口</translation>
    </message>
    <message>
        <source>a run that carries its state from batch to batch cannot be compressed here; branch it with that switched off</source>
        <translation>在批次之间传递状态的运行无法在此压缩；请关闭该选项后建立分支</translation>
    </message>
    <message>
        <source>a study needs at least one seed and no negative number of steps</source>
        <translation>研究至少需要一个种子，步数不能为负</translation>
    </message>
    <message>
        <source>the compressed matrix &apos;%1&apos; is damaged</source>
        <translation>压缩矩阵“%1”已损坏</translation>
    </message>
    <message>
        <source>A layer with peepholes, projection or zoneout cannot be compressed.</source>
        <translation>带窥视孔、投影或 zoneout 的层无法压缩。</translation>
    </message>
    <message>
        <source>Compressed layers compute in 32 bits on the processor.</source>
        <translation>压缩的层在处理器上以 32 位计算。</translation>
    </message>
    <message>
        <source>Compressed</source>
        <translation>已压缩</translation>
    </message>
    <message>
        <source>the study stopped: %1; the run is unchanged</source>
        <translation>研究停止：%1；运行未改变</translation>
    </message>
    <message>
        <source>At %1 % zeros by threshold (CSR) a window takes %2 times as long as dense, a batch of %4 takes %3 times: the zeros cost time.</source>
        <translation>按阈值剪枝到 %1 % 为零（CSR）时，一个窗口的用时是稠密网络的 %2 倍，%4 个一批是 %3 倍：零反而费时。</translation>
    </message>
    <message>
        <source>At %1 % zeros by threshold (CSR) a window takes %2 times as long as dense, a batch of %4 takes %3 times: the zeros save time.</source>
        <translation>按阈值剪枝到 %1 % 为零（CSR）时，一个窗口的用时是稠密网络的 %2 倍，%4 个一批是 %3 倍：零节省了时间。</translation>
    </message>
    <message>
        <source>At %1 % zeros by threshold (CSR) a window takes %2 times as long as dense, a batch of %4 takes %3 times.</source>
        <translation>按阈值剪枝到 %1 % 为零（CSR）时，一个窗口的用时是稠密网络的 %2 倍，%4 个一批是 %3 倍。</translation>
    </message>
    <message>
        <source>INT8 changes the loss by %1 %, with %2 times the file and %3 times the time of a window: it is nearly free.</source>
        <translation>INT8 使损失变化 %1 %，文件为 %2 倍，每个窗口的用时为 %3 倍：几乎没有代价。</translation>
    </message>
    <message>
        <source>INT8 changes the loss by %1 %, with %2 times the file and %3 times the time of a window: it has its price.</source>
        <translation>INT8 使损失变化 %1 %，文件为 %2 倍，每个窗口的用时为 %3 倍：有代价。</translation>
    </message>
    <message>
        <source>A dense network of %1 units beats blocks at %2 % with as many recurrent weights: loss %3 against %4.</source>
        <translation>%1 个单元的稠密网络胜过循环权重同样多的 %2 % 块剪枝：损失 %3 对 %4。</translation>
    </message>
    <message>
        <source>Blocks at %2 % beat a dense network of %1 units with as many recurrent weights: loss %4 against %3.</source>
        <translation>%2 % 块剪枝胜过循环权重同样多的 %1 个单元的稠密网络：损失 %4 对 %3。</translation>
    </message>
    <message>
        <source>Blocks at %2 % and a dense network of %1 units with as many recurrent weights cannot be told apart: loss %4 and %3.</source>
        <translation>%2 % 块剪枝与循环权重同样多的 %1 个单元的稠密网络无法区分：损失 %4 和 %3。</translation>
    </message>
    <message>
        <source>No compressed network is better, beyond chance, than the dense one of equal time.</source>
        <translation>没有哪个压缩网络超出偶然地优于用时相同的稠密网络。</translation>
    </message>
    <message>
        <source>Best point: %1, better than the dense one of equal time (%2).</source>
        <translation>最佳点：%1，优于用时相同的稠密网络（%2）。</translation>
    </message>
    <message>
        <source>This network</source>
        <translation>此网络</translation>
    </message>
    <message>
        <source>Trained further</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Dense, %1 units</source>
        <translation>稠密，%1 个单元</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>Blocks 16 × 1, %1 %</source>
        <translation>块 16 × 1，%1 %</translation>
    </message>
    <message>
        <source>Blocks 16 × 1, %1 %, INT8</source>
        <translation>块 16 × 1，%1 %，INT8</translation>
    </message>
    <message>
        <source>Threshold, %1 % (CSR)</source>
        <translation>阈值，%1 %（CSR）</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>秩 %1</translation>
    </message>
    <message>
        <source>This run was not compressed yet.</source>
        <translation>此运行尚未压缩。</translation>
    </message>
    <message>
        <source>there is no method &apos;%1&apos;; there are int8, blocks, blocks-int8, threshold and low-rank</source>
        <translation>没有方法“%1”；可用的有 int8、blocks、blocks-int8、threshold 和 low-rank</translation>
    </message>
    <message>
        <source>One seed does not say which network is better; two or more do.</source>
        <translation>一个种子看不出哪个网络更好；两个或更多才可以。</translation>
    </message>
    <message>
        <source>what is kept of this run is of another training (%1 steps and %2 more) and stays; &apos;--again&apos; measures anew in its place</source>
        <translation>此运行保留的结果属于另一种训练（%1 步，再加 %2 步），不会改动；“--again”会重新测量并取代它</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is damaged, or not a compressed network; &apos;compress RUN --write FOLDER&apos; writes it again</source>
        <translation>“%1”已损坏，或不是压缩网络；“compress RUN --write FOLDER”可重新写出</translation>
    </message>
    <message>
        <source>compressed networks forecast series; this run reads whole sequences</source>
        <translation>压缩网络用于预测序列的后续值；此运行读取整条序列</translation>
    </message>
    <message>
        <source>INT8 of %1</source>
        <translation>%1的 INT8</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was made from another run (%2)</source>
        <translation>“%1”来自另一个运行（%2）</translation>
    </message>
    <message>
        <source>No network here is the run itself: each was trained anew for %1 steps.</source>
        <translation>这里没有哪个网络是该运行本身：每个都重新训练了 %1 步。</translation>
    </message>
    <message>
        <source>&apos;This network&apos; is the run itself, its weights of step %1.</source>
        <translation>“此网络”就是该运行本身，取第 %1 步的权重。</translation>
    </message>
    <message>
        <source>&apos;This network&apos; of the first seed is the run itself (weights of step %1, loss %2); those of the other seeds were trained as it was.</source>
        <translation>第一个种子的“此网络”就是该运行本身（第 %1 步的权重，损失 %2）；其他种子的网络按同样方式训练。</translation>
    </message>
    <message>
        <source>What is kept of this run is by an older version, whose networks were trained in another way; measure again.</source>
        <translation>此运行保留的结果来自旧版本，其网络以另一种方式训练；请重新测量。</translation>
    </message>
</context>
<context>
    <name>ContinueRun</name>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1 waits, on the strip of the Train page.</source>
        <translation>%1 正在等待，见训练页的运行条。</translation>
    </message>
    <message>
        <source>Train %1 for how many more epochs?</source>
        <translation>%1 再训练多少轮？</translation>
    </message>
    <message>
        <source>%1 is %2. Cancel its job first.</source>
        <translation>%1 %2。请先取消它的作业。</translation>
    </message>
    <message>
        <source>From its last checkpoint; its bits do not depend on the place.</source>
        <translation>从最后一个检查点继续；结果的每一位都与地点无关。</translation>
    </message>
    <message>
        <source>Where does %1 go on?</source>
        <translation>%1 在哪里继续？</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>DashboardCommand</name>
    <message>
        <source>take charts away</source>
        <translation>移除图表</translation>
    </message>
    <message>
        <source>add a chart</source>
        <translation>添加图表</translation>
    </message>
    <message>
        <source>close a tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>add a tab</source>
        <translation>添加标签页</translation>
    </message>
    <message>
        <source>rename a tab</source>
        <translation>重命名标签页</translation>
    </message>
    <message>
        <source>switch &quot;%1&quot;</source>
        <translation>切换“%1”</translation>
    </message>
    <message>
        <source>arrange the charts</source>
        <translation>排列图表</translation>
    </message>
</context>
<context>
    <name>DataFiles</name>
    <message>
        <source>The workspace is being worked on already.</source>
        <translation>工作区正在处理中。</translation>
    </message>
    <message>
        <source>Looking at the files</source>
        <translation>正在查看文件</translation>
    </message>
    <message>
        <source>There is no file whose cells could be saved; open one first.</source>
        <translation>没有可保存单元格的文件；请先打开一个。</translation>
    </message>
    <message>
        <source>Save the cells</source>
        <translation>保存单元格</translation>
    </message>
    <message>
        <source>Saving the cells</source>
        <translation>正在保存单元格</translation>
    </message>
    <message numerus="yes">
        <source>%n tables are in %1.</source>
        <translation>
            <numerusform>%n 个表格已保存到 %1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DesktopNotice</name>
    <message>
        <source>%1 has finished</source>
        <translation>%1 已完成</translation>
    </message>
    <message>
        <source>%1 has failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>%1 has stopped</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>After %1 of training.</source>
        <translation>训练了 %1。</translation>
    </message>
    <message>
        <source>Best validation %1 in epoch %2, after %3 of training.</source>
        <translation>第 %2 轮的最佳验证为 %1，训练了 %3。</translation>
    </message>
</context>
<context>
    <name>Device</name>
    <message>
        <source>the GPUs cannot be listed: %1</source>
        <translation>无法列出 GPU：%1</translation>
    </message>
    <message>
        <source>the GPU stopped working: %1</source>
        <translation>GPU 停止工作：%1</translation>
    </message>
    <message>
        <source>no NVIDIA driver (libcuda.so.1) was found</source>
        <translation>未找到 NVIDIA 驱动（libcuda.so.1）</translation>
    </message>
    <message>
        <source>this build of Gatelab has no CUDA module (%1); app/run without --cpu builds it</source>
        <translation>此 Gatelab 构建不含 CUDA 模块（%1）；运行不带 --cpu 的 app/run 即可构建</translation>
    </message>
    <message>
        <source>%1 is not the CUDA module of this program; app/run builds it again</source>
        <translation>%1 不是本程序的 CUDA 模块；app/run 会重新构建它</translation>
    </message>
    <message>
        <source>%1 belongs to another version of Gatelab; app/run builds it again</source>
        <translation>%1 属于另一版本的 Gatelab；app/run 会重新构建它</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 无法使用：%2</translation>
    </message>
    <message>
        <source>precision %1 cannot be trained on %2; choose bf16 or fp32</source>
        <translation>无法在 %2 上以精度 %1 训练；请选择 bf16 或 fp32</translation>
    </message>
    <message>
        <source>LibTorch does not see the GPU that the driver offers</source>
        <translation>LibTorch 看不到驱动提供的 GPU</translation>
    </message>
    <message>
        <source>there is no such device</source>
        <translation>没有这个设备</translation>
    </message>
    <message>
        <source>device %1: %2; nothing was started; choose auto or cpu</source>
        <translation>设备 %1：%2；没有启动任何运行；请选择 auto 或 cpu</translation>
    </message>
    <message>
        <source>training runs on the CPU: %1</source>
        <translation>在 CPU 上训练：%1</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it offers CUDA %1, and Gatelab needs %2 (driver 580 or newer)</source>
        <translation>NVIDIA 驱动过旧：它提供 CUDA %1，而 Gatelab 需要 %2（驱动 580 或更新）</translation>
    </message>
    <message>
        <source>an NVIDIA driver is there, but no GPU can be used (%1)</source>
        <translation>有 NVIDIA 驱动，但没有可用的 GPU（%1）</translation>
    </message>
    <message>
        <source>its power limit</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>heat</source>
        <translation>温度过高</translation>
    </message>
    <message>
        <source>its hardware</source>
        <translation>硬件保护</translation>
    </message>
    <message>
        <source>other programs kept up to %1 processor cores busy</source>
        <translation>其他程序最多占用了 %1 个处理器核心</translation>
    </message>
    <message>
        <source>other processes computed on the GPU: %1</source>
        <translation>其他进程在 GPU 上计算：%1</translation>
    </message>
    <message>
        <source>the clock of the GPU fell to %1 % of its highest, held down by %2</source>
        <translation>GPU 频率降至最高频率的 %1 %，原因：%2</translation>
    </message>
    <message>
        <source>LibTorch cannot use CUDA: %1</source>
        <translation>LibTorch 无法使用 CUDA：%1</translation>
    </message>
    <message>
        <source>the CUDA module could not be opened (%1); gatelab-worker engine install --gpu fetches missing CUDA libraries</source>
        <translation>无法打开 CUDA 模块（%1）；gatelab-worker engine install --gpu 会获取缺少的 CUDA 库</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>rows %1 to %2</source>
        <translation>第 %1 至 %2 行</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; misses %2 values (%3) in 1 gap, at %4.</source>
        <translation>列“%1”缺少 %2 个值（%3），共 1 处空缺，位于%4。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; misses %2 values (%3) in %4 gaps, the longest at %5.</source>
        <translation>列“%1”缺少 %2 个值（%3），共 %4 处空缺，最长的一处位于%5。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; holds %2 %3 times, far from all other values: perhaps it means missing. Add it to the spellings of missing values on import.</source>
        <translation>列“%1”中 %2 出现了 %3 次，与其他值相差很远：它也许表示缺失。可在导入时把它加入缺失值的写法。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; has %2 values more than ten quartile distances from the median, the first in %3.</source>
        <translation>列“%1”有 %2 个值与中位数的距离超过十倍四分位距，第一个在%3。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; has no value. Leave it out.</source>
        <translation>列“%1”没有值。请不要使用它。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; is constant. It tells a network nothing and cannot be a target.</source>
        <translation>列“%1”是常数。它不给网络任何信息，也不能作为目标。</translation>
    </message>
    <message>
        <source>The rows run from new to old, so a network would forecast the past. Sort the file by time, oldest row first.</source>
        <translation>行的顺序从新到旧，网络会预测过去。请按时间排序，最早的行在前。</translation>
    </message>
    <message>
        <source>The time goes backwards %1 times, first at %2. Windows follow the order of the rows: sort the file by time.</source>
        <translation>时间倒退了 %1 次，第一次在%2。窗口按行的顺序排列：请按时间给文件排序。</translation>
    </message>
    <message>
        <source>%1 rows have the same time as the row before, first %2. Check whether rows are doubled, or whether several series lie in one file.</source>
        <translation>%1 行与前一行的时间相同，第一处是%2。请检查是否有重复的行，或一个文件里有多个序列。</translation>
    </message>
    <message>
        <source>The time jumps %1 times by more than its step of %2 (about %3 rows are not there), the longest jump is %4 before row %5. Windows count rows, not time.</source>
        <translation>时间有 %1 次跳跃超过步长 %2（大约缺 %3 行），最长的跳跃为 %4，在第 %5 行之前。窗口按行计数，不按时间。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; spreads more than 100 times as much as &apos;%2&apos;. Without scaling a network sees only the large one.</source>
        <translation>列“%1”的波动是“%2”的 100 倍以上。不做缩放，网络只能看到大的那一列。</translation>
    </message>
    <message>
        <source>%1 rows come sooner than the time step of %2 after the row before, first %3. Seasons are counted in rows by that step: check it on the import page.</source>
        <translation>有 %1 行与前一行的间隔短于时间步长 %2，首次出现在%3。季节按该步长折算成行数：请在导入页检查它。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; misses 1 value (%2), at %3.</source>
        <translation>列“%1”缺少 1 个值（%2），位于%3。</translation>
    </message>
    <message>
        <source>Infinite among them: %1.</source>
        <translation>其中无穷大：%1 个。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; has 1 value more than ten quartile distances from the median, in %2.</source>
        <translation>列“%1”有 1 个值与中位数的距离超过十倍四分位距，在%2。</translation>
    </message>
    <message>
        <source>In column &apos;%1&apos; the value %2 in %3 alone makes most of the variance: standardised with it, all other values lie too close together to be told apart. Mend it, leave its row out, or limit it.</source>
        <translation>在列“%1”中，%3的值 %2 独自构成了大部分方差：用它标准化后，其余各值过于接近而无法区分。请更正该值、去掉该行，或加以限制。</translation>
    </message>
    <message>
        <source>It is also larger than float32 holds (3.4e38): without scaling a run fails at it.</source>
        <translation>它还超出了 float32 的范围（3.4e38）：不缩放的话，运行会因它而失败。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; jumps to %2 for 1 row (%3) and back to about %4.</source>
        <translation>列“%1”在 %3 处有一行跳到 %2，随即回到约 %4。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; jumps for 1 row and back %2 times, farthest to %3 in %4, among values of about %5.</source>
        <translation>列“%1”有 %2 次单行跳变，最远在 %4 跳到 %3，而周围的值约为 %5。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; changes its level near row %2, from about %3 to about %4: training before it and testing after it are different data.</source>
        <translation>列“%1”的水平在第 %2 行附近从约 %3 变为约 %4：在其之前训练与在其之后测试的是不同的数据。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; stands still at %2 for %3 rows (%4).</source>
        <translation>列“%1”有 %3 行停在 %2（%4）。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; stands still %2 times, longest at %4 for %3 rows (%5).</source>
        <translation>列“%1”有 %2 处静止不变，最长 %3 行停在 %4（%5）。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; holds the next value of &apos;%2&apos;: as an input for &apos;%2&apos; it tells the answer, and the scores would be too good. Leave it out of the inputs, unless it is truly known in advance.</source>
        <translation>列“%1”含有“%2”的下一个值：作为“%2”的输入，它泄露了答案，得分会好得不真实。除非确实能提前知道，否则请不要把它作为输入。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; seems to hold coming values of &apos;%2&apos;, or what is made of them: it tells them far better than the past of &apos;%2&apos; can, and the scores would be too good. Leave it out of the inputs, unless it is truly known in advance.</source>
        <translation>列“%1”似乎含有“%2”将来的值，或由这些值算出的量：它对将来值的说明远胜于“%2”自身的过去，得分会好得不真实。除非确实能提前知道，否则请不要把它作为输入。</translation>
    </message>
    <message>
        <source>The training part has %1 rows (%2 to %3), which make %4 windows of %5 and %6 rows: too little to learn from. Take a shorter lookback.</source>
        <translation>训练集有 %1 行（第 %2 到 %3 行），只能构成 %4 个 %5 加 %6 行的窗口：不足以学习。请缩短回看长度。</translation>
    </message>
    <message>
        <source>Nothing can be learned about &apos;%1&apos; from what was before: it looks like noise. The best of several linear forecasts, %2 rows ahead, takes %3 % off the squared error of the mean, measured on %4 held-out blocks of the training part; that is no more than chance. A network will come to forecast the mean.</source>
        <translation>从过去学不到关于“%1”的任何东西：它看起来是噪声。几种线性预测中最好的一种（提前 %2 行）使均值预测的平方误差降低 %3 %（在训练集的 %4 个留出块上测得）；这不超出偶然。网络最终只会预测均值。</translation>
    </message>
    <message>
        <source>Nothing can be learned about &apos;%1&apos; beyond its last value: it looks like a random walk. The best of several linear forecasts, %2 rows ahead, takes %3 % off the squared error of the last value, measured on %4 held-out blocks of the training part; that is no more than chance. A network will come to forecast the last value.</source>
        <translation>除了最后一个值，学不到关于“%1”的任何东西：它看起来是随机游走。几种线性预测中最好的一种（提前 %2 行）使“取最后一个值”的平方误差降低 %3 %（在训练集的 %4 个留出块上测得）；这不超出偶然。网络最终只会预测最后一个值。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; has a value in every %2th row only, from %3 on: it was measured more seldom than the others. Hold each value until the next one, or resample all to its distance on import.</source>
        <translation>列“%1”每 %2 行才有一个值（自%3起）：它的测量频率低于其他列。请把每个值保持到下一个值，或在导入时把所有列重采样到它的间隔。</translation>
    </message>
    <message>
        <source>The values of column &apos;%1&apos; are about %2 times as large from row %3 on, and spread as much more: they look like another unit. Mend the file, or mask the shorter part.</source>
        <translation>列“%1”的值自第 %3 行起约为原来的 %2 倍，离散程度也同样放大：看起来换了单位。请修正文件，或屏蔽较短的一段。</translation>
    </message>
    <message>
        <source>The rows are %1 apart in one stretch and %2 in another, first from %3 on: windows count rows, not time. Resample them to %2.</source>
        <translation>各行在一段中相隔 %1，在另一段中相隔 %2（自%3起首次改变）：窗口数的是行而不是时间。请重采样到 %2。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; lies elsewhere in the test part: its median is %2 in rows %3 to %4 and was %5 in the training part, and %6 % of its test values are outside of nearly all that was trained on. Scores of the test part say little of it; differencing or a start from the last value may help.</source>
        <translation>列“%1”在测试集中处于别处：其中位数在第 %3 到 %4 行为 %2，在训练集中为 %5；测试集中有 %6 % 的值超出几乎全部训练值的范围。测试集的得分说明不了什么；差分或从最后一个值开始预测可能有帮助。</translation>
    </message>
    <message>
        <source>Column &apos;%1&apos; is &apos;%2&apos; in another unit or under another name, in all %3 rows: as an input it tells nothing more. Where it is known in advance it tells the answer. Leave it out of the inputs.</source>
        <translation>在全部 %3 行中，列“%1”就是换了单位或名称的“%2”：作为输入它没有更多信息；如果它事先已知，就等于给出了答案。请不要把它作为输入。</translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
</context>
<context>
    <name>Exercise</name>
    <message>
        <source>%1 is there already; choose another name</source>
        <translation>%1 已经存在，请换一个名字</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no run of the exercise; write --run %2=RUN</source>
        <translation>“%1”不是练习中的运行；请写 --run %2=运行</translation>
    </message>
    <message>
        <source>%1 is not yours to change in this exercise; only these are: %2</source>
        <translation>这个练习里不能改 %1；只能改：%2</translation>
    </message>
    <message>
        <source>the name of an answer ends in .answer.json, and this is %1</source>
        <translation>答卷的文件名以 .answer.json 结尾，而这里是 %1</translation>
    </message>
    <message>
        <source>before any training the loss of this network is no number; choose other settings</source>
        <translation>训练前这个网络的损失就不是数；请改用别的设置</translation>
    </message>
</context>
<context>
    <name>Experiment</name>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a list of texts</source>
        <translation>“%1”必须是文本列表</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has a value of an unknown kind</source>
        <translation>“%1”的值类型未知</translation>
    </message>
    <message>
        <source>this is not JSON; an experiment is a JSON object with a member &quot;gatelab&quot;</source>
        <translation>这不是 JSON；实验是带有成员 &quot;gatelab&quot; 的 JSON 对象</translation>
    </message>
    <message>
        <source>an experiment is a JSON object with a member &quot;gatelab&quot;</source>
        <translation>实验是带有成员 &quot;gatelab&quot; 的 JSON 对象</translation>
    </message>
    <message>
        <source>the member &quot;gatelab&quot; is missing: this is not an experiment</source>
        <translation>缺少成员 &quot;gatelab&quot;：这不是实验文件</translation>
    </message>
    <message>
        <source>the experiment was written by a newer Gatelab (format %1); update this program to open it</source>
        <translation>该实验由更新版本的 Gatelab 写成（格式 %1）；请更新本程序后再打开</translation>
    </message>
    <message>
        <source>the setting &apos;%1&apos; is not known here and was left out</source>
        <translation>此处不认识设置“%1”，已略去</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>this run has no curves yet; train it first</source>
        <translation>此运行还没有曲线；请先训练</translation>
    </message>
    <message>
        <source>a C file can hold LSTM, GRU and RNN; this network&apos;s cell is %1; take ONNX</source>
        <translation>C 文件只能容纳 LSTM、GRU 和 RNN；此网络的单元是 %1；请用 ONNX</translation>
    </message>
    <message>
        <source>a C file takes numbers, and this network reads tokens; take ONNX</source>
        <translation>C 文件接收数值，而此网络读取词元；请用 ONNX</translation>
    </message>
    <message>
        <source>a C file has no pooling by attention; take ONNX</source>
        <translation>C 文件没有注意力池化；请用 ONNX</translation>
    </message>
    <message>
        <source>a C file labels row by row, and this network reads both directions; take ONNX</source>
        <translation>C 文件逐行标注，而此网络读取两个方向；请用 ONNX</translation>
    </message>
    <message>
        <source>a C file decodes step by step only where rows come one by one: without an anchor and a linear path; take ONNX</source>
        <translation>只有逐行输入（没有锚点和线性通路）时，C 文件才能逐步解码；请用 ONNX</translation>
    </message>
    <message>
        <source>the weights &apos;%1&apos; hold values that are not finite</source>
        <translation>权重“%1”含有非有限值</translation>
    </message>
    <message>
        <source>the run&apos;s data are no sequences any more</source>
        <translation>此运行的数据不再是序列</translation>
    </message>
    <message>
        <source>the written file was refused by the program that checks it: %1</source>
        <translation>写出的文件被检查它的程序拒绝：%1</translation>
    </message>
    <message>
        <source>there is no temporary folder to check in</source>
        <translation>没有可用于检查的临时文件夹</translation>
    </message>
    <message>
        <source>%1 has no %2; install it (pip install %2), or name another Python by GATELAB_PYTHON</source>
        <translation>%1 没有 %2；请安装（pip install %2），或用 GATELAB_PYTHON 指定另一个 Python</translation>
    </message>
    <message>
        <source>not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
    <message>
        <source>%1 windows by %2: largest difference from the run %3, %4 of the targets&apos; scale</source>
        <translation>%2 计算 %1 个窗口：与此运行的最大差异 %3，为目标尺度的 %4</translation>
    </message>
    <message>
        <source>there is no C compiler &apos;%1&apos;; install one, or name it by CC</source>
        <translation>没有 C 编译器“%1”；请安装，或用 CC 指定</translation>
    </message>
    <message>
        <source>it takes LibTorch&apos;s headers and a C++ compiler; name LibTorch&apos;s folder by GATELAB_LIBTORCH, or build it as its README says</source>
        <translation>需要 LibTorch 的头文件和 C++ 编译器；请用 GATELAB_LIBTORCH 指定 LibTorch 的文件夹，或按其 README 构建</translation>
    </message>
    <message>
        <source>this network reads whole windows: both directions, an anchor, a linear path or pooling over time need every row at once</source>
        <translation>此网络读取整个窗口：双向、锚点、线性通路或时间池化需要一次得到所有行</translation>
    </message>
    <message>
        <source>the weights &apos;%1&apos; are of the type %2; export needs F32 or F64</source>
        <translation>权重“%1”的类型是 %2；导出需要 F32 或 F64</translation>
    </message>
    <message>
        <source>the recipe&apos;s step &apos;%1&apos; cannot go with the network: it needs more than the values of the window, or is no straight scaling; train a run without it</source>
        <translation>方案的步骤“%1”不能随网络带走：它需要窗口以外的信息，或不是线性缩放；请训练一个没有它的运行</translation>
    </message>
    <message>
        <source>what the recipe&apos;s step &apos;%1&apos; learned is not complete</source>
        <translation>方案的步骤“%1”学到的内容不完整</translation>
    </message>
    <message>
        <source>the weights of layer %1 do not fit the run&apos;s settings</source>
        <translation>第 %1 层的权重与此运行的设置不符</translation>
    </message>
    <message>
        <source>the weights of the head do not fit the run&apos;s settings</source>
        <translation>输出层的权重与此运行的设置不符</translation>
    </message>
    <message>
        <source>what the run&apos;s recipe learned is needed to take raw values</source>
        <translation>要接收原始值，需要此运行的方案学到的内容</translation>
    </message>
    <message>
        <source>the export was cancelled</source>
        <translation>导出已取消</translation>
    </message>
    <message>
        <source>this run has no timeline yet; record one first (Timeline in the run&apos;s drawer, or &apos;gatelab-worker timeline RUN&apos;)</source>
        <translation>此运行还没有时间线；请先记录（在运行抽屉的时间线，或“gatelab-worker timeline RUN”）</translation>
    </message>
    <message>
        <source>The rows were made up: the run&apos;s data cannot be read.</source>
        <translation>这些行是编造的：无法读取此运行的数据。</translation>
    </message>
    <message>
        <source>there were no windows to compare</source>
        <translation>没有可比较的窗口</translation>
    </message>
    <message>
        <source>only a C file can have weights in bytes (--int8)</source>
        <translation>只有 C 文件可以用字节权重（--int8）</translation>
    </message>
    <message>
        <source>the written file does not answer with as many numbers as the run</source>
        <translation>写出的文件给出的数值个数与运行不同</translation>
    </message>
    <message>
        <source>the written file computes something else than the run: in %1 windows by %2 they differ by up to %3, %4 of the targets&apos; scale, where %5 is the most that is let pass</source>
        <translation>写出的文件算出的与运行不同：用 %2 计算 %1 个窗口，最大相差 %3，为目标尺度的 %4，而最多允许 %5</translation>
    </message>
    <message>
        <source>this run forecasts %1: its quantiles need special functions that these files cannot compute. Nothing was written; train a run with the loss gaussian-nll or pinball, or hand on the whole run as a bundle</source>
        <translation>此运行预测的是%1：其分位数需要这些文件无法计算的特殊函数。没有写入任何内容；请用损失 gaussian-nll 或 pinball 训练一个运行，或把整个运行作为包交出</translation>
    </message>
    <message>
        <source>a Student t distribution</source>
        <translation>学生 t 分布</translation>
    </message>
    <message>
        <source>a negative binomial distribution</source>
        <translation>负二项分布</translation>
    </message>
    <message>
        <source>%1; what was written was removed</source>
        <translation>%1；已删除写出的文件</translation>
    </message>
</context>
<context>
    <name>ExportKind</name>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>For colleagues and servers: takes raw rows, gives forecasts; onnxruntime reads it from Python, C#, Java, JavaScript.</source>
        <translation>给同事和服务器：输入原始行，输出预测；onnxruntime 可从 Python、C#、Java、JavaScript 读取。</translation>
    </message>
    <message>
        <source>C file</source>
        <translation>C 文件</translation>
    </message>
    <message>
        <source>For a microcontroller or any C program: one file, no libraries, row by row.</source>
        <translation>用于微控制器或任何 C 程序：一个文件，无需库，逐行计算。</translation>
    </message>
    <message>
        <source>PyTorch script</source>
        <translation>PyTorch 脚本</translation>
    </message>
    <message>
        <source>For going on in Python: a script that needs PyTorch alone, and the weights.</source>
        <translation>在 Python 中继续：一个只需要 PyTorch 的脚本和权重。</translation>
    </message>
    <message>
        <source>LibTorch program</source>
        <translation>LibTorch 程序</translation>
    </message>
    <message>
        <source>For a C++ program: a folder with source, CMakeLists and the weights.</source>
        <translation>用于 C++ 程序：含源代码、CMakeLists 和权重的文件夹。</translation>
    </message>
    <message>
        <source>TensorBoard events</source>
        <translation>TensorBoard 事件</translation>
    </message>
    <message>
        <source>For looking at the curves beside runs of other tools: a folder with an event file.</source>
        <translation>与其他工具的运行一起查看曲线：含一个事件文件的文件夹。</translation>
    </message>
    <message>
        <source>Perfetto trace</source>
        <translation>Perfetto 跟踪</translation>
    </message>
    <message>
        <source>For looking at where the time of the steps goes, at ui.perfetto.dev.</source>
        <translation>在 ui.perfetto.dev 查看各步的时间花在哪里。</translation>
    </message>
</context>
<context>
    <name>Fault</name>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>mend this value or leave its rows out</source>
        <translation>请修正此值或略去其所在的行</translation>
    </message>
    <message>
        <source>the value that the forecast starts from is not finite in %1</source>
        <translation>%1 中预测所基于的起始值不是有限数</translation>
    </message>
    <message>
        <source>the input is %1 at %2</source>
        <translation>输入为 %1，位于%2</translation>
    </message>
    <message>
        <source>the target is %1 at %2</source>
        <translation>目标为 %1，位于%2</translation>
    </message>
    <message>
        <source>look for extreme values there, or try a lower learning rate</source>
        <translation>请查看该处是否有极端值，或降低学习率再试</translation>
    </message>
    <message>
        <source>the gradient is not finite, first in layer %1 for %2</source>
        <translation>梯度不是有限数，首先出现在层 %1，对应%2</translation>
    </message>
    <message>
        <source>the weights of layer %1 are not finite, seen at %2</source>
        <translation>层 %1 的权重不是有限数，发现于%2</translation>
    </message>
    <message>
        <source>go on from the last good checkpoint with a lower learning rate</source>
        <translation>请从最近的完好检查点以更低的学习率继续</translation>
    </message>
    <message>
        <source>try a lower learning rate or clipping by norm</source>
        <translation>请降低学习率或按范数裁剪再试</translation>
    </message>
    <message>
        <source>the gradient of layer %1 is not finite, in the batch that begins with %2</source>
        <translation>层 %1 的梯度不是有限数，所在批次始于%2</translation>
    </message>
    <message>
        <source>sequence %1 of %2</source>
        <translation>序列 %1（共 %2 个）</translation>
    </message>
    <message>
        <source>step %1, in %2</source>
        <translation>%2的第 %1 步</translation>
    </message>
    <message>
        <source>step %1, channel &apos;%2&apos;, in %3</source>
        <translation>%3的第 %1 步，通道“%2”</translation>
    </message>
    <message>
        <source>the weights of step %1 and the best weights are kept</source>
        <translation>第 %1 步的权重与最佳权重已保留</translation>
    </message>
    <message>
        <source>the last good checkpoint and the best weights are kept</source>
        <translation>最近的完好检查点与最佳权重已保留</translation>
    </message>
    <message>
        <source>step %1, epoch %2, batch %3: %4; %5; %6</source>
        <translation>第 %1 步、第 %2 轮、第 %3 批：%4；%5；%6</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>window %1 of %2</source>
        <translation>窗口 %1 / %2</translation>
    </message>
    <message>
        <source>%1 (rows %2 to %3)</source>
        <translation>%1（第 %2 至 %3 行）</translation>
    </message>
    <message>
        <source>row %1, column &apos;%2&apos;, in %3</source>
        <translation>%3的第 %1 行，列“%2”</translation>
    </message>
    <message>
        <source>too large (%1) for %2</source>
        <translation>对 %2 而言过大的值（%1）</translation>
    </message>
    <message>
        <source>nothing is kept</source>
        <translation>什么都不保留</translation>
    </message>
    <message>
        <source>the loss of %1 is not finite, first the output of layer %2</source>
        <translation>%1的损失不是有限数，最先是层 %2 的输出</translation>
    </message>
    <message>
        <source>the loss of %1 is not finite, though the outputs of all layers are: the loss itself overflows</source>
        <translation>%1的损失不是有限数，而所有层的输出都是：损失本身溢出</translation>
    </message>
    <message>
        <source>the loss of the batch that begins with %1 is not finite: each example&apos;s is, but their sum overflows %2, which ends at %3; the largest one, %4, is that of %5</source>
        <translation>从 %1 开始的批次的损失不是有限数：每个样本的损失都有限，但它们的和超出了 %2 的范围（最大 %3）；其中最大的 %4 属于 %5</translation>
    </message>
    <message>
        <source>the length of the gradient is not finite in the batch that begins with %1: its numbers are, but the sum of their squares overflows %2, which ends at %3; the longest one, %4, is that of layer %5 for %6</source>
        <translation>从 %1 开始的批次的梯度长度不是有限数：梯度的各个数都有限，但它们的平方和超出了 %2 的范围（最大 %3）；其中最长的 %4 属于层 %5（%6）</translation>
    </message>
    <message>
        <source>%1, series &apos;%2&apos;</source>
        <translation>%1，序列“%2”</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Built-in series</source>
        <translation>内置序列</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>测试文件</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <source>Quotes</source>
        <translation>引号</translation>
    </message>
    <message>
        <source>Decimal sign</source>
        <translation>小数点</translation>
    </message>
    <message>
        <source>Thousands</source>
        <translation>千位分隔</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>表头</translation>
    </message>
    <message>
        <source>Comment lines</source>
        <translation>注释行</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>缺失值写作</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>时间列</translation>
    </message>
    <message>
        <source>Time format</source>
        <translation>时间格式</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>预处理步骤</translation>
    </message>
    <message>
        <source>Forecast relative to</source>
        <translation>预测相对于</translation>
    </message>
    <message>
        <source>Lookback</source>
        <translation>回看窗口</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>预测步数</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Gap at the borders</source>
        <translation>边界间隔</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>单元类型</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏层大小</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Bidirectional</source>
        <translation>双向</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Peephole</source>
        <translation>窥视孔</translation>
    </message>
    <message>
        <source>Residual links</source>
        <translation>残差连接</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Carry the state</source>
        <translation>传递状态</translation>
    </message>
    <message>
        <source>Dropout between layers</source>
        <translation>层间 dropout</translation>
    </message>
    <message>
        <source>Recurrent dropout</source>
        <translation>循环 dropout</translation>
    </message>
    <message>
        <source>Zoneout</source>
        <translation>Zoneout</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>Gradient noise</source>
        <translation>梯度噪声</translation>
    </message>
    <message>
        <source>Input weights</source>
        <translation>输入权重</translation>
    </message>
    <message>
        <source>Recurrent weights</source>
        <translation>循环权重</translation>
    </message>
    <message>
        <source>Forget-gate bias</source>
        <translation>遗忘门偏置</translation>
    </message>
    <message>
        <source>Chrono initialisation</source>
        <translation>Chrono 初始化</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Huber delta</source>
        <translation>Huber delta</translation>
    </message>
    <message>
        <source>Quantiles</source>
        <translation>分位数</translation>
    </message>
    <message>
        <source>Balance classes</source>
        <translation>平衡类别</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Maximum steps</source>
        <translation>最大步数</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>打乱</translation>
    </message>
    <message>
        <source>Drop the last batch</source>
        <translation>丢弃最后一批</translation>
    </message>
    <message>
        <source>Clip by norm</source>
        <translation>按范数裁剪</translation>
    </message>
    <message>
        <source>Clip by value</source>
        <translation>按值裁剪</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Early stopping</source>
        <translation>早停</translation>
    </message>
    <message>
        <source>Weight averaging</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率计划</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>Minimum learning rate</source>
        <translation>最低学习率</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU 线程数</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Own process</source>
        <translation>独立进程</translation>
    </message>
    <message>
        <source>RNN implementation</source>
        <translation>循环层实现</translation>
    </message>
    <message>
        <source>Data on the device</source>
        <translation>数据放在设备上</translation>
    </message>
    <message>
        <source>No synchronisation per step</source>
        <translation>每步不同步</translation>
    </message>
    <message>
        <source>Fused optimiser</source>
        <translation>融合优化器</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Steps per graph</source>
        <translation>每图步数</translation>
    </message>
    <message>
        <source>Recompute activations</source>
        <translation>重算激活值</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Flush denormals</source>
        <translation>非规格化数归零</translation>
    </message>
    <message>
        <source>Batches gathered at once</source>
        <translation>整批一次收集</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>Linear path</source>
        <translation>线性通路</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Layer health every</source>
        <translation>每隔多少步检查各层</translation>
    </message>
    <message>
        <source>Split batches</source>
        <translation>拆分批次</translation>
    </message>
    <message>
        <source>Seed of the series</source>
        <translation>序列的种子</translation>
    </message>
    <message>
        <source>Time step</source>
        <translation>时间步长</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>Plateau threshold</source>
        <translation>平台期阈值</translation>
    </message>
    <message>
        <source>Rising fraction</source>
        <translation>上升段占比</translation>
    </message>
    <message>
        <source>Start divisor</source>
        <translation>起始除数</translation>
    </message>
    <message>
        <source>End divisor</source>
        <translation>结束除数</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation>教师强制</translation>
    </message>
    <message>
        <source>Teacher forcing, end</source>
        <translation>教师强制（结束）</translation>
    </message>
    <message>
        <source>Start anyway</source>
        <translation>仍然启动</translation>
    </message>
    <message>
        <source>Momentum cycle</source>
        <translation>动量周期</translation>
    </message>
    <message>
        <source>Dampening</source>
        <translation>阻尼</translation>
    </message>
    <message>
        <source>AMSGrad</source>
        <translation>AMSGrad</translation>
    </message>
    <message>
        <source>Centred</source>
        <translation>中心化</translation>
    </message>
    <message>
        <source>Momentum decay</source>
        <translation>动量衰减</translation>
    </message>
    <message>
        <source>Rate decay</source>
        <translation>学习率衰减</translation>
    </message>
    <message>
        <source>First sum</source>
        <translation>初始累加值</translation>
    </message>
    <message>
        <source>Decoupled</source>
        <translation>解耦</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>并行进程</translation>
    </message>
    <message>
        <source>Recurrent gain</source>
        <translation>循环权重增益</translation>
    </message>
    <message>
        <source>Gradient exchange</source>
        <translation>梯度交换</translation>
    </message>
    <message>
        <source>PowerSGD rank</source>
        <translation>PowerSGD 的秩</translation>
    </message>
    <message>
        <source>Share of top-k</source>
        <translation>top-k 的比例</translation>
    </message>
    <message>
        <source>Parts of the file</source>
        <translation>文件的组成部分</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Pipeline chunks</source>
        <translation>流水线块数</translation>
    </message>
    <message>
        <source>Sort rows by time</source>
        <translation>按时间排序各行</translation>
    </message>
    <message>
        <source>Resample</source>
        <translation>重采样</translation>
    </message>
    <message>
        <source>Resample by</source>
        <translation>重采样方式</translation>
    </message>
    <message>
        <source>Windows changed</source>
        <translation>被改动的窗口</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>抖动</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Time warp</source>
        <translation>时间扭曲</translation>
    </message>
    <message>
        <source>Window slice</source>
        <translation>窗口切片</translation>
    </message>
    <message>
        <source>Mix-up</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Step dropout</source>
        <translation>时间步丢弃</translation>
    </message>
</context>
<context>
    <name>FieldGroup</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Preparation</source>
        <translation>预处理</translation>
    </message>
    <message>
        <source>Windows and split</source>
        <translation>窗口与划分</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Regularisation</source>
        <translation>正则化</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率计划</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>优化开关</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
</context>
<context>
    <name>FieldHelp</name>
    <message>
        <source>Name of the run in lists. Empty: named after the model.</source>
        <translation>运行在列表中的名称。留空：按模型命名。</translation>
    </message>
    <message>
        <source>Free text kept with the run.</source>
        <translation>随运行保存的自由文本。</translation>
    </message>
    <message>
        <source>A series made by a formula; used when no file is given.</source>
        <translation>由公式生成的序列；没有指定文件时使用。</translation>
    </message>
    <message>
        <source>Rows, or sequences, of the built-in series.</source>
        <translation>内置序列的行数或序列数。</translation>
    </message>
    <message>
        <source>A given test set of labelled sequences. Empty: found beside the training file, or split off.</source>
        <translation>给定的带标签序列测试集。留空：在训练文件旁查找，或从中划分。</translation>
    </message>
    <message>
        <source>Character encoding of the file.</source>
        <translation>文件的字符编码。</translation>
    </message>
    <message>
        <source>Character between two cells.</source>
        <translation>两个单元格之间的分隔符号。</translation>
    </message>
    <message>
        <source>Character around a cell that contains delimiters.</source>
        <translation>包住含分隔符的单元格的符号。</translation>
    </message>
    <message>
        <source>Decimal separator.</source>
        <translation>数字的小数点符号。</translation>
    </message>
    <message>
        <source>Thousands separator.</source>
        <translation>大数字的千位分隔符。</translation>
    </message>
    <message>
        <source>Lines at the top that belong to no table. -1: guessed.</source>
        <translation>顶部不属于表格的行数。-1：自动猜测。</translation>
    </message>
    <message>
        <source>Whether the first line names the columns.</source>
        <translation>第一行是否为列名。</translation>
    </message>
    <message>
        <source>Lines that begin with this are skipped.</source>
        <translation>以此开头的行将被忽略。</translation>
    </message>
    <message>
        <source>Spellings of a missing value, besides an empty cell. Empty: guessed.</source>
        <translation>除空单元格外，缺失值的写法。留空：自动猜测。</translation>
    </message>
    <message>
        <source>auto, none, a column, or a date and a time column joined by +.</source>
        <translation>auto、none、某一列，或用 + 连接的日期列和时间列。</translation>
    </message>
    <message>
        <source>auto, or a pattern such as %d.%m.%Y %H:%M.</source>
        <translation>auto，或形如 %d.%m.%Y %H:%M 的格式。</translation>
    </message>
    <message>
        <source>What the network predicts.</source>
        <translation>网络要预测的内容。</translation>
    </message>
    <message>
        <source>Columns to forecast. Empty: the last one.</source>
        <translation>要预测的列。留空：最后一列。</translation>
    </message>
    <message>
        <source>Columns that the network sees. Empty: all.</source>
        <translation>网络看到的列。留空：全部。</translation>
    </message>
    <message>
        <source>Preprocessing steps from the raw to the prepared series, in order, each fitted on the training part only.</source>
        <translation>从原始序列到预处理序列的各个步骤，按顺序执行，每一步只在训练集上拟合。</translation>
    </message>
    <message>
        <source>Steps that the network sees before it forecasts.</source>
        <translation>网络在预测之前看到的步数。</translation>
    </message>
    <message>
        <source>Steps that are forecast from one window.</source>
        <translation>由一个窗口预测的步数。</translation>
    </message>
    <message>
        <source>Rows between two parts that no target touches.</source>
        <translation>两部分之间任何目标都不涉及的行数。</translation>
    </message>
    <message>
        <source>The recurrent unit.</source>
        <translation>循环单元。</translation>
    </message>
    <message>
        <source>Units per layer and direction. More can learn more, cost more and overfit sooner.</source>
        <translation>每层每个方向的单元数。越多能学的越多，代价越高，也越容易过拟合。</translation>
    </message>
    <message>
        <source>Recurrent layers on top of each other.</source>
        <translation>堆叠的循环层数。</translation>
    </message>
    <message>
        <source>A second set of units reads each window backwards. The window only: never the future.</source>
        <translation>另一组单元反向读取每个窗口。只在窗口内：绝不看未来。</translation>
    </message>
    <message>
        <source>Size of the projected hidden state (proj_size of PyTorch; LSTM only). 0: none.</source>
        <translation>隐藏状态投影后的大小（即 PyTorch 的 proj_size；仅 LSTM）。0：不投影。</translation>
    </message>
    <message>
        <source>Gates also see the cell state (Gers and Schmidhuber 2000). LSTM only.</source>
        <translation>门也能看到细胞状态（Gers 与 Schmidhuber 2000）。仅 LSTM。</translation>
    </message>
    <message>
        <source>Adds a layer&apos;s input to its output, from the second layer on.</source>
        <translation>从第二层起，把层的输入加到输出上。</translation>
    </message>
    <message>
        <source>Normalises each layer&apos;s output over its units (Ba et al. 2016).</source>
        <translation>对每层输出在单元上做归一化（Ba 等 2016）。</translation>
    </message>
    <message>
        <source>What the head sees of the states over time.</source>
        <translation>输出层看到各时间步状态的哪一部分。</translation>
    </message>
    <message>
        <source>Size of the vector of each token, for text.</source>
        <translation>文本中每个词元的向量长度。</translation>
    </message>
    <message>
        <source>Probability that an output of a layer is set to zero while training. Acts from two layers on.</source>
        <translation>训练时某层输出被置零的概率。两层以上才起作用。</translation>
    </message>
    <message>
        <source>The same units are dropped at every step of a window (Gal and Ghahramani 2016).</source>
        <translation>在一个窗口的每一步丢弃相同的单元（Gal 与 Ghahramani 2016）。</translation>
    </message>
    <message>
        <source>Share of units that keep their last state (Krueger et al. 2017).</source>
        <translation>保持上一状态的单元比例（Krueger 等 2017）。</translation>
    </message>
    <message>
        <source>Adds the sum of absolute weights, times this, to the loss.</source>
        <translation>将权重绝对值之和乘以此值加到损失上。</translation>
    </message>
    <message>
        <source>Adds half the sum of squared weights, times this, to the loss.</source>
        <translation>将权重平方和的一半乘以此值加到损失上。</translation>
    </message>
    <message>
        <source>Standard deviation of normal noise added to the gradients (Neelakantan et al. 2015).</source>
        <translation>加到梯度上的正态噪声的标准差（Neelakantan 等 2015）。</translation>
    </message>
    <message>
        <source>Initialisation of the weights of the layer&apos;s input.</source>
        <translation>本层输入权重的初始化方式。</translation>
    </message>
    <message>
        <source>Initialisation of the weights of the previous hidden state.</source>
        <translation>上一隐藏状态的权重的初始化方式。</translation>
    </message>
    <message>
        <source>Initial bias of the forget gate. 1 keeps memories longer at first (Jozefowicz et al. 2015). LSTM only.</source>
        <translation>遗忘门偏置的初始值。1 在开始时使记忆保持更久（Jozefowicz 等 2015）。仅 LSTM。</translation>
    </message>
    <message>
        <source>Longest expected dependence in steps: gate biases are drawn for time scales up to it (Tallec and Ollivier 2018). 0: off.</source>
        <translation>预期的最长依赖步数：门偏置按不超过它的时间尺度抽取（Tallec 与 Ollivier 2018）。0：关闭。</translation>
    </message>
    <message>
        <source>Function that training minimises.</source>
        <translation>训练所最小化的函数。</translation>
    </message>
    <message>
        <source>Error from which the Huber loss grows linearly, on the prepared scale.</source>
        <translation>Huber 损失从此误差起线性增长，按预处理后的尺度。</translation>
    </message>
    <message>
        <source>How gradients update the weights.</source>
        <translation>如何由梯度更新权重。</translation>
    </message>
    <message>
        <source>Step size of the optimiser. Too high: the loss jumps or becomes NaN; too low: it crawls.</source>
        <translation>优化器的步长。太高：损失跳动或变成 NaN；太低：进展缓慢。</translation>
    </message>
    <message>
        <source>Looks ahead along the momentum (SGD).</source>
        <translation>沿动量方向前瞻（SGD）。</translation>
    </message>
    <message>
        <source>Decay rate of the running mean of the gradient (Adam family).</source>
        <translation>梯度滑动平均的衰减率（Adam 系列）。</translation>
    </message>
    <message>
        <source>Shrinks the weights at every step; decoupled from the gradient for AdamW.</source>
        <translation>每一步缩小权重；对 AdamW 与梯度解耦。</translation>
    </message>
    <message>
        <source>How many times training goes through all windows.</source>
        <translation>训练遍历全部窗口的次数。</translation>
    </message>
    <message>
        <source>Ends the run after this many optimiser steps. 0: no limit.</source>
        <translation>达到这么多优化器步后结束运行。0：不限。</translation>
    </message>
    <message>
        <source>Windows in a new random order each epoch.</source>
        <translation>每轮以新的随机顺序排列窗口。</translation>
    </message>
    <message>
        <source>Leaves out the last batch of an epoch when it is smaller.</source>
        <translation>每轮最后一批较小时将其略去。</translation>
    </message>
    <message>
        <source>Scales the gradient down to this norm where it is larger. 0: off.</source>
        <translation>梯度范数超过此值时缩小到此值。0：关闭。</translation>
    </message>
    <message>
        <source>Clips each element of the gradient to plus and minus this. 0: off.</source>
        <translation>把梯度的每个元素限制在正负此值之间。0：关闭。</translation>
    </message>
    <message>
        <source>Batches whose gradients are accumulated before a step.</source>
        <translation>更新一步之前累积梯度的批数。</translation>
    </message>
    <message>
        <source>Patience: ends the run after this many epochs without a better validation loss. 0: off.</source>
        <translation>耐心值：验证损失连续这么多轮没有改善时结束运行。0：关闭。</translation>
    </message>
    <message>
        <source>How the learning rate changes over the run.</source>
        <translation>学习率在运行中如何变化。</translation>
    </message>
    <message>
        <source>Steps over which the learning rate rises from zero.</source>
        <translation>学习率从零上升所用的步数。</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by.</source>
        <translation>学习率所乘的系数。</translation>
    </message>
    <message>
        <source>The learning rate never falls below this.</source>
        <translation>学习率不会低于此值。</translation>
    </message>
    <message>
        <source>Number format inside the network.</source>
        <translation>网络内部使用的数值格式。</translation>
    </message>
    <message>
        <source>Trains in a process of its own: a crash of the run leaves the window standing.</source>
        <translation>在独立进程中训练：运行崩溃不影响窗口。</translation>
    </message>
    <message>
        <source>Which code computes the recurrent layers. All give the same numbers within their tolerance.</source>
        <translation>由哪种代码计算循环层。在容差之内，所有实现给出相同的数值。</translation>
    </message>
    <message>
        <source>Losses stay on the device and are read in blocks.</source>
        <translation>损失保留在设备上，成块读取。</translation>
    </message>
    <message>
        <source>The whole step is recorded once and launched as one.</source>
        <translation>整个训练步只录制一次，作为整体启动。</translation>
    </message>
    <message>
        <source>Steps in one launch; stopping waits for the launch.</source>
        <translation>一次启动包含的步数；停止要等启动完成。</translation>
    </message>
    <message>
        <source>Gradient checkpointing: keeps states only every so many time steps and computes the rest again in the backward pass: less memory, more time. 0: off.</source>
        <translation>梯度检查点：每隔这么多时间步才保存状态，其余在反向传播时重新计算：省内存，费时间。0：关闭。</translation>
    </message>
    <message>
        <source>Only algorithms that give the same bits each time.</source>
        <translation>只使用每次结果逐位相同的算法。</translation>
    </message>
    <message>
        <source>Treats numbers below 1e-38 as zero, which some processors compute much faster.</source>
        <translation>将小于 1e-38 的数视为零，某些处理器因此快得多。</translation>
    </message>
    <message>
        <source>How much training a crash may cost at most. 0: a checkpoint after every step.</source>
        <translation>一次崩溃最多损失多少训练时间。0：每一步之后都保存检查点。</translation>
    </message>
    <message>
        <source>The values are converted and copied to the device once, not for every batch.</source>
        <translation>数值只转换并拷贝到设备一次，而不是每批一次。</translation>
    </message>
    <message>
        <source>One indexed read gathers a batch, straight into time, batch, feature. Off: one window after the other.</source>
        <translation>一次索引读取收集整批，直接成为时间、批、特征的次序。关闭：逐个窗口读取。</translation>
    </message>
    <message>
        <source>The next batch is copied to the GPU while the present one is computed.</source>
        <translation>计算当前批的同时把下一批拷贝到 GPU。</translation>
    </message>
    <message>
        <source>All weights of a layer are updated in one call. Off: every matrix and bias for itself.</source>
        <translation>一层的所有权重一次更新。关闭：每个矩阵和偏置单独更新。</translation>
    </message>
    <message>
        <source>Adds a linear forecast from the whole window to the network&apos;s (as the autoregressive part of Lai et al. 2018).</source>
        <translation>在网络的预测上再加一个由整个窗口得到的线性预测（即 Lai 等人 2018 年的自回归部分）。</translation>
    </message>
    <message>
        <source>Where the clocks of the shown times stand, as an offset such as +08:00. auto: UTC where the file gives offsets or counts from 1970, else as written.</source>
        <translation>所示时间的时钟所在时区，写作偏移量，例如 +08:00。auto：文件给出偏移量或从 1970 年计数时为 UTC，否则按原样。</translation>
    </message>
    <message>
        <source>How far each layer&apos;s weights move, how many gates are saturated, how its values are spread: looked at every so many steps. 100 costs little. 0: never.</source>
        <translation>每隔这么多步查看一次：各层权重移动了多少、多少门已饱和、数值如何分布。100 的开销很小。0：从不。</translation>
    </message>
    <message>
        <source>Each CPU thread computes some rows of every batch. Off: the threads share every single operation.</source>
        <translation>每个 CPU 线程计算每个批次中的若干行。关闭时：各线程分担每一次运算。</translation>
    </message>
    <message>
        <source>Seed of the random numbers in the built-in series. The seed of training is separate: its runs can be compared on the same data.</source>
        <translation>内置序列中随机数的种子。训练的种子与它无关：不同种子的运行可在同一份数据上比较。</translation>
    </message>
    <message>
        <source>Distance between two rows, such as 15min, 1h or 1d: gaps and seasons are counted in it. auto: the most frequent distance.</source>
        <translation>相邻两行的间隔，例如 15min、1h 或 1d：缺口和季节按它计算。auto：出现最多的间隔。</translation>
    </message>
    <message>
        <source>Stateful training: each batch goes on from the state that the last one ended with (truncated back-propagation through time). Training windows then stand end to end, in as many streams as a batch has windows; those of validation and test begin from a state of zero, so that no score depends on their order.</source>
        <translation>有状态训练：每个批次从上一批次结束时的状态继续（截断的沿时间反向传播）。训练窗口首尾相接，批次中有多少个窗口就有多少条流；验证和测试窗口从零状态开始，因此评分与窗口的顺序无关。</translation>
    </message>
    <message>
        <source>Which quantiles to forecast with the quantile loss, or to read off the distribution of the Gaussian one, each between 0 and 1. The lowest and the highest bound the interval that is drawn and scored.</source>
        <translation>用分位数损失预测哪些分位数，或从高斯损失的分布中读出哪些分位数，每个都在 0 和 1 之间。最低和最高的一个界定所绘制和评分的区间。</translation>
    </message>
    <message>
        <source>Epochs without a better validation loss before the learning rate is cut. The default of PyTorch&apos;s ReduceLROnPlateau is 10.</source>
        <translation>验证损失没有变好时，降低学习率之前容许的轮数。PyTorch 的 ReduceLROnPlateau 默认为 10。</translation>
    </message>
    <message>
        <source>Share of the best validation loss by which a new one must be lower to count as better (threshold of PyTorch&apos;s ReduceLROnPlateau).</source>
        <translation>新的验证损失须比最佳值低多少（占最佳值的比例）才算变好（PyTorch ReduceLROnPlateau 的 threshold）。</translation>
    </message>
    <message>
        <source>Share of the run over which the learning rate rises (pct_start of PyTorch&apos;s OneCycleLR).</source>
        <translation>学习率上升的部分占整个运行的比例（PyTorch OneCycleLR 的 pct_start）。</translation>
    </message>
    <message>
        <source>The cycle starts at the learning rate divided by this (div_factor of PyTorch&apos;s OneCycleLR).</source>
        <translation>周期从学习率除以此数开始（PyTorch OneCycleLR 的 div_factor）。</translation>
    </message>
    <message>
        <source>The cycle ends at its start divided by this (final_div_factor of PyTorch&apos;s OneCycleLR).</source>
        <translation>周期在其起始值除以此数处结束（PyTorch OneCycleLR 的 final_div_factor）。</translation>
    </message>
    <message>
        <source>How several steps are forecast. A recursive one reads its own forecasts as inputs, so the targets must be among the inputs; calendar inputs go on, all others keep their last known value.</source>
        <translation>如何预测多个时间步。递归解码器把自己的预测当作输入，因此目标必须在输入之中；日历输入继续向前，其他输入保持最后的已知值。</translation>
    </message>
    <message>
        <source>Momentum factor: share of the last update that is carried into the next (SGD, RMSprop). PyTorch&apos;s default is 0 for both.</source>
        <translation>动量系数：上一步更新延续到下一步的比例（SGD、RMSprop）。PyTorch 中两者默认都是 0。</translation>
    </message>
    <message>
        <source>Decay rate of the running mean of the squared gradient (Adam family, RMSprop). PyTorch&apos;s RMSprop calls it alpha; its default is 0.99.</source>
        <translation>梯度平方滑动平均的衰减率（Adam 系列、RMSprop）。PyTorch 的 RMSprop 称之为 alpha，默认 0.99。</translation>
    </message>
    <message>
        <source>Share of the recursive decoder&apos;s steps that read the truth instead of the last forecast while training, at the start of the run (Williams and Zipser 1989). 1: all. 0: none, as in use.</source>
        <translation>训练时，递归解码器中读取真实值而非上一步预测的步所占的比例，指运行开始时（Williams 和 Zipser 1989）。1：全部。0：没有，与使用时相同。</translation>
    </message>
    <message>
        <source>That share at the end of the planned run. In between it goes in a line, drawn anew for each step and window (scheduled sampling, Bengio et al. 2015).</source>
        <translation>计划的运行结束时的这一比例。其间按直线变化，每一步、每个窗口都重新抽取（计划采样，Bengio 等人 2015）。</translation>
    </message>
    <message>
        <source>Address space that the process of the run may take, libraries included; a run that needs more ends by itself, with its last checkpoint kept. Not for the window&apos;s own process. 0: no limit.</source>
        <translation>运行所在的进程可占用的地址空间，包括各种库；需要更多时，运行会自行结束，并保留最后一个检查点。不适用于窗口自身的进程。0：不限制。</translation>
    </message>
    <message>
        <source>Starts a run also when its memory forecast is far above what is free. The system may end it, or become very slow.</source>
        <translation>即使内存预测远超可用内存，也启动运行。系统可能会终止它，或变得非常慢。</translation>
    </message>
    <message>
        <source>Windows or sequences per step.</source>
        <translation>每步的窗口数或序列数。</translation>
    </message>
    <message>
        <source>Momentum (beta 1 of the Adam family) falls from 0.95 to 0.85 while the learning rate rises, and comes back (cycle_momentum of PyTorch&apos;s OneCycleLR, on there by default).</source>
        <translation>学习率上升时动量（Adam 系列为 beta 1）从 0.95 降到 0.85，随后再升回（即 PyTorch OneCycleLR 的 cycle_momentum，那里默认开启）。</translation>
    </message>
    <message>
        <source>Share of each gradient that does not go into the momentum, from the second step on (SGD).</source>
        <translation>从第二步起，每个梯度中不计入动量的比例（SGD）。</translation>
    </message>
    <message>
        <source>Divides by the largest running mean of the squared gradient so far, not by the present one (Reddi et al. 2018). Keeps one more number per weight (Adam, AdamW).</source>
        <translation>除以迄今最大的梯度平方滑动平均，而不是当前值（Reddi 等 2018）。每个权重多保存一个数（Adam、AdamW）。</translation>
    </message>
    <message>
        <source>Divides by the standard deviation of the gradient from its running mean (Graves 2013). Keeps one more number per weight (RMSprop).</source>
        <translation>除以梯度相对其滑动均值的标准差（Graves 2013）。每个权重多保存一个数（RMSprop）。</translation>
    </message>
    <message>
        <source>How fast NAdam&apos;s momentum rises from about half of beta 1 to all of it. 0: it stays at half.</source>
        <translation>NAdam 的动量从约 beta 1 的一半升到全部的快慢。0：一直为一半。</translation>
    </message>
    <message>
        <source>Divides the learning rate of step n by 1 + (n - 1) times this, besides the schedule (Adagrad).</source>
        <translation>除学习率计划之外，第 n 步的学习率再除以 1 + (n - 1) 乘以该值（Adagrad）。</translation>
    </message>
    <message>
        <source>Where the sums of squared gradients start. More makes the first steps smaller (Adagrad).</source>
        <translation>梯度平方和的起始值。越大，最初的步长越小（Adagrad）。</translation>
    </message>
    <message>
        <source>The weight decay shrinks the weights by themselves, not through the gradient (Loshchilov and Hutter 2019). Makes AdamW of Adam, and the same of NAdam.</source>
        <translation>权重衰减直接缩小权重，而不经过梯度（Loshchilov 与 Hutter 2019）。使 Adam 成为 AdamW，对 NAdam 亦然。</translation>
    </message>
    <message>
        <source>Steps from one training window to the next; validation and test always have every window.</source>
        <translation>相邻训练窗口之间的步数；验证和测试总是使用每一个窗口。</translation>
    </message>
    <message>
        <source>Steps between two cuts of the learning rate, or between two restarts of the cosine.</source>
        <translation>学习率两次下降之间的步数，或余弦两次重启之间的步数。</translation>
    </message>
    <message>
        <source>Keeps divisions finite. PyTorch&apos;s Adagrad has 1e-10 by default.</source>
        <translation>防止除以零。PyTorch 的 Adagrad 默认为 1e-10。</translation>
    </message>
    <message>
        <source>Rare classes count more, so that all classes weigh the same. Each batch divides by the sum of its own weights; gradients added up over several batches are the mean of theirs, not quite those of one large batch.</source>
        <translation>稀有类别权重更大，使所有类别的总权重相同。每个批次除以其自身的权重之和；多个批次累积的梯度是各批次梯度的平均，与一个大批次的梯度不完全相同。</translation>
    </message>
    <message>
        <source>Decay of the exponential moving average (EMA) of the weights that is used for forecasts. It starts from the initial weights, without bias correction: they count until about 1 / (1 - decay) steps are done (PyTorch&apos;s AveragedModel starts from the weights after the first step). 0: off.</source>
        <translation>用于预测的权重指数移动平均（EMA）的衰减率。它从初始权重开始，且不作偏差校正：初始权重的影响持续约 1 / (1 - 衰减率) 步（PyTorch 的 AveragedModel 从第一步之后的权重开始）。0：关闭。</translation>
    </message>
    <message>
        <source>Seed of every random stream: initial weights, order of the windows, dropout. The same seed repeats a run exactly, on a machine with as many cores or with the same number of CPU threads.</source>
        <translation>所有随机数流的种子：初始权重、窗口顺序、dropout。在核心数相同的机器上，或使用相同的 CPU 线程数时，相同的种子会精确重现一次运行。</translation>
    </message>
    <message>
        <source>What the network&apos;s output is added to. It is also subtracted from the target&apos;s own column in the window, so that the network sees distances from it; the other inputs stay as they are. With the last value, persistence is the starting point. With mean and SD, both are also divided by the window&apos;s own spread.</source>
        <translation>网络输出所加到的基准。窗口中目标自身的列也会减去它，因此网络看到的是与基准的距离；其他输入保持不变。选择最后的值时，起点就是持续预测。选择均值与标准差时，两者还会除以窗口自身的标准差。</translation>
    </message>
    <message>
        <source>0: all cores, where a step has enough work for them. The number of threads changes the order of sums, and so the last bits of a run. The window keeps one core for itself.</source>
        <translation>0：每步工作量足够时使用全部核心。线程数会改变求和的顺序，从而改变运行结果的最后几位。窗口为自己保留一个核心。</translation>
    </message>
    <message>
        <source>What the settings that suit the data are chosen for. It changes none by itself: those that are set by hand stay.</source>
        <translation>适合数据的设置为何目的而选。它本身不改变结果：手动设置的值保持不变。</translation>
    </message>
    <message>
        <source>Processes of this computer that share each batch; the bits do not depend on their number. CPU threads then says how many blocks a batch is cut into (0: 16). Threads do the same for less: 2 ranks are as fast as 2 threads at best.</source>
        <translation>本机上共同计算每个批次的进程；结果的每一位都与进程数无关。此时“CPU 线程”表示每个批次切成多少块（0：16 块）。线程的代价更小：2 个进程最多与 2 个线程一样快。</translation>
    </message>
    <message>
        <source>The start values of the recurrent weights times this. Above 1 gradients of a plain RNN tend to grow over the steps, below 1 to vanish.</source>
        <translation>循环权重的初始值乘以此数。大于 1 时普通 RNN 的梯度往往逐步增大，小于 1 时逐步消失。</translation>
    </message>
    <message>
        <source>What ranks send of their gradients. Fewer bytes are other numbers, and no help under 280 kB of gradient on links faster than 100 Mbit/s, which is nearly every network here. PowerSGD and top-k gain where each rank has few of the batch&apos;s blocks, and keep what they put off in the checkpoint.</source>
        <translation>并行进程发送梯度的哪些内容。字节更少，数值也不同；梯度小于 280 kB 且链路快于 100 Mbit/s 时没有帮助，这里几乎所有网络都是如此。每个进程只有批次的少数几块时 PowerSGD 和 top-k 才有收益；推迟的部分保存在检查点中。</translation>
    </message>
    <message>
        <source>Columns of the two factors that stand for the gradient of each weight matrix.</source>
        <translation>代表每个权重矩阵梯度的两个因子的列数。</translation>
    </message>
    <message>
        <source>Share of the gradient&apos;s numbers that each block of a batch sends: 0.01 is 1 of 100.</source>
        <translation>批次的每一块发送的梯度数所占比例：0.01 即每 100 个发送 1 个。</translation>
    </message>
    <message>
        <source>Data sets or arrays that become columns, the sheet of a workbook, the file of an archive. Empty: all numeric ones of the same length; the first sheet; the file that holds most.</source>
        <translation>要作为列的数据集或数组、工作簿的工作表、压缩包中的文件。留空：所有等长的数值数据集；第一个工作表；内容最多的文件。</translation>
    </message>
    <message>
        <source>What a row of the table is; other shapes are turned before they are read.</source>
        <translation>表格的一行代表什么；其他形状会先转换再读取。</translation>
    </message>
    <message>
        <source>auto, cpu, or cuda:0 and so on. auto takes the GPU when one works. xla:0 is a TPU or another device of XLA, by a PJRT plugin that is installed.</source>
        <translation>auto、cpu 或 cuda:0 等。auto 在 GPU 可用时使用 GPU。xla:0 是 TPU 或 XLA 的其他设备，需要已安装的 PJRT 插件。</translation>
    </message>
    <message>
        <source>CSV, Excel, Parquet, HDF5, NumPy or another known file, packed or not; on the command line also several, a folder or a pattern, which are read together. Empty: the built-in series.</source>
        <translation>CSV、Excel、Parquet、HDF5、NumPy 或其他已知格式的文件，压缩与否均可；在命令行中还可以给出多个文件、一个文件夹或一个通配模式，它们会一起读取。留空：内置序列。</translation>
    </message>
    <message>
        <source>Ranks share the layers, not the rows: each window goes through them in so many chunks of time, which saves memory of activations. The bits depend on the chunks, not on the ranks. Networks of this size seldom need it: they fit anywhere, and ranks that share the batch gain more. 0: off.</source>
        <translation>并行进程分担各层而不是各行：每个窗口按时间分成这么多块依次通过各层，从而节省激活值的内存。逐位结果取决于块数，与进程数无关。这种规模的网络很少需要它：它们到处都放得下，而分担批次的进程收益更大。0：关闭。</translation>
    </message>
    <message>
        <source>Oldest row first, whatever their order in the file; rows of one time keep theirs.</source>
        <translation>不论文件中的顺序如何，最早的行排在最前；同一时刻的行保持原有顺序。</translation>
    </message>
    <message>
        <source>Even rows at this distance, such as 15min, 1h or 1d, each made of the rows of the file in its span. A span without one is missing. none: rows as in the file.</source>
        <translation>以此间隔（如 15min、1h 或 1d）生成等距的行，每行由文件中落在该时段内的行得出。时段内没有行则为缺失。none：保持文件中的行。</translation>
    </message>
    <message>
        <source>What becomes of several rows in one span.</source>
        <translation>同一时段内的多行如何合并。</translation>
    </message>
    <message>
        <source>Train, validation and test in time order, in shares (60%/20%/20%) or rows (8640/2880/2880). Sequences are drawn; &quot;stratified&quot; after the shares gives each part its share of every class. Where the data bring their test part, two shares are enough: 85%/15% stratified. Many series are each cut like this; &quot;dates&quot; after the shares cuts all at the same dates, &quot;series&quot; holds whole series out.</source>
        <translation>按时间顺序划分训练、验证和测试，用比例（60%/20%/20%）或行数（8640/2880/2880）。样本序列随机抽取；比例后加“stratified”使每部分都含各类别的相应份额。数据自带测试部分时，两个比例即可：85%/15% stratified。多条序列各自这样划分；比例后加“dates”在相同日期处划分全部序列，加“series”则整条序列留出。</translation>
    </message>
    <message>
        <source>Share of the training windows that augmentation changes, drawn anew for each epoch. Validation and test are never changed.</source>
        <translation>数据增强所改动的训练窗口占比，每轮重新抽取。验证集和测试集从不改动。</translation>
    </message>
    <message>
        <source>Standard deviation of normal noise added to the inputs, in units of the prepared values (Um et al. 2017). 0.03 is a usual start.</source>
        <translation>加到输入上的正态噪声的标准差，以处理后的数值为单位（Um 等，2017）。通常从 0.03 开始。</translation>
    </message>
    <message>
        <source>Standard deviation of a factor about 1 for the whole window and its answer (Um et al. 2017). 0.1 is a usual start.</source>
        <translation>整个窗口及其答案所乘系数（均值为 1）的标准差（Um 等，2017）。通常从 0.1 开始。</translation>
    </message>
    <message>
        <source>How unevenly the time of a window runs: standard deviation of the logarithm of its speed (Um et al. 2017). Its first and last step stay in place.</source>
        <translation>窗口内时间快慢不均的程度：速度对数的标准差（Um 等，2017）。首末两步保持不动。</translation>
    </message>
    <message>
        <source>Largest share of a window that is cut off; the rest is stretched to its length (Le Guennec et al. 2016). Forecasts keep its end.</source>
        <translation>最多切去窗口的多大比例；其余部分拉伸到原长（Le Guennec 等，2016）。预测任务保留窗口末端。</translation>
    </message>
    <message>
        <source>Largest share of another training window, and of its answer, that is mixed in (Zhang et al. 2018).</source>
        <translation>最多混入另一个训练窗口及其答案的多大比例（Zhang 等，2018）。</translation>
    </message>
    <message>
        <source>Probability that a step of a window repeats the inputs of the step before it.</source>
        <translation>窗口中某一步重复前一步输入的概率。</translation>
    </message>
</context>
<context>
    <name>FieldText</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>Range: %1 %2</source>
        <translation>范围：%1 %2</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认值：%1</translation>
    </message>
    <message>
        <source>Can be changed while a run goes on.</source>
        <translation>运行过程中可以修改。</translation>
    </message>
    <message>
        <source>A number is needed here, for example %1.</source>
        <translation>此处需要一个数，例如 %1。</translation>
    </message>
    <message>
        <source>This is not a number. Write it like %1.</source>
        <translation>这不是数。请写成类似 %1 的形式。</translation>
    </message>
    <message>
        <source>A whole number is needed here, for example %1.</source>
        <translation>此处需要一个整数，例如 %1。</translation>
    </message>
    <message>
        <source>Out of range: allowed is %1.</source>
        <translation>超出范围：允许 %1。</translation>
    </message>
    <message>
        <source>lr</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>clip</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>clip each</source>
        <translation>逐值裁剪</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>patience</source>
        <translation>早停</translation>
    </message>
    <message>
        <source>layer health</source>
        <translation>各层检查</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>bi</source>
        <translation>双向</translation>
    </message>
</context>
<context>
    <name>FieldUse</name>
    <message>
        <source>A file is loaded; choose a built-in series to use this.</source>
        <translation>已载入文件；选择内置序列后才能使用。</translation>
    </message>
    <message>
        <source>Only forecasts have a value to start from.</source>
        <translation>只有预测任务才有起始值。</translation>
    </message>
    <message>
        <source>Only the forecast task looks ahead.</source>
        <translation>只有预测任务向前看。</translation>
    </message>
    <message>
        <source>The sequences of this data have their own length.</source>
        <translation>此数据的序列各有自己的长度。</translation>
    </message>
    <message>
        <source>Only the LSTM has a projection.</source>
        <translation>只有 LSTM 有投影。</translation>
    </message>
    <message>
        <source>Only the LSTM has peepholes.</source>
        <translation>只有 LSTM 有窥视孔。</translation>
    </message>
    <message>
        <source>Acts from two layers on.</source>
        <translation>两层以上才起作用。</translation>
    </message>
    <message>
        <source>Only text has tokens to embed.</source>
        <translation>只有文本才有词元可嵌入。</translation>
    </message>
    <message>
        <source>Only the Huber loss uses this.</source>
        <translation>仅 Huber 损失使用。</translation>
    </message>
    <message>
        <source>Only tasks with classes use this.</source>
        <translation>仅带类别的任务使用。</translation>
    </message>
    <message>
        <source>Only SGD and RMSprop use this.</source>
        <translation>仅 SGD 和 RMSprop 使用。</translation>
    </message>
    <message>
        <source>Only SGD with momentum uses this.</source>
        <translation>仅带动量的 SGD 使用。</translation>
    </message>
    <message>
        <source>Only the Adam family uses this.</source>
        <translation>仅 Adam 系列使用。</translation>
    </message>
    <message>
        <source>Only the Adam family and RMSprop use this.</source>
        <translation>仅 Adam 系列和 RMSprop 使用。</translation>
    </message>
    <message>
        <source>SGD divides by nothing.</source>
        <translation>SGD 不做除法。</translation>
    </message>
    <message>
        <source>This schedule has no period.</source>
        <translation>此学习率计划没有周期。</translation>
    </message>
    <message>
        <source>This schedule has no factor.</source>
        <translation>此学习率计划没有系数。</translation>
    </message>
    <message>
        <source>A constant learning rate does not fall.</source>
        <translation>恒定的学习率不会下降。</translation>
    </message>
    <message>
        <source>Counts for training on the CPU.</source>
        <translation>仅在 CPU 上训练时有效。</translation>
    </message>
    <message>
        <source>Needs a CUDA device.</source>
        <translation>需要 CUDA 设备。</translation>
    </message>
    <message>
        <source>Needs a CUDA device and the CUDA graph.</source>
        <translation>需要 CUDA 设备和 CUDA 图。</translation>
    </message>
    <message>
        <source>The sequences of this data do not follow each other.</source>
        <translation>此数据的各条序列并不前后相接。</translation>
    </message>
    <message>
        <source>Only the schedule plateau uses this.</source>
        <translation>只有学习率计划“平台期”使用此项。</translation>
    </message>
    <message>
        <source>Only the schedule one cycle uses this.</source>
        <translation>只有学习率计划“单周期”使用此项。</translation>
    </message>
    <message>
        <source>Counts for a run in its own process.</source>
        <translation>仅对在独立进程中的运行有效。</translation>
    </message>
    <message>
        <source>CUDA sets aside more address space than any limit would allow.</source>
        <translation>CUDA 预留的地址空间超过任何上限。</translation>
    </message>
    <message>
        <source>Only files are read with this.</source>
        <translation>只有读取文件时才用到。</translation>
    </message>
    <message>
        <source>Only the forecast task chooses columns.</source>
        <translation>只有预测任务才选择列。</translation>
    </message>
    <message>
        <source>Only forecasts have a linear path.</source>
        <translation>只有预测才有线性通路。</translation>
    </message>
    <message>
        <source>Only the recursive decoder reads forecasts or the truth.</source>
        <translation>只有递归解码器才会读入预测值或真实值。</translation>
    </message>
    <message>
        <source>Labelling reads the state of every step.</source>
        <translation>逐步标注读取每一步的状态。</translation>
    </message>
    <message>
        <source>Acts for a horizon of several steps.</source>
        <translation>预测步数大于 1 时起作用。</translation>
    </message>
    <message>
        <source>The cycle of the momentum sets this.</source>
        <translation>此项由动量周期设定。</translation>
    </message>
    <message>
        <source>The chrono initialisation sets the forget gate.</source>
        <translation>遗忘门由 chrono 初始化设定。</translation>
    </message>
    <message>
        <source>Adagrad has no momentum.</source>
        <translation>Adagrad 没有动量。</translation>
    </message>
    <message>
        <source>Only Adam and AdamW use this.</source>
        <translation>仅 Adam 和 AdamW 使用。</translation>
    </message>
    <message>
        <source>Only RMSprop uses this.</source>
        <translation>仅 RMSprop 使用。</translation>
    </message>
    <message>
        <source>Only NAdam uses this.</source>
        <translation>仅 NAdam 使用。</translation>
    </message>
    <message>
        <source>Only Adagrad uses this.</source>
        <translation>仅 Adagrad 使用。</translation>
    </message>
    <message>
        <source>AdamW&apos;s weight decay is decoupled by itself.</source>
        <translation>AdamW 的权重衰减本来就是解耦的。</translation>
    </message>
    <message>
        <source>Only Adam and NAdam use this.</source>
        <translation>仅 Adam 和 NAdam 使用。</translation>
    </message>
    <message>
        <source>There is no validation part whose loss could stop it.</source>
        <translation>没有验证集，其损失无法使训练停止。</translation>
    </message>
    <message>
        <source>Only several ranks exchange gradients.</source>
        <translation>只有多个并行进程才交换梯度。</translation>
    </message>
    <message>
        <source>Only the gradient exchange PowerSGD uses this.</source>
        <translation>只有梯度交换 PowerSGD 使用此项。</translation>
    </message>
    <message>
        <source>Only the gradient exchange top-k uses this.</source>
        <translation>只有梯度交换 top-k 使用此项。</translation>
    </message>
    <message>
        <source>The gates of this cell do not see its state, so there is nothing to drop.</source>
        <translation>这种单元的门不看自己的状态，因此没有可丢弃的。</translation>
    </message>
    <message>
        <source>This cell has no recurrent matrix; an LRU&apos;s own rates start on a ring.</source>
        <translation>这种单元没有循环矩阵；LRU 自己的速率从一个圆环上开始。</translation>
    </message>
    <message>
        <source>Only cells with a forget gate use this.</source>
        <translation>只有带遗忘门的单元使用它。</translation>
    </message>
    <message>
        <source>This cell has no gate that keeps the old state.</source>
        <translation>这种单元没有保留旧状态的门。</translation>
    </message>
    <message>
        <source>The rows stay as they are in the file.</source>
        <translation>各行保持文件中的样子。</translation>
    </message>
    <message>
        <source>No way to change windows is on.</source>
        <translation>没有开启任何改动窗口的方式。</translation>
    </message>
    <message>
        <source>Each step has a label of its own, which would no longer stand beside it.</source>
        <translation>每一步都有自己的标签，改动后标签就对不上了。</translation>
    </message>
    <message>
        <source>Half of one class and half of another is none.</source>
        <translation>一半是这一类、一半是那一类，就不成其为类别。</translation>
    </message>
    <message>
        <source>Only losses that give quantiles or a distribution use this.</source>
        <translation>只有给出分位数或分布的损失使用它。</translation>
    </message>
</context>
<context>
    <name>FigureModel</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>SD</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation, divided by n</source>
        <translation>标准差，除以 n</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>Root of the mean square</source>
        <translation>平方均值的平方根</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Lower quartile</source>
        <translation>下四分位</translation>
    </message>
    <message>
        <source>A quarter of the values lies below; of at most 200 000 values, evenly spread</source>
        <translation>四分之一的值低于它；最多取均匀分布的 200 000 个值</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Upper quartile</source>
        <translation>上四分位</translation>
    </message>
    <message>
        <source>A quarter of the values lies above; of at most 200 000 values, evenly spread</source>
        <translation>四分之一的值高于它；最多取均匀分布的 200 000 个值</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Skewness</source>
        <translation>偏度</translation>
    </message>
    <message>
        <source>Above 0: a longer tail upwards</source>
        <translation>大于 0：右侧尾部更长</translation>
    </message>
</context>
<context>
    <name>FileAction</name>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>open</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>make the folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>move &apos;%1&apos; to</source>
        <translation>把“%1”移动到</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>look at the free space of</source>
        <translation>查看可用空间：</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>look at</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>read rows %1 to %2 of &apos;%3&apos; in</source>
        <translation>读取“%3”的第 %1 至 %2 行，文件：</translation>
    </message>
    <message>
        <source>write %1 to</source>
        <translation>把 %1 写入</translation>
    </message>
    <message>
        <source>finish writing</source>
        <translation>完成写入</translation>
    </message>
    <message>
        <source>bring to the disk</source>
        <translation>存到磁盘</translation>
    </message>
    <message>
        <source>start the worker</source>
        <translation>启动工作进程</translation>
    </message>
    <message>
        <source>make a socket</source>
        <translation>创建套接字</translation>
    </message>
    <message>
        <source>listen on</source>
        <translation>监听</translation>
    </message>
    <message>
        <source>open the run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>move the workspace to</source>
        <translation>把工作区移动到</translation>
    </message>
    <message>
        <source>start the program</source>
        <translation>启动程序</translation>
    </message>
    <message>
        <source>read the texts of &apos;%1&apos; in</source>
        <translation>读取其中“%1”的文本：</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>the database &apos;%1&apos; is damaged (%2); other files are not touched; restore it from a backup, or remove it</source>
        <translation>数据库“%1”已损坏（%2）；其他文件未受影响；请从备份恢复或将其删除</translation>
    </message>
    <message>
        <source>the database &apos;%1&apos; is being written by another program; nothing was changed; try again in a moment</source>
        <translation>另一个程序正在写数据库“%1”；没有任何改动；请稍后再试</translation>
    </message>
    <message>
        <source>the database &apos;%1&apos; refused a statement: %2; nothing was changed</source>
        <translation>数据库“%1”拒绝了一条语句：%2；没有任何改动</translation>
    </message>
    <message>
        <source>cannot write &apos;%1&apos;: it is a device or pipe; nothing was changed; choose a file</source>
        <translation>无法写入“%1”：它是设备或管道；没有任何改动；请选择一个文件</translation>
    </message>
    <message>
        <source>copying &apos;%1&apos; was cancelled</source>
        <translation>已取消复制“%1”</translation>
    </message>
    <message>
        <source>cannot read &apos;%1&apos;: it is a device or pipe; choose a file</source>
        <translation>无法读取“%1”：它是设备或管道；请选择一个文件</translation>
    </message>
    <message>
        <source>cannot read &apos;%1&apos;: it has %2 bytes, and at most %3 are read; choose a smaller file</source>
        <translation>无法读取“%1”：它有 %2 字节，最多读取 %3 字节；请选择更小的文件</translation>
    </message>
    <message>
        <source>reading &apos;%1&apos; was cancelled</source>
        <translation>已取消读取“%1”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is in use by a running program; nothing was changed; wait until it has ended, or stop it</source>
        <translation>“%1”正被运行中的程序使用；没有任何改动；请等它结束，或停止它</translation>
    </message>
    <message>
        <source>cannot read &apos;%1&apos;: it is not a file; choose a file</source>
        <translation>无法读取“%1”：它不是文件；请选择一个文件</translation>
    </message>
    <message>
        <source>the HDF5 library gives no reason</source>
        <translation>HDF5 库没有给出原因</translation>
    </message>
    <message>
        <source>cannot %1 &apos;%2&apos;: %3; %4</source>
        <translation>无法%1“%2”：%3；%4</translation>
    </message>
    <message>
        <source>nothing was loaded; fetch or write the file again</source>
        <translation>没有载入任何数据；请重新获取或写出该文件</translation>
    </message>
    <message>
        <source>cannot read &apos;%1&apos;: it is not an HDF5 file, or its beginning is damaged; choose another file</source>
        <translation>无法读取“%1”：它不是 HDF5 文件，或开头已损坏；请选择其他文件</translation>
    </message>
    <message>
        <source>cannot read &apos;%1&apos;: it has more than %2 objects, or groups more than %3 deep; copy what is needed into a smaller file</source>
        <translation>无法读取“%1”：对象超过 %2 个，或分组超过 %3 层；请把需要的部分复制到较小的文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no data set &apos;%2&apos; of its own; choose another</source>
        <translation>“%1”自身没有数据集“%2”；请另选一个</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>not enough memory for %1; close other programs and try again</source>
        <translation>内存不足以处理 %1；请关闭其他程序后再试</translation>
    </message>
    <message>
        <source>reading %1 was cancelled</source>
        <translation>已取消读取 %1</translation>
    </message>
    <message>
        <source>its description is damaged</source>
        <translation>其描述已损坏</translation>
    </message>
    <message>
        <source>its values are not plain numbers</source>
        <translation>其值不是普通数字</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>it is a single value</source>
        <translation>它只有一个值</translation>
    </message>
    <message>
        <source>an older file of that name is untouched; check the free space and try again</source>
        <translation>同名的旧文件未受影响；请检查可用空间后再试</translation>
    </message>
    <message>
        <source>the shape of &apos;%1&apos; does not fit its %2 values</source>
        <translation>“%1”的形状与它的 %2 个值不符</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be read back after writing &apos;%2&apos;; an older file of that name is untouched; try another disk</source>
        <translation>写入“%2”后无法读回“%1”；同名的旧文件未受影响；请换一个磁盘</translation>
    </message>
    <message>
        <source>nothing was changed; check the free space and try again</source>
        <translation>没有任何改动；请检查可用空间后再试</translation>
    </message>
    <message>
        <source>no space is left on the device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>free some space and try again</source>
        <translation>请腾出空间后再试</translation>
    </message>
    <message>
        <source>your disk quota is used up</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>delete files of yours or ask for a larger quota, then try again</source>
        <translation>请删除自己的一些文件或申请更大的配额，然后再试</translation>
    </message>
    <message>
        <source>the file would be larger than the file system or the process limit allows</source>
        <translation>文件会超过文件系统或进程限制允许的大小</translation>
    </message>
    <message>
        <source>choose another disk</source>
        <translation>请选择其他磁盘</translation>
    </message>
    <message>
        <source>the file system is read-only</source>
        <translation>文件系统是只读的</translation>
    </message>
    <message>
        <source>choose a folder on another disk, or mount this one for writing</source>
        <translation>请选择其他磁盘上的文件夹，或以可写方式挂载此磁盘</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>change the permissions of the file or its folder, or choose another folder</source>
        <translation>请修改文件或其文件夹的权限，或选择其他文件夹</translation>
    </message>
    <message>
        <source>the system does not allow it</source>
        <translation>系统不允许</translation>
    </message>
    <message>
        <source>check the owner and attributes of the file, or choose another folder</source>
        <translation>请检查文件的所有者和属性，或选择其他文件夹</translation>
    </message>
    <message>
        <source>no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>check the name</source>
        <translation>请检查名称</translation>
    </message>
    <message>
        <source>a part of the path is a file, not a folder</source>
        <translation>路径中的某一部分是文件而不是文件夹</translation>
    </message>
    <message>
        <source>check the path</source>
        <translation>请检查路径</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>choose a file</source>
        <translation>请选择一个文件</translation>
    </message>
    <message>
        <source>it exists already</source>
        <translation>它已经存在</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>请换一个名称</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>名称太长</translation>
    </message>
    <message>
        <source>choose a shorter one</source>
        <translation>请换一个较短的</translation>
    </message>
    <message>
        <source>too many symbolic links</source>
        <translation>符号链接太多</translation>
    </message>
    <message>
        <source>choose the file itself</source>
        <translation>请直接选择文件本身</translation>
    </message>
    <message>
        <source>source and target are on different disks</source>
        <translation>来源和目标在不同的磁盘上</translation>
    </message>
    <message>
        <source>choose a target on the same disk</source>
        <translation>请选择同一磁盘上的目标</translation>
    </message>
    <message>
        <source>this program has too many files open</source>
        <translation>本程序打开的文件太多</translation>
    </message>
    <message>
        <source>close some runs and try again</source>
        <translation>请关闭一些运行后再试</translation>
    </message>
    <message>
        <source>the system has too many files open</source>
        <translation>系统打开的文件太多</translation>
    </message>
    <message>
        <source>close other programs and try again</source>
        <translation>请关闭其他程序后再试</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>it is in use</source>
        <translation>它正在使用中</translation>
    </message>
    <message>
        <source>close the program that uses it and try again</source>
        <translation>请关闭使用它的程序后再试</translation>
    </message>
    <message>
        <source>the call was interrupted</source>
        <translation>调用被中断</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>请再试一次</translation>
    </message>
    <message>
        <source>the device reports an input/output error</source>
        <translation>设备报告输入/输出错误</translation>
    </message>
    <message>
        <source>check the disk and its cable, and save to another disk</source>
        <translation>请检查磁盘及其连线，并保存到其他磁盘</translation>
    </message>
    <message>
        <source>the network share has lost the file</source>
        <translation>网络共享丢失了该文件</translation>
    </message>
    <message>
        <source>check the connection and try again</source>
        <translation>请检查连接后再试</translation>
    </message>
    <message>
        <source>cannot %1 &apos;%2&apos;: %3; %4; %5</source>
        <translation>无法%1“%2”：%3；%4；%5</translation>
    </message>
    <message>
        <source>try again, or choose another disk</source>
        <translation>请再试一次，或选择其他磁盘</translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation>没有任何改动</translation>
    </message>
    <message>
        <source>a part of it may be gone</source>
        <translation>它的一部分可能已经不在</translation>
    </message>
    <message>
        <source>the checkpoint &apos;%1&apos; holds no weights</source>
        <translation>检查点“%1”不含权重</translation>
    </message>
    <message>
        <source>not a sound safetensors file: %1; nothing was loaded; fetch or save the file again</source>
        <translation>不是完好的 safetensors 文件：%1；没有载入任何内容；请重新获取或保存该文件</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; has the unknown type &apos;%2&apos;</source>
        <translation>张量“%1”的类型“%2”未知</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; has a shape that does not fit its place in the file</source>
        <translation>张量“%1”的形状与其在文件中的位置不符</translation>
    </message>
    <message>
        <source>tensors overlap or leave a gap at byte %1 of the data</source>
        <translation>张量在数据第 %1 字节处重叠或留有空隙</translation>
    </message>
    <message>
        <source>%1 bytes at the end belong to no tensor</source>
        <translation>末尾 %1 字节不属于任何张量</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; cannot be written: its type, shape and bytes do not fit together</source>
        <translation>无法写入张量“%1”：其类型、形状与字节数不一致</translation>
    </message>
    <message>
        <source>a tensor&apos;s name or a metadata text is not valid UTF-8; nothing was written; rename it</source>
        <translation>张量名或元数据文本不是有效的 UTF-8；没有写入任何内容；请重命名</translation>
    </message>
    <message>
        <source>too many tensors for one safetensors file; nothing was written</source>
        <translation>张量过多，一个 safetensors 文件容纳不下；没有写入任何内容</translation>
    </message>
    <message>
        <source>it has only %1 bytes</source>
        <translation>它只有 %1 字节</translation>
    </message>
    <message>
        <source>it claims a header of %1 bytes and has %2 bytes in all</source>
        <translation>它声称文件头有 %1 字节，而全部只有 %2 字节</translation>
    </message>
    <message>
        <source>not enough memory for a safetensors file of %1 bytes; close other programs and try again</source>
        <translation>内存不足，无法读取 %1 字节的 safetensors 文件；请关闭其他程序后再试</translation>
    </message>
    <message>
        <source>an object where none belongs</source>
        <translation>多余的对象</translation>
    </message>
    <message>
        <source>two &apos;__metadata__&apos; entries</source>
        <translation>两个“__metadata__”条目</translation>
    </message>
    <message>
        <source>two tensors called &apos;%1&apos;</source>
        <translation>两个名为“%1”的张量</translation>
    </message>
    <message>
        <source>a text where none belongs</source>
        <translation>多余的文本</translation>
    </message>
    <message>
        <source>two metadata entries called &apos;%1&apos;</source>
        <translation>两个名为“%1”的元数据条目</translation>
    </message>
    <message>
        <source>two types for one tensor</source>
        <translation>一个张量有两个类型</translation>
    </message>
    <message>
        <source>a list where none belongs</source>
        <translation>多余的列表</translation>
    </message>
    <message>
        <source>two shapes for one tensor</source>
        <translation>一个张量有两个形状</translation>
    </message>
    <message>
        <source>an unknown or repeated list &apos;%1&apos;</source>
        <translation>未知或重复的列表“%1”</translation>
    </message>
    <message>
        <source>a size that is too large</source>
        <translation>过大的尺寸</translation>
    </message>
    <message>
        <source>a number where none belongs</source>
        <translation>多余的数字</translation>
    </message>
    <message>
        <source>a tensor without begin and end</source>
        <translation>缺少起止位置的张量</translation>
    </message>
    <message>
        <source>a tensor without type, shape or place</source>
        <translation>缺少类型、形状或位置的张量</translation>
    </message>
    <message>
        <source>a null</source>
        <translation>空值（null）</translation>
    </message>
    <message>
        <source>a truth value</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>负数</translation>
    </message>
    <message>
        <source>a fraction</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>broken JSON at byte %1 of the header</source>
        <translation>损坏的 JSON（文件头第 %1 字节处）</translation>
    </message>
    <message>
        <source>its header is not JSON</source>
        <translation>其文件头不是 JSON</translation>
    </message>
    <message>
        <source>its header has a NUL byte</source>
        <translation>其文件头含有 NUL 字节</translation>
    </message>
    <message>
        <source>its header has %1</source>
        <translation>其文件头含有%1</translation>
    </message>
    <message>
        <source>it has %1 dimensions, and one to three can be columns</source>
        <translation>它有 %1 个维度，只有一到三维可以作为列</translation>
    </message>
    <message>
        <source>the run &apos;%1&apos; has no checkpoint</source>
        <translation>运行“%1”没有检查点</translation>
    </message>
    <message>
        <source>the best weights, of step %1 in epoch %2</source>
        <translation>最佳权重，第 %2 轮第 %1 步</translation>
    </message>
    <message>
        <source>the running mean of the weights at step %1 in epoch %2</source>
        <translation>权重的滑动平均，第 %2 轮第 %1 步</translation>
    </message>
    <message>
        <source>the weights of step %1 in epoch %2</source>
        <translation>第 %2 轮第 %1 步的权重</translation>
    </message>
    <message>
        <source>the file lacks the scaling and the names of inputs and targets: %1</source>
        <translation>文件中缺少缩放参数以及输入和目标的名称：%1</translation>
    </message>
    <message>
        <source>the data are not those that it was trained on (their SHA-256 begins with %1, it was %2)</source>
        <translation>数据不是训练时所用的数据（其 SHA-256 以 %1 开头，训练时为 %2）</translation>
    </message>
    <message>
        <source>the run has no film</source>
        <translation>这个运行没有影片</translation>
    </message>
    <message>
        <source>&apos;%1&apos; ends neither in .csv nor in .h5, so that its format is not known</source>
        <translation>“%1”的后缀既不是 .csv 也不是 .h5，因此格式未知</translation>
    </message>
    <message>
        <source>its film has %1 frames, of step %2 to %3</source>
        <translation>它的影片有 %1 帧，第 %2 到 %3 步</translation>
    </message>
    <message>
        <source>there is no frame of step %1; %2</source>
        <translation>没有第 %1 步的帧；%2</translation>
    </message>
    <message>
        <source>%1 is damaged: what the run&apos;s recipe learned cannot be trusted; forecast from the data of its training instead</source>
        <translation>%1 已损坏：该运行预处理步骤学到的内容不可信；请改用其训练数据进行预测</translation>
    </message>
    <message>
        <source>the run keeps nothing of what its recipe learned</source>
        <translation>该运行没有保存其预处理步骤学到的内容</translation>
    </message>
    <message>
        <source>%1 was written by a newer version of Gatelab</source>
        <translation>%1 由较新版本的 Gatelab 写入</translation>
    </message>
    <message>
        <source>reading it does not come to an end</source>
        <translation>读取永不结束</translation>
    </message>
    <message>
        <source>a value in it has more than %1 bytes</source>
        <translation>其中有一个值超过 %1 字节</translation>
    </message>
    <message>
        <source>&apos;%1&apos; in it is not made by this program</source>
        <translation>其中的“%1”不是由本程序创建的</translation>
    </message>
    <message>
        <source>the database &apos;%1&apos; is no file but a pipe or a device; it is not touched; restore it from a backup, or remove it</source>
        <translation>数据库“%1”不是文件，而是管道或设备；未作改动；请从备份恢复或将其删除</translation>
    </message>
    <message>
        <source>the frame of step %1 does not fit its checksum (&apos;%2&apos;); choose another frame of the film, or a checkpoint, or restore it from a backup</source>
        <translation>第 %1 步的帧与校验和不符（“%2”）；请选择影片的其他帧或检查点，或从备份恢复</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is damaged, so that no frame of the film can be proved right; restore it from a backup, or look at a checkpoint instead</source>
        <translation>“%1”已损坏，因此无法证明影片的任何一帧是正确的；请从备份恢复，或改为查看检查点</translation>
    </message>
    <message>
        <source>it is no JSON object</source>
        <translation>它不是 JSON 对象</translation>
    </message>
    <message>
        <source>it does not fit its checksum</source>
        <translation>它与校验和不符</translation>
    </message>
    <message>
        <source>its member &apos;%1&apos; is not known here</source>
        <translation>此程序不认识其中的成员“%1”</translation>
    </message>
    <message>
        <source>it lacks what belongs in it</source>
        <translation>缺少应有的内容</translation>
    </message>
    <message>
        <source>it was cut, or changed by hand: it is no whole JSON text</source>
        <translation>文件被截断或被手动改动：它不是完整的 JSON 文本</translation>
    </message>
    <message>
        <source>writing was cancelled; nothing was kept</source>
        <translation>写入已取消；未保留任何内容</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds more than %2 files; unpack it, and open the one wanted</source>
        <translation>“%1”包含超过 %2 个文件；请解压后打开所需的文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is encrypted; unpack it with its password first</source>
        <translation>“%1”已加密；请先用密码解压</translation>
    </message>
    <message>
        <source>&apos;%1&apos; unpacks to more than %2 MiB, which is beyond what is unpacked here; if that is right, unpack it and open the file itself</source>
        <translation>“%1”解压后超过 %2 MiB，超出此处的解压上限；如果确实如此，请解压后直接打开文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be unpacked (%2); it may be cut or damaged: copy or download it again</source>
        <translation>无法解压“%1”（%2）；它可能不完整或已损坏：请重新复制或下载</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no file &apos;%2&apos;</source>
        <translation>“%1”中没有文件“%2”</translation>
    </message>
    <message>
        <source>data set &apos;%1&apos; of &apos;%2&apos; holds no texts</source>
        <translation>“%2”的数据集“%1”不含文本</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is there already; choose another name, or remove it first</source>
        <translation>“%1”已存在；请换一个名称，或先将其删除</translation>
    </message>
    <message>
        <source>writing was cancelled</source>
        <translation>写入已取消</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no ending that is written; choose .csv, .npy, .parquet, .feather or .h5</source>
        <translation>不支持写出为“%1”；请选择 .csv、.npy、.parquet、.feather 或 .h5</translation>
    </message>
    <message>
        <source>this build of Gatelab has no module for Parquet and Arrow files (%1); app/run fetches the library and builds it, or write the file as CSV or HDF5</source>
        <translation>此版本的 Gatelab 没有用于 Parquet 和 Arrow 文件的模块 (%1)；app/run 会获取该库并构建它，或请把文件写成 CSV 或 HDF5</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be read (%2); it may be cut or damaged, or need more memory than is given to one file: copy or download it again</source>
        <translation>无法读取“%1”(%2)；它可能被截断或已损坏，或需要超过单个文件限额的内存：请重新复制或下载</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be written (%2); nothing was kept</source>
        <translation>无法写入“%1”(%2)；没有保留任何内容</translation>
    </message>
    <message>
        <source>its record is damaged: fields overlap or lie beyond it</source>
        <translation>其记录已损坏：字段重叠或超出记录</translation>
    </message>
    <message>
        <source>unpacks to more than %1 MiB, which is beyond what is unpacked here</source>
        <translation>解压后超过 %1 MiB，超出此处解压的限度</translation>
    </message>
    <message>
        <source>a packed part is cut or damaged</source>
        <translation>压缩的部分被截断或已损坏</translation>
    </message>
    <message>
        <source>packed files and workbooks are read and written by %1, which is not on this machine; install the package libarchive13, or unpack the file first</source>
        <translation>打包文件和工作簿由 %1 读写，但本机没有它；请安装软件包 libarchive13，或先解包该文件</translation>
    </message>
    <message>
        <source>writing was stopped; nothing was written</source>
        <translation>写入已停止；没有写入任何内容</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be written: %2</source>
        <translation>无法写入 &apos;%1&apos;：%2</translation>
    </message>
    <message>
        <source>the module for Parquet and Arrow files could not be opened (%1); gatelab-worker engine install fetches its library again, or write the file as CSV or HDF5</source>
        <translation>无法打开 Parquet 和 Arrow 文件的模块（%1）；gatelab-worker engine install 会重新获取其库，或者把文件写为 CSV 或 HDF5</translation>
    </message>
    <message>
        <source>the message is damaged or cut at byte %1 of %2</source>
        <translation>消息在第 %1 字节（共 %2）处损坏或截断</translation>
    </message>
</context>
<context>
    <name>FindRunData</name>
    <message>
        <source>Where is %1 now?</source>
        <translation>%1 现在在哪里？</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>%1 is linked at %2.</source>
        <translation>已在 %2 建立指向 %1 的链接。</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>Here the smoothed loss has made half of its fall, which is about where it falls fastest.</source>
        <translation>平滑后的损失在此处已完成一半降幅，大约也是下降最快的位置。</translation>
    </message>
    <message>
        <source>The curve hardly falls against its noise, so no rate stands out; this one is where half of the fall is made.</source>
        <translation>与噪声相比，曲线几乎不下降，因此没有明显合适的学习率；此处为下降过半的位置。</translation>
    </message>
    <message>
        <source>the first step, before anything is learnt: %1; %2</source>
        <translation>第一步，尚未学习任何内容：%1；%2</translation>
    </message>
    <message>
        <source>The smallest batch that trains at least 90 % as many samples per second as the fastest; larger ones make fewer updates in the same time. Each is the median of %1 rounds; those of the fastest, a batch of %2, lie %3 % apart.</source>
        <translation>每秒训练样本数至少为最快者 90 % 的最小批大小；更大的批大小在同样时间内更新次数更少。每个值为 %1 轮的中位数；最快者（批大小 %2）各轮相差 %3 %。</translation>
    </message>
    <message>
        <source>Other programs kept %1 of %2 processor cores busy while this was measured: another search may suggest another size.</source>
        <translation>测量期间其他程序占用了 %2 个处理器核心中的 %1 个：再次搜索可能建议另一个批大小。</translation>
    </message>
    <message>
        <source>The loss stands still while the rate grows, so rates were tried for themselves; this one brought it lowest.</source>
        <translation>学习率增大时损失停滞不动，因此逐个试用了几个学习率；这一个使损失降得最低。</translation>
    </message>
    <message>
        <source>The loss fell at no rate in the steps tried; this one is a tenth of the rate from which on it rises. Look at the data, the loss and the start values.</source>
        <translation>在试用的步数内，任何学习率都未使损失下降；这一个是损失开始上升处学习率的十分之一。请检查数据、损失函数和初始值。</translation>
    </message>
    <message>
        <source>The loss neither fell nor rose at any rate tried, so this is the rate as it is set. Look at the data, the loss and the start values.</source>
        <translation>在试用的所有学习率下，损失既不下降也不上升，因此这里给出当前设置的学习率。请检查数据、损失函数和初始值。</translation>
    </message>
    <message>
        <source>searches compute on the processor or a GPU: choose another device</source>
        <translation>搜索在处理器或 GPU 上计算：请选择其他设备</translation>
    </message>
</context>
<context>
    <name>Finding</name>
    <message>
        <source>only the LSTM has a projection; choose LSTM or 0</source>
        <translation>只有 LSTM 有投影；请选择 LSTM 或 0</translation>
    </message>
    <message>
        <source>must be smaller than the hidden size</source>
        <translation>必须小于隐藏层大小</translation>
    </message>
    <message>
        <source>only the LSTM has peepholes; choose LSTM or switch this off</source>
        <translation>只有 LSTM 有窥视孔连接；请选择 LSTM 或关闭此项</translation>
    </message>
    <message>
        <source>must be 0 (off) or at least 2</source>
        <translation>必须为 0（关闭）或至少为 2</translation>
    </message>
    <message>
        <source>classes need the cross-entropy loss</source>
        <translation>分类需要交叉熵损失</translation>
    </message>
    <message>
        <source>cross-entropy is for classes; choose MSE for numbers</source>
        <translation>交叉熵用于分类；数值请选择 MSE</translation>
    </message>
    <message>
        <source>only a forecast can be relative to the window; choose none</source>
        <translation>只有预测才能相对于窗口；请选择“无”</translation>
    </message>
    <message>
        <source>name at least one quantile, for example 0.1, 0.5, 0.9</source>
        <translation>请至少给出一个分位数，例如 0.1, 0.5, 0.9</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number between 0 and 1</source>
        <translation>“%1”不是 0 到 1 之间的数</translation>
    </message>
    <message>
        <source>quantiles must rise</source>
        <translation>分位数必须递增</translation>
    </message>
    <message>
        <source>must not be above the learning rate</source>
        <translation>不能高于学习率</translation>
    </message>
    <message>
        <source>is very high for this optimiser; 0.001 is a usual start</source>
        <translation>对该优化器来说很高；通常从 0.001 开始</translation>
    </message>
    <message>
        <source>needs a CUDA device; on the processor use another precision</source>
        <translation>需要 CUDA 设备；在处理器上请使用其他精度</translation>
    </message>
    <message>
        <source>cuDNN needs a CUDA device</source>
        <translation>cuDNN 需要 CUDA 设备</translation>
    </message>
    <message>
        <source>is as long as the window: this does nothing</source>
        <translation>与窗口一样长：不起作用</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>there is no column &apos;%1&apos;; there are %2</source>
        <translation>没有列“%1”；现有 %2</translation>
    </message>
    <message>
        <source>lookback and horizon need %1 rows, the series has %2; shorten one of them</source>
        <translation>回看窗口与预测步数共需 %1 行，序列只有 %2 行；请缩短其中之一</translation>
    </message>
    <message>
        <source>has no effect: %1</source>
        <translation>不起作用：%1</translation>
    </message>
    <message>
        <source>must be between %1 and %2</source>
        <translation>必须在 %1 与 %2 之间</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not one of %2</source>
        <translation>“%1”不在可选值之中：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be true or false</source>
        <translation>“%1”必须为 true 或 false</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a whole number</source>
        <translation>“%1”必须为整数</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a number</source>
        <translation>“%1”必须为数字</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a text</source>
        <translation>“%1”必须为文本</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a list of texts</source>
        <translation>“%1”必须是文本列表</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not true or false</source>
        <translation>“%1”不是 true 或 false</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number</source>
        <translation>“%1”不是整数</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>lengthens the steps of RMSprop up to 1 / (1 - momentum) times; the default of PyTorch&apos;s RMSprop is 0</source>
        <translation>最多把 RMSprop 的步长放大到 1 / (1 - 动量) 倍；PyTorch 的 RMSprop 默认为 0</translation>
    </message>
    <message>
        <source>feeds forecasts back as inputs, and the target &apos;%1&apos; is no input; add it to the inputs, or choose direct</source>
        <translation>把预测反馈为输入，而目标“%1”不是输入；请把它加入输入，或选择“直接”</translation>
    </message>
    <message>
        <source>one long series</source>
        <translation>一条长序列</translation>
    </message>
    <message>
        <source>sequences with one number each</source>
        <translation>每条对应一个数值的多条序列</translation>
    </message>
    <message>
        <source>sequences with one class each</source>
        <translation>每条对应一个类别的多条序列</translation>
    </message>
    <message>
        <source>sequences with a class at every step</source>
        <translation>每一步都有类别的多条序列</translation>
    </message>
    <message>
        <source>sequences without answers</source>
        <translation>没有答案的多条序列</translation>
    </message>
    <message>
        <source>%1 needs %2, but the data are %3; no task can be learned from them: choose other data</source>
        <translation>%1需要%2，而数据是%3；从中学不了任何任务：请选择其他数据</translation>
    </message>
    <message>
        <source>%1 needs %2, but the data are %3; choose the task %4, or other data</source>
        <translation>%1需要%2，而数据是%3；请选择任务“%4”或其他数据</translation>
    </message>
    <message>
        <source>is not defined with the momentum of Nesterov; set it to 0, or switch %1 off</source>
        <translation>与 Nesterov 动量不能同时使用；请设为 0，或关闭 %1</translation>
    </message>
    <message>
        <source>the mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>the middle quantile</source>
        <translation>中间的分位数</translation>
    </message>
    <message>
        <source>the mean of the two middle quantiles</source>
        <translation>中间两个分位数的均值</translation>
    </message>
    <message>
        <source>more threads than the %1 processor cores that there are here: slower</source>
        <translation>线程数多于这里的 %1 个处理器核心：会更慢</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; has no value and was left out</source>
        <translation>列“%1”没有任何值，已略去</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds text (first &apos;%2&apos;, line %3) and was left out</source>
        <translation>列“%1”是文本（第一个为“%2”，第 %3 行），已略去</translation>
    </message>
    <message>
        <source>%1; there are %2</source>
        <translation>%1；现有 %2</translation>
    </message>
    <message>
        <source>%1; the target is &apos;%2&apos;</source>
        <translation>%1；目标是“%2”</translation>
    </message>
    <message>
        <source>lasts longer than the run, which has %1 steps: the learning rate is never reached</source>
        <translation>比整个运行（%1 步）还长：永远达不到设定的学习率</translation>
    </message>
    <message>
        <source>is longer than the run, which has %1 steps: the learning rate is never cut</source>
        <translation>比整个运行（%1 步）还长：学习率永远不会下降</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds dates or times, which are no values, and was left out</source>
        <translation>列“%1”是日期或时间，不是数值，已略去</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds text and was left out</source>
        <translation>列“%1”是文本，已略去</translation>
    </message>
    <message>
        <source>scales twice: &quot;%2&quot; undoes what &quot;%1&quot; did, switch one off</source>
        <translation>缩放了两次：“%2”抵消了“%1”，请关闭其中之一</translation>
    </message>
    <message>
        <source>the persistent kernel needs a CUDA device</source>
        <translation>常驻内核需要 CUDA 设备</translation>
    </message>
    <message>
        <source>takes 100 of %1: shares are written with %, as %2%/%3%/%4%</source>
        <translation>只用到 %1 个中的 100 个：比例要写百分号，例如 %2%/%3%/%4%</translation>
    </message>
    <message>
        <source>is &apos;stratified&apos;, which has no effect: the parts of a series follow each other in time</source>
        <translation>写了 stratified，但不起作用：时间序列的各部分按时间先后排列</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is too large or too small a number</source>
        <translation>“%1”这个数过大或过小</translation>
    </message>
    <message>
        <source>has no effect while %1 is off: all weights start uniform</source>
        <translation>“%1”关闭时不起作用：所有权重按均匀分布初始化</translation>
    </message>
    <message>
        <source>the output layer is zero too, so no gradient reaches the layers before it</source>
        <translation>输出层也为零，因此没有梯度到达之前的层</translation>
    </message>
    <message>
        <source>windows hand on their state, so they must come in order: switch %1 off</source>
        <translation>窗口传递状态，因此必须按顺序：请关闭“%1”</translation>
    </message>
    <message>
        <source>the sequences of this task do not follow each other; switch it off</source>
        <translation>此任务的各条序列并不相接；请关闭此项</translation>
    </message>
    <message>
        <source>no state reaches the backward direction: switch %1 off, or do not carry the state</source>
        <translation>状态传不到反向：请关闭“%1”，或不传递状态</translation>
    </message>
    <message>
        <source>feeds back %1 alone: intervals of later steps are too narrow; direct has its own for every step</source>
        <translation>只反馈%1：较后各步的区间偏窄；“直接”的每一步都有自己的区间</translation>
    </message>
    <message>
        <source>needs a validation part, or the learning rate stays; give it a share of the split</source>
        <translation>需要验证集，否则学习率保持不变；请在划分中给它一份</translation>
    </message>
    <message>
        <source>goes on from the window&apos;s end, the backward direction does not; switch both directions off, or choose direct</source>
        <translation>从窗口末尾继续，而反向做不到；请关闭双向，或选择直接</translation>
    </message>
    <message>
        <source>reads the state after each step only; choose the pooling &apos;last step&apos;, or direct</source>
        <translation>只读取每一步之后的状态；请选择池化“最后一步”，或选择直接</translation>
    </message>
    <message>
        <source>third part unused: the data bring %1 test sequences; %2 train, %3 validate</source>
        <translation>第三部分未使用：数据自带 %1 条测试序列；%2 条训练，%3 条验证</translation>
    </message>
    <message>
        <source>&quot;%2&quot; comes after &quot;%1&quot;, where values are negative: move it up</source>
        <translation>“%2”在“%1”之后，那里有负值：请上移</translation>
    </message>
    <message>
        <source>&quot;%2&quot; comes after &quot;%1&quot;, whose changes are often negative: move it up</source>
        <translation>“%2”在“%1”之后，其变化量常为负：请上移</translation>
    </message>
    <message>
        <source>&quot;%2&quot; comes after &quot;%1&quot;, which has used the gaps: move it first</source>
        <translation>“%2”在“%1”之后，而后者已带着缺口计算：请放到最前</translation>
    </message>
    <message>
        <source>&quot;%2&quot; comes after &quot;%1&quot;, so values are no longer scaled: scale last</source>
        <translation>“%2”在“%1”之后，值已不再缩放：请最后缩放</translation>
    </message>
    <message>
        <source>leaves no test part to score; Forecasts (forecast --part validation) scores the validation part</source>
        <translation>没有可评分的测试集；可用“预测”页（forecast --part validation）对验证集评分</translation>
    </message>
    <message>
        <source>more ranks than the %1 processor cores that there are here: slower</source>
        <translation>并行进程多于本机的 %1 个处理器核心：更慢</translation>
    </message>
    <message>
        <source>cannot be: %1</source>
        <translation>不可行：%1</translation>
    </message>
    <message>
        <source>has no linear start: %1 values a window, limit %2; a lookback of %3 fits</source>
        <translation>没有线性起点：每窗口 %1 个值，上限 %2；回看 %3 行可行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a device; use xla:0 for the first of XLA</source>
        <translation>“%1”不是设备；XLA 的第一个设备请写 xla:0</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a device; use auto, cpu, cuda:0 or xla:0</source>
        <translation>“%1”不是设备；请使用 auto、cpu、cuda:0 或 xla:0</translation>
    </message>
    <message>
        <source>is more than the %1 steps that cuDNN reads; take fewer, or another implementation</source>
        <translation>超过 cuDNN 能读取的 %1 步；请减少，或换一种实现</translation>
    </message>
    <message>
        <source>1.5 to 3 times slower than TF32 should be at this hidden size. PyTorch takes TF32 by default, with products of 10 bits; choose it if those suffice</source>
        <translation>在此隐藏层大小下，预计比 TF32 慢 1.5 到 3 倍。PyTorch 默认使用 TF32，乘积为 10 位尾数；若精度足够，可选用 TF32</translation>
    </message>
    <message>
        <source>augmentation changes each window by itself, so no state fits the next one: switch it off, or set the augmentation to 0</source>
        <translation>数据增强会单独改动每个窗口，状态无法接续到下一个窗口：请关闭此项，或把数据增强设为 0</translation>
    </message>
    <message>
        <source>counts are of a forecast; choose MSE</source>
        <translation>计数只用于预测；请选择 MSE</translation>
    </message>
    <message>
        <source>the training part</source>
        <translation>训练集</translation>
    </message>
    <message>
        <source>the validation part</source>
        <translation>验证集</translation>
    </message>
    <message>
        <source>the test part</source>
        <translation>测试集</translation>
    </message>
    <message>
        <source>leaves %1 without a sequence of class &apos;%2&apos;, of which there are %3; write &quot;stratified&quot; after the shares, or give that part more</source>
        <translation>使%1中没有类别“%2”的序列（共有 %3 个）；请在比例后写上“stratified”，或给该部分更多数据</translation>
    </message>
    <message>
        <source>tokens are no numbers that could be changed a little: set it to 0</source>
        <translation>词元不是可以略微改动的数值：请设为 0</translation>
    </message>
    <message>
        <source>is by &apos;series&apos; or &apos;dates&apos;, which has no effect: these data are one series</source>
        <translation>写有“series”或“dates”，但无作用：这些数据是一条序列</translation>
    </message>
    <message>
        <source>is at the same dates, and these series have no times</source>
        <translation>要求在相同日期处划分，而这些序列没有时间</translation>
    </message>
    <message>
        <source>goes on from window to window of one series, and these are many: do not carry the state</source>
        <translation>只能在一条序列的窗口间延续，而这里有多条：请不要延续状态</translation>
    </message>
</context>
<context>
    <name>FindingText</name>
    <message>
        <source>%1 stands still, %2</source>
        <translation>%1 静止不变，%2</translation>
    </message>
    <message>
        <source>%1 stand still, %2</source>
        <translation>%1 静止不变，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n columns stand still, %1</source>
        <translation>
            <numerusform>%n 列静止不变，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 changes its level</source>
        <translation>%1 的水平发生变化</translation>
    </message>
    <message>
        <source>%1 change their level</source>
        <translation>%1 的水平发生变化</translation>
    </message>
    <message numerus="yes">
        <source>%n columns change their level</source>
        <translation>
            <numerusform>%n 列的水平发生变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n columns</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 values missing</source>
        <translation>%1：缺失 %2 个值</translation>
    </message>
    <message>
        <source>%1: values missing</source>
        <translation>%1：有缺失值</translation>
    </message>
    <message>
        <source>%1: %2 outliers</source>
        <translation>%1：%2 个离群值</translation>
    </message>
    <message>
        <source>%1: outliers</source>
        <translation>%1：离群值</translation>
    </message>
    <message>
        <source>%1: %2 spikes of one row</source>
        <translation>%1：%2 个单行尖峰</translation>
    </message>
    <message>
        <source>%1: spikes of one row</source>
        <translation>%1：单行尖峰</translation>
    </message>
    <message>
        <source>%1: constant, tells nothing</source>
        <translation>%1：恒定不变，没有信息</translation>
    </message>
    <message>
        <source>%1: no value</source>
        <translation>%1：没有值</translation>
    </message>
    <message>
        <source>%1: a far value may mean missing</source>
        <translation>%1：一个远离的值可能表示缺失</translation>
    </message>
    <message>
        <source>%1 may hold coming values</source>
        <translation>%1 可能含有未来的值</translation>
    </message>
    <message>
        <source>Spreads differ more than 100 times</source>
        <translation>各列的离散程度相差 100 倍以上</translation>
    </message>
    <message>
        <source>Time: %1 gaps</source>
        <translation>时间：%1 处间断</translation>
    </message>
    <message>
        <source>Time: %1 rows repeat one</source>
        <translation>时间：%1 行与前一行重复</translation>
    </message>
    <message>
        <source>Time: %1 rows come early</source>
        <translation>时间：%1 行来得过早</translation>
    </message>
    <message>
        <source>Time: not in order</source>
        <translation>时间：顺序不对</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1，停在 %2</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>still %1</source>
        <translation>静止 %1</translation>
    </message>
    <message>
        <source>level shift</source>
        <translation>水平突变</translation>
    </message>
    <message>
        <source>missing %1</source>
        <translation>缺失 %1</translation>
    </message>
    <message>
        <source>%1: nothing to learn here</source>
        <translation>%1：这里学不到东西</translation>
    </message>
    <message>
        <source>%1: the test part lies elsewhere</source>
        <translation>%1：测试集处于别处</translation>
    </message>
    <message>
        <source>%1 copies a target</source>
        <translation>%1 是目标的副本</translation>
    </message>
    <message>
        <source>%1 changes its unit</source>
        <translation>%1 换了单位</translation>
    </message>
    <message>
        <source>%1 has values more seldom</source>
        <translation>%1 的值较稀疏</translation>
    </message>
    <message>
        <source>Too few training windows</source>
        <translation>训练窗口太少</translation>
    </message>
    <message>
        <source>Time: two distances of rows</source>
        <translation>时间：有两种行间隔</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>(%1 of %2 series have this)</source>
        <translation>（%2 条序列中有 %1 条如此）</translation>
    </message>
</context>
<context>
    <name>FollowAdvice</name>
    <message>
        <source>what run %1 advises</source>
        <translation>运行 %1 的建议</translation>
    </message>
    <message>
        <source>settings of run %1</source>
        <translation>运行 %1 的设置</translation>
    </message>
</context>
<context>
    <name>ForecastFigures</name>
    <message>
        <source>truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>%1 steps ahead</source>
        <translation>向前 %1 步</translation>
    </message>
    <message>
        <source>fed with its own forecasts</source>
        <translation>以自身预测为输入</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>interval, %1 %</source>
        <translation>%1 % 区间</translation>
    </message>
    <message>
        <source>interval given the steps before, %1 %</source>
        <translation>以前面各步为条件的区间，%1 %</translation>
    </message>
    <message>
        <source>1 step ahead</source>
        <translation>向前 1 步</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>观测值</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>No interval: the network gives no quantiles, and the run has kept no errors of a validation part.</source>
        <translation>没有区间：网络不给出分位数，该运行也没有保存验证集上的误差。</translation>
    </message>
    <message>
        <source>Interval: validation errors by step (split conformal), if later rows are like those.</source>
        <translation>区间：来自验证集上各步的误差（分割共形预测），后续数据与之相似时才成立。</translation>
    </message>
    <message>
        <source>Interval: the quantiles that the network gives at each step, as if its forecasts of the steps before were certain.</source>
        <translation>区间：网络在各步给出的分位数，把它对前面各步的预测当作确定值。</translation>
    </message>
    <message>
        <source>Interval: the quantiles that the network gives at each step; the scores of the test part tell how many truths it holds.</source>
        <translation>区间：网络在各步给出的分位数；测试集的得分说明它包含了多少真值。</translation>
    </message>
    <message>
        <source>After step %1, the trained horizon, none is claimed: forecasts feed on forecasts.</source>
        <translation>训练的预测步数为 %1，其后的预测以预测为输入，不给出区间。</translation>
    </message>
    <message>
        <source>Interval: errors of the validation and test part by step, in parts of each window&apos;s spread (split conformal), if later rows are like those.</source>
        <translation>区间：验证部分和测试部分逐步的误差，以各窗口的离散程度为单位（分割共形预测），前提是之后的行与它们相似。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>No interval: no quantiles, and no validation errors.</source>
        <translation>没有区间：没有分位数，也没有验证误差。</translation>
    </message>
    <message>
        <source>Interval: validation errors by step, if later rows are alike.</source>
        <translation>区间：按步的验证误差，前提是之后的行相似。</translation>
    </message>
    <message>
        <source>Interval: validation and test errors by step, if later rows are alike.</source>
        <translation>区间：按步的验证和测试误差，前提是之后的行相似。</translation>
    </message>
    <message>
        <source>Interval: the network&apos;s quantiles, as if earlier steps were certain.</source>
        <translation>区间：网络的分位数，视之前各步为确定。</translation>
    </message>
    <message>
        <source>Interval: the network&apos;s quantiles at each step.</source>
        <translation>区间：网络在每一步给出的分位数。</translation>
    </message>
</context>
<context>
    <name>ForecastScore</name>
    <message>
        <source>estimated from the run&apos;s own first steps: there was no estimate before it</source>
        <translation>由本次运行最初几步预计：运行前没有预计</translation>
    </message>
    <message>
        <source>short run: its warm-up is part of the measured time, but not of the estimate</source>
        <translation>运行很短：最初的预热时间计入了实测，却不在预计之内</translation>
    </message>
</context>
<context>
    <name>Formula</name>
    <message>
        <source>the formula has %1 characters; at most %2 are read</source>
        <translation>公式有 %1 个字符；最多读取 %2 个</translation>
    </message>
    <message>
        <source>an operator</source>
        <translation>运算符</translation>
    </message>
    <message>
        <source>character %1 of the formula: %2 is expected</source>
        <translation>公式的第 %1 个字符处：应为%2</translation>
    </message>
    <message>
        <source>a formula with fewer brackets in each other</source>
        <translation>嵌套更少的公式</translation>
    </message>
    <message>
        <source>&apos;:&apos;</source>
        <translation>“:”</translation>
    </message>
    <message>
        <source>a number, a column or &apos;(&apos;</source>
        <translation>数字、列名或“(”</translation>
    </message>
    <message>
        <source>&apos;)&apos;</source>
        <translation>“)”</translation>
    </message>
    <message>
        <source>a closing quote</source>
        <translation>结束的引号</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>abs, sqrt, log, exp, sin, cos, sign, floor, min, max or a column</source>
        <translation>abs、sqrt、log、exp、sin、cos、sign、floor、min、max 或列名</translation>
    </message>
    <message>
        <source>&apos;,&apos;</source>
        <translation>“,”</translation>
    </message>
</context>
<context>
    <name>GatePainter</name>
    <message>
        <source>%1 (true)</source>
        <translation>%1（真实）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, true %2</source>
        <translation>%1，真实值 %2</translation>
    </message>
    <message>
        <source>%1, with all units on %2</source>
        <translation>%1，所有单元都打开时 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Input x</source>
        <translation>输入 x</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Target and forecast</source>
        <translation>目标和预测</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>above: true, below: answer</source>
        <translation>上：真实，下：输出</translation>
    </message>
    <message>
        <source>as the network reads it</source>
        <translation>网络读到的值</translation>
    </message>
    <message>
        <source>dots: with all units on</source>
        <translation>点线：所有单元都打开时</translation>
    </message>
    <message>
        <source>line: observed, dashes: forecast</source>
        <translation>实线：观测，虚线：预测</translation>
    </message>
    <message>
        <source>mark: with all units on</source>
        <translation>竖标：所有单元都打开时</translation>
    </message>
    <message>
        <source>probability of each class</source>
        <translation>各类别的概率</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>the first %1 are drawn</source>
        <translation>画出前 %1 个</translation>
    </message>
</context>
<context>
    <name>Grade</name>
    <message>
        <source>it answers another exercise, or another version of this one: %1</source>
        <translation>它回答的是另一个练习，或本练习的另一个版本：%1</translation>
    </message>
    <message>
        <source>the file was changed after Gatelab had written it: its seal does not fit</source>
        <translation>文件在 Gatelab 写出后被改过：封印不符</translation>
    </message>
    <message>
        <source>the run &apos;%1&apos; was not handed in</source>
        <translation>没有交运行“%1”</translation>
    </message>
    <message>
        <source>%1: other settings than the exercise: %2</source>
        <translation>%1：设置与练习不同：%2</translation>
    </message>
    <message>
        <source>%1: the run %2 does not lie beside the answer; train it again with --train to compute its figures</source>
        <translation>%1：运行 %2 不在答卷旁边；用 --train 重新训练即可算出它的数值</translation>
    </message>
    <message>
        <source>%1: the run %2 cannot be read: %3</source>
        <translation>%1：运行 %2 读不出来：%3</translation>
    </message>
    <message>
        <source>%1: the run in the folder %2 is another one: %3</source>
        <translation>%1：文件夹 %2 里是另一个运行：%3</translation>
    </message>
    <message>
        <source>%1: the weights are not those of the answer: their checksum does not fit</source>
        <translation>%1：权重不是答卷所说的：校验和不符</translation>
    </message>
    <message>
        <source>%1: the record of the training is not that of the answer: its checksum does not fit</source>
        <translation>%1：训练记录不是答卷所说的：校验和不符</translation>
    </message>
    <message>
        <source>%1: the run has other settings than the answer says: %2</source>
        <translation>%1：运行的设置与答卷所说不同：%2</translation>
    </message>
    <message>
        <source>%1: it cannot be trained again: %2</source>
        <translation>%1：无法重新训练：%2</translation>
    </message>
    <message>
        <source>%1: trained again it did not come to the same bits; another processor rounds otherwise, so this alone proves nothing</source>
        <translation>%1：重新训练没有得到相同的比特；别的处理器舍入不同，单凭这一点说明不了什么</translation>
    </message>
    <message>
        <source>%1: the answer says %2, and it is %3</source>
        <translation>%1：答卷说是 %2，实际是 %3</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未核对</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不符</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>读不出</translation>
    </message>
    <message>
        <source>read the folder</source>
        <translation>读取文件夹</translation>
    </message>
    <message>
        <source>no exercise lies in %1; put its file there, or name it with --exercise</source>
        <translation>%1 里没有练习；把练习文件放进去，或用 --exercise 指定</translation>
    </message>
    <message>
        <source>%1 exercises lie in %2; name one with --exercise</source>
        <translation>%2 里有 %1 个练习；请用 --exercise 指定一个</translation>
    </message>
    <message>
        <source>stopped; no table was written</source>
        <translation>已停止，没有写出表格</translation>
    </message>
    <message>
        <source>%1 is no answer: its name does not end in .json</source>
        <translation>%1 不是答卷：文件名不以 .json 结尾</translation>
    </message>
    <message>
        <source>the run %1 is the same as %2&apos;s</source>
        <translation>运行 %1 与 %2 的是同一次</translation>
    </message>
    <message>
        <source>same run</source>
        <translation>同一次运行</translation>
    </message>
</context>
<context>
    <name>Guess</name>
    <message>
        <source>comma ,</source>
        <translation>逗号 ,</translation>
    </message>
    <message>
        <source>semicolon ;</source>
        <translation>分号 ;</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>制表符</translation>
    </message>
    <message>
        <source>pipe |</source>
        <translation>竖线 |</translation>
    </message>
    <message>
        <source>blanks</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>colon :</source>
        <translation>冒号 :</translation>
    </message>
    <message>
        <source>comma 1,5</source>
        <translation>逗号 1,5</translation>
    </message>
    <message>
        <source>point 1.5</source>
        <translation>点 1.5</translation>
    </message>
    <message>
        <source>comma 1,000</source>
        <translation>逗号 1,000</translation>
    </message>
    <message>
        <source>point 1.000</source>
        <translation>点 1.000</translation>
    </message>
    <message>
        <source>blank 1 000</source>
        <translation>空格 1 000</translation>
    </message>
    <message>
        <source>apostrophe 1&apos;000</source>
        <translation>撇号 1&apos;000</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>empty cells (%1)</source>
        <translation>空单元格（%1）</translation>
    </message>
    <message>
        <source>%1, empty cells (%2)</source>
        <translation>%1，空单元格（%2）</translation>
    </message>
    <message>
        <source>1 week</source>
        <translation>1 周</translation>
    </message>
    <message>
        <source>%1 weeks</source>
        <translation>%1 周</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 天</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>1 second</source>
        <translation>1 秒</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>1 millisecond</source>
        <translation>1 毫秒</translation>
    </message>
    <message>
        <source>%1 milliseconds</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>1 microsecond</source>
        <translation>1 微秒</translation>
    </message>
    <message>
        <source>%1 microseconds</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>double &quot;</source>
        <translation>双引号 &quot;</translation>
    </message>
    <message>
        <source>single &apos;</source>
        <translation>单引号 &apos;</translation>
    </message>
    <message>
        <source>first line</source>
        <translation>第一行</translation>
    </message>
    <message>
        <source>lines starting with %1</source>
        <translation>以 %1 开头的行</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>按原样</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>line %1, a comment</source>
        <translation>第 %1 行（注释）</translation>
    </message>
    <message>
        <source>%1, %2 classes</source>
        <translation>%1，%2 个类别</translation>
    </message>
    <message>
        <source>none beside it; a part is split off</source>
        <translation>旁边没有；将划出一部分</translation>
    </message>
</context>
<context>
    <name>Hardware</name>
    <message>
        <source>Time steps that follow each other hold a GPU up here: a larger batch costs nothing more.</source>
        <translation>在这里，前后相继的时间步拖住了 GPU：更大的批次不会更慢。</translation>
    </message>
    <message>
        <source>the list of known devices cannot be read: %1; install Gatelab again</source>
        <translation>无法读取已知设备列表：%1；请重新安装 Gatelab</translation>
    </message>
    <message>
        <source>It fits on none of the known devices: take a smaller batch or network</source>
        <translation>已知设备都放不下：请减小批次或网络</translation>
    </message>
    <message>
        <source>It fits on %1 of %2 devices; fastest is %3 with %4: %5 ms a step at best.</source>
        <translation>在 %2 种设备中有 %1 种放得下；最快的是 %3（%4）：每步至少 %5 毫秒。</translation>
    </message>
    <message>
        <source>It fits on %1 of %2 devices; the %3 fastest are alike, %4 with %5 among them: %6 ms a step at best.</source>
        <translation>在 %2 种设备中有 %1 种放得下；最快的 %3 种不相上下，%4（%5）是其中之一：每步至少 %6 毫秒。</translation>
    </message>
    <message>
        <source>On this machine a step takes %1 times what the formula says, and that is reckoned for processors; no GPU was measured, and GPUs stand at their best.</source>
        <translation>在本机上，一步所用时间是公式的 %1 倍，处理器都按此折算；没有测量过 GPU，GPU 按最佳情况给出。</translation>
    </message>
</context>
<context>
    <name>HeatSummary</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>at %1 from %2 to %3, most of it between %4 and %5</source>
        <translation>在 %1 处从 %2 到 %3，大部分在 %4 与 %5 之间</translation>
    </message>
    <message>
        <source>%1: first %2; last %3.</source>
        <translation>%1：开头%2；最后%3。</translation>
    </message>
</context>
<context>
    <name>Implementation</name>
    <message>
        <source>This implementation has no code for this kind of cell.</source>
        <translation>此实现没有用于这种单元类型的代码。</translation>
    </message>
    <message>
        <source>LibTorch layer</source>
        <translation>LibTorch 层</translation>
    </message>
    <message>
        <source>Fused gates, loop over time</source>
        <translation>融合门，按时间循环</translation>
    </message>
    <message>
        <source>One product per gate</source>
        <translation>每个门一次乘法</translation>
    </message>
    <message>
        <source>cuDNN, tuned</source>
        <translation>cuDNN，调优</translation>
    </message>
    <message>
        <source>The recurrent implementation &apos;%1&apos; is not there on this machine; choose &apos;auto&apos; or another one.</source>
        <translation>此机器上没有循环层实现“%1”；请选择“auto”或其他实现。</translation>
    </message>
    <message>
        <source>The recurrent implementation &apos;%1&apos; cannot run this model. %2 Choose &apos;auto&apos; or another one.</source>
        <translation>循环层实现“%1”无法运行此模型。%2 请选择“auto”或其他实现。</translation>
    </message>
    <message>
        <source>cuDNN needs an NVIDIA GPU.</source>
        <translation>cuDNN 需要 NVIDIA GPU。</translation>
    </message>
    <message>
        <source>cuDNN has no peepholes, recurrent dropout or zoneout.</source>
        <translation>cuDNN 没有窥视孔连接、循环 dropout 或 zoneout。</translation>
    </message>
    <message>
        <source>With a projection cuDNN has one algorithm only, so there is nothing to choose.</source>
        <translation>使用投影时 cuDNN 只有一种算法，因此没有可选余地。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s own layers have no peepholes.</source>
        <translation>LibTorch 自带的层没有窥视孔连接。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s own layers have no recurrent dropout.</source>
        <translation>LibTorch 自带的层没有循环 dropout。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s own layers have no zoneout.</source>
        <translation>LibTorch 自带的层没有 zoneout。</translation>
    </message>
    <message>
        <source>LibTorch cannot train an LSTM in fp16 on the CPU.</source>
        <translation>LibTorch 无法在 CPU 上以 fp16 训练 LSTM。</translation>
    </message>
    <message>
        <source>Recomputing chunks of time cannot repeat zoneout&apos;s masks; set recompute_chunk or zoneout to 0.</source>
        <translation>按时间分段重新计算无法重现 zoneout 的掩码；请将 recompute_chunk 或 zoneout 设为 0。</translation>
    </message>
    <message>
        <source>Recomputing chunks of time cannot repeat recurrent dropout in both directions; set recompute_chunk or recurrent_dropout to 0.</source>
        <translation>按时间分段重新计算无法在双向网络中重现循环 dropout；请将 recompute_chunk 或 recurrent_dropout 设为 0。</translation>
    </message>
    <message>
        <source>Only an LSTM can have a projection.</source>
        <translation>只有 LSTM 才能有投影。</translation>
    </message>
    <message>
        <source>The projection must be smaller than the hidden size.</source>
        <translation>投影必须小于隐藏层大小。</translation>
    </message>
    <message>
        <source>Only an LSTM can have peepholes.</source>
        <translation>只有 LSTM 才能有窥视孔连接。</translation>
    </message>
    <message>
        <source>The Gatelab kernel runs on the CPU only.</source>
        <translation>Gatelab 内核只在 CPU 上运行。</translation>
    </message>
    <message>
        <source>The Gatelab kernel supports FP32 and FP64 only.</source>
        <translation>Gatelab 内核只支持 FP32 和 FP64。</translation>
    </message>
    <message>
        <source>Gatelab kernel</source>
        <translation>Gatelab 内核</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>整步计算</translation>
    </message>
    <message>
        <source>The kernel with the whole loop over time needs an NVIDIA GPU.</source>
        <translation>包含整个时间循环的内核需要 NVIDIA GPU。</translation>
    </message>
    <message>
        <source>The kernel with the whole loop over time is for LSTM and GRU.</source>
        <translation>包含整个时间循环的内核适用于 LSTM 和 GRU。</translation>
    </message>
    <message>
        <source>The kernel with the whole loop over time has no peepholes, projection, recurrent dropout or zoneout.</source>
        <translation>包含整个时间循环的内核不支持窥视孔、投影、循环 dropout 和 zoneout。</translation>
    </message>
    <message>
        <source>The kernel with the whole loop over time is for hidden sizes up to 1,024.</source>
        <translation>包含整个时间循环的内核适用于不超过 1,024 的隐藏层大小。</translation>
    </message>
    <message>
        <source>The kernel with the whole loop over time computes in FP32 and BF16.</source>
        <translation>包含整个时间循环的内核以 FP32 和 BF16 计算。</translation>
    </message>
    <message>
        <source>The kernel with the whole loop over time needs more shared memory or multiprocessors for this hidden size than the GPU has.</source>
        <translation>对于这一隐藏层大小，包含整个时间循环的内核所需的共享内存或多处理器超过 GPU 所有。</translation>
    </message>
    <message>
        <source>Persistent kernel</source>
        <translation>常驻内核</translation>
    </message>
    <message>
        <source>A scan is for cells whose gates do not see their own state.</source>
        <translation>扫描只用于门不看自身状态的单元。</translation>
    </message>
    <message>
        <source>The scan runs on the CPU only.</source>
        <translation>扫描只在处理器上运行。</translation>
    </message>
    <message>
        <source>The scan supports FP32 and FP64 only.</source>
        <translation>扫描只支持 FP32 和 FP64。</translation>
    </message>
    <message>
        <source>A scan has no zoneout.</source>
        <translation>扫描没有 zoneout。</translation>
    </message>
    <message>
        <source>Scan over time</source>
        <translation>沿时间扫描</translation>
    </message>
    <message>
        <source>Parallel in time runs on the CPU only.</source>
        <translation>时间并行只能在 CPU 上运行。</translation>
    </message>
    <message>
        <source>Parallel in time supports FP32 and FP64 only.</source>
        <translation>时间并行只支持 FP32 和 FP64。</translation>
    </message>
    <message>
        <source>Parallel in time is for LSTM and GRU.</source>
        <translation>时间并行用于 LSTM 和 GRU。</translation>
    </message>
    <message>
        <source>Parallel in time has no peepholes, projection, recurrent dropout or zoneout.</source>
        <translation>时间并行不支持窥视孔、投影、循环 dropout 和 zoneout。</translation>
    </message>
    <message>
        <source>Parallel in time</source>
        <translation>时间并行</translation>
    </message>
    <message>
        <source>Parallel in time: no chunks agreed in any of %1 passes, so all ran step by step: the net remembers more than a chunk, or is chaotic. The Gatelab kernel alone is faster here.</source>
        <translation>时间并行：%1 次计算中没有一次的分块达成一致，因此全部逐步计算：网络的记忆超过一个分块，或者是混沌的。此处单用 Gatelab 内核更快。</translation>
    </message>
    <message>
        <source>Parallel in time: %1 sweeps a pass, %2 of %3 passes step by step. Where chunks agreed, the net had forgotten its state after %4 steps at most.</source>
        <translation>时间并行：每次计算 %1 次扫描，%3 次计算中有 %2 次逐步进行。在分块达成一致之处，网络最多经过 %4 步就忘记了原来的状态。</translation>
    </message>
</context>
<context>
    <name>Inspect</name>
    <message>
        <source>there is no walk through this kind of cell; choose a run with another one</source>
        <translation>这种单元类型没有单步演示；请选择使用其他单元类型的运行</translation>
    </message>
    <message>
        <source>looking inside was cancelled</source>
        <translation>查看已取消</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no frame of a film; write film, or film: with its step</source>
        <translation>“%1”不是影片的帧；请写 film，或 film: 加步数</translation>
    </message>
    <message>
        <source>the weights of step %1, from the film of the training</source>
        <translation>第 %1 步的权重，来自训练的影片</translation>
    </message>
    <message>
        <source>this run has no checkpoint yet, so there are no weights to look into; train it, or wait for its first checkpoint</source>
        <translation>这个运行还没有检查点，因此没有可查看的权重；请训练它，或等待第一个检查点</translation>
    </message>
    <message>
        <source>the network could not be looked into: %1</source>
        <translation>无法查看网络：%1</translation>
    </message>
    <message>
        <source>the weights &apos;%1&apos; hold a number that is not finite, so that every state is one, too; choose an earlier checkpoint</source>
        <translation>权重“%1”含有非有限数，因此所有状态也都如此；请选择较早的检查点</translation>
    </message>
    <message>
        <source>this part of the data has no window; choose another part</source>
        <translation>数据的这一部分没有窗口；请选择其他部分</translation>
    </message>
    <message>
        <source>there is no window %1; this part has the windows 1 to %2</source>
        <translation>没有窗口 %1；这一部分有窗口 1 到 %2</translation>
    </message>
    <message>
        <source>a value of this window is missing or not finite: %1; fill it on the page Data, or choose another window</source>
        <translation>此窗口有缺失或非有限的值：%1；请在“数据”页填补，或选择另一个窗口</translation>
    </message>
    <message>
        <source>this network is too large to be looked into at this window: its states take %1 MiB, more than %2 MiB; choose a run with a shorter lookback or fewer units</source>
        <translation>此网络在该窗口上太大，无法查看：其状态需要 %1 MiB，超过 %2 MiB；请选择回看窗口较短或单元较少的运行</translation>
    </message>
    <message>
        <source>there is no unit %1 in layer %2 of this network</source>
        <translation>此网络第 %2 层没有单元 %1</translation>
    </message>
    <message>
        <source>this cell has no quantity &apos;%1&apos;</source>
        <translation>此单元没有量“%1”</translation>
    </message>
    <message>
        <source>no window of this part has an answer to compare with; choose a window by its number</source>
        <translation>这一部分没有可比较答案的窗口；请按编号选择窗口</translation>
    </message>
    <message>
        <source>the network could not be looked into: %1; the run is unchanged</source>
        <translation>无法查看网络：%1；运行未改变</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no window; give its number from 1, or hardest, typical or largest-error</source>
        <translation>“%1”不是窗口；请给出从 1 起的编号，或 hardest、typical、largest-error</translation>
    </message>
    <message>
        <source>there is no such number in this network; put the change back</source>
        <translation>该网络中没有这个数值；请还原此修改</translation>
    </message>
    <message>
        <source>a changed number must be finite; type another one</source>
        <translation>修改后的数值必须是有限的；请输入另一个</translation>
    </message>
    <message>
        <source>there is no layer %1 in direction %2; this network has %3 layer(s) in %4 direction(s)</source>
        <translation>方向 %2 上没有第 %1 层；该网络有 %3 层、%4 个方向</translation>
    </message>
    <message>
        <source>there is no unit %1; this layer has the units 1 to %2</source>
        <translation>没有单元 %1；该层有单元 1 到 %2</translation>
    </message>
    <message>
        <source>there is no step %1; this window has the steps 1 to %2</source>
        <translation>没有第 %1 步；该窗口有第 1 到 %2 步</translation>
    </message>
    <message>
        <source>this engine answers no question about a whole part of the data</source>
        <translation>这个引擎不回答关于整个数据部分的问题</translation>
    </message>
    <message>
        <source>no simple name</source>
        <translation>没有简单的名称</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Loss of all %1 windows: %2 instead of %3.</source>
        <translation>全部 %1 个窗口的损失：%2，原为 %3。</translation>
    </message>
    <message>
        <source>The part is too short for an interval: it has %1 blocks of windows that share no row, and 3 are needed.</source>
        <translation>这一部分太短，算不出区间：互不共享行的窗口块只有 %1 个，需要 3 个。</translation>
    </message>
    <message>
        <source>Change %1, 95 % interval %2 to %3 from %4 blocks of windows.</source>
        <translation>变化 %1，95 % 区间 %2 到 %3，来自 %4 个窗口块。</translation>
    </message>
    <message>
        <source>It may be chance.</source>
        <translation>可能是偶然。</translation>
    </message>
    <message>
        <source>The network needs them.</source>
        <translation>网络需要它们。</translation>
    </message>
    <message>
        <source>Without them it is better on this part.</source>
        <translation>在这一部分上，没有它们反而更好。</translation>
    </message>
    <message>
        <source>this cell has no gate &apos;%1&apos; that can be held still; give one of an LSTM or a GRU</source>
        <translation>这种单元没有能够固定的门“%1”；请给出 LSTM 或 GRU 的一个门</translation>
    </message>
    <message>
        <source>no unit is to be switched off; choose at least one</source>
        <translation>没有要关闭的单元；请至少选择一个</translation>
    </message>
    <message>
        <source>no window of this part has an answer to compare with</source>
        <translation>这一部分没有一个窗口带有可供比较的答案</translation>
    </message>
    <message>
        <source>follows %1</source>
        <translation>跟随%1</translation>
    </message>
    <message>
        <source>goes against %1</source>
        <translation>与%1相反</translation>
    </message>
    <message>
        <source>the hour</source>
        <translation>钟点</translation>
    </message>
    <message>
        <source>the day of the week</source>
        <translation>星期几</translation>
    </message>
    <message>
        <source>the place in the window</source>
        <translation>窗口中的位置</translation>
    </message>
    <message>
        <source>the season of %1 steps</source>
        <translation>%1 步的季节</translation>
    </message>
    <message>
        <source>the last value</source>
        <translation>最近的值</translation>
    </message>
    <message>
        <source>the last change</source>
        <translation>最近的变化</translation>
    </message>
    <message>
        <source>the level</source>
        <translation>水平</translation>
    </message>
    <message>
        <source>the last value of %1</source>
        <translation>%1 最近的值</translation>
    </message>
    <message>
        <source>the last change of %1</source>
        <translation>%1 最近的变化</translation>
    </message>
    <message>
        <source>the level of %1</source>
        <translation>%1 的水平</translation>
    </message>
    <message>
        <source>the mean of %1 so far</source>
        <translation>%1 至今的均值</translation>
    </message>
    <message>
        <source>highest at %1:00</source>
        <translation>%1:00 最高</translation>
    </message>
    <message>
        <source>--gate says which gate of the units of --ablate; name some</source>
        <translation>--gate 指定 --ablate 所列单元的门；请列出单元</translation>
    </message>
    <message>
        <source>this engine explains no answer</source>
        <translation>此引擎不解释任何回答</translation>
    </message>
    <message>
        <source>Nothing that it reads moves this answer.</source>
        <translation>它读到的任何内容都不影响这个回答。</translation>
    </message>
    <message>
        <source>%1 of it comes from the %2.</source>
        <translation>其中 %1 来自%2。</translation>
    </message>
    <message>
        <source>%1 of it comes from %2.</source>
        <translation>其中 %1 来自 %2。</translation>
    </message>
    <message>
        <source>The whole window counts, to its first step.</source>
        <translation>整个窗口都起作用，直到第一步。</translation>
    </message>
    <message>
        <source>The last %1 of %2 steps hold nine tenths of all that pulls.</source>
        <translation>%2 步中的最后 %1 步占全部作用的十分之九。</translation>
    </message>
    <message>
        <source>Nothing that it reads matters: the forecasts are no worse with windows of others.</source>
        <translation>它读到的内容都不重要：换成其他窗口的内容，预测也不变差。</translation>
    </message>
    <message>
        <source>%1 times the error without %2, which matters most.</source>
        <translation>没有 %2 时误差为 %1 倍，它最重要。</translation>
    </message>
    <message>
        <source>Of the steps %1 counts most: %2 times.</source>
        <translation>各步之中%1最重要：%2 倍。</translation>
    </message>
    <message>
        <source>No difference without %1: try leaving that out.</source>
        <translation>没有 %1 也无差别：可试着去掉。</translation>
    </message>
    <message>
        <source>the data of this run have no rows; give a sequence by --window</source>
        <translation>本次运行的数据没有行；请用 --window 给出一个序列</translation>
    </message>
    <message>
        <source>no window forecasts from row %1 on; there are some from row %2 to row %3</source>
        <translation>没有从第 %1 行开始预测的窗口；第 %2 行到第 %3 行之间有</translation>
    </message>
    <message>
        <source>the run has no training window, whose mean an explanation starts from; give the training part more rows</source>
        <translation>本次运行没有训练窗口，而解释从其均值开始；请给训练集更多的行</translation>
    </message>
    <message>
        <source>level of %1 in the window</source>
        <translation>窗口中 %1 的水平</translation>
    </message>
    <message>
        <source>spread of %1 in the window</source>
        <translation>窗口中 %1 的离散程度</translation>
    </message>
    <message>
        <source>inputs known ahead</source>
        <translation>事先已知的输入</translation>
    </message>
    <message>
        <source>logit of class %1</source>
        <translation>类别 %1 的 logit</translation>
    </message>
    <message>
        <source>logit of label %1 at step %2</source>
        <translation>第 %2 步标签 %1 的 logit</translation>
    </message>
    <message>
        <source>answer %1</source>
        <translation>回答 %1</translation>
    </message>
    <message>
        <source>%1, mean of %2 steps ahead</source>
        <translation>%1，未来 %2 步的均值</translation>
    </message>
    <message>
        <source>%1, step %2 ahead</source>
        <translation>%1，未来第 %2 步</translation>
    </message>
    <message>
        <source>there is no step %1; there are %2</source>
        <translation>没有第 %1 步；共有 %2 步</translation>
    </message>
    <message>
        <source>there is no class %1; there are %2</source>
        <translation>没有类别 %1；共有 %2 个</translation>
    </message>
    <message>
        <source>there is no target %1; there are %2</source>
        <translation>没有目标 %1；共有 %2 个</translation>
    </message>
    <message>
        <source>there is no step %1 ahead; there are %2</source>
        <translation>没有未来第 %1 步；共有 %2 步</translation>
    </message>
    <message>
        <source>no explanation of one answer: this network reads tokens, and between two tokens there is no straight line; the importance exchanges them instead</source>
        <translation>无法解释单个回答：此网络读取词元，而两个词元之间没有直线；重要性则通过交换它们来衡量</translation>
    </message>
    <message>
        <source>%1 to %2 % of the length</source>
        <translation>长度的 %1 到 %2 %</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>第 %1 到 %2 步</translation>
    </message>
    <message>
        <source>lag %1</source>
        <translation>滞后 %1</translation>
    </message>
    <message>
        <source>lags %1 to %2</source>
        <translation>滞后 %1 到 %2</translation>
    </message>
    <message>
        <source>this part of the data has fewer than two windows, so there is nothing to exchange; choose another part</source>
        <translation>这部分数据的窗口少于两个，因此没有可交换的内容；请选择另一部分</translation>
    </message>
    <message>
        <source>the error of this part is %1, which cannot be compared; choose another part</source>
        <translation>这部分的误差为 %1，无法比较；请选择另一部分</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>there is no target &apos;%1&apos;; the targets are: %2</source>
        <translation>没有目标“%1”；目标有：%2</translation>
    </message>
    <message>
        <source>there is no class &apos;%1&apos;; the classes are: %2</source>
        <translation>没有类别“%1”；类别有：%2</translation>
    </message>
    <message>
        <source>The error falls without %1: leave that out first.</source>
        <translation>没有 %1 时误差反而下降：先去掉它。</translation>
    </message>
    <message>
        <source>pooling by the largest has corners on the way</source>
        <translation>取最大值的池化在路径上有折角</translation>
    </message>
    <message>
        <source>this network has corners on the way</source>
        <translation>此网络在路径上有折角</translation>
    </message>
    <message>
        <source>the answer turns more sharply on the way than they follow</source>
        <translation>回答在路径上的变化比这些节点能跟上的更急</translation>
    </message>
    <message>
        <source>no explanation of this one answer: with %1 nodes the shares add up to %2 where it changes by %3 (difference above 1e-6): %4. What matters to all answers can be measured all the same</source>
        <translation>无法解释这一个回答：用 %1 个节点，各份之和为 %2，而回答变化为 %3（差大于 1e-6）：%4。仍可测量对所有回答重要的是什么</translation>
    </message>
    <message>
        <source>Change of the answer %1: from %2 for the mean of %3 training windows to %4. The shares add up to %5, %6 beside it; all on the scale that the network learns on.</source>
        <translation>回答的变化 %1：从 %3 个训练窗口的均值对应的 %2 到 %4。各份额之和为 %5，相差 %6；均在网络学习所用的尺度上。</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>there is not enough memory for this; what was asked for was not done, and all else goes on</source>
        <translation>内存不足；所要求的操作没有完成，其他一切照常进行</translation>
    </message>
    <message>
        <source>an error of the program: %1; what was asked for was not done, and all else goes on</source>
        <translation>程序错误：%1；所要求的操作没有完成，其他一切照常进行</translation>
    </message>
    <message>
        <source>an error of the program without a word; what was asked for was not done, and all else goes on</source>
        <translation>程序出现未说明的错误；所要求的操作没有完成，其他一切照常进行</translation>
    </message>
    <message>
        <source>the system gives no more threads; nothing was done; close other programs and try again</source>
        <translation>系统不再提供线程；什么都没有做；请关闭其他程序后重试</translation>
    </message>
</context>
<context>
    <name>Lab</name>
    <message>
        <source>The plain loop</source>
        <translation>基础实现</translation>
    </message>
    <message>
        <source>Every switch is off: one matrix product per gate, one window after the other, one call per weight, as textbooks write it. It is slow and easy to check, and the others are measured against it.</source>
        <translation>所有开关都关闭：每个门一次矩阵乘法，窗口逐个处理，每个权重一次调用，正如教科书的写法。它慢而易于检查，其他各项都与它比较。</translation>
    </message>
    <message>
        <source>All switches</source>
        <translation>全部开关</translation>
    </message>
    <message>
        <source>Every switch that keeps the numbers is on. The others are measured against it, each without one of them.</source>
        <translation>所有不改变数值的开关都打开。其他各项各去掉其中一个，与它比较。</translation>
    </message>
    <message>
        <source>The experiment as it is</source>
        <translation>当前的实验</translation>
    </message>
    <message>
        <source>No switch is touched. What the settings say is what is measured.</source>
        <translation>不改动任何开关。按设置原样测量。</translation>
    </message>
    <message>
        <source>the first line of the lab cannot run here, so there is nothing to measure against</source>
        <translation>优化实验室的第一行在此无法运行，因此没有比较的基准</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>it was written by a newer Gatelab</source>
        <translation>它由更新版本的 Gatelab 写成</translation>
    </message>
    <message>
        <source>it was measured by a Gatelab with other switches</source>
        <translation>它由带有其他开关的 Gatelab 测得</translation>
    </message>
    <message>
        <source>Without: %1</source>
        <translation>不用：%1</translation>
    </message>
    <message>
        <source>there is no line &apos;%1&apos;; baseline, all, current and what gatelab-worker lab --list names are known, the latter also with &apos;no-&apos; in front</source>
        <translation>没有名为“%1”的行；可用的有 baseline、all、current 以及 gatelab-worker lab --list 列出的开关，后者前面也可加 no-</translation>
    </message>
    <message>
        <source>there is no line &apos;%1&apos; that could be left out; there are %2</source>
        <translation>没有可以略去的行“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>the lab&apos;s table &apos;%1&apos; cannot be shown: %2</source>
        <translation>优化实验室的表格“%1”无法显示：%2</translation>
    </message>
    <message>
        <source>%1 tables of the lab cannot be shown; of one of them: %2</source>
        <translation>优化实验室有 %1 个表格无法显示；其中之一：%2</translation>
    </message>
    <message>
        <source>1 rung</source>
        <translation>1 项</translation>
    </message>
    <message>
        <source>%1 rungs</source>
        <translation>%1 项</translation>
    </message>
    <message>
        <source>1 repeat</source>
        <translation>1 次重复</translation>
    </message>
    <message>
        <source>%1 repeats</source>
        <translation>%1 次重复</translation>
    </message>
    <message>
        <source>%1 × %2 + %3 for the outputs + %3 of equal time = %4 runs</source>
        <translation>%1 × %2 + 输出 %3 次 + 等时 %3 次 = %4 次运行</translation>
    </message>
    <message>
        <source>%1 × %2 + %3 for the outputs = %4 runs</source>
        <translation>%1 × %2 + 输出 %3 次 = %4 次运行</translation>
    </message>
    <message>
        <source>%1, %2 of them left out with rungs that failed</source>
        <translation>%1，其中 %2 次因所在的项失败而省去</translation>
    </message>
    <message>
        <source>Many models</source>
        <translation>多个模型</translation>
    </message>
    <message>
        <source>As many models train at once as there are cores, each with one of them and with the bits that it has alone; the time is that of a step of any of them. It does not help a single run, nor one whose step already fills all cores.</source>
        <translation>有多少个核心就同时训练多少个模型，每个模型占一个核心，结果与单独训练逐位相同；所列时间是其中任意一个模型走一步的时间。它对单个运行没有帮助，对一步已占满所有核心的运行也没有帮助。</translation>
    </message>
    <message>
        <source>Gatelab may use one core only here, which one model fills.</source>
        <translation>Gatelab 在此只能使用一个核心，一个模型就已占满。</translation>
    </message>
    <message>
        <source>%1 × as slow without %2</source>
        <translation>没有“%2”时慢至 %1 倍</translation>
    </message>
    <message>
        <source>%1 × as slow so far without %2</source>
        <translation>目前没有“%2”时慢至 %1 倍</translation>
    </message>
    <message>
        <source>B is %1 × as fast as A</source>
        <translation>B 的速度是 A 的 %1 倍</translation>
    </message>
    <message>
        <source>B is %1 × as fast as A so far</source>
        <translation>目前 B 的速度是 A 的 %1 倍</translation>
    </message>
    <message>
        <source>%1 × as fast, same numbers</source>
        <translation>速度为 %1 倍，数值相同</translation>
    </message>
    <message>
        <source>%1 × as fast so far, same numbers</source>
        <translation>目前速度为 %1 倍，数值相同</translation>
    </message>
    <message>
        <source>%1 → %2 samples/s with %3.</source>
        <translation>%3：%1 → %2 样本/秒。</translation>
    </message>
    <message>
        <source>%1 → %2 samples/s.</source>
        <translation>%1 → %2 样本/秒。</translation>
    </message>
    <message>
        <source>Computed for the rungs below those taken out, not measured.</source>
        <translation>去掉的项以下为推算值，并非实测。</translation>
    </message>
    <message>
        <source>This program trained meanwhile, so the range is wide.</source>
        <translation>其间本程序在训练，因此范围较宽。</translation>
    </message>
    <message>
        <source>Others used the processor, so the range is wide.</source>
        <translation>其他程序占用了处理器，因此范围较宽。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>rung %1</source>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>rungs %1</source>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>No rung is faster than the plain loop</source>
        <translation>没有一项比基础实现快</translation>
    </message>
    <message>
        <source>range %1 to %2</source>
        <translation>范围 %1 至 %2</translation>
    </message>
    <message>
        <source>1 rung needs an NVIDIA GPU or more cores</source>
        <translation>1 项需要 NVIDIA GPU 或更多核心</translation>
    </message>
    <message>
        <source>%1 rungs need an NVIDIA GPU or more cores</source>
        <translation>%1 项需要 NVIDIA GPU 或更多核心</translation>
    </message>
    <message>
        <source>1 rung cannot run here</source>
        <translation>1 项无法在此运行</translation>
    </message>
    <message>
        <source>%1 rungs cannot run here</source>
        <translation>%1 项无法在此运行</translation>
    </message>
    <message>
        <source>This program trained meanwhile.</source>
        <translation>其间本程序在训练。</translation>
    </message>
    <message>
        <source>Others used the processor.</source>
        <translation>其间其他程序占用了处理器。</translation>
    </message>
    <message>
        <source>An XLA device serves one run at a time.</source>
        <translation>一个 XLA 设备一次只服务一个运行。</translation>
    </message>
    <message>
        <source>XLA</source>
        <translation>XLA</translation>
    </message>
    <message>
        <source>The whole step is one program that XLA compiles, and it runs on the first device of the plugin that is installed, in a process of its own. It does not help on the processor, where XLA is slower than Gatelab; no TPU has run it yet.</source>
        <translation>整个步骤是一个由 XLA 编译的程序，在独立进程中、在已安装插件的第一个设备上运行。在处理器上没有帮助，那里 XLA 比 Gatelab 慢；尚未在任何 TPU 上运行过。</translation>
    </message>
    <message>
        <source>The run computes on an XLA device as it is.</source>
        <translation>该运行本来就在 XLA 设备上计算。</translation>
    </message>
    <message>
        <source>This needs a PJRT plugin: install libtpu for TPUs with pip, or xla-cpu-pjrt to try it on the processor.</source>
        <translation>这需要 PJRT 插件：用 pip 安装 libtpu（用于 TPU），或安装 xla-cpu-pjrt 在处理器上试用。</translation>
    </message>
</context>
<context>
    <name>Layer</name>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>%1 + input</source>
        <translation>%1 + 输入</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>Dropout %1</source>
        <translation>Dropout %1</translation>
    </message>
    <message>
        <source>Pooling, %1</source>
        <translation>池化，%1</translation>
    </message>
    <message>
        <source>Linear %1 + %2 → %3</source>
        <translation>线性 %1 + %2 → %3</translation>
    </message>
    <message>
        <source>Linear %1 → %2</source>
        <translation>线性 %1 → %2</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
</context>
<context>
    <name>LayoutCommand</name>
    <message>
        <source>save the layout &quot;%1&quot;</source>
        <translation>保存图表布局“%1”</translation>
    </message>
    <message>
        <source>delete the layout &quot;%1&quot;</source>
        <translation>删除图表布局“%1”</translation>
    </message>
</context>
<context>
    <name>Leaks</name>
    <message>
        <source>outside the recipe</source>
        <translation>在预处理步骤之外</translation>
    </message>
    <message>
        <source>step %1 of the recipe, %2</source>
        <translation>预处理步骤第 %1 步，%2</translation>
    </message>
    <message>
        <source>values from row %1 on</source>
        <translation>第 %1 行起的数值</translation>
    </message>
    <message>
        <source>values of column &apos;%1&apos; from row %2 on</source>
        <translation>列“%1”第 %2 行起的数值</translation>
    </message>
    <message>
        <source>%1: what it learned depends on %2</source>
        <translation>%1：它学到的内容取决于%2</translation>
    </message>
    <message>
        <source>%1: by when row %2 is known depends on %3</source>
        <translation>%1：第 %2 行何时已知取决于%3</translation>
    </message>
    <message>
        <source>which windows lie before row %1 depends on %2</source>
        <translation>第 %1 行之前有哪些窗口取决于%2</translation>
    </message>
    <message>
        <source>%1: row %2 of column &apos;%3&apos; depends on %4</source>
        <translation>%1：列“%3”的第 %2 行取决于%4</translation>
    </message>
    <message>
        <source>which sequence belongs to which part depends on values that are not trained on</source>
        <translation>哪个序列属于哪一部分取决于未用于训练的数值</translation>
    </message>
    <message>
        <source>the scale of channel &apos;%1&apos; depends on sequences that are not trained on</source>
        <translation>通道“%1”的缩放取决于未用于训练的序列</translation>
    </message>
    <message>
        <source>series &apos;%1&apos; depends on values of series &apos;%2&apos; from row %3 on</source>
        <translation>序列“%1”依赖序列“%2”自第 %3 行起的值</translation>
    </message>
    <message>
        <source>what step %1 learned for the origin at row %2 depends on later values</source>
        <translation>第 %2 行起点处，步骤 %1 学到的内容依赖于之后的值</translation>
    </message>
    <message>
        <source>before the origin at row %1, &apos;%2&apos; depends on later values (row %3)</source>
        <translation>第 %1 行起点之前，“%2”依赖于之后的值（第 %3 行）</translation>
    </message>
</context>
<context>
    <name>Lesson</name>
    <message>
        <source>nothing more was expected here</source>
        <translation>这里不应再有内容</translation>
    </message>
    <message>
        <source>character %1</source>
        <translation>第 %1 个字符</translation>
    </message>
    <message>
        <source>a comparison was expected here: &lt;, &lt;=, &gt; or &gt;=</source>
        <translation>这里应为比较：&lt;、&lt;=、&gt; 或 &gt;=</translation>
    </message>
    <message>
        <source>too many brackets within each other</source>
        <translation>括号嵌套过多</translation>
    </message>
    <message>
        <source>a number or a figure such as accuracy(lstm) was expected here</source>
        <translation>这里应为一个数，或像 accuracy(lstm) 这样的数值</translation>
    </message>
    <message>
        <source>behind &apos;%1&apos; a bracket was expected, as in accuracy(lstm)</source>
        <translation>“%1”之后应为括号，如 accuracy(lstm)</translation>
    </message>
    <message>
        <source>this is no number</source>
        <translation>这不是数</translation>
    </message>
    <message>
        <source>the name of a run was expected here</source>
        <translation>这里应为一个运行的名称</translation>
    </message>
    <message>
        <source>a closing bracket was expected here</source>
        <translation>这里应为右括号</translation>
    </message>
    <message>
        <source>this key is there twice</source>
        <translation>这个键出现了两次</translation>
    </message>
    <message>
        <source>there is no setting &apos;%1&apos;</source>
        <translation>没有设置“%1”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no entry of the glossary</source>
        <translation>“%1”不是术语表的词条</translation>
    </message>
    <message>
        <source>there is no figure &apos;%1&apos;</source>
        <translation>没有数值“%1”</translation>
    </message>
    <message>
        <source>the run &apos;%1&apos; has not been trained yet</source>
        <translation>运行“%1”还没有训练</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>this is no file of shipped results; the lesson works without them</source>
        <translation>这不是随附结果的文件；没有它课程也能用</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known here; it is one of: %2</source>
        <translation>这里不认识“%1”；可选：%2</translation>
    </message>
    <message>
        <source>terms and figures cannot be marked in this text</source>
        <translation>这段文字里不能标记词条和数值</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no entry of the glossary; was &apos;%2&apos; meant?</source>
        <translation>“%1”不是术语表的词条；是指“%2”吗？</translation>
    </message>
    <message>
        <source>there is no figure &apos;%1&apos;; there are: %2</source>
        <translation>没有数值“%1”；可用：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes %2 words between its brackets, and here are %3</source>
        <translation>“%1”的括号里应有 %2 个词，这里有 %3 个</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no run of this lesson; there are: %2</source>
        <translation>“%1”不是本课的运行；可用：%2</translation>
    </message>
    <message>
        <source>there is no setting &apos;%1&apos;; gatelab-worker train --help lists them</source>
        <translation>没有设置“%1”；gatelab-worker train --help 会列出设置</translation>
    </message>
    <message>
        <source>there is no setting &apos;%1&apos;; was &apos;%2&apos; meant?</source>
        <translation>没有设置“%1”；是指“%2”吗？</translation>
    </message>
    <message>
        <source>settings are {&quot;name&quot;: value, ...}</source>
        <translation>设置的写法是 {&quot;名称&quot;: &quot;值&quot;, ...}</translation>
    </message>
    <message>
        <source>a setting is a text, a number, true, false or a list of texts</source>
        <translation>设置是文本、数、true、false 或文本列表</translation>
    </message>
    <message>
        <source>the file %1 is not there; put it beside the lesson</source>
        <translation>文件 %1 不存在；请把它放在课程旁边</translation>
    </message>
    <message>
        <source>the key of a run has small letters, digits, - and _ only</source>
        <translation>运行的键只能有小写字母、数字、- 和 _</translation>
    </message>
    <message>
        <source>there is no curve &apos;%1&apos;; take validation_loss, train_loss, gradient_norm or another one that runs keep</source>
        <translation>没有曲线“%1”；请用 validation_loss、train_loss、gradient_norm 或运行保存的其他曲线</translation>
    </message>
    <message>
        <source>card %1</source>
        <translation>卡片 %1</translation>
    </message>
    <message>
        <source>cards come in the order %1, and here &apos;%2&apos; was expected</source>
        <translation>卡片的顺序是 %1，这里应为“%2”</translation>
    </message>
    <message>
        <source>the card &apos;%1&apos; is missing; add it</source>
        <translation>缺少卡片“%1”；请补上</translation>
    </message>
    <message>
        <source>a prediction has either &quot;choices&quot; or &quot;draw&quot;</source>
        <translation>预测要么有 &quot;choices&quot;，要么有 &quot;draw&quot;</translation>
    </message>
    <message>
        <source>only the last answer may be without &quot;when&quot;: it is the right one where no other is</source>
        <translation>只有最后一个回答可以没有 &quot;when&quot;：其他都不对时它才是对的</translation>
    </message>
    <message>
        <source>a quiz has three questions, and here are %1</source>
        <translation>测验有三个问题，这里有 %1 个</translation>
    </message>
    <message>
        <source>read the lessons</source>
        <translation>读取课程</translation>
    </message>
    <message>
        <source>here stands %1, and {...} was expected</source>
        <translation>这里是 %1，应为 {...}</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known here; take it out</source>
        <translation>这里不认识“%1”；请去掉</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known here; was &apos;%2&apos; meant?</source>
        <translation>这里不认识“%1”；是指“%2”吗？</translation>
    </message>
    <message>
        <source>the member &quot;%1&quot; is missing; add it</source>
        <translation>缺少成员 &quot;%1&quot;；请补上</translation>
    </message>
    <message>
        <source>here stands %1, and a list [...] was expected</source>
        <translation>这里是 %1，应为列表 [...]</translation>
    </message>
    <message>
        <source>the list has %1 entries and needs at least %2</source>
        <translation>列表有 %1 项，至少需要 %2 项</translation>
    </message>
    <message>
        <source>here stands %1, and a text &quot;...&quot; was expected</source>
        <translation>这里是 %1，应为文本 &quot;...&quot;</translation>
    </message>
    <message>
        <source>the text is empty; write it</source>
        <translation>文本是空的；请写上</translation>
    </message>
    <message>
        <source>here stands %1, and a whole number was expected</source>
        <translation>这里是 %1，应为整数</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3</source>
        <translation>%1 不在 %2 到 %3 之间</translation>
    </message>
    <message>
        <source>here stands %1, and true or false was expected</source>
        <translation>这里是 %1，应为 true 或 false</translation>
    </message>
    <message>
        <source>this is not JSON; look for a comma, a bracket or a quotation mark that is missing just before</source>
        <translation>这不是 JSON；请看看前面是否缺少逗号、括号或引号</translation>
    </message>
    <message>
        <source>behind &apos;%1&apos; the end of a term, ]], is missing</source>
        <translation>“%1”之后缺少词条的结尾 ]]</translation>
    </message>
    <message>
        <source>behind &apos;%1&apos; the end of a figure, }}, is missing</source>
        <translation>“%1”之后缺少数字的结尾 }}</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names nothing</source>
        <translation>“%1”没有指名任何东西</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no way to write a figure; take percent, steps, times, seconds or mib, or nothing</source>
        <translation>“%1”不是数字的写法；请用 percent、steps、times、seconds 或 mib，或者不写</translation>
    </message>
    <message>
        <source>the lesson was stopped; nothing is checked</source>
        <translation>课程已被停止；没有作任何检查</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;; gatelab-worker lesson lists them, and a lesson of your own is given by its file</source>
        <translation>没有课程“%1”；gatelab-worker lesson 会列出课程，自己的课程用文件给出</translation>
    </message>
    <message>
        <source>a weight is missing, of another shape or no number</source>
        <translation>缺少一个权重，或形状不同，或不是数</translation>
    </message>
    <message>
        <source>the file does not say how one column was standardised</source>
        <translation>文件没有说明那一列是怎样标准化的</translation>
    </message>
    <message>
        <source>the file does not say what its network was trained with</source>
        <translation>文件没有说明网络是用什么训练的</translation>
    </message>
    <message>
        <source>only one plain layer of an LSTM on a built-in series fits on the belt</source>
        <translation>只有读内置序列的单层普通 LSTM 能放上传送带</translation>
    </message>
    <message>
        <source>the belt takes one number at each step</source>
        <translation>传送带每一步只读一个数</translation>
    </message>
    <message>
        <source>the test part is shorter than two forecasts</source>
        <translation>测试部分比两次预测还短</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes the run first, as in row(lstm, 3)</source>
        <translation>“%1”的第一项是运行，如 row(lstm, 3)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes a step from 1, or the first and the last of some</source>
        <translation>“%1”需要一个从 1 起的步，或一段的首步和末步</translation>
    </message>
    <message>
        <source>as you drew it</source>
        <translation>与你画的一样</translation>
    </message>
    <message>
        <source>%1 times less</source>
        <translation>少 %1 倍</translation>
    </message>
    <message>
        <source>%1 times more</source>
        <translation>多 %1 倍</translation>
    </message>
    <message>
        <source>one step beside it</source>
        <translation>偏了一步</translation>
    </message>
    <message>
        <source>%1 steps beside it</source>
        <translation>偏了 %1 步</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>少 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>多 %1</translation>
    </message>
    <message>
        <source>here stands %1, and a number was expected</source>
        <translation>这里是 %1，应当是一个数</translation>
    </message>
    <message>
        <source>the picture &quot;unrolled&quot; needs a forecast of a series</source>
        <translation>图 &quot;unrolled&quot; 需要对序列的预测</translation>
    </message>
    <message>
        <source>no number between 0.3 and 0.6 comes twice, rising and falling</source>
        <translation>0.3 到 0.6 之间没有一升一降出现两次的数</translation>
    </message>
    <message>
        <source>at most two runs stand side by side, and here are %1</source>
        <translation>最多两个运行并排，这里有 %1 个</translation>
    </message>
    <message>
        <source>exactly one row has &quot;ring&quot;: true, and here are %1</source>
        <translation>恰有一行写 &quot;ring&quot;: true，这里有 %1 行</translation>
    </message>
    <message>
        <source>scene %1</source>
        <translation>场景 %1</translation>
    </message>
    <message>
        <source>scenes come in the order %1, and &apos;%2&apos; comes too late or twice</source>
        <translation>场景的顺序是 %1，“%2”来得太晚或重复</translation>
    </message>
    <message>
        <source>the scene &apos;%1&apos; is missing; add it</source>
        <translation>缺少场景“%1”，请加上</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no moment; take &quot;now&quot;, &quot;RUN@0&quot; or a step</source>
        <translation>“%1”不是时刻；写 &quot;now&quot;、&quot;RUN@0&quot; 或一个步数</translation>
    </message>
    <message>
        <source>a prediction is drawn on the ringed row</source>
        <translation>预测画在圈出的一行上</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no twin of the picture</source>
        <translation>“%1”不在图中</translation>
    </message>
    <message>
        <source>read the run</source>
        <translation>读取运行</translation>
    </message>
    <message>
        <source>the answer has no name; say whose it is</source>
        <translation>答卷没有姓名，请写明是谁的</translation>
    </message>
    <message>
        <source>the prediction is missing; the exercise asks: %1</source>
        <translation>缺少预测；练习问的是：%1</translation>
    </message>
    <message>
        <source>the sentence is missing; the exercise asks: %1</source>
        <translation>缺少那句话；练习问的是：%1</translation>
    </message>
    <message>
        <source>stopped; no answer was written</source>
        <translation>已停止，没有写出答卷</translation>
    </message>
    <message>
        <source>the run &apos;%1&apos; (%2) is missing; train it and choose it</source>
        <translation>缺少运行“%1”（%2）；请先训练再选它</translation>
    </message>
    <message>
        <source>the run %1 still trains; hand it in when it has ended</source>
        <translation>运行 %1 还在训练，结束后再交</translation>
    </message>
    <message>
        <source>the run %1 has another %2 than the exercise; only these may be changed: %3</source>
        <translation>运行 %1 的 %2 与练习不同；只能改：%3</translation>
    </message>
    <message>
        <source>figures are {&quot;name&quot;: number, ...}</source>
        <translation>数值写作 {&quot;名称&quot;：数，…}</translation>
    </message>
    <message>
        <source>the file is empty; ask for it once more</source>
        <translation>文件是空的，请再要一份</translation>
    </message>
    <message>
        <source>this is no answer to an exercise; Gatelab writes one from the exercise</source>
        <translation>这不是练习的答卷；答卷由 Gatelab 从练习写出</translation>
    </message>
    <message>
        <source>runs are {&quot;name&quot;: {...}, ...}</source>
        <translation>运行写作 {&quot;名称&quot;: {...}, ...}</translation>
    </message>
    <message>
        <source>the lesson &apos;%1&apos; is there twice; take one out</source>
        <translation>课程“%1”出现了两次，请去掉一个</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;; gatelab-worker lesson lists them, and one of your own is named by its file, mine.json</source>
        <translation>没有课程“%1”；gatelab-worker lesson 会列出全部课程，自己的课程用文件名，如 mine.json</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;; was &apos;%2&apos; meant?</source>
        <translation>没有课程“%1”；是不是“%2”？</translation>
    </message>
    <message>
        <source>here stands one figure alone, as &quot;validation(lstm)&quot;</source>
        <translation>这里只写一个数值，如 &quot;validation(lstm)&quot;</translation>
    </message>
    <message>
        <source>an exercise asks for trained runs only; take the @0 away</source>
        <translation>练习只问训练过的运行，请去掉 @0</translation>
    </message>
    <message>
        <source>the picture &quot;forecast&quot; needs a forecast of a series</source>
        <translation>图“forecast”需要对序列的预测</translation>
    </message>
    <message>
        <source>valves are set on a picture &quot;belt&quot; of one run, with a row that names its &quot;marks&quot;</source>
        <translation>阀门要在只有一次运行的图“belt”上拨动，其中一行要写明“marks”</translation>
    </message>
    <message>
        <source>valves are set by hand on sequences with an input of marks and one number as the answer, as in adding-30</source>
        <translation>亲手拨阀门需要一个标记输入、答案为一个数的序列，如 adding-30</translation>
    </message>
    <message>
        <source>every sequence begins with a mark, so none can be set by hand</source>
        <translation>每个序列都以标记开头，因此没有可以亲手拨动的</translation>
    </message>
    <message>
        <source>%1 is there already; choose another name</source>
        <translation>%1 已经存在，请换一个名字</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;; gatelab-worker lesson lists them</source>
        <translation>没有课程“%1”；gatelab-worker lesson 会列出全部课程</translation>
    </message>
    <message>
        <source>about the same</source>
        <translation>大致相同</translation>
    </message>
    <message>
        <source>this lesson makes no sense on another series; take another lesson</source>
        <translation>这一课在别的序列上没有意义；请换一课</translation>
    </message>
    <message>
        <source>lessons are played on a series that is forecast; open one</source>
        <translation>课程只能在用来预测的序列上进行；请打开一个</translation>
    </message>
    <message>
        <source>a class has two to four answers, one for each key from 1 to 4, and here are %1</source>
        <translation>课堂问题有二到四个答案，对应按键 1 到 4，这里有 %1 个</translation>
    </message>
    <message>
        <source>there is no lesson &apos;%1&apos;</source>
        <translation>没有名为“%1”的课</translation>
    </message>
    <message>
        <source>pictures are drawn by the program of the window, and %1 cannot be started; install it beside this one</source>
        <translation>图由窗口程序绘制，而 %1 无法启动；请把它装在本程序旁边</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes loss, kept, factor, product, gradient or a gate, as in here(lstm, f)</source>
        <translation>“%1”后面是 loss、kept、factor、product、gradient 或一个门，例如 here(lstm, f)</translation>
    </message>
    <message>
        <source>a unit is its number, or the best one of opens(run, gate, input), closes(run, gate, input), writes(run, c, input), moves(run, gate) or carried(run)</source>
        <translation>单元可以写它的编号，或取 opens(run, gate, input)、closes(run, gate, input)、writes(run, c, input)、moves(run, gate)、carried(run) 中最好的那个</translation>
    </message>
    <message>
        <source>this does not say what is remembered of questions; take another file</source>
        <translation>这个文件不是复习记录；请换一个文件</translation>
    </message>
</context>
<context>
    <name>LessonFigure</name>
    <message>
        <source>training loss, mean of the last epoch</source>
        <translation>训练损失，最后一个轮次的平均</translation>
    </message>
    <message>
        <source>validation loss of the weights that are kept, the best</source>
        <translation>保留的（最佳）权重的验证损失</translation>
    </message>
    <message>
        <source>validation loss after the last epoch</source>
        <translation>最后一个轮次之后的验证损失</translation>
    </message>
    <message>
        <source>epochs that were trained</source>
        <translation>训练的轮次数</translation>
    </message>
    <message>
        <source>epoch with the lowest validation loss</source>
        <translation>验证损失最低的轮次</translation>
    </message>
    <message>
        <source>share of right answers on the test part</source>
        <translation>测试集上答对的比例</translation>
    </message>
    <message>
        <source>root of the mean squared error on the test part, in the unit of the data</source>
        <translation>测试集上均方误差的平方根，以数据的单位表示</translation>
    </message>
    <message>
        <source>mean squared error on the test part</source>
        <translation>测试集上的均方误差</translation>
    </message>
    <message>
        <source>mean absolute error on the test part</source>
        <translation>测试集上的平均绝对误差</translation>
    </message>
    <message>
        <source>score of a method without a network on the test part: baseline(run, persistence, rmse)</source>
        <translation>不用网络的方法在测试集上的分数：baseline(run, persistence, rmse)</translation>
    </message>
    <message>
        <source>largest gradient norm of any step, before clipping</source>
        <translation>裁剪前各步梯度范数的最大值</translation>
    </message>
    <message>
        <source>1 where the loss became infinite or ended above ten times its start, else 0</source>
        <translation>损失变为无穷大，或最后高于开始的十倍时为 1，否则为 0</translation>
    </message>
    <message>
        <source>seconds of training</source>
        <translation>训练的秒数</translation>
    </message>
    <message>
        <source>most memory that tensors took in a step, MiB</source>
        <translation>张量在一步中最多占用的内存，MiB</translation>
    </message>
    <message>
        <source>steps back to the farthest with a thousandth of the largest gradient, first layer, mean of eight windows</source>
        <translation>往回到梯度仍有最大值千分之一的最远处的步数，第一层，八个窗口的平均</translation>
    </message>
    <message>
        <source>gradient at the first step as a share of the largest, first layer, mean of eight windows</source>
        <translation>第一步的梯度占最大梯度的份额，第一层，八个窗口的平均</translation>
    </message>
    <message>
        <source>share of the cell state that the forget gates pass on from the first step to the last, best unit, mean of eight windows</source>
        <translation>遗忘门从第一步传到最后一步的细胞状态份额，最好的单元，八个窗口的平均</translation>
    </message>
    <message>
        <source>mean of a gate over units and steps, first layer: open(run, f)</source>
        <translation>一个门在各单元和各步上的平均，第一层：open(run, f)</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>validation loss at the end</source>
        <translation>最后的验证损失</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>best epoch</source>
        <translation>最佳轮次</translation>
    </message>
    <message>
        <source>accuracy on the test part</source>
        <translation>测试集的准确率</translation>
    </message>
    <message>
        <source>test error (RMSE)</source>
        <translation>测试误差（RMSE）</translation>
    </message>
    <message>
        <source>test error (MSE)</source>
        <translation>测试误差（MSE）</translation>
    </message>
    <message>
        <source>test error (MAE)</source>
        <translation>测试误差（MAE）</translation>
    </message>
    <message>
        <source>test error without a network</source>
        <translation>不用网络的测试误差</translation>
    </message>
    <message>
        <source>largest gradient</source>
        <translation>最大梯度</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>发散</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>memory for tensors</source>
        <translation>张量占用的内存</translation>
    </message>
    <message>
        <source>reach of the gradient</source>
        <translation>梯度的作用距离</translation>
    </message>
    <message>
        <source>gradient at the first step</source>
        <translation>第一步的梯度</translation>
    </message>
    <message>
        <source>what the best unit carries</source>
        <translation>最好的单元传送的份额</translation>
    </message>
    <message>
        <source>mean of the gate</source>
        <translation>门的平均</translation>
    </message>
    <message>
        <source>factor of one step back</source>
        <translation>往回一步的倍数</translation>
    </message>
    <message>
        <source>what one step back multiplies the gradient by, geometric mean over the window: of the state of a plain RNN, of the best unit&apos;s gate f (GRU: z) otherwise</source>
        <translation>往回一步把梯度乘以多少，取整个窗口的几何平均：普通 RNN 为状态的梯度，其他为最好单元的门 f（GRU：z）</translation>
    </message>
    <message>
        <source>how far the gate opens</source>
        <translation>门多开多少</translation>
    </message>
    <message>
        <source>mean of a gate where an input is 1, less its mean where it is 0, unit that opens most: opens(run, i, marker)</source>
        <translation>输入为 1 处门的均值减去输入为 0 处的均值，取开得最多的单元：opens(run, i, marker)</translation>
    </message>
    <message>
        <source>how far the gate closes</source>
        <translation>门多关多少</translation>
    </message>
    <message>
        <source>mean of a gate where an input is 0, less its mean where it is 1, unit that closes most: closes(run, z, marker)</source>
        <translation>输入为 0 处门的均值减去输入为 1 处的均值，取关得最多的单元：closes(run, z, marker)</translation>
    </message>
    <message>
        <source>how far the gate moves</source>
        <translation>门动了多少</translation>
    </message>
    <message>
        <source>standard deviation of a quantity over the steps of a window, mean of eight windows, unit that moves most: moves(run, i)</source>
        <translation>一个量在窗口各步上的标准差，八个窗口的平均，取动得最多的单元：moves(run, i)</translation>
    </message>
    <message>
        <source>what is written where an input is 1</source>
        <translation>输入为 1 处写入的份额</translation>
    </message>
    <message>
        <source>share of all that a quantity moves in a window which it moves at the steps where an input is 1, mean of eight windows, unit with the largest: writes(run, c, marker)</source>
        <translation>一个量在窗口里的全部变动中，发生在某输入为 1 的那些步的份额；八个窗口的平均，取份额最大的单元：writes(run, c, marker)</translation>
    </message>
    <message>
        <source>windows to train on</source>
        <translation>训练窗口数</translation>
    </message>
    <message>
        <source>windows of the training part</source>
        <translation>训练部分的窗口数</translation>
    </message>
    <message>
        <source>level of the test part</source>
        <translation>测试部分的水平</translation>
    </message>
    <message>
        <source>mean of the first target in the test part less that in the training part, in standard deviations of the training part</source>
        <translation>测试部分第一个目标的平均值减去训练部分的平均值，以训练部分的标准差为单位</translation>
    </message>
    <message>
        <source>spread of the test part</source>
        <translation>测试部分的波动</translation>
    </message>
    <message>
        <source>standard deviation of the first target in the test part as a multiple of that in the training part</source>
        <translation>测试部分第一个目标的标准差是训练部分的多少倍</translation>
    </message>
</context>
<context>
    <name>LineChart</name>
    <message>
        <source>d MMM</source>
        <extracomment>day and month on a time axis, e.g. &quot;4 Jun&quot;</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <extracomment>day, month and year on a time axis, e.g. &quot;4 Jun 2018&quot;</extracomment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm</source>
        <translation>yyyy年M月d日 HH:mm</translation>
    </message>
    <message>
        <source>d MMM HH:mm:ss</source>
        <translation>M月d日 HH:mm:ss</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>%1, raw</source>
        <translation>%1，原始值</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>曲线 %1</translation>
    </message>
    <message>
        <source>%1: %2 at %3, outside the axis. The chart&apos;s menu scales to all values.</source>
        <translation>%1：在 %3 处为 %2，超出坐标轴范围。可在图表菜单中改为按所有值缩放。</translation>
    </message>
    <message>
        <source>Drawing, SVG</source>
        <translation>矢量图，SVG</translation>
    </message>
    <message>
        <source>Page, PDF</source>
        <translation>页面，PDF</translation>
    </message>
    <message>
        <source>Save &quot;%1&quot;</source>
        <translation>保存“%1”</translation>
    </message>
    <message>
        <source>%1 file (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>A chart cannot be saved as &quot;%1&quot;. Choose a name that ends in .png, .svg, .pdf or .csv.</source>
        <translation>图表不能保存为“%1”。请选择以 .png、.svg、.pdf 或 .csv 结尾的名称。</translation>
    </message>
    <message>
        <source>Nothing lies in this range. F shows everything.</source>
        <translation>此范围内没有数据。按 F 显示全部。</translation>
    </message>
    <message>
        <source>Not drawn on a log axis: values of 0 and below (%1)</source>
        <translation>对数轴上未绘制：不大于 0 的值（%1 个）</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>d MMM HH:mm:ss.zzz</source>
        <translation>M月d日 HH:mm:ss.zzz</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 项</translation>
    </message>
    <message>
        <source>Dots of equal values are drawn side by side</source>
        <translation>值相同的点并排绘制</translation>
    </message>
    <message>
        <source>%1 (median of %2 of %3)</source>
        <translation>%1（%3 个中 %2 个的中位数）</translation>
    </message>
    <message>
        <source>%1 (raw %2)</source>
        <translation>%1（原始 %2）</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>PNG, 2x</source>
        <translation>PNG，2 倍</translation>
    </message>
    <message>
        <source>level</source>
        <translation>平稳</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>rising</source>
        <translation>上升</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1, lower</source>
        <translation>%1，下界</translation>
    </message>
    <message>
        <source>%1, upper</source>
        <translation>%1，上界</translation>
    </message>
    <message>
        <source>%1: no values yet.</source>
        <translation>%1：还没有数值。</translation>
    </message>
    <message>
        <source>%1: last %2 at %3, lowest %4 at %5, highest %6 at %7</source>
        <translation>%1：最后值 %2（在 %3），最低 %4（在 %5），最高 %6（在 %7）</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1, %2.</source>
        <translation>%1，%2。</translation>
    </message>
    <message>
        <source>%1, smoothed over %2 epochs</source>
        <translation>%1，按 %2 轮平滑</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <extracomment>month and year on a time axis, e.g. &quot;Jul 2016&quot;</extracomment>
        <translation>yyyy年M月</translation>
    </message>
</context>
<context>
    <name>Lineage</name>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>the same settings</source>
        <translation>设置相同</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>第 %2 步的%1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>%2 的第 %1 步</translation>
    </message>
</context>
<context>
    <name>Look</name>
    <message>
        <source>%1 has %2 sequences to train on, %3 has %4: rare ones are easily ignored.</source>
        <translation>%1 有 %2 条训练序列，%3 只有 %4 条：少见的类别容易被忽略。</translation>
    </message>
    <message>
        <source>Balance classes</source>
        <translation>平衡类别</translation>
    </message>
    <message>
        <source>The classes are balanced: %1 to %2 sequences each to train on.</source>
        <translation>类别均衡：每类有 %1 至 %2 条训练序列。</translation>
    </message>
    <message>
        <source>Always naming the largest class is right in %1 %: the least to beat.</source>
        <translation>总是回答最大的类别就有 %1 % 正确：至少要超过它。</translation>
    </message>
    <message>
        <source>Lengths differ, %1 to %2 steps: shorter ones are padded and masked.</source>
        <translation>长度不同，%1 至 %2 步：较短的会补齐并屏蔽。</translation>
    </message>
    <message>
        <source>Forecast the change</source>
        <translation>预测变化量</translation>
    </message>
    <message>
        <source>Scale each window</source>
        <translation>逐窗口缩放</translation>
    </message>
    <message>
        <source>A season of %1 explains %2 % of the swings; the lookback holds %3 of them.</source>
        <translation>%1 的季节解释了 %2 % 的波动；回看窗口含 %3 个季节。</translation>
    </message>
    <message>
        <source>A season of %1 explains %2 % of the swings; a lookback of %3 holds less than two.</source>
        <translation>%1 的季节解释了 %2 % 的波动；%3 步的回看窗口不足两个季节。</translation>
    </message>
    <message>
        <source>Lookback %1</source>
        <translation>回看窗口 %1</translation>
    </message>
    <message>
        <source>Add the calendar</source>
        <translation>加入日历</translation>
    </message>
    <message>
        <source>It keeps its level (Dickey-Fuller p %1, KPSS p %2).</source>
        <translation>水平保持不变（Dickey-Fuller p %1，KPSS p %2）。</translation>
    </message>
    <message>
        <source>It does not keep its level and may be a walk (Dickey-Fuller p %1, KPSS p %2).</source>
        <translation>水平不稳，可能是随机游走（Dickey-Fuller p %1，KPSS p %2）。</translation>
    </message>
    <message>
        <source>It comes back, but to a level that changes (Dickey-Fuller p %1, KPSS p %2).</source>
        <translation>会回归，但所回归的水平在变（Dickey-Fuller p %1，KPSS p %2）。</translation>
    </message>
    <message>
        <source>Too few values to tell whether it keeps its level: %1.</source>
        <translation>值太少（%1），无法判断水平是否稳定。</translation>
    </message>
    <message>
        <source>Too many gaps to tell whether it keeps its level.</source>
        <translation>空缺太多，无法判断水平是否稳定。</translation>
    </message>
    <message>
        <source>Nothing is left to chance in it: the tests of its level say nothing.</source>
        <translation>其中没有随机成分：水平检验得不出结论。</translation>
    </message>
    <message>
        <source>Level or walk, these values cannot tell (Dickey-Fuller p %1, KPSS p %2).</source>
        <translation>是平稳还是随机游走，这些值看不出来（Dickey-Fuller p %1，KPSS p %2）。</translation>
    </message>
    <message>
        <source>This column has no value.</source>
        <translation>此列没有值。</translation>
    </message>
    <message>
        <source>This column is constant: there is nothing to learn from it.</source>
        <translation>此列是常数：没有可学的内容。</translation>
    </message>
    <message>
        <source>The test part lies %1 SD above the training part: its level drifts.</source>
        <translation>测试部分比训练部分高 %1 个标准差：水平在漂移。</translation>
    </message>
    <message>
        <source>The test part lies %1 SD below the training part: its level drifts.</source>
        <translation>测试部分比训练部分低 %1 个标准差：水平在漂移。</translation>
    </message>
    <message>
        <source>Training and test part lie %1 SD apart: alike.</source>
        <translation>训练与测试部分相差 %1 个标准差：相近。</translation>
    </message>
    <message>
        <source>A long tail upwards (skewness %1): few values decide the loss.</source>
        <translation>右侧长尾（偏度 %1）：少数值左右损失。</translation>
    </message>
    <message>
        <source>Take the logarithm</source>
        <translation>取对数</translation>
    </message>
    <message>
        <source>Too few different values to tell a season.</source>
        <translation>不同的值太少，无法判断季节。</translation>
    </message>
    <message>
        <source>No season repeats in the training part.</source>
        <translation>训练部分没有重复的季节。</translation>
    </message>
    <message>
        <source>A second season of %1 explains %2 %.</source>
        <translation>第二个季节 %1，解释 %2 %。</translation>
    </message>
    <message>
        <source>After %1 a value tells no more of the next ones than chance.</source>
        <translation>%1 之后，一个值对后来的值不再比偶然说明更多。</translation>
    </message>
    <message>
        <source>%1 runs %2 ahead of %3: %4, at the same time %5.</source>
        <translation>%1 比 %3 早 %2：相关 %4，同一时刻为 %5。</translation>
    </message>
    <message>
        <source>Use %1 as an input</source>
        <translation>把 %1 用作输入</translation>
    </message>
    <message>
        <source>There is no other column to compare with.</source>
        <translation>没有其他列可比较。</translation>
    </message>
    <message>
        <source>No other column runs ahead of %1.</source>
        <translation>没有其他列领先于 %1。</translation>
    </message>
    <message>
        <source>%1 and %2 say the same (%3).</source>
        <translation>%1 与 %2 内容相同（%3）。</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>去掉 %1</translation>
    </message>
    <message>
        <source>No value is missing.</source>
        <translation>没有缺失值。</translation>
    </message>
    <message>
        <source>%1 misses most: %2 % in %3 gaps, the longest of %4.</source>
        <translation>%1 缺失最多：%2 %，共 %3 处空缺，最长 %4。</translation>
    </message>
    <message>
        <source>Fill the gaps</source>
        <translation>填补空缺</translation>
    </message>
    <message>
        <source>In %1 % of the rows all columns are missing at once: the logger, not a sensor.</source>
        <translation>%1 % 的行所有列同时缺失：是记录仪的问题，而非某个传感器。</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 y</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>there is no column &apos;%1&apos; in the data</source>
        <translation>数据中没有列“%1”</translation>
    </message>
    <message>
        <source>Always naming the largest class of the training part is right in %1 % of the test part: the least to beat.</source>
        <translation>总是答训练部分中最大的类，在测试部分有 %1 % 正确：至少要胜过它。</translation>
    </message>
    <message>
        <source>The rows are not in the order of their times: parts, seasons and levels are not told. --sort-time brings them into order.</source>
        <translation>各行没有按时间排列：不给出各部分、周期和水平。--sort-time 可将其排序。</translation>
    </message>
    <message>
        <source>there is no series &apos;%1&apos; among the %2 of these data</source>
        <translation>这些数据的 %2 个序列中没有“%1”</translation>
    </message>
    <message>
        <source>These data are %1. This is one of them: &apos;%2&apos;, the longest; another is looked at by its name: --series NAME</source>
        <translation>这些数据是 %1。这里看的是其中之一：“%2”（最长的）；要看另一个，请给出其名称：--series NAME</translation>
    </message>
    <message>
        <source>These data are %1. This is one of them: &apos;%2&apos;</source>
        <translation>这些数据是 %1。这里看的是其中之一：“%2”</translation>
    </message>
    <message>
        <source>there is no series &apos;%1&apos;: these data are one series; leave out --series</source>
        <translation>没有序列“%1”：这些数据是单个序列；请去掉 --series</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>%1, or %2</source>
        <translation>%1，或%2</translation>
    </message>
    <message>
        <source>a smaller batch, a shorter lookback or fewer units</source>
        <translation>更小的批大小、更短的回看窗口或更少的单元</translation>
    </message>
    <message>
        <source>a smaller batch or fewer units</source>
        <translation>更小的批大小或更少的单元</translation>
    </message>
    <message>
        <source>recomputing in chunks</source>
        <translation>分块重新计算</translation>
    </message>
    <message>
        <source>the precision BF16</source>
        <translation>BF16 精度</translation>
    </message>
    <message>
        <source>a smaller hidden size or fewer layers</source>
        <translation>更少的隐藏单元或层</translation>
    </message>
    <message>
        <source>the optimiser SGD</source>
        <translation>SGD 优化器</translation>
    </message>
    <message>
        <source>a smaller part of the data</source>
        <translation>更少的数据</translation>
    </message>
    <message>
        <source>closing other programs</source>
        <translation>关闭其他程序</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimiser state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>program and libraries</source>
        <translation>程序与库</translation>
    </message>
    <message>
        <source>this run needs about %1 of memory, and there are %2 for it; the largest part is %3 with %4; should the system end it, try %5</source>
        <translation>此运行约需 %1 内存，可用的有 %2；最大的部分是%3，占 %4；如果系统终止了它，请尝试%5</translation>
    </message>
    <message>
        <source>not enough memory: this run needs about %1, and there are %2 for it; the largest part is %3 with %4; try %5; the setting &apos;%6&apos; starts it all the same</source>
        <translation>内存不足：此运行约需 %1，可用的有 %2；最大的部分是%3，占 %4；请尝试%5；设置“%6”可使其仍然启动</translation>
    </message>
    <message>
        <source>%1 (the memory limit of %2, less %3 of address space that program and libraries reserve and do not fill)</source>
        <translation>%1（%2 的内存上限减去程序和库预留而未使用的 %3 地址空间）</translation>
    </message>
</context>
<context>
    <name>MemoryChart</name>
    <message>
        <source>others</source>
        <translation>其他程序</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>steps/s</source>
        <translation>步/秒</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>synchronisation</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensors, peak</source>
        <translation>张量峰值</translation>
    </message>
    <message>
        <source>GPU load</source>
        <translation>GPU 负载</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>CPU load</source>
        <translation>CPU 负载</translation>
    </message>
    <message>
        <source>validation MSE</source>
        <translation>验证 MSE</translation>
    </message>
    <message>
        <source>validation MAE</source>
        <translation>验证 MAE</translation>
    </message>
    <message>
        <source>validation accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimiser state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>peak while gathering data</source>
        <translation>取数据时峰值</translation>
    </message>
    <message>
        <source>peak forward</source>
        <translation>前向峰值</translation>
    </message>
    <message>
        <source>peak backward</source>
        <translation>反向峰值</translation>
    </message>
    <message>
        <source>peak of the update</source>
        <translation>更新时峰值</translation>
    </message>
    <message>
        <source>memory forecast, error</source>
        <translation>内存预测误差</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>epoch, estimated</source>
        <translation>每轮，预计</translation>
    </message>
    <message>
        <source>of them from the system</source>
        <translation>其中向系统申请的</translation>
    </message>
    <message>
        <source>input weights</source>
        <translation>输入权重</translation>
    </message>
    <message>
        <source>recurrent weights</source>
        <translation>循环权重</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>SD of the output</source>
        <translation>输出的标准差</translation>
    </message>
    <message>
        <source>peak of each step</source>
        <translation>每步峰值</translation>
    </message>
    <message>
        <source>GPU clock</source>
        <translation>GPU 频率</translation>
    </message>
    <message>
        <source>tensor allocations</source>
        <translation>张量分配</translation>
    </message>
    <message>
        <source>epoch, estimated minimum</source>
        <translation>每轮，预计下限</translation>
    </message>
    <message>
        <source>epoch, estimated maximum</source>
        <translation>每轮，预计上限</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>whole process</source>
        <translation>整个进程</translation>
    </message>
    <message>
        <source>sent and received by rank 0</source>
        <translation>进程 0 收发</translation>
    </message>
    <message>
        <source>ranks waiting</source>
        <translation>并行进程等待</translation>
    </message>
    <message>
        <source>slowest rank</source>
        <translation>最慢的进程</translation>
    </message>
</context>
<context>
    <name>ModelName</name>
    <message>
        <source>%1, bi</source>
        <translation>%1，双向</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>NodeWords</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Phrase</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
</context>
<context>
    <name>PipelineObstacle</name>
    <message>
        <source>A pipeline cuts windows of one length: choose the task forecast.</source>
        <translation>流水线切分等长的窗口：请选择预测任务。</translation>
    </message>
    <message>
        <source>In a pipeline each rank has at least one layer: ask for fewer ranks, or more layers.</source>
        <translation>流水线中每个并行进程至少有一层：请减少进程，或增加层数。</translation>
    </message>
    <message>
        <source>A pipeline takes a window from its start, and the reverse direction begins at its end.</source>
        <translation>流水线从窗口的开头处理，而反向从其末尾开始。</translation>
    </message>
    <message>
        <source>A pipeline draws no masks: set dropout, recurrent dropout and zoneout to 0.</source>
        <translation>流水线不抽取掩码：请把 dropout、循环 dropout 和 zoneout 设为 0。</translation>
    </message>
    <message>
        <source>A pipeline has no recursive decoder: choose the direct one.</source>
        <translation>流水线没有递归解码器：请选择直接解码器。</translation>
    </message>
    <message>
        <source>A pipeline carries no state from batch to batch: switch that off.</source>
        <translation>流水线不在批次之间传递状态：请将其关闭。</translation>
    </message>
    <message>
        <source>A pipeline keeps its activations: set the recomputing to 0.</source>
        <translation>流水线保留其激活值：请把重新计算设为 0。</translation>
    </message>
    <message>
        <source>A pipeline computes in FP32 and FP64 only.</source>
        <translation>流水线只以 FP32 和 FP64 计算。</translation>
    </message>
    <message>
        <source>A pipeline sends whole gradients: choose the gradient exchange &apos;none&apos;.</source>
        <translation>流水线发送完整的梯度：请把梯度交换设为“none”。</translation>
    </message>
    <message>
        <source>A pipeline computes on processors, and this run on an XLA device.</source>
        <translation>流水线在处理器上计算，而此运行在 XLA 设备上计算。</translation>
    </message>
    <message>
        <source>A pipeline on GPUs needs the first of them by its name: cuda:0.</source>
        <translation>GPU 上的流水线需要写明第一个 GPU 的名称：cuda:0。</translation>
    </message>
</context>
<context>
    <name>Plan</name>
    <message>
        <source>linear map</source>
        <translation>线性映射</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>1 epoch</source>
        <translation>1 轮</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>error %1 %, %2 times the work</source>
        <translation>误差 %1 %，计算量 %2 倍</translation>
    </message>
    <message>
        <source>error %1 %</source>
        <translation>误差 %1 %</translation>
    </message>
    <message>
        <source>%1 times the work</source>
        <translation>计算量 %1 倍</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>each window</source>
        <translation>每个窗口</translation>
    </message>
    <message>
        <source>Anchor</source>
        <translation>锚点</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 epochs, up to %2 s</source>
        <translation>%1 轮，最多 %2 秒</translation>
    </message>
    <message>
        <source>%1 epochs, up to %2 min</source>
        <translation>%1 轮，最多 %2 分钟</translation>
    </message>
    <message>
        <source>error at the start %1 times as large</source>
        <translation>起始误差为 %1 倍</translation>
    </message>
    <message>
        <source>error at the start %1 %</source>
        <translation>起始误差 %1 %</translation>
    </message>
    <message>
        <source>Linear forecast against the last value, on training rows; not the network.</source>
        <translation>线性预测与末值相比，在训练行上；不是网络的误差。</translation>
    </message>
    <message>
        <source>Error of a linear forecast on training rows, not of the network.</source>
        <translation>线性预测在训练行上的误差，不是网络的误差。</translation>
    </message>
</context>
<context>
    <name>Preflight</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 training, %2 validation, %3 test windows</source>
        <translation>训练窗口 %1，验证窗口 %2，测试窗口 %3</translation>
    </message>
    <message>
        <source>%1 windows are left out because they touch missing values; a fill step would keep them.</source>
        <translation>%1 个窗口因涉及缺失值而被略去；加一个填补步骤即可保留。</translation>
    </message>
    <message>
        <source>No validation windows: the best epoch cannot be determined.</source>
        <translation>没有验证窗口：无法确定最佳轮次。</translation>
    </message>
    <message>
        <source>Shapes agree from window to forecast.</source>
        <translation>从窗口到预测，各处形状一致。</translation>
    </message>
    <message>
        <source>The data is being prepared.</source>
        <translation>数据正在预处理。</translation>
    </message>
    <message>
        <source>%1; no target lies in another part.</source>
        <translation>%1；没有目标落在另一部分。</translation>
    </message>
    <message>
        <source>%1; %2 have targets in another part.</source>
        <translation>%1；其中 %2 个窗口的目标落在另一部分。</translation>
    </message>
    <message>
        <source>%1 training, %2 validation, %3 test sequences.</source>
        <translation>%1 个训练序列、%2 个验证序列、%3 个测试序列。</translation>
    </message>
    <message>
        <source>No validation sequences: the best epoch cannot be determined.</source>
        <translation>没有验证序列：无法确定最佳轮次。</translation>
    </message>
    <message>
        <source>1 step an epoch, with all %1 windows: the batch of %2 is larger than the training part.</source>
        <translation>每轮 1 步，使用全部 %1 个窗口：批大小 %2 大于训练集。</translation>
    </message>
    <message>
        <source>1 step an epoch, with all %1 sequences: the batch of %2 is larger than the training part.</source>
        <translation>每轮 1 步，使用全部 %1 个序列：批大小 %2 大于训练集。</translation>
    </message>
    <message>
        <source>1 step an epoch</source>
        <translation>每轮 1 步</translation>
    </message>
    <message>
        <source>%1 steps an epoch</source>
        <translation>每轮 %1 步</translation>
    </message>
    <message>
        <source>%1, all batches full.</source>
        <translation>%1，所有批次都是满的。</translation>
    </message>
    <message>
        <source>%1; the last batch has %2 windows and is left out.</source>
        <translation>%1；最后一批只有 %2 个窗口，将被略去。</translation>
    </message>
    <message>
        <source>%1; the last batch has %2 sequences and is left out.</source>
        <translation>%1；最后一批有 %2 个序列，不使用。</translation>
    </message>
    <message>
        <source>%1; the last batch has %2 windows and is kept.</source>
        <translation>%1；最后一批有 %2 个窗口，予以保留。</translation>
    </message>
    <message>
        <source>%1; the last batch has %2 sequences and is kept.</source>
        <translation>%1；最后一批有 %2 个序列，保留使用。</translation>
    </message>
    <message>
        <source>Shapes agree from sequence to answer.</source>
        <translation>从序列到答案，各形状一致。</translation>
    </message>
</context>
<context>
    <name>Preparing</name>
    <message>
        <source>the baselines were cancelled</source>
        <translation>已取消计算基线</translation>
    </message>
    <message>
        <source>there is no window to forecast; give the test part more rows</source>
        <translation>没有可预测的窗口；请给测试集更多行</translation>
    </message>
    <message>
        <source>the baselines need training items and test items; change the split</source>
        <translation>基线需要训练样本和测试样本；请修改划分</translation>
    </message>
    <message>
        <source>target &apos;%1&apos;, rows 0 to %2</source>
        <translation>目标“%1”，第 0 至 %2 行</translation>
    </message>
    <message>
        <source>%1: no value in the training part; choose another target or move the split</source>
        <translation>%1：训练集中没有值；请选择其他目标或移动划分</translation>
    </message>
    <message>
        <source>%1: constant in the training part, so there is nothing to learn; choose another target or move the split</source>
        <translation>%1：在训练集中是常数，没有可学的内容；请选择其他目标或移动划分</translation>
    </message>
    <message>
        <source>recipe step &apos;%1&apos;</source>
        <translation>预处理步骤“%1”</translation>
    </message>
    <message>
        <source>the data has no value column with rows; open another file</source>
        <translation>数据中没有含值的列；请打开其他文件</translation>
    </message>
    <message>
        <source>target column &apos;%1&apos; is not in %2; it has %3</source>
        <translation>%2 中没有目标列“%1”；它有 %3</translation>
    </message>
    <message>
        <source>input column &apos;%1&apos; is not in %2; it has %3</source>
        <translation>%2 中没有输入列“%1”；它有 %3</translation>
    </message>
    <message>
        <source>column &apos;%1&apos;: no value in the training part; leave the column out or move the split</source>
        <translation>列“%1”：训练集中没有值；请不使用该列或移动划分</translation>
    </message>
    <message>
        <source>recipe step &apos;%1&apos;: %2</source>
        <translation>预处理步骤“%1”：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a choice of %2; there are %3</source>
        <translation>“%1”不是 %2 的可选值；可选 %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number for %2</source>
        <translation>“%1”不是 %2 可用的数字</translation>
    </message>
    <message>
        <source>%1 must be from %2 to %3</source>
        <translation>%1 必须在 %2 到 %3 之间</translation>
    </message>
    <message>
        <source>&apos;%1&apos; needs the form name=value</source>
        <translation>“%1”需要写成 名称=值</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is given twice</source>
        <translation>“%1”给出了两次</translation>
    </message>
    <message>
        <source>there is no step &apos;%1&apos;; there are %2</source>
        <translation>没有步骤“%1”；可用 %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no parameter &apos;%2&apos;</source>
        <translation>“%1”没有参数“%2”</translation>
    </message>
    <message>
        <source>the step&apos;s name is missing; there are %1</source>
        <translation>缺少步骤名称；可用 %1</translation>
    </message>
    <message>
        <source>the closing bracket must be the last character</source>
        <translation>右括号必须是最后一个字符</translation>
    </message>
    <message>
        <source>split &apos;%1&apos;: %2; write train/validation/test as shares (60%/20%/20%) or rows (8640/2880/2880)</source>
        <translation>划分“%1”：%2；请把训练/验证/测试写成比例（60%/20%/20%）或行数（8640/2880/2880）</translation>
    </message>
    <message>
        <source>more than three parts</source>
        <translation>超过三个部分</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a share or a number of rows</source>
        <translation>“%1”既不是比例也不是行数</translation>
    </message>
    <message>
        <source>a number of rows must be whole</source>
        <translation>行数必须是整数</translation>
    </message>
    <message>
        <source>shares and rows are mixed</source>
        <translation>混用了比例和行数</translation>
    </message>
    <message>
        <source>the gap must not be negative</source>
        <translation>间隔不能为负</translation>
    </message>
    <message>
        <source>the shares add to more than 100 %</source>
        <translation>比例之和超过 100 %</translation>
    </message>
    <message>
        <source>it needs %1 rows with its gaps and the series has %2</source>
        <translation>加上间隔需要 %1 行，而序列有 %2 行</translation>
    </message>
    <message>
        <source>the training part is empty (the series has %1 rows)</source>
        <translation>训练集是空的（序列有 %1 行）</translation>
    </message>
    <message>
        <source>the series has no time column; choose one on the data page or leave this step out</source>
        <translation>序列没有时间列；请在数据页选择一列，或去掉此步骤</translation>
    </message>
    <message>
        <source>the season of %1 rows is as long as the training part</source>
        <translation>%1 行的季节与训练集一样长</translation>
    </message>
    <message>
        <source>minmax: the lower limit must be below the upper limit</source>
        <translation>minmax：下限必须小于上限</translation>
    </message>
    <message>
        <source>%1: one window needs %2 rows (lookback %3 and horizon %4) and there are %5; shorten the lookback or the horizon, or give this part more rows</source>
        <translation>%1：一个窗口需要 %2 行（回看窗口 %3，预测步数 %4），而只有 %5 行；请缩短回看窗口或预测步数，或给该部分更多行</translation>
    </message>
    <message>
        <source>%1: all %2 windows touch a missing value; fill the gaps (recipe step fill(method=hold)) or leave out the columns with gaps</source>
        <translation>%1：全部 %2 个窗口都碰到缺失值；请填补空缺（预处理步骤 fill(method=hold)），或不使用有空缺的列</translation>
    </message>
    <message>
        <source>lookback, horizon and stride must be at least 1</source>
        <translation>回看窗口、预测步数和步幅都必须至少为 1</translation>
    </message>
    <message>
        <source>lookback %1 and horizon %2 need %3 + %4 rows and the series has %5; shorten one of them</source>
        <translation>回看窗口 %1 与预测步数 %2 需要 %3 + %4 行，而序列有 %5 行；请缩短其中之一</translation>
    </message>
    <message>
        <source>training part</source>
        <translation>训练集</translation>
    </message>
    <message>
        <source>validation part</source>
        <translation>验证集</translation>
    </message>
    <message>
        <source>test part</source>
        <translation>测试集</translation>
    </message>
    <message>
        <source>%1 training windows touch a missing value, and a carried state cannot jump over them; fill the gaps (recipe step fill(method=hold)) or do not carry the state</source>
        <translation>%1 个训练窗口含有缺失值，而传递的状态无法跳过它们；请填补缺口（预处理步骤 fill(method=hold)），或不传递状态</translation>
    </message>
    <message>
        <source>a carried state needs at least two windows in each of the %1 streams of a batch, and the training part holds %2 windows end to end; use a batch of at most %3, or a shorter lookback</source>
        <translation>传递状态要求批次的 %1 条流中每条至少有两个窗口，而训练集首尾相接只有 %2 个窗口；请把批次设为至多 %3，或缩短回看窗口</translation>
    </message>
    <message>
        <source>the run was trained with a column &apos;%1&apos;, which is not in %2; it has %3</source>
        <translation>该运行训练时使用了列“%1”，而 %2 中没有该列；其中有 %3</translation>
    </message>
    <message>
        <source>the run&apos;s record names no target column</source>
        <translation>该运行的记录中没有目标列</translation>
    </message>
    <message>
        <source>the run was trained with calendar inputs, and this file has no times</source>
        <translation>该运行训练时使用了日历输入，而此文件没有时间</translation>
    </message>
    <message>
        <source>it learned more columns than there are</source>
        <translation>它学到的列多于现有的列</translation>
    </message>
    <message>
        <source>the run never saw the token &apos;%1&apos;, which these sequences hold</source>
        <translation>该运行从未见过这些序列中的词元“%1”</translation>
    </message>
    <message>
        <source>its rows are %1 apart, those of the training were %2</source>
        <translation>其行间隔为 %1，训练数据的行间隔为 %2</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; is in %2, in the training it was in %3</source>
        <translation>列“%1”的单位是 %2，训练时是 %3</translation>
    </message>
    <message>
        <source>the run was trained on sequences of %1 channel(s), and these have %2</source>
        <translation>该运行在 %1 个通道的序列上训练，而这些序列有 %2 个通道</translation>
    </message>
    <message>
        <source>the leak audit was cancelled</source>
        <translation>数据泄漏检查已取消</translation>
    </message>
    <message>
        <source>the leak audit, with other values after a border</source>
        <translation>数据泄漏检查，在边界之后使用其他数值</translation>
    </message>
    <message>
        <source>what this step learned is not complete (&apos;%1&apos;)</source>
        <translation>此步骤学到的内容不完整（“%1”）</translation>
    </message>
    <message>
        <source>the trend goes on from the data of the training, and without times in both files nobody knows how many rows lie between them</source>
        <translation>趋势从训练数据延续而来；两个文件都没有时间时，无法知道它们之间相隔多少行</translation>
    </message>
    <message>
        <source>%1 of %2 sequences are not of the length that the network was trained on (%3 steps)</source>
        <translation>%2 条序列中有 %1 条的长度与训练网络时的不同（%3 步）</translation>
    </message>
    <message>
        <source>%1 of %2 sequences are shorter or longer than those that the network was trained on (%3 to %4 steps)</source>
        <translation>%2 条序列中有 %1 条比训练网络时的更短或更长（%3 到 %4 步）</translation>
    </message>
    <message>
        <source>two or three parts are needed</source>
        <translation>需要两个或三个部分</translation>
    </message>
    <message>
        <source>the values of column &apos;%1&apos; are about %2 times as large as those of the training (%3 to %4, and they were %5 to %6): they look like another unit</source>
        <translation>列“%1”的值约为训练时的 %2 倍（%3 到 %4，训练时为 %5 到 %6）：看起来是另一种单位</translation>
    </message>
    <message>
        <source>this level of &apos;%1&apos; was never seen in training: %2 to %3 against %4 to %5; it looks like another unit or another zero</source>
        <translation>训练中从未见过“%1”的这种水平：%2 至 %3，而训练中为 %4 至 %5；看来是另一个单位或另一个零点</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no range of rows; write two row numbers (from 0) or two times: 120..180, 2016-12-05 03:00..2016-12-07</source>
        <translation>“%1”不是行的范围；请写两个行号（从 0 起）或两个时间：120..180，2016-12-05 03:00..2016-12-07</translation>
    </message>
    <message>
        <source>the range &apos;%1&apos; ends before it begins</source>
        <translation>范围“%1”的结束早于开始</translation>
    </message>
    <message>
        <source>no row is in its range; the data are of %1 to %2</source>
        <translation>其范围内没有任何行；数据的时间为 %1 至 %2</translation>
    </message>
    <message>
        <source>no row is in its range; the data have rows 0 to %1</source>
        <translation>其范围内没有任何行；数据的行为 0 至 %1</translation>
    </message>
    <message>
        <source>the data have no column &apos;%1&apos;</source>
        <translation>数据中没有列“%1”</translation>
    </message>
    <message>
        <source>these data have no times; give its rows by their numbers, from 0</source>
        <translation>这些数据没有时间；请用行号（从 0 起）给出各行</translation>
    </message>
    <message>
        <source>LightGBM is left out: its library is not here; gatelab-worker engine install fetches it</source>
        <translation>略去 LightGBM：缺少它的库；gatelab-worker engine install 会获取它</translation>
    </message>
    <message>
        <source>LightGBM is left out: its library could not be opened: %1</source>
        <translation>跳过 LightGBM：无法打开它的库：%1</translation>
    </message>
    <message>
        <source>LightGBM says: %1</source>
        <translation>LightGBM 报告：%1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no strong baseline; give all, or some of nlinear, dlinear, ets, arima, lightgbm</source>
        <translation>“%1”不是强基线；请给出 all，或 nlinear、dlinear、ets、arima、lightgbm 中的若干个</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>no model could be fitted: the training part is too short, or does not change; give it more rows</source>
        <translation>无法拟合任何模型：训练集太短，或没有变化；请增加行数</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has values that are no counts (whole numbers of zero or more); choose the loss Student t or Gaussian</source>
        <translation>“%1”有不是计数的值（零或更大的整数）；请选择学生 t 或高斯损失</translation>
    </message>
    <message>
        <source>a distribution of counts needs a recipe that is a line, and that of &apos;%1&apos; is none (log, difference); take such steps out</source>
        <translation>计数的分布需要线性的处理步骤，而“%1”的不是（对数、差分）；请去掉这样的步骤</translation>
    </message>
    <message>
        <source>the split gives it to no part</source>
        <translation>划分没有把它分给任何部分</translation>
    </message>
    <message>
        <source>the series have no times, so they cannot be split at the same dates; leave out the word &apos;dates&apos;</source>
        <translation>这些序列没有时间，因此不能在相同日期处划分；请去掉“dates”一词</translation>
    </message>
    <message>
        <source>&apos;%1&apos; only tells the series apart; choose a column of values</source>
        <translation>“%1”只用来区分序列；请选择一列值</translation>
    </message>
    <message>
        <source>none of the inputs changes within a series; choose one that does, for example the target</source>
        <translation>没有一个输入在序列内变化；请选择一个会变化的，例如目标</translation>
    </message>
    <message>
        <source>its %1 training rows are too few for one window of %2 + %3</source>
        <translation>它的 %1 个训练行不足以构成一个 %2 + %3 的窗口</translation>
    </message>
    <message>
        <source>the run was trained with a column &apos;%1&apos;, which is not in %2</source>
        <translation>该运行训练时用了列“%1”，而 %2 中没有</translation>
    </message>
    <message>
        <source>none of the %1 series can be trained on; the first, &apos;%2&apos;: %3</source>
        <translation>%1 条序列都不能用于训练；第一条“%2”：%3</translation>
    </message>
    <message>
        <source>one network learns from %1 series (%2 windows). Each window counts the same in the loss, on the scale of its own series, so long series weigh more</source>
        <translation>一个网络从 %1 条序列（%2 个窗口）学习。每个窗口在损失中权重相同，按其所属序列的尺度计，因此长序列权重更大</translation>
    </message>
    <message>
        <source>%1 of %2 series were left out (%3); the first: %4</source>
        <translation>%2 条序列中有 %1 条未采用（%3）；第一条：%4</translation>
    </message>
    <message>
        <source>there is no input or target &apos;%1&apos; at this step</source>
        <translation>在这一步没有名为“%1”的输入或目标</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no lag; write whole rows such as 1|24|168</source>
        <translation>“%1”不是滞后；请写整数行，如 1|24|168</translation>
    </message>
    <message>
        <source>give 1 to %1 lags, such as 1|24|168</source>
        <translation>请给出 1 到 %1 个滞后，如 1|24|168</translation>
    </message>
    <message>
        <source>name the one column whose values are categories</source>
        <translation>请指明取值为类别的那一列</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; has %2 different values in the training part, and at most %3 become inputs: it is a number, or raise the limit</source>
        <translation>列“%1”在训练集中有 %2 个不同的值，而最多 %3 个变成输入：它可能是数值，否则请提高上限</translation>
    </message>
    <message>
        <source>give the computed column one name</source>
        <translation>请给计算出的列一个名称</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a target, and a forecast of it could not be taken back through a formula; give the column another name</source>
        <translation>“%1”是目标，其预测无法由公式还原；请给该列另取名称</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is none of the inputs; name one of them</source>
        <translation>“%1”不是输入；请写其中之一</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a target: what is forecast cannot be known ahead</source>
        <translation>“%1”是目标：要预测的量不能预先已知</translation>
    </message>
    <message>
        <source>the waves go on from the data of the training, and without times in both files nobody knows how many rows lie between them</source>
        <translation>波形接续训练数据，而两个文件若没有时间，就无从得知其间相隔多少行</translation>
    </message>
    <message>
        <source>%1, line %2: &apos;%3&apos; is no date; write 2024-12-25</source>
        <translation>%1 第 %2 行：“%3”不是日期；请写成 2024-12-25</translation>
    </message>
    <message>
        <source>%1 holds no date</source>
        <translation>%1 中没有日期</translation>
    </message>
    <message>
        <source>a carried state goes on from window to window of one series, and these are many; do not carry the state</source>
        <translation>延续的状态只在一条序列的窗口间传递，而这里有多条；请不要延续状态</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is made of &apos;%2&apos;, which is a target: what is forecast cannot be known ahead</source>
        <translation>“%1”由目标“%2”算出：要预测的值不可能预先已知</translation>
    </message>
</context>
<context>
    <name>PresetExperiment</name>
    <message>
        <source>Adding problem, 100 steps</source>
        <translation>加法问题，100 步</translation>
    </message>
    <message>
        <source>Temporal order 6a, chrono initialisation</source>
        <translation>时间顺序 6a，chrono 初始化</translation>
    </message>
    <message>
        <source>Text by a small grammar, BiLSTM</source>
        <translation>小型语法生成的文本，BiLSTM</translation>
    </message>
    <message>
        <source>Oil temperature of a transformer, 24 hours ahead</source>
        <translation>变压器油温，提前 24 小时</translation>
    </message>
    <message>
        <source>ETTh1.csv of the ETT data set</source>
        <translation>ETT 数据集的 ETTh1.csv</translation>
    </message>
    <message>
        <source>Italian power demand, two classes</source>
        <translation>意大利用电需求，两类</translation>
    </message>
    <message>
        <source>ItalyPowerDemand_TRAIN.ts of the UCR archive</source>
        <translation>UCR 档案的 ItalyPowerDemand_TRAIN.ts</translation>
    </message>
    <message>
        <source>Japanese vowels, nine speakers</source>
        <translation>日语元音，九名说话人</translation>
    </message>
    <message>
        <source>JapaneseVowels_TRAIN.ts of the UEA archive</source>
        <translation>UEA 档案的 JapaneseVowels_TRAIN.ts</translation>
    </message>
    <message>
        <source>Basic motions, four classes</source>
        <translation>基本动作，四类</translation>
    </message>
    <message>
        <source>BasicMotions_TRAIN.ts of the UEA archive</source>
        <translation>UEA 档案的 BasicMotions_TRAIN.ts</translation>
    </message>
    <message>
        <source>the ready-made experiment %1 is not where it belongs; install Gatelab again</source>
        <translation>现成实验 %1 不在应在的位置；请重新安装 Gatelab</translation>
    </message>
    <message>
        <source>Two processes share a run, resources watched</source>
        <translation>两个进程分担一次运行，并观察资源</translation>
    </message>
    <message>
        <source>Discharge of 40 catchments from weather and attributes</source>
        <translation>由天气和属性得出的 40 个流域的径流</translation>
    </message>
    <message>
        <source>Case: text in a fraction of the time</source>
        <translation>案例：用一小部分时间完成文本分类</translation>
    </message>
</context>
<context>
    <name>QuantityWords</name>
    <message>
        <source>Candidate</source>
        <translation>候选值</translation>
    </message>
    <message>
        <source>Cell state</source>
        <translation>细胞状态</translation>
    </message>
    <message>
        <source>Forget gate</source>
        <translation>遗忘门</translation>
    </message>
    <message>
        <source>Hidden state</source>
        <translation>隐藏状态</translation>
    </message>
    <message>
        <source>Input gate</source>
        <translation>输入门</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>输出门</translation>
    </message>
    <message>
        <source>Reset gate</source>
        <translation>重置门</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Update gate</source>
        <translation>更新门</translation>
    </message>
    <message>
        <source>of the candidate let in</source>
        <translation>候选值进入的比例</translation>
    </message>
    <message>
        <source>of the cell shown</source>
        <translation>细胞状态输出的比例</translation>
    </message>
    <message>
        <source>of the old cell kept</source>
        <translation>旧细胞状态保留的比例</translation>
    </message>
    <message>
        <source>of the old state kept</source>
        <translation>旧状态保留的比例</translation>
    </message>
    <message>
        <source>of the old state used for the candidate</source>
        <translation>旧状态用于候选值的比例</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>提议</translation>
    </message>
    <message>
        <source>of all weight so far is this step&apos;s</source>
        <translation>至今所有权重中属于本步的份额</translation>
    </message>
    <message>
        <source>Normaliser, as a logarithm</source>
        <translation>归一化量的对数</translation>
    </message>
    <message>
        <source>Input, real part</source>
        <translation>输入，实部</translation>
    </message>
    <message>
        <source>Input, imaginary part</source>
        <translation>输入，虚部</translation>
    </message>
    <message>
        <source>Cell state, real part</source>
        <translation>细胞状态，实部</translation>
    </message>
    <message>
        <source>Cell state, imaginary part</source>
        <translation>细胞状态，虚部</translation>
    </message>
</context>
<context>
    <name>Query</name>
    <message>
        <source>a query reads and does nothing else: this statement would write, attach or change a setting; nothing was changed; begin it with SELECT or WITH</source>
        <translation>查询只读取数据：此语句会写入、附加或更改设置；未作任何更改；请以 SELECT 或 WITH 开头</translation>
    </message>
    <message>
        <source>the database &apos;%1&apos; cannot be opened: %2</source>
        <translation>无法打开数据库“%1”：%2</translation>
    </message>
    <message>
        <source>the database is being written: %1; try again in a moment</source>
        <translation>数据库正在被写入：%1；请稍后再试</translation>
    </message>
    <message>
        <source>the database is damaged: %1</source>
        <translation>数据库已损坏：%1</translation>
    </message>
    <message>
        <source>this query cannot be answered: %1</source>
        <translation>无法回答此查询：%1</translation>
    </message>
    <message>
        <source>the query is empty: write a SELECT</source>
        <translation>查询为空：请写一条 SELECT</translation>
    </message>
    <message>
        <source>one statement at a time: end it after the first</source>
        <translation>一次只能有一条语句：请在第一条之后结束</translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message>
        <source>it was written by a newer Gatelab</source>
        <translation>它由更新版本的 Gatelab 写成</translation>
    </message>
    <message>
        <source>this run no longer waits; it may have been started or removed by another window</source>
        <translation>此运行已不在等待；可能已被另一窗口启动或移除</translation>
    </message>
    <message>
        <source>the list of waiting runs &apos;%1&apos; is damaged (%2); the runs that were made are safe; %3</source>
        <translation>等待运行的列表“%1”已损坏（%2）；已完成的运行是安全的；%3</translation>
    </message>
    <message>
        <source>no run waits</source>
        <translation>没有等待的运行</translation>
    </message>
    <message>
        <source>the newest sweep is not told: &apos;%1&apos; cannot be used (%2); its runs are safe; the next sweep sets the file aside</source>
        <translation>无法显示最新的扫描：“%1”不可用（%2）；其运行是安全的；下一次扫描会将该文件另存</translation>
    </message>
    <message>
        <source>waiting run %1</source>
        <translation>第 %1 个等待的运行</translation>
    </message>
    <message>
        <source>the file was set aside as &apos;%1&apos; and the queue is empty; queue the runs again, or mend that file and put it back</source>
        <translation>该文件已另存为“%1”，队列现为空；请重新排队，或修复该文件后放回原处</translation>
    </message>
    <message>
        <source>there is no control group for this job (%1): processors are limited by threads, and the number of processes is not</source>
        <translation>此作业没有控制组（%1）：处理器由线程数限制，进程数不受限制</translation>
    </message>
    <message>
        <source>control groups below %1</source>
        <translation>%1 下的控制组</translation>
    </message>
    <message>
        <source>no control group may be made here: memory is limited by the address space, processors by threads, and the number of processes is not</source>
        <translation>这里不能创建控制组：内存由地址空间限制，处理器由线程数限制，进程数不受限制</translation>
    </message>
    <message>
        <source>none may be made here</source>
        <translation>这里不能创建</translation>
    </message>
    <message>
        <source>bwrap could not be started: %1; nothing was trained; install bubblewrap, or train without a sandbox</source>
        <translation>无法启动 bwrap：%1；没有进行训练；请安装 bubblewrap，或不用沙箱训练</translation>
    </message>
    <message>
        <source>a job needs %1 MiB or more</source>
        <translation>一个作业至少需要 %1 MiB</translation>
    </message>
    <message>
        <source>a job needs 0.1 of a core or more</source>
        <translation>一个作业至少需要 0.1 个核心</translation>
    </message>
    <message>
        <source>a job needs %1 processes and threads or more</source>
        <translation>一个作业至少需要 %1 个进程与线程</translation>
    </message>
    <message>
        <source>the limits &apos;%1&apos; cannot be used (%2); the runs are safe; remove the file, or set them again</source>
        <translation>限制文件“%1”无法使用（%2）；运行是安全的；请删除该文件，或重新设置</translation>
    </message>
</context>
<context>
    <name>RankObstacle</name>
    <message>
        <source>Ranks compute on processors, and this run computes on a GPU.</source>
        <translation>并行进程在处理器上计算，而此运行在 GPU 上计算。</translation>
    </message>
    <message>
        <source>Ranks share the rows of a batch: split the batch.</source>
        <translation>并行进程分担批次的行：请打开“拆分批次”。</translation>
    </message>
    <message>
        <source>A batch is cut into fewer blocks than there are ranks: ask for fewer ranks, a larger batch or more CPU threads, which are the blocks.</source>
        <translation>批次切成的块比并行进程少：请减少进程，增大批次，或增加 CPU 线程（即块数）。</translation>
    </message>
    <message>
        <source>Ranks need the whole step: choose the implementation &apos;whole&apos;.</source>
        <translation>并行进程需要完整步骤：请选择实现“whole”。</translation>
    </message>
</context>
<context>
    <name>Ranks</name>
    <message>
        <source>the process that started this rank no longer answers; what was saved before is safe</source>
        <translation>启动此进程的程序不再应答；此前保存的内容完好</translation>
    </message>
    <message>
        <source>the process that started this rank refuses &apos;%1&apos;: %2</source>
        <translation>启动此进程的程序拒绝“%1”：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not told</source>
        <translation>没有得知“%1”</translation>
    </message>
    <message>
        <source>rank %1 has ended; the step is repeated, and %2 of %3 ranks go on with the same bits</source>
        <translation>进程 %1 已结束；该步重做，%3 个进程中的 %2 个继续，结果逐位相同</translation>
    </message>
    <message>
        <source>the ranks are out of step</source>
        <translation>并行进程步调不一致</translation>
    </message>
    <message>
        <source>rank %1 holds other weights or data than rank 0; training is stopped, and the last checkpoint is safe; look for a fault of the memory, or for a file that changed, and resume the run</source>
        <translation>进程 %1 的权重或数据与进程 0 不同；训练已停止，最后的检查点完好；请检查内存故障或被改动的文件，然后继续运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no group of ranks</source>
        <translation>“%1”不是一组并行进程</translation>
    </message>
    <message>
        <source>rank %1 does not answer</source>
        <translation>进程 %1 没有应答</translation>
    </message>
    <message>
        <source>rank %1 is gone</source>
        <translation>进程 %1 已不在</translation>
    </message>
    <message>
        <source>a rank ended before the first step; nothing was trained; its reason stands among the messages of the program (%1)</source>
        <translation>一个并行进程在第一步之前结束；尚未训练；原因见程序的消息（%1）</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no word of another rank</source>
        <translation>“%1”不是其他进程的指令</translation>
    </message>
    <message>
        <source>a rank could not be started: %1; nothing was trained; ask for fewer ranks</source>
        <translation>无法启动并行进程：%1；尚未训练；请减少进程数</translation>
    </message>
    <message>
        <source>%1 ranks share each batch, cut into %2 blocks; as many threads of one process do the same and need no messages</source>
        <translation>%1 个进程分担每个批次（切成 %2 块）；一个进程的同样多线程效果相同，且无需消息</translation>
    </message>
    <message>
        <source>this run cannot train with several ranks: %1 Nothing was trained.</source>
        <translation>此运行不能用多个进程训练：%1尚未训练。</translation>
    </message>
    <message>
        <source>It was begun with another implementation of its layers.</source>
        <translation>它开始时用的是另一种层实现。</translation>
    </message>
    <message>
        <source>the certificates of this run could not be made (%1); nothing was trained</source>
        <translation>无法生成本次运行的证书（%1）；未进行任何训练</translation>
    </message>
    <message>
        <source>connections refused that had no certificate of this run: %1</source>
        <translation>因没有本次运行的证书而拒绝的连接数：%1</translation>
    </message>
    <message>
        <source>the ranks cannot encrypt what they send, since no libssl.so was found (%1); nothing was trained; install libssl-dev, or put a link libssl.so beside libtorch_cpu.so</source>
        <translation>未找到 libssl.so（%1），各进程无法加密通信；未进行任何训练；请安装 libssl-dev，或在 libtorch_cpu.so 旁放置链接 libssl.so</translation>
    </message>
    <message>
        <source>a connection without a certificate of this run was refused (%1); the network between the ranks is used by others, or a rank is not this run&apos;s</source>
        <translation>拒绝了一个没有本次运行证书的连接（%1）；进程之间的网络被他人使用，或某个进程不属于本次运行</translation>
    </message>
    <message>
        <source>only %1 of %2 connections between ranks would be encrypted with this LibTorch; nothing was sent; use the LibTorch that Gatelab installs</source>
        <translation>使用此 LibTorch，进程之间的 %2 个连接中只有 %1 个会被加密；未发送任何内容；请使用 Gatelab 安装的 LibTorch</translation>
    </message>
    <message>
        <source>encrypted, by certificates that were made for this start alone</source>
        <translation>加密，证书仅为本次启动生成</translation>
    </message>
    <message>
        <source>in clear text</source>
        <translation>明文</translation>
    </message>
    <message>
        <source>the ranks speak to each other %1</source>
        <translation>各进程之间的通信方式：%1</translation>
    </message>
    <message>
        <source>ranks on other machines (%1) and here speak to each other %2</source>
        <translation>其他机器（%1）与本机上的进程之间的通信方式：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no host with its number of ranks; they are written like h1:4,user@h2</source>
        <translation>“%1”不是主机及其进程数；写法如 h1:4,user@h2</translation>
    </message>
    <message>
        <source>host %1 takes no key of yours without a password; nothing was trained; let &apos;ssh %1 true&apos; work first (ssh-copy-id, ssh-add)</source>
        <translation>主机 %1 不接受你的免密密钥；未进行任何训练；请先让“ssh %1 true”可用（ssh-copy-id、ssh-add）</translation>
    </message>
    <message>
        <source>the key of host %1 is not known here, or another one than before; nothing was trained; connect once by hand with &apos;ssh %1&apos;</source>
        <translation>本机不认识主机 %1 的密钥，或密钥与以前不同；未进行任何训练；请先用“ssh %1”手动连接一次</translation>
    </message>
    <message>
        <source>there is no host %1; nothing was trained; it is looked for as &apos;ssh %1&apos; would (~/.ssh/config)</source>
        <translation>没有主机 %1；未进行任何训练；查找方式与“ssh %1”相同（~/.ssh/config）</translation>
    </message>
    <message>
        <source>host %1 was not reached: %2; nothing was trained; let &apos;ssh %1 true&apos; work first</source>
        <translation>无法连接主机 %1：%2；未进行任何训练；请先让“ssh %1 true”可用</translation>
    </message>
    <message>
        <source>host %1 has no program %2; nothing was trained; install Gatelab there, or say with --host-program where it is</source>
        <translation>主机 %1 上没有程序 %2；未进行任何训练；请在那里安装 Gatelab，或用 --host-program 指明其位置</translation>
    </message>
    <message>
        <source>host %1: %2 is there, and does not answer as version %3 does (%4); nothing was trained; install the same version</source>
        <translation>主机 %1：%2 存在，但回答与版本 %3 不符（%4）；未进行任何训练；请安装相同版本</translation>
    </message>
    <message>
        <source>host %1 has version %2 of Gatelab, and here is version %3; nothing was trained; install the same version</source>
        <translation>主机 %1 上的 Gatelab 版本是 %2，本机是 %3；未进行任何训练；请安装相同版本</translation>
    </message>
    <message>
        <source>host %1 cannot read the data: %2; nothing was trained; the files must lie there under the same path</source>
        <translation>主机 %1 无法读取数据：%2；未进行任何训练；文件须位于那里的相同路径下</translation>
    </message>
    <message>
        <source>host %1 has other data (SHA-256 %2) than this machine (%3); nothing was trained; copy the file there</source>
        <translation>主机 %1 上的数据（SHA-256 %2）与本机（%3）不同；未进行任何训练；请把文件复制过去</translation>
    </message>
    <message>
        <source>%1 could not be started: %2; nothing was trained; hosts need OpenSSH</source>
        <translation>无法启动 %1：%2；未进行任何训练；使用主机需要 OpenSSH</translation>
    </message>
    <message>
        <source>the hosts see this machine under two addresses, %1 and %2; nothing was trained; name one network with --rank-interface</source>
        <translation>各主机看到的本机地址有两个：%1 和 %2；未进行任何训练；请用 --rank-interface 指定一个网络</translation>
    </message>
    <message>
        <source>rank 0 computes on this machine, and the hosts have all %1 ranks</source>
        <translation>进程 0 在本机计算，而主机已占用全部 %1 个进程</translation>
    </message>
    <message>
        <source>the time of a step of these settings is not known</source>
        <translation>不知道这些设置每步所需的时间</translation>
    </message>
    <message>
        <source>goes on with %1 ranks, which were %2; the bits are the same</source>
        <translation>以 %1 个进程继续，此前为 %2 个；结果的每一位都相同</translation>
    </message>
    <message>
        <source>the messages between ranks could not be measured: %1</source>
        <translation>无法测量进程间的消息：%1</translation>
    </message>
    <message>
        <source>%1 could not be started: %2; hosts need OpenSSH</source>
        <translation>无法启动 %1：%2；使用主机需要 OpenSSH</translation>
    </message>
    <message>
        <source>host %1 did not answer; let &apos;ssh %1 true&apos; work first</source>
        <translation>主机 %1 没有应答；请先让“ssh %1 true”能够运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no host</source>
        <translation>“%1”不是主机</translation>
    </message>
    <message>
        <source>the hosts &apos;%1&apos; cannot be used (%2); the runs are safe; add the hosts again, which sets the file aside</source>
        <translation>主机列表“%1”无法使用（%2）；运行完好；请重新添加主机，该文件会被另存</translation>
    </message>
    <message>
        <source>only %1 of %2 ranks have started; nothing was trained; the reason stands among the messages of the program</source>
        <translation>%2 个并行进程只启动了 %1 个；尚未训练；原因见程序的消息</translation>
    </message>
    <message>
        <source>rank %1 has ended; the step is repeated, and %2 of %3 ranks go on; what the gradient exchange had put off is lost, so the bits are others from here on</source>
        <translation>进程 %1 已结束；该步重做，%3 个进程中的 %2 个继续；梯度交换推迟的部分已丢失，因此此后结果的各位不同</translation>
    </message>
    <message>
        <source>the gradient has %1 bytes: under 280 kB a smaller exchange gains nothing, unless the network is slower than 100 Mbit/s</source>
        <translation>梯度有 %1 字节：小于 280 kB 时减小交换量没有收益，除非网络慢于 100 Mbit/s</translation>
    </message>
    <message>
        <source>there is no network interface &apos;%1&apos; with an address here; nothing was trained; name one that &apos;ip address&apos; lists</source>
        <translation>本机没有带地址的网络接口“%1”；未进行任何训练；请指定“ip address”列出的接口</translation>
    </message>
    <message>
        <source>there is no host &apos;%1&apos; in the list, which &apos;hosts list&apos; shows</source>
        <translation>列表中没有主机“%1”；“hosts list”会列出它们</translation>
    </message>
    <message>
        <source>a run of several ranks trains by itself and in no group of runs; nothing was trained; train it alone, or with one rank</source>
        <translation>多进程运行只能单独训练，不能与其他运行成组；尚未训练；请单独训练它，或只用一个进程</translation>
    </message>
    <message>
        <source>on one computer threads do the same as ranks, without messages</source>
        <translation>在一台计算机上，线程无需消息即可完成与多个进程相同的工作</translation>
    </message>
    <message>
        <source>on one computer threads do the same without messages: %1 ranks are %2 times as fast as one process with all %3 cores</source>
        <translation>在一台计算机上，线程无需消息即可完成同样的工作：%1 个进程的速度是使用全部 %3 个核心的单个进程的 %2 倍</translation>
    </message>
    <message>
        <source>more machines train these settings slower than this computer does with all its cores: the right use of %1 cores is %1 trials</source>
        <translation>用更多机器训练这些设置，比这台计算机使用全部核心更慢：%1 个核心的正确用法是 %1 次试验</translation>
    </message>
    <message>
        <source>%1 ranks on %2 machines train these settings %3 times as fast as this computer with all its cores: they pay</source>
        <translation>%2 台机器上的 %1 个进程训练这些设置的速度是这台计算机使用全部核心的 %3 倍：值得</translation>
    </message>
    <message>
        <source>%1 ranks are the fastest, %2 times this computer with all its cores; more than that lose: the right use of %3 cores is %3 trials</source>
        <translation>%1 个进程最快，是这台计算机使用全部核心的 %2 倍；再多则更慢：%3 个核心的正确用法是 %3 次试验</translation>
    </message>
    <message>
        <source>steps of %1 rows and %2 kB of gradients</source>
        <translation>每步 %1 行、梯度 %2 kB</translation>
    </message>
    <message>
        <source>for %1 %2 cores may train one run: %3 ranks are %4 times as fast as one core</source>
        <translation>对于%1，%2 个核心可以训练一个运行：%3 个进程是单核的 %4 倍</translation>
    </message>
    <message>
        <source>for %1 the right use of %2 cores is %2 trials: ranks make a run no faster</source>
        <translation>对于%1，%2 个核心的正确用法是 %2 次试验：更多进程不会使一个运行更快</translation>
    </message>
    <message>
        <source>for %1 the right use of %2 cores is %2 trials: %3 ranks, the fastest, train one run %4 times as fast as one core</source>
        <translation>对于%1，%2 个核心的正确用法是 %2 次试验：最快的 %3 个进程训练一个运行是单核的 %4 倍</translation>
    </message>
    <message>
        <source>ranks cannot compute on GPUs here: %1; nothing was trained; choose the device cpu</source>
        <translation>并行进程在此不能用 GPU 计算：%1；没有训练任何内容；请选择设备 cpu</translation>
    </message>
    <message>
        <source>ranks on GPUs speak by NCCL, which encrypts nothing, and the network between them was not declared trusted; nothing was trained; say --trusted-network where nobody else listens, or choose the device cpu</source>
        <translation>GPU 上的并行进程通过不加密的 NCCL 通信，而它们之间的网络未声明为可信；没有训练任何内容；如果没有其他人监听，请写 --trusted-network，或选择设备 cpu</translation>
    </message>
    <message>
        <source>ranks on GPUs speak to each other by NCCL, in clear text; this has never been run</source>
        <translation>GPU 上的并行进程通过 NCCL 以明文通信；尚未运行过</translation>
    </message>
    <message>
        <source>host %1 had not answered when it was stopped; ask again</source>
        <translation>停止时主机 %1 尚未回答；请再次询问</translation>
    </message>
    <message>
        <source>the hosts were no longer asked; nothing was trained</source>
        <translation>不再询问主机；没有进行训练</translation>
    </message>
    <message>
        <source>%1 ranks share the %2 layers, and a window goes through them in %3 chunks of time; networks of this size seldom need it</source>
        <translation>%1 个并行进程分担 %2 层，每个窗口按时间分成 %3 块依次通过；这种规模的网络很少需要它</translation>
    </message>
    <message>
        <source>this run cannot train as a pipeline: %1 Nothing was trained.</source>
        <translation>此运行不能以流水线训练：%1 没有训练任何内容。</translation>
    </message>
    <message>
        <source>memory of each rank&apos;s process at its highest: %1 MiB</source>
        <translation>各并行进程的内存峰值：%1 MiB</translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>line %1: relational attributes (several channels) are not read; use the .ts file of this data set</source>
        <translation>第 %1 行：不读取关系属性（多个通道）；请使用该数据集的 .ts 文件</translation>
    </message>
    <message>
        <source>a second attribute with classes; one is expected</source>
        <translation>出现第二个类别属性；只应有一个</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>this line has %1 of %2 values; the file may be cut off</source>
        <translation>此行只有 %2 个值中的 %1 个；文件可能被截断</translation>
    </message>
    <message>
        <source>class &apos;%1&apos; is not in the header; the file may be cut off</source>
        <translation>类别“%1”不在文件头中；文件可能被截断</translation>
    </message>
    <message>
        <source>reading was cancelled</source>
        <translation>已取消读取</translation>
    </message>
    <message>
        <source>there is no line @data; the file may be cut off</source>
        <translation>没有 @data 行；文件可能被截断</translation>
    </message>
    <message>
        <source>%1 bytes are not valid in this encoding (the first is in this line); they are shown as �. Choose another encoding if texts look wrong</source>
        <translation>%1 个字节在此编码中无效（第一个在此行）；显示为 �。如果文字不对，请选择其他编码</translation>
    </message>
    <message>
        <source>there is no encoding &apos;%1&apos;</source>
        <translation>没有编码“%1”</translation>
    </message>
    <message>
        <source>this system cannot convert %1 (package libc-gconv-modules-extra); save the file as UTF-8</source>
        <translation>本系统无法转换 %1（软件包 libc-gconv-modules-extra）；请把文件存为 UTF-8</translation>
    </message>
    <message>
        <source>%1 characters are not valid in this encoding (the first is in this line); they are shown as �. Choose another encoding if texts look wrong</source>
        <translation>%1 个字符在此编码中无效（第一个在此行）；显示为 �。如果文字不对，请选择其他编码</translation>
    </message>
    <message>
        <source>this is a PDF document; a table is needed</source>
        <translation>这是 PDF 文档；需要一张表</translation>
    </message>
    <message>
        <source>this is a picture; a table is needed</source>
        <translation>这是图片；需要一张表</translation>
    </message>
    <message>
        <source>this is a program; a table is needed</source>
        <translation>这是程序；需要一张表</translation>
    </message>
    <message>
        <source>this is a Python pickle, which can run code and is never read; save the data as CSV or HDF5</source>
        <translation>这是 Python pickle，它能运行代码，因此从不读取；请把数据存为 CSV 或 HDF5</translation>
    </message>
    <message>
        <source>a second line of names was joined to the first one</source>
        <translation>第二行名称已并入第一行</translation>
    </message>
    <message>
        <source>column %1 has no name and is called &apos;%2&apos;</source>
        <translation>第 %1 列没有名称，称为“%2”</translation>
    </message>
    <message>
        <source>the name &apos;%1&apos; is there more than once; column %2 is called &apos;%3&apos;</source>
        <translation>名称“%1”出现多次；第 %2 列称为“%3”</translation>
    </message>
    <message>
        <source>%1 rows have no readable time; theirs was continued from the row before: lines %2</source>
        <translation>%1 行没有可读的时间；已接着前一行续算：第 %2 行</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; has no value and was left out</source>
        <translation>列“%1”没有值，已略去</translation>
    </message>
    <message>
        <source>column &apos;%1&apos;: &apos;%2&apos; was read as missing (it is not a number here)</source>
        <translation>列“%1”：“%2”按缺失处理（此处它不是数字）</translation>
    </message>
    <message>
        <source>column &apos;%1&apos;: %2 cells in all were read as missing because they are not numbers here</source>
        <translation>列“%1”：共有 %2 个单元格按缺失处理，因为它们不是数字</translation>
    </message>
    <message>
        <source>%1: there is no row of values (at most a header); check that its export has finished</source>
        <translation>%1：没有数据行（至多一个表头）；请检查导出是否已完成</translation>
    </message>
    <message>
        <source>%1: every value is missing; check the export, or the spellings that count as missing</source>
        <translation>%1：所有值都缺失；请检查导出，或缺失值的写法</translation>
    </message>
    <message>
        <source>%1: the only column is the time; a column of values is needed (choose time column &apos;none&apos; if it holds values)</source>
        <translation>%1：唯一的一列是时间；还需要一列数值（如果它就是数值，请把时间列设为“无”）</translation>
    </message>
    <message>
        <source>%1: no column holds numbers (%2 columns, %3 rows, all text); check the delimiter, the decimal mark and the lines to skip</source>
        <translation>%1：没有数字列（%2 列，%3 行，全是文本）；请检查分隔符、小数点和要跳过的行</translation>
    </message>
    <message>
        <source>%1: the file has %2 MiB, reading it needs up to %3 MiB of memory, and %4 MiB are free; nothing was changed. Close other programs or cut the file into parts</source>
        <translation>%1：文件有 %2 MiB，读取最多需要 %3 MiB 内存，而可用 %4 MiB；没有任何改动。请关闭其他程序或把文件分成几部分</translation>
    </message>
    <message>
        <source>%1: reading was cancelled</source>
        <translation>%1：已取消读取</translation>
    </message>
    <message>
        <source>from this line on the file looks like a second table and was left out</source>
        <translation>从此行起文件像是另一张表，已略去</translation>
    </message>
    <message>
        <source>this line has no number and no time and was left out: &apos;%1&apos;</source>
        <translation>此行没有数字也没有时间，已略去：“%1”</translation>
    </message>
    <message>
        <source>%1 further lines have too few cells; the missing ones are empty</source>
        <translation>另有 %1 行单元格过少；缺少的视为空</translation>
    </message>
    <message>
        <source>%1 further lines have too many cells; the last ones were left out</source>
        <translation>另有 %1 行单元格过多；末尾多出的已略去</translation>
    </message>
    <message>
        <source>%1 further places have rows without any content; they were left out</source>
        <translation>另有 %1 处存在没有内容的行；已略去</translation>
    </message>
    <message>
        <source>%1 further lines have no number and no time and were left out</source>
        <translation>另有 %1 行没有数字也没有时间，已略去</translation>
    </message>
    <message>
        <source>the header is repeated %1 times inside the table; the repeats were left out</source>
        <translation>表头在表中重复了 %1 次；重复的已略去</translation>
    </message>
    <message>
        <source>this line has %1 of %2 cells; the missing ones are empty</source>
        <translation>此行只有 %2 个单元格中的 %1 个；缺少的视为空</translation>
    </message>
    <message>
        <source>this line has %1 cells instead of %2; the last ones were left out. Check the decimal mark and the quotes</source>
        <translation>此行有 %1 个单元格而不是 %2 个；末尾多出的已略去。请检查小数点和引号</translation>
    </message>
    <message>
        <source>%1 rows without any content before this line were left out</source>
        <translation>此行之前的 %1 个空行已略去</translation>
    </message>
    <message>
        <source>time column &apos;%1&apos;: there is no column of that name in the table</source>
        <translation>时间列“%1”：表中没有这个名称的列</translation>
    </message>
    <message>
        <source>time column &apos;%1&apos;: its cells are neither dates nor times; give a time format, choose another column, or &apos;none&apos;</source>
        <translation>时间列“%1”：其单元格既不是日期也不是时间；请给出时间格式、另选一列，或选择“无”</translation>
    </message>
    <message>
        <source>data set &apos;%1&apos; cannot become columns: %2</source>
        <translation>数据集“%1”不能成为列：%2</translation>
    </message>
    <message>
        <source>data set &apos;%1&apos; was left out: %2</source>
        <translation>数据集“%1”已略去：%2</translation>
    </message>
    <message>
        <source>its length differs from the others</source>
        <translation>其长度与其他的不同</translation>
    </message>
    <message>
        <source>%1: data sets &apos;%2&apos; and &apos;%3&apos; have different lengths (%4 and %5); choose data sets of one length</source>
        <translation>%1：数据集“%2”与“%3”的长度不同（%4 与 %5）；请选择长度相同的数据集</translation>
    </message>
    <message>
        <source>%1: only the time was found; choose data sets with values</source>
        <translation>%1：只找到时间；请选择含有数值的数据集</translation>
    </message>
    <message>
        <source>%1: there is no such file; check the name, or open the file again from the data page</source>
        <translation>%1：没有这个文件；请检查名称，或从数据页重新打开文件</translation>
    </message>
    <message>
        <source>%1: this is a folder; choose a file in it</source>
        <translation>%1：这是文件夹；请选择其中的文件</translation>
    </message>
    <message>
        <source>%1: this is not an ordinary file; copy its contents to one</source>
        <translation>%1：这不是普通文件；请把内容复制到普通文件</translation>
    </message>
    <message>
        <source>%1: no permission to read the file; change its rights or copy it to a folder of yours</source>
        <translation>%1：没有读取该文件的权限；请修改权限，或复制到自己的文件夹</translation>
    </message>
    <message>
        <source>%1: the file is empty; check that its export or download has finished</source>
        <translation>%1：文件是空的；请检查导出或下载是否已完成</translation>
    </message>
    <message>
        <source>%1: not enough memory to read this file; nothing was changed. Close other programs or cut the file into parts</source>
        <translation>%1：内存不足，无法读取此文件；没有任何改动。请关闭其他程序或把文件分成几部分</translation>
    </message>
    <message>
        <source>%1: every value is missing</source>
        <translation>%1：所有值都缺失</translation>
    </message>
    <message>
        <source>the channels of this sequence have different lengths; the shorter ones end with missing values</source>
        <translation>此序列的各通道长度不同；较短的以缺失值结尾</translation>
    </message>
    <message>
        <source>the test file has classes that the training file does not have; no model can know them</source>
        <translation>测试文件中有训练文件没有的类别；任何模型都无法认识它们</translation>
    </message>
    <message>
        <source>built-in &apos;%1&apos;: length %2 is not between %3 and %4</source>
        <translation>内置序列“%1”：长度 %2 不在 %3 与 %4 之间</translation>
    </message>
    <message>
        <source>there is no built-in series &apos;%1&apos;; there are %2</source>
        <translation>没有内置序列“%1”；现有 %2</translation>
    </message>
    <message>
        <source>a pair (time,value) does not close</source>
        <translation>一个（时间，值）对没有闭合</translation>
    </message>
    <message>
        <source>a pair (time,value) has no value</source>
        <translation>一个（时间，值）对没有值</translation>
    </message>
    <message>
        <source>this sequence has more than %1 channels, which no set has; check that values are separated by &apos;,&apos; and channels by &apos;:&apos;</source>
        <translation>该序列的通道超过 %1 个，没有哪个数据集是这样；请检查值是否以“,”分隔、通道是否以“:”分隔</translation>
    </message>
    <message>
        <source>the class is missing at the end; the file may be cut off</source>
        <translation>末尾缺少类别；文件可能被截断</translation>
    </message>
    <message>
        <source>the sequence is empty</source>
        <translation>序列是空的</translation>
    </message>
    <message>
        <source>values before the line @data; this is not a .ts file, or its header is damaged</source>
        <translation>@data 行之前有数值；这不是 .ts 文件，或文件头已损坏</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time zone, so the times were left as they are; write it as an offset such as +08:00</source>
        <translation>“%1”不是时区，因此时间保持原样；请写作偏移量，例如 +08:00</translation>
    </message>
    <message>
        <source>the file has no line with values (only blank lines and comments); check that its export has finished, or the mark of comment lines</source>
        <translation>文件中没有含值的行（只有空行和注释）；请确认导出已完成，或检查注释行的标记</translation>
    </message>
    <message>
        <source>%1: there is one row of values only; a series needs many rows; check that its export has finished</source>
        <translation>%1：只有一行数值；序列需要许多行；请确认导出已完成</translation>
    </message>
    <message>
        <source>there is no data set &apos;%1&apos; in this file; choose another</source>
        <translation>此文件中没有数据集“%1”；请选择其他数据集</translation>
    </message>
    <message>
        <source>%1: the data sets have one row only; a series needs many rows; choose others</source>
        <translation>%1：数据集只有一行；序列需要许多行；请选择其他数据集</translation>
    </message>
    <message>
        <source>%1: the file cannot be opened; try again, or copy it to a folder of yours</source>
        <translation>%1：无法打开文件；请重试，或将其复制到您自己的文件夹</translation>
    </message>
    <message>
        <source>%1: reading failed (%2); nothing was changed; try again, or write the file once more</source>
        <translation>%1：读取失败（%2）；没有任何改动；请重试，或重新写出该文件</translation>
    </message>
    <message>
        <source>%1: the file has no sequence after its header; check that its export or download has finished</source>
        <translation>%1：文件头之后没有序列；请确认导出或下载已完成</translation>
    </message>
    <message>
        <source>%1: there is one sequence only; a set needs many; choose another file</source>
        <translation>%1：只有一个序列；一个集合需要许多个；请选择其他文件</translation>
    </message>
    <message>
        <source>this is not an HDF5 file, although its name says so; it may be cut or damaged: copy or download it again</source>
        <translation>文件名表明这是 HDF5 文件，但内容不是；文件可能被截断或损坏：请重新复制或下载</translation>
    </message>
    <message>
        <source>no numeric data set with one to three dimensions and more than one row; choose another file</source>
        <translation>没有一到三维且多于一行的数值数据集；请选择其他文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time step, so the most frequent distance was taken; write a number and a unit such as 15min, 1h or 1d</source>
        <translation>“%1”不是时间步长，因此采用了出现最多的间隔；请写数字和单位，例如 15min、1h 或 1d</translation>
    </message>
    <message>
        <source>no time can be read with the format &apos;%1&apos;, so the rows are counted; choose another format, or auto</source>
        <translation>用格式“%1”读不出任何时间，因此改为按行计数；请选择其他格式或 auto</translation>
    </message>
    <message>
        <source>%1; &apos;%2&apos; is not among the formats that are read (%3): convert the file to one of them</source>
        <translation>%1；“%2”不在可读取的格式之列（%3）：请把文件转换为其中之一</translation>
    </message>
    <message>
        <source>time column &apos;%1&apos;: more than one of these columns holds dates; choose one of them, or a date and a clock time</source>
        <translation>时间列“%1”：其中不止一列是日期；请选择其中一列，或一列日期加一列钟点</translation>
    </message>
    <message>
        <source>line %1 has %2 names and the rows have %3 cells: the names were given to the first columns, and the last one has none. Check which column each name belongs to, and whether a decimal comma cuts the numbers</source>
        <translation>第 %1 行有 %2 个名称，而各行有 %3 个单元格：名称给了前面的列，最后一列没有名称。请检查每个名称属于哪一列，以及小数逗号是否切断了数字</translation>
    </message>
    <message>
        <source>this line has %1 names and the rows have %2 cells, of which the last one is mostly empty: it has no name</source>
        <translation>此行有 %1 个名称，而各行有 %2 个单元格，其中最后一个大多为空：它没有名称</translation>
    </message>
    <message>
        <source>this line has %1 names and the rows have %2 cells: the last names belong to no column. Check that none stands before them instead</source>
        <translation>此行有 %1 个名称，而各行有 %2 个单元格：最后的名称不属于任何列。请检查是否前面多了一个名称</translation>
    </message>
    <message>
        <source>line %1 has %2 names and the lines below have %3 cells, all whole numbers: decimal commas without quotes cut every number in two. Write the file again with a decimal point, with quotes or with semicolons; to read it as it stands, say how many lines to skip</source>
        <translation>第 %1 行有 %2 个名称，而下面各行有 %3 个单元格，且全为整数：未加引号的小数逗号把每个数一分为二。请用小数点、引号或分号重新写出文件；如要按现状读取，请指定跳过的行数</translation>
    </message>
    <message>
        <source>line %1 has %2 cells of text and the lines below have %3 cells: it was taken as a title, and the columns have no names. Check whether decimal commas or missing quotes cut the cells</source>
        <translation>第 %1 行有 %2 个文本单元格，而下面各行有 %3 个：已当作标题，各列没有名称。请检查小数逗号或缺失的引号是否切断了单元格</translation>
    </message>
    <message>
        <source>line %1 has more than %2 cells or %3 MiB, which no table has: check that the line ends were not lost, or exchange rows and columns</source>
        <translation>第 %1 行超过 %2 个单元格或 %3 MiB，没有表格会这样：请检查换行是否丢失，或将行列互换</translation>
    </message>
    <message>
        <source>the clock goes back in %1 places without a new day, first before row %2: rows were moved; sort the file by time</source>
        <translation>钟点有 %1 处倒退而并非新的一天，首处在第 %2 行之前：行的次序乱了；请按时间排序</translation>
    </message>
    <message>
        <source>the clock goes back by less than half a day in %1 places, first before row %2; a new day was counted there. Add the date to the file if that is wrong</source>
        <translation>钟点有 %1 处倒退不足半天，首处在第 %2 行之前；该处计为新的一天。如有误，请在文件中加上日期</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; only counts the rows and was left out; to keep it, name it as an input or choose time column &apos;none&apos;</source>
        <translation>列“%1”只是行号，已略去；如要保留，请将其列为输入，或将时间列选为 none</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was read as %2 and could also be %3: (nearly) every number with a mark has three digits behind it. Choose the decimal mark if that is wrong</source>
        <translation>“%1”读作 %2，也可能是 %3：（几乎）每个带分隔符的数后面都恰有三位数字。如有误，请选择小数点</translation>
    </message>
    <message>
        <source>%1 is a guess: %2; it could also be %3. Choose it on the import page or with %4 if that is wrong</source>
        <translation>%1为猜测：%2；也可能是 %3。如有误，请在导入页或用 %4 选择</translation>
    </message>
    <message>
        <source>%1 is a guess: %2. Choose it on the import page or with %3 if that is wrong</source>
        <translation>%1为猜测：%2。如有误，请在导入页或用 %3 选择</translation>
    </message>
    <message>
        <source>line %1: most lines up to here have far fewer cells than the first ones, which have %2; the file holds more than one table: cut it, or say how many lines to skip</source>
        <translation>第 %1 行：到此为止大多数行的单元格远少于开头各行（%2 个）；文件含有不止一个表：请将其拆分，或指定跳过的行数</translation>
    </message>
    <message>
        <source>%1 cells start with a quote that does not close in its row (the first is in this line); it was read as an ordinary character</source>
        <translation>有 %1 个单元格以在本行内没有闭合的引号开头（第一个在此行）；该引号按普通字符读取</translation>
    </message>
    <message>
        <source>%1 blank lines stand between the values of this one column and were left out; where they mean missing values, write NA in their place</source>
        <translation>在这唯一一列的数值之间有 %1 个空行，已略去；如表示缺失值，请在其位置写 NA</translation>
    </message>
    <message>
        <source>the times have no date: days are counted from 1970-01-01, a new one wherever the clock starts over</source>
        <translation>时间没有日期：从 1970-01-01 起计天数，钟点重新开始即为新的一天</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; has the name of a time, but its numbers do not rise from row to row: it is read as values, and the rows are counted. Sort the file, or choose the time column</source>
        <translation>列“%1”的名称像时间，但其数值并不逐行递增：按数值读取，行按序号计。请将文件排序，或选择时间列</translation>
    </message>
    <message>
        <source>columns &apos;%1&apos; and &apos;%2&apos; hold the same values, as two links to one data set do: where one of them is the target, the other one tells it to the network. Leave one out</source>
        <translation>列“%1”与“%2”的值相同（如同指向同一数据集的两个链接）：若其中之一是目标，另一列就把答案告诉了网络。请去掉一列</translation>
    </message>
    <message>
        <source>column &apos;%1&apos;: %2 numbers that are written as &apos;%3&apos; were read as numbers below zero, which is a guess. If they mean something else, write them without these marks</source>
        <translation>列“%1”：%2 个写作“%3”的数被当作负数读取，这是猜测。若另有含义，请去掉这些记号</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was read as the signs of &apos;%2&apos;, which is a guess: %3 of them are a minus, and the value of %4 rows without a sign counts as missing. If they are no signs, write words in their place</source>
        <translation>列“%1”被当作“%2”的正负号读取，这是猜测：其中 %3 个为负号，没有正负号的 %4 行的值按缺失处理。若它们不是正负号，请改写为文字</translation>
    </message>
    <message>
        <source>it is the head of a page</source>
        <translation>它是页眉</translation>
    </message>
    <message>
        <source>%1 heads of pages stand between the rows of the table and were left out</source>
        <translation>表格各行之间有 %1 个页眉被略去</translation>
    </message>
    <message>
        <source>this line holds the number of rows below it (%1), not a value, and was left out; where it is a value, write a name above it</source>
        <translation>此行是其下的行数（%1）而不是数值，已略去；若它是数值，请在其上写一个列名</translation>
    </message>
    <message>
        <source>it holds the number of the rows below it</source>
        <translation>它是其下的行数</translation>
    </message>
    <message>
        <source>%1 lines of values (the first is this one) stand before the table and were left out: they do not have %2 cells as the rows below</source>
        <translation>表格之前有 %1 行数值（此行为第一行）被略去：它们不像其下各行那样有 %2 个单元格</translation>
    </message>
    <message>
        <source>%1 lines of values (the first is this one) stand above the names of the columns and were left out; where they are rows, move them below the names</source>
        <translation>列名之上有 %1 行数值（此行为第一行）被略去；若它们是数据行，请移到列名之下</translation>
    </message>
    <message>
        <source>columns &apos;%1&apos; and &apos;%2&apos; look like the two halves of one number: a decimal comma without quotes cuts numbers in two, and every column is then wrong. If that is so, write the file again with a decimal point, with quotes or with semicolons</source>
        <translation>列“%1”和“%2”看起来是同一个数字的两半：没有引号的小数逗号会把数字切成两半，这样每一列都是错的。如果是这样，请用小数点、引号或分号重新写出文件</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; only counts the rows and was left out; it starts over, so that the file holds %2 runs: if these are files that were put together, windows cross their borders. To keep the column, name it as an input or choose time column &apos;none&apos;</source>
        <translation>列“%1”只是行号，已略去；它会重新开始计数，文件中共有 %2 段：如果这些是拼接在一起的文件，窗口会跨越它们的边界。如要保留此列，请将其列为输入，或将时间列选为 none</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; only counts the rows and was left out; it skips %2 numbers, so that rows may be missing. To keep the column, name it as an input or choose time column &apos;none&apos;</source>
        <translation>列“%1”只是行号，已略去；其中跳过了 %2 个数字，可能缺少数据行。如要保留此列，请将其列为输入，或将时间列选为 none</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds a part of a date or clock time, which cannot be put together here, and was left out; the rows are counted. Choose the time column, or name this one as an input to keep it</source>
        <translation>列“%1”只是日期或时刻的一部分，在此无法拼成完整的时间，已略去；各行按顺序计数。请选择时间列，或将此列列为输入以保留它</translation>
    </message>
    <message>
        <source>year, month, day</source>
        <translation>年、月、日</translation>
    </message>
    <message>
        <source>day, month, year</source>
        <translation>日、月、年</translation>
    </message>
    <message>
        <source>month, day, year</source>
        <translation>月、日、年</translation>
    </message>
    <message>
        <source>every date can be read in three orders: &apos;%1&apos; was read as %2, that is %3, and could also be %4 or %5. Choose the time format if that is wrong</source>
        <translation>每个日期都可以按三种顺序来读：“%1”按 %2 读作 %3，也可以是 %4 或 %5。如果不对，请选择时间格式</translation>
    </message>
    <message>
        <source>every date can be read in two orders of day and month: &apos;%1&apos; was read as %2, that is %3, and could also be %4. Choose the time format if that is wrong</source>
        <translation>每个日期都可以按两种日月顺序来读：“%1”按 %2 读作 %3，也可以是 %4。如果不对，请选择时间格式</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; mixes decimal points and decimal commas: &apos;%2&apos; may be %3 and could also be %4. Numbers with a decimal %5 were read, the others count as missing. Write the column with one decimal mark, or choose the decimal and the thousands mark</source>
        <translation>列“%1”混用了小数点和小数逗号：“%2”可能是 %3，也可能是 %4。已读取使用小数%5的数字，其余算作缺失。请统一该列的小数符号，或选择小数符号和千位分隔符</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>逗号</translation>
    </message>
    <message>
        <source>point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>line %1 names the columns once more and not in the same order, so that the rows below it would be read under wrong names: cut the file there, or bring its columns into one order</source>
        <translation>第 %1 行再次列出列名，但顺序不同，其下各行会被读到错误的列名之下：请在该处把文件分开，或统一列的顺序</translation>
    </message>
    <message>
        <source>%1 rows without any content (the first before this line) were read as missing values, since no time tells whether they are rows</source>
        <translation>%1 个没有任何内容的行（第一个在此行之前）被读作缺失值，因为没有时间可以说明它们是否为数据行</translation>
    </message>
    <message>
        <source>%1 lines of the table start with &apos;%2&apos; and were taken as comments (the first is this line); where they hold values, choose comment lines &apos;none&apos;</source>
        <translation>表中有 %1 行以“%2”开头，被当作注释（此行为第一行）；如果它们是数据，请将注释行选为 none</translation>
    </message>
    <message>
        <source>%1 rows hold sums or means of the rows above them and were left out: lines %2</source>
        <translation>%1 行是其上各行的合计或平均值，已略去：第 %2 行</translation>
    </message>
    <message>
        <source>this sequence has %1 steps and the header says %2 (%3 such sequences in all): check that no line was cut and that no decimal comma cuts the numbers, or mend the header</source>
        <translation>此序列有 %1 步，而文件头写的是 %2（共有 %3 条这样的序列）：请检查是否有行被截断、小数逗号是否切断了数字，或修正文件头</translation>
    </message>
    <message>
        <source>this sequence has %1 channels and the header says %2 (%3 such sequences in all): check the file, or mend the header</source>
        <translation>此序列有 %1 个通道，而文件头写的是 %2（共有 %3 条这样的序列）：请检查文件，或修正文件头</translation>
    </message>
    <message>
        <source>the class &apos;%1&apos; is not among those of @classLabel (%2 such sequences in all); it was taken as one more class. Mend the line, or the header</source>
        <translation>类别“%1”不在 @classLabel 所列之中（共有 %2 条这样的序列）；已将其作为又一个类别。请修正该行或文件头</translation>
    </message>
    <message>
        <source>this sequence lacks values and the header says that none is missing (%1 such sequences in all)</source>
        <translation>此序列有缺失值，而文件头说没有缺失（共有 %1 条这样的序列）</translation>
    </message>
    <message>
        <source>every second number looks like the decimals of the one before it: a decimal comma cuts the numbers in two, and every sequence is then twice as long. If that is so, write the file again with a decimal point</source>
        <translation>每隔一个数字都像是前一个数字的小数部分：小数逗号把数字切成了两半，每条序列因此长了一倍。如果是这样，请用小数点重新写出文件</translation>
    </message>
    <message>
        <source>a blank line</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>a comment</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>its digits are of another script</source>
        <translation>其数字属于另一种文字</translation>
    </message>
    <message>
        <source>it is a formula, not its value</source>
        <translation>它是公式，不是数值</translation>
    </message>
    <message>
        <source>it is a hexadecimal number</source>
        <translation>它是十六进制数</translation>
    </message>
    <message>
        <source>its error stands behind the number</source>
        <translation>数字后面带有误差</translation>
    </message>
    <message>
        <source>it is a fraction</source>
        <translation>它是分数</translation>
    </message>
    <message>
        <source>a unit or a remark stands behind the number</source>
        <translation>数字后面有单位或备注</translation>
    </message>
    <message>
        <source>a currency or a mark stands before the number</source>
        <translation>数字前面带有货币或符号</translation>
    </message>
    <message>
        <source>skipped as the settings say</source>
        <translation>按设置跳过</translation>
    </message>
    <message>
        <source>it stands above the table</source>
        <translation>位于表格上方</translation>
    </message>
    <message>
        <source>the first two rows are the start of the recording (seconds since 1970) and its rate (%1 rows per second); the times were made from them</source>
        <translation>前两行是记录的起始时间（自 1970 年起的秒数）和采样率（每秒 %1 行）；时间由它们得出</translation>
    </message>
    <message>
        <source>it holds the start or the rate of the rows, not a value</source>
        <translation>是各行的起始时间或采样率，不是数值</translation>
    </message>
    <message>
        <source>the first row is unlike all others: %1 of its %2 numbers lie outside of what the rows below hold. If it describes the table, skip this line</source>
        <translation>第一行与其他各行都不同：它的 %2 个数字中有 %1 个超出了下方各行的范围。如果它是对表格的说明，请跳过这一行</translation>
    </message>
    <message>
        <source>the names of the columns were taken from this line; the lines above it (%1 of them) are of another kind and were left out</source>
        <translation>列名取自这一行；它上面的各行（共 %1 行）属于另一种内容，已被略去</translation>
    </message>
    <message>
        <source>the cells of the time hold a start and an end; the start was taken</source>
        <translation>时间单元格含有起点和终点；取了起点</translation>
    </message>
    <message>
        <source>the times lie between the years %1 and %2: unless the data are that old, they are of another calendar (Persian, Buddhist, ...), unit or epoch, and days and months may be counted wrongly</source>
        <translation>时间位于 %1 年到 %2 年之间：如果数据并没有那么久远，它们就属于另一种历法（波斯历、佛历……）、单位或纪元，日和月可能会算错</translation>
    </message>
    <message>
        <source>no column holds numbers in nine of ten cells; &apos;%1&apos; comes nearest: %2 of %3 are numbers, and &apos;%4&apos; in line %5 is none. If such words mean missing values, name them as such</source>
        <translation>没有任何一列有九成以上的单元格是数字；最接近的是“%1”：%3 个中有 %2 个是数字，而第 %5 行的“%4”不是。如果这样的文字表示缺失值，请将其指定为缺失值</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds numbers that look like time stamps and was left out. Choose it as the time column, or name it as an input to keep it</source>
        <translation>列“%1”的数字看起来像时间戳，已被略去。请把它选为时间列，或把它列为输入以保留</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds whole numbers of more digits than a number keeps (about 15), as identifiers and stamps have, and was left out. To keep it rounded, name it as an input</source>
        <translation>列“%1”的整数位数多于数值能保留的位数（约 15 位），像标识符或时间戳，已被略去。若要保留四舍五入后的值，请把它列为输入</translation>
    </message>
    <message>
        <source>further columns of times were left out: %1 (%2 in all); the time of the rows is that of &apos;%3&apos;. To use another one, choose the time column</source>
        <translation>其他时间列已被略去：%1（共 %2 列）；各行的时间取自“%3”。若要使用另一列，请选择时间列</translation>
    </message>
    <message>
        <source>columns of times were left out: %1 (%2 in all); none of them is the time of the rows. To use one, choose the time column</source>
        <translation>时间列已被略去：%1（共 %2 列）；其中没有一列是各行的时间。若要使用其中一列，请选择时间列</translation>
    </message>
    <message>
        <source>a comment, which would be a row without its mark</source>
        <translation>注释；去掉标记后会是一行数据</translation>
    </message>
    <message>
        <source>the names of the columns once more</source>
        <translation>再次出现的列名</translation>
    </message>
    <message>
        <source>it has no number and no time</source>
        <translation>既没有数字也没有时间</translation>
    </message>
    <message>
        <source>a row without any content</source>
        <translation>没有任何内容的行</translation>
    </message>
    <message>
        <source>it belongs to a second table</source>
        <translation>属于第二个表格</translation>
    </message>
    <message>
        <source>it stands below the table, with words in place of a time</source>
        <translation>位于表格下方，时间处是文字</translation>
    </message>
    <message>
        <source>%1 lines of the table start with &apos;%2&apos; and hold cells as its rows do; they are too many for comments and were read as rows (the first is this line). Where they are comments, choose comment lines &apos;%2&apos;</source>
        <translation>表格中有 %1 行以“%2”开头，且单元格与其他行相同；数量太多，不像注释，因此按数据行读取（第一处为本行）。如果它们确是注释，请将注释行选为“%2”</translation>
    </message>
    <message>
        <source>each row seems to hold a sequence behind its class or name, as in the UCR archive, and every column was read as a series. For sequences write a .ts or .arff file; for one series exchange rows and columns</source>
        <translation>每一行似乎是类别或名称后面的一个序列（如 UCR 数据集），而每一列被读成了一个序列。若是多个序列，请写成 .ts 或 .arff 文件；若是一个序列，请将行列互换</translation>
    </message>
    <message>
        <source>%1 rows may hold sums or means of the rows above them (lines %2), but nothing makes sure of it, and they were read as rows. If they do, take them out of the file</source>
        <translation>有 %1 行可能是其上方各行的合计或平均值（第 %2 行），但无法确定，因此按数据行读取。如果确是如此，请从文件中删去</translation>
    </message>
    <message>
        <source>it holds sums or means of the rows above it</source>
        <translation>是其上方各行的合计或平均值</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was left out although &apos;%2&apos; looks like a number: %3. Write plain numbers in its place</source>
        <translation>列“%1”已被略去，尽管“%2”看起来像数字：%3。请改写为普通数字</translation>
    </message>
    <message>
        <source>columns &apos;%1&apos; have no names of a time; they were joined because their numbers make times that follow one another evenly. Choose time column &apos;none&apos; if they are values</source>
        <translation>列“%1”没有表示时间的名称；因为它们的数字组成彼此间隔均匀的时间，所以把它们合在一起。如果它们是数值，请把时间列选为“none”</translation>
    </message>
    <message>
        <source>the time of &apos;%1&apos; stands still while column &apos;%2&apos; counts on, and they could not be joined: the rows are counted. Name every column of the time, as in %3</source>
        <translation>“%1”的时间停住不动，而列“%2”还在继续计数，两者无法合在一起：因此只对行计数。请写出时间的每一列，例如 %3</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; has one and the same time in every row, so that the rows are counted. Choose the time column if another one holds their time</source>
        <translation>列“%1”在每一行都是同一个时间，因此只对行计数。如果另有一列保存各行的时间，请选择时间列</translation>
    </message>
    <message>
        <source>the numbers of column &apos;%1&apos; were read as time stamps: %2. Choose time column &apos;none&apos; if they are values</source>
        <translation>列“%1”的数字被读作时间戳：%2。如果它们是数值，请把时间列选为“none”</translation>
    </message>
    <message>
        <source>the stamps of column &apos;%1&apos; change their unit inside the file (seconds, milliseconds, microseconds or nanoseconds since 1970); each was read by its size</source>
        <translation>列“%1”的时间戳在文件中途改变了单位（自 1970 年起的秒、毫秒、微秒或纳秒）；每个都按其大小读取</translation>
    </message>
    <message>
        <source>this is a web page (HTML), not a table: the download was answered by a page, often to sign in. Open it in a browser, and download the data themselves</source>
        <translation>这是网页（HTML），不是表格：下载时得到的是一个页面，常常是登录页。请在浏览器中打开，再下载数据本身</translation>
    </message>
    <message>
        <source>this is a Git LFS pointer, which stands for the data and does not hold them; fetch them in the repository with: git lfs pull</source>
        <translation>这是 Git LFS 指针，只代表数据而不含数据；请在仓库中用 git lfs pull 取回</translation>
    </message>
    <message>
        <source>this is a git-annex pointer, which stands for the data and does not hold them; fetch them in the repository with: git annex get</source>
        <translation>这是 git-annex 指针，只代表数据而不含数据；请在仓库中用 git annex get 取回</translation>
    </message>
    <message>
        <source>this is an XML document; export the table as CSV</source>
        <translation>这是 XML 文档；请将表格导出为 CSV</translation>
    </message>
    <message>
        <source>this is a formatted document (RTF); save the table as CSV</source>
        <translation>这是带格式的文档（RTF）；请将表格存为 CSV</translation>
    </message>
    <message>
        <source>this is a JSON document; export the table as CSV</source>
        <translation>这是 JSON 文档；请将表格导出为 CSV</translation>
    </message>
    <message>
        <source>this is not a text file: byte %1 (line %2) has the value %3, which no text holds; choose a CSV, HDF5, .ts or .arff file</source>
        <translation>这不是文本文件：第 %1 个字节（第 %2 行）的值为 %3，文本中不会有；请选择 CSV、HDF5、.ts 或 .arff 文件</translation>
    </message>
    <message>
        <source>%1 bytes of value 0 stand here (from byte %2 of the file on), as a loss of power leaves them, and were left out; rows may be missing or cut</source>
        <translation>此处有 %1 个值为 0 的字节（从文件的第 %2 个字节起），断电常会留下这样的内容；它们已被略去，可能有行缺失或被截断</translation>
    </message>
    <message>
        <source>%1 further blocks of bytes of value 0 were left out</source>
        <translation>另有 %1 段值为 0 的字节已被略去</translation>
    </message>
    <message>
        <source>data set &apos;%1&apos; has three dimensions (%2 x %3 x %4) and was read as %2 rows of %5 columns; if its first dimension counts sequences or windows, they are no rows of one series: write one series, or sequences as .ts</source>
        <translation>数据集“%1”有三个维度（%2 x %3 x %4），按 %2 行 %5 列读取；如果第一维是序列或窗口的编号，它们就不是同一序列的行：请写成一个序列，或把各序列写成 .ts</translation>
    </message>
    <message>
        <source>data set &apos;%1&apos; has %2 rows and %3 columns: rows and columns seem to be exchanged, as MATLAB writes them. If each row is a quantity, write it with rows and columns exchanged</source>
        <translation>数据集“%1”有 %2 行 %3 列：行与列似乎颠倒了，MATLAB 会这样写。如果每一行是一个量，请将行列互换后再写</translation>
    </message>
    <message>
        <source>an index of PyTables</source>
        <translation>PyTables 的索引</translation>
    </message>
    <message>
        <source>%1. The header does not say that there are classes, and line %2: &apos;%3&apos; is not a known directive; if it means them, write @classLabel true with their names</source>
        <translation>%1。文件头没有说明有类别，而第 %2 行的“%3”不是已知的指令；如果它指的是类别，请写成 @classLabel true 并列出类别名称</translation>
    </message>
    <message>
        <source>the directive &apos;%1&apos; is not known and was passed over</source>
        <translation>未知的指令“%1”，已略过</translation>
    </message>
    <message>
        <source>text columns left out: %1 (%2 in all). Write numbers, or 0 and 1 for each word, to use one</source>
        <translation>已略去文本列：%1（共 %2 列）。写成数值，或每个词一列 0 和 1，即可使用</translation>
    </message>
    <message>
        <source>on/off columns left out: %1 (%2 in all). Write 1 and 0 to use one</source>
        <translation>已略去开/关列：%1（共 %2 列）。写成 1 和 0 即可使用</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was read rounded: %2 of its whole numbers have more digits than a number keeps (about 15), as identifiers have. Leave it out of the inputs where it is one</source>
        <translation>列“%1”是四舍五入后读取的：其中 %2 个整数的位数超过数值能保留的位数（约 15 位），标识符往往如此。如果它是标识符，请不要把它作为输入</translation>
    </message>
    <message>
        <source>its label is that of a sum, a mean or a spread</source>
        <translation>它的标签表示总和、平均值或离散程度</translation>
    </message>
    <message>
        <source>a line that is drawn between rows</source>
        <translation>行与行之间的分隔线</translation>
    </message>
    <message>
        <source>%1 further lines hold sums, means or spreads and were left out</source>
        <translation>另有 %1 行是总和、平均值或离散程度，已略去</translation>
    </message>
    <message>
        <source>this line (&apos;%1&apos;) holds sums, means or spreads and was left out</source>
        <translation>该行（“%1”）是总和、平均值或离散程度，已略去</translation>
    </message>
    <message>
        <source>from this line on the last %1 lines hold sums, means or spreads, or words in place of a time; they were left out as a footer</source>
        <translation>从此行起，最后 %1 行是总和、均值或离散程度，或在时间的位置上是文字；已作为表尾略去</translation>
    </message>
    <message>
        <source>times in &apos;%1&apos;, which is not understood or has no fixed length</source>
        <translation>时间单位“%1”无法识别或没有固定长度</translation>
    </message>
    <message>
        <source>times in the calendar &apos;%1&apos;, whose days have no place in the real one</source>
        <translation>时间采用历法“%1”，其日期在实际历法中没有对应</translation>
    </message>
    <message>
        <source>&apos;%1&apos; counts in the calendar &apos;%2&apos;: no year has a 29th of February, so that a step is missing there</source>
        <translation>“%1”采用历法“%2”：没有 2 月 29 日，因此该处缺少一步</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was unpacked: its values times %2 plus %3</source>
        <translation>“%1”已还原：数值乘以 %2 再加 %3</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>it has not one to three dimensions</source>
        <translation>维数不是一到三</translation>
    </message>
    <message>
        <source>it has no rows</source>
        <translation>没有行</translation>
    </message>
    <message>
        <source>its values are cut off; copy the file again</source>
        <translation>数值不完整；请重新复制文件</translation>
    </message>
    <message>
        <source>the header of the netCDF file is cut or damaged; copy the file again</source>
        <translation>netCDF 文件头不完整或已损坏；请重新复制文件</translation>
    </message>
    <message>
        <source>Python objects, which would have to be run; save numbers instead</source>
        <translation>Python 对象，读取需要执行代码；请改为保存数值</translation>
    </message>
    <message>
        <source>complex numbers; save their parts as two arrays</source>
        <translation>复数；请将实部和虚部保存为两个数组</translation>
    </message>
    <message>
        <source>a type that is no number of up to 64 bits</source>
        <translation>不是 64 位以内的数值类型</translation>
    </message>
    <message>
        <source>times that count months or years; save them as days or finer</source>
        <translation>以月或年计的时间；请以天或更细的单位保存</translation>
    </message>
    <message>
        <source>this is no NumPy array</source>
        <translation>这不是 NumPy 数组</translation>
    </message>
    <message>
        <source>the header of the NumPy array is cut off; copy the file again</source>
        <translation>NumPy 数组的文件头不完整；请重新复制文件</translation>
    </message>
    <message>
        <source>the header of the NumPy array is not understood; it may be damaged</source>
        <translation>无法识别 NumPy 数组的文件头；可能已损坏</translation>
    </message>
    <message>
        <source>a structure of several fields; save each one as an array</source>
        <translation>含多个字段的结构；请将每个字段保存为数组</translation>
    </message>
    <message>
        <source>the values of the NumPy array are cut off; copy the file again</source>
        <translation>NumPy 数组的数值不完整；请重新复制文件</translation>
    </message>
    <message>
        <source>the table has too many cells to be turned; write it with a row for each time</source>
        <translation>表格单元格过多，无法转换；请写成每个时间一行</translation>
    </message>
    <message>
        <source>the table has one row or one column, and cannot be turned</source>
        <translation>表格只有一行或一列，无法转换</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; tells several series apart; write a file for each of them, then its parts of a day can be read as one series</source>
        <translation>列“%1”区分多个序列；请为每个序列写一个文件，然后可将一天的各时段读为一个序列</translation>
    </message>
    <message>
        <source>no columns are the hours of a day or parts of them, as 00:30 or H01</source>
        <translation>没有代表一天中小时或时段的列，例如 00:30 或 H01</translation>
    </message>
    <message>
        <source>no column holds the date of each row</source>
        <translation>没有列给出每行的日期</translation>
    </message>
    <message>
        <source>no twelve columns are the months of a year, as Jan or January</source>
        <translation>没有十二个代表月份的列，例如 Jan 或 January</translation>
    </message>
    <message>
        <source>no column holds the year of each row</source>
        <translation>没有列给出每行的年份</translation>
    </message>
    <message>
        <source>no column holds the time of each row</source>
        <translation>没有列给出每行的时间</translation>
    </message>
    <message>
        <source>no column tells the series apart: a name or whole number with which no time comes twice</source>
        <translation>没有列能区分各序列：即同一名称或整数下时间不重复的列</translation>
    </message>
    <message>
        <source>the table has too many series and times to stand side by side</source>
        <translation>序列和时间过多，无法并排</translation>
    </message>
    <message>
        <source>this is a long table: column &apos;%1&apos; tells several series apart (%2 of them or more) whose rows stand one below the other, and they were read as one. Choose &apos;series below each other&apos; as the shape</source>
        <translation>这是长表：列“%1”区分多个序列（至少 %2 个），各序列的行上下相接，却被读为一个序列。请将形状设为“各序列上下相接”</translation>
    </message>
    <message>
        <source>the columns are the months of a year, and each was read as a series of its own. To read them as one series, choose &apos;a row for each year&apos; as the shape</source>
        <translation>各列是一年的月份，每列被读为单独的序列。要读为一个序列，请将形状设为“每年一行”</translation>
    </message>
    <message>
        <source>the columns are the hours of a day or parts of them, and each was read as a series of its own. To read them as one series, choose &apos;a row for each day&apos; as the shape</source>
        <translation>各列是一天的小时或时段，每列被读为单独的序列。要读为一个序列，请将形状设为“每天一行”</translation>
    </message>
    <message>
        <source>this line holds years or dates above numbers and was read as a row: the table seems to lie on its side. Choose &apos;a row for each series&apos; as the shape</source>
        <translation>此行在数字上方是年份或日期，却被读为一行数据：表格似乎横放。请将形状设为“每个序列一行”</translation>
    </message>
    <message>
        <source>%1 columns are called by dates or years: the table seems to lie on its side, and each of its rows is a series. Choose that as the shape</source>
        <translation>%1 列以日期或年份命名：表格似乎横放，每行是一个序列。请将形状设为“每个序列一行”</translation>
    </message>
    <message>
        <source>there are %1 rows and %2 columns, and the values change less from column to column than from row to row: rows and columns seem to be exchanged. If each row is a series, choose that as the shape</source>
        <translation>有 %1 行 %2 列，列间变化小于行间变化：行列似乎颠倒。如果每行是一个序列，请将形状设为“每个序列一行”</translation>
    </message>
    <message>
        <source>this is an old Excel workbook (.xls), which is not read; save it as .xlsx</source>
        <translation>这是旧版 Excel 工作簿（.xls），不能读取；请另存为 .xlsx</translation>
    </message>
    <message>
        <source>%1: the archive holds no file</source>
        <translation>%1：压缩包中没有文件</translation>
    </message>
    <message>
        <source>there is no file &apos;%1&apos; in this archive; choose another</source>
        <translation>压缩包中没有文件“%1”；请另选一个</translation>
    </message>
    <message>
        <source>no folder can be made in the system&apos;s temporary folder; free some space there, or unpack the file first</source>
        <translation>无法在系统临时文件夹中创建文件夹；请释放空间，或先解压文件</translation>
    </message>
    <message>
        <source>%1: the workbook has no sheet</source>
        <translation>%1：工作簿没有工作表</translation>
    </message>
    <message>
        <source>the workbook has %1 sheets; &apos;%2&apos; was read, as it is the first one. To read another one, name it as the part of the file: %3</source>
        <translation>工作簿有 %1 个工作表；读取了第一个“%2”。要读取其他工作表，请将其设为文件的组成部分：%3</translation>
    </message>
    <message>
        <source>%1 cells hold formulas without a value, as programs write them that do not calculate, and count as missing; open the workbook in a spreadsheet and save it</source>
        <translation>%1 个单元格含有没有数值的公式（由不进行计算的程序写出），按缺失处理；请在电子表格软件中打开并保存</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; in it is packed as well; unpack the outer one first</source>
        <translation>%1：其中的“%2”也是压缩文件；请先解压外层</translation>
    </message>
    <message>
        <source>the archive holds %1 files; &apos;%2&apos; was read. To read another one, name it as the part of the file: %3</source>
        <translation>压缩包含 %1 个文件；读取了“%2”。要读取其他文件，请将其设为文件的组成部分：%3</translation>
    </message>
    <message>
        <source>the workbook is damaged (%1)</source>
        <translation>工作簿已损坏（%1）</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>cell &apos;%1&apos;</source>
        <translation>单元格“%1”</translation>
    </message>
    <message>
        <source>shared text %1</source>
        <translation>共享文本 %1</translation>
    </message>
    <message>
        <source>%1 cells in a row</source>
        <translation>一行有 %1 个单元格</translation>
    </message>
    <message>
        <source>there is no sheet &apos;%1&apos; in this workbook</source>
        <translation>工作簿中没有工作表“%1”</translation>
    </message>
    <message>
        <source>the XML is damaged in line %1 (%2)</source>
        <translation>XML 在第 %1 行损坏（%2）</translation>
    </message>
    <message>
        <source>the XML declares entities of its own, which no workbook does</source>
        <translation>XML 声明了自己的实体，工作簿不会这样做</translation>
    </message>
    <message>
        <source>line %1: &apos;%2&apos; is not a number</source>
        <translation>第 %1 行：“%2”不是数字</translation>
    </message>
    <message>
        <source>line %1 holds a class and no values; the file may be cut off</source>
        <translation>第 %1 行只有类别没有数值；文件可能不完整</translation>
    </message>
    <message>
        <source>line %1 holds years or dates above numbers, and they were taken as the names of the columns: the table seems to lie on its side, and each of its rows is a series. Choose &apos;a row for each series&apos; as the shape</source>
        <translation>第 %1 行在数字上方是年份或日期，被当作列名：表格似乎横放，每行是一个序列。请将形状设为“每个序列一行”</translation>
    </message>
    <message>
        <source>record %1 is no object of names and values</source>
        <translation>第 %1 条记录不是由名称和值组成的对象</translation>
    </message>
    <message>
        <source>objects lie more than %1 deep inside each other</source>
        <translation>对象嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the records have more than %1 names</source>
        <translation>记录的名称超过 %1 个</translation>
    </message>
    <message>
        <source>%1: the JSON is damaged or cut (%2)</source>
        <translation>%1：JSON 已损坏或不完整（%2）</translation>
    </message>
    <message>
        <source>%1: there is no list of records with names in this JSON; write one object for each row</source>
        <translation>%1：该 JSON 中没有带名称的记录列表；请为每一行写一个对象</translation>
    </message>
    <message>
        <source>table &apos;%1&apos; has %2 columns; one to %3 are read</source>
        <translation>表“%1”有 %2 列；可读取 1 到 %3 列</translation>
    </message>
    <message>
        <source>table &apos;%1&apos; is larger than %2 GiB as text</source>
        <translation>表“%1”转为文本后超过 %2 GiB</translation>
    </message>
    <message>
        <source>%1: the database has no table</source>
        <translation>%1：数据库中没有表</translation>
    </message>
    <message>
        <source>%1: there is no table &apos;%2&apos; in this database</source>
        <translation>%1：数据库中没有表“%2”</translation>
    </message>
    <message>
        <source>the database has %1 tables; &apos;%2&apos; was read, as it has most rows. To read another one, name it as the part of the file: %3</source>
        <translation>数据库有 %1 个表；读取了行数最多的“%2”。要读取其他表，请将其设为文件的组成部分：%3</translation>
    </message>
    <message>
        <source>each line was read as a class and a sequence, as files of such a name are in the UCR archive; if it is a table, give it another name than ..._TRAIN or ..._TEST</source>
        <translation>每行按类别加序列读取，与 UCR 数据集中此类文件名的格式一致；如果这是表格，请不要以 ..._TRAIN 或 ..._TEST 命名</translation>
    </message>
    <message>
        <source>%1: the texts are larger than %2 GiB together</source>
        <translation>%1：这些文本合计大于 %2 GiB</translation>
    </message>
    <message>
        <source>the clipboard holds no text; copy the cells of a table first</source>
        <translation>剪贴板中没有文本；请先复制表格的单元格</translation>
    </message>
    <message>
        <source>%1: no file of a format that is read is in this folder</source>
        <translation>%1：此文件夹中没有可读取格式的文件</translation>
    </message>
    <message>
        <source>%1: no file fits this pattern</source>
        <translation>%1：没有文件符合此模式</translation>
    </message>
    <message>
        <source>the MATLAB file is cut or damaged; copy or download it again</source>
        <translation>MATLAB 文件被截断或已损坏；请重新复制或下载</translation>
    </message>
    <message>
        <source>a cell array; save its cells as matrices</source>
        <translation>元胞数组；请把其中的单元保存为矩阵</translation>
    </message>
    <message>
        <source>an array of structures</source>
        <translation>结构体数组</translation>
    </message>
    <message>
        <source>a sparse matrix; save it as full(x)</source>
        <translation>稀疏矩阵；请以 full(x) 保存</translation>
    </message>
    <message>
        <source>an object of MATLAB, such as a table or a datetime; save its columns as matrices (table2array, datenum)</source>
        <translation>MATLAB 对象，例如 table 或 datetime；请把各列保存为矩阵（table2array、datenum）</translation>
    </message>
    <message>
        <source>no values</source>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>complex numbers; save real(x) and imag(x)</source>
        <translation>复数；请保存 real(x) 和 imag(x)</translation>
    </message>
    <message>
        <source>more than three dimensions</source>
        <translation>超过三维</translation>
    </message>
    <message>
        <source>&apos;%1&apos; counts days as MATLAB&apos;s datenum does</source>
        <translation>“%1”按 MATLAB 的 datenum 以天计数</translation>
    </message>
    <message>
        <source>the header of the recording is cut or damaged</source>
        <translation>录音的文件头被截断或已损坏</translation>
    </message>
    <message>
        <source>the recording is coded (format %1 with %2 bits); PCM with 8, 16, 24 or 32 bits and floating point are read: convert it, for instance with ffmpeg -c:a pcm_s16le</source>
        <translation>录音经过编码（格式 %1，%2 位）；可读取 8、16、24 或 32 位 PCM 和浮点：请转换，例如用 ffmpeg -c:a pcm_s16le</translation>
    </message>
    <message>
        <source>the recording holds no sound; it is cut or damaged: copy it again</source>
        <translation>录音中没有声音；它被截断或已损坏：请重新复制</translation>
    </message>
    <message>
        <source>samples of %1 bits were scaled so that full scale is 1</source>
        <translation>%1 位的采样已缩放，使满量程为 1</translation>
    </message>
    <message>
        <source>the recording ends early: its header tells of %1 samples, the file holds %2; it may be cut</source>
        <translation>录音提前结束：文件头说有 %1 个采样，文件中有 %2 个；它可能被截断</translation>
    </message>
    <message>
        <source>this is an encrypted Parquet file; write it without encryption</source>
        <translation>这是加密的 Parquet 文件；请不加密重新写出</translation>
    </message>
    <message>
        <source>this is a Feather file of version 1; write it again as version 2</source>
        <translation>这是第 1 版的 Feather 文件；请以第 2 版重新写出</translation>
    </message>
    <message>
        <source>%1: no file in the archive holds a table</source>
        <translation>%1：压缩包中没有含表格的文件</translation>
    </message>
    <message>
        <source>%1: %2 holds numbers and no cells of text; write it as it is understood with data convert FILE OUT.csv</source>
        <translation>%1：%2只含数值，没有文本单元格；请用 data convert FILE OUT.csv 按理解的内容写出</translation>
    </message>
    <message>
        <source>the first line does not name a text and a label</source>
        <translation>第一行没有给出文本列和标签列的名称</translation>
    </message>
    <message>
        <source>line %1 has no label; the file may be cut off</source>
        <translation>第 %1 行没有标签；文件可能被截断</translation>
    </message>
    <message>
        <source>texts were read as words: %1 of them stand more than once, all others are one word</source>
        <translation>文本按词读取：其中 %1 个词出现多次，其余都算作同一个词</translation>
    </message>
    <message>
        <source>texts were read as characters: %1 of them stand more than once</source>
        <translation>文本按字符读取：其中 %1 个字符出现多次</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>文本为空</translation>
    </message>
    <message>
        <source>there is no label</source>
        <translation>没有标签</translation>
    </message>
    <message>
        <source>%1 texts are longer than %2 tokens and were cut there</source>
        <translation>%1 个文本长于 %2 个词元，已在该处截断</translation>
    </message>
    <message>
        <source>a structure; write its fields as columns</source>
        <translation>结构；请把其字段写成列</translation>
    </message>
    <message>
        <source>a map; write its values as columns</source>
        <translation>映射；请把其值写成列</translation>
    </message>
    <message>
        <source>lists of something else than numbers or times</source>
        <translation>列表中不是数值或时间</translation>
    </message>
    <message>
        <source>values of a type that is not read (%1 in Arrow&apos;s letters)</source>
        <translation>不读取的类型（Arrow 记法为 %1）</translation>
    </message>
    <message>
        <source>the columns change within the file</source>
        <translation>文件中的列前后不一致</translation>
    </message>
    <message>
        <source>the file holds more than %1 values, which is beyond what is read into memory; write fewer columns or rows</source>
        <translation>文件中的值超过 %1 个，超出可读入内存的范围；请写出较少的列或行</translation>
    </message>
    <message>
        <source>%1: the file has no row</source>
        <translation>%1：文件中没有行</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was left out: %2</source>
        <translation>列“%1”被略去：%2</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was left out: it holds the numbers that pandas gives to rows</source>
        <translation>列“%1”被略去：它是 pandas 给各行的编号</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds other times and was left out</source>
        <translation>列“%1”含有其他时间，被略去</translation>
    </message>
    <message>
        <source>the times of &apos;%1&apos; are those of the zone %2; they were read as UTC</source>
        <translation>“%1”的时间属于时区 %2；已按 UTC 读取</translation>
    </message>
    <message>
        <source>the row has no time</source>
        <translation>该行没有时间</translation>
    </message>
    <message>
        <source>%1: there is no column of numbers with more than one row; a series needs many rows</source>
        <translation>%1：没有多于一行的数值列；序列需要许多行</translation>
    </message>
    <message>
        <source>no column holds numbers, times or texts</source>
        <translation>没有列含有数值、时间或文本</translation>
    </message>
    <message>
        <source>the table is larger than %1 GiB as text; write its texts as numbers</source>
        <translation>表格作为文本大于 %1 GiB；请把其中的文本写成数值</translation>
    </message>
    <message>
        <source>the times of the lists have no even step, so the rows are counted</source>
        <translation>列表中的时间步长不均匀，因此按行计数</translation>
    </message>
    <message>
        <source>%1: the series have one row only; a series needs many rows</source>
        <translation>%1：各序列只有一行；序列需要许多行</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; of %2 is not in %3; files that are read together need the same columns: leave that file out, or give its column the same name</source>
        <translation>%2 的列“%1”不在 %3 中；一起读取的文件需要相同的列：请去掉该文件，或给列取相同的名称</translation>
    </message>
    <message>
        <source>%1 has times and %2 has none; files that are read together need both: choose the time column, or time column &apos;none&apos;</source>
        <translation>%1 有时间而 %2 没有；一起读取的文件须一致：请选择时间列，或把时间列设为“none”</translation>
    </message>
    <message>
        <source>the times of %1 go back or repeat; sort its rows by time and take out doubled ones first</source>
        <translation>%1 的时间倒退或重复；请先按时间排序并去掉重复的行</translation>
    </message>
    <message>
        <source>line %1 of this list of files is damaged; open the files again</source>
        <translation>此文件列表的第 %1 行已损坏；请重新打开这些文件</translation>
    </message>
    <message>
        <source>this list of files is empty; open them again</source>
        <translation>此文件列表为空；请重新打开这些文件</translation>
    </message>
    <message>
        <source>the files have hardly a row in common, so that most of the table would be empty; open fewer of them</source>
        <translation>这些文件几乎没有共同的行，表格大部分会是空的；请打开较少的文件</translation>
    </message>
    <message>
        <source>%1 files were read one below the other, as each begins after the one before has ended</source>
        <translation>%1 个文件按上下相接读取，因为每个都在前一个结束之后开始</translation>
    </message>
    <message>
        <source>%1 files were read side by side, each as a series of its own</source>
        <translation>%1 个文件并排读取，各为一个序列</translation>
    </message>
    <message>
        <source>%1 files were read side by side, each as a series of its own; they have no times, so all begin in the first row</source>
        <translation>%1 个文件并排读取，各为一个序列；它们没有时间，因此都从第一行开始</translation>
    </message>
    <message>
        <source>%1 holds labelled sequences; only series are read together: open it by itself</source>
        <translation>%1 含有带标签的序列集；只有时间序列可以一起读取：请单独打开</translation>
    </message>
    <message>
        <source>%1 has changed since these files were opened together; open them together again</source>
        <translation>自这些文件一起打开以来，%1 已改变；请重新一起打开</translation>
    </message>
    <message>
        <source>there is no series &apos;%1&apos; in this file; choose another</source>
        <translation>此文件中没有序列“%1”；请另选</translation>
    </message>
    <message>
        <source>the chosen series have hardly a row in common, or their times lie between each other&apos;s; choose fewer</source>
        <translation>所选序列几乎没有共同的行，或它们的时间彼此错开；请选择较少的序列</translation>
    </message>
    <message>
        <source>%1 of %2 series were read. To read others, name them as the parts of the file</source>
        <translation>读取了 %2 个序列中的 %1 个。要读取其他序列，请把它们指定为文件的部分</translation>
    </message>
    <message>
        <source>the series begin and end at different times; where one has no value yet, or none any more, it counts as missing</source>
        <translation>各序列的起止时间不同；尚无值或不再有值之处按缺失计</translation>
    </message>
    <message>
        <source>the series have no times of their own, so all begin in the first row</source>
        <translation>各序列没有自己的时间，因此都从第一行开始</translation>
    </message>
    <message>
        <source>the series has no value; the file may be cut</source>
        <translation>该序列没有值；文件可能被截断</translation>
    </message>
    <message>
        <source>%1 entries between &apos;:&apos; are expected before the values; the file may be cut</source>
        <translation>数值之前应有 %1 个以“:”分隔的条目；文件可能被截断</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time</source>
        <translation>“%1”不是时间</translation>
    </message>
    <message>
        <source>there is no series below the line @data; the file may be cut off</source>
        <translation>@data 行之下没有序列；文件可能被截断</translation>
    </message>
    <message>
        <source>the frequency &apos;%1&apos; is not known, so the rows are counted</source>
        <translation>不认识频率“%1”，因此按行计数</translation>
    </message>
    <message>
        <source>times since 1970-01-01</source>
        <translation>自 1970-01-01 起的时间</translation>
    </message>
    <message>
        <source>values of &apos;%1&apos; outside of %2 to %3, as stored, count as missing: its attributes say that they are not valid</source>
        <translation>“%1”中（按存储的值）不在 %2 到 %3 之间的数按缺失处理：其属性说明它们无效</translation>
    </message>
    <message>
        <source>the numbers that pandas gives to rows</source>
        <translation>pandas 给各行的编号</translation>
    </message>
    <message>
        <source>it holds the names of the columns</source>
        <translation>其中是各列的名称</translation>
    </message>
    <message>
        <source>this line stands above groups of columns and was put before their names</source>
        <translation>这一行位于各列组之上，已放到列名之前</translation>
    </message>
    <message>
        <source>no column holds numbers: in column &apos;%1&apos;, line %2, &apos;%3&apos; is none here: %4. Write its column as plain numbers</source>
        <translation>没有任何一列是数字：在列“%1”的第 %2 行，“%3”在此不是数字：%4。请把该列写成普通数字</translation>
    </message>
    <message>
        <source>it lacks cells, and blanks do not tell which</source>
        <translation>它缺少单元格，而空格看不出是哪些</translation>
    </message>
    <message>
        <source>%1 further lines lack cells between blanks and were left out</source>
        <translation>另有 %1 行在空格之间缺少单元格，已被略去</translation>
    </message>
    <message>
        <source>line %1 names other columns than those above it (&apos;%2&apos; in place of &apos;%3&apos;), so that the rows below it would be read under wrong names: cut the file there, or give its columns the same names</source>
        <translation>第 %1 行给出的列名与上面的不同（“%2”而不是“%3”），其下的行会被读到错误的列名之下：请在该处切开文件，或使用相同的列名</translation>
    </message>
    <message>
        <source>this line has %1 of %2 cells, and blanks between them do not tell which are missing: it was left out</source>
        <translation>这一行只有 %2 个单元格中的 %1 个，而空格看不出缺的是哪些：该行被略去</translation>
    </message>
    <message>
        <source>the workbook has %1 sheets; &apos;%2&apos; was read, as it is the first one that holds a table. To read another one, name it as the part of the file: %3</source>
        <translation>该工作簿有 %1 个工作表；读取了“%2”，它是第一个含有表格的工作表。要读取其他工作表，请将其指定为文件的部分：%3</translation>
    </message>
    <message>
        <source>%1. No other sheet holds a table either; choose one as the part of the file to learn why: %2</source>
        <translation>%1。其他工作表也都不含表格；请将其中一个选为文件的部分以了解原因：%2</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds whole numbers of more digits than a number keeps (%2 of them have more than about 15), as identifiers and stamps have, and was left out</source>
        <translation>列“%1”中的整数位数超过数值能保留的位数（其中 %2 个超过约 15 位），像标识符或时间戳那样，已略去</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was left out: it has one entry for each series</source>
        <translation>略去了列“%1”：每个序列只有一项</translation>
    </message>
    <message>
        <source>record %1 is no series with a list &apos;target&apos;, as the first one is</source>
        <translation>第 %1 条记录不像第一条那样是带有 target 列表的序列</translation>
    </message>
    <message>
        <source>record %1: &apos;%2&apos; is no time</source>
        <translation>第 %1 条记录：“%2”不是时间</translation>
    </message>
    <message>
        <source>the times are the numbers of &apos;%1&apos;, read as %2</source>
        <translation>时间取自“%1”的数字，按 %2 读取</translation>
    </message>
    <message>
        <source>the times are the numbers of &apos;%1&apos;, taken as %2, for no unit is said. If they count something else, choose another time column, or none</source>
        <translation>时间取自“%1”的数字；因未注明单位，按 %2 理解。若它们计的是别的东西，请选择另一个时间列，或选“无”</translation>
    </message>
    <message>
        <source>the times at which the series start were left out: how far their rows lie apart is not said (a column freq would say it), so all begin in the first row. Give the step of time, and they are read</source>
        <translation>略去了各序列的起始时间：未说明各行之间相隔多久（freq 列会说明），因此都从第一行开始。给出时间步长后即可读取</translation>
    </message>
    <message>
        <source>the file ends within the line of the series &apos;%1&apos;: it may be cut, and that series with it; check its size</source>
        <translation>文件在序列“%1”的那一行中结束：文件可能被截断，该序列也可能不完整；请检查文件大小</translation>
    </message>
    <message>
        <source>column &apos;%1&apos;: &apos;%2&apos; was read as 1, the other word as 0</source>
        <translation>列“%1”：“%2”读作 1，另一个词读作 0</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was left out: it holds %2 words, and at most %3 become columns of 0 and 1; group them, or write numbers</source>
        <translation>列“%1”未采用：它有 %2 个词，最多 %3 个可变为 0 和 1 的列；请合并，或写成数字</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; holds %2 words: each became a column of 0 and 1; leave out those that shall not be inputs</source>
        <translation>列“%1”有 %2 个词：每个变为一列 0 和 1；请去掉不作输入的列</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; only counts the rows of each series</source>
        <translation>列“%1”只是给每条序列的行编号</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; was left out: &apos;%2&apos; has none of that name</source>
        <translation>列“%1”未采用：“%2”没有同名的列</translation>
    </message>
    <message>
        <source>the files have no column in common, so they are not many series of one kind; open them one by one, or give their columns the same names</source>
        <translation>这些文件没有共同的列，因此不是同类的多条序列；请逐个打开，或给它们的列取相同的名称</translation>
    </message>
    <message>
        <source>series &apos;%1&apos; was left out: it has no value</source>
        <translation>序列“%1”未采用：它没有值</translation>
    </message>
    <message>
        <source>no column holds a value, so there is no series to be read</source>
        <translation>没有列含有值，因此没有可读的序列</translation>
    </message>
    <message>
        <source>%1 series of %2 rows</source>
        <translation>%1 条序列，各 %2 行</translation>
    </message>
    <message>
        <source>%1 series, %2 to %3 rows</source>
        <translation>%1 条序列，%2 至 %3 行</translation>
    </message>
    <message>
        <source>the rows are not in the order of their time, so they cannot be resampled; sort them by time first (--sort-time)</source>
        <translation>各行未按时间排序，无法重采样；请先按时间排序（--sort-time）</translation>
    </message>
    <message>
        <source>resampling to %1 would make %2 rows of %3; take a longer distance</source>
        <translation>重采样到 %1 会把 %3 行变成 %2 行；请取更长的间隔</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no distance of rows; write 15min, 1h, 1d or none</source>
        <translation>“%1”不是行间隔；请写 15min、1h、1d 或 none</translation>
    </message>
    <message>
        <source>the rows have no times, so they cannot be resampled; choose the time column</source>
        <translation>各行没有时间，无法重采样；请选择时间列</translation>
    </message>
    <message>
        <source>the rows were sorted by their time</source>
        <translation>各行已按时间排序</translation>
    </message>
    <message>
        <source>%1 rows of the file became %2 rows, one every %3</source>
        <translation>文件中的 %1 行变成了 %2 行，每 %3 一行</translation>
    </message>
    <message>
        <source>this is a long table, and it was read as &apos;%1&apos;. The shape &apos;a row for each time&apos; (rows) reads it as one series</source>
        <translation>这是一张长表，按“%1”读取。形状“每个时间一行”（rows）把它读作一条序列</translation>
    </message>
    <message>
        <source>the file holds %1, which were read as many series for one network. The shape &apos;a row for each time&apos; (rows) reads them as columns of one table</source>
        <translation>该文件包含 %1，已作为供一个网络学习的多个序列读取。形状“每个时刻一行”(rows) 会把它们读作一张表的列</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>The runs</source>
        <translation>各次运行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Best validation loss</source>
        <translation>最佳验证损失</translation>
    </message>
    <message>
        <source>%1 on the test part</source>
        <translation>测试部分的 %1</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Marked: the best on the test part. One run of each is no proof; the verdict below says what the seeds allow to be said.</source>
        <translation>标出的是测试部分上最好的一次。各一次运行不能作为证明；下面的判定说明这些种子所能支持的结论。</translation>
    </message>
    <message>
        <source>Settings in which they differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>There is no verdict of %1 and %2: they measure different things, or began with given weights.</source>
        <translation>%1 与 %2 之间没有判定：它们衡量的东西不同，或从给定的权重开始。</translation>
    </message>
    <message>
        <source>Is %1 better than %2 by %3?</source>
        <translation>按 %3，%1 是否优于 %2？</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>All of these runs have the same settings but for the seed: there is nothing to judge.</source>
        <translation>这些运行除种子外设置相同：没有可判定的内容。</translation>
    </message>
    <message>
        <source>Made again by</source>
        <translation>重现命令</translation>
    </message>
    <message>
        <source>%1 runs compared</source>
        <translation>%1 次运行的比较</translation>
    </message>
    <message>
        <source>They were trained on different data: their scores are no common measure.</source>
        <translation>它们在不同的数据上训练：分数不可直接比较。</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并列比较</translation>
    </message>
    <message>
        <source>the report was stopped; nothing was written</source>
        <translation>报告已停止；没有写入任何内容</translation>
    </message>
    <message>
        <source>Its data could not be read again</source>
        <translation>无法再次读取其数据</translation>
    </message>
    <message>
        <source>No forecasts are shown</source>
        <translation>未显示预测</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>%1 of %2 epochs, %3 steps, %4 of training</source>
        <translation>%2 轮中的 %1 轮，%3 步，训练 %4</translation>
    </message>
    <message>
        <source>The run has not come to its end</source>
        <translation>运行尚未结束</translation>
    </message>
    <message>
        <source>Ended early</source>
        <translation>提前结束</translation>
    </message>
    <message>
        <source>Trained to its end</source>
        <translation>训练至结束</translation>
    </message>
    <message>
        <source>%1 %2 on the test part.</source>
        <translation>测试部分的 %1 为 %2。</translation>
    </message>
    <message>
        <source>%1 %2 on the test part, the same as without a network (%3: %4).</source>
        <translation>测试部分的 %1 为 %2，与不用网络的方法相同（%3：%4）。</translation>
    </message>
    <message>
        <source>Worse than %3: %1 %2 on the test part, where that method needs no network and has %4.</source>
        <translation>比 %3 差：测试部分的 %1 为 %2，而该方法不需要网络，为 %4。</translation>
    </message>
    <message>
        <source>%1 %2 on the test part, better than the best without a network (%3: %4).</source>
        <translation>测试部分的 %1 为 %2，优于不用网络的最好方法（%3：%4）。</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>On the scale of the data</source>
        <translation>数据的尺度</translation>
    </message>
    <message>
        <source>On the scale of the data (%1)</source>
        <translation>数据的尺度（%1）</translation>
    </message>
    <message>
        <source>On the scale of the training part (mean 0, deviation 1)</source>
        <translation>训练部分的尺度（均值 0，标准差 1）</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Loss by epoch</source>
        <translation>各轮损失</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>%1, trained %2</source>
        <translation>%1，训练于 %2</translation>
    </message>
    <message>
        <source>Best validation loss %1, in epoch %2.</source>
        <translation>最佳验证损失 %1，在第 %2 轮。</translation>
    </message>
    <message>
        <source>Data and split</source>
        <translation>数据与划分</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Training windows</source>
        <translation>训练窗口</translation>
    </message>
    <message>
        <source>Validation windows</source>
        <translation>验证窗口</translation>
    </message>
    <message>
        <source>Test windows</source>
        <translation>测试窗口</translation>
    </message>
    <message>
        <source>SHA-256 of the data</source>
        <translation>数据的 SHA-256</translation>
    </message>
    <message>
        <source>Leak audit: none of %1 windows crosses a border between the parts; the recipe was fitted on rows up to %2.</source>
        <translation>泄漏审计：%1 个窗口都没有跨越各部分的边界；处理流程在第 %2 行之前（含）拟合。</translation>
    </message>
    <message>
        <source>Leak audit: %1 of %2 windows cross a border between the parts.</source>
        <translation>泄漏审计：%2 个窗口中有 %1 个跨越各部分的边界。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>What is not the default</source>
        <translation>非默认的设置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Changed while it ran</source>
        <translation>运行期间更改</translation>
    </message>
    <message>
        <source>All settings as a file</source>
        <translation>全部设置（文件）</translation>
    </message>
    <message>
        <source>Scores on the test part</source>
        <translation>测试部分的分数</translation>
    </message>
    <message>
        <source>There are no scores: the data have no test part, or the run did not come so far.</source>
        <translation>没有分数：数据没有测试部分，或运行没有进行到那里。</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>真实值</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Forecast after row %1</source>
        <translation>第 %1 行之后的预测</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>%1 % interval of the network</source>
        <translation>网络的 %1 % 区间</translation>
    </message>
    <message>
        <source>Forecasts</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>The first, the middle and the last of %1 windows of the test part; none was chosen.</source>
        <translation>测试部分 %1 个窗口中的第一个、中间一个和最后一个；没有挑选。</translation>
    </message>
    <message>
        <source>Machine, cost and origin</source>
        <translation>机器、开销与来源</translation>
    </message>
    <message>
        <source>Timing disturbed from %1 to %2: %3</source>
        <translation>计时在 %1 到 %2 之间受到干扰：%3</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>a report holds 1 to %1 runs, not %2</source>
        <translation>一份报告可包含 1 到 %1 次运行，而不是 %2 次</translation>
    </message>
    <message>
        <source>%1 is no file of translations</source>
        <translation>%1 不是翻译文件</translation>
    </message>
    <message>
        <source>there are no translations for &apos;%1&apos;; en and zh_CN are there</source>
        <translation>没有 &apos;%1&apos; 的翻译；现有 en 和 zh_CN</translation>
    </message>
    <message>
        <source>No leak audit</source>
        <translation>没有泄漏审计</translation>
    </message>
    <message>
        <source>Leak audit</source>
        <translation>泄漏审计</translation>
    </message>
    <message>
        <source>Leak audit: none of %1 windows crosses a border between the parts; the recipe was fitted on the training rows of each series.</source>
        <translation>泄漏审计：%1 个窗口中没有一个跨越各部分的边界；处理步骤在每个序列的训练行上拟合。</translation>
    </message>
    <message>
        <source>With other values after each border, all before it came out the same to the last bit.</source>
        <translation>把每个边界之后的值换成别的值，之前的一切逐位不变。</translation>
    </message>
    <message>
        <source>Whether a column depends on later rows was not looked at: the data are large. The command audit does.</source>
        <translation>是否有列依赖于后面的行没有检查：数据量大。可用命令 audit 检查。</translation>
    </message>
    <message>
        <source>Scores as fev defines them, intervals by adaptive conformal prediction (ACI); WQL and CRPS of the levels %1. Coverage is a share of 1.</source>
        <translation>评分按 fev 的定义，区间用自适应保形预测（ACI）；WQL 和 CRPS 用水平 %1。覆盖率是以 1 为满的比例。</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Not tested over moving origins: no interval was counted. The command backtest does it.</source>
        <translation>未做移动起点检验：没有统计任何区间。命令 backtest 可以做。</translation>
    </message>
    <message>
        <source>%1 origins, every %2 rows from row %3 on, %4 steps each.</source>
        <translation>%1 个起点，从第 %3 行起每 %2 行一个，每个 %4 步。</translation>
    </message>
</context>
<context>
    <name>RunActions</name>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The new run comes from %1: %2</source>
        <translation>新运行来自 %1：%2</translation>
    </message>
    <message>
        <source>%1 trains. Open it to steer it.</source>
        <translation>%1 正在训练。打开它才能控制它。</translation>
    </message>
    <message>
        <source>Another process trains this run.</source>
        <translation>这个运行由另一进程训练。</translation>
    </message>
    <message>
        <source>No run is going on.</source>
        <translation>没有正在进行的运行。</translation>
    </message>
</context>
<context>
    <name>RunAgain</name>
    <message>
        <source>%1 is run again. %2</source>
        <translation>%1 再次运行。%2</translation>
    </message>
    <message>
        <source>There is no such checkpoint: %1.</source>
        <translation>没有这样的检查点：%1。</translation>
    </message>
    <message>
        <source>no step was made</source>
        <translation>尚未训练任何一步</translation>
    </message>
    <message>
        <source>no validation loss was measured</source>
        <translation>没有测量过验证损失</translation>
    </message>
    <message>
        <source>Weights of %1 do not fit the Model page, these differ: %2. Use the settings of %1 first, or train a new run.</source>
        <translation>%1 的权重与“模型”页不匹配，不同的有：%2。请先使用 %1 的设置，或训练新运行。</translation>
    </message>
    <message>
        <source>A branch needs the same columns, classes, cell, size and layers. Use the settings of %1 first, or train a new run.</source>
        <translation>分支需要相同的列、类别、单元、大小和层数。请先使用 %1 的设置，或训练新运行。</translation>
    </message>
    <message>
        <source>Weights of %1 take %2 data columns, the open data have %3.</source>
        <translation>%1 的权重需要 %2 个数据列，打开的数据有 %3 个。</translation>
    </message>
    <message>
        <source>The network of %1 has %2 parameters, on the open data %3.</source>
        <translation>%1 的网络有 %2 个参数，用打开的数据为 %3 个。</translation>
    </message>
    <message>
        <source>Branches at epoch %1, trains %2 epochs: %3.</source>
        <translation>从第 %1 轮分支，再训练 %2 轮：%3。</translation>
    </message>
    <message>
        <source>Branches at step %1, trains %2 epochs: %3.</source>
        <translation>从第 %1 步分支，再训练 %2 轮：%3。</translation>
    </message>
    <message>
        <source>%1 epochs from the start, same settings and seed: the same numbers on this machine.</source>
        <translation>从头训练 %1 轮，设置和种子相同：在本机得到相同的数值。</translation>
    </message>
    <message>
        <source>%1 epochs from the start: %2.</source>
        <translation>从头训练 %1 轮：%2。</translation>
    </message>
</context>
<context>
    <name>RunColumns</name>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Best validation</source>
        <translation>最佳验证</translation>
    </message>
    <message>
        <source>Best epoch</source>
        <translation>最佳轮次</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Peak memory, MiB</source>
        <translation>内存峰值，MiB</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Starred</source>
        <translation>已加星</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Mean %1</source>
        <translation>平均%1</translation>
    </message>
    <message>
        <source>Most %1</source>
        <translation>最大%1</translation>
    </message>
    <message>
        <source>Test %1</source>
        <translation>测试%1</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>最后的%1</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>第 %1 层：%2</translation>
    </message>
    <message>
        <source>Best %1</source>
        <translation>最佳%1</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>第 %2 步的%1</translation>
    </message>
    <message>
        <source>ended early</source>
        <translation>提前结束</translation>
    </message>
    <message>
        <source>Test %1, standardised</source>
        <translation>测试%1，标准化</translation>
    </message>
    <message>
        <source>%1 (original scale)</source>
        <translation>%1（原始尺度）</translation>
    </message>
    <message>
        <source>On the test part.</source>
        <translation>在测试集上。</translation>
    </message>
    <message>
        <source>Test scores</source>
        <translation>测试得分</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>测试准确率</translation>
    </message>
    <message>
        <source>%1 at epoch %2</source>
        <translation>第 %2 轮的%1</translation>
    </message>
    <message>
        <source>Lowest validation loss, prepared scale. Comparable within one loss and data.</source>
        <translation>最低验证损失，预处理后的尺度。仅在损失和数据相同时可比。</translation>
    </message>
    <message>
        <source>Words, split by spaces or commas. Filter: tags = paper.</source>
        <translation>以空格或逗号分隔的词。筛选：tags = paper。</translation>
    </message>
    <message>
        <source>Test part, standardised by the training part.</source>
        <translation>测试集，按训练集标准化。</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>RunCommand</name>
    <message>
        <source>the run that it branched from is not in this workspace any more</source>
        <translation>分支来源的运行已不在此工作区中</translation>
    </message>
    <message>
        <source>changed while it ran: %1; this command starts without those changes</source>
        <translation>运行期间更改过：%1；此命令启动时不含这些更改</translation>
    </message>
    <message>
        <source>made longer at step %1: planned for %2 epochs from its start it would have trained otherwise. RUN is the run that the first command makes, and the curves are the same where it has ended at that step</source>
        <translation>在第 %1 步被延长：若从一开始就计划 %2 轮，训练过程会不同。RUN 是第一条命令产生的运行；只有当它正好在该步结束时，曲线才相同</translation>
    </message>
</context>
<context>
    <name>RunCommands</name>
    <message>
        <source>rename run %1</source>
        <translation>重命名运行 %1</translation>
    </message>
    <message>
        <source>delete run %1</source>
        <translation>删除运行 %1</translation>
    </message>
    <message>
        <source>change %1 of run %2</source>
        <translation>更改运行 %2 的%1</translation>
    </message>
    <message>
        <source>change %1 of %2 runs</source>
        <translation>更改 %2 个运行的%1</translation>
    </message>
    <message>
        <source>delete %1 runs</source>
        <translation>删除 %1 个运行</translation>
    </message>
    <message>
        <source>take %1 out of the queue</source>
        <translation>把 %1 移出队列</translation>
    </message>
    <message>
        <source>move %1 up in the queue</source>
        <translation>在队列中上移 %1</translation>
    </message>
    <message>
        <source>move %1 down in the queue</source>
        <translation>在队列中下移 %1</translation>
    </message>
    <message>
        <source>change the priority of %1</source>
        <translation>更改 %1 的优先级</translation>
    </message>
    <message numerus="yes">
        <source>queue %n run(s)</source>
        <translation>
            <numerusform>将 %n 个运行加入队列</numerusform>
        </translation>
    </message>
    <message>
        <source>queue runs, which have all begun</source>
        <translation>将运行排队（均已开始）</translation>
    </message>
    <message>
        <source>queue runs, those that have begun go on</source>
        <translation>将运行排队，已开始的继续</translation>
    </message>
</context>
<context>
    <name>RunController</name>
    <message>
        <source>This run is training. Stop it first, then delete it.</source>
        <translation>此运行正在训练。请先停止，再删除。</translation>
    </message>
</context>
<context>
    <name>RunEditMenu</name>
    <message>
        <source>Star</source>
        <translation>加星</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>颜色 %1</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>star</source>
        <translation>星标</translation>
    </message>
    <message>
        <source>archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Tags of %1</source>
        <translation>%1 的标签</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>运行的名称</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Words with spaces or commas between them</source>
        <translation>以空格或逗号分隔的词</translation>
    </message>
    <message>
        <source>Unstar</source>
        <translation>取消星标</translation>
    </message>
    <message>
        <source>Restore from archive</source>
        <translation>从归档中恢复</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Tags...</source>
        <translation>标签...</translation>
    </message>
    <message>
        <source>Note...</source>
        <translation>备注...</translation>
    </message>
    <message>
        <source>Common tags of %1 runs</source>
        <translation>%1 个运行共有的标签</translation>
    </message>
</context>
<context>
    <name>RunEnd</name>
    <message>
        <source>its last checkpoint could not be written; what was saved before is kept</source>
        <translation>最后一个检查点未能写入；此前保存的内容仍然保留</translation>
    </message>
    <message>
        <source>kept the last weights</source>
        <translation>保留最后的权重</translation>
    </message>
    <message>
        <source>kept the weights of epoch %1 (validation loss %2)</source>
        <translation>保留第 %1 轮的权重（验证损失 %2）</translation>
    </message>
    <message>
        <source>stopped at step %1, in epoch %2; %3</source>
        <translation>在第 %1 步（第 %2 轮）停止；%3</translation>
    </message>
    <message>
        <source>stopped early at epoch %1: no better validation loss for %2 epochs; %3</source>
        <translation>在第 %1 轮早停：%2 轮内验证损失没有改善；%3</translation>
    </message>
    <message>
        <source>scored with the last weights; nothing is kept</source>
        <translation>以最后的权重评分；什么都不保留</translation>
    </message>
    <message>
        <source>scored with the weights of epoch %1 (validation loss %2); nothing is kept</source>
        <translation>以第 %1 轮的权重（验证损失 %2）评分；什么都不保留</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>kept the weights from before the first step (validation loss %1)</source>
        <translation>保留了第一步之前的权重（验证损失 %1）</translation>
    </message>
    <message>
        <source>scored with the weights from before the first step (validation loss %1); nothing is kept</source>
        <translation>用第一步之前的权重评分（验证损失 %1）；什么都没有保留</translation>
    </message>
    <message>
        <source>validation loss %1 by the linear path alone: no epoch was better beyond chance</source>
        <translation>仅线性通路的验证损失 %1：没有一轮超出偶然地更好</translation>
    </message>
    <message>
        <source>validation loss %1, linear path alone %2: the recurrent part adds next to nothing</source>
        <translation>验证损失 %1，仅线性通路 %2：循环部分几乎没有贡献</translation>
    </message>
    <message>
        <source>%1 % lower validation loss by the recurrent part: %2 to %3</source>
        <translation>循环部分使验证损失降低 %1 %：%2 降到 %3</translation>
    </message>
    <message>
        <source>stopped before its first step; the scores are those of its start weights</source>
        <translation>在第一步之前停止；分数是初始权重的分数</translation>
    </message>
</context>
<context>
    <name>RunEvent</name>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1 (and %2 more places)</source>
        <translation>%1（另有 %2 处）</translation>
    </message>
    <message>
        <source>the run waits because its checkpoint cannot be written: %1; nothing is lost; it goes on by itself when there is room, or when you continue it</source>
        <translation>运行在等待，因为无法写入检查点：%1；没有丢失任何内容；有空间后会自动继续，也可手动继续</translation>
    </message>
    <message>
        <source>no checkpoint was written: %1; what was saved before is kept</source>
        <translation>未写入检查点：%1；此前保存的内容仍然保留</translation>
    </message>
    <message>
        <source>scoring the test part</source>
        <translation>正在对测试集评分</translation>
    </message>
    <message>
        <source>computing the baselines of the test part</source>
        <translation>正在计算测试集的基线</translation>
    </message>
    <message>
        <source>the step could not be recorded (%1); its operations are launched one by one</source>
        <translation>该步无法录制（%1）；其运算将逐个启动</translation>
    </message>
    <message>
        <source>the run&apos;s record cannot be written: %1; its curves are kept in memory and written when there is room; those that are not by the end of the run are lost</source>
        <translation>无法写入该运行的记录：%1；其曲线保存在内存中，有空间时写入；到运行结束时仍未写入的将丢失</translation>
    </message>
    <message>
        <source>%1 training examples, fewer than a batch of %2: one step per epoch</source>
        <translation>训练样本 %1 个，少于批大小 %2：每轮一步</translation>
    </message>
    <message>
        <source>no baselines: the run was stopped while they were computed; its own scores are kept</source>
        <translation>没有基线：计算时运行被停止；网络的得分已保留</translation>
    </message>
    <message>
        <source>other data than so far (SHA-256 %1, was %2); figures before and after cannot be compared</source>
        <translation>数据与此前不同（SHA-256 %1，此前 %2）；前后的数值不能比较</translation>
    </message>
    <message>
        <source>the memory of the GPU does not suffice for recorded steps and single ones: recordings are dropped where an epoch ends, and made again</source>
        <translation>GPU 内存不足以同时容纳录制的步和单独的步：在每轮结束处丢弃录制，之后重新录制</translation>
    </message>
    <message>
        <source>about %1 of work for the processor, and a GPU alone takes 3 to 6 s to start: choose the device cpu for runs as small as this</source>
        <translation>CPU 完成约需 %1，而 GPU 仅启动就要 3 到 6 秒：这样小的运行请选择设备 cpu</translation>
    </message>
    <message>
        <source>leak</source>
        <translation>泄漏</translation>
    </message>
</context>
<context>
    <name>RunFigures</name>
    <message>
        <source>best validation %1</source>
        <translation>最佳验证 %1</translation>
    </message>
    <message>
        <source>epoch %1, step %2</source>
        <translation>第 %1 轮，第 %2 步</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>standardised scale</source>
        <translation>标准化尺度</translation>
    </message>
    <message>
        <source>original scale</source>
        <translation>原始尺度</translation>
    </message>
    <message>
        <source>prepared scale</source>
        <translation>预处理后的尺度</translation>
    </message>
    <message>
        <source>validation part, %1</source>
        <translation>验证集，%1</translation>
    </message>
    <message>
        <source>test part, %1</source>
        <translation>测试集，%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 (left out)</source>
        <translation>%1（已略去）</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 training items)</source>
        <translation>%1（%3 个训练样本中的 %2 个）</translation>
    </message>
    <message>
        <source>%1 (band of %2 %)</source>
        <translation>%1（带宽 %2 %）</translation>
    </message>
    <message>
        <source>no validation part</source>
        <translation>没有验证集</translation>
    </message>
    <message>
        <source>Below %1, the best baseline: accuracy %2 instead of %3.</source>
        <translation>低于最佳基线“%1”：准确率 %2，基线为 %3。</translation>
    </message>
    <message>
        <source>Above %1, the best baseline: accuracy %2 instead of %3.</source>
        <translation>高于最佳基线“%1”：准确率 %2，基线为 %3。</translation>
    </message>
    <message>
        <source>%1 times the error of %2, the best baseline.</source>
        <translation>误差是最佳基线“%2”的 %1 倍。</translation>
    </message>
    <message>
        <source>%1 % above %2, the best baseline.</source>
        <translation>比最佳基线“%2”高 %1 %。</translation>
    </message>
    <message>
        <source>%1 % below %2, the best baseline.</source>
        <translation>比最佳基线“%2”低 %1 %。</translation>
    </message>
    <message>
        <source>1/%1 of the error of %2, the best baseline.</source>
        <translation>误差为最佳基线“%2”的 1/%1。</translation>
    </message>
    <message>
        <source>The same as %1, the best baseline.</source>
        <translation>与最佳基线“%1”相同。</translation>
    </message>
</context>
<context>
    <name>RunFilter</name>
    <message>
        <source>a bracket is closed that was not opened</source>
        <translation>右括号没有对应的左括号</translation>
    </message>
    <message>
        <source>At character %1: %2.</source>
        <translation>第 %1 个字符处：%2。</translation>
    </message>
    <message>
        <source>a closing bracket is missing</source>
        <translation>缺少右括号</translation>
    </message>
    <message>
        <source>the name of a column is missing before &quot;%1&quot;</source>
        <translation>“%1”之前缺少列名</translation>
    </message>
    <message>
        <source>a word or a comparison is missing here</source>
        <translation>此处缺少一个词或一个比较</translation>
    </message>
    <message>
        <source>there is no column &quot;%1&quot;</source>
        <translation>没有名为“%1”的列</translation>
    </message>
    <message>
        <source>there is no column &quot;%1&quot;; perhaps %2</source>
        <translation>没有名为“%1”的列；也许是 %2</translation>
    </message>
    <message>
        <source>a value is missing after &quot;%1&quot;</source>
        <translation>“%1”之后缺少值</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no comparison; there are %2</source>
        <translation>“%1”不是比较符；可用的有 %2</translation>
    </message>
    <message>
        <source>the quote before &quot;%1&quot; is not closed</source>
        <translation>“%1”之前的引号没有闭合</translation>
    </message>
    <message>
        <source>&quot;%1&quot; joins nothing; there are and, or, not and brackets</source>
        <translation>“%1”不能连接条件；可用 and、or、not 和括号</translation>
    </message>
    <message>
        <source>Words or comparisons: %1. Yes or no: starred, not archived. Tag: tags = paper. Join with and, or, not, brackets; quote blanks.</source>
        <translation>词或比较：%1。是/否：starred、not archived。标签：tags = paper。用 and、or、not 和括号连接；含空格时加引号。</translation>
    </message>
</context>
<context>
    <name>RunIdentity</name>
    <message>
        <source>disturbed from %1 to %2: %3</source>
        <translation>从 %1 到 %2 受干扰：%3</translation>
    </message>
    <message>
        <source>undisturbed</source>
        <translation>未受干扰</translation>
    </message>
    <message>
        <source>undisturbed so far</source>
        <translation>至今未受干扰</translation>
    </message>
    <message>
        <source>not watched: trained by an older program</source>
        <translation>未监测：由较旧的程序训练</translation>
    </message>
    <message>
        <source>not watched: too short</source>
        <translation>未监测：时间太短</translation>
    </message>
</context>
<context>
    <name>RunReference</name>
    <message>
        <source>there is no run %1; no run of this workspace has a number</source>
        <translation>没有运行 %1；此工作区中没有带编号的运行</translation>
    </message>
    <message>
        <source>%1 runs are called &apos;%2&apos;; say which by its number: %3</source>
        <translation>有 %1 个运行名为“%2”；请用编号指明：%3</translation>
    </message>
    <message>
        <source>there is no run %1; the highest number is %2, deleted ones are not reused</source>
        <translation>没有运行 %1；最大的编号是 %2，已删除的不再使用</translation>
    </message>
</context>
<context>
    <name>RunReport</name>
    <message>
        <source>cuDNN %1</source>
        <translation>cuDNN %1</translation>
    </message>
    <message>
        <source>oneDNN %1</source>
        <translation>oneDNN %1</translation>
    </message>
    <message>
        <source>LibTorch %1</source>
        <translation>LibTorch %1</translation>
    </message>
    <message>
        <source>Tensor memory</source>
        <translation>张量内存</translation>
    </message>
    <message>
        <source>since the last resume</source>
        <translation>自上次恢复以来</translation>
    </message>
    <message>
        <source>Memory forecast in all</source>
        <translation>内存预测总计</translation>
    </message>
    <message>
        <source>Whole process</source>
        <translation>整个进程</translation>
    </message>
    <message>
        <source>the whole process, %1, less the window&apos;s own %2</source>
        <translation>整个进程 %1，减去窗口自身的 %2</translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation>每轮用时</translation>
    </message>
    <message>
        <source>Estimated time per epoch</source>
        <translation>每轮用时（预计）</translation>
    </message>
    <message>
        <source>Estimation error</source>
        <translation>预计误差</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Implementation</source>
        <translation>实现</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>disturbed for %1</source>
        <translation>受干扰 %1</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Driver of the GPU</source>
        <translation>GPU 驱动</translation>
    </message>
    <message>
        <source>Training file</source>
        <translation>训练文件</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>测试文件</translation>
    </message>
    <message>
        <source>Data, SHA-256</source>
        <translation>数据 SHA-256</translation>
    </message>
    <message>
        <source>Recipe, SHA-256</source>
        <translation>预处理步骤 SHA-256</translation>
    </message>
    <message>
        <source>Settings, SHA-256</source>
        <translation>设置 SHA-256</translation>
    </message>
    <message>
        <source>Worker memory</source>
        <translation>工作进程内存</translation>
    </message>
    <message>
        <source>mean over all steps, without evaluation and checkpoints</source>
        <translation>全部步的平均值，不含评估和检查点</translation>
    </message>
    <message>
        <source>%2 (estimated %1, %3)</source>
        <translation>%2（预计 %1，%3）</translation>
    </message>
</context>
<context>
    <name>RunStrip</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>paused, %1</source>
        <translation>已暂停，%1</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，还剩 %2</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新运行</translation>
    </message>
    <message>
        <source>%1, another process</source>
        <translation>%1，另一进程</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>interrupted, %1</source>
        <translation>已中断，%1</translation>
    </message>
    <message>
        <source>It is being saved.</source>
        <translation>正在保存。</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>1st</source>
        <translation>第 1</translation>
    </message>
    <message>
        <source>2nd</source>
        <translation>第 2</translation>
    </message>
    <message>
        <source>3rd</source>
        <translation>第 3</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>第 %1</translation>
    </message>
    <message>
        <source>1 run waits</source>
        <translation>1 个运行在等待</translation>
    </message>
    <message>
        <source>%1 runs wait</source>
        <translation>%1 个运行在等待</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1，已暂停</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>alert: %1</source>
        <translation>警报：%1</translation>
    </message>
</context>
<context>
    <name>Schedule</name>
    <message>
        <source>the schedule &apos;%1&apos; spans the whole run: its curve is stretched over %2 epochs, so that the learning rate goes on at another value</source>
        <translation>学习率计划“%1”覆盖整个运行：其曲线已拉伸到 %2 轮，因此学习率将从另一个值继续</translation>
    </message>
    <message>
        <source>the share of teacher forcing goes in a line over the whole run: it is stretched over %1 epochs, and goes on at another value</source>
        <translation>教师强制的比例在整个运行中按直线变化：已拉伸到 %1 轮，因此将从另一个值继续</translation>
    </message>
    <message>
        <source>%1; and %2</source>
        <translation>%1；并且%2</translation>
    </message>
</context>
<context>
    <name>Scores</name>
    <message>
        <source>the squares of the errors are larger than any number (1.8e308); the RMSE says the same</source>
        <translation>误差的平方超出了可表示的最大数（1.8e308）；RMSE 说明同样的内容</translation>
    </message>
    <message>
        <source>the seasonal naive forecast makes no error on the training part, and MASE divides by it</source>
        <translation>季节性朴素预测在训练集上没有误差，而 MASE 要除以它</translation>
    </message>
    <message>
        <source>the values to forecast are all the same, and R² divides by their spread</source>
        <translation>要预测的值全都相同，而 R² 要除以它们的离散程度</translation>
    </message>
    <message>
        <source>the sum of the errors is larger than any number in double precision (1.8e308)</source>
        <translation>误差之和超出了双精度可表示的最大数（1.8e308）</translation>
    </message>
    <message>
        <source>pinball</source>
        <translation>分位数损失</translation>
    </message>
    <message>
        <source>coverage</source>
        <translation>覆盖率</translation>
    </message>
    <message>
        <source>nominal coverage</source>
        <translation>名义覆盖率</translation>
    </message>
    <message>
        <source>interval width</source>
        <translation>区间宽度</translation>
    </message>
    <message>
        <source>crossed quantiles</source>
        <translation>交叉的分位数</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>share over 0.04</source>
        <translation>误差大于 0.04 的比例</translation>
    </message>
    <message>
        <source>cut short, so it decides nothing: compared with %1 of %2 training items, evenly chosen; with all of them it would take too long</source>
        <translation>未能算完，因此不作定论：仅与 %2 个训练样本中均匀选取的 %1 个比较；与全部比较会花费太长时间</translation>
    </message>
    <message>
        <source>warped by at most %1 % of the length (Sakoe-Chiba band); without a limit it would take too long</source>
        <translation>弯曲不超过长度的 %1 %（Sakoe-Chiba 带）；不加限制会花费太长时间</translation>
    </message>
    <message>
        <source>not comparable: an older version made one figure of all targets; a forecast of this run is scored anew, target by target</source>
        <translation>不可比较：旧版本把所有目标合成一个数值；对此运行做预测时会按目标逐一重新评分</translation>
    </message>
    <message>
        <source>left out: only %1 of %2 training items in the time for baselines, under 1 %</source>
        <translation>略去：在基线的时限内只比较了 %2 个训练样本中的 %1 个，不足 1 %</translation>
    </message>
    <message>
        <source>cut short, decides nothing: %1 of %2 training items, warped by at most %3 %</source>
        <translation>被截短，不作判定：%2 个训练样本中的 %1 个，弯曲至多 %3 %</translation>
    </message>
    <message>
        <source>errors so large that R² is below any number (-1.8e308)</source>
        <translation>误差过大，R² 低于任何数（-1.8e308）</translation>
    </message>
    <message>
        <source>no observed value, or a forecast that is not finite</source>
        <translation>没有观测值，或预测含有非有限数</translation>
    </message>
    <message>
        <source>not comparable: an older version took the first target&apos;s season for all; a forecast of this run is scored anew</source>
        <translation>不可比较：旧版本把第一个目标的季节用于所有目标；对此运行做预测时会重新评分</translation>
    </message>
    <message>
        <source>KGE divides by mean and spread of the truth and needs a forecast that changes; one of them is missing</source>
        <translation>KGE 要除以真值的均值和离散程度，并要求预测值有变化；其中之一不具备</translation>
    </message>
</context>
<context>
    <name>SequencePlot</name>
    <message>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>%1, mean ± SD</source>
        <translation>%1，均值 ± 标准差</translation>
    </message>
</context>
<context>
    <name>SeriesFile</name>
    <message>
        <source>There is no series to save; open one first.</source>
        <translation>没有可保存的序列；请先打开一个。</translation>
    </message>
    <message>
        <source>Save the series</source>
        <translation>保存序列</translation>
    </message>
    <message>
        <source>Saving the series</source>
        <translation>正在保存序列</translation>
    </message>
    <message>
        <source>The series is in %1.</source>
        <translation>序列已写入 %1。</translation>
    </message>
    <message>
        <source>The workspace is being worked on already.</source>
        <translation>工作区正在处理中。</translation>
    </message>
    <message>
        <source>CSV (*.csv);;Parquet (*.parquet);;Feather (*.feather);;HDF5 (*.h5);;NumPy (*.npy)</source>
        <translation>CSV (*.csv);;Parquet (*.parquet);;Feather (*.feather);;HDF5 (*.h5);;NumPy (*.npy)</translation>
    </message>
</context>
<context>
    <name>SeriesPainter</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Test, %1</source>
        <translation>测试，%1</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train, %1 rows</source>
        <translation>训练，%1 行</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Validation, %1</source>
        <translation>验证，%1</translation>
    </message>
    <message>
        <source>gap, %1</source>
        <translation>空缺，%1</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>没有值</translation>
    </message>
    <message>
        <source>mean %1, SD %2</source>
        <translation>均值 %1，标准差 %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
</context>
<context>
    <name>SpokenNames</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>StageExport</name>
    <message>
        <source>Picture, PNG...</source>
        <translation>图片，PNG...</translation>
    </message>
    <message>
        <source>Drawing, SVG...</source>
        <translation>矢量图，SVG...</translation>
    </message>
    <message>
        <source>Film, GIF...</source>
        <translation>影片，GIF...</translation>
    </message>
    <message>
        <source>Worksheet, PDF...</source>
        <translation>练习纸，PDF...</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>姓名：</translation>
    </message>
    <message>
        <source>Draw into the framed row what you expect after the training.</source>
        <translation>在带框的那一行里画出你预计训练后的样子。</translation>
    </message>
    <message>
        <source>In one sentence: why?</source>
        <translation>用一句话说：为什么？</translation>
    </message>
    <message>
        <source>There is no film yet: draw, then train.</source>
        <translation>还没有影片：先画，再训练。</translation>
    </message>
</context>
<context>
    <name>StagePainter</name>
    <message>
        <source>What one step back leaves on the belt</source>
        <translation>传送带上每往回一步留下多少</translation>
    </message>
    <message>
        <source>What one step back leaves</source>
        <translation>每往回一步留下多少</translation>
    </message>
    <message>
        <source>What it reads</source>
        <translation>它读到的</translation>
    </message>
    <message>
        <source>Gradient at each step, share of the largest</source>
        <translation>每一步的梯度，占最大值的份额</translation>
    </message>
    <message>
        <source>What it would say at each step</source>
        <translation>它在每一步会说什么</translation>
    </message>
    <message>
        <source>Series and forecasts</source>
        <translation>序列与预测</translation>
    </message>
    <message>
        <source>What is left of step 1 on the belt of unit %1</source>
        <translation>单元 %1 的传送带上第 1 步还剩多少</translation>
    </message>
    <message>
        <source>%1 %2 of all %3 units</source>
        <translation>全部 %3 个单元的%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 of unit %3</source>
        <translation>单元 %3 的%1 %2</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>训练之前</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>你画的</translation>
    </message>
    <message>
        <source>This cell has no such gate</source>
        <translation>这种单元没有这个门</translation>
    </message>
    <message>
        <source>%1 at each step back</source>
        <translation>每往回一步 %1</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>open 1</source>
        <translation>开 1</translation>
    </message>
    <message>
        <source>shut 0</source>
        <translation>关 0</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>asked for: %1</source>
        <translation>要的是 %1</translation>
    </message>
    <message>
        <source>on the way up</source>
        <translation>上升</translation>
    </message>
    <message>
        <source>on the way down</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>you drew %1</source>
        <translation>你画的 %1</translation>
    </message>
    <message>
        <source>1 lets the number in, 0 keeps it out</source>
        <translation>1 放进来，0 挡在外</translation>
    </message>
    <message>
        <source>1 shows the memory, 0 hides it</source>
        <translation>1 显示记忆，0 藏起来</translation>
    </message>
    <message>
        <source>1 keeps the old, 0 lets it go</source>
        <translation>1 保留旧的，0 放走</translation>
    </message>
    <message>
        <source>The series, and the forecast of each step</source>
        <translation>序列，以及对每一步的预测</translation>
    </message>
    <message>
        <source>Forget f</source>
        <translation>遗忘 f</translation>
    </message>
    <message>
        <source>Input i at marks</source>
        <translation>标记处的输入 i</translation>
    </message>
    <message>
        <source>Input i elsewhere</source>
        <translation>其他步的输入 i</translation>
    </message>
    <message>
        <source>Output o</source>
        <translation>输出 o</translation>
    </message>
    <message>
        <source>it says %1</source>
        <translation>说 %1</translation>
    </message>
    <message>
        <source>right is %1</source>
        <translation>正确是 %1</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>误差 %1</translation>
    </message>
    <message>
        <source>average: %1</source>
        <translation>平均值：%1</translation>
    </message>
    <message>
        <source>%1, unit %2</source>
        <translation>%1，单元 %2</translation>
    </message>
    <message>
        <source>i, marked</source>
        <translation>i（标记）</translation>
    </message>
    <message>
        <source>i, else</source>
        <translation>i（其余）</translation>
    </message>
    <message>
        <source>Gradient of the reader from the end, share of the largest</source>
        <translation>从结尾读的那组的梯度，占最大值的份额</translation>
    </message>
    <message>
        <source>Read, to come, and what is said of it (dashed: the day before)</source>
        <translation>读到的、将要来的，以及对它的预测（虚线：前一天）</translation>
    </message>
    <message>
        <source>A nudge of 0.1 at one step: how far the forecast moves</source>
        <translation>某一步轻推 0.1：预测动多少</translation>
    </message>
    <message>
        <source>Loss after each epoch</source>
        <translation>每个轮次之后的损失</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测得</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Read, to come, and what is said of it</source>
        <translation>读到的、将来的和所说的</translation>
    </message>
    <message>
        <source>right, 0.5 + sum / 4: %1</source>
        <translation>正确，0.5 + 和 / 4：%1</translation>
    </message>
</context>
<context>
    <name>StageText</name>
    <message>
        <source>Question %1 of %2</source>
        <translation>问题 %1 / %2</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not this one.</source>
        <translation>不是这个。</translation>
    </message>
    <message>
        <source>%1 of %2 questions right</source>
        <translation>%2 题答对 %1 题</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>The linear path starts as what did best on rows that it was not fitted to: %1</source>
        <translation>线性通路的起点取自在未参与拟合的行上表现最好的方法：%1</translation>
    </message>
    <message>
        <source>the last value</source>
        <translation>最后一个值</translation>
    </message>
    <message>
        <source>each target from its own column</source>
        <translation>每个目标只用自己的列</translation>
    </message>
    <message>
        <source>changes from the last value</source>
        <translation>相对最后一个值的变化</translation>
    </message>
    <message>
        <source>windows seen by themselves</source>
        <translation>各窗口单独标准化</translation>
    </message>
    <message>
        <source>changes from season to season over the seasonal naive value</source>
        <translation>季节性朴素值加上季与季之间的变化</translation>
    </message>
    <message>
        <source>exponential smoothing</source>
        <translation>指数平滑</translation>
    </message>
    <message>
        <source>theta</source>
        <translation>Theta</translation>
    </message>
    <message>
        <source>smoothing with a damped trend</source>
        <translation>阻尼趋势平滑</translation>
    </message>
    <message>
        <source>a linear map of the window</source>
        <translation>窗口的线性映射</translation>
    </message>
</context>
<context>
    <name>StartWeightsCard</name>
    <message>
        <source>input weights</source>
        <translation>输入权重</translation>
    </message>
    <message>
        <source>recurrent weights</source>
        <translation>循环权重</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>StateMark</name>
    <message>
        <source>not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>begun</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>cannot tell</source>
        <translation>无法判断</translation>
    </message>
</context>
<context>
    <name>Study</name>
    <message>
        <source>The sequences of the data have lengths of their own.</source>
        <translation>数据中的序列各有自己的长度。</translation>
    </message>
    <message>
        <source>It would need about %1 MiB, and %2 MiB are free.</source>
        <translation>约需 %1 MiB，而空闲内存为 %2 MiB。</translation>
    </message>
    <message>
        <source>Amount of data</source>
        <translation>数据量</translation>
    </message>
    <message>
        <source>the study was stopped</source>
        <translation>内存分析已停止</translation>
    </message>
    <message>
        <source>there is nothing to vary</source>
        <translation>没有可以改变的项</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>gathering the data</source>
        <translation>读取批次数据</translation>
    </message>
    <message>
        <source>the forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>the backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>the update</source>
        <translation>参数更新</translation>
    </message>
    <message>
        <source>the evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>The experiment as it is holds %1 MiB of tensors at most.</source>
        <translation>当前实验的张量最多占用 %1 MiB。</translation>
    </message>
    <message>
        <source>Least: %1 with %2 MiB, %3 % of it.</source>
        <translation>最少：%1，%2 MiB，为当前的 %3 %。</translation>
    </message>
    <message>
        <source>Most: %1 with %2 MiB, %3 % of it.</source>
        <translation>最多：%1，%2 MiB，为当前的 %3 %。</translation>
    </message>
    <message>
        <source>The forecast was off by %1 % at most (%2).</source>
        <translation>预测最多偏差 %1 %（%2）。</translation>
    </message>
    <message>
        <source>Runs that failed: %1; their lines say why.</source>
        <translation>失败的运行：%1 次；原因见各行。</translation>
    </message>
    <message>
        <source>The peak is in %1; the largest part of it is %2 with %3 %.</source>
        <translation>峰值出现在%1；其中占比最大的是%2，占 %3 %。</translation>
    </message>
    <message>
        <source>None of the values that were tried changes the peak.</source>
        <translation>试过的值都没有改变峰值。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 % %2</source>
        <translation>%2占 %1 %</translation>
    </message>
</context>
<context>
    <name>Suggestion</name>
    <message>
        <source>%1 examples to learn from: batches large enough for the processor, small enough for several steps per epoch</source>
        <translation>可供学习的样本有 %1 个：批次足够大以发挥处理器性能，又足够小，使每轮有若干步</translation>
    </message>
    <message>
        <source>about %1 steps, %2 in each epoch: steps, not epochs, decide what is learned, and so many take less than 20 seconds on two cores</source>
        <translation>约 %1 步，每轮 %2 步：决定学到多少的是步数而不是轮数；这么多步在两个核心上不到 20 秒</translation>
    </message>
    <message>
        <source>two fifths of the run without a better validation loss: more would only overfit</source>
        <translation>运行的五分之二没有更好的验证损失即停止：再训练只会过拟合</translation>
    </message>
    <message>
        <source>the season of %1 rows that was found</source>
        <translation>找到的季节周期为 %1 行</translation>
    </message>
    <message>
        <source>no season was found</source>
        <translation>没有找到季节周期</translation>
    </message>
    <message>
        <source>%1; a test part of %2 rows must hold several forecasts</source>
        <translation>%1；%2 行的测试集必须能容纳若干次预测</translation>
    </message>
    <message>
        <source>%1; a quarter of the %2 training rows, at least, must begin a window</source>
        <translation>%1；%2 行训练数据中至少四分之一要能作为窗口的起点</translation>
    </message>
    <message>
        <source>a linear forecast that sees levels errs %1 % less, on training rows that it has not seen, than one that sees each window by itself</source>
        <translation>在未见过的训练行上，能看到水平值的线性预测比只看各窗口自身的预测误差小 %1 %</translation>
    </message>
    <message>
        <source>levels tell little beyond their window, and those to come may be new: each window is seen by itself</source>
        <translation>水平值在窗口之外说明不了什么，而且将来的水平可能是全新的：每个窗口单独看待</translation>
    </message>
    <message>
        <source>of %1 rows, so many are enough to judge by; all others are learned from</source>
        <translation>共 %1 行，这么多行足以用于评判；其余全部用于学习</translation>
    </message>
    <message>
        <source>no other column makes a linear forecast of the target better on rows that it has not seen, and columns that do not help do harm</source>
        <translation>没有其他列能让目标的线性预测在未见过的行上变好，而没有帮助的列反而有害</translation>
    </message>
    <message>
        <source>left out is what seems to hold coming values of the target (%1): the scores would be too good; of the others %2 make a linear forecast of it better on rows that it has not seen</source>
        <translation>似乎含有目标将来值的列（%1）未被选入：否则得分会好得不真实；其余列中有 %2 列能让目标的线性预测在未见过的行上变好</translation>
    </message>
    <message>
        <source>the target, and those columns (%1) that make a linear forecast of it better on rows that it has not seen</source>
        <translation>目标列，以及能让其线性预测在未见过的行上变好的列（%1 列）</translation>
    </message>
    <message>
        <source>most series are forecast well by a linear map; the network adds what that cannot</source>
        <translation>大多数序列用线性映射就能预测得很好；网络补充线性映射做不到的部分</translation>
    </message>
    <message>
        <source>the rate that did best over a panel of series with this schedule</source>
        <translation>配合此学习率计划，在一组序列上表现最好的学习率</translation>
    </message>
    <message>
        <source>few steps go furthest when the rate rises and falls once over the run</source>
        <translation>学习率在整个运行中升降一次时，少量步数能走得最远</translation>
    </message>
    <message>
        <source>%1 windows that share all but one row: every so many of them are enough, and the validation part is looked at more often</source>
        <translation>%1 个窗口，相邻窗口只差一行：每隔若干个取一个就够了，这样也能更频繁地查看验证集</translation>
    </message>
    <message>
        <source>the test part is given, and of only %1 other sequences each is needed to learn from: the run goes to its end, where the learning rate is near 0</source>
        <translation>测试集已给定，其余仅有 %1 条序列，每一条都要用于学习：运行进行到底，那时学习率接近 0</translation>
    </message>
    <message>
        <source>as good as an LSTM on short labelled sequences, and faster</source>
        <translation>在带标签的短序列上与 LSTM 一样好，而且更快</translation>
    </message>
    <message>
        <source>every step of a sequence can tell the answer, not only the last</source>
        <translation>序列的每一步都可能说明答案，而不只是最后一步</translation>
    </message>
    <message>
        <source>a sequence is there as a whole, so it is read from both ends</source>
        <translation>序列是完整给出的，因此从两端读取</translation>
    </message>
    <message>
        <source>the rate that did best over a panel of sequence sets with this schedule</source>
        <translation>配合此学习率计划，在一组序列集上表现最好的学习率</translation>
    </message>
    <message>
        <source>what these data can be asked for</source>
        <translation>这些数据能回答的任务</translation>
    </message>
    <message>
        <source>the loss of this task</source>
        <translation>此任务的损失函数</translation>
    </message>
    <message>
        <source>the test part is given; of the %1 others a share tells when to stop</source>
        <translation>测试集已给定；其余 %1 条中的一部分用来决定何时停止</translation>
    </message>
    <message>
        <source>no test part is given; each part has its share of every class</source>
        <translation>没有给定测试集；各部分中每个类别的比例相同</translation>
    </message>
    <message>
        <source>about %1 steps, %2 in each epoch, which take about %3 s: long sequences learn slowly, and more epochs would go on to better scores</source>
        <translation>约 %1 步，每轮 %2 步，约需 %3 秒：长序列学得慢，更多轮次会继续提高得分</translation>
    </message>
    <message>
        <source>the linear path is fitted before the first step, so that the run starts at the best of linear and simple forecasts and keeps it where nothing better comes</source>
        <translation>线性通路在第一步之前拟合，因此运行从线性预测和简单预测中最好的开始，并在没有更好的结果时保留它</translation>
    </message>
    <message>
        <source>there is time for 64 units in two layers, which did better on seven other sets: a rule of the length of the sequences, not chosen on the validation part of these data</source>
        <translation>时间足够使用两层各 64 个单元，它们在另外七个数据集上更好：这是按序列长度定的规则，并非在这些数据的验证部分上选出</translation>
    </message>
    <message>
        <source>64 units in two layers did better on seven other sets, and would take about %1 s instead of %2 s here: a rule of the length of the sequences, not chosen on the validation part of these data</source>
        <translation>两层各 64 个单元在另外七个数据集上更好，在这里约需 %1 秒而不是 %2 秒：这是按序列长度定的规则，并非在这些数据的验证部分上选出</translation>
    </message>
    <message>
        <source>of only %1 sequences with numbers nothing is claimed, of no size of the network: hold its score against the mean of the training targets</source>
        <translation>仅有 %1 个带数值的序列，无法断言任何网络大小更好：请将其得分与训练目标的均值比较</translation>
    </message>
    <message>
        <source>larger networks were tried on sequences with one class each alone; not chosen on the validation part of these data</source>
        <translation>更大的网络只在每个序列有一个类别的数据上试过；并非在这些数据的验证部分上选出</translation>
    </message>
    <message>
        <source>the second layer reads what both directions of the first one found</source>
        <translation>第二层读取第一层两个方向的结果</translation>
    </message>
    <message>
        <source>a class shows somewhere in the sequence: the largest value over time finds it</source>
        <translation>类别会在序列的某处显现：取各时刻的最大值即可找到</translation>
    </message>
    <message>
        <source>the last value errs %1 % less than the mean of its window, and a network that has learned nothing is then as good as persistence</source>
        <translation>最后一个值的误差比窗口均值小 %1 %，这样什么都没学到的网络也与持续法一样好</translation>
    </message>
    <message>
        <source>an experiment is about the network: no linear map forecasts beside it</source>
        <translation>实验关注的是网络本身：旁边没有线性映射参与预测</translation>
    </message>
    <message>
        <source>the network starts from drawn weights, so that what it forecasts is what it has learned</source>
        <translation>网络从随机权重开始，它的预测就是它学到的内容</translation>
    </message>
    <message>
        <source>over a panel of series twice as many did no better, and take longer</source>
        <translation>在一组序列上，两倍的单元并不更好，而且更慢</translation>
    </message>
    <message>
        <source>XLA devices compute no linear map beside the network</source>
        <translation>XLA 设备不在网络旁计算线性映射</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>&apos;%1&apos; behind a range is neither log nor a number of points from 2 to %2</source>
        <translation>范围后的“%1”既不是 log，也不是 2 到 %2 之间的点数</translation>
    </message>
    <message>
        <source>the range begins with %1, above its end %2</source>
        <translation>范围从 %1 开始，大于其终点 %2</translation>
    </message>
    <message>
        <source>a log range begins above 0, not at %1</source>
        <translation>对数范围须从大于 0 处开始，而不是 %1</translation>
    </message>
    <message>
        <source>no setting varies; name at least one with its values</source>
        <translation>没有变化的设置；请至少给出一项及其取值</translation>
    </message>
    <message>
        <source>is named twice; give all its values at once</source>
        <translation>出现了两次；请一次给出它的所有取值</translation>
    </message>
    <message>
        <source>a grid needs values: give them one by one, or a number of points behind the range, or take combinations at random</source>
        <translation>网格需要取值：逐个给出，或在范围后写点数，或随机抽取组合</translation>
    </message>
    <message>
        <source>this would be more than %1 runs; take fewer values, or combinations at random</source>
        <translation>这将超过 %1 个运行；请减少取值，或随机抽取组合</translation>
    </message>
    <message>
        <source>there is no setting &apos;%1&apos;</source>
        <translation>没有设置“%1”</translation>
    </message>
    <message>
        <source>seeds are given as a number of seeds for each setting</source>
        <translation>种子以每种设置的种子数给出</translation>
    </message>
    <message>
        <source>changes nothing that a sweep could compare</source>
        <translation>不会改变扫描可比较的内容</translation>
    </message>
    <message>
        <source>has no values; write them behind &apos;=&apos;, with commas between them</source>
        <translation>没有取值；请写在“=”之后，以逗号分隔</translation>
    </message>
    <message>
        <source>a value is missing between two commas</source>
        <translation>两个逗号之间缺少取值</translation>
    </message>
    <message>
        <source>the last of the successive seeds would be above %1</source>
        <translation>连续种子中的最后一个将超过 %1</translation>
    </message>
    <message>
        <source>the sweep of this workspace is under way already</source>
        <translation>此工作区的参数扫描已在进行</translation>
    </message>
    <message>
        <source>no sweep of this workspace is under way</source>
        <translation>此工作区没有正在进行的参数扫描</translation>
    </message>
    <message>
        <source>a range has two ends, as in 0.001..0.1; one of them is missing</source>
        <translation>范围要有两端，例如 0.001..0.1；现在缺少一端</translation>
    </message>
    <message>
        <source>Every combination</source>
        <translation>所有组合</translation>
    </message>
    <message>
        <source>All values with all others; for few values of few settings.</source>
        <translation>每个值与其他所有值组合；适合少量设置的少量取值。</translation>
    </message>
    <message>
        <source>At random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Combinations drawn from ranges; they do not learn from each other.</source>
        <translation>从范围中随机抽取组合；彼此之间不学习。</translation>
    </message>
    <message>
        <source>Learns (TPE)</source>
        <translation>学习（TPE）</translation>
    </message>
    <message>
        <source>Ten at random, then each where the earlier ones were good.</source>
        <translation>先随机十个，之后每个都取在先前结果好的地方。</translation>
    </message>
    <message>
        <source>Learns and stops (ASHA)</source>
        <translation>学习并提前停止（ASHA）</translation>
    </message>
    <message>
        <source>As TPE, and only the best third of each rung of epochs trains on.</source>
        <translation>同 TPE，并且每一级轮数只有最好的三分之一继续训练。</translation>
    </message>
    <message>
        <source>there is no search &apos;%1&apos;; there are %2</source>
        <translation>没有搜索方式“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>trials are judged by their validation loss; give the split such a part</source>
        <translation>试验按验证损失评判；请在划分中留出验证部分</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is there already; name another file, or remove this one</source>
        <translation>“%1”已存在；请换一个文件名，或删除它</translation>
    </message>
    <message>
        <source>a search needs a budget above 0: trials, epochs or time</source>
        <translation>搜索需要大于 0 的预算：试验数、轮数或时间</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>LibTorch layer</source>
        <translation>LibTorch 层</translation>
    </message>
    <message>
        <source>cuDNN, tuned</source>
        <translation>cuDNN，调优</translation>
    </message>
    <message>
        <source>Data on the device</source>
        <translation>数据放在设备上</translation>
    </message>
    <message>
        <source>Batches gathered at once</source>
        <translation>整批一次收集</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>TF32 products</source>
        <translation>TF32 乘积</translation>
    </message>
    <message>
        <source>BF16 passes</source>
        <translation>BF16 前反向</translation>
    </message>
    <message>
        <source>FP16 passes, scaled loss</source>
        <translation>FP16 前反向，缩放损失</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Fused gates</source>
        <translation>融合门</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>No synchronisation per step</source>
        <translation>每步不同步</translation>
    </message>
    <message>
        <source>Fused optimiser</source>
        <translation>融合优化器</translation>
    </message>
    <message>
        <source>Steps per graph</source>
        <translation>每图步数</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Recompute activations</source>
        <translation>重算激活值</translation>
    </message>
    <message>
        <source>Split batches</source>
        <translation>拆分批次</translation>
    </message>
    <message>
        <source>Flush denormals</source>
        <translation>非规格化数归零</translation>
    </message>
    <message>
        <source>Gatelab kernel</source>
        <translation>Gatelab 内核</translation>
    </message>
    <message>
        <source>All cores where it is worth it</source>
        <translation>值得时使用全部核心</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>整步计算</translation>
    </message>
    <message>
        <source>Persistent kernel</source>
        <translation>常驻内核</translation>
    </message>
    <message>
        <source>Gradient exchange</source>
        <translation>梯度交换</translation>
    </message>
    <message>
        <source>Scan over time</source>
        <translation>沿时间扫描</translation>
    </message>
    <message>
        <source>Parallel in time</source>
        <translation>时间并行</translation>
    </message>
</context>
<context>
    <name>SwitchBrief</name>
    <message>
        <source>four gates in one matrix product</source>
        <translation>四个门合为一次矩阵乘</translation>
    </message>
    <message>
        <source>the library&apos;s own loop over steps</source>
        <translation>由库自身循环各时间步</translation>
    </message>
    <message>
        <source>gates and products in one pass</source>
        <translation>门与乘积一趟算完</translation>
    </message>
    <message>
        <source>weights stay on the chip all steps</source>
        <translation>权重在所有步中留在芯片上</translation>
    </message>
    <message>
        <source>cuDNN&apos;s algorithms timed for this shape</source>
        <translation>按此形状实测选取 cuDNN 算法</translation>
    </message>
    <message>
        <source>series copied once, at the start</source>
        <translation>序列在开始时只复制一次</translation>
    </message>
    <message>
        <source>one read for a whole batch</source>
        <translation>整个批次一次读取</translation>
    </message>
    <message>
        <source>next batch copied while this one computes</source>
        <translation>计算当前批次时复制下一批次</translation>
    </message>
    <message>
        <source>loss read in blocks, no step waits</source>
        <translation>损失成块读取，各步不等待</translation>
    </message>
    <message>
        <source>all weights updated by one call</source>
        <translation>一次调用更新全部权重</translation>
    </message>
    <message>
        <source>the whole step launched as one</source>
        <translation>整步作为一次启动</translation>
    </message>
    <message>
        <source>eight steps in one launch</source>
        <translation>一次启动八步</translation>
    </message>
    <message>
        <source>10-bit mantissa inside products</source>
        <translation>乘积内尾数为 10 位</translation>
    </message>
    <message>
        <source>8-bit mantissa in both passes</source>
        <translation>前向与反向的尾数为 8 位</translation>
    </message>
    <message>
        <source>half precision, the loss scaled up</source>
        <translation>半精度，损失放大</translation>
    </message>
    <message>
        <source>two half batches</source>
        <translation>分为两个半批次</translation>
    </message>
    <message>
        <source>forward twice, less kept</source>
        <translation>前向两次，保留更少</translation>
    </message>
    <message>
        <source>a step shared by all cores</source>
        <translation>一步由所有核心分担</translation>
    </message>
    <message>
        <source>each thread takes some rows</source>
        <translation>每个线程处理若干行</translation>
    </message>
    <message>
        <source>forward, backward, update as one call</source>
        <translation>前向、反向、更新合为一次调用</translation>
    </message>
    <message>
        <source>tiny numbers count as 0</source>
        <translation>极小的数按 0 计</translation>
    </message>
    <message>
        <source>same bits on every run</source>
        <translation>每次运行逐位相同</translation>
    </message>
    <message>
        <source>one product per gate, as textbooks write it</source>
        <translation>每个门一次乘积，如教科书所写</translation>
    </message>
    <message>
        <source>one model on each core at once</source>
        <translation>每个核心同时一个模型</translation>
    </message>
    <message>
        <source>every switch that keeps the numbers</source>
        <translation>所有保持数值的开关</translation>
    </message>
    <message>
        <source>ranks send half the bytes, in BF16</source>
        <translation>并行进程以 BF16 发送一半的字节</translation>
    </message>
    <message>
        <source>all steps of a linear cell at once</source>
        <translation>线性单元的所有步同时计算</translation>
    </message>
    <message>
        <source>chunks of a long sequence side by side</source>
        <translation>长序列的各分块并排计算</translation>
    </message>
    <message>
        <source>one compiled program on an XLA device</source>
        <translation>XLA 设备上的一个编译程序</translation>
    </message>
</context>
<context>
    <name>SwitchHelp</name>
    <message>
        <source>The gates of a step share one matrix product, and the inputs of all steps are multiplied at once. It does not help where the products themselves take the time, with a hidden size of many hundreds.</source>
        <translation>同一步的各个门共用一次矩阵乘积，所有步的输入一次乘完。当隐藏层大小达到数百、时间主要花在乘积本身时，没有帮助。</translation>
    </message>
    <message>
        <source>One call runs the layer over all time steps: oneDNN on the processor, cuDNN on a GPU. It does not help cells that the library has no own code for, such as a GRU on the processor.</source>
        <translation>一次调用即可让该层走完所有时间步：CPU 上用 oneDNN，GPU 上用 cuDNN。对库中没有专用代码的单元（例如处理器上的 GRU）没有帮助。</translation>
    </message>
    <message>
        <source>cuDNN&apos;s algorithms are timed for this shape, forward and backward, and the fastest is kept for the GPU. It does not help up to a hidden size of 128, where the library&apos;s own choice is mostly right.</source>
        <translation>针对此形状对 cuDNN 各算法的前向和反向计时，并为该 GPU 记住最快者。隐藏层大小不超过 128 时没有帮助，因为库自己的选择多半正确。</translation>
    </message>
    <message>
        <source>The values are converted once and stay where the run computes, instead of being converted and copied for every batch. It does not help long steps of large networks, and the data must fit into the device&apos;s memory.</source>
        <translation>数值只转换一次并留在计算设备上，而不是每批都转换和拷贝。对大型网络的长步没有帮助，且数据必须放得进设备内存。</translation>
    </message>
    <message>
        <source>One indexed read gathers all windows of a batch in the order that the network wants, instead of one window after the other. It does not help batches of a few windows.</source>
        <translation>一次索引读取按网络所需顺序收集整批窗口，而不是逐个窗口读取。对只有几个窗口的批没有帮助。</translation>
    </message>
    <message>
        <source>The next batch is copied to the GPU on a stream of its own while the present one is computed. It does not help when the data are on the device, and gains at most the time of the copy.</source>
        <translation>在计算当前批的同时，用单独的流把下一批拷贝到 GPU。数据已在设备上时没有帮助，最多只省下拷贝的时间。</translation>
    </message>
    <message>
        <source>Losses and norms stay on the device and are read in blocks, so that no step waits for the one before. It does not help a few long steps, and on the processor it saves only the bookkeeping.</source>
        <translation>损失和范数留在设备上并成块读取，使每一步都不必等待前一步。对少数长步没有帮助，在处理器上只省下记录开销。</translation>
    </message>
    <message>
        <source>All weights of a layer lie in one buffer and are updated by one call, instead of some calls for every matrix and bias. It does not help large networks, whose update is limited by memory.</source>
        <translation>一层的所有权重位于同一缓冲区并由一次调用更新，而不是每个矩阵和偏置各调用数次。对更新受内存带宽限制的大型网络没有帮助。</translation>
    </message>
    <message>
        <source>The whole step, forward, backward, clipping and update, is recorded once and launched as one. It does not help where the GPU is busy all the time, and needs batches of one shape.</source>
        <translation>整个步骤（前向、反向、裁剪和更新）只记录一次并一次启动。GPU 始终繁忙时没有帮助，且要求批次形状一致。</translation>
    </message>
    <message>
        <source>One launch of the graph holds eight steps, so that the host has next to nothing to do. It does not help steps of a millisecond and more, and a stop waits for the end of the launch.</source>
        <translation>一次启动包含八步，主机几乎无事可做。对一毫秒以上的步没有帮助，且停止要等到该次启动结束。</translation>
    </message>
    <message>
        <source>Products on the GPU round their inputs to a mantissa of 10 bits and add in FP32. It does not help hidden sizes up to 128, which never fill the units that do it.</source>
        <translation>GPU 上的乘积把输入舍入为 10 位尾数，并以 FP32 累加。隐藏层大小不超过 128 时没有帮助，因为填不满相应的计算单元。</translation>
    </message>
    <message>
        <source>Forward and backward pass use numbers of 16 bits with the range of FP32; the weights stay in FP32. It does not help small networks, and a processor without such units gets slower.</source>
        <translation>前向和反向使用范围与 FP32 相同的 16 位数；权重仍为 FP32。对小型网络没有帮助，没有相应单元的处理器反而变慢。</translation>
    </message>
    <message>
        <source>Forward and backward pass use FP16, and the loss is scaled up as far as no gradient overflows. It does not help small networks, and a processor without such units gets slower.</source>
        <translation>前向和反向使用 FP16，损失在梯度不溢出的前提下尽量放大。对小型网络没有帮助，没有相应单元的处理器反而变慢。</translation>
    </message>
    <message>
        <source>Each batch is computed in two halves whose gradients are added before the update: half the memory for activations. It does not help speed, which small batches lose.</source>
        <translation>每批分两半计算，更新前把梯度相加：激活只占一半内存。对速度没有帮助，小批反而更慢。</translation>
    </message>
    <message>
        <source>Only the states at the borders of four chunks of time are kept, and each chunk is computed again for its backward pass. It does not help speed, which it costs about a third of, but a window far too long for the memory.</source>
        <translation>只保留四个时间块边界处的状态，反向时每块重新计算。对速度没有帮助（约损失三分之一），但适合内存远远装不下的长窗口。</translation>
    </message>
    <message>
        <source>Numbers below 1e-38 count as zero, which some processors compute many times faster. It does not help as long as no such number arises, which is the usual case.</source>
        <translation>小于 1e-38 的数按零处理，有些处理器因此快很多倍。通常不会出现这样的数，此时没有帮助。</translation>
    </message>
    <message>
        <source>Only algorithms that give the same bits each time are used, so that a run can be repeated exactly. It does not help speed: on a GPU it may cost some.</source>
        <translation>只使用每次结果逐位相同的算法，使运行可以精确重复。对速度没有帮助：在 GPU 上可能略有损失。</translation>
    </message>
    <message>
        <source>Each thread computes some rows of the batch, and the gradients are added in a fixed order, so that threads meet once per step instead of once per operation. It does not help with one thread, nor batches of a few rows.</source>
        <translation>每个线程计算批次中的若干行，梯度按固定顺序相加，因此线程每步只汇合一次，而不是每次运算都汇合。只有一个线程或批次只有几行时没有帮助。</translation>
    </message>
    <message>
        <source>Gatelab&apos;s SIMD kernel runs the layer: the sums of a tile stay in registers over the whole product, and the activation functions are applied before they leave them. It does not help hidden sizes of many hundreds, where any library is near the processor&apos;s limit.</source>
        <translation>该层由 Gatelab 的向量化（SIMD）内核计算：一个分块的累加和在整个乘积过程中都留在寄存器里，激活函数在写出之前就已应用。隐藏层大小达到数百时没有帮助，那时任何库都已接近处理器的极限。</translation>
    </message>
    <message>
        <source>All cores take part where a step is work enough: a rule and no timing, so that the same command gives the same bits. It does not help small networks, whose steps are too short to be shared, nor a machine that is busy with other work.</source>
        <translation>每步工作量足够时所有核心都参与：依据规则而非计时，因此相同的命令给出完全相同的结果。对小网络没有帮助，因为它们的步太短，不值得分摊；对忙于其他工作的机器也没有帮助。</translation>
    </message>
    <message>
        <source>The Gatelab kernel, and around it the whole step in Gatelab&apos;s code: gather, head, loss, backward pass, clipping and update over flat buffers, without autograd and without new tensors. It does not help steps of many milliseconds, of which the recurrent layers are nearly all.</source>
        <translation>Gatelab 内核，并且整个训练步都由 Gatelab 的代码完成：收集批次、输出层、损失、反向传播、裁剪和更新都在平坦缓冲区上进行，不经过自动求导，也不新建张量。对于每步需要很多毫秒的训练没有帮助，因为那时几乎全部时间都花在循环层上。</translation>
    </message>
    <message>
        <source>One launch runs the loop over time, with the recurrent weights in registers and shared memory instead of read anew in every step. It does not help hidden sizes whose weights do not fit there, nor batches of many hundreds.</source>
        <translation>一次启动运行整个时间循环，循环权重保存在寄存器和共享内存中，而不是每一步重新读取。权重放不下的隐藏层大小以及数百行的大批次得不到好处。</translation>
    </message>
    <message>
        <source>Ranks send each other their gradients rounded to 16 bits, half the bytes. It does not help under 280 kB of gradient on links faster than 100 Mbit/s, and the numbers are others.</source>
        <translation>并行进程互相发送舍入为 16 位的梯度，字节数减半。梯度小于 280 kB 且链路快于 100 Mbit/s 时没有帮助，而且数值不同。</translation>
    </message>
    <message>
        <source>Where gates do not see the state, the loop over time is a scan: one product, the activation functions and one pass of vector code run all steps, and long windows are cut into pieces for the cores. It is for minLSTM, minGRU and LRU alone.</source>
        <translation>门不看状态时，沿时间的循环就是一次扫描：一次乘积、激活函数和一遍向量代码算完所有步，长窗口分成几段给各个核心。只用于 minLSTM、minGRU 和 LRU。</translation>
    </message>
    <message>
        <source>A long sequence is cut into chunks that run side by side from guessed states, swept again until each boundary changes by at most 16 roundings (4,096 in FP64); what does not agree is run step by step. It does not help a net that remembers more than some hundred steps, nor larger batches.</source>
        <translation>长序列被切成若干分块，从猜测的状态出发并排计算，反复扫描，直到每个边界的变化不超过 16 个舍入误差（FP64 为 4,096 个）；不能达成一致的部分逐步计算。对记忆超过几百步的网络和较大的批次没有帮助。</translation>
    </message>
</context>
<context>
    <name>SwitchReason</name>
    <message>
        <source>This needs an NVIDIA GPU, and the run computes on the processor.</source>
        <translation>这需要 NVIDIA GPU，而此次运行在处理器上计算。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s own layers have no peepholes, recurrent dropout or zoneout.</source>
        <translation>LibTorch 自带的层不支持窥视孔连接、循环 dropout 和 zoneout。</translation>
    </message>
    <message>
        <source>TF32 needs a GPU of compute capability 8.0 or newer.</source>
        <translation>TF32 需要计算能力 8.0 或更新的 GPU。</translation>
    </message>
    <message>
        <source>A run in FP64 is there to check numbers; choose FP32 first.</source>
        <translation>FP64 运行用于核对数值；请先选择 FP32。</translation>
    </message>
    <message>
        <source>BF16 needs a GPU of compute capability 8.0 or newer.</source>
        <translation>BF16 需要计算能力 8.0 或更新的 GPU。</translation>
    </message>
    <message>
        <source>The batch size must be even to be halved.</source>
        <translation>批大小必须为偶数才能对半分。</translation>
    </message>
    <message>
        <source>Smaller batches would cut a carried state&apos;s streams differently.</source>
        <translation>更小的批会以不同方式切分所传递状态的数据流。</translation>
    </message>
    <message>
        <source>Chunks of time need sequences of equal length.</source>
        <translation>时间分块要求序列等长。</translation>
    </message>
    <message>
        <source>Chunks of time cannot repeat the masks of zoneout.</source>
        <translation>时间分块无法重现 zoneout 的掩码。</translation>
    </message>
    <message>
        <source>Chunks of time cannot repeat recurrent dropout in both directions.</source>
        <translation>时间分块无法在两个方向上重现循环 dropout。</translation>
    </message>
    <message>
        <source>The window is too short to be cut into chunks.</source>
        <translation>窗口太短，无法分块。</translation>
    </message>
    <message>
        <source>This is about the processor, and the run computes on a GPU.</source>
        <translation>这只与处理器有关，而此次运行在 GPU 上计算。</translation>
    </message>
    <message>
        <source>With a projection cuDNN has one algorithm only, so there is nothing to choose.</source>
        <translation>使用投影时 cuDNN 只有一种算法，因此没有可选余地。</translation>
    </message>
    <message>
        <source>Sequences of unequal length leave cuDNN one algorithm only, so there is nothing to choose.</source>
        <translation>序列长度不等时 cuDNN 只有一种算法可用，因此没有可选余地。</translation>
    </message>
    <message>
        <source>The data are on the device already, so no step copies any.</source>
        <translation>数据已在设备上，因此没有任何一步需要拷贝。</translation>
    </message>
    <message>
        <source>A graph reads its data on the device; switch &apos;Data on the device&apos; on.</source>
        <translation>计算图从设备上读取数据；请打开“数据放在设备上”。</translation>
    </message>
    <message>
        <source>A graph needs batches of one shape, and sequences of unequal length have many.</source>
        <translation>计算图要求所有批次形状相同，而不等长序列的批次形状各异。</translation>
    </message>
    <message>
        <source>A carried state goes from step to step outside of a graph.</source>
        <translation>传递的状态在计算图之外逐步传递。</translation>
    </message>
    <message>
        <source>A batch of one row cannot be split.</source>
        <translation>只有一行的批次无法拆分。</translation>
    </message>
    <message>
        <source>A carried state goes from batch to batch as a whole.</source>
        <translation>传递的状态作为整体从一个批次到下一个批次。</translation>
    </message>
    <message>
        <source>Passes in 16 bits work on one copy of the weights.</source>
        <translation>16 位的前向和反向计算共用一份权重副本。</translation>
    </message>
    <message>
        <source>Gatelab may use one core only here: the machine has no more, the window keeps one for itself, or OMP_NUM_THREADS says so.</source>
        <translation>此处 Gatelab 只能使用一个核心：机器没有更多核心、窗口为自己保留了一个，或 OMP_NUM_THREADS 如此规定。</translation>
    </message>
    <message>
        <source>A graph gathers its batches on the device; switch &apos;Batches gathered at once&apos; on.</source>
        <translation>计算图在设备上收集批次；请打开“整批一次收集”。</translation>
    </message>
    <message>
        <source>This needs an NVIDIA GPU with cuDNN; none was found.</source>
        <translation>这需要带 cuDNN 的 NVIDIA GPU；没有找到。</translation>
    </message>
    <message>
        <source>The sequences are too short to be cut into chunks.</source>
        <translation>序列太短，无法分块。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s LSTM cannot be trained in FP16 on the processor; choose the implementation &apos;Fused gates&apos; (cell).</source>
        <translation>LibTorch 的 LSTM 无法在处理器上以 FP16 训练；请选择实现“融合门”（cell）。</translation>
    </message>
    <message>
        <source>Gradient noise is drawn on the host for every step.</source>
        <translation>梯度噪声在每一步都由主机抽取。</translation>
    </message>
    <message>
        <source>The whole step computes in FP32 and FP64 only.</source>
        <translation>整步计算只支持 FP32 和 FP64。</translation>
    </message>
    <message>
        <source>The whole step has no peepholes and no projection.</source>
        <translation>整步计算没有窥视孔连接，也没有投影。</translation>
    </message>
    <message>
        <source>The whole step has no layer norm.</source>
        <translation>整步计算没有层归一化。</translation>
    </message>
    <message>
        <source>The whole step has no residual connections.</source>
        <translation>整步计算没有残差连接。</translation>
    </message>
    <message>
        <source>The whole step has no recursive decoder.</source>
        <translation>整步计算没有递归解码器。</translation>
    </message>
    <message>
        <source>The whole step carries no state from batch to batch.</source>
        <translation>整步计算不在批次之间传递状态。</translation>
    </message>
    <message>
        <source>The whole step keeps all activations and recomputes none.</source>
        <translation>整步计算保留全部激活值，不做重算。</translation>
    </message>
    <message>
        <source>Gradient noise is drawn by LibTorch.</source>
        <translation>梯度噪声由 LibTorch 生成。</translation>
    </message>
    <message>
        <source>Only several ranks exchange gradients, and this run is one process; under 280 kB of gradient and above 100 Mbit/s it would not help them.</source>
        <translation>只有多个并行进程才交换梯度，而此运行只有一个进程；梯度小于 280 kB 且快于 100 Mbit/s 时对它们也没有帮助。</translation>
    </message>
    <message>
        <source>The whole step sees a window at once, and a pipeline chunk by chunk.</source>
        <translation>整步计算一次看到整个窗口，而流水线逐块处理。</translation>
    </message>
    <message>
        <source>cuDNN reads at most 65,535 steps: take shorter windows.</source>
        <translation>cuDNN 最多读取 65,535 步：请用更短的窗口。</translation>
    </message>
    <message>
        <source>Parallel in time is worth it from 2,000 steps on in batches of one or two sequences of one length; elsewhere the rows of a batch fill the cores.</source>
        <translation>时间并行在 2,000 步以上、每批一两个等长序列时才值得；其他情况下批次的各行已能占满各核心。</translation>
    </message>
    <message>
        <source>Parallel in time, the cores share the steps of each sequence already.</source>
        <translation>使用时间并行时，各核心已经分担每个序列的时间步。</translation>
    </message>
    <message>
        <source>The whole step has no code for this loss: LibTorch computes its gradient.</source>
        <translation>整步计算没有此损失的代码：其梯度由 LibTorch 计算。</translation>
    </message>
    <message>
        <source>XLA compiles the whole step by itself, so this changes nothing there.</source>
        <translation>XLA 自行编译整个步骤，因此这个开关在那里不起作用。</translation>
    </message>
    <message>
        <source>Augmentation changes each batch on the host.</source>
        <translation>数据增强在主机上改动每个批次。</translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>Copied to the clipboard.</source>
        <translation>已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>Theme</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>the steps could not be trained again</source>
        <translation>无法重新训练这些步</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>收集批次</translation>
    </message>
    <message>
        <source>host to device</source>
        <translation>主机到设备</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>prepare</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>%1 % of a step is %2: it computes what it is for, and no switch shortens it; a smaller network would.</source>
        <translation>一步的 %1 % 是%2：这正是它要计算的，没有开关能缩短它；更小的网络可以。</translation>
    </message>
    <message>
        <source>%1 % of a step is %2: it costs about the same for any batch, so a larger &apos;%3&apos; spreads it over more examples.</source>
        <translation>一步的 %1 % 是%2：它与批次大小几乎无关，更大的“%3”可将它分摊到更多样本。</translation>
    </message>
    <message>
        <source>%1 % of a step is %2: change &apos;%3&apos; first.</source>
        <translation>一步的 %1 % 是%2：请先更改“%3”。</translation>
    </message>
    <message>
        <source>the timeline of this run cannot be read: it is damaged or of another version; record it again</source>
        <translation>无法读取此运行的时间线：它已损坏或属于其他版本；请重新记录</translation>
    </message>
    <message>
        <source>this run has no timeline yet</source>
        <translation>此运行还没有时间线</translation>
    </message>
    <message>
        <source>step on the device</source>
        <translation>设备上的一步</translation>
    </message>
    <message>
        <source>Step %1 took %2 ms, %3 times as long, and is left out: a compilation, or another program&apos;s turn.</source>
        <translation>第 %1 步用了 %2 毫秒，是通常的 %3 倍，未计入：可能是编译，或其他程序占用。</translation>
    </message>
    <message>
        <source>%1 more steps as long are left out, too.</source>
        <translation>另有 %1 个同样长的步也未计入。</translation>
    </message>
    <message>
        <source>%1 of %2 steps were recorded: the first 10 and every second five are not, and then the training was over.</source>
        <translation>记录了 %2 步中的 %1 步：前 10 步以及每隔五步的五步不记录，之后训练就结束了。</translation>
    </message>
    <message>
        <source>%1 % of a step is %2, on one thread: with 0 in &apos;%3&apos; as many are taken as are measured to be fastest.</source>
        <translation>一步的 %1 % 是%2，在一个线程上：将“%3”设为 0，会采用测得最快的线程数。</translation>
    </message>
    <message>
        <source>the run is damaged; its steps are trained again with the settings that the index has</source>
        <translation>此运行已损坏；将用索引中的设置重新训练若干步</translation>
    </message>
    <message>
        <source>CUPTI cannot be opened, which tells of the GPU&apos;s kernels: %1</source>
        <translation>无法打开报告 GPU 内核的 CUPTI：%1</translation>
    </message>
    <message>
        <source>this CUPTI has another interface than 13.0</source>
        <translation>此 CUPTI 的接口与 13.0 不同</translation>
    </message>
    <message>
        <source>the GPU&apos;s kernels are recorded for another run now</source>
        <translation>正在为另一个运行记录 GPU 内核</translation>
    </message>
    <message>
        <source>CUPTI records nothing here</source>
        <translation>CUPTI 在这里不记录任何内容</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>no training thread could be started: %1; nothing was changed; close other programs and try again</source>
        <translation>无法启动训练线程：%1；没有任何改动；请关闭其他程序后再试</translation>
    </message>
    <message>
        <source>the forecast stopped: %1; the run is unchanged</source>
        <translation>预测中止：%1；运行没有改变</translation>
    </message>
    <message>
        <source>the search stopped: %1; nothing was changed</source>
        <translation>搜索已停止：%1；没有任何改动</translation>
    </message>
    <message>
        <source>there is no recursive forecast to write; ask for one with a number of steps</source>
        <translation>没有可写出的递归预测；请指定步数后再请求</translation>
    </message>
    <message>
        <source>no longer answers</source>
        <translation>不再应答</translation>
    </message>
    <message>
        <source>the worker of this run %1; the run is kept up to its last checkpoint and can be resumed</source>
        <translation>此运行的工作进程%1；运行已保留到最后一个检查点，可以继续</translation>
    </message>
    <message>
        <source>%1. Its last words: %2</source>
        <translation>%1。它最后的输出：%2</translation>
    </message>
    <message>
        <source>no worker answers for the run %1</source>
        <translation>运行 %1 没有工作进程应答</translation>
    </message>
    <message>
        <source>%1 is not the engine of this program (%2); build or install Gatelab again</source>
        <translation>%1 不是本程序的引擎（%2）；请重新构建或安装 Gatelab</translation>
    </message>
    <message>
        <source>the training engine did not start: %1</source>
        <translation>训练引擎没有启动：%1</translation>
    </message>
    <message>
        <source>the other process does not speak this program&apos;s protocol: %1</source>
        <translation>另一个进程使用的协议与本程序不符：%1</translation>
    </message>
    <message>
        <source>another worker is already running the run %1</source>
        <translation>另一个工作进程已在执行运行 %1</translation>
    </message>
    <message>
        <source>this part of the data has no window; choose another part</source>
        <translation>数据的这一部分没有窗口；请选择其他部分</translation>
    </message>
    <message>
        <source>the forecast was cancelled</source>
        <translation>已取消预测</translation>
    </message>
    <message>
        <source>the training part has no sequence (%1 in all); give it a larger share</source>
        <translation>训练集中没有序列（共 %1 个）；请给它更大的比例</translation>
    </message>
    <message>
        <source>this run was trained with %1 input columns, and its data are read with %2 now (%3): the file has other columns, or it was trained before columns that only count rows were left out. Nothing was changed; put the file back as it was, or train a new run</source>
        <translation>此运行是用 %1 个输入列训练的，而其数据现在读出 %2 个（%3）：文件的列不同了，或者它是在略去仅为行号的列之前训练的。没有做任何更改；请恢复原来的文件，或训练新的运行</translation>
    </message>
    <message>
        <source>a saved tensor has another shape or type than this model</source>
        <translation>保存的张量与此模型的形状或类型不同</translation>
    </message>
    <message>
        <source>the saved state lacks the optimiser&apos;s &apos;%1&apos;</source>
        <translation>保存的状态缺少优化器的“%1”</translation>
    </message>
    <message>
        <source>the saved state lacks the loss scale</source>
        <translation>保存的状态缺少损失缩放系数</translation>
    </message>
    <message>
        <source>the saved state lacks the running mean of the weights</source>
        <translation>保存的状态缺少权重的滑动平均</translation>
    </message>
    <message>
        <source>the saved state lacks the best weights</source>
        <translation>保存的状态缺少最佳权重</translation>
    </message>
    <message>
        <source>the saved state lacks a part of the carried state</source>
        <translation>保存的状态缺少一部分所传递的状态</translation>
    </message>
    <message>
        <source>this is not a training state of this version of Gatelab</source>
        <translation>这不是此版本 Gatelab 的训练状态</translation>
    </message>
    <message>
        <source>the training state has no valid &apos;%1&apos;</source>
        <translation>训练状态没有有效的“%1”</translation>
    </message>
    <message>
        <source>the kept weights belong to another model</source>
        <translation>保存的权重属于另一个模型</translation>
    </message>
    <message>
        <source>the kept weights lack &apos;%1&apos;</source>
        <translation>保留的权重缺少“%1”</translation>
    </message>
    <message>
        <source>kept weights &apos;%1&apos;</source>
        <translation>保留的权重“%1”</translation>
    </message>
    <message>
        <source>the kept weights &apos;%1&apos; have another shape than this model&apos;s</source>
        <translation>保留的权重“%1”的形状与此模型不同</translation>
    </message>
    <message>
        <source>the checkpoint could not be prepared: %1; nothing was changed</source>
        <translation>无法准备检查点：%1；没有任何改动</translation>
    </message>
    <message>
        <source>the measurement was stopped</source>
        <translation>测量已停止</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; does not go on</source>
        <translation>运行“%1”无法继续</translation>
    </message>
    <message>
        <source>%1: the weights of the checkpoint do not fit the network any more; nothing was started; a branch keeps the shapes: leave this as it was, or train a new run with it</source>
        <translation>%1：检查点的权重不再适合该网络；没有启动任何运行；分支须保持形状：请恢复原值，或用它训练新的运行</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>nothing is left to train: the checkpoint has %1 epochs and %2 steps behind it, and the plan ends after %3; nothing was started; ask for more epochs</source>
        <translation>没有可继续训练的内容：检查点已完成 %1 轮、%2 步，而计划在 %3后结束；没有启动任何运行；请要求更多轮次</translation>
    </message>
    <message>
        <source>sequences of unequal length leave cuDNN one algorithm only, so there is nothing to tune; choose the implementation &apos;library&apos; for this data</source>
        <translation>序列长度不等时 cuDNN 只有一种算法可用，因此无需调优；请为此数据选择实现“library”</translation>
    </message>
    <message>
        <source>the best weights are those of step %1; the checkpoint that keeps them is of step %2, so the optimiser begins anew</source>
        <translation>最佳权重属于第 %1 步；保存它们的检查点属于第 %2 步，因此优化器重新开始</translation>
    </message>
    <message>
        <source>a recursive decoder feeds its forecasts back, so every target must be among the inputs</source>
        <translation>递归解码器把预测反馈为输入，因此每个目标都必须在输入之中</translation>
    </message>
    <message>
        <source>this part of the data has no sequence; choose another part</source>
        <translation>这部分数据中没有序列；请选择其他部分</translation>
    </message>
    <message>
        <source>the path %1 is too long for a socket</source>
        <translation>路径 %1 对套接字来说太长</translation>
    </message>
    <message>
        <source>the initial weights could not be drawn: %1</source>
        <translation>无法生成初始权重：%1</translation>
    </message>
    <message>
        <source>initial weights are shown for networks of at most %1 million parameters</source>
        <translation>只显示参数不超过 %1 百万的网络的初始权重</translation>
    </message>
    <message>
        <source>the run had not come to its end: planned for %1 epochs, it now ends after %2</source>
        <translation>该运行尚未到达终点：原计划 %1 轮，现在在 %2 轮后结束</translation>
    </message>
    <message>
        <source>not enough memory to load the training engine (%1); nothing was started; raise the limit of the process (ulimit -v), or close other programs</source>
        <translation>内存不足，无法加载训练引擎（%1）；没有启动任何内容；请提高进程的限制（ulimit -v），或关闭其他程序</translation>
    </message>
    <message>
        <source>not enough memory: this model and batch need more than the %1 MiB of address space that the process may take (memory limit); what was saved before is safe; try a smaller batch, a shorter lookback or a smaller model, or raise the limit</source>
        <translation>内存不足：此模型和批大小所需超过进程可占用的 %1 MiB 地址空间（内存限制）；此前保存的内容是安全的；请尝试更小的批大小、更短的回看窗口或更小的模型，或提高限制</translation>
    </message>
    <message>
        <source>this machine has not enough memory for this model and batch; what was saved before is safe; try a smaller batch, a shorter lookback or a smaller model, and close other programs</source>
        <translation>这台机器的内存不足以容纳此模型和批次；此前保存的内容是安全的；请试用更小的批大小、更短的回看窗口或更小的模型，并关闭其他程序</translation>
    </message>
    <message>
        <source>the GPU has not enough memory for this model and batch; what was saved before is safe; try a smaller batch with accumulation, a shorter lookback, a smaller model, or the CPU (%1)</source>
        <translation>显存不足以容纳此模型和批次；此前保存的内容是安全的；请试用更小的批大小加梯度累积、更短的回看窗口、更小的模型，或改用 CPU（%1）</translation>
    </message>
    <message>
        <source>cuDNN could not compute this layer: %1; what was saved before is safe; choose the implementation &apos;cell&apos;, which does not need it, or the CPU</source>
        <translation>cuDNN 无法计算该层：%1；此前保存的内容是安全的；请选择不依赖 cuDNN 的实现“cell”，或改用 CPU</translation>
    </message>
    <message>
        <source>the GPU stopped working: %1; what was saved before is safe; restart Gatelab to use it again, or go on with the CPU</source>
        <translation>GPU 停止工作：%1；此前保存的内容是安全的；重启 Gatelab 可再次使用 GPU，或改用 CPU 继续</translation>
    </message>
    <message>
        <source>training stopped: %1; what was saved before is safe; this is a fault of Gatelab, please report it with this text</source>
        <translation>训练中止：%1；此前保存的内容是安全的；这是 Gatelab 的错误，请附上此文本报告</translation>
    </message>
    <message>
        <source>training stopped for an unknown reason; what was saved before is safe</source>
        <translation>训练因未知原因中止；此前保存的内容是安全的</translation>
    </message>
    <message>
        <source>the newest good checkpoint is of epoch %1; of the %2 epochs that the run had begun, those after it are trained again</source>
        <translation>最新的完好检查点属于第 %1 轮；该运行已开始 %2 轮，其后的各轮将重新训练</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds %2 values that are not finite (NaN or infinite); export the weights anew</source>
        <translation>“%1”含有 %2 个非有限的值（NaN 或无穷大）；请重新导出权重</translation>
    </message>
    <message>
        <source>this run ended before its first checkpoint, so there are no weights to forecast with; train it again with its settings</source>
        <translation>该运行在第一个检查点之前就结束了，因此没有可用于预测的权重；请用其设置重新训练</translation>
    </message>
    <message>
        <source>the worker of this run %1; the run has no checkpoint yet, so that resuming it begins again</source>
        <translation>此运行的工作进程%1；该运行还没有检查点，恢复时将从头开始</translation>
    </message>
    <message>
        <source>%1: the scaling is fitted again and the forecasts may be wrong</source>
        <translation>%1：缩放已重新拟合，预测可能有误</translation>
    </message>
    <message>
        <source>there is no forecast of rows to come; ask for one with a number of steps</source>
        <translation>没有后续数据行的预测；请指定步数</translation>
    </message>
    <message>
        <source>there is no checkpoint of step %1 in &apos;%2&apos;; choose last, best, intact or one of the steps %3</source>
        <translation>“%2”中没有第 %1 步的检查点；请选择 last、best、intact 或以下步数之一：%3</translation>
    </message>
    <message>
        <source>these data are not like those of the training: %1</source>
        <translation>这些数据与训练数据不同：%1</translation>
    </message>
    <message>
        <source>the last %1 rows have a missing value in column &apos;%2&apos; that the recipe does not fill, so that nothing can be forecast from them</source>
        <translation>最后 %1 行的列“%2”中有预处理未填补的缺失值，因此无法据此预测</translation>
    </message>
    <message>
        <source>this run was made by a version that did not keep what its recipe learned, and the data of its training cannot be used</source>
        <translation>该运行由不保存预处理结果的版本创建，且其训练数据无法使用</translation>
    </message>
    <message>
        <source>this run forecasts a series, and these data are sequences</source>
        <translation>该运行预测时间序列，而这些数据是样本序列</translation>
    </message>
    <message>
        <source>a forecast needs the last %1 rows, and these data have %2</source>
        <translation>预测需要最后 %1 行，而这些数据有 %2 行</translation>
    </message>
    <message>
        <source>this run reads sequences, and these data are one series</source>
        <translation>该运行读取样本序列，而这些数据是单个时间序列</translation>
    </message>
    <message>
        <source>a row has %1 values and the run was trained on %2 columns</source>
        <translation>一行有 %1 个值，而该运行在 %2 列上训练</translation>
    </message>
    <message>
        <source>this run reads whole sequences; give it a file of them</source>
        <translation>该运行读取完整的序列；请给它一个序列文件</translation>
    </message>
    <message>
        <source>the recipe asks for the time of every row, and single rows have none; give the run a file</source>
        <translation>预处理需要每一行的时间，而单独的行没有时间；请给该运行一个文件</translation>
    </message>
    <message>
        <source>the saved state holds &apos;%1&apos;, which is no part of a carried state of %2 layers</source>
        <translation>保存的状态含有“%1”，它不属于 %2 层所传递的状态</translation>
    </message>
    <message>
        <source>these are the data of the training: most of these windows were trained on, and their errors say nothing of new data</source>
        <translation>这些就是训练所用的数据：其中大多数窗口都参与过训练，其误差不能说明对新数据的表现</translation>
    </message>
    <message>
        <source>this engine trains one run after the other</source>
        <translation>此引擎只能依次训练</translation>
    </message>
    <message>
        <source>the intervals are from the errors of %1 windows of the validation and test part that do not overlap, in parts of the spread of each</source>
        <translation>区间取自验证部分和测试部分中 %1 个互不重叠窗口的误差，以各窗口的离散程度为单位</translation>
    </message>
    <message>
        <source>an interval of %1 % needs %2 such windows</source>
        <translation>%1 % 的区间需要 %2 个这样的窗口</translation>
    </message>
    <message>
        <source>the errors grow: those of the last part were %1 times those of the first; the intervals may be too narrow</source>
        <translation>误差在增大：最后一部分的误差是第一部分的 %1 倍；区间可能太窄</translation>
    </message>
    <message>
        <source>the last window of &apos;%1&apos; lies above all values of the training part: the series has risen, and the intervals may be too narrow</source>
        <translation>“%1”的最后一个窗口高于训练部分的所有值：序列已经上升，区间可能太窄</translation>
    </message>
    <message>
        <source>the last window of &apos;%1&apos; lies below all values of the training part: the series has fallen, and the intervals may be too narrow</source>
        <translation>“%1”的最后一个窗口低于训练部分的所有值：序列已经下降，区间可能太窄</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has only counts, whole numbers of zero or more: what would lie below zero is shown as zero</source>
        <translation>“%1”只有计数（零或更大的整数）：低于零的值显示为零</translation>
    </message>
    <message>
        <source>in these data the interval of %1 % held %2 % of the %3 truths: it is too narrow for them</source>
        <translation>在这些数据中，%1 % 的区间只包含了 %3 个真值中的 %2 %：对它们来说太窄</translation>
    </message>
    <message>
        <source>the linear path stays at zero: a window holds %1 values, and the limit is %2</source>
        <translation>线性通路保持为零：一个窗口有 %1 个值，上限为 %2</translation>
    </message>
    <message>
        <source>its data file &apos;%1&apos; is missing; nothing was changed; put the file back, then continue the run</source>
        <translation>它的数据文件“%1”不见了；没有改动任何内容；请把文件放回原处，然后继续运行</translation>
    </message>
    <message>
        <source>its data file &apos;%1&apos; has changed (SHA-256 %2, it was %3); nothing was changed in the run; put the old file back, or train its settings anew</source>
        <translation>它的数据文件“%1”已改变（SHA-256 现为 %2，原为 %3）；运行没有改动；请放回原来的文件，或用它的设置重新训练</translation>
    </message>
    <message>
        <source>this level of &apos;%1&apos; was never seen in training: %2 against %3 to %4</source>
        <translation>训练中从未见过“%1”的这种水平：%2，而训练中为 %3 至 %4</translation>
    </message>
    <message>
        <source>this level of &apos;%1&apos; was hardly seen in training: %2 against a mean of %5 (%3 to %4)</source>
        <translation>训练中几乎没有见过“%1”的这种水平：%2，而训练中平均为 %5（%3 至 %4）</translation>
    </message>
    <message>
        <source>no link can be put at &apos;%1&apos;: %2</source>
        <translation>无法在“%1”建立链接：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is another file (SHA-256 %2, not %3); nothing was changed</source>
        <translation>“%1”是另一个文件（SHA-256 为 %2，而不是 %3）；未作任何更改</translation>
    </message>
    <message>
        <source>%1 holds labelled sequences, no series; only series are converted</source>
        <translation>%1 含有带标签的序列集，不是时间序列；只能转换时间序列</translation>
    </message>
    <message>
        <source>--raw writes into a folder: name it with --out-dir</source>
        <translation>--raw 会写入一个文件夹：请用 --out-dir 指定</translation>
    </message>
    <message>
        <source>name the file to read and the one to write; with --raw and --out-dir any number of files to read</source>
        <translation>请给出要读取的文件和要写入的文件；使用 --raw 和 --out-dir 时可读取任意多个文件</translation>
    </message>
    <message>
        <source>%1 of %2 series cannot be forecast. %3</source>
        <translation>%2 条序列中有 %1 条不能预测。%3</translation>
    </message>
    <message>
        <source>this run forecasts many series, and a row does not say of which it is; give the run a file</source>
        <translation>该运行预测多条序列，而一行没有说明属于哪一条；请给它一个文件</translation>
    </message>
    <message>
        <source>with inputs that are known ahead at most the horizon of %1 rows can be forecast</source>
        <translation>有预先已知的输入时，最多可预测步数内的 %1 行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is known ahead: the file must hold its next %2 rows, with the target left empty, and holds %3</source>
        <translation>“%1”预先已知：文件必须含有其后 %2 行，目标留空，现有 %3 行</translation>
    </message>
    <message>
        <source>the training engine cannot be opened (%1); data and kept runs can still be looked at; gatelab-worker engine install fetches what the engine needs</source>
        <translation>无法打开训练引擎（%1）；仍可查看数据和已保留的运行；gatelab-worker engine install 会获取引擎所需的内容</translation>
    </message>
</context>
<context>
    <name>Unit</name>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>steps/s</source>
        <translation>步/秒</translation>
    </message>
    <message>
        <source>share of the step</source>
        <translation>占一步的比例</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>log10(update / weight)</source>
        <translation>log10（更新量 / 权重）</translation>
    </message>
    <message>
        <source>share of the gates</source>
        <translation>门的占比</translation>
    </message>
    <message>
        <source>% of the highest</source>
        <translation>占最高频率的 %</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>bytes per step</source>
        <translation>字节/步</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 of %2 runs of %3 diverged.</source>
        <translation>%3 的 %2 个运行中有 %1 个发散。</translation>
    </message>
    <message>
        <source>The difference is %1, but its interval includes zero.</source>
        <translation>差值 %1 不显著：其 98.5 % 区间包含零。</translation>
    </message>
    <message>
        <source>The t-test and the sign-flip test disagree.</source>
        <translation>t 检验与符号翻转检验不一致。</translation>
    </message>
    <message>
        <source>Yes, better</source>
        <translation>是，更好</translation>
    </message>
    <message>
        <source>No, worse</source>
        <translation>否，更差</translation>
    </message>
    <message>
        <source>Practically equal</source>
        <translation>实际相等</translation>
    </message>
    <message>
        <source>Nothing can be compared</source>
        <translation>无法比较</translation>
    </message>
    <message>
        <source>The %1 is lower for %2 in %3 of %4 pairs; not judged.</source>
        <translation>在 %4 对中的 %3 对里，%2 的%1更低；未参与评判。</translation>
    </message>
    <message>
        <source>The %1 is higher for %2 in %3 of %4 pairs; not judged.</source>
        <translation>在 %4 对中的 %3 对里，%2 的%1更高；未参与评判。</translation>
    </message>
    <message>
        <source>%1 vs %2</source>
        <translation>%1 对 %2</translation>
    </message>
    <message>
        <source>%1 not counted</source>
        <translation>%1 个不计入</translation>
    </message>
    <message>
        <source>Excluded (stopped by you)</source>
        <translation>已排除（手动停止）</translation>
    </message>
    <message>
        <source>Excluded (edited or extended while running)</source>
        <translation>已排除（运行中被修改或延长）</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Not finished, left out</source>
        <translation>未完成，不计入</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>%1 × time per sample</source>
        <translation>每个样本 %1 × 时间</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>检验</translation>
    </message>
    <message>
        <source>paired t-test, by seed</source>
        <translation>按种子配对的 t 检验</translation>
    </message>
    <message>
        <source>none: the seeds vary nothing</source>
        <translation>无：种子不改变任何结果</translation>
    </message>
    <message>
        <source>none: every pair differs by the same</source>
        <translation>无：每一对的差都相同</translation>
    </message>
    <message>
        <source>Interim analyses</source>
        <translation>期中检验</translation>
    </message>
    <message>
        <source>after 6, 12, 24 pairs</source>
        <translation>在 6、12、24 对之后</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>98.5 % interval</source>
        <translation>98.5 % 区间</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>Sign-flip, as a check</source>
        <translation>符号翻转（核对）</translation>
    </message>
    <message>
        <source>p = %1</source>
        <translation>p = %1</translation>
    </message>
    <message>
        <source>Diverged, counted as worst</source>
        <translation>发散（按最差计）</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>All %1 runs have the same %2.</source>
        <translation>全部 %1 次运行的%2都相同。</translation>
    </message>
    <message>
        <source>Its %1 is lower by %2, by the same for every seed.</source>
        <translation>其%1低 %2，每个种子都一样。</translation>
    </message>
    <message>
        <source>Its %1 is higher by %2, by the same for every seed.</source>
        <translation>其%1高 %2，每个种子都一样。</translation>
    </message>
    <message>
        <source>Both diverged in every pair: there is no score.</source>
        <translation>双方在每一对中都发散：没有分数。</translation>
    </message>
    <message>
        <source>A diverged run counts as the worst loss; the size is unknown.</source>
        <translation>发散的运行按最差损失计；大小未知。</translation>
    </message>
    <message>
        <source>%2 lower %1. The 98.5 % interval leaves out zero.</source>
        <translation>%1低 %2。98.5 % 区间不含零。</translation>
    </message>
    <message>
        <source>%2 higher %1. The 98.5 % interval leaves out zero.</source>
        <translation>%1高 %2。98.5 % 区间不含零。</translation>
    </message>
    <message>
        <source>Within a tenth of the SD between seeds.</source>
        <translation>在种子间标准差的十分之一以内。</translation>
    </message>
    <message>
        <source>The seeds vary nothing: %1 runs of one result count as one. More would be the same.</source>
        <translation>种子不改变任何结果：%1 次相同的运行只算一个，再多也一样。</translation>
    </message>
    <message>
        <source>This was the last look, at %1 pairs.</source>
        <translation>这是最后一次检验，共 %1 对。</translation>
    </message>
    <message>
        <source>%2 more seeds to the next look, at %1 pairs.</source>
        <translation>还需 %2 个种子，到 %1 对时再看。</translation>
    </message>
    <message>
        <source>Even %1 seeds would not settle so small a difference.</source>
        <translation>%1 个种子也分不出这么小的差异。</translation>
    </message>
    <message>
        <source>%1 pairs would probably settle it.</source>
        <translation>%1 对很可能就能判定。</translation>
    </message>
    <message>
        <source>No verdict</source>
        <translation>无结论</translation>
    </message>
    <message>
        <source>Too early</source>
        <translation>还太早</translation>
    </message>
    <message>
        <source>Too small to settle</source>
        <translation>差异太小，无法判定</translation>
    </message>
    <message>
        <source>%1 of %2 pairs. A pair is one seed in both.</source>
        <translation>%1 / %2 对。一对是双方的同一个种子。</translation>
    </message>
    <message>
        <source>With each of %1 copies counted the test says otherwise.</source>
        <translation>把 %1 个重复结果各算一次，检验结论就不同。</translation>
    </message>
    <message>
        <source>%1 pairs, %2 different results: copies count as one, a test needs %3.</source>
        <translation>%1 对，%2 个不同结果：重复的只算一个，检验需要 %3 个。</translation>
    </message>
    <message>
        <source>%1 pairs, %2 different results: copies count as one.</source>
        <translation>%1 对，%2 个不同结果：重复的只算一个。</translation>
    </message>
    <message>
        <source>none: too few different results</source>
        <translation>无：不同的结果太少</translation>
    </message>
    <message>
        <source>Different results</source>
        <translation>不同结果数</translation>
    </message>
    <message>
        <source>from 8 results on</source>
        <translation>8 个结果起</translation>
    </message>
</context>
<context>
    <name>VerdictScore</name>
    <message>
        <source>test %1</source>
        <translation>测试 %1</translation>
    </message>
    <message>
        <source>training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
</context>
<context>
    <name>WaitingList</name>
    <message>
        <source>verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>more epochs</source>
        <translation>更多轮次</translation>
    </message>
    <message>
        <source>trains %1 epochs more</source>
        <translation>再训练 %1 轮</translation>
    </message>
    <message>
        <source>goes on</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>branch from the last checkpoint of %1</source>
        <translation>从 %1 的最近检查点分支</translation>
    </message>
    <message>
        <source>branch from the best checkpoint of %1</source>
        <translation>从 %1 的最佳检查点分支</translation>
    </message>
    <message>
        <source>branch from step %1 of %2</source>
        <translation>从 %2 的第 %1 步分支</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>普通</translation>
    </message>
</context>
<context>
    <name>WalkPainter</name>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>∂ from later</source>
        <translation>来自之后的 ∂</translation>
    </message>
</context>
<context>
    <name>Weights</name>
    <message>
        <source>The weights have no tensor named &apos;%1&apos;; they belong to another model. The model is unchanged.</source>
        <translation>权重中没有名为“%1”的张量；它们属于另一个模型。模型未改动。</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos;</source>
        <translation>张量“%1”</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; is %2, the model needs %3. The model is unchanged; choose the settings the weights were trained with.</source>
        <translation>张量“%1”为 %2，而模型需要 %3。模型未改动；请选择训练这些权重时所用的设置。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; holds integers, not weights. The model is unchanged.</source>
        <translation>张量“%1”是整数而非权重。模型未改动。</translation>
    </message>
    <message>
        <source>The weights hold a tensor &apos;%1&apos; that this model does not have. The model is unchanged.</source>
        <translation>权重中含有此模型没有的张量“%1”。模型未改动。</translation>
    </message>
    <message>
        <source>The shape %1 cannot be.</source>
        <translation>形状 %1 不可能存在。</translation>
    </message>
    <message>
        <source>The shape %1 does not fit its %2 bytes.</source>
        <translation>形状 %1 与其 %2 字节不符。</translation>
    </message>
    <message>
        <source>The type &apos;%1&apos; is not known.</source>
        <translation>类型“%1”未知。</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Open data...</source>
        <translation>打开数据(&amp;O)...</translation>
    </message>
    <message>
        <source>Open &amp;experiment...</source>
        <translation>打开实验(&amp;E)...</translation>
    </message>
    <message>
        <source>&amp;Save experiment as...</source>
        <translation>实验另存为(&amp;S)...</translation>
    </message>
    <message>
        <source>Open &amp;workspace...</source>
        <translation>打开工作区(&amp;W)...</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;name run</source>
        <translation>重命名运行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Delete run</source>
        <translation>删除运行(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>起始页(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>检查栏(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Import settings</source>
        <translation>导入设置(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;One step</source>
        <translation>单步(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Stop, keep best</source>
        <translation>停止并保留最佳(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Continue interrupted run</source>
        <translation>继续中断的运行(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find a command...</source>
        <translation>查找命令(&amp;F)...</translation>
    </message>
    <message>
        <source>&amp;About Gatelab</source>
        <translation>关于 Gatelab(&amp;A)</translation>
    </message>
    <message>
        <source>Train &amp;more epochs...</source>
        <translation>再训练若干轮(&amp;M)...</translation>
    </message>
    <message>
        <source>&amp;New workspace...</source>
        <translation>新建工作区(&amp;N)...</translation>
    </message>
    <message>
        <source>&amp;Back up workspace...</source>
        <translation>备份工作区(&amp;B)...</translation>
    </message>
    <message>
        <source>&amp;Move workspace...</source>
        <translation>移动工作区(&amp;M)...</translation>
    </message>
    <message>
        <source>&amp;Compact workspace</source>
        <translation>压缩工作区(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Optimisation lab</source>
        <translation>优化实验室(&amp;O)</translation>
    </message>
    <message>
        <source>Start &amp;from weights...</source>
        <translation>从权重开始(&amp;F)...</translation>
    </message>
    <message>
        <source>E&amp;xport weights (safetensors)...</source>
        <translation>导出权重（safetensors）(&amp;X)...</translation>
    </message>
    <message>
        <source>Chec&amp;k this experiment...</source>
        <translation>检验此实验(&amp;K)...</translation>
    </message>
    <message>
        <source>Find on this &amp;page...</source>
        <translation>在本页查找(&amp;P)...</translation>
    </message>
    <message>
        <source>&amp;Queue of waiting runs</source>
        <translation>等待运行的队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Find a &amp;learning rate</source>
        <translation>搜索学习率(&amp;L)</translation>
    </message>
    <message>
        <source>Find a batch si&amp;ze</source>
        <translation>搜索批大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Ne&amp;xt area</source>
        <translation>下一区域(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious area</source>
        <translation>上一区域(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Export r&amp;uns as CSV...</source>
        <translation>将运行导出为 CSV(&amp;U)...</translation>
    </message>
    <message>
        <source>&amp;Find or filter here</source>
        <translation>查找或筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Lea&amp;rn</source>
        <translation>学习(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Glossary...</source>
        <translation>术语表(&amp;G)...</translation>
    </message>
    <message>
        <source>Sweep and see&amp;ds...</source>
        <translation>参数扫描与种子(&amp;D)...</translation>
    </message>
    <message>
        <source>Run &amp;again...</source>
        <translation>再次运行(&amp;A)...</translation>
    </message>
    <message>
        <source>L&amp;arger text</source>
        <translation>放大文字(&amp;A)</translation>
    </message>
    <message>
        <source>Small&amp;er text</source>
        <translation>缩小文字(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Help on this field</source>
        <translation>此项的帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Restore de&amp;leted runs</source>
        <translation>恢复已删除的运行(&amp;L)</translation>
    </message>
    <message>
        <source>T&amp;rain these settings</source>
        <translation>训练当前设置(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause or go on</source>
        <translation>暂停或继续(&amp;P)</translation>
    </message>
    <message>
        <source>Emp&amp;ty trash...</source>
        <translation>清空回收站(&amp;T)...</translation>
    </message>
    <message>
        <source>&amp;Star or unstar run</source>
        <translation>加星或取消星标(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Archive or restore run</source>
        <translation>归档或恢复运行(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Tags...</source>
        <translation>标签(&amp;T)...</translation>
    </message>
    <message>
        <source>N&amp;ote...</source>
        <translation>备注(&amp;O)...</translation>
    </message>
    <message>
        <source>A&amp;bout a run</source>
        <translation>运行详情(&amp;B)</translation>
    </message>
    <message>
        <source>Op&amp;en run...</source>
        <translation>打开运行(&amp;E)...</translation>
    </message>
    <message>
        <source>Use its se&amp;ttings</source>
        <translation>使用其设置(&amp;T)</translation>
    </message>
    <message>
        <source>Show &amp;forecasts</source>
        <translation>显示预测(&amp;F)</translation>
    </message>
    <message>
        <source>E&amp;xport forecasts...</source>
        <translation>导出预测(&amp;X)...</translation>
    </message>
    <message>
        <source>Dis&amp;k use</source>
        <translation>磁盘占用(&amp;K)</translation>
    </message>
    <message>
        <source>Machines and &amp;jobs...</source>
        <translation>机器与作业(&amp;J)...</translation>
    </message>
    <message>
        <source>Continue else&amp;where...</source>
        <translation>在别处继续(&amp;W)...</translation>
    </message>
    <message>
        <source>Save the ser&amp;ies as...</source>
        <translation>将序列另存为(&amp;I)...</translation>
    </message>
    <message>
        <source>Alert rules and &amp;warnings...</source>
        <translation>警报规则与警告(&amp;W)...</translation>
    </message>
    <message>
        <source>&amp;Paste a table</source>
        <translation>粘贴表格(&amp;P)</translation>
    </message>
    <message>
        <source>Sa&amp;ve cells as they stand...</source>
        <translation>按原样保存单元格(&amp;V)...</translation>
    </message>
    <message>
        <source>Bundle for &amp;another computer...</source>
        <translation>供另一台计算机使用的包(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Training engine...</source>
        <translation>训练引擎(&amp;T)…</translation>
    </message>
    <message>
        <source>Report of the c&amp;hosen runs (HTML)...</source>
        <translation>所选运行的报告 (HTML)(&amp;H)…</translation>
    </message>
    <message>
        <source>Brin&amp;g in a bundle...</source>
        <translation>打开包(&amp;G)…</translation>
    </message>
</context>
<context>
    <name>WindowTitle</name>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Training %1 %</source>
        <translation>训练中 %1 %</translation>
    </message>
    <message>
        <source>Paused at %1 %</source>
        <translation>暂停于 %1 %</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>built-in series</source>
        <translation>内置序列</translation>
    </message>
    <message>
        <source>%1 - Gatelab</source>
        <translation>%1 - Gatelab</translation>
    </message>
    <message>
        <source>%1: %2 - %3 - Gatelab</source>
        <translation>%1：%2 - %3 - Gatelab</translation>
    </message>
    <message>
        <source>%1 - %2 - Gatelab</source>
        <translation>%1 - %2 - Gatelab</translation>
    </message>
</context>
<context>
    <name>Worker</name>
    <message>
        <source>a name has at most %1 characters, and this one has %2; keep the long text in the notes</source>
        <translation>名称最多 %1 个字符，而这个有 %2 个；长文本请写在备注中</translation>
    </message>
    <message>
        <source>run %1 forecasts a series and has no classes: use &apos;gatelab-worker forecast %1&apos;</source>
        <translation>运行 %1 预测一个序列，没有类别：请使用“gatelab-worker forecast %1”</translation>
    </message>
    <message>
        <source>run %1 classifies sequences and forecasts nothing: use &apos;gatelab-worker classify %1&apos;</source>
        <translation>运行 %1 对序列分类，不作预测：请使用“gatelab-worker classify %1”</translation>
    </message>
    <message>
        <source>--refit takes &apos;never&apos; or a number of origins, 1 or more</source>
        <translation>--refit 取 &apos;never&apos; 或起点个数（1 或更多）</translation>
    </message>
    <message>
        <source>an ensemble needs other runs that differ in the seed; name them by --ensemble</source>
        <translation>集成需要种子不同的其他运行；用 --ensemble 指明</translation>
    </message>
    <message>
        <source>residuals are those of a backtest; make it with &apos;gatelab-worker backtest %1 --step 1&apos;</source>
        <translation>残差来自回测；先用 &apos;gatelab-worker backtest %1 --step 1&apos; 做回测</translation>
    </message>
    <message>
        <source>this run does not forecast &apos;%1&apos;</source>
        <translation>此运行不预测“%1”</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>best checkpoint</source>
        <translation>最佳检查点</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>there is no %1 in &apos;%2&apos;; train the run from the start</source>
        <translation>“%2”中没有%1；请从头训练该运行</translation>
    </message>
    <message>
        <source>%1; it is left as it is, and nothing else is affected</source>
        <translation>%1；它保持原样，其他内容不受影响</translation>
    </message>
    <message>
        <source>the manifest is damaged</source>
        <translation>清单已损坏</translation>
    </message>
    <message>
        <source>the manifest does not fit its own checksum</source>
        <translation>清单与自身的校验和不符</translation>
    </message>
    <message>
        <source>the manifest was written by a newer Gatelab; update this program to open it</source>
        <translation>清单由更新版本的 Gatelab 写成；请更新本程序后再打开</translation>
    </message>
    <message>
        <source>the manifest is of a %1, not of a %2</source>
        <translation>清单属于 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the manifest lacks what belongs in it</source>
        <translation>清单缺少应有的内容</translation>
    </message>
    <message>
        <source>the manifest names a file outside its folder</source>
        <translation>清单指向文件夹以外的文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not fit its checksum</source>
        <translation>“%1”与校验和不符</translation>
    </message>
    <message>
        <source>the manifest of &apos;%1&apos; does not name &apos;%2&apos;</source>
        <translation>“%1”的清单没有列出“%2”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has %2 bytes instead of %3</source>
        <translation>“%1”有 %2 字节，应为 %3 字节</translation>
    </message>
    <message>
        <source>%1 was written by a newer Gatelab; update this program to open it</source>
        <translation>%1 由更新版本的 Gatelab 写成；请更新本程序后再打开</translation>
    </message>
    <message>
        <source>%1 lacks the tables of a run; it is left as it is; restore it from a backup</source>
        <translation>%1 缺少运行的数据表；它保持原样；请从备份恢复</translation>
    </message>
    <message>
        <source>not enough memory for the curves of &apos;%1&apos;; close other programs and try again</source>
        <translation>内存不足以载入“%1”的曲线；请关闭其他程序后再试</translation>
    </message>
    <message>
        <source>the index has another schema</source>
        <translation>索引的结构不同</translation>
    </message>
    <message>
        <source>there is no run &apos;%1&apos; in this workspace; it may have been deleted</source>
        <translation>此工作区中没有运行“%1”；它可能已被删除</translation>
    </message>
    <message>
        <source>there is no run &apos;%1&apos; in &apos;%2&apos;; it may have been deleted</source>
        <translation>“%2”中没有运行“%1”；它可能已被删除</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; cannot go on</source>
        <translation>运行“%1”无法继续</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; is not in the trash of &apos;%2&apos;; it cannot be brought back</source>
        <translation>运行“%1”不在“%2”的回收站中；无法恢复</translation>
    </message>
    <message>
        <source>%1 was cancelled; nothing was changed</source>
        <translation>已取消%1；没有任何改动</translation>
    </message>
    <message>
        <source>backing up</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>compacting</source>
        <translation>压缩整理</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; is going on; the workspace was not moved; stop the run first</source>
        <translation>运行“%1”正在进行；工作区没有移动；请先停止该运行</translation>
    </message>
    <message>
        <source>checkpoint %1 was passed over: %2</source>
        <translation>略过了检查点 %1：%2</translation>
    </message>
    <message>
        <source>it holds NaN or infinite weights</source>
        <translation>它含有 NaN 或无穷大的权重</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>the manifest is of another checkpoint</source>
        <translation>清单属于另一个检查点</translation>
    </message>
    <message>
        <source>the curve &apos;%1&apos; is not known to this program and was left out</source>
        <translation>本程序不认识曲线“%1”，已略去</translation>
    </message>
    <message>
        <source>%1 events could not be read and were left out</source>
        <translation>有 %1 个事件无法读取，已略去</translation>
    </message>
    <message>
        <source>the index cannot be used, so that lists take longer: %1</source>
        <translation>索引无法使用，因此列表会慢一些：%1</translation>
    </message>
    <message>
        <source>the runs of this workspace can be looked at, but none can be started, changed or deleted: %1</source>
        <translation>可以查看此工作区的运行，但无法启动、更改或删除：%1</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; is not in the trash of &apos;%2&apos;; nothing was removed</source>
        <translation>运行“%1”不在“%2”的回收站中；未删除任何内容</translation>
    </message>
    <message>
        <source>cannot save a checkpoint in &apos;%1&apos;: it needs %2, and %3 is free; what was saved before is safe; free some space and try again</source>
        <translation>无法在“%1”中保存检查点：需要 %2，可用 %3；此前保存的内容是安全的；请腾出空间后重试</translation>
    </message>
    <message>
        <source>the run&apos;s record was missing and was made anew: the curves before this are gone</source>
        <translation>运行记录缺失，已重新创建：此前的曲线已丢失</translation>
    </message>
    <message>
        <source>the run&apos;s record was damaged and was made anew: the curves before this are gone; the damaged file is kept as &apos;%1&apos;</source>
        <translation>运行记录已损坏，已重新创建：此前的曲线已丢失；损坏的文件保存为“%1”</translation>
    </message>
    <message>
        <source>the run&apos;s record was damaged and was made anew: of its curves, what could be read up to step %1 was saved; the damaged file is kept as &apos;%2&apos;</source>
        <translation>运行记录已损坏，已重新创建：已保存截至第 %1 步可读取的曲线；损坏的文件保存为“%2”</translation>
    </message>
    <message>
        <source>cannot back up to &apos;%1&apos;: %2 is needed and %3 is free; nothing was changed; free some space, or choose another disk</source>
        <translation>无法备份到“%1”：需要 %2，可用 %3；没有任何改动；请腾出空间或选择其他磁盘</translation>
    </message>
    <message>
        <source>cannot move to &apos;%1&apos;: %2 is needed and %3 is free; nothing was changed; free some space, or choose another disk</source>
        <translation>无法移动到“%1”：需要 %2，可用 %3；没有任何改动；请腾出空间或选择其他磁盘</translation>
    </message>
    <message>
        <source>the index &apos;%1&apos; was damaged and has been made anew from %2; nothing is lost</source>
        <translation>索引“%1”已损坏，已根据%2重新建立；没有丢失任何内容</translation>
    </message>
    <message>
        <source>the index &apos;%1&apos; was removed and has been made anew from %2; nothing is lost</source>
        <translation>索引“%1”已被删除，已根据%2重新建立；没有丢失任何内容</translation>
    </message>
    <message>
        <source>the index &apos;%1&apos; was written by another version of this program and has been made anew from %2; nothing is lost</source>
        <translation>索引“%1”由本程序的其他版本写入，已根据%2重新建立；没有丢失任何内容</translation>
    </message>
    <message>
        <source>1 run folder</source>
        <translation> 1 个运行文件夹</translation>
    </message>
    <message>
        <source>%1 run folders</source>
        <translation> %1 个运行文件夹</translation>
    </message>
    <message>
        <source>this run is still going on and has no checkpoint yet; try again when it has one</source>
        <translation>此运行仍在进行，还没有检查点；请在有检查点后重试</translation>
    </message>
    <message>
        <source>no %1 in &apos;%2&apos; can be used; its curves and settings are safe; repeat the run
%3</source>
        <translation>“%2”中没有可用的%1；其曲线和设置完好；请重新运行
%3</translation>
    </message>
    <message>
        <source>the folder of the run, &apos;%1&apos;, was removed or moved while it was trained; what it has learnt since its last checkpoint is not kept</source>
        <translation>该运行的文件夹“%1”在训练期间被删除或移动；自上一个检查点以来学到的内容没有保留</translation>
    </message>
    <message>
        <source>the run finished with step %1, and the checkpoint of that step is gone</source>
        <translation>该运行在第 %1 步结束，但那一步的检查点已不在</translation>
    </message>
    <message>
        <source>%1; an older checkpoint does not take its place unasked; restore it from a backup, or choose the newest that is whole, that of step %2 (%3; intact on the command line)</source>
        <translation>%1；不会擅自用较旧的检查点代替它；请从备份恢复，或选择最新的完好检查点，即第 %2 步的检查点（%3；命令行中为 intact）</translation>
    </message>
    <message>
        <source>its figures do not fit their checksum</source>
        <translation>其数值与校验和不符</translation>
    </message>
    <message>
        <source>its name, tags and note do not fit their checksum</source>
        <translation>其名称、标签和备注与校验和不符</translation>
    </message>
    <message>
        <source>its curves do not fit their checksum</source>
        <translation>其曲线与校验和不符</translation>
    </message>
    <message>
        <source>its events do not fit their checksum</source>
        <translation>其事件与校验和不符</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is damaged: %2; restore it from a backup, or train the run again</source>
        <translation>“%1”已损坏：%2；请从备份恢复，或重新训练该运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; and manifest.json tell different ends of the run: what is shown is the manifest&apos;s; restore the run from a backup</source>
        <translation>“%1”与 manifest.json 对该运行结果的记录不一致：显示的是 manifest.json 中的结果；请从备份恢复该运行</translation>
    </message>
    <message>
        <source>a line of the index does not fit its checksum</source>
        <translation>索引中有一行与校验和不符</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing; restore it from a backup, or train the run again</source>
        <translation>“%1”缺失；请从备份恢复，或重新训练该运行</translation>
    </message>
    <message>
        <source>the index &apos;%1&apos; was not there and has been made anew from %2; runs that were gone are not known to it</source>
        <translation>索引“%1”不存在，已从%2重新建立；此前丢失的运行无从得知</translation>
    </message>
    <message>
        <source>the folder holds run &apos;%1&apos;: it was renamed or copied; give it that name, or remove the copy</source>
        <translation>此文件夹中是运行“%1”：它被重命名或复制过；请改回该名称，或移除副本</translation>
    </message>
    <message>
        <source>the folder of this run (&apos;%1&apos;) is gone, and it was not deleted here; restore it from a backup, or, where it was meant to go, make the list of runs anew (workspace rebuild)</source>
        <translation>此运行（“%1”）的文件夹不见了，但并未在此删除；请从备份恢复；若本意就是移除，请重新建立运行列表（workspace rebuild）</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is gone (entries that it held: %2); restore it from a backup</source>
        <translation>“%1”不见了（其中的条目数：%2）；请从备份恢复</translation>
    </message>
    <message>
        <source>checkpoint &apos;%1&apos; is not of this run but of run &apos;%2&apos;; restore those of this run from a backup, or repeat the run</source>
        <translation>检查点“%1”不属于此运行，而属于运行“%2”；请从备份恢复此运行的检查点，或重做此运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing; restore it from a backup: else the next run gets the number behind the highest that is kept, which a deleted run may have had</source>
        <translation>“%1”缺失；请从备份恢复：否则下一次运行的编号将是现存最大编号之后的一个，而它可能属于已删除的运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing, which told how many entries &apos;%2&apos; held; restore both from a backup, or begin anew: the next change writes them</source>
        <translation>“%1”缺失，它记录“%2”有多少条目；请从备份恢复两者，或重新开始：下一次改动会写入它们</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be used: %2; restore it from a backup, or queue the runs again: the next look at the queue sets the file aside</source>
        <translation>“%1”无法使用：%2；请从备份恢复，或重新把运行加入队列：下次查看队列时会把该文件移到一旁</translation>
    </message>
</context>
<context>
    <name>Xla</name>
    <message>
        <source>there is no device xla:%1; the plugin has %2</source>
        <translation>没有设备 xla:%1；该插件有 %2 个设备</translation>
    </message>
    <message>
        <source>device xla:%1 has an id above 127</source>
        <translation>设备 xla:%1 的编号大于 127</translation>
    </message>
    <message>
        <source>%1 finds no device: %2</source>
        <translation>%1 找不到设备：%2</translation>
    </message>
    <message>
        <source>no PJRT plugin was found; install one with pip (libtpu for TPUs, xla-cpu-pjrt to try it on the processor), or name its file in GATELAB_PJRT_PLUGIN</source>
        <translation>没有找到 PJRT 插件；请用 pip 安装一个（TPU 用 libtpu，在处理器上试用可装 xla-cpu-pjrt），或在 GATELAB_PJRT_PLUGIN 中给出其文件</translation>
    </message>
    <message>
        <source>XLA says: %1</source>
        <translation>XLA 报告：%1</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>无法使用 %1：%2</translation>
    </message>
    <message>
        <source>plugins are opened in a process that trains alone; train in a process of its own</source>
        <translation>插件只在单独训练的进程中打开；请在独立进程中训练</translation>
    </message>
    <message>
        <source>it is no PJRT plugin (it has no GetPjrtApi)</source>
        <translation>它不是 PJRT 插件（没有 GetPjrtApi）</translation>
    </message>
    <message>
        <source>it speaks another version of PJRT&apos;s C API; install a newer one</source>
        <translation>它使用另一版本的 PJRT C API；请安装较新的版本</translation>
    </message>
    <message>
        <source>an XLA device serves one run at a time, and this is a group of runs; nothing was trained; train them one after the other</source>
        <translation>一个 XLA 设备一次只服务一个运行，而这是一组运行；没有进行训练；请逐个训练</translation>
    </message>
    <message>
        <source>the compiler gave no answer</source>
        <translation>编译器没有给出回答</translation>
    </message>
    <message>
        <source>this plugin does not count its memory</source>
        <translation>该插件不统计其内存</translation>
    </message>
</context>
<context>
    <name>XlaObstacle</name>
    <message>
        <source>XLA devices compute LSTM, GRU and plain RNN only: choose one of these cells.</source>
        <translation>XLA 设备只计算 LSTM、GRU 和普通 RNN：请选择其中一种单元。</translation>
    </message>
    <message>
        <source>XLA devices compute in FP32 and FP64 only: choose one of these precisions.</source>
        <translation>XLA 设备只以 FP32 和 FP64 计算：请选择其中一种精度。</translation>
    </message>
    <message>
        <source>XLA computes the layers itself: leave the implementation on auto.</source>
        <translation>各层由 XLA 自己计算：请让实现保持为自动。</translation>
    </message>
    <message>
        <source>XLA devices compute no peepholes and no projection: switch them off.</source>
        <translation>XLA 设备不计算窥视孔连接和投影：请将其关闭。</translation>
    </message>
    <message>
        <source>XLA devices compute no layer norm: switch it off.</source>
        <translation>XLA 设备不计算层归一化：请将其关闭。</translation>
    </message>
    <message>
        <source>XLA devices compute no residual connections: switch them off.</source>
        <translation>XLA 设备不计算残差连接：请将其关闭。</translation>
    </message>
    <message>
        <source>XLA devices draw no random masks: set dropout and zoneout to 0.</source>
        <translation>XLA 设备不抽取随机掩码：请将 dropout 和 zoneout 设为 0。</translation>
    </message>
    <message>
        <source>XLA devices pool by the last state or the mean: choose one of them.</source>
        <translation>XLA 设备按最后状态或均值汇聚：请选择其中一种。</translation>
    </message>
    <message>
        <source>XLA devices forecast all steps at once: choose the direct decoder.</source>
        <translation>XLA 设备一次预测所有步：请选择直接解码器。</translation>
    </message>
    <message>
        <source>XLA devices compute no linear path: switch it off.</source>
        <translation>XLA 设备不计算线性通路：请将其关闭。</translation>
    </message>
    <message>
        <source>XLA devices carry no state from batch to batch: switch that off.</source>
        <translation>XLA 设备不在批次之间传递状态：请将其关闭。</translation>
    </message>
    <message>
        <source>XLA devices compute no Gaussian loss: choose quantiles for intervals.</source>
        <translation>XLA 设备不计算高斯损失：需要区间时请选择分位数。</translation>
    </message>
    <message>
        <source>XLA devices know SGD, Adam and AdamW: choose one of them.</source>
        <translation>XLA 设备支持 SGD、Adam 和 AdamW：请选择其中一种。</translation>
    </message>
    <message>
        <source>XLA devices keep no running mean of the weights and add no gradient noise: set both to 0.</source>
        <translation>XLA 设备不保存权重的滑动平均，也不加梯度噪声：请将两者设为 0。</translation>
    </message>
    <message>
        <source>XLA devices take each batch as one step: set the accumulation to 1.</source>
        <translation>XLA 设备把每个批次作为一步：请将累积设为 1。</translation>
    </message>
    <message>
        <source>The gradients stay on the XLA device: set the looks into the layers to 0.</source>
        <translation>梯度留在 XLA 设备上：请将对各层的查看设为 0。</translation>
    </message>
    <message>
        <source>Ranks compute on processors: set the ranks to 1.</source>
        <translation>各进程在处理器上计算：请将进程数设为 1。</translation>
    </message>
    <message>
        <source>XLA devices embed no tokens: choose other data, or another device.</source>
        <translation>XLA 设备不嵌入词元：请选择其他数据或其他设备。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no kind of TPU that is known here; known are v4, v5e, v5p and v6e, also with a topology, as in v5e:4x4</source>
        <translation>“%1”不是这里已知的 TPU 种类；已知的有 v4、v5e、v5p 和 v6e，也可带拓扑，如 v5e:4x4</translation>
    </message>
    <message>
        <source>only Google&apos;s libtpu compiles for TPUs, and there is %1 alone: pip install libtpu</source>
        <translation>只有 Google 的 libtpu 能为 TPU 编译，这里只有 %1：pip install libtpu</translation>
    </message>
    <message>
        <source>XLA devices compute no NSE*: choose another loss.</source>
        <translation>XLA 设备不计算 NSE*：请选择其他损失。</translation>
    </message>
    <message>
        <source>XLA devices have no code for this loss: choose quantiles for intervals.</source>
        <translation>XLA 设备没有此损失的代码：需要区间时请选择分位数。</translation>
    </message>
</context>
<context>
    <name>baselines</name>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Persistence</source>
        <translation>持续预测（末值）</translation>
    </message>
    <message>
        <source>Every step is the last known value.</source>
        <translation>每一步都等于最后一个已知值。</translation>
    </message>
    <message>
        <source>Seasonal naive</source>
        <translation>季节性朴素</translation>
    </message>
    <message>
        <source>Every step is the value one season before.</source>
        <translation>每一步都等于一个季节之前的值。</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>漂移</translation>
    </message>
    <message>
        <source>The line from the first to the last value of the window goes on.</source>
        <translation>沿窗口首值到末值的直线继续延伸。</translation>
    </message>
    <message>
        <source>Theta</source>
        <translation>Theta</translation>
    </message>
    <message>
        <source>Exponential smoothing</source>
        <translation>指数平滑</translation>
    </message>
    <message>
        <source>Majority class</source>
        <translation>多数类别</translation>
    </message>
    <message>
        <source>Mean of the training targets</source>
        <translation>训练目标的均值</translation>
    </message>
    <message>
        <source>Exponential smoothing with half the trend of the training part, on values without their season; alpha is that of a grid with the least error one step ahead there.</source>
        <translation>采用训练集一半趋势的指数平滑，作用于去除季节后的值；alpha 取网格中在该部分一步预测误差最小者。</translation>
    </message>
    <message>
        <source>Level and damped trend that follow the latest values, on values without their season. Its weights, alpha among them, are those of a grid with the least error one step ahead in the training part.</source>
        <translation>跟随最新值的水平和阻尼趋势，作用于去除季节后的值。其权重（包括 alpha）取网格中训练集一步预测误差最小者。</translation>
    </message>
    <message>
        <source>1-NN (Euclid)</source>
        <translation>1-NN 欧氏距离</translation>
    </message>
    <message>
        <source>1-NN (DTW)</source>
        <translation>1-NN (DTW)</translation>
    </message>
    <message>
        <source>Ridge regression on the last values of the target, one equation per step, fitted on the training part; its strength, 1e-6 of each column&apos;s own sum of squares, is only against singular equations; the intercept is not held back.</source>
        <translation>对目标最近的若干值做岭回归，每一步一个方程，在训练部分上拟合；其强度为每一列自身平方和的 1e-6，仅用于防止方程奇异；截距不受约束。</translation>
    </message>
    <message>
        <source>NLinear</source>
        <translation>NLinear</translation>
    </message>
    <message>
        <source>One linear map from the whole window, less its last value, to each step (Zeng et al. 2023), by least squares; windows of up to 336 steps.</source>
        <translation>从整个窗口（减去其最后一个值）到每一步的一个线性映射（Zeng 等，2023），用最小二乘；窗口最多 336 步。</translation>
    </message>
    <message>
        <source>NLinear: a second</source>
        <translation>NLinear：一秒</translation>
    </message>
    <message>
        <source>DLinear</source>
        <translation>DLinear</translation>
    </message>
    <message>
        <source>Two linear maps from the whole window to each step, of its moving average over 25 steps and of what that leaves (Zeng et al. 2023), by least squares; windows of up to 336 steps.</source>
        <translation>从整个窗口到每一步的两个线性映射：一个作用于 25 步滑动平均，一个作用于其余部分（Zeng 等，2023），用最小二乘；窗口最多 336 步。</translation>
    </message>
    <message>
        <source>DLinear: a few seconds</source>
        <translation>DLinear：几秒</translation>
    </message>
    <message>
        <source>ETS</source>
        <translation>ETS</translation>
    </message>
    <message>
        <source>Exponential smoothing in a state space: error, trend, damping and season by the least AICc, over the last 2,000 training rows; a season of more than 24 rows is taken off first.</source>
        <translation>状态空间中的指数平滑：误差、趋势、阻尼和季节按最小 AICc 选择，使用最后 2,000 个训练行；超过 24 行的季节先被去除。</translation>
    </message>
    <message>
        <source>ETS: a second or two for each target</source>
        <translation>ETS：每个目标一两秒</translation>
    </message>
    <message>
        <source>ARIMA</source>
        <translation>ARIMA</translation>
    </message>
    <message>
        <source>Differences by KPSS and strength of season, orders by stepwise search on the AICc with the exact likelihood, over the last 500 training rows; a season of more than 12 rows is taken off first.</source>
        <translation>差分按 KPSS 和季节强度确定，阶数按精确似然的 AICc 逐步搜索，使用最后 500 个训练行；超过 12 行的季节先被去除。</translation>
    </message>
    <message>
        <source>ARIMA: seconds to half a minute for each target</source>
        <translation>ARIMA：每个目标数秒到半分钟</translation>
    </message>
    <message>
        <source>LightGBM</source>
        <translation>LightGBM</translation>
    </message>
    <message>
        <source>Boosted trees (LightGBM 4.7, 100 trees of 15 leaves for each step) on the last values, hour and weekday; what they say is added to the last value.</source>
        <translation>提升树（LightGBM 4.7，每一步 100 棵 15 叶的树），输入为最近的值、小时和星期；其结果加到最后一个值上。</translation>
    </message>
    <message>
        <source>LightGBM: a second or two for each step and target</source>
        <translation>LightGBM：每一步和每个目标一两秒</translation>
    </message>
</context>
<context>
    <name>gatelab::AblationBox</name>
    <message>
        <source>Switch the chosen units off</source>
        <translation>关闭所选单元</translation>
    </message>
    <message>
        <source>Measure over the whole part</source>
        <translation>在整个部分上测量</translation>
    </message>
    <message>
        <source>Without these units</source>
        <translation>没有这些单元时</translation>
    </message>
    <message>
        <source>Holds the chosen units at 0 (ablation) and shows the answer; the run is unchanged</source>
        <translation>把所选单元固定在 0（消融）并显示回答；运行本身不变</translation>
    </message>
    <message>
        <source>What is held</source>
        <translation>固定什么</translation>
    </message>
    <message>
        <source>The states of the units at 0, or one of their gates at its mean, so that it no longer reacts</source>
        <translation>把单元的状态固定在 0，或把它们的一个门固定在均值，使其不再反应</translation>
    </message>
    <message>
        <source>Switch them on again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>States held at 0</source>
        <translation>状态固定在 0</translation>
    </message>
    <message>
        <source>%1 held at its mean</source>
        <translation>%1固定在均值</translation>
    </message>
    <message>
        <source>unit %1</source>
        <translation>单元 %1</translation>
    </message>
    <message>
        <source>units %1</source>
        <translation>单元 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2的%1</translation>
    </message>
    <message>
        <source>Reads every window of this part twice: the mean change of the loss, with a 95 % interval by blocks of windows</source>
        <translation>把这一部分的每个窗口读两遍：损失的平均变化，以及按窗口块算出的 95 % 区间</translation>
    </message>
    <message>
        <source>Choose a unit first: click on a heat map</source>
        <translation>请先选择一个单元：点击热图</translation>
    </message>
    <message numerus="yes">
        <source>Loss of this window %1 instead of %2 (%3 %). The answer above is the one without %n unit(s).</source>
        <translation>
            <numerusform>这个窗口的损失为 %1，原为 %2（%3 %）。上方的回答来自没有这 %n 个单元的网络。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>gatelab::AccessibleNames</name>
    <message>
        <source>Clear: %1</source>
        <translation>清除：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::AdviceCard</name>
    <message numerus="yes">
        <source>%n other ideas</source>
        <translation>
            <numerusform>另有 %n 个建议</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::AlertsDialog</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Unit of the time</source>
        <translation>时间单位</translation>
    </message>
    <message>
        <source>Alert rules</source>
        <translation>警报规则</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>For at least</source>
        <translation>至少持续</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>new rule</source>
        <translation>新规则</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>The usual ones</source>
        <translation>通常的规则</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>A run that trains here is marked in the strip while a rule holds, and the desktop is told once. A share of 0.1 is 10 %.</source>
        <translation>规则成立期间，在此训练的运行会在运行条上标出，并通知桌面一次。比例 0.1 即 10 %。</translation>
    </message>
</context>
<context>
    <name>gatelab::ArchitectureDiagram</name>
    <message>
        <source>Architecture</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1，%2 个参数</translation>
    </message>
    <message>
        <source>Click or Enter: settings and histograms of a layer</source>
        <translation>单击或按 Enter：该层的设置与直方图</translation>
    </message>
</context>
<context>
    <name>gatelab::AttributionCanvas</name>
    <message>
        <source>Shares of the answer by column and step</source>
        <translation>按列和步划分的回答份额</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, %2: read %3, share %4</source>
        <translation>%1，%2：读到 %3，份额 %4</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>%1 pulls down</source>
        <translation>%1 向下拉</translation>
    </message>
    <message>
        <source>%1 pulls up</source>
        <translation>%1 向上拉</translation>
    </message>
</context>
<context>
    <name>gatelab::BacktestCard</name>
    <message>
        <source>Trust</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>Backtest from rolling origins, intervals, residuals</source>
        <translation>滚动起点回测、区间、残差</translation>
    </message>
    <message>
        <source>Rows from one origin to the next</source>
        <translation>相邻起点之间的行数</translation>
    </message>
    <message>
        <source>End to end</source>
        <translation>首尾相接</translation>
    </message>
    <message>
        <source>Every row</source>
        <translation>每一行</translation>
    </message>
    <message>
        <source>Whether the run is trained anew before an origin, on what lies before it</source>
        <translation>在起点之前是否用其前面的数据重新训练</translation>
    </message>
    <message>
        <source>No refit</source>
        <translation>不重新训练</translation>
    </message>
    <message>
        <source>Refit every 10</source>
        <translation>每 10 个重新训练</translation>
    </message>
    <message>
        <source>Refit every 10, sliding</source>
        <translation>每 10 个重新训练，滑动</translation>
    </message>
    <message>
        <source>Refit each</source>
        <translation>每个都重新训练</translation>
    </message>
    <message>
        <source>Intervals</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Errors by step</source>
        <translation>按步的误差</translation>
    </message>
    <message>
        <source>Errors by origin</source>
        <translation>按起点的误差</translation>
    </message>
    <message>
        <source>Coverage by step</source>
        <translation>按步的覆盖率</translation>
    </message>
    <message>
        <source>Coverage by month</source>
        <translation>按月的覆盖率</translation>
    </message>
    <message>
        <source>PIT</source>
        <translation>PIT</translation>
    </message>
    <message>
        <source>Correlation of residuals</source>
        <translation>残差的相关</translation>
    </message>
    <message>
        <source>Residuals by hour</source>
        <translation>按小时的残差</translation>
    </message>
    <message>
        <source>Residuals by level</source>
        <translation>按水平的残差</translation>
    </message>
    <message>
        <source>Backtest</source>
        <translation>回测</translation>
    </message>
    <message>
        <source>a run is tested over origins</source>
        <translation>正在对一个运行做回测</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Forecasts again and again from moving origins, each beside what needs no network.</source>
        <translation>从移动的起点一次次预测，并与不需要网络的方法对照。</translation>
    </message>
    <message>
        <source>%1 of %2 origins</source>
        <translation>%1 / %2 个起点</translation>
    </message>
    <message>
        <source>Another run is being tested.</source>
        <translation>正在对另一个运行做回测。</translation>
    </message>
    <message>
        <source>%1 origins, every %2 rows from row %3 on; scores as fev defines them</source>
        <translation>%1 个起点，从第 %3 行起每 %2 行；分数按 fev 的定义</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 到 %3）</translation>
    </message>
    <message>
        <source>MAE of %1</source>
        <translation>%1 的 MAE</translation>
    </message>
    <message>
        <source>These data tell nothing of it.</source>
        <translation>这些数据没有说明它。</translation>
    </message>
    <message>
        <source>80 %</source>
        <translation>80 %</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>share of truths</source>
        <translation>真值比例</translation>
    </message>
    <message>
        <source>95 % by blocks of origins</source>
        <translation>95 %，按起点分块</translation>
    </message>
    <message>
        <source>autocorrelation</source>
        <translation>自相关</translation>
    </message>
    <message>
        <source>mean size of errors</source>
        <translation>误差的平均大小</translation>
    </message>
    <message>
        <source>mean error</source>
        <translation>平均误差</translation>
    </message>
    <message>
        <source>step ahead, MAE</source>
        <translation>预测步，MAE</translation>
    </message>
    <message>
        <source>row of the origin, MAE</source>
        <translation>起点所在行，MAE</translation>
    </message>
    <message>
        <source>step ahead, coverage in %</source>
        <translation>预测步，覆盖率（%）</translation>
    </message>
    <message>
        <source>month from %1 on, coverage in %</source>
        <translation>自 %1 起的月份，覆盖率（%）</translation>
    </message>
    <message>
        <source>place of the truth among the quantiles</source>
        <translation>真值在分位数中的位置</translation>
    </message>
    <message>
        <source>lag in rows, one step ahead</source>
        <translation>滞后（行），一步预测</translation>
    </message>
    <message>
        <source>hour of the day</source>
        <translation>一天中的小时</translation>
    </message>
    <message>
        <source>fifth of the forecast&apos;s level</source>
        <translation>预测水平的五分位</translation>
    </message>
    <message>
        <source>Even bars: the quantiles are right. A hill: intervals too wide; a valley: too narrow; a slope: the forecast is too low or too high.</source>
        <translation>平坦：分位数正确。山形：区间过宽；谷形：过窄；倾斜：预测偏低或偏高。</translation>
    </message>
    <message>
        <source>Residuals need 10 origins; take every row.</source>
        <translation>残差需要 10 个起点；请取每一行。</translation>
    </message>
    <message>
        <source>Row %1, step %2: %3 forecast, %4 came (origin at row %5).</source>
        <translation>第 %1 行第 %2 步：预测 %3，真值 %4（起点在第 %5 行）。</translation>
    </message>
</context>
<context>
    <name>gatelab::Banner</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>gatelab::BarList</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gatelab::BeltCanvas</name>
    <message>
        <source>Input valve i</source>
        <translation>输入阀门 i</translation>
    </message>
    <message>
        <source>Forget valve f</source>
        <translation>遗忘阀门 f</translation>
    </message>
    <message>
        <source>Candidate g</source>
        <translation>候选 g</translation>
    </message>
    <message>
        <source>Output valve o</source>
        <translation>输出阀门 o</translation>
    </message>
    <message>
        <source>%1 of unit %2</source>
        <translation>%1，单元 %2</translation>
    </message>
    <message>
        <source>%1, its own %2; memory c %3, its own %4; next hour %5, its own %6</source>
        <translation>%1，网络自己 %2；记忆 c %3，网络自己 %4；下一小时 %5，网络自己 %6</translation>
    </message>
    <message>
        <source>%1 of the new comes in.</source>
        <translation>新内容放进 %1。</translation>
    </message>
    <message>
        <source>What would be written, from −1 to 1.</source>
        <translation>准备写入的值，−1 到 1。</translation>
    </message>
    <message>
        <source>%1 of it is shown, to the head and to the next step.</source>
        <translation>其中 %1 显示给输出头和下一步。</translation>
    </message>
    <message>
        <source>Drag me.</source>
        <translation>拖动我。</translation>
    </message>
    <message>
        <source>%1 of the old memory stays. The forecast answers at once.</source>
        <translation>旧记忆留下 %1，预测立刻回应。</translation>
    </message>
    <message>
        <source>You keep only half of the old memory.</source>
        <translation>旧记忆只留下一半。</translation>
    </message>
    <message>
        <source>You keep %1 of the old memory.</source>
        <translation>旧记忆留下 %1。</translation>
    </message>
    <message>
        <source>It is pinned: the network does not get it back.</source>
        <translation>已固定：网络收不回去。</translation>
    </message>
    <message>
        <source>Hold it and watch the next steps; let go, and the network takes the valve back.</source>
        <translation>按住不放，看后面几步；一松手，网络就收回阀门。</translation>
    </message>
    <message>
        <source>%1 steps of its own valves leave %2 %. Drag a bar: f becomes the root of it.</source>
        <translation>网络自己的阀门走 %1 步剩 %2 %。拖动一根柱：f 就是它的 n 次方根。</translation>
    </message>
    <message>
        <source>%1 steps at %2 leave %3 %; its own valves left %4 %.</source>
        <translation>按 %2 走 %1 步剩 %3 %，网络自己的阀门剩 %4 %。</translation>
    </message>
    <message>
        <source>What the step before has left on the belt.</source>
        <translation>上一步留在传送带上的。</translation>
    </message>
    <message>
        <source>What the forget valve lets through.</source>
        <translation>遗忘阀门放过去的。</translation>
    </message>
    <message>
        <source>Old and new are added; nothing squeezes the belt.</source>
        <translation>新旧相加，传送带上没有挤压。</translation>
    </message>
    <message>
        <source>The memory after this step; the next step begins with it.</source>
        <translation>这一步之后的记忆；下一步由它开始。</translation>
    </message>
    <message>
        <source>Only what is shown is squeezed.</source>
        <translation>只压缩要显示的部分。</translation>
    </message>
    <message>
        <source>A weighted sum of all %1 outputs h for each hour.</source>
        <translation>每个小时都是 %1 个输出 h 的加权和。</translation>
    </message>
    <message>
        <source>What the network expects; dashed: without your hand.</source>
        <translation>网络预期的值；虚线：没有你的手。</translation>
    </message>
</context>
<context>
    <name>gatelab::BeltCard</name>
    <message>
        <source>A network is reading, one number at each step</source>
        <translation>网络正在读，一步一个数</translation>
    </message>
    <message>
        <source>A small LSTM is reading. Put your hand on a valve.</source>
        <translation>一个小 LSTM 正在读数，拨一拨阀门。</translation>
    </message>
    <message numerus="yes">
        <source>sine mix, hourly; LSTM of %n units, trained</source>
        <translation>
            <numerusform>正弦混合，每小时一值；%n 个单元的 LSTM，已训练</numerusform>
        </translation>
    </message>
    <message>
        <source>Read the next number</source>
        <translation>读下一个数</translation>
    </message>
    <message>
        <source>½ s</source>
        <translation>½ 秒</translation>
    </message>
    <message>
        <source>2 s</source>
        <translation>2 秒</translation>
    </message>
    <message>
        <source>Time from step to step</source>
        <translation>步与步之间的时间</translation>
    </message>
    <message>
        <source>Shows all of it, in Learn</source>
        <translation>在学习页中显示全部</translation>
    </message>
    <message>
        <source>Pause (Space in the drawing)</source>
        <translation>暂停（图中按空格键）</translation>
    </message>
    <message>
        <source>Read on (Space in the drawing)</source>
        <translation>继续读（图中按空格键）</translation>
    </message>
    <message>
        <source>%1 units, %2 hours ahead: test error %3; repeating the day before %4.</source>
        <translation>%1 个单元，提前 %2 小时：测试误差 %3；重复前一天 %4。</translation>
    </message>
</context>
<context>
    <name>gatelab::BeltView</name>
    <message numerus="yes">
        <source>%n lessons</source>
        <translation>
            <numerusform>%n 课</numerusform>
        </translation>
    </message>
    <message>
        <source>Lesson %1: %2</source>
        <translation>第 %1 课：%2</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardMapGrid</name>
    <message>
        <source>Map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>, %1 %2</source>
        <translation>，%1 %2</translation>
    </message>
    <message>
        <source>%1 % of its runs done</source>
        <translation>其运行已完成 %1 %</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n seed(s)</source>
        <translation>
            <numerusform>%n 个种子</numerusform>
        </translation>
    </message>
    <message>
        <source>No score</source>
        <translation>没有分数</translation>
    </message>
    <message>
        <source>95 %: %1 to %2</source>
        <translation>95 %：%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) wait</source>
        <translation>
            <numerusform>%n 个运行在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Not run: the base began with given weights</source>
        <translation>未运行：基准从给定的权重开始</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>. Ctrl+click: 1 seed</source>
        <translation>。Ctrl+点击：1 个种子</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Needs groups that differ in a setting.</source>
        <translation>需要有某项设置不同的组。</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>time per run</source>
        <translation>每次运行时间</translation>
    </message>
    <message>
        <source>Map: %1 by %2</source>
        <translation>图：%1，按 %2</translation>
    </message>
    <message>
        <source>Map: %1 by %2 and %3</source>
        <translation>图：%1，按 %2 和 %3</translation>
    </message>
    <message>
        <source>so far, stopped early</source>
        <translation>暂时，已提前停止</translation>
    </message>
    <message>
        <source>so far, not ended</source>
        <translation>暂时，尚未结束</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardMapLegend</name>
    <message>
        <source>What moves the score</source>
        <translation>什么影响分数</translation>
    </message>
    <message>
        <source>one dot a seed</source>
        <translation>一点一个种子</translation>
    </message>
    <message>
        <source>not run, click trains</source>
        <translation>未运行，点击即训练</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>暂时</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardMapPlane</name>
    <message>
        <source>Map of the score by %1 and %2</source>
        <translation>按 %1 和 %2 的分数热图</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 so far</source>
        <translation>%1：%2（暂时）</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardMapView</name>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>纵轴</translation>
    </message>
    <message numerus="yes">
        <source>One seed each: %n run(s)</source>
        <translation>
            <numerusform>各一个种子：%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n 格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>单元格显示什么</translation>
    </message>
    <message>
        <source>cell %1</source>
        <translation>单元格 %1</translation>
    </message>
    <message>
        <source>Only runs like %1 in all else: %2 of %3 groups. %4 has %5 cells.</source>
        <translation>只含其余设置与 %1 相同的运行：%3 组中的 %2 组。%4 有 %5 格。</translation>
    </message>
    <message>
        <source>Make %1 the base</source>
        <translation>设 %1 为基准</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardModel</name>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>seed %1, paused at epoch %2 of %3</source>
        <translation>种子 %1，暂停于第 %2/%3 轮</translation>
    </message>
    <message>
        <source>seed %1, epoch %2 of %3</source>
        <translation>种子 %1，第 %2/%3 轮</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Fewer baselines</source>
        <translation>收起基线</translation>
    </message>
    <message>
        <source>More baselines</source>
        <translation>更多基线</translation>
    </message>
    <message numerus="yes">
        <source>%n more baseline(s), %1 to %2</source>
        <translation>
            <numerusform>另有 %n 条基线，%1 至 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, chosen</source>
        <translation>%1，已选</translation>
    </message>
    <message>
        <source>%1
In filters: %2</source>
        <translation>%1
筛选中写作：%2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>s/run</source>
        <translation>秒/次</translation>
    </message>
    <message>
        <source>Changed from</source>
        <translation>改自</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>waits, the next one</source>
        <translation>等待中，下一个</translation>
    </message>
    <message numerus="yes">
        <source>waits, %n before it</source>
        <translation>
            <numerusform>等待中，前面还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer of those that wait</source>
        <translation>收起等待的运行</translation>
    </message>
    <message numerus="yes">
        <source>%n more wait</source>
        <translation>
            <numerusform>另有 %n 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>No run has &quot;%1&quot;. A column needs a comparison.</source>
        <translation>没有运行含有“%1”。列名后需要比较。</translation>
    </message>
    <message>
        <source>stopped by ASHA</source>
        <translation>被 ASHA 停止</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardPanel</name>
    <message>
        <source>No run on this data yet.</source>
        <translation>该数据尚无运行。</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>The settings that differ</source>
        <translation>有差异的设置</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>The listed rows as CSV or Markdown</source>
        <translation>将所列行存为 CSV 或 Markdown</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Choose or take out</source>
        <translation>选择或移除</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Open on Train</source>
        <translation>在训练页打开</translation>
    </message>
    <message>
        <source>Make it the base</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>Ask the verdict about it</source>
        <translation>对其作判定</translation>
    </message>
    <message>
        <source>Train more epochs...</source>
        <translation>再训练几轮...</translation>
    </message>
    <message>
        <source>Run again...</source>
        <translation>再次运行...</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Export the listed rows...</source>
        <translation>导出所列行...</translation>
    </message>
    <message>
        <source>Export the listed rows</source>
        <translation>导出所列行</translation>
    </message>
    <message>
        <source>CSV (*.csv);;Markdown (*.md)</source>
        <translation>CSV (*.csv);;Markdown (*.md)</translation>
    </message>
    <message>
        <source>Filter, e.g. units &lt; 32 and rate &gt; 0.005</source>
        <translation>筛选，如 units &lt; 32 and rate &gt; 0.005</translation>
    </message>
    <message>
        <source>A grid, random settings or a search that learns</source>
        <translation>网格、随机设置或会学习的搜索</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) added to the queue</source>
        <translation>
            <numerusform>已将 %n 个运行加入队列</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>No run matches &apos;%1&apos;.</source>
        <translation>没有运行符合“%1”。</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardTable</name>
    <message>
        <source>Board of runs</source>
        <translation>运行看板</translation>
    </message>
    <message>
        <source>Heads of the columns</source>
        <translation>列标题</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardTray</name>
    <message>
        <source>%1, base</source>
        <translation>%1，基准</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>A dot is a seed, the line their mean, the bar its 95 % interval</source>
        <translation>点为种子，竖线为均值，条为 95 % 区间</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>95 %, from 3 seeds</source>
        <translation>95 %，至少 3 个种子</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Six at most. Replace %1?</source>
        <translation>最多六个。替换 %1？</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen filtered out. Show</source>
        <translation>
            <numerusform>已选中有 %n 个被筛掉。显示</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 runs in %2 groups</source>
        <translation>%1 次运行，%2 组</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have moved</source>
        <translation>
            <numerusform>%n 行已移动</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: click scrolls there, Del takes it out</source>
        <translation>%1：单击滚动到该行，Del 移除</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 次运行</translation>
    </message>
    <message>
        <source>%1 runs in 1 group</source>
        <translation>%1 次运行，1 组</translation>
    </message>
    <message>
        <source>%1 is the best now. Choose it</source>
        <translation>现在 %1 最好。选它</translation>
    </message>
</context>
<context>
    <name>gatelab::BoardViews</name>
    <message>
        <source>What is drawn of the runs</source>
        <translation>运行的绘制方式</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Parallel</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>散点</translation>
    </message>
</context>
<context>
    <name>gatelab::CaseDialog</name>
    <message>
        <source>Case</source>
        <translation>案例</translation>
    </message>
    <message>
        <source>a case is played</source>
        <translation>正在演示案例</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play, 5 seeds</source>
        <translation>演示，5 个种子</translation>
    </message>
    <message>
        <source>%1 of %2 runs. Times until %3 % of the validation sentences are right; geometric means, 95 %.</source>
        <translation>%2 次运行中的 %1 次。直到 %3 % 的验证句子正确所需的时间；几何平均，95 %。</translation>
    </message>
    <message>
        <source>Each means is added to those before it, and trained until %1 % of the validation sentences are right, on one thread. This takes a quarter of an hour.</source>
        <translation>每种手段加在前面的手段之上，单线程训练到 %1 % 的验证句子正确为止。需要一刻钟。</translation>
    </message>
    <message>
        <source>Means</source>
        <translation>手段</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>All so far</source>
        <translation>至此全部</translation>
    </message>
    <message>
        <source>This means</source>
        <translation>此手段</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>达到</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>测试准确率</translation>
    </message>
    <message>
        <source>What is changed</source>
        <translation>改变了什么</translation>
    </message>
    <message>
        <source>Labelled texts</source>
        <translation>带标签的文本</translation>
    </message>
    <message>
        <source>Reading the texts.</source>
        <translation>正在读取文本。</translation>
    </message>
    <message>
        <source>A plain training, which says what accuracy is asked for.</source>
        <translation>普通训练，由它确定要求的准确率。</translation>
    </message>
    <message>
        <source>On %1: first a plain training, then each means until all but one standard error of its accuracy is reached, at 97 % at most. On one thread; how long depends on the texts.</source>
        <translation>在 %1 上：先进行普通训练，然后每个手段训练到其准确率减去一个标准误，最高 97 %。单线程；时长取决于文本。</translation>
    </message>
    <message>
        <source>The built-in text</source>
        <translation>内置文本</translation>
    </message>
    <message>
        <source>Your own texts…</source>
        <translation>您自己的文本…</translation>
    </message>
    <message>
        <source>A table of text and label, or a folder for each class: the same means on them, with an accuracy that a plain training reaches there.</source>
        <translation>文本与标签的表格，或每个类别一个文件夹：在其上使用相同的手段，准确率以普通训练在那里达到的为准。</translation>
    </message>
</context>
<context>
    <name>gatelab::ChartControls</name>
    <message>
        <source>Step</source>
        <comment>horizontal axis</comment>
        <translation>单步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>More charts</source>
        <translation>更多图表</translation>
    </message>
</context>
<context>
    <name>gatelab::ChartGrid</name>
    <message>
        <source>Move forward	Ctrl+Left</source>
        <translation>前移	Ctrl+Left</translation>
    </message>
    <message>
        <source>Move back	Ctrl+Right</source>
        <translation>后移	Ctrl+Right</translation>
    </message>
    <message>
        <source>Remove this chart</source>
        <translation>移除此图表</translation>
    </message>
    <message>
        <source>Put onto tab</source>
        <translation>放到标签页</translation>
    </message>
    <message>
        <source>No chart is on this tab yet. Add one, or move one here by the menu of a chart on another tab.</source>
        <translation>此标签页还没有图表。可添加图表，或通过其他标签页中图表的菜单移到这里。</translation>
    </message>
    <message>
        <source>All charts (Esc)</source>
        <translation>所有图表（Esc）</translation>
    </message>
    <message>
        <source>Tabs of charts</source>
        <translation>图表标签页</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What is shown of the answers</source>
        <translation>显示答案的哪一面</translation>
    </message>
</context>
<context>
    <name>gatelab::ChartHeader</name>
    <message>
        <source>Show everything and follow new data (F, double click)</source>
        <translation>显示全部并跟随新数据（F，双击）</translation>
    </message>
    <message>
        <source>Logarithmic y axis (L)</source>
        <translation>对数 y 轴（L）</translation>
    </message>
    <message>
        <source>Pin the cursor to read differences (P)</source>
        <translation>固定光标以读取差值（P）</translation>
    </message>
    <message>
        <source>Copy the chart as a picture (Ctrl+C)</source>
        <translation>将图表复制为图片（Ctrl+C）</translation>
    </message>
    <message>
        <source>Save the chart as a picture or a table</source>
        <translation>将图表保存为图片或表格</translation>
    </message>
    <message>
        <source>What to do with the chart</source>
        <translation>图表操作</translation>
    </message>
    <message>
        <source>Full size and back (F11, double click on the title)</source>
        <translation>全尺寸与还原（F11，双击标题）</translation>
    </message>
</context>
<context>
    <name>gatelab::ChartLegend</name>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Click a name to hide or show its line</source>
        <translation>单击名称可隐藏或显示其曲线</translation>
    </message>
    <message>
        <source>%1: last value %2</source>
        <translation>%1：最后的值 %2</translation>
    </message>
</context>
<context>
    <name>gatelab::ChartMenu</name>
    <message>
        <source>Default layout</source>
        <translation>恢复默认布局</translation>
    </message>
    <message>
        <source>Saved layouts</source>
        <translation>已保存的布局</translation>
    </message>
    <message>
        <source>Delete a layout</source>
        <translation>删除布局</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Close this tab, keep its charts</source>
        <translation>关闭此标签页，保留其图表</translation>
    </message>
    <message>
        <source>reset the charts</source>
        <translation>重置图表</translation>
    </message>
    <message>
        <source>show the layout &quot;%1&quot;</source>
        <translation>显示图表布局“%1”</translation>
    </message>
    <message>
        <source>Save these charts as...</source>
        <translation>将这些图表另存为...</translation>
    </message>
    <message>
        <source>Name of these charts</source>
        <translation>这些图表的名称</translation>
    </message>
    <message>
        <source>New tab...</source>
        <translation>新建标签页...</translation>
    </message>
    <message>
        <source>Name of the tab</source>
        <translation>标签页的名称</translation>
    </message>
    <message>
        <source>Rename this tab...</source>
        <translation>重命名此标签页...</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>There are no tabs yet.</source>
        <translation>还没有标签页。</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>并行进程</translation>
    </message>
</context>
<context>
    <name>gatelab::CheckCommands</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>gatelab::CheckPanel</name>
    <message>
        <source>Run twice and compare</source>
        <translation>运行两次并比较</translation>
    </message>
    <message>
        <source>Kill and resume</source>
        <translation>强制终止并恢复</translation>
    </message>
    <message>
        <source>Every switch</source>
        <translation>每个开关</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Check this experiment</source>
        <translation>检验此实验</translation>
    </message>
    <message>
        <source>Trials </source>
        <translation>试验次数 </translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试验次数</translation>
    </message>
    <message>
        <source>Result of the check</source>
        <translation>检验结果</translation>
    </message>
    <message>
        <source>The command that does this without the window</source>
        <translation>不用窗口完成同样工作的命令</translation>
    </message>
    <message>
        <source>Kind of check</source>
        <translation>检验种类</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Start the check</source>
        <translation>开始检验</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>正在检验</translation>
    </message>
    <message>
        <source>Trains this experiment twice and compares all bits. Nothing is kept.</source>
        <translation>把此实验训练两次并逐位比较。不保留任何内容。</translation>
    </message>
    <message>
        <source>Random small experiments, undisturbed and killed: both must leave the same bits.</source>
        <translation>随机的小实验，不受干扰的和被强制终止的：必须逐位相同。</translation>
    </message>
    <message>
        <source>Up to 50 steps with each switch, against none. Nothing is kept.</source>
        <translation>每个开关至多 50 步，与不用开关的比较。不保留结果。</translation>
    </message>
</context>
<context>
    <name>gatelab::ChoiceField</name>
    <message>
        <source>%1 (not here: %2)</source>
        <translation>%1（此处不可用：%2）</translation>
    </message>
</context>
<context>
    <name>gatelab::ColumnMenu</name>
    <message>
        <source>Find a column</source>
        <translation>查找列</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标结果</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>At a step</source>
        <translation>指定步数时</translation>
    </message>
    <message>
        <source>%1 at...</source>
        <translation>%1，在……</translation>
    </message>
    <message>
        <source>No column is called so.</source>
        <translation>没有这样的列。</translation>
    </message>
    <message>
        <source>%1 more; type on</source>
        <translation>还有 %1 个；请继续输入</translation>
    </message>
</context>
<context>
    <name>gatelab::CommandPalette</name>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Nothing has these words.</source>
        <translation>没有匹配的项。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>Number or name of a run</source>
        <translation>运行的编号或名称</translation>
    </message>
    <message>
        <source>Type a command, a setting or #31</source>
        <translation>输入命令、设置或 #31</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>gatelab::CompareCurves</name>
    <message>
        <source>Show the training loss</source>
        <translation>显示训练损失</translation>
    </message>
    <message>
        <source>Choose rows to see their curves.</source>
        <translation>选择行以查看其曲线。</translation>
    </message>
    <message>
        <source>median, 10 to 90 % from %1 seeds</source>
        <translation>中位数，%1 个种子起显示 10 至 90 %</translation>
    </message>
</context>
<context>
    <name>gatelab::ComparePage</name>
    <message>
        <source>Runs beside each other</source>
        <translation>并列比较运行</translation>
    </message>
    <message>
        <source>Forecasts</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>优化实验室</translation>
    </message>
    <message>
        <source>What each optimisation switch is worth for this experiment here</source>
        <translation>每个优化开关在这里对本实验的价值</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>看板</translation>
    </message>
    <message>
        <source>Forecasts and errors of the chosen runs on their test part</source>
        <translation>所选运行在测试部分上的预测和误差</translation>
    </message>
</context>
<context>
    <name>gatelab::CompareParallel</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Two groups with a score are needed.</source>
        <translation>至少需要两个有得分的组。</translation>
    </message>
    <message>
        <source>%1 groups; drag along an axis to filter</source>
        <translation>%1 个组；沿轴拖动即可筛选</translation>
    </message>
    <message>
        <source>the best %1 and %2 at random of %3 groups</source>
        <translation>%3 个组中最好的 %1 个和随机的 %2 个</translation>
    </message>
</context>
<context>
    <name>gatelab::CompareScatter</name>
    <message>
        <source>Horizontal</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 随 %2 的变化</translation>
    </message>
    <message>
        <source>trend</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 groups, R² %2, rank correlation %3</source>
        <translation>%1 个组，R² %2，秩相关 %3</translation>
    </message>
    <message>
        <source>Groups with a score and this value appear here.</source>
        <translation>具有得分和该值的组会显示在这里。</translation>
    </message>
    <message>
        <source>; without a value: %1</source>
        <translation>；缺少数值：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n 组</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ComparedCells</name>
    <message numerus="yes">
        <source>%n run(s) wait to be trained with another cell</source>
        <translation>
            <numerusform>%n 个运行等待用另一种单元训练</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::CompressCard</name>
    <message>
        <source>Compress</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>One window</source>
        <translation>一个窗口</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>一批</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Horizontal</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Loss against cost</source>
        <translation>损失与代价</translation>
    </message>
    <message>
        <source>the compression of a run is measured</source>
        <translation>正在测量一个运行的压缩</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Measure, 5 seeds</source>
        <translation>测量，5 个种子</translation>
    </message>
    <message>
        <source>Another run is being measured.</source>
        <translation>正在测量另一个运行。</translation>
    </message>
    <message>
        <source>Trains networks of its own beside this one: smaller, pruned, of lower rank, in bytes.</source>
        <translation>在此网络之外训练自己的网络：更小的、剪枝的、低秩的、字节存储的。</translation>
    </message>
    <message>
        <source>%1 of %2 seeds, validation loss, 95 %</source>
        <translation>%2 个种子中的 %1 个，验证损失，95 %</translation>
    </message>
    <message>
        <source>Batch of %1</source>
        <translation>%1 个一批</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>compressed</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>file, bytes</source>
        <translation>文件，字节</translation>
    </message>
    <message>
        <source>forward pass, µs</source>
        <translation>前向传播，µs</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>%1 µs, %2</source>
        <translation>%1 µs，%2</translation>
    </message>
</context>
<context>
    <name>gatelab::ConfusionCard</name>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Confusion matrix of the test part</source>
        <translation>测试集的混淆矩阵</translation>
    </message>
    <message>
        <source>rows: true class, columns: predicted class</source>
        <translation>行：真实类别，列：预测类别</translation>
    </message>
</context>
<context>
    <name>gatelab::ConfusionModel</name>
    <message>
        <source>%1 of %2 of class %3 were recognised</source>
        <translation>类别 %3 的 %2 个中有 %1 个被正确识别</translation>
    </message>
    <message>
        <source>%1 of %2 of class %3 were taken for %4</source>
        <translation>类别 %3 的 %2 个中有 %1 个被误认为 %4</translation>
    </message>
    <message>
        <source>Occurs</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>Precision of answers</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>True class: %1</source>
        <translation>真实类别：%1</translation>
    </message>
    <message>
        <source>Taken for class: %1</source>
        <translation>被认作类别：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::CrossDelegate</name>
    <message>
        <source>Remove this step (Del)</source>
        <translation>移除此步骤（Del）</translation>
    </message>
</context>
<context>
    <name>gatelab::CurveChoice</name>
    <message>
        <source>Metric</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>different losses: %1</source>
        <translation>损失不同：%1</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>No validation part, so no such curve.</source>
        <translation>没有验证集，因此没有这条曲线。</translation>
    </message>
    <message>
        <source>Not measured by these runs.</source>
        <translation>这些运行都没有测量它。</translation>
    </message>
</context>
<context>
    <name>gatelab::DataInspector</name>
    <message>
        <source>The data cannot be read</source>
        <translation>无法读取数据</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message numerus="yes">
        <source>%n columns are text</source>
        <translation>
            <numerusform>%n 列是文本</numerusform>
        </translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>已略去：%1</translation>
    </message>
    <message>
        <source>Nothing to report</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Every value was read as a number.</source>
        <translation>每个值都已读为数值。</translation>
    </message>
    <message>
        <source>mend with %1</source>
        <translation>用 %1 修补</translation>
    </message>
    <message>
        <source>Inputs and targets</source>
        <translation>输入与目标</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>No leak.</source>
        <translation>没有泄漏。</translation>
    </message>
    <message>
        <source>Leak.</source>
        <translation>存在泄漏。</translation>
    </message>
    <message>
        <source>Training windows</source>
        <translation>训练窗口</translation>
    </message>
    <message>
        <source>Validation windows</source>
        <translation>验证窗口</translation>
    </message>
    <message>
        <source>Test windows</source>
        <translation>测试窗口</translation>
    </message>
    <message>
        <source>%1 of %2 windows have targets in another part (inputs may reach back over a border); no step of the recipe has seen rows after %3.</source>
        <translation>%2 个窗口中有 %1 个的目标落在另一部分（输入可以越过边界向前取）；预处理步骤都没有见过第 %3 行之后的数据。</translation>
    </message>
    <message>
        <source>Two files</source>
        <translation>两个文件</translation>
    </message>
    <message>
        <source>training and validation from %1, test from %2</source>
        <translation>训练和验证来自 %1，测试来自 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n columns of dates or times beside the one that is used</source>
        <translation>
            <numerusform>除所用时间列外，还有 %n 列日期或时间</numerusform>
        </translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>marked in the plots</source>
        <translation>已标在图中</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>预处理步骤</translation>
    </message>
    <message>
        <source>no step</source>
        <translation>没有步骤</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>mended in step %1</source>
        <translation>已由第 %1 步修复</translation>
    </message>
    <message>
        <source>masked in step %1</source>
        <translation>已由第 %1 步屏蔽</translation>
    </message>
    <message>
        <source>mask: %1</source>
        <translation>屏蔽：%1</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>移出输入</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>mend: %1</source>
        <translation>修正：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::DataPage</name>
    <message>
        <source>Rows of the series</source>
        <translation>序列的各行</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Use the built-in series</source>
        <translation>使用内置序列</translation>
    </message>
    <message>
        <source>Open data (Ctrl+O)</source>
        <translation>打开数据（Ctrl+O）</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>%1 sequences, %2 classes</source>
        <translation>%1 个序列，%2 个类别</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Show everything (double click)</source>
        <translation>显示全部（双击）</translation>
    </message>
    <message>
        <source>Reading the series.</source>
        <translation>正在读取序列。</translation>
    </message>
    <message>
        <source>move a border of the split</source>
        <translation>移动划分边界</translation>
    </message>
    <message>
        <source>%1. The file is unchanged; undo brings back the data that was open before.</source>
        <translation>%1。文件未被改动；撤销会恢复之前打开的数据。</translation>
    </message>
    <message>
        <source>There is nothing to draw yet.</source>
        <translation>还没有可画的内容。</translation>
    </message>
    <message>
        <source>This set has no sequence.</source>
        <translation>此集合中没有序列。</translation>
    </message>
    <message>
        <source>Prepared</source>
        <translation>预处理后</translation>
    </message>
    <message>
        <source>There are no rows yet.</source>
        <translation>还没有数据行。</translation>
    </message>
    <message>
        <source>Sequences are prepared one by one, in training.</source>
        <translation>序列在训练时逐条预处理。</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>文件的读取方式</translation>
    </message>
    <message>
        <source>Plan and findings</source>
        <translation>方案与发现</translation>
    </message>
    <message>
        <source>Find a column</source>
        <translation>查找列</translation>
    </message>
    <message>
        <source>File...</source>
        <translation>文件...</translation>
    </message>
    <message>
        <source>%1, %2 to %3</source>
        <translation>%1，%2 至 %3</translation>
    </message>
    <message>
        <source>No column has this in its name.</source>
        <translation>没有列名包含它。</translation>
    </message>
    <message>
        <source>choose columns</source>
        <translation>选择列</translation>
    </message>
    <message>
        <source>Open a file, drop it here, paste a table (Ctrl+V), or use the built-in series.</source>
        <translation>打开文件、把文件拖到这里、粘贴表格 (Ctrl+V)，或使用内置序列。</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Seasons</source>
        <translation>季节</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Sequences are looked at by class.</source>
        <translation>序列按类别分析。</translation>
    </message>
</context>
<context>
    <name>gatelab::DesktopNotice</name>
    <message>
        <source>Show the run</source>
        <translation>显示运行</translation>
    </message>
</context>
<context>
    <name>gatelab::DistributionPanel</name>
    <message>
        <source>Distribution by part</source>
        <translation>各部分的分布</translation>
    </message>
    <message>
        <source>% of the values of each part</source>
        <translation>占各部分值的 %</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>缺失值</translation>
    </message>
    <message>
        <source>share of the rows, by column</source>
        <translation>各列占行数的比例</translation>
    </message>
    <message>
        <source>Figures of the column</source>
        <translation>此列的数字</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>This column has no value.</source>
        <translation>此列没有值。</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>visible</source>
        <translation>可见</translation>
    </message>
</context>
<context>
    <name>gatelab::EffectBar</name>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
</context>
<context>
    <name>gatelab::EngineDialog</name>
    <message>
        <source>CUDA&apos;s libraries as well, for an NVIDIA GPU (2 GB)</source>
        <translation>同时获取 CUDA 库，用于 NVIDIA GPU（2 GB）</translation>
    </message>
    <message>
        <source>Training engine</source>
        <translation>训练引擎</translation>
    </message>
    <message>
        <source>Training needs LibTorch, which does not come with Gatelab. It can be fetched now from the Python Package Index (600 MB) or read from an archive that &quot;gatelab-worker engine pack&quot; made on another computer. It is kept in %1, and every file is held against its checksum first. Nothing is sent.</source>
        <translation>训练需要 LibTorch，Gatelab 不附带它。可以现在从 Python Package Index 获取（600 MB），或从另一台计算机上用 &quot;gatelab-worker engine pack&quot; 生成的归档读取。它保存在 %1，每个文件都先核对校验和。不会发送任何内容。</translation>
    </message>
    <message>
        <source>LibTorch is in %1. CUDA&apos;s libraries can be added, or read from an archive.</source>
        <translation>LibTorch 位于 %1。可以添加 CUDA 库，或从归档读取。</translation>
    </message>
    <message>
        <source>Progress of fetching</source>
        <translation>获取进度</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>From an archive...</source>
        <translation>从归档…</translation>
    </message>
    <message>
        <source>Archive of gatelab-worker engine pack</source>
        <translation>gatelab-worker engine pack 的归档</translation>
    </message>
    <message>
        <source>Archives (*.tar);;All files (*)</source>
        <translation>归档 (*.tar);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>fetching, %1 MB</source>
        <translation>正在获取，%1 MB</translation>
    </message>
    <message>
        <source>unpacking, %1 MB</source>
        <translation>正在解包，%1 MB</translation>
    </message>
    <message>
        <source>Stopped; nothing was changed.</source>
        <translation>已停止；没有任何更改。</translation>
    </message>
    <message>
        <source>looking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>gatelab::ExerciseDialog</name>
    <message>
        <source>Exercise: %1</source>
        <translation>练习：%1</translation>
    </message>
    <message>
        <source>You may change: %1</source>
        <translation>你可以改：%1</translation>
    </message>
    <message>
        <source>It is to show: %1</source>
        <translation>它要表明：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save the answer...</source>
        <translation>保存答卷...</translation>
    </message>
    <message>
        <source>Run that answers: %1</source>
        <translation>作答的运行：%1</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>取用设置</translation>
    </message>
    <message>
        <source>Takes the settings of this run; change what is yours to change, then train it</source>
        <translation>取用这个运行的设置；改你可以改的，然后训练</translation>
    </message>
    <message>
        <source>your prediction, a number</source>
        <translation>你的预测，一个数</translation>
    </message>
    <message>
        <source>your name</source>
        <translation>你的姓名</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>你的姓名</translation>
    </message>
    <message>
        <source>settings of the exercise %1</source>
        <translation>练习 %1 的设置</translation>
    </message>
    <message>
        <source>The settings are taken. Train, then choose the run here.</source>
        <translation>已取用设置。先训练，再在这里选中那个运行。</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>还没有训练</translation>
    </message>
    <message>
        <source>my answer</source>
        <translation>我的答卷</translation>
    </message>
    <message>
        <source>The engine is not open yet; try again in a moment.</source>
        <translation>引擎还没打开，请稍后再试。</translation>
    </message>
    <message>
        <source>Measuring the runs ...</source>
        <translation>正在测量运行……</translation>
    </message>
    <message>
        <source>Written: %1. Hand it in together with the folder %2.</source>
        <translation>已写出：%1。请连同文件夹 %2 一起交。</translation>
    </message>
</context>
<context>
    <name>gatelab::ExperimentCheck</name>
    <message>
        <source>The check was stopped so that it does not disturb this training.</source>
        <translation>检验已停止，以免干扰这次训练。</translation>
    </message>
    <message>
        <source>A check is going on.</source>
        <translation>正在进行一项检验。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Fingerprint of weights, optimiser and curves (SHA-256)</source>
        <translation>权重、优化器和曲线的指纹（SHA-256）</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Kills</source>
        <translation>强制终止次数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <source>The settings cannot be written for the worker: %1.</source>
        <translation>无法为工作进程写入设置：%1。</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>different: %1</source>
        <translation>不同：%1</translation>
    </message>
    <message>
        <source>not here: %1</source>
        <translation>此处不可用：%1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>not at work: %1</source>
        <translation>未起作用：%1</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>The check could not be made: %1</source>
        <translation>无法进行检验：%1</translation>
    </message>
    <message>
        <source>The worker ended without a result.</source>
        <translation>工作进程未给出结果就结束了。</translation>
    </message>
    <message>
        <source>The worker ended without a result. Its last words: %1</source>
        <translation>工作进程未给出结果就结束了。其最后的输出：%1</translation>
    </message>
    <message>
        <source>Both runs left the same bits: weights, optimiser and curves.</source>
        <translation>两次运行逐位相同：权重、优化器和曲线。</translation>
    </message>
    <message>
        <source>The two runs differ: these settings do not give the same bits twice here.</source>
        <translation>两次运行不同：这些设置在此机器上不能两次得到逐位相同的结果。</translation>
    </message>
    <message>
        <source>The two runs differ. Switch on “Deterministic” for runs that repeat bit for bit.</source>
        <translation>两次运行不同。打开“确定性”可使运行逐位可重复。</translation>
    </message>
    <message>
        <source>All %1 switches that work here agree with the baseline; %2 cannot work here.</source>
        <translation>此处可用的 %1 个开关都与基准一致；%2 个在此处不可用。</translation>
    </message>
    <message>
        <source>%1 of %2 switches do not agree with the baseline; the table says which.</source>
        <translation>%2 个开关中有 %1 个与基准不一致；表中列出了是哪些。</translation>
    </message>
    <message>
        <source>the check of the experiment runs</source>
        <translation>正在检验实验</translation>
    </message>
    <message>
        <source>Relative difference</source>
        <translation>相对差异</translation>
    </message>
    <message>
        <source>Something trains or measures. Start the check when that has ended.</source>
        <translation>有训练或测量正在进行。请在其结束后开始检验。</translation>
    </message>
    <message>
        <source>Stopped; the table has what was found.</source>
        <translation>已停止；表中是此前的结果。</translation>
    </message>
    <message>
        <source>%1 of %2 runs have the bits of their twins, after %3 kills.</source>
        <translation>%2 个运行中有 %1 个与对照逐位相同，共强制终止 %3 次。</translation>
    </message>
</context>
<context>
    <name>gatelab::ExperimentModel</name>
    <message>
        <source>open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>task that fits the data</source>
        <translation>适合数据的任务</translation>
    </message>
    <message>
        <source>use a built-in series</source>
        <translation>使用内置序列</translation>
    </message>
    <message>
        <source>open experiment %1</source>
        <translation>打开实验 %1</translation>
    </message>
    <message>
        <source>settings that suit the data</source>
        <translation>适合数据的设置</translation>
    </message>
</context>
<context>
    <name>gatelab::ExportDialog</name>
    <message>
        <source>Weights in bytes (INT8): a third of the size, with an error that is told</source>
        <translation>字节权重（INT8）：大小为三分之一，误差会说明</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>导出为 %1</translation>
    </message>
</context>
<context>
    <name>gatelab::FieldForm</name>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>gatelab::FieldRow</name>
    <message>
        <source>%1 in %2</source>
        <translation>%1，单位 %2</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>恢复默认值：%1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>Reset to %1</source>
        <translation>重置为 %1</translation>
    </message>
    <message>
        <source>Copy as a command-line option</source>
        <translation>复制为命令行选项</translation>
    </message>
</context>
<context>
    <name>gatelab::FilmBar</name>
    <message>
        <source>Play film</source>
        <translation>播放影片</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Follows the training: shows the weights as they are now, twice a second at most</source>
        <translation>跟随训练：显示当前的权重，每秒最多两次</translation>
    </message>
    <message>
        <source>Frame of the film</source>
        <translation>影片的帧</translation>
    </message>
    <message>
        <source>The weights as they were at earlier steps of this training</source>
        <translation>本次训练较早各步时的权重</translation>
    </message>
    <message>
        <source>Export film</source>
        <translation>导出影片</translation>
    </message>
    <message>
        <source>All numbers (HDF5)...</source>
        <translation>全部数值（HDF5）...</translation>
    </message>
    <message>
        <source>Pictures (PNG)...</source>
        <translation>多张图片（PNG）...</translation>
    </message>
    <message>
        <source>Moving picture (GIF)...</source>
        <translation>动画（GIF）...</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1, frame %2 of %3</source>
        <translation>第 %1 步，第 %2 帧，共 %3 帧</translation>
    </message>
    <message>
        <source>step %1, none of %2 frames</source>
        <translation>第 %1 步，不在 %2 帧之中</translation>
    </message>
</context>
<context>
    <name>gatelab::FilmCurve</name>
    <message>
        <source>Training loss beside the film</source>
        <translation>影片旁的训练损失</translation>
    </message>
    <message>
        <source>The training loss over the steps; a tick is a frame of the film, a click shows it</source>
        <translation>训练损失随步数的变化；每个刻度是影片的一帧，单击即可显示</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>第 %2 步为 %1</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
</context>
<context>
    <name>gatelab::FinderPanel</name>
    <message>
        <source>Searching: %1 %</source>
        <translation>正在搜索：%1 %</translation>
    </message>
    <message>
        <source>Learning-rate search</source>
        <translation>学习率搜索</translation>
    </message>
    <message>
        <source>Batch-size search</source>
        <translation>批大小搜索</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>A run is training and would disturb the search; start it when the run has ended.</source>
        <translation>有运行正在训练，会干扰搜索；请在运行结束后再开始。</translation>
    </message>
    <message>
        <source>The training engine is not open yet; try again in a moment.</source>
        <translation>训练引擎尚未打开；请稍后再试。</translation>
    </message>
    <message>
        <source>Apply %1</source>
        <translation>应用 %1</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>the search measures</source>
        <translation>搜索正在测量</translation>
    </message>
    <message>
        <source>Something else measures, and each would disturb the other; start the search when that has ended.</source>
        <translation>另有测量正在进行，会互相干扰；请在其结束后再开始搜索。</translation>
    </message>
    <message>
        <source>The search was stopped so that it does not disturb this training.</source>
        <translation>搜索已停止，以免干扰这次训练。</translation>
    </message>
</context>
<context>
    <name>gatelab::FindingList</name>
    <message>
        <source>Mask</source>
        <translation>屏蔽</translation>
    </message>
    <message>
        <source>Its rows become missing: neither trained on nor scored</source>
        <translation>其各行变为缺失：既不用于训练，也不计分</translation>
    </message>
</context>
<context>
    <name>gatelab::ForecastChart</name>
    <message>
        <source>Forecast against truth</source>
        <translation>预测与真值</translation>
    </message>
    <message>
        <source>One window</source>
        <translation>单个窗口</translation>
    </message>
    <message>
        <source>All windows</source>
        <translation>全部窗口</translation>
    </message>
    <message>
        <source>Next rows</source>
        <translation>之后的行</translation>
    </message>
    <message>
        <source>Closed loop</source>
        <translation>闭环</translation>
    </message>
    <message>
        <source>What is drawn of the forecasts</source>
        <translation>绘制预测的哪一部分</translation>
    </message>
    <message>
        <source> rows</source>
        <translation> 行</translation>
    </message>
    <message>
        <source>Rows to forecast after the last one</source>
        <translation>最后一行之后要预测的行数</translation>
    </message>
    <message>
        <source>Window or step</source>
        <translation>窗口或步</translation>
    </message>
    <message>
        <source>Previous window or step (Alt+Left)</source>
        <translation>上一个窗口或步（Alt+左箭头）</translation>
    </message>
    <message>
        <source>Next window or step (Alt+Right)</source>
        <translation>下一个窗口或步（Alt+右箭头）</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Closed loop needs the target among the inputs.</source>
        <translation>闭环预测要求目标也在输入之中。</translation>
    </message>
    <message>
        <source>each forecast is fed back as input</source>
        <translation>每个预测又作为输入</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>forecast begins</source>
        <translation>预测起点</translation>
    </message>
    <message>
        <source>The next %1 rows</source>
        <translation>后续 %1 行</translation>
    </message>
    <message>
        <source>%1, after %2</source>
        <translation>%1，接在%2之后</translation>
    </message>
    <message>
        <source>Left and Right: one on; Page up and Page down: ten; Home and End: the first and the last</source>
        <translation>左、右箭头：一个；Page Up、Page Down：十个；Home、End：第一个和最后一个</translation>
    </message>
    <message>
        <source>window </source>
        <translation>窗口 </translation>
    </message>
    <message>
        <source>step </source>
        <translation>步 </translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>gatelab::ForecastPanel</name>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Forecasts and errors as CSV...</source>
        <translation>将预测与误差导出为 CSV...</translation>
    </message>
    <message>
        <source>Forecasts and errors as HDF5...</source>
        <translation>将预测与误差导出为 HDF5...</translation>
    </message>
    <message>
        <source>Error by step</source>
        <translation>各步误差</translation>
    </message>
    <message>
        <source>mean absolute</source>
        <translation>平均绝对值</translation>
    </message>
    <message>
        <source>step ahead</source>
        <translation>向前步数</translation>
    </message>
    <message>
        <source>Export forecasts</source>
        <translation>导出预测</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>HDF5 (*.h5)</source>
        <translation>HDF5 (*.h5)</translation>
    </message>
    <message>
        <source>Computing the forecasts.</source>
        <translation>正在计算预测。</translation>
    </message>
    <message>
        <source>There are no forecasts.</source>
        <translation>没有预测。</translation>
    </message>
    <message>
        <source>Predictions of the test part as CSV...</source>
        <translation>将测试集的预测导出为 CSV...</translation>
    </message>
    <message>
        <source>Predictions of the test part as HDF5...</source>
        <translation>将测试集的预测导出为 HDF5...</translation>
    </message>
    <message>
        <source>Export predictions</source>
        <translation>导出预测</translation>
    </message>
    <message>
        <source>Another file...</source>
        <translation>其他文件...</translation>
    </message>
    <message>
        <source>The next rows as CSV...</source>
        <translation>后续数据行导出为 CSV...</translation>
    </message>
    <message>
        <source>The next rows as HDF5...</source>
        <translation>后续数据行导出为 HDF5...</translation>
    </message>
    <message>
        <source>Export the next rows</source>
        <translation>导出后续数据行</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Run again...</source>
        <translation>再次运行...</translation>
    </message>
    <message>
        <source>No weights: the run ended before its first checkpoint.</source>
        <translation>没有权重：该运行在第一个检查点之前就结束了。</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>看板</translation>
    </message>
    <message>
        <source>Back to the test part of the runs&apos; own data</source>
        <translation>回到运行自己数据的测试部分</translation>
    </message>
    <message>
        <source>Forecasts</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Forecast a file that the runs have never seen; it can be dropped here, too</source>
        <translation>预测运行从未见过的文件；也可以拖放到这里</translation>
    </message>
    <message>
        <source>%1, seed %2</source>
        <translation>%1，种子 %2</translation>
    </message>
    <message>
        <source>Forecasting with %1</source>
        <translation>正在用 %1 预测</translation>
    </message>
    <message>
        <source>Choose runs on the board.</source>
        <translation>请在看板上选择运行。</translation>
    </message>
    <message>
        <source>No run has ended on this data yet.</source>
        <translation>这份数据上还没有运行结束。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the data of the run</source>
        <translation>运行的数据</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Forecast another file</source>
        <translation>预测另一个文件</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>Forecast with the runs&apos; weights in bytes, on one thread of the processor, and say how the forecasts and their time differ from those of the runs themselves</source>
        <translation>以字节存储的权重在处理器的一个线程上预测，并说明预测与用时和运行本身相差多少</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a run&apos;s mark, a sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Intervals</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Intervals: as kept</source>
        <translation>区间：保持原样</translation>
    </message>
    <message>
        <source>Intervals of the rows to come; split and adaptive ones are made of the errors of the run&apos;s backtest (Board, Trust)</source>
        <translation>将来各行的区间；分割和自适应区间由此运行回测的误差得出（看板，信任）</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Which of the series the charts and tables show; the worst forecast stand first</source>
        <translation>图和表显示哪一条序列；预测最差的排在最前</translation>
    </message>
    <message>
        <source>Strong baselines</source>
        <translation>强基线</translation>
    </message>
    <message>
        <source>Computes them beside the usual ones, for the table, the curves and the verdict:</source>
        <translation>与常用基线一同计算，用于表格、曲线和结论：</translation>
    </message>
    <message numerus="yes">
        <source>All %n series</source>
        <translation>
            <numerusform>全部 %n 条序列</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, MASE %2</source>
        <translation>%1，MASE %2</translation>
    </message>
</context>
<context>
    <name>gatelab::FormSection</name>
    <message>
        <source>open</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
</context>
<context>
    <name>gatelab::GateCanvas</name>
    <message>
        <source>Gates over time</source>
        <translation>门随时间的变化</translation>
    </message>
    <message>
        <source>Step %1, unit %2</source>
        <translation>第 %1 步，单元 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>unit %1</source>
        <translation>单元 %1</translation>
    </message>
    <message>
        <source>forecast %1</source>
        <translation>预测 %1</translation>
    </message>
    <message>
        <source>Left and Right move the cursor, Up and Down choose a unit, Shift marks a range of steps.
A click chooses a unit, with Ctrl one more; dragging marks a range. A double click, or Enter, walks through the step.</source>
        <translation>左右键移动光标，上下键选择单元，按住 Shift 标记一段步。
单击选择一个单元，按住 Ctrl 再加一个；拖动标记一段。双击或按回车键逐步查看该步。</translation>
    </message>
    <message>
        <source>Walk through step %1</source>
        <translation>逐步查看第 %1 步</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>true: %1</source>
        <translation>真实：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::GlossaryCard</name>
    <message>
        <source>All words...</source>
        <translation>全部词条...</translation>
    </message>
</context>
<context>
    <name>gatelab::GlossaryDialog</name>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Search the words</source>
        <translation>搜索词条</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词条</translation>
    </message>
    <message>
        <source>No word like this is in the glossary.</source>
        <translation>术语表里没有这样的词。</translation>
    </message>
</context>
<context>
    <name>gatelab::GradientPanel</name>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>%1 forward</source>
        <translation>%1 正向</translation>
    </message>
    <message>
        <source>%1 reverse</source>
        <translation>%1 反向</translation>
    </message>
    <message>
        <source>Gradient through time</source>
        <translation>沿时间的梯度</translation>
    </message>
    <message>
        <source>Euclidean norm, of the loss of this window</source>
        <translation>欧几里得范数，针对本窗口的损失</translation>
    </message>
    <message>
        <source>A nudge of the input</source>
        <translation>输入的微小扰动</translation>
    </message>
    <message>
        <source>how far the answer moves</source>
        <translation>结果移动多远</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>The gradient of the chosen window is drawn here.</source>
        <translation>所选窗口的梯度画在这里。</translation>
    </message>
    <message>
        <source>Each step&apos;s input is nudged, and the answer compared.</source>
        <translation>逐步扰动输入，并比较结果。</translation>
    </message>
    <message>
        <source>%1, |dL/dh|</source>
        <translation>%1，|dL/dh|</translation>
    </message>
    <message>
        <source>%1, |dL/dc|</source>
        <translation>%1，|dL/dc|</translation>
    </message>
    <message>
        <source>%1: the gradient reaches back at least %2 steps</source>
        <translation>%1：梯度至少回传 %2 步</translation>
    </message>
    <message>
        <source>%1: the gradient reaches back %2 steps</source>
        <translation>%1：梯度回传 %2 步</translation>
    </message>
    <message>
        <source>answer moves by, for %1 on every input of the step</source>
        <translation>该步每个输入加 %1 时结果的移动</translation>
    </message>
    <message>
        <source>answer moves by, for another token at the step</source>
        <translation>该步换成另一个词元时结果的移动</translation>
    </message>
    <message>
        <source>Line: |dL/dh|, dots: what the gates leave of 1.</source>
        <translation>实线：|dL/dh|；点线：门把 1 留下多少。</translation>
    </message>
    <message>
        <source>Line: |dL/dh|, dashes: |dL/dc|, dots: what the forget gates leave of 1.</source>
        <translation>实线：|dL/dh|；虚线：|dL/dc|；点线：遗忘门把 1 留下多少。</translation>
    </message>
    <message>
        <source>Beside RNN, GRU and LSTM</source>
        <translation>与 RNN、GRU 和 LSTM 并排</translation>
    </message>
    <message>
        <source>Train %1 for comparison</source>
        <translation>训练 %1 以作比较</translation>
    </message>
    <message>
        <source>Draws the gradient of the same run with another cell</source>
        <translation>绘制其他单元的同一运行的梯度</translation>
    </message>
    <message>
        <source>Queues the same run with other cells; their gradients are drawn beside</source>
        <translation>把其他单元的同一运行加入队列；其梯度并排绘制</translation>
    </message>
    <message>
        <source>Reach: steps back until the gradient is below a thousandth of its largest. Learning can look back so far; the nudge shows whether it does.</source>
        <translation>可达范围：梯度降到最大值千分之一以下所回溯的步数。学习能回看这么远；是否学会由微扰显示。</translation>
    </message>
    <message>
        <source>%1, left by the gates of 1 (geometric mean of the units)</source>
        <translation>%1，门从 1 中留下的部分（各单元的几何平均）</translation>
    </message>
    <message>
        <source>%1: untrained, the start was kept; it has no reach</source>
        <translation>%1：未训练，保留的是起点；没有可及步数</translation>
    </message>
    <message>
        <source>Gradient of all weights: %1, clipped at %2.</source>
        <translation>所有权重的梯度：%1，裁剪到 %2。</translation>
    </message>
    <message>
        <source>of that, by the linear path alone</source>
        <translation>其中仅由线性通路造成</translation>
    </message>
</context>
<context>
    <name>gatelab::HandsPanel</name>
    <message>
        <source>Question for hands</source>
        <translation>举手提问</translation>
    </message>
    <message>
        <source>Hands: keys 1 to 4, then Space</source>
        <translation>举手：按 1 到 4，再按空格</translation>
    </message>
    <message>
        <source>Talk with your neighbour: %1:%2</source>
        <translation>和邻座讨论：%1:%2</translation>
    </message>
    <message>
        <source>Hands again: keys 1 to 4, then →</source>
        <translation>再次举手：按 1 到 4，再按 →</translation>
    </message>
</context>
<context>
    <name>gatelab::HardwareCard</name>
    <message>
        <source>%1, tight</source>
        <translation>%1，勉强</translation>
    </message>
    <message>
        <source>%1, too large</source>
        <translation>%1，放不下</translation>
    </message>
    <message>
        <source>Other hardware</source>
        <translation>其他硬件</translation>
    </message>
    <message>
        <source>Compare devices</source>
        <translation>比较设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Batch up to</source>
        <translation>批次可达</translation>
    </message>
    <message>
        <source>Step at best</source>
        <translation>一步至少</translation>
    </message>
    <message>
        <source>Step, likely</source>
        <translation>一步大约</translation>
    </message>
    <message>
        <source>Where this experiment would fit, and how fast, on known devices.</source>
        <translation>此实验能放进哪些已知设备，以及有多快。</translation>
    </message>
    <message>
        <source>The measurement was stopped.</source>
        <translation>测量已停止。</translation>
    </message>
    <message>
        <source>Measuring how far the formula is off here.</source>
        <translation>正在测量公式在本机上的偏差。</translation>
    </message>
    <message>
        <source>hardware is compared</source>
        <translation>正在比较硬件</translation>
    </message>
    <message>
        <source>Something trains or measures now: compare when it has ended.</source>
        <translation>现在正在训练或测量：请在结束后比较。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Figures from: %1</source>
        <translation>数据来源：%1</translation>
    </message>
    <message>
        <source>* held up by time steps that follow each other</source>
        <translation>* 受限于依次进行的时间步</translation>
    </message>
</context>
<context>
    <name>gatelab::HelpCommands</name>
    <message>
        <source>not open</source>
        <translation>未打开</translation>
    </message>
    <message>
        <source>About Gatelab</source>
        <translation>关于 Gatelab</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;Gatelab %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;A workbench for recurrent networks on time series.&lt;/p&gt;&lt;p&gt;Engine: LibTorch %2&lt;br&gt;Window: Qt %3&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later, with a permission to link NVIDIA&apos;s CUDA libraries. Everything stays on this computer.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;Gatelab %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;面向时间序列循环网络的工作台。&lt;/p&gt;&lt;p&gt;引擎：LibTorch %2&lt;br&gt;窗口：Qt %3&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later，并附允许链接 NVIDIA CUDA 库的许可。一切都留在本机。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Go to a field, then press F1.</source>
        <translation>先选中某一项，再按 F1。</translation>
    </message>
</context>
<context>
    <name>gatelab::Histogram</name>
    <message>
        <source>No values yet</source>
        <translation>尚无数值</translation>
    </message>
    <message>
        <source>mean %1
SD %2</source>
        <translation>均值 %1
标准差 %2</translation>
    </message>
    <message>
        <source>%1 not finite</source>
        <translation>%1 个非有限值</translation>
    </message>
</context>
<context>
    <name>gatelab::HistogramPicker</name>
    <message>
        <source>Histograms of</source>
        <translation>直方图对象</translation>
    </message>
</context>
<context>
    <name>gatelab::HostChoice</name>
    <message>
        <source>Ranks </source>
        <translation>进程 </translation>
    </message>
    <message>
        <source>Ranks on %1</source>
        <translation>%1 上的进程数</translation>
    </message>
</context>
<context>
    <name>gatelab::HostsPanel</name>
    <message>
        <source>Ask again</source>
        <translation>再次询问</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Host to add</source>
        <translation>要添加的主机</translation>
    </message>
    <message>
        <source>Names as your ssh knows them</source>
        <translation>ssh 所知的名称</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>正在询问</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 of %2 answered</source>
        <translation>%2 个中 %1 个已回答</translation>
    </message>
</context>
<context>
    <name>gatelab::ImportForm</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>猜测</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>guess</source>
        <translation>猜测</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>guess everything again</source>
        <translation>全部重新猜测</translation>
    </message>
    <message>
        <source>Every guess can be changed; the preview follows. Choices are kept with the experiment.</source>
        <translation>每个猜测都可以更改，预览会跟随。选择随实验保存。</translation>
    </message>
</context>
<context>
    <name>gatelab::ImportPage</name>
    <message>
        <source>How to read it</source>
        <translation>读取方式</translation>
    </message>
    <message>
        <source>Guess everything again</source>
        <translation>全部重新猜测</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Use the data as shown (Enter)</source>
        <translation>使用所示数据（Enter）</translation>
    </message>
    <message>
        <source>Raw text</source>
        <translation>原始文本</translation>
    </message>
    <message>
        <source>first lines as they are in the file</source>
        <translation>文件开头几行的原样</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>as Gatelab reads it</source>
        <translation>Gatelab 读取的结果</translation>
    </message>
    <message>
        <source>Last place to look at</source>
        <translation>上一处需要查看的地方</translation>
    </message>
    <message>
        <source>Next place to look at</source>
        <translation>下一处需要查看的地方</translation>
    </message>
    <message>
        <source>A built-in series is used; there is nothing to read.</source>
        <translation>正在使用内置序列，没有需要读取的文件。</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Reading, %1 %</source>
        <translation>正在读取，%1 %</translation>
    </message>
    <message>
        <source>The file cannot be read like this.</source>
        <translation>无法这样读取此文件。</translation>
    </message>
    <message>
        <source>%1  %2, read in %3 ms</source>
        <translation>%1  %2，读取用时 %3 毫秒</translation>
    </message>
    <message>
        <source>Line %1:</source>
        <translation>第 %1 行：</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>注意：</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1（另有 %2 条）</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1 guesses, %2 changed</source>
        <translation>%1 项猜测，%2 项更改</translation>
    </message>
    <message>
        <source>%1 sequences, %2 classes</source>
        <translation>%1 个序列，%2 个类别</translation>
    </message>
    <message>
        <source>Import %1 sequences</source>
        <translation>导入 %1 个序列</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Import %1 rows</source>
        <translation>导入 %1 行</translation>
    </message>
    <message>
        <source>nothing missing</source>
        <translation>没有缺失</translation>
    </message>
    <message numerus="yes">
        <source>%n places to look at</source>
        <translation>
            <numerusform>%n 处需要查看</numerusform>
        </translation>
    </message>
    <message>
        <source>place %1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>Import 1 row</source>
        <translation>导入 1 行</translation>
    </message>
    <message>
        <source>Sequences have no common rows to show here; the Data page draws each of them.</source>
        <translation>各序列没有可在此显示的共同行；“数据”页会逐个绘制它们。</translation>
    </message>
    <message>
        <source>Back to the present data (Esc)</source>
        <translation>回到当前数据（Esc）</translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>没有导入任何内容。</translation>
    </message>
    <message>
        <source>import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>%1. The file and your present data are unchanged.</source>
        <translation>%1。文件和当前数据都没有改变。</translation>
    </message>
    <message>
        <source>import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>Read as series below each other:</source>
        <translation>已按上下排列的序列读取：</translation>
    </message>
    <message>
        <source>a column of this long table tells them apart.</source>
        <translation>这个长表中有一列区分各个序列。</translation>
    </message>
    <message>
        <source>Read a row for each time</source>
        <translation>按每个时间一行读取</translation>
    </message>
    <message>
        <source>Read as many series, one network:</source>
        <translation>按多条序列、一个网络读取：</translation>
    </message>
    <message>
        <source>the file holds %1 series.</source>
        <translation>该文件包含 %1 个序列。</translation>
    </message>
</context>
<context>
    <name>gatelab::ImportanceBars</name>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>%1: %2 times the error, 95 % interval %3 to %4</source>
        <translation>%1：误差的 %2 倍，95 % 区间 %3 到 %4</translation>
    </message>
</context>
<context>
    <name>gatelab::ImportancePanel</name>
    <message>
        <source>training part</source>
        <translation>训练部分</translation>
    </message>
    <message>
        <source>validation part</source>
        <translation>验证部分</translation>
    </message>
    <message>
        <source>test part</source>
        <translation>测试部分</translation>
    </message>
    <message>
        <source>By column</source>
        <translation>按列</translation>
    </message>
    <message>
        <source>Columns that go together</source>
        <translation>同步变化的列</translation>
    </message>
    <message>
        <source>By step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>|r| from 0.7 on over the training windows: alone, one stands in for the other</source>
        <translation>在训练窗口上 |r| 不低于 0.7：单独去掉时，一个可以代替另一个</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Measure what matters</source>
        <translation>测量什么重要</translation>
    </message>
    <message numerus="yes">
        <source>How many times the error (%1 %2) is as large when this is exchanged among %3 windows of the %4: mean and 95 % interval of %n shuffle(s). 1: it does not matter.</source>
        <translation>
            <numerusform>将其在%4的 %3 个窗口之间交换后，误差（%1 %2）变为多少倍：%n 次打乱的均值和 95 % 区间。1 表示不重要。</numerusform>
        </translation>
    </message>
    <message>
        <source>cross entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>mean squared</source>
        <translation>均方</translation>
    </message>
    <message>
        <source>Each column, and each block of steps, is exchanged among the windows of the %1, five times: where the forecasts get worse, it matters.</source>
        <translation>每一列和每一段步在%1的窗口之间交换五次：预测变差之处，就是重要之处。</translation>
    </message>
</context>
<context>
    <name>gatelab::InsightList</name>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
</context>
<context>
    <name>gatelab::InspectorColumn</name>
    <message>
        <source>Close the inspector</source>
        <translation>关闭检查栏</translation>
    </message>
</context>
<context>
    <name>gatelab::JobsPanel</name>
    <message>
        <source>Cancel</source>
        <translation>取消作业</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Takes the job away; the run is kept up to its last checkpoint</source>
        <translation>撤去作业；运行保留到最后一个检查点</translation>
    </message>
    <message>
        <source>Ends the job where it trains (it saves) and lets it wait again</source>
        <translation>结束正在训练的作业（会先保存），让它重新等待</translation>
    </message>
    <message>
        <source>Runs that were handed to a cluster stand here until they end. To hand one in: Cluster in &quot;Where it runs&quot; on Model, then Train.</source>
        <translation>交给集群的运行在结束之前列在这里。要提交一个：在“模型”页的“在哪里运行”中选择“集群”，然后点击“训练”。</translation>
    </message>
</context>
<context>
    <name>gatelab::KeyValueList</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gatelab::LabBar</name>
    <message>
        <source>Cumulative</source>
        <translation>逐级累加</translation>
    </message>
    <message>
        <source>A against B</source>
        <translation>A 对 B</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Repeats </source>
        <translation>重复 </translation>
    </message>
    <message>
        <source>Run the lab, about %1</source>
        <translation>运行优化实验室，约 %1</translation>
    </message>
    <message>
        <source>Run the lab</source>
        <translation>运行优化实验室</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>One at a time</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>How often each rung is measured, in shuffled order.</source>
        <translation>每项测量多少次，顺序随机。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run, at most %1</source>
        <translation>运行，最多 %1</translation>
    </message>
    <message>
        <source>Run the lab, at most %1</source>
        <translation>运行优化实验室，最多 %1</translation>
    </message>
    <message>
        <source>Run, about %1</source>
        <translation>运行，约 %1</translation>
    </message>
    <message>
        <source>Something else trains or measures: it and the lab would disturb each other.</source>
        <translation>另有训练或测量正在进行：它与优化实验室会互相干扰。</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Earlier tables</source>
        <translation>以往的表格</translation>
    </message>
    <message>
        <source>cumulative</source>
        <translation>逐级累加</translation>
    </message>
    <message>
        <source>one at a time</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>cut off after %1 of %2 rounds</source>
        <translation>中断：完成 %2 轮中的 %1 轮</translation>
    </message>
    <message>
        <source>date unknown</source>
        <translation>日期未知</translation>
    </message>
    <message>
        <source>%1  %2 on %3, %4</source>
        <translation>%1  %2，数据 %3，%4</translation>
    </message>
    <message>
        <source>%1 of %2 rungs, %3</source>
        <translation>%2 项中的 %1 项，%3</translation>
    </message>
    <message>
        <source>%1 older ones: gatelab-worker lab --kept</source>
        <translation>另有 %1 个更早的：gatelab-worker lab --kept</translation>
    </message>
    <message>
        <source>Play a case: text in a fraction of the time...</source>
        <translation>演示案例：用一小部分时间完成文本分类...</translation>
    </message>
</context>
<context>
    <name>gatelab::LabController</name>
    <message>
        <source>The lab is measuring and this training disturbs it. Disturbed repeats are measured again; those that stay disturbed are marked.</source>
        <translation>优化实验室正在测量，这次训练会干扰它。受干扰的重复会重新测量；仍受干扰的会标出。</translation>
    </message>
    <message>
        <source>use the lab&apos;s fastest switches</source>
        <translation>采用优化实验室最快的开关</translation>
    </message>
    <message>
        <source>the lab measures</source>
        <translation>优化实验室正在测量</translation>
    </message>
</context>
<context>
    <name>gatelab::LabDelegate</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>bold: this switch alone is beyond chance</source>
        <translation>粗体：此开关单独超出偶然</translation>
    </message>
    <message>
        <source>this switch</source>
        <translation>此开关</translation>
    </message>
    <message>
        <source>all so far, 95 %</source>
        <translation>到此为止，95 %</translation>
    </message>
    <message>
        <source>first line</source>
        <translation>第一行</translation>
    </message>
    <message>
        <source>outputs move %1, %2</source>
        <translation>输出变化 %1，%2</translation>
    </message>
</context>
<context>
    <name>gatelab::LabHeadlineCard</name>
    <message>
        <source>disturbed</source>
        <translation>受干扰</translation>
    </message>
    <message>
        <source>What the lab shows</source>
        <translation>优化实验室的结论</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 次运行中的 %1 次</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>the time is being measured</source>
        <translation>正在测量时间</translation>
    </message>
    <message>
        <source>at most %1 left</source>
        <translation>最多还需 %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1; %2 disturbed, again</source>
        <translation>%1；%2 次受干扰，重测</translation>
    </message>
    <message>
        <source>Each rung trains some hundred steps, several times.</source>
        <translation>每项训练数百步，重复数次。</translation>
    </message>
    <message>
        <source>Interrupted after %1 of %2 rounds.</source>
        <translation>中断：完成 %2 轮中的 %1 轮。</translation>
    </message>
    <message>
        <source>Measured on %1; the present experiment is another.</source>
        <translation>在 %1 上测得；当前实验不同。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>Not measured here yet.</source>
        <translation>此处尚未测量。</translation>
    </message>
    <message>
        <source>Present settings</source>
        <translation>当前设置</translation>
    </message>
    <message>
        <source>Last table</source>
        <translation>上次的表格</translation>
    </message>
    <message>
        <source>What would be measured now. This table comes back with a click.</source>
        <translation>现在会测量的内容。点击即可回到此表格。</translation>
    </message>
    <message>
        <source>What was measured last in this mode</source>
        <translation>此模式下最近一次的测量结果</translation>
    </message>
    <message>
        <source>Waiting for an idle machine</source>
        <translation>等待机器空闲</translation>
    </message>
    <message>
        <source>Repeat when idle</source>
        <translation>空闲时重测</translation>
    </message>
    <message>
        <source>Click to wait no longer.</source>
        <translation>点击则不再等待。</translation>
    </message>
    <message>
        <source>Measures again as soon as others leave the processor alone.</source>
        <translation>其他程序不再占用处理器时重新测量。</translation>
    </message>
    <message>
        <source>Use B</source>
        <translation>采用 B</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用%1</translation>
    </message>
    <message>
        <source>Sets these switches in the present experiment.</source>
        <translation>在当前实验中设置这些开关。</translation>
    </message>
</context>
<context>
    <name>gatelab::LabModel</name>
    <message>
        <source>Rung</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Peak MiB</source>
        <translation>峰值 MiB</translation>
    </message>
    <message>
        <source>This switch</source>
        <translation>此开关</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Same numbers</source>
        <translation>数值相同</translation>
    </message>
    <message>
        <source>Other numbers</source>
        <translation>数值不同</translation>
    </message>
    <message>
        <source>Less memory or same bits</source>
        <translation>更省内存或逐位相同</translation>
    </message>
    <message>
        <source>Many models at once</source>
        <translation>同时训练多个模型</translation>
    </message>
    <message>
        <source>each line leaves one switch out</source>
        <translation>每行去掉一个开关</translation>
    </message>
    <message>
        <source>B against A</source>
        <translation>B 对比 A</translation>
    </message>
    <message>
        <source>each rung adds one switch to those above</source>
        <translation>每项在上面各项之上增加一个开关</translation>
    </message>
    <message>
        <source>lower precision, set beside rung %1</source>
        <translation>较低精度，与第 %1 项对比</translation>
    </message>
    <message>
        <source>each set beside rung %1</source>
        <translation>各与第 %1 项对比</translation>
    </message>
    <message>
        <source>times as fast as A</source>
        <translation>速度为 A 的倍数</translation>
    </message>
    <message>
        <source>times as fast as with all switches</source>
        <translation>速度为全部开关时的倍数</translation>
    </message>
    <message>
        <source>times as fast as the plain loop</source>
        <translation>速度为基础实现的倍数</translation>
    </message>
    <message>
        <source>Training loss over time; the figure is the validation loss at the end.</source>
        <translation>训练损失随时间变化；数字为结束时的验证损失。</translation>
    </message>
    <message>
        <source>%1 % of what this machine could do at most</source>
        <translation>本机极限的 %1 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message numerus="yes">
        <source>%n repeats</source>
        <translation>
            <numerusform>%n 次重复</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 disturbed</source>
        <translation>%1，受干扰 %2 次</translation>
    </message>
    <message>
        <source>%1, p %2</source>
        <translation>%1，p %2</translation>
    </message>
    <message>
        <source>%1, computed</source>
        <translation>%1，推算</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>Loss at equal time</source>
        <translation>相同时间的损失</translation>
    </message>
    <message>
        <source>at %1 s</source>
        <translation>%1 秒时</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>结束时</translation>
    </message>
    <message>
        <source>Outputs move</source>
        <translation>输出变化</translation>
    </message>
    <message>
        <source>Dot and line: all switches up to here, with 95 %. Bar: this switch.</source>
        <translation>点与线：到此为止的全部开关，95 %。条：此开关。</translation>
    </message>
    <message>
        <source>Times as fast as without it; bold: beyond chance.</source>
        <translation>为去掉它时速度的倍数；粗体：超出偶然。</translation>
    </message>
    <message>
        <source>Of repeats that belong together, on the logarithm (t).</source>
        <translation>由成对的重复在对数上得出（t）。</translation>
    </message>
    <message>
        <source>Largest difference of an output, in parts of the largest.</source>
        <translation>输出的最大差异，相对于最大输出。</translation>
    </message>
    <message>
        <source>Another device</source>
        <translation>另一设备</translation>
    </message>
</context>
<context>
    <name>gatelab::LabPanel</name>
    <message>
        <source>Export the lab&apos;s table</source>
        <translation>导出优化实验室表格</translation>
    </message>
    <message>
        <source>Markdown (*.md);;CSV (*.csv);;JSON (*.json)</source>
        <translation>Markdown (*.md);;CSV (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Nothing was changed: the present experiment has these switches.</source>
        <translation>没有改动：当前实验已使用这些开关。</translation>
    </message>
    <message>
        <source>They were measured on %1, and the present experiment is another (%2): measure again to know what they are worth for it.</source>
        <translation>它们是在 %1 上测量的，当前实验与之不同（%2）：请重新测量，以了解它们对当前实验的价值。</translation>
    </message>
    <message>
        <source>Changed: %1.</source>
        <translation>已更改：%1。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The plain loop</source>
        <translation>基础实现</translation>
    </message>
    <message>
        <source>All switches</source>
        <translation>全部开关</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>当前设置</translation>
    </message>
    <message>
        <source>With: %1</source>
        <translation>使用：%1</translation>
    </message>
    <message>
        <source>Without: %1</source>
        <translation>不用：%1</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Command copied</source>
        <translation>已复制命令</translation>
    </message>
    <message>
        <source>Command of %1 copied</source>
        <translation>已复制 %1 的命令</translation>
    </message>
</context>
<context>
    <name>gatelab::LabTable</name>
    <message>
        <source>Optimisation lab</source>
        <translation>优化实验室</translation>
    </message>
</context>
<context>
    <name>gatelab::LabTables</name>
    <message>
        <source>The lab&apos;s table is not kept for the next start: %1</source>
        <translation>优化实验室的表格未能保存到下次启动：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::LayerModel</name>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Output shape of the layer: time, batch, feature.</source>
        <translation>该层输出的形状：时间、批次、特征。</translation>
    </message>
    <message>
        <source>Multiply-adds (MACs) of the forward pass of one window, in millions.</source>
        <translation>一个窗口前向计算的乘加次数（MAC），以百万计。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Multiply-adds, M</source>
        <translation>乘加，百万</translation>
    </message>
    <message>
        <source>Activations, MiB</source>
        <translation>激活，MiB</translation>
    </message>
    <message>
        <source>Memory that LibTorch keeps for the backward pass, for a whole batch. The total is the forecast at the right; the window counts to the data there.</source>
        <translation>LibTorch 为整个批次的反向传播保留的内存。合计即右侧的预测值；窗口在那里计入数据。</translation>
    </message>
</context>
<context>
    <name>gatelab::LearnBar</name>
    <message>
        <source>Compare with</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>From which part the window is</source>
        <translation>窗口来自哪一部分</translation>
    </message>
    <message>
        <source>Next of class %1</source>
        <translation>下一个类别 %1 的窗口</translation>
    </message>
    <message>
        <source>Part of the data</source>
        <translation>数据部分</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Which weights of the run: the best, the last, or those of a checkpoint</source>
        <translation>运行的哪组权重：最佳、最后或某个检查点的</translation>
    </message>
    <message>
        <source>as they are now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>its best weights</source>
        <translation>它的最佳权重</translation>
    </message>
    <message>
        <source>its first frame, step %1</source>
        <translation>它的第一帧，第 %1 步</translation>
    </message>
    <message>
        <source>its last weights</source>
        <translation>它最后的权重</translation>
    </message>
    <message>
        <source>its weights of step %1</source>
        <translation>它第 %1 步的权重</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>nothing beside</source>
        <translation>不并排</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>of step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Finds a window by the error of the network on it</source>
        <translation>按网络在窗口上的误差来查找窗口</translation>
    </message>
    <message>
        <source>Hardest window</source>
        <translation>最难的窗口</translation>
    </message>
    <message>
        <source>Largest single error</source>
        <translation>单个误差最大</translation>
    </message>
    <message>
        <source>Number of the window, or of the sequence, in its part</source>
        <translation>窗口或序列在其部分中的编号</translation>
    </message>
    <message>
        <source>Typical window</source>
        <translation>典型的窗口</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Other weights, or another chosen run, on the same window</source>
        <translation>同一窗口上的其他权重，或另一个所选运行</translation>
    </message>
    <message>
        <source>The first run that is chosen on the board, or the one that was opened here</source>
        <translation>看板上选中的第一个运行，或在这里打开的运行</translation>
    </message>
    <message>
        <source>best: epoch %1, loss %2</source>
        <translation>最佳：轮次 %1，损失 %2</translation>
    </message>
</context>
<context>
    <name>gatelab::LearnPage</name>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Microscope</source>
        <translation>显微镜</translation>
    </message>
    <message>
        <source>What the gates do while the network reads one window</source>
        <translation>网络读取一个窗口时各个门的活动</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>How far the gradient of one window reaches back through time</source>
        <translation>一个窗口的梯度沿时间回传多远</translation>
    </message>
    <message>
        <source>Train a network</source>
        <translation>训练一个网络</translation>
    </message>
    <message>
        <source>Unit explorer</source>
        <translation>单元浏览</translation>
    </message>
    <message>
        <source>This run has just begun; its network is shown here as soon as its first weights are copied.</source>
        <translation>这个运行刚刚开始；首批权重复制完成后，网络就会显示在这里。</translation>
    </message>
    <message>
        <source>No network has been trained yet. Train one: its gates are shown here while it learns.</source>
        <translation>还没有训练过网络。训练一个：学习时它的门会显示在这里。</translation>
    </message>
    <message>
        <source>Opening the network ...</source>
        <translation>正在打开网络 ...</translation>
    </message>
    <message>
        <source>Cell walk</source>
        <translation>单步演示</translation>
    </message>
    <message>
        <source>One step of one cell, number by number, forward and back</source>
        <translation>一个细胞的一步，逐个数值，正向与反向</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Short experiments with a question, your prediction and what happens</source>
        <translation>带问题、你的预测和结果的小实验</translation>
    </message>
    <message>
        <source>Escape does so, too</source>
        <translation>按 Esc 也可以</translation>
    </message>
    <message>
        <source>Choose a run on the board to look into its network.</source>
        <translation>请在看板上选择一个运行，以查看其网络。</translation>
    </message>
    <message>
        <source>Belt</source>
        <translation>传送带</translation>
    </message>
    <message>
        <source>A small network that reads without end, with valves to drag</source>
        <translation>一个不停读数的小网络，阀门可以拖动</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What an answer is made of, and what matters to all of them</source>
        <translation>一个回答由什么构成，以及什么对所有回答都重要</translation>
    </message>
</context>
<context>
    <name>gatelab::LeftOutList</name>
    <message>
        <source>Rows left out</source>
        <translation>略去的行</translation>
    </message>
    <message>
        <source>%1 rows in the file, %2 read, %3 left out</source>
        <translation>文件中有 %1 行，读取 %2 行，略去 %3 行</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 行</translation>
    </message>
</context>
<context>
    <name>gatelab::LessonExport</name>
    <message>
        <source>%1 has no ending that a lesson can be written as. Use .png, .svg, .gif or .pdf.</source>
        <translation>课程不能写成 %1 这样的后缀。请用 .png、.svg、.gif 或 .pdf。</translation>
    </message>
    <message>
        <source>There is no lesson &quot;%1&quot;. Choose one of the list; a lesson of your own is opened from its file.</source>
        <translation>没有课程“%1”。请从列表中选择；自己的课程从文件打开。</translation>
    </message>
    <message>
        <source>Stopped; no file was written.</source>
        <translation>已停止；没有写文件。</translation>
    </message>
    <message>
        <source>training %1</source>
        <translation>正在训练 %1</translation>
    </message>
    <message>
        <source>The training has ended early; no file was written.</source>
        <translation>训练提前结束；没有写文件。</translation>
    </message>
</context>
<context>
    <name>gatelab::LessonNumber</name>
    <message>
        <source>Lesson %1, %2, claim seen</source>
        <translation>第 %1 课，%2，已看到结论</translation>
    </message>
    <message>
        <source>Lesson %1, %2</source>
        <translation>第 %1 课，%2</translation>
    </message>
</context>
<context>
    <name>gatelab::LessonNumbers</name>
    <message>
        <source>Part %1</source>
        <translation>第 %1 部分</translation>
    </message>
</context>
<context>
    <name>gatelab::LessonSession</name>
    <message>
        <source>%1 trains or is paused. Stop it, or let it end; then train the lesson.</source>
        <translation>%1 正在训练或已暂停。停止它或等它结束，然后再训练本课。</translation>
    </message>
    <message>
        <source>Another run</source>
        <translation>另一次运行</translation>
    </message>
</context>
<context>
    <name>gatelab::LessonsView</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>There is no lesson &quot;%1&quot;. Choose one of the list; a lesson of your own is opened from its file.</source>
        <translation>没有课程“%1”。请从列表中选择；自己的课程从文件打开。</translation>
    </message>
    <message>
        <source>%1 of %2 lessons finished</source>
        <translation>已完成 %1 / %2 课</translation>
    </message>
    <message>
        <source>settings of the lesson %1</source>
        <translation>课程 %1 的设置</translation>
    </message>
    <message>
        <source>The settings of this lesson are taken; choose your series here, then train. Edit, Undo brings the settings before back.</source>
        <translation>已采用本课的设置；请在这里选择你的序列，然后训练。“编辑”&gt;“撤销”可恢复之前的设置。</translation>
    </message>
    <message>
        <source>Back to the lesson</source>
        <translation>回到课程</translation>
    </message>
    <message>
        <source>Begin again: forgets the prediction, the answers and the trainings of this lesson; its runs stay in the workspace</source>
        <translation>重新开始：忘掉这一课的预测、回答和训练；它的运行仍留在工作区</translation>
    </message>
    <message>
        <source>Look into these networks: microscope, gradient, cell walk</source>
        <translation>看进这些网络：显微镜、梯度、单元走查</translation>
    </message>
    <message>
        <source>Glossary: all words that are explained...</source>
        <translation>词汇表：所有有解释的词……</translation>
    </message>
    <message>
        <source>Teacher&apos;s mode: large letters, answers hidden, for a projector and its remote</source>
        <translation>教师模式：大字，答案隐藏，用于投影和遥控器</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Open a lesson of your own, a class or an exercise, from a file...</source>
        <translation>从文件打开自己的课程、课堂或练习...</translation>
    </message>
    <message>
        <source>Save what the stage shows: picture, film or worksheet, each with lesson, step, loss, seed and source</source>
        <translation>保存舞台上的内容：图片、影片或练习纸，都带有课程、训练步、损失、种子和来源</translation>
    </message>
    <message>
        <source>Open a lesson, class or exercise</source>
        <translation>打开课程、课堂或练习</translation>
    </message>
    <message>
        <source>Lessons, classes, exercises (*.json *.class)</source>
        <translation>课程、课堂、练习 (*.json *.class)</translation>
    </message>
    <message>
        <source>Lesson&apos;s data</source>
        <translation>本课数据</translation>
    </message>
    <message>
        <source>My series</source>
        <translation>我的序列</translation>
    </message>
    <message>
        <source>Keep as experiment: takes the settings of this lesson to the data that are open, to be trained on Train</source>
        <translation>保留为实验：把这一课的设置用到打开的数据上，在“训练”页训练</translation>
    </message>
    <message>
        <source>Review: %1</source>
        <translation>复习：%1</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复习</translation>
    </message>
    <message numerus="yes">
        <source>Questions of the lessons you have finished, mixed; wrong ones come again. %n of them are due.</source>
        <translation>
            <numerusform>你已学完的课程的问题，混合在一起；答错的会再次出现。现在有 %n 题到期。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is due: every question was right, and comes again later.</source>
        <translation>没有到期的：每题都答对了，以后再问。</translation>
    </message>
    <message>
        <source>No lesson is open</source>
        <translation>没有打开的课</translation>
    </message>
    <message>
        <source>It trains; let it end, or stop it</source>
        <translation>正在训练；等它结束，或停止它</translation>
    </message>
    <message>
        <source>Open a series on Data first</source>
        <translation>请先在“数据”页打开一个序列</translation>
    </message>
    <message>
        <source>Lessons are played on a series that is forecast</source>
        <translation>课程在用来预测的序列上进行</translation>
    </message>
</context>
<context>
    <name>gatelab::LimitsPanel</name>
    <message>
        <source>In a sandbox</source>
        <translation>在沙箱中</translation>
    </message>
    <message>
        <source>Each job of the queue that trains beside others, and each run in a process of its own, keeps within this. A change is for those that begin after it.</source>
        <translation>队列中与其他作业同时训练的每个作业，以及每个独立进程中的运行，都不超过这些限制。更改只对之后开始的生效。</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Under bubblewrap: all files to be read, only the workspace to be written, and no network</source>
        <translation>在 bubblewrap 下：可读所有文件，只能写工作区，没有网络</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Processes and threads</source>
        <translation>进程与线程</translation>
    </message>
    <message>
        <source>Kept by: %1.</source>
        <translation>实现方式：%1。</translation>
    </message>
</context>
<context>
    <name>gatelab::LineChart</name>
    <message>
        <source>Nothing to draw yet</source>
        <translation>尚无可绘制的内容</translation>
    </message>
    <message>
        <source>Table, CSV, visible range</source>
        <translation>表格，CSV，可见范围</translation>
    </message>
    <message>
        <source>Table, CSV, every point</source>
        <translation>表格，CSV，全部数据点</translation>
    </message>
    <message>
        <source>Show everything	F</source>
        <translation>显示全部	F</translation>
    </message>
    <message>
        <source>Logarithmic y axis	L</source>
        <translation>对数 y 轴	L</translation>
    </message>
    <message>
        <source>Logarithmic x axis	Shift+L</source>
        <translation>对数 x 轴	Shift+L</translation>
    </message>
    <message>
        <source>Scale to all values, outliers included</source>
        <translation>按全部数值缩放，包括异常值</translation>
    </message>
    <message>
        <source>Y axis from zero</source>
        <translation>y 轴从零开始</translation>
    </message>
    <message>
        <source>Pin the cursor	P</source>
        <translation>固定光标	P</translation>
    </message>
    <message>
        <source>Copy as a picture	Ctrl+C</source>
        <translation>复制为图片	Ctrl+C</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Full size	F11</source>
        <translation>全尺寸	F11</translation>
    </message>
    <message>
        <source>Zoom, move, cursor</source>
        <translation>缩放、移动、光标</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
    <message>
        <source>Keys: arrows, Home and End move the cursor; Shift and arrows move the view; + and - zoom, with Ctrl and the arrows up and down vertically; F shows everything, L and Shift+L switch the axes to logarithms, P pins the cursor, Esc takes back, Ctrl+C copies, F11 gives full size. F, L, P and F11 need no click: the pointer over the chart is enough.
Mouse: Ctrl+wheel zooms, with Shift vertically; a box zooms into it; Shift and dragging moves the view; a double click shows everything, on the title it gives full size.</source>
        <translation>按键：方向键、Home 和 End 移动光标；Shift 加方向键移动视图；+ 和 - 缩放，Ctrl 加上下方向键纵向缩放；F 显示全部，L 和 Shift+L 切换对数坐标轴，P 固定光标，Esc 撤回，Ctrl+C 复制，F11 全尺寸。F、L、P 和 F11 无需点击，指针停在图上即可。
鼠标：Ctrl+滚轮缩放，再按 Shift 纵向缩放；框选放大；按住 Shift 拖动移动视图；双击显示全部，双击标题为全尺寸。</translation>
    </message>
</context>
<context>
    <name>gatelab::LineField</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>gatelab::LineageList</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>谱系</translation>
    </message>
    <message>
        <source>%1 more before</source>
        <translation>之前还有 %1 个</translation>
    </message>
    <message>
        <source>%1 more after</source>
        <translation>之后还有 %1 个</translation>
    </message>
    <message>
        <source>from %1: %2</source>
        <translation>来自 %1：%2</translation>
    </message>
    <message>
        <source>from the start: %1</source>
        <translation>从头开始：%1</translation>
    </message>
    <message>
        <source>with the weights %1: %2</source>
        <translation>使用权重 %1：%2</translation>
    </message>
    <message>
        <source>trained from scratch</source>
        <translation>从头训练</translation>
    </message>
    <message>
        <source>branch at step %1: %2</source>
        <translation>在第 %1 步分支：%2</translation>
    </message>
    <message>
        <source>its parent was deleted</source>
        <translation>其上级已删除</translation>
    </message>
    <message>
        <source>%1; while it ran: %2</source>
        <translation>%1；运行期间：%2</translation>
    </message>
    <message>
        <source>%1
While it ran:
%2</source>
        <translation>%1
运行期间：
%2</translation>
    </message>
</context>
<context>
    <name>gatelab::ListField</name>
    <message>
        <source>values, separated by commas</source>
        <translation>以逗号分隔的值</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>已选 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>gatelab::LiveCard</name>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Error by step</source>
        <translation>各步误差</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>门</translation>
    </message>
    <message>
        <source>Live charts</source>
        <translation>实时图表</translation>
    </message>
    <message>
        <source>Which chart is above the memory</source>
        <translation>内存上方显示哪张图</translation>
    </message>
    <message>
        <source>Full size (F11)</source>
        <translation>全尺寸（F11）</translation>
    </message>
</context>
<context>
    <name>gatelab::LiveRun</name>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Warning at step %1: %2</source>
        <translation>第 %1 步警告：%2</translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>第 %1 步的检查点</translation>
    </message>
</context>
<context>
    <name>gatelab::LogPane</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Lists every kept checkpoint too.</source>
        <translation>也列出每个保存的检查点。</translation>
    </message>
    <message>
        <source>Nothing yet. The log of a kept run is in its details.</source>
        <translation>尚无记录。已保存运行的日志在其详情中。</translation>
    </message>
</context>
<context>
    <name>gatelab::LookPanel</name>
    <message>
        <source>Looking at the column.</source>
        <translation>正在分析此列。</translation>
    </message>
    <message>
        <source>The series has no row.</source>
        <translation>序列没有行。</translation>
    </message>
</context>
<context>
    <name>gatelab::LookViews</name>
    <message>
        <source>Column to look at</source>
        <translation>要分析的列</translation>
    </message>
</context>
<context>
    <name>gatelab::Machines</name>
    <message>
        <source>A run was handed in to cluster &apos;%1&apos;.</source>
        <translation>已向集群“%1”提交一个运行。</translation>
    </message>
    <message>
        <source>A search was handed in to cluster &apos;%1&apos; as job %2; its trials appear as they begin.</source>
        <translation>搜索已作为作业 %2 提交到集群“%1”；试验开始后会出现。</translation>
    </message>
</context>
<context>
    <name>gatelab::MachinesDialog</name>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Profiles of clusters</source>
        <translation>集群配置</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>并行进程</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
</context>
<context>
    <name>gatelab::MainWindow</name>
    <message>
        <source>Run %1 has ended.</source>
        <translation>运行 %1 已结束。</translation>
    </message>
    <message>
        <source>no workspace</source>
        <translation>没有工作区</translation>
    </message>
    <message>
        <source>%1  ·  not yet saved</source>
        <translation>%1  ·  尚未保存</translation>
    </message>
    <message>
        <source>%1  ·  settings saved %2</source>
        <translation>%1  ·  设置已保存 %2</translation>
    </message>
    <message>
        <source>%1 moves to a process of its own.</source>
        <translation>%1 转入独立进程。</translation>
    </message>
</context>
<context>
    <name>gatelab::MemoryBar</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Total: %1</source>
        <translation>合计：%1</translation>
    </message>
    <message>
        <source>Free: %1</source>
        <translation>可用：%1</translation>
    </message>
    <message>
        <source>free memory not known</source>
        <translation>可用内存未知</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Click for the causes. Weights: in use, best so far, average, 16 bits.</source>
        <translation>单击显示各项原因。权重：使用中、迄今最佳、平均、16 位。</translation>
    </message>
</context>
<context>
    <name>gatelab::MicroscopeView</name>
    <message>
        <source>Gate microscope</source>
        <translation>门控显微镜</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Which layer, and which direction of it</source>
        <translation>哪一层，以及它的哪个方向</translation>
    </message>
    <message>
        <source>Order of the units</source>
        <translation>单元的顺序</translation>
    </message>
    <message>
        <source>How the units stand above each other; all heat maps have the same order</source>
        <translation>单元上下排列的方式；所有热图顺序相同</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Both palettes are told apart without red, green or blue vision</source>
        <translation>色觉异常者也能分辨这两种配色</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Which input is drawn above</source>
        <translation>上方画出哪个输入</translation>
    </message>
    <message>
        <source>Heat maps</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>All units, one colour per value</source>
        <translation>全部单元，每个值一种颜色</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>The chosen units as lines</source>
        <translation>所选单元画成曲线</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>All numbers (HDF5)...</source>
        <translation>全部数值（HDF5）...</translation>
    </message>
    <message>
        <source>All numbers (CSV)...</source>
        <translation>全部数值（CSV）...</translation>
    </message>
    <message>
        <source>Picture (PNG)...</source>
        <translation>图片（PNG）...</translation>
    </message>
    <message>
        <source>Fitting colours</source>
        <translation>自动配色</translation>
    </message>
    <message>
        <source>Gate colours</source>
        <translation>Gate 配色</translation>
    </message>
    <message>
        <source>Tide colours</source>
        <translation>Tide 配色</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Layer %1, forward</source>
        <translation>第 %1 层，正向</translation>
    </message>
    <message>
        <source>Layer %1, reverse</source>
        <translation>第 %1 层，反向</translation>
    </message>
    <message>
        <source>This network has one layer in one direction</source>
        <translation>此网络只有一层一个方向</translation>
    </message>
    <message>
        <source>Most active on top</source>
        <translation>最活跃的在上</translation>
    </message>
    <message>
        <source>Most saturated on top</source>
        <translation>最饱和的在上</translation>
    </message>
    <message>
        <source>Similar ones together</source>
        <translation>相似的在一起</translation>
    </message>
    <message>
        <source>Follows the input</source>
        <translation>跟随输入</translation>
    </message>
    <message>
        <source>By number</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>All inputs</source>
        <translation>全部输入</translation>
    </message>
    <message>
        <source>%1; the replay gives the model&apos;s output within %2</source>
        <translation>%1；重放与模型输出相差不超过 %2</translation>
    </message>
    <message>
        <source>%1; the replay is %2 away from the model&apos;s output: do not trust it</source>
        <translation>%1；重放与模型输出相差 %2：不可信</translation>
    </message>
    <message>
        <source>%1; copying takes %2 % of the training</source>
        <translation>%1；复制占训练时间的 %2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures saved in %1, the last as %2</source>
        <translation>
            <numerusform>已在 %1 保存 %n 张图片，最后一张为 %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ModelPage</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Save preset...</source>
        <translation>保存预设...</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 个参数，%2</translation>
    </message>
    <message>
        <source>%1, %2 steps of warm-up</source>
        <translation>%1，预热 %2 步</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>best device</source>
        <translation>最佳设备</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Pre-flight</source>
        <translation>训练前检查</translation>
    </message>
    <message>
        <source>Find learning rate</source>
        <translation>搜索学习率</translation>
    </message>
    <message>
        <source>Trains a copy of the network for a hundred steps with a growing learning rate and shows where the loss falls.</source>
        <translation>用逐步增大的学习率训练网络副本约一百步，并显示损失在何处下降。</translation>
    </message>
    <message>
        <source>Find batch size</source>
        <translation>搜索批大小</translation>
    </message>
    <message>
        <source>Times a few steps with growing batch sizes and shows the smallest that trains nearly at full speed.</source>
        <translation>用逐渐增大的批大小测量若干步的用时，并显示接近最快速度的最小批大小。</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>The shown run has another network.</source>
        <translation>所示运行的网络与此不同。</translation>
    </message>
    <message>
        <source>The shown run has none of this layer. “Layer health every” records them, also while a run goes on.</source>
        <translation>所示运行没有这一层的直方图。“每隔多少步检查各层”会记录它们，运行进行中也可设置。</translation>
    </message>
    <message>
        <source>Layer table</source>
        <translation>层表</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
</context>
<context>
    <name>gatelab::NetworkPanel</name>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Delay and rate between machines</source>
        <translation>机器之间的延迟与速率</translation>
    </message>
    <message>
        <source>What more ranks would gain</source>
        <translation>更多进程能带来的加速</translation>
    </message>
    <message>
        <source>Nothing is measured yet. Choose hosts in &quot;Where it runs&quot; on Model, then Measure; what is found stays here.</source>
        <translation>尚未测量。请在“模型”页的“运行位置”选择主机，然后点“测量”；结果会保留在这里。</translation>
    </message>
    <message>
        <source>Of a message, one way, and of a large one; the slowest pair of their ranks</source>
        <translation>一条消息的单程延迟，以及大消息的速率；取其进程中最慢的一对</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>并行进程</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Times as fast</source>
        <translation>倍速</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>%1, %2 ranks, measured %3</source>
        <translation>%1，%2 个进程，测量于 %3</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>%1 ms, %2 MB/s</source>
        <translation>%1 ms，%2 MB/s</translation>
    </message>
    <message>
        <source>Measured %1</source>
        <translation>测量于 %1</translation>
    </message>
    <message>
        <source>A step of the settings: %1 ms on one core, %2 rows, %3 of gradients. 1 rank is one process with all %4 cores of this computer.</source>
        <translation>这些设置的一步：单核 %1 ms，%2 行，梯度 %3。1 个进程即使用这台计算机全部 %4 个核心的单个进程。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <translation>%1。%2。</translation>
    </message>
</context>
<context>
    <name>gatelab::NotesWindow</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>第 %1 课，共 %2 课</translation>
    </message>
    <message>
        <source>minute %1 of %2</source>
        <translation>第 %1 分钟，共 %2 分钟</translation>
    </message>
    <message>
        <source>minute %1</source>
        <translation>第 %1 分钟</translation>
    </message>
    <message>
        <source>Now: %1. Next: %2</source>
        <translation>现在：%1。接着：%2</translation>
    </message>
    <message>
        <source>Next lesson: %1</source>
        <translation>下一课：%1</translation>
    </message>
    <message>
        <source>This is the end.</source>
        <translation>到此结束。</translation>
    </message>
    <message>
        <source>There are no notes on this lesson.</source>
        <translation>这一课没有备注。</translation>
    </message>
</context>
<context>
    <name>gatelab::OwnSeriesBar</name>
    <message>
        <source>Done with the own series</source>
        <translation>自己的序列做完了</translation>
    </message>
    <message>
        <source>%1, own series: %2 is trained. Now look at its gates.</source>
        <translation>%1，自己的序列：%2 已训练好。现在看看它的门。</translation>
    </message>
    <message>
        <source>%1, own series: it trains; then look at its gates.</source>
        <translation>%1，自己的序列：正在训练，然后看它的门。</translation>
    </message>
    <message>
        <source>%1, own series: train it, then look at its gates.</source>
        <translation>%1，自己的序列：先训练，再看它的门。</translation>
    </message>
    <message>
        <source>Look at the gates</source>
        <translation>看看门</translation>
    </message>
    <message>
        <source>To the training</source>
        <translation>去训练</translation>
    </message>
</context>
<context>
    <name>gatelab::PageMenu</name>
    <message>
        <source>O&amp;n this page</source>
        <translation>本页操作(&amp;N)</translation>
    </message>
    <message>
        <source>Nothing to choose here</source>
        <translation>这里没有可选的操作</translation>
    </message>
</context>
<context>
    <name>gatelab::ParallelPlot</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1: %2; marked: %3.</source>
        <translation>%1：%2；已选范围：%3。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 of %2 runs are inside all marked ranges.</source>
        <translation>%2 个运行中有 %1 个在所有已选范围内。</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>坐标轴 %1</translation>
    </message>
    <message>
        <source>Keys: left and right choose an axis; up and down mark a range on it and move it, with Shift its upper end, with Ctrl its lower end; Del takes it away, Esc all; Ctrl+C copies the picture.
Mouse: dragging along an axis marks a range, a click on the axis takes it away.</source>
        <translation>按键：左右方向键选择坐标轴；上下方向键在轴上选取并移动范围，按住 Shift 移动上端，按住 Ctrl 移动下端；Del 取消该范围，Esc 取消全部；Ctrl+C 复制图片。
鼠标：沿坐标轴拖动选取范围，单击坐标轴取消范围。</translation>
    </message>
    <message>
        <source>Take the range of &quot;%1&quot; away	Del</source>
        <translation>取消“%1”的范围	Del</translation>
    </message>
    <message>
        <source>Clear all ranges	Esc</source>
        <translation>取消所有范围	Esc</translation>
    </message>
    <message>
        <source>Copy as a picture	Ctrl+C</source>
        <translation>复制为图片	Ctrl+C</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
    <message>
        <source>%1 lines are being drawn.</source>
        <translation>正在绘制 %1 条线。</translation>
    </message>
</context>
<context>
    <name>gatelab::PartsForm</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Parts of the file</source>
        <translation>文件的组成部分</translation>
    </message>
</context>
<context>
    <name>gatelab::PlaceCard</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measures for some seconds what messages between these ranks cost and what a step is on one core: from that follows what more ranks would gain.</source>
        <translation>用几秒测量这些进程间消息的代价和单核上一步的时间：由此得出更多进程的收益。</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>在哪里运行</translation>
    </message>
    <message>
        <source>Measuring.</source>
        <translation>正在测量。</translation>
    </message>
    <message>
        <source>partition %1</source>
        <translation>分区 %1</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>as a job, saved before its time limit</source>
        <translation>作为作业运行，在时限前保存</translation>
    </message>
    <message>
        <source>The first rank is this window, also with a process of its own switched on.</source>
        <translation>第一个进程就是本窗口，即使打开了“独立进程”。</translation>
    </message>
    <message>
        <source>Threads do the same for less. What more ranks gain is not measured for these settings.</source>
        <translation>线程以更小的代价做同样的事。尚未针对这些设置测量更多进程的收益。</translation>
    </message>
    <message>
        <source>The hosts are asked before the run begins. What they gain is not measured for these settings.</source>
        <translation>运行开始前会询问主机。尚未针对这些设置测量其收益。</translation>
    </message>
    <message>
        <source>%1 ranks: %2 x</source>
        <translation>%1 个进程：%2 倍</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <translation>%1。%2。</translation>
    </message>
    <message>
        <source>ranks are measured</source>
        <translation>正在测量并行进程</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Measuring, %1 %.</source>
        <translation>正在测量，%1 %。</translation>
    </message>
</context>
<context>
    <name>gatelab::PlaceForm</name>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>并行进程</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>在哪里运行</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>全部核心</translation>
    </message>
    <message>
        <source>Names as your ssh knows them, each with its number of ranks; they come to one rank here</source>
        <translation>ssh 所知的名称，各带进程数；它们与本机的一个进程一起训练</translation>
    </message>
    <message>
        <source>where it is here</source>
        <translation>与本机相同的位置</translation>
    </message>
    <message>
        <source>Path of gatelab-worker on the hosts</source>
        <translation>主机上 gatelab-worker 的路径</translation>
    </message>
    <message>
        <source>Machines, profiles and jobs</source>
        <translation>机器、配置与作业</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
</context>
<context>
    <name>gatelab::PlanBar</name>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
</context>
<context>
    <name>gatelab::PlanCard</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Open or close the plan</source>
        <translation>展开或收起方案</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Takes back every choice that is not as suggested</source>
        <translation>撤回所有与建议不同的选择</translation>
    </message>
    <message numerus="yes">
        <source>%n choices, all from the data</source>
        <translation>
            <numerusform>%n 项选择，全部来自数据</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n choices, %1 yours</source>
        <translation>
            <numerusform>%n 项选择，其中 %1 项由你决定</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::PlanRow</name>
    <message>
        <source>%1: %2</source>
        <comment>option of a setting: what it costs</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gatelab::Popover</name>
    <message>
        <source>Enter; Escape closes without it</source>
        <translation>Enter 确认；Esc 关闭且不作更改</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>gatelab::PreflightInspector</name>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA 上下文</translation>
    </message>
    <message>
        <source>Program and libraries</source>
        <translation>程序与库</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>Optimiser state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Not known here</source>
        <translation>此处未知</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>内存足够</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 % of free memory</source>
        <translation>占可用内存的 %1 %</translation>
    </message>
    <message>
        <source>Calibrated on this machine.</source>
        <translation>已在本机校准。</translation>
    </message>
    <message>
        <source>From formulas; a run measures it.</source>
        <translation>由公式推算；运行时会实测。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Multiply-adds per window</source>
        <translation>每个窗口的乘加次数</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>Steps of the run</source>
        <translation>运行的步数</translation>
    </message>
    <message>
        <source>Parameters / training windows</source>
        <translation>参数数 / 训练窗口数</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation>每轮用时</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>测量中</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1，实测</translation>
    </message>
    <message>
        <source>Multiply-adds per sequence</source>
        <translation>每个序列的乘加次数</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1, as in %2</source>
        <translation>%1，与 %2 相同</translation>
    </message>
    <message>
        <source>Parameters / training sequences</source>
        <translation>参数数 / 训练序列数</translation>
    </message>
    <message>
        <source>Settings with errors</source>
        <translation>设置有错误</translation>
    </message>
    <message>
        <source>Memory and time are shown once the errors below are fixed.</source>
        <translation>修正下面的错误后会显示所需内存和时间。</translation>
    </message>
    <message>
        <source>May not fit</source>
        <translation>可能放不下</translation>
    </message>
    <message>
        <source>Measures the time per epoch with about a second of training, whose result is discarded. The run keeps the estimate and shows its error afterwards. While nothing trains, this is done automatically shortly after the last edit, where it takes no longer than two seconds.</source>
        <translation>用大约一秒钟的训练（结果丢弃）来测量每轮的时间。运行会保存这一预计值，并在结束后显示其误差。没有训练时，在最后一次修改后不久会自动测量（若不超过两秒）。</translation>
    </message>
    <message>
        <source>%1 to %2 s</source>
        <translation>%1 至 %2 秒</translation>
    </message>
    <message>
        <source>Program and libraries: what a process with LibTorch holds without a run, as measured for a run of its own. What this window holds besides is not counted, and is not free either.</source>
        <translation>程序与库：加载了 LibTorch 的进程在没有运行时所占的内存，按独立进程的运行实测。本窗口另外占用的内存不计入，也不算空闲。</translation>
    </message>
    <message>
        <source>Kept for other lengths</source>
        <translation>为其他长度保留</translation>
    </message>
    <message>
        <source>XLA, %1</source>
        <translation>XLA，%1</translation>
    </message>
    <message>
        <source>Of this process on the processor; the step itself lies on the XLA device:</source>
        <translation>处理器上本进程的内存；步骤本身在 XLA 设备上：</translation>
    </message>
</context>
<context>
    <name>gatelab::PreparedPanel</name>
    <message>
        <source>As in the file</source>
        <translation>文件中的原值</translation>
    </message>
    <message>
        <source>Prepared</source>
        <translation>预处理后</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Preparing the series.</source>
        <translation>正在预处理序列。</translation>
    </message>
    <message>
        <source>The settings do not allow it; the findings say why.</source>
        <translation>当前设置不允许；原因见检查结果。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>A step of the recipe has made this column.</source>
        <translation>此列由预处理步骤生成。</translation>
    </message>
    <message>
        <source>no step is on</source>
        <translation>没有启用的步骤</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>文件中的原值</translation>
    </message>
    <message>
        <source>prepared</source>
        <translation>预处理后</translation>
    </message>
    <message>
        <source>A training window</source>
        <translation>一个训练窗口</translation>
    </message>
    <message>
        <source>step of the window</source>
        <translation>窗口中的步</translation>
    </message>
    <message>
        <source>Another window</source>
        <translation>换一个窗口</translation>
    </message>
    <message>
        <source>This column is no input, so nothing of it is changed.</source>
        <translation>该列不是输入，因此没有改动。</translation>
    </message>
    <message>
        <source>window %1, as it is and as it is changed</source>
        <translation>窗口 %1，改动前与改动后</translation>
    </message>
    <message>
        <source>augmented</source>
        <translation>增强后</translation>
    </message>
</context>
<context>
    <name>gatelab::PresetBox</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Own settings</source>
        <translation>自定设置</translation>
    </message>
    <message>
        <source>A set of model and training settings. Choosing one is one step that Undo takes back.</source>
        <translation>一组模型与训练设置。选择预设是一步操作，可以撤销。</translation>
    </message>
    <message>
        <source>A preset cannot be read and is left out. %1</source>
        <translation>有一个预设无法读取，已略去。%1</translation>
    </message>
    <message>
        <source>Preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>保存预设</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>Preset %1 is saved.</source>
        <translation>预设 %1 已保存。</translation>
    </message>
</context>
<context>
    <name>gatelab::ProfilesPanel</name>
    <message>
        <source>Save profile</source>
        <translation>保存配置</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>the cluster&apos;s own choice</source>
        <translation>由集群选择</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时限</translation>
    </message>
    <message>
        <source>30 (minutes), 2:00:00 or 1-12</source>
        <translation>30（分钟）、2:00:00 或 1-12</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>不指定</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>where it is here</source>
        <translation>与本机相同的位置</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>A profile says what a job asks its cluster for: partition, time limit, nodes. Name one and save it; then Cluster in &quot;Where it runs&quot; on Model offers it.</source>
        <translation>配置说明作业向集群申请什么：分区、时间限制、节点。命名并保存一个；之后“模型”页“在哪里运行”的“集群”中即可选择它。</translation>
    </message>
</context>
<context>
    <name>gatelab::QuantileModel</name>
    <message>
        <source>Share of the truths that are not above the forecast quantile; it should be the quantile itself</source>
        <translation>不高于预测分位数的真值所占的比例；它应等于分位数本身</translation>
    </message>
    <message>
        <source>Quantile</source>
        <translation>分位数</translation>
    </message>
    <message>
        <source>Truths below</source>
        <translation>真值不高于</translation>
    </message>
    <message>
        <source>Pinball</source>
        <translation>分位数损失</translation>
    </message>
</context>
<context>
    <name>gatelab::QueueController</name>
    <message>
        <source>The queue is paused: its first run could not start. Take it out or continue the queue (Train page).</source>
        <translation>队列已暂停：第一个运行无法开始。请移除它，或继续队列（训练页）。</translation>
    </message>
    <message>
        <source>%1 gives way to a run of higher priority; it waits, and goes on from here.</source>
        <translation>%1 让位于优先级更高的运行；它在等待，之后从这里继续。</translation>
    </message>
</context>
<context>
    <name>gatelab::QuitQuestion</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>%1 is training.</source>
        <translation>%1 正在训练。</translation>
    </message>
    <message>
        <source>Stopped, it is kept and can go on later.</source>
        <translation>停止后会保留，以后可以继续。</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <source>Go on without the window</source>
        <translation>不带窗口继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting runs then wait until you start the queue.</source>
        <translation>
            <numerusform>之后 %n 个等待的运行会等到您启动队列。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting runs go on with the next window.</source>
        <translation>
            <numerusform>%n 个等待的运行会在下一个窗口中继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 已结束。</translation>
    </message>
</context>
<context>
    <name>gatelab::RanksPanel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>并行进程</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Bytes per step</source>
        <translation>每步字节</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最慢的进程</translation>
    </message>
    <message>
        <source>Runs with ranks</source>
        <translation>多进程运行</translation>
    </message>
    <message>
        <source>Share of a step, mean over the ranks: all but their own computing</source>
        <translation>占一步的比例，各进程平均：除自身计算之外的全部</translation>
    </message>
    <message>
        <source>Sent and received by rank 0</source>
        <translation>进程 0 收发的字节</translation>
    </message>
    <message>
        <source>No run trains with ranks now. To begin one: Ranks or Hosts in &quot;Where it runs&quot; on Model.</source>
        <translation>目前没有多进程训练的运行。要开始一个：在“模型”页“运行位置”选择“并行进程”或“主机”。</translation>
    </message>
    <message>
        <source>rank %1, in %2 of the steps</source>
        <translation>进程 %1，占 %2 的步</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>the slowest in %1 of the steps</source>
        <translation>在 %1 的步中最慢</translation>
    </message>
</context>
<context>
    <name>gatelab::RawText</name>
    <message>
        <source>First lines of the file</source>
        <translation>文件的开头几行</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>header</source>
        <translation>表头</translation>
    </message>
</context>
<context>
    <name>gatelab::ReadyMenu</name>
    <message>
        <source>Rea&amp;dy-made experiments</source>
        <translation>现成实验(&amp;D)</translation>
    </message>
    <message>
        <source>Preset %1, makes its own data</source>
        <translation>预设 %1，自带数据</translation>
    </message>
    <message>
        <source>Preset %1, for %2: takes the open file where it is that one, else asks for it</source>
        <translation>预设 %1，用于 %2：若已打开的就是该文件则直接使用，否则会询问</translation>
    </message>
</context>
<context>
    <name>gatelab::RecipeList</name>
    <message>
        <source>Recipe steps</source>
        <translation>预处理步骤列表</translation>
    </message>
    <message>
        <source>Drag to change the order, Del removes the step.</source>
        <translation>拖动可改变顺序，Del 删除步骤。</translation>
    </message>
    <message>
        <source>Add a step</source>
        <translation>添加步骤</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>gatelab::RecipeModel</name>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法解读：%1</translation>
    </message>
    <message>
        <source>switch on %1</source>
        <translation>启用%1</translation>
    </message>
    <message>
        <source>switch off %1</source>
        <translation>停用%1</translation>
    </message>
    <message>
        <source>move a recipe step</source>
        <translation>移动预处理步骤</translation>
    </message>
    <message>
        <source>add %1</source>
        <translation>添加%1</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>一个步骤</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>删除%1</translation>
    </message>
</context>
<context>
    <name>gatelab::RelationsPanel</name>
    <message>
        <source>Correlation</source>
        <translation>相关</translation>
    </message>
    <message>
        <source>at the same row</source>
        <translation>同一行</translation>
    </message>
    <message>
        <source>Cross-correlation</source>
        <translation>互相关</translation>
    </message>
    <message>
        <source>Lag plot</source>
        <translation>滞后图</translation>
    </message>
    <message>
        <source>The other column</source>
        <translation>另一列</translation>
    </message>
    <message>
        <source>rows ahead</source>
        <translation>提前的行数</translation>
    </message>
    <message>
        <source>Lag, rows</source>
        <translation>滞后（行）</translation>
    </message>
    <message>
        <source>lag </source>
        <translation>滞后 </translation>
    </message>
    <message>
        <source>Too few different values.</source>
        <translation>不同的值太少。</translation>
    </message>
    <message>
        <source>first %1 of %2 columns</source>
        <translation>%2 列中的前 %1 列</translation>
    </message>
    <message>
        <source>%1, every %2th row</source>
        <translation>%1，每 %2 行取一行</translation>
    </message>
    <message>
        <source>There is no other column.</source>
        <translation>没有其他列。</translation>
    </message>
    <message>
        <source>correlation</source>
        <translation>相关</translation>
    </message>
    <message>
        <source>%1 ahead of %2</source>
        <translation>%1 领先 %2</translation>
    </message>
    <message>
        <source>%1, last %2 training rows</source>
        <translation>%1，训练数据的最后 %2 行</translation>
    </message>
    <message>
        <source>chance, 95 %</source>
        <translation>偶然，95 %</translation>
    </message>
    <message>
        <source>%1 pairs, evenly spread</source>
        <translation>%1 对，均匀分布</translation>
    </message>
    <message>
        <source>%1 later, correlation %2</source>
        <translation>%1 之后，相关 %2</translation>
    </message>
</context>
<context>
    <name>gatelab::RepeatNote</name>
    <message>
        <source>Same as %1</source>
        <translation>与 %1 相同</translation>
    </message>
    <message>
        <source>%1 had these settings and this seed: the numbers would be the same.</source>
        <translation>%1 用过这些设置和这个种子：结果会完全相同。</translation>
    </message>
    <message>
        <source>Use seed %1</source>
        <translation>改用种子 %1</translation>
    </message>
</context>
<context>
    <name>gatelab::ReviewDialog</name>
    <message>
        <source>Mixed review</source>
        <translation>混合复习</translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) to go</source>
        <translation>
            <numerusform>还有 %n 题</numerusform>
        </translation>
    </message>
    <message>
        <source>From the lesson &quot;%1&quot;</source>
        <translation>来自课程“%1”</translation>
    </message>
    <message>
        <source>It comes again a little later.</source>
        <translation>稍后还会再问一次。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Nothing is due.</source>
        <translation>现在没有要复习的。</translation>
    </message>
    <message>
        <source>%1 of %2 right the first time</source>
        <translation>%2 题中有 %1 题一次答对</translation>
    </message>
    <message>
        <source>Finish one more lesson, and its questions stand here.</source>
        <translation>再学完一课，它的问题就会出现在这里。</translation>
    </message>
    <message>
        <source>The wrong ones come again in the next review; the others wait, each time twice as long.</source>
        <translation>答错的下次复习再问；其余的等待，每次加倍。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>gatelab::RowBlocks</name>
    <message>
        <source>Rows shown</source>
        <translation>显示的行</translation>
    </message>
    <message>
        <source>The table shows a million rows at once.</source>
        <translation>表格一次显示一百万行。</translation>
    </message>
    <message>
        <source>rows %1 to %2</source>
        <translation>第 %1 至 %2 行</translation>
    </message>
</context>
<context>
    <name>gatelab::RunAgainPanel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Begin from</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>those of the run</source>
        <translation>该运行的设置</translation>
    </message>
    <message>
        <source>those of the Model page now</source>
        <translation>“模型”页当前的设置</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Run again: %1</source>
        <translation>再次运行：%1</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>its best checkpoint, epoch %1</source>
        <translation>它的最佳检查点，第 %1 轮</translation>
    </message>
    <message>
        <source>its best checkpoint</source>
        <translation>它的最佳检查点</translation>
    </message>
    <message>
        <source>its last checkpoint, step %1</source>
        <translation>它的最后检查点，第 %1 步</translation>
    </message>
    <message>
        <source>its last checkpoint</source>
        <translation>它的最后检查点</translation>
    </message>
    <message>
        <source>its checkpoint of step %1</source>
        <translation>它在第 %1 步的检查点</translation>
    </message>
    <message>
        <source>another: %1</source>
        <translation>另一个：%1</translation>
    </message>
    <message>
        <source>the same: %1</source>
        <translation>相同：%1</translation>
    </message>
    <message>
        <source>Add to queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The same as those of the run.</source>
        <translation>与该运行的设置相同。</translation>
    </message>
    <message>
        <source>Against the run: %1.</source>
        <translation>与该运行相比：%1。</translation>
    </message>
</context>
<context>
    <name>gatelab::RunBoard</name>
    <message>
        <source>, %1 ahead</source>
        <translation>，提前 %1 步</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Val. %1</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>take over data, target and horizon</source>
        <translation>采用数据、目标和预测步数</translation>
    </message>
    <message>
        <source>Lessons: %1</source>
        <translation>课程：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::RunCharts</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, seed %2, %3</source>
        <translation>%1，种子 %2，%3</translation>
    </message>
    <message>
        <source>This run has not kept them. The predictions of the test part are in Compare, Forecasts.</source>
        <translation>此运行没有保存这些内容。对测试集的预测在“比较”页的“预测”中。</translation>
    </message>
    <message>
        <source>The predictions of the validation part are shown here after each epoch.</source>
        <translation>每轮之后在此显示对验证集的预测。</translation>
    </message>
    <message>
        <source>A validation window is forecast here after each epoch.</source>
        <translation>每轮结束后，这里会显示对一个验证窗口的预测。</translation>
    </message>
    <message>
        <source>The curve appears with the first steps.</source>
        <translation>最初几步之后曲线就会出现。</translation>
    </message>
    <message>
        <source>Nothing measured so far. %1</source>
        <translation>目前还没有测量值。%1</translation>
    </message>
    <message>
        <source>This run has not measured it.</source>
        <translation>此运行没有测量这一项。</translation>
    </message>
    <message>
        <source>Switch it on</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Switch it on for the next run</source>
        <translation>为下一次运行打开</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>window %1 of %2</source>
        <translation>窗口 %1 / %2</translation>
    </message>
    <message>
        <source>forecast begins</source>
        <translation>预测起点</translation>
    </message>
    <message>
        <source>Classes of the validation part</source>
        <translation>验证集的类别</translation>
    </message>
    <message>
        <source>kept weights, epoch %1; truth from top to bottom</source>
        <translation>保留的权重，第 %1 轮；真实类别自上而下</translation>
    </message>
    <message>
        <source>epoch %1; truth from top to bottom</source>
        <translation>第 %1 轮；真实类别自上而下</translation>
    </message>
    <message>
        <source>Predictions against truth</source>
        <translation>预测与真实值</translation>
    </message>
    <message>
        <source>validation sequences in the order of their truth</source>
        <translation>按真实值排序的验证序列</translation>
    </message>
    <message>
        <source>Predictions of the validation part</source>
        <translation>对验证集的预测</translation>
    </message>
    <message>
        <source>Forecast against truth</source>
        <translation>预测与真值</translation>
    </message>
    <message>
        <source>taken for</source>
        <translation>判为</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Validation errors</source>
        <translation>验证误差</translation>
    </message>
    <message>
        <source>step of the forecast</source>
        <translation>预测步</translation>
    </message>
    <message>
        <source>There is no validation part. The answers of the test part are in Compare, Forecasts.</source>
        <translation>没有验证部分。测试部分的答案在“比较”的“预测”中。</translation>
    </message>
    <message>
        <source>There is no validation part.</source>
        <translation>没有验证部分。</translation>
    </message>
</context>
<context>
    <name>gatelab::RunController</name>
    <message>
        <source>The training engine is not open yet. Try again in a moment.</source>
        <translation>训练引擎尚未就绪。请稍后再试。</translation>
    </message>
    <message>
        <source>This run is training. Stop it first, then delete it.</source>
        <translation>此运行正在训练。请先停止，再删除。</translation>
    </message>
    <message>
        <source>%1 was deleted elsewhere. File, Restore deleted runs brings it back.</source>
        <translation>%1 已在别处被删除。可用“文件”菜单的“恢复已删除的运行”找回。</translation>
    </message>
    <message>
        <source>No workspace to keep the run in. Choose a folder, then train.</source>
        <translation>没有可保存运行的工作区。请先选择文件夹，再训练。</translation>
    </message>
</context>
<context>
    <name>gatelab::RunDrawer</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Lineage, and what each changed</source>
        <translation>谱系及每次的改变</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The seed before</source>
        <translation>上一个种子</translation>
    </message>
    <message>
        <source>The next seed</source>
        <translation>下一个种子</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Error by step</source>
        <translation>各步误差</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Train again...</source>
        <translation>再次训练...</translation>
    </message>
    <message>
        <source>Open on Train</source>
        <translation>在训练页打开</translation>
    </message>
    <message>
        <source>test %1</source>
        <translation>测试 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n seed(s)</source>
        <translation>
            <numerusform>%n 个种子</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>%1 结束</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>mean of %1, validation %2</source>
        <translation>%1 个的平均，验证 %2</translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>validation %1 so far</source>
        <translation>目前的验证 %1</translation>
    </message>
    <message>
        <source>no score yet</source>
        <translation>尚无评分</translation>
    </message>
    <message>
        <source>seed %1, run #%2</source>
        <translation>种子 %1，运行 #%2</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>The curve appears with the first steps.</source>
        <translation>曲线随最初几步出现。</translation>
    </message>
    <message>
        <source>Reading the run...</source>
        <translation>正在读取运行...</translation>
    </message>
    <message>
        <source>Its record cannot be read.</source>
        <translation>无法读取其记录。</translation>
    </message>
    <message>
        <source>mean absolute, validation</source>
        <translation>平均绝对误差，验证部分</translation>
    </message>
    <message>
        <source>Computing the forecasts.</source>
        <translation>正在计算预测。</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Why...</source>
        <translation>原因...</translation>
    </message>
    <message>
        <source>What an answer of this run is made of, and what matters to all of them</source>
        <translation>本次运行的一个回答由什么构成，以及什么对所有回答都重要</translation>
    </message>
</context>
<context>
    <name>gatelab::RunFacts</name>
    <message>
        <source>epoch %1 ended</source>
        <translation>第 %1 轮结束</translation>
    </message>
    <message>
        <source>epoch %1 ended, validation loss %2</source>
        <translation>第 %1 轮结束，验证损失 %2</translation>
    </message>
    <message>
        <source>best validation loss so far: %1</source>
        <translation>目前最佳验证损失：%1</translation>
    </message>
    <message>
        <source>checkpoint %1</source>
        <translation>检查点 %1</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>ended: %1</source>
        <translation>结束：%1</translation>
    </message>
    <message>
        <source>%1, step %2: %3</source>
        <translation>%1，第 %2 步：%3</translation>
    </message>
    <message>
        <source>Best validation loss</source>
        <translation>最佳验证损失</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Against the baselines</source>
        <translation>与基线相比</translation>
    </message>
    <message>
        <source>Test %1</source>
        <translation>测试%1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation>每轮用时</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Changed while it ran</source>
        <translation>运行期间的更改</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>上级运行</translation>
    </message>
    <message>
        <source>%1, branched at its step %2</source>
        <translation>%1，在其第 %2 步分支</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Data file</source>
        <translation>数据文件</translation>
    </message>
    <message>
        <source>Windows: train, validation, test</source>
        <translation>窗口：训练、验证、测试</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Why this device</source>
        <translation>选择此设备的原因</translation>
    </message>
    <message>
        <source>Implementation</source>
        <translation>实现</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Result and data</source>
        <translation>结果与数据</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>运行日志</translation>
    </message>
    <message>
        <source>Made again by</source>
        <translation>重新生成的命令</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1 (default %2)</source>
        <translation>%1（默认 %2）</translation>
    </message>
    <message>
        <source>%1 of %2 differ from the default</source>
        <translation>%2 项中有 %1 项与默认值不同</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1，最佳</translation>
    </message>
    <message>
        <source>step %1, epoch %2</source>
        <translation>第 %1 步，第 %2 轮</translation>
    </message>
    <message>
        <source>Train again from it
Checkpoint %1, saved %2, %3</source>
        <translation>从此处再次训练
检查点 %1，保存于 %2，%3</translation>
    </message>
</context>
<context>
    <name>gatelab::RunForecasts</name>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>no checkpoint, so no weights</source>
        <translation>没有检查点，因此没有权重</translation>
    </message>
    <message>
        <source>INT8 differs from the float forecasts by %1 (RMS; they spread by %2)</source>
        <translation>INT8 与浮点预测相差 %1（均方根；预测的标准差为 %2）</translation>
    </message>
    <message>
        <source>%1; one window takes %2 µs instead of %3 µs.</source>
        <translation>%1；一个窗口用时 %2 微秒，原为 %3 微秒。</translation>
    </message>
    <message>
        <source>INT8 gives %1 % of them the same class (probabilities differ by %2 RMS)</source>
        <translation>INT8 对其中 %1 % 给出相同类别（概率相差 %2 RMS）</translation>
    </message>
</context>
<context>
    <name>gatelab::RunInspector</name>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>更多设置</translation>
    </message>
    <message>
        <source>No run is open. Train one, or open one from Compare.</source>
        <translation>没有打开的运行。训练一个，或从“比较”打开一个。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>acts at the next step</source>
        <translation>下一步生效</translation>
    </message>
    <message>
        <source>Press Enter to apply. The charts mark the change.</source>
        <translation>按回车键应用。图表会标出这一改动。</translation>
    </message>
    <message>
        <source>Change now</source>
        <translation>立即更改</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>Against base</source>
        <translation>与基准相比</translation>
    </message>
    <message>
        <source>epoch %1 of %2, step %3</source>
        <translation>第 %1 轮，共 %2 轮，第 %3 步</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>现为 %1</translation>
    </message>
    <message>
        <source>peak, now %1</source>
        <translation>峰值，现为 %1</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>best validation, epoch %1</source>
        <translation>最佳验证，第 %1 轮</translation>
    </message>
    <message>
        <source>best validation %1, epoch %2</source>
        <translation>最佳验证 %1，第 %2 轮</translation>
    </message>
    <message numerus="yes">
        <source>%n more differ</source>
        <translation>
            <numerusform>另有 %n 项不同</numerusform>
        </translation>
    </message>
    <message>
        <source>The same settings.</source>
        <translation>设置相同。</translation>
    </message>
    <message numerus="yes">
        <source>%n other settings are equal</source>
        <translation>
            <numerusform>其余 %n 项设置相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Estimated use</source>
        <translation>预计占用</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Trains in</source>
        <translation>训练于</translation>
    </message>
    <message>
        <source>a process of its own</source>
        <translation>独立进程</translation>
    </message>
    <message>
        <source>a background thread</source>
        <translation>后台线程</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>at a cluster</source>
        <translation>在集群</translation>
    </message>
    <message numerus="yes">
        <source>%n ranks, each a process</source>
        <translation>
            <numerusform>%n 个进程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n 个进程</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::RunLibrary</name>
    <message>
        <source>The folder of this workspace, %1, was moved or deleted while it was open; if it was moved, its runs are kept in it; choose it where it is now</source>
        <translation>此工作区的文件夹 %1 在打开期间被移动或删除；若是被移动，其中的运行仍然保留；请在新位置选择它</translation>
    </message>
</context>
<context>
    <name>gatelab::RunNotices</name>
    <message>
        <source>Choose a workspace</source>
        <translation>选择工作区</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>%1 was interrupted.</source>
        <translation>%1 已中断。</translation>
    </message>
    <message>
        <source>1 run waits in the queue.</source>
        <translation>队列中有 1 个运行在等待。</translation>
    </message>
    <message>
        <source>%1 runs wait in the queue.</source>
        <translation>队列中有 %1 个运行在等待。</translation>
    </message>
    <message>
        <source>The queue is paused until you start it.</source>
        <translation>队列已暂停，等您启动。</translation>
    </message>
    <message>
        <source>The queue goes on, as it did when the workspace was closed.</source>
        <translation>队列继续执行，与工作区关闭时一样。</translation>
    </message>
    <message>
        <source>Start the queue</source>
        <translation>启动队列</translation>
    </message>
    <message>
        <source>Pause the queue</source>
        <translation>暂停队列</translation>
    </message>
    <message>
        <source>Show the setting</source>
        <translation>显示该设置</translation>
    </message>
    <message>
        <source>Continue from its last checkpoint</source>
        <translation>从最后一个检查点继续</translation>
    </message>
    <message>
        <source>%1 runs were interrupted.</source>
        <translation>%1 个运行被中断。</translation>
    </message>
    <message>
        <source>It</source>
        <translation>它</translation>
    </message>
    <message>
        <source>%1 has no checkpoint yet; run it again.</source>
        <translation>%1 还没有检查点；请重新运行。</translation>
    </message>
    <message>
        <source>%1 goes on from step %2; it had come to step %3.</source>
        <translation>%1 从第 %2 步继续；此前已到第 %3 步。</translation>
    </message>
    <message>
        <source>%1 goes on from step %2.</source>
        <translation>%1 从第 %2 步继续。</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示它们</translation>
    </message>
    <message>
        <source>Fetch it...</source>
        <translation>获取…</translation>
    </message>
</context>
<context>
    <name>gatelab::RunSegment</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Trains one batch and pauses</source>
        <translation>训练一个批次后暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends the run; its best weights are kept and tested</source>
        <translation>结束运行；保留并测试其最佳权重</translation>
    </message>
    <message>
        <source>Goes on from its last checkpoint</source>
        <translation>从最后一个检查点继续</translation>
    </message>
    <message>
        <source>Takes it off the strip; the run is kept</source>
        <translation>从运行条上移走；运行会保留</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>再次训练</translation>
    </message>
    <message>
        <source>Trains its settings once more, or others</source>
        <translation>再训练一次它的设置，或换一些设置</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes it out of the queue</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>%1  Space</source>
        <translation>%1  空格</translation>
    </message>
    <message>
        <source>%1, %2, shown</source>
        <translation>%1，%2，已显示</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Asks where its data file is now</source>
        <translation>询问其数据文件现在的位置</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>Ends its job where it trains (it saves) and lets it wait again</source>
        <translation>结束它正在训练的作业（会先保存），让它重新等待</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消作业</translation>
    </message>
    <message>
        <source>Takes its job away; the run is kept up to its last checkpoint</source>
        <translation>撤去它的作业；运行保留到最后一个检查点</translation>
    </message>
</context>
<context>
    <name>gatelab::RunStrip</name>
    <message>
        <source>Nothing has trained on this data.</source>
        <translation>这份数据上还没有训练过。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Train  %1</source>
        <translation>训练  %1</translation>
    </message>
    <message>
        <source>Train %1, about %2</source>
        <translation>训练 %1，约 %2</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Trains these settings (%1)</source>
        <translation>训练当前设置（%1）</translation>
    </message>
    <message>
        <source>These settings wait as the last ones (%1)</source>
        <translation>当前设置排在队尾等待（%1）</translation>
    </message>
    <message>
        <source>Train these settings</source>
        <translation>训练当前设置</translation>
    </message>
    <message>
        <source>Queue paused</source>
        <translation>队列已暂停</translation>
    </message>
    <message>
        <source>%1 wait</source>
        <translation>%1 个等待</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1，已暂停</translation>
    </message>
    <message>
        <source>All that wait: order, priority, pause</source>
        <translation>所有等待的运行：顺序、优先级、暂停</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1 waits no longer. Ctrl+Z brings it back.</source>
        <translation>%1 不再等待。按 Ctrl+Z 恢复。</translation>
    </message>
    <message>
        <source>Waiting runs</source>
        <translation>等待的运行</translation>
    </message>
</context>
<context>
    <name>gatelab::ScopeBox</name>
    <message>
        <source>Data, target and horizon</source>
        <translation>数据、目标与步数</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>These data</source>
        <translation>当前数据</translation>
    </message>
    <message>
        <source>Takes over data, target and horizon of other runs</source>
        <translation>采用其他运行的数据、目标和预测步数</translation>
    </message>
    <message>
        <source>Runs of one data, target and horizon</source>
        <translation>相同数据、目标与步数的运行</translation>
    </message>
</context>
<context>
    <name>gatelab::ScoreCard</name>
    <message>
        <source>Test part</source>
        <translation>测试集</translation>
    </message>
    <message>
        <source>errors beside the baselines</source>
        <translation>与基线并列的误差</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Quantiles</source>
        <translation>分位数</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Standardised</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>Scores on the test part</source>
        <translation>测试集评分</translation>
    </message>
    <message>
        <source>Quantiles on the test part</source>
        <translation>测试集的分位数</translation>
    </message>
    <message>
        <source>The interval of %1 % held %2 % of the truths; its mean width is %3.</source>
        <translation>%1 % 区间包含了 %2 % 的真值；其平均宽度为 %3。</translation>
    </message>
    <message>
        <source>errors beside the baselines, %1</source>
        <translation>与基线并列的误差，%1</translation>
    </message>
    <message>
        <source>beside the baselines</source>
        <translation>与基线并列</translation>
    </message>
    <message>
        <source>In %1 % of the forecasts quantiles crossed; they are put in order.</source>
        <translation>%1 % 的预测中分位数发生交叉；已按大小排序。</translation>
    </message>
</context>
<context>
    <name>gatelab::ScoreModel</name>
    <message>
        <source>Best of this column</source>
        <translation>此列最佳</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Mean of forecast minus truth, original scale</source>
        <translation>预测减真实值的平均，原始尺度</translation>
    </message>
    <message>
        <source>Residuals, ±%1</source>
        <translation>残差，±%1</translation>
    </message>
    <message>
        <source>Forecast minus truth, original scale: from −%1 to %1, zero in the middle</source>
        <translation>预测减真实值，原始尺度：从 −%1 到 %1，零在中间</translation>
    </message>
</context>
<context>
    <name>gatelab::SeasonsPanel</name>
    <message>
        <source>Autocorrelation</source>
        <translation>自相关</translation>
    </message>
    <message>
        <source>Partial autocorrelation</source>
        <translation>偏自相关</translation>
    </message>
    <message>
        <source>what each lag adds</source>
        <translation>每个滞后新增的部分</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>频谱</translation>
    </message>
    <message>
        <source>variance by period</source>
        <translation>各周期的方差</translation>
    </message>
    <message>
        <source>Seasonal plot</source>
        <translation>季节图</translation>
    </message>
    <message>
        <source>lag, rows</source>
        <translation>滞后（行）</translation>
    </message>
    <message>
        <source>Too few different values.</source>
        <translation>不同的值太少。</translation>
    </message>
    <message>
        <source>last %1 of %2 training rows</source>
        <translation>%2 行训练数据的最后 %1 行</translation>
    </message>
    <message>
        <source>%1 training rows</source>
        <translation>%1 行训练数据</translation>
    </message>
    <message>
        <source>autocorrelation</source>
        <translation>自相关</translation>
    </message>
    <message>
        <source>chance, 95 %</source>
        <translation>偶然，95 %</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>偏自相关</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>No season repeats.</source>
        <translation>没有重复的季节。</translation>
    </message>
    <message>
        <source>hour of the day</source>
        <translation>一天中的小时</translation>
    </message>
    <message>
        <source>day of the week, from Monday</source>
        <translation>一周中的天，从周一起</translation>
    </message>
    <message>
        <source>row of the season</source>
        <translation>季节中的行</translation>
    </message>
    <message>
        <source>middle half</source>
        <translation>中间一半</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>%1 over %2 periods</source>
        <translation>%1，共 %2 个周期</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>gatelab::SeedAxis</name>
    <message>
        <source>Mean %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>95 %: %1 to %2</source>
        <translation>95 %：%1 至 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Scores of the seeds</source>
        <translation>各种子的评分</translation>
    </message>
</context>
<context>
    <name>gatelab::SequenceClassModel</name>
    <message>
        <source>no class</source>
        <translation>无类别</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Training file</source>
        <translation>训练文件</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>测试文件</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>缺失值</translation>
    </message>
</context>
<context>
    <name>gatelab::SequenceItemModel</name>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>缺失值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>SD</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>最大值</translation>
    </message>
</context>
<context>
    <name>gatelab::SequencePanel</name>
    <message>
        <source>First of each class</source>
        <translation>每类第一条</translation>
    </message>
    <message>
        <source>Mean and spread</source>
        <translation>均值与离散</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>逐条</translation>
    </message>
    <message>
        <source>What is drawn of the sequences</source>
        <translation>绘制序列的哪些内容</translation>
    </message>
    <message>
        <source>Number of the sequence</source>
        <translation>序列编号</translation>
    </message>
    <message>
        <source>Class to look through</source>
        <translation>要浏览的类别</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Previous sequence (Alt+Left)</source>
        <translation>上一条序列（Alt+左）</translation>
    </message>
    <message>
        <source>Next sequence (Alt+Right)</source>
        <translation>下一条序列（Alt+右）</translation>
    </message>
    <message>
        <source>Words have no mean.</source>
        <translation>词没有均值。</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>全部类别</translation>
    </message>
</context>
<context>
    <name>gatelab::SequencePlot</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>First sequences</source>
        <translation>最前面的序列</translation>
    </message>
    <message>
        <source>First sequence of %1 of %2 classes</source>
        <translation>%2 个类别中 %1 个类别的第一条序列</translation>
    </message>
    <message>
        <source>First sequence of each class</source>
        <translation>每个类别的第一条序列</translation>
    </message>
    <message>
        <source>Mean and spread of %1 of %2 classes</source>
        <translation>%2 个类别中 %1 个的均值与离散</translation>
    </message>
    <message>
        <source>Mean and spread of each class</source>
        <translation>每类的均值与离散</translation>
    </message>
    <message>
        <source>%1, ± 1 SD</source>
        <translation>%1，± 1 标准差</translation>
    </message>
    <message>
        <source>± 1 SD</source>
        <translation>± 1 标准差</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>%1 of %2 channels</source>
        <translation>%2 个通道中的 %1 个</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
</context>
<context>
    <name>gatelab::SeriesModel</name>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>%1
time</source>
        <translation>%1
时间</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows, %n channels</source>
        <translation>
            <numerusform>%1 行，%n 个通道</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 row, %n channels</source>
        <translation>
            <numerusform>1 行，%n 个通道</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
</context>
<context>
    <name>gatelab::SeriesPlot</name>
    <message>
        <source>No series yet</source>
        <translation>尚无序列</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>%1 rows; %2</source>
        <translation>%1 行；%2</translation>
    </message>
    <message>
        <source>More columns</source>
        <translation>更多列</translation>
    </message>
    <message>
        <source>Up and Down choose a column, T forecasts it; Home and End choose a border of the split, Left and Right move it by a day.</source>
        <translation>上下键选择列，T 键预测它；Home 和 End 选择划分的边界，左右键将它移动一天。</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>input: %1</source>
        <translation>输入：%1</translation>
    </message>
    <message>
        <source>The price is the error of a linear forecast with it beside the target, on training rows.</source>
        <translation>代价是线性预测在目标之外再用此列时，于训练行上的误差变化。</translation>
    </message>
    <message>
        <source>Forecast this column</source>
        <translation>预测此列</translation>
    </message>
    <message>
        <source>Forecast it with the others</source>
        <translation>与其他列一起预测</translation>
    </message>
    <message>
        <source>Use as an input</source>
        <translation>用作输入</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>gatelab::SeriesStrip</name>
    <message>
        <source>Place of the window in the series</source>
        <translation>窗口在序列中的位置</translation>
    </message>
    <message>
        <source>A click chooses the window that begins there, Left and Right the one before and after</source>
        <translation>单击选择那里的窗口，左右键选择前一个和后一个</translation>
    </message>
</context>
<context>
    <name>gatelab::SettingsCard</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Basic</source>
        <translation>基本</translation>
    </message>
    <message>
        <source>The settings most runs need</source>
        <translation>大多数运行需要的设置</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>全部 %1 项</translation>
    </message>
    <message>
        <source>Every setting</source>
        <translation>全部设置</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>No setting is called “%1”.</source>
        <translation>没有名为“%1”的设置。</translation>
    </message>
</context>
<context>
    <name>gatelab::ShareCommands</name>
    <message>
        <source>The workspace is being worked on already.</source>
        <translation>工作区正在处理中。</translation>
    </message>
    <message>
        <source>Report of %1</source>
        <translation>%1 的报告</translation>
    </message>
    <message>
        <source>Report of %1 runs</source>
        <translation>%1 次运行的报告</translation>
    </message>
    <message>
        <source>Reports (*.html)</source>
        <translation>报告 (*.html)</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>正在写入报告</translation>
    </message>
    <message>
        <source>Runs with their data (*.gatelab)</source>
        <translation>运行及其数据 (*.gatelab)</translation>
    </message>
    <message>
        <source>Runs without data (*.gatelab)</source>
        <translation>运行，不含数据 (*.gatelab)</translation>
    </message>
    <message>
        <source>Bundle for another computer</source>
        <translation>供另一台计算机使用的包</translation>
    </message>
    <message>
        <source>Packing the bundle</source>
        <translation>正在打包</translation>
    </message>
    <message>
        <source>No workspace is open; open one first.</source>
        <translation>没有打开工作区；请先打开一个。</translation>
    </message>
    <message>
        <source>Open a bundle</source>
        <translation>打开包</translation>
    </message>
    <message>
        <source>Bundles (*.gatelab)</source>
        <translation>包 (*.gatelab)</translation>
    </message>
    <message>
        <source>Opening the bundle</source>
        <translation>正在打开包</translation>
    </message>
    <message>
        <source>All of its runs are in the workspace already.</source>
        <translation>其中的所有运行都已在工作区中。</translation>
    </message>
    <message>
        <source>One run is in the workspace now.</source>
        <translation>现在工作区中有一次运行。</translation>
    </message>
    <message>
        <source>%1 runs are in the workspace now.</source>
        <translation>现在工作区中有 %1 次运行。</translation>
    </message>
</context>
<context>
    <name>gatelab::ShareTexts</name>
    <message>
        <source>settings together</source>
        <translation>设置之间的配合</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>seed alone</source>
        <translation>仅种子</translation>
    </message>
    <message>
        <source>seed and the rest</source>
        <translation>种子与其余</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 explains %2 of the differences.</source>
        <translation>%1解释了差异的 %2。</translation>
    </message>
    <message>
        <source>No setting explains the scores so far.</source>
        <translation>目前没有设置能解释这些分数。</translation>
    </message>
    <message>
        <source>No setting differs between runs with a score.</source>
        <translation>有分数的运行之间没有不同的设置。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) with a score: too few for so many settings.</source>
        <translation>
            <numerusform>有分数的运行只有 %n 次：设置太多，还不够。</numerusform>
        </translation>
    </message>
    <message>
        <source>All scores are the same.</source>
        <translation>所有分数都相同。</translation>
    </message>
    <message numerus="yes">
        <source>share of the variance, %n run(s)</source>
        <translation>
            <numerusform>方差占比，%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Of the runs on this board with a score and the same data, target, horizon, split and loss as the base. One linear model of the score (its logarithm) by the values of each setting; what several explain alike is parted among them. Corrected for the number of values. With seed and rest the shares are 100 %.</source>
        <translation>只计本看板上有分数、且数据、目标、步数、划分和损失与基准相同的运行。用各设置的取值对分数（取对数）作一个线性模型；几个设置共同解释的部分平分给它们。已按取值个数校正。加上种子与其余，各占比合计为 100 %。</translation>
    </message>
</context>
<context>
    <name>gatelab::SmoothingBox</name>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Mean over so many epochs before and after, of the logarithm where all is above zero. It does not lag. The raw line stays behind.</source>
        <translation>前后各若干轮的均值；全部大于零时取对数再平均。不会滞后。原始曲线保留在后面。</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>%1 epoch</source>
        <translation>%1 轮</translation>
    </message>
</context>
<context>
    <name>gatelab::StageCanvas</name>
    <message>
        <source>Picture of the lesson</source>
        <translation>课程的图</translation>
    </message>
    <message>
        <source>Step %1, not chosen</source>
        <translation>第 %1 步，未选</translation>
    </message>
    <message>
        <source>Step %1, chosen</source>
        <translation>第 %1 步，已选</translation>
    </message>
    <message>
        <source>Step %1, nothing drawn</source>
        <translation>第 %1 步，还没画</translation>
    </message>
    <message>
        <source>Step %1, you drew %2</source>
        <translation>第 %1 步，你画了 %2</translation>
    </message>
    <message>
        <source>%1 valve, %2</source>
        <translation>%1阀门，%2</translation>
    </message>
</context>
<context>
    <name>gatelab::StageFilm</name>
    <message>
        <source>Film of the training</source>
        <translation>训练影片</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play film</source>
        <translation>播放影片</translation>
    </message>
    <message>
        <source>The film of the training</source>
        <translation>训练影片</translation>
    </message>
    <message>
        <source>drag back: the whole picture goes to that step</source>
        <translation>往回拖：整幅图回到那一步</translation>
    </message>
    <message>
        <source>untrained</source>
        <translation>未训练</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>轮次 %1</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>best: epoch %1</source>
        <translation>最佳：轮次 %1</translation>
    </message>
</context>
<context>
    <name>gatelab::StageText</name>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Try: %1</source>
        <translation>试一试：%1</translation>
    </message>
    <message>
        <source>Draw at the ringed row what it comes to now; then train it.</source>
        <translation>在圈出的一行画出现在会是多少，然后训练。</translation>
    </message>
    <message>
        <source>1 Look</source>
        <translation>1 看</translation>
    </message>
    <message>
        <source>2 Draw</source>
        <translation>2 画</translation>
    </message>
    <message>
        <source>3 Train</source>
        <translation>3 训练</translation>
    </message>
    <message>
        <source>4 Gap</source>
        <translation>4 差距</translation>
    </message>
    <message>
        <source>5 Say</source>
        <translation>5 说</translation>
    </message>
    <message>
        <source>You drew</source>
        <translation>你画的</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>实际是</translation>
    </message>
    <message>
        <source>In one sentence of your own</source>
        <translation>用自己的一句话</translation>
    </message>
    <message>
        <source>Ours is shown when yours is kept.</source>
        <translation>你的保存后，显示我们的。</translation>
    </message>
    <message>
        <source>Ours:</source>
        <translation>我们的：</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>draw first, then train again</source>
        <translation>先画，再训练</translation>
    </message>
    <message>
        <source>What this lesson claims holds before any training too: it proves nothing.</source>
        <translation>这一课的结论在训练前也成立：什么也没证明。</translation>
    </message>
    <message>
        <source>claim holds</source>
        <translation>结论成立</translation>
    </message>
    <message>
        <source>claim does not hold</source>
        <translation>结论不成立</translation>
    </message>
    <message>
        <source>seed %1; not before training</source>
        <translation>种子 %1；训练前不成立</translation>
    </message>
    <message>
        <source>seed %1; another may</source>
        <translation>种子 %1；换一个也许成立</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Back to the lesson&apos;s own runs</source>
        <translation>回到本课自己的运行</translation>
    </message>
    <message>
        <source>Train and see</source>
        <translation>训练看看</translation>
    </message>
    <message>
        <source>Draw what you expect</source>
        <translation>画出你的预计</translation>
    </message>
    <message>
        <source>See the gap</source>
        <translation>看差距</translation>
    </message>
    <message>
        <source>Take all back</source>
        <translation>全部收回</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Keep my sentence</source>
        <translation>保存我的一句</translation>
    </message>
    <message>
        <source>End of the lesson</source>
        <translation>课程结束</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一课：%1</translation>
    </message>
    <message>
        <source>Once more, seed %1</source>
        <translation>再来一次，种子 %1</translation>
    </message>
    <message>
        <source>Training ...</source>
        <translation>正在训练……</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Draw in the ringed row first: what comes is shown beside it</source>
        <translation>先在圈出的一行里画：结果会显示在旁边</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <source>Always the average</source>
        <translation>总答平均值</translation>
    </message>
    <message>
        <source>By your hand</source>
        <translation>你亲手</translation>
    </message>
    <message>
        <source>Answer first; the reason is shown then</source>
        <translation>先作答，然后显示理由</translation>
    </message>
    <message>
        <source>Is it any good? Error on the test part</source>
        <translation>有用吗？测试部分的误差</translation>
    </message>
    <message>
        <source>Not claimed on this series:</source>
        <translation>在这个序列上不作此结论：</translation>
    </message>
    <message>
        <source>Nothing was drawn; a dash stands for it.</source>
        <translation>没有画预测，用短横线表示。</translation>
    </message>
    <message>
        <source>No room here for: %1</source>
        <translation>这里放不下：%1</translation>
    </message>
</context>
<context>
    <name>gatelab::StageView</name>
    <message>
        <source>Gradient through time</source>
        <translation>沿时间的梯度</translation>
    </message>
    <message>
        <source>The gate, step by step</source>
        <translation>逐步看门</translation>
    </message>
    <message>
        <source>Memory, step by step</source>
        <translation>逐步看记忆</translation>
    </message>
    <message>
        <source>The same number twice</source>
        <translation>同一个数，两次</translation>
    </message>
    <message>
        <source>The sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Drawing the untrained network ...</source>
        <translation>正在画未训练的网络……</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>one sequence of %1 steps; seed %2</source>
        <translation>一个 %1 步的序列；种子 %2</translation>
    </message>
    <message>
        <source>click the steps, or arrows and Space</source>
        <translation>点步，或用方向键和空格</translation>
    </message>
    <message>
        <source>draw here, or use the arrow keys</source>
        <translation>在这里画，或用方向键</translation>
    </message>
    <message>
        <source>drag the circles, or use the arrow keys</source>
        <translation>拖动圆圈，或用方向键</translation>
    </message>
    <message>
        <source>of your steps and those where it moves</source>
        <translation>你点的步与它动的步</translation>
    </message>
    <message>
        <source>than you drew, at step %1</source>
        <translation>与你画的相比，第 %1 步</translation>
    </message>
    <message>
        <source>than you drew</source>
        <translation>与你画的相比</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>training ...</source>
        <translation>正在训练……</translation>
    </message>
    <message>
        <source>not trained yet: what comes is not shown before you have drawn</source>
        <translation>还没训练：在你画之前不显示结果</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>还没训练</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>第 %1 课，共 %2 课</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>than you drew, steps %1 to %2</source>
        <translation>与你画的相比，第 %1 到 %2 步</translation>
    </message>
    <message>
        <source>%1, %2 units</source>
        <translation>%1，%2 个单元</translation>
    </message>
    <message>
        <source>training step %1</source>
        <translation>训练步 %1</translation>
    </message>
    <message>
        <source>loss: %1</source>
        <translation>损失：%1</translation>
    </message>
    <message>
        <source>Source: %1; Gatelab, lesson &quot;%2&quot;</source>
        <translation>来源：%1；Gatelab，课程“%2”</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>its loss was no number any more</source>
        <translation>它的损失不再是数</translation>
    </message>
    <message>
        <source>loss of this sequence at step %1</source>
        <translation>第 %1 步时这个序列的损失</translation>
    </message>
    <message>
        <source>Forecasts, one beside the other</source>
        <translation>一个接一个的预测</translation>
    </message>
    <message>
        <source>One cell, by hand</source>
        <translation>亲手控制的一个单元</translation>
    </message>
    <message>
        <source>drag the valves, or use the arrow keys</source>
        <translation>拖动阀门，或用方向键</translation>
    </message>
    <message>
        <source>Your series and the valve</source>
        <translation>你的序列与阀门</translation>
    </message>
    <message>
        <source>Loss over the epochs</source>
        <translation>各轮次的损失</translation>
    </message>
    <message>
        <source>What it comes to</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>%1; validation part; no linear path</source>
        <translation>%1；验证部分；没有线性通路</translation>
    </message>
    <message>
        <source>this network</source>
        <translation>这个网络</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>at the first mark</source>
        <translation>第一个标记处</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1, mean of 8</source>
        <translation>%1，8 个平均</translation>
    </message>
    <message>
        <source>at step %1, before training</source>
        <translation>第 %1 步，训练之前</translation>
    </message>
    <message>
        <source>than you drew, in epoch %1</source>
        <translation>与你画的相比，第 %1 轮次</translation>
    </message>
    <message>
        <source>than you drew, epochs %1 to %2</source>
        <translation>与你画的相比，第 %1 到 %2 轮次</translation>
    </message>
</context>
<context>
    <name>gatelab::StartCards</name>
    <message>
        <source>Open my data</source>
        <translation>打开我的数据</translation>
    </message>
    <message>
        <source>Drop a file here</source>
        <translation>将文件拖放到这里</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open data (Ctrl+O)</source>
        <translation>打开数据（Ctrl+O）</translation>
    </message>
    <message>
        <source>Ready-made experiment</source>
        <translation>现成实验</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Show this page at the start</source>
        <translation>启动时显示此页</translation>
    </message>
    <message>
        <source>Data, network and training in one</source>
        <translation>数据、网络和训练合为一体</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>The same number comes twice. The same forecast?</source>
        <translation>同一个数出现两次，预测一样吗？</translation>
    </message>
    <message>
        <source>Open the lessons</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Built in:</source>
        <translation>内置：</translation>
    </message>
    <message>
        <source>CSV, Excel, Parquet, HDF5, netCDF, MATLAB, sound and more. Nothing is asked first; every guess can be changed.</source>
        <translation>CSV、Excel、Parquet、HDF5、netCDF、MATLAB、声音等。先不提问；每个猜测都可更改。</translation>
    </message>
</context>
<context>
    <name>gatelab::StartPage</name>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>LSTM experiments on time series</source>
        <translation>时间序列上的 LSTM 实验</translation>
    </message>
    <message>
        <source>No account, no network: everything stays on this computer.</source>
        <translation>无需账号，无需联网：一切都留在本机。</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Other series</source>
        <translation>其他序列</translation>
    </message>
    <message>
        <source>Other network</source>
        <translation>其他网络</translation>
    </message>
    <message>
        <source>network %1</source>
        <translation>网络 %1</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个点</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 个序列</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n layers</source>
        <translation>
            <numerusform>%1，%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>%1 of %2 units</source>
        <translation>%1，每层 %2 个单元</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>looking</source>
        <translation>正在查找</translation>
    </message>
    <message>
        <source>To beat</source>
        <translation>待超越的基线</translation>
    </message>
    <message>
        <source>seasonal naive, linear</source>
        <translation>季节性朴素、线性</translation>
    </message>
    <message>
        <source>Not ready yet</source>
        <translation>还不能开始</translation>
    </message>
    <message>
        <source>mean, nearest neighbour</source>
        <translation>均值、最近邻</translation>
    </message>
    <message>
        <source>majority class, nearest neighbour</source>
        <translation>多数类、最近邻</translation>
    </message>
    <message>
        <source>A run is paused</source>
        <translation>有运行已暂停</translation>
    </message>
    <message>
        <source>A run is going on</source>
        <translation>有运行正在进行</translation>
    </message>
    <message>
        <source>Starts training (Ctrl+R)</source>
        <translation>开始训练（Ctrl+R）</translation>
    </message>
    <message>
        <source>A series is loaded, a network is drawn. Press Train and watch it learn; nothing can break.</source>
        <translation>序列已载入，网络已画好。按“训练”看它学习，什么也弄不坏。</translation>
    </message>
    <message>
        <source>The one on the left</source>
        <translation>左边这一个</translation>
    </message>
    <message>
        <source>Train one yourself</source>
        <translation>自己训练一个</translation>
    </message>
</context>
<context>
    <name>gatelab::StartWeightsCard</name>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Initial weights of</source>
        <translation>要显示初始权重的部分</translation>
    </message>
    <message>
        <source>Histogram of the initial weights</source>
        <translation>初始权重直方图</translation>
    </message>
    <message>
        <source>Initial weights are drawn when no run trains.</source>
        <translation>没有运行在训练时才会生成初始权重。</translation>
    </message>
    <message>
        <source>Drawing the initial weights</source>
        <translation>正在生成初始权重</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1
mean %2, SD %3</source>
        <translation>%1
均值 %2，标准差 %3</translation>
    </message>
    <message>
        <source>%1, times %2</source>
        <translation>%1，乘以 %2</translation>
    </message>
</context>
<context>
    <name>gatelab::StatusLine</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>可用内存</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Looking at the machine</source>
        <translation>正在检查本机</translation>
    </message>
    <message>
        <source>No CUDA device: training on CPU</source>
        <translation>没有 CUDA 设备：在 CPU 上训练</translation>
    </message>
    <message>
        <source>%1 of %2 MiB free</source>
        <translation>可用 %1 / %2 MiB</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation>CPU %1</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 步/秒</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Log %1</source>
        <translation>日志 %1</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Other programs on the GPU</source>
        <translation>GPU 上的其他程序</translation>
    </message>
    <message>
        <source>Clock of the GPU</source>
        <translation>GPU 频率</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2 MiB</source>
        <translation>%1：%2 MiB</translation>
    </message>
    <message>
        <source>other programs on the GPU: %1</source>
        <translation>GPU 上的其他程序：%1</translation>
    </message>
    <message>
        <source>clock %1, held down by %2</source>
        <translation>频率 %1，原因：%2</translation>
    </message>
    <message>
        <source>trained by another process</source>
        <translation>由另一个进程训练</translation>
    </message>
    <message>
        <source>reading all runs for a new index: %1</source>
        <translation>正在读取所有运行以建立新索引：%1</translation>
    </message>
    <message>
        <source>%1 left once it goes on</source>
        <translation>继续后还剩 %1</translation>
    </message>
    <message>
        <source>does not answer</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>Runs that wait for their turn: shows them</source>
        <translation>显示正在排队的运行</translation>
    </message>
</context>
<context>
    <name>gatelab::SweepCommands</name>
    <message>
        <source>All of these runs are trained already.</source>
        <translation>这些运行都已训练过。</translation>
    </message>
    <message>
        <source>The experiment takes over %1; Undo brings its own back.</source>
        <translation>实验已改用 %1；撤销可恢复原来的数据。</translation>
    </message>
    <message>
        <source>The search on %1 has begun.</source>
        <translation>对 %1 的搜索已开始。</translation>
    </message>
    <message>
        <source>1 run on %1 is in the queue.</source>
        <translation>队列中有 1 个运行，数据为 %1。</translation>
    </message>
    <message>
        <source>%1 runs on %2 are in the queue.</source>
        <translation>队列中有 %1 个运行，数据为 %2。</translation>
    </message>
</context>
<context>
    <name>gatelab::SweepController</name>
    <message>
        <source>The search ended with an error; %1 says which.</source>
        <translation>搜索因错误结束；详见 %1。</translation>
    </message>
    <message>
        <source>%1 of %2 trials</source>
        <translation>试验 %1/%2</translation>
    </message>
    <message>
        <source>%1 trials, %2 of %3 epochs</source>
        <translation>%1 次试验，轮次 %2/%3</translation>
    </message>
    <message>
        <source>%1 trials</source>
        <translation>%1 次试验</translation>
    </message>
    <message>
        <source>%1, best %2</source>
        <translation>%1，最佳 %2</translation>
    </message>
</context>
<context>
    <name>gatelab::SweepPanel</name>
    <message>
        <source>Add a setting</source>
        <translation>添加一项设置</translation>
    </message>
    <message>
        <source>Train them together</source>
        <translation>同时训练</translation>
    </message>
    <message>
        <source>Sweep and seeds</source>
        <translation>参数扫描与种子</translation>
    </message>
    <message>
        <source>Which combinations</source>
        <translation>哪些组合</translation>
    </message>
    <message>
        <source> combinations</source>
        <translation> 种组合</translation>
    </message>
    <message>
        <source>Combinations</source>
        <translation>组合</translation>
    </message>
    <message>
        <source>Seeds </source>
        <translation>种子 </translation>
    </message>
    <message>
        <source>Seeds of each</source>
        <translation>每种组合的种子数</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Add to the queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>Add 1 run to the queue</source>
        <translation>将 1 个运行加入队列</translation>
    </message>
    <message>
        <source>Add %1 runs to the queue</source>
        <translation>将 %1 个运行加入队列</translation>
    </message>
    <message>
        <source>1 setting</source>
        <translation>1 种设置</translation>
    </message>
    <message>
        <source>%1 settings</source>
        <translation>%1 种设置</translation>
    </message>
    <message>
        <source>1 seed each</source>
        <translation>各 1 个种子</translation>
    </message>
    <message>
        <source>%1 seeds each</source>
        <translation>各 %1 个种子</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 个运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>One after the other.</source>
        <translation>依次训练。</translation>
    </message>
    <message>
        <source>%1 at a time.</source>
        <translation>每次 %1 个。</translation>
    </message>
    <message>
        <source>Train those again</source>
        <translation>重新训练这些</translation>
    </message>
    <message>
        <source>Show what they came to</source>
        <translation>显示它们的结果</translation>
    </message>
    <message>
        <source>%1 of %2 are already trained.</source>
        <translation>%2 个中有 %1 个已训练过。</translation>
    </message>
    <message>
        <source>%1 of %2 are already trained and count as they are.</source>
        <translation>%2 个中有 %1 个已训练过，直接计入。</translation>
    </message>
    <message>
        <source>Several values of settings; each combination and seed is a run.</source>
        <translation>若干设置的多个取值；每种组合与每个种子是一个运行。</translation>
    </message>
    <message>
        <source>This seed and those that follow; one says little</source>
        <translation>实验的种子及其后的种子；一个说明不了什么</translation>
    </message>
    <message>
        <source>As many at once as cores and memory allow; same numbers.</source>
        <translation>同时训练的个数以核心和内存为限；数值相同。</translation>
    </message>
    <message>
        <source>Same settings and seed give the same numbers on this machine.</source>
        <translation>在同一台机器上，相同的设置和种子得到相同的数值。</translation>
    </message>
    <message>
        <source>Not together: runs on a GPU or with a process of their own.</source>
        <translation>不同时训练：GPU 上的和使用单独进程的运行。</translation>
    </message>
    <message>
        <source>About %1 of training, at the pace of these settings.</source>
        <translation>训练约需 %1（按当前设置的速度）。</translation>
    </message>
    <message>
        <source>Time not known yet; the Model page measures it.</source>
        <translation>时间尚不清楚；“模型”页可以测量。</translation>
    </message>
    <message>
        <source>About %1 of memory, as these settings need.</source>
        <translation>约需 %1 内存（按当前设置）。</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Then no more trials begin; those that train end</source>
        <translation>之后不再开始新的试验；正在训练的会训练完</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>次试验</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Counted in</source>
        <translation>计量单位</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Trains on %1.</source>
        <translation>在 %1 上训练。</translation>
    </message>
    <message>
        <source>A search goes on; stop it first (Compare page).</source>
        <translation>已有一个搜索在进行；请先停止它（“比较”页）。</translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s) are trained already; take more.</source>
        <translation>
            <numerusform>已训练 %n 次试验；请设更多。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s) of it are trained already and count.</source>
        <translation>
            <numerusform>其中 %n 次试验已训练，直接计入。</numerusform>
        </translation>
    </message>
    <message>
        <source>Search on</source>
        <translation>继续搜索</translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s), one seed each</source>
        <translation>
            <numerusform>%n 次试验，每次一个种子</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 epochs in all</source>
        <translation>共 %1 轮次</translation>
    </message>
    <message>
        <source>%1 of training</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Trains now, one seed each, until the budget is used up; without it the runs wait in the queue</source>
        <translation>立即训练，每个设置一个种子，直到预算用完；不设预算时，运行在队列中等待</translation>
    </message>
    <message>
        <source>Every combination is trained already.</source>
        <translation>所有组合都已训练过。</translation>
    </message>
    <message>
        <source>Search at cluster &apos;%1&apos;</source>
        <translation>在集群“%1”上搜索</translation>
    </message>
</context>
<context>
    <name>gatelab::SweepRow</name>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Range, log</source>
        <translation>范围（对数）</translation>
    </message>
    <message>
        <source>How it varies</source>
        <translation>如何变化</translation>
    </message>
    <message>
        <source>Log: equal factors are equally likely, not equal distances</source>
        <translation>对数：相等的倍数（而非相等的间距）同样可能</translation>
    </message>
    <message>
        <source>With commas between them: 0.001, 0.003</source>
        <translation>用逗号分隔：0.001, 0.003</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source> points</source>
        <translation> 个点</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>Leaves this setting as it is</source>
        <translation>保持此设置不变</translation>
    </message>
</context>
<context>
    <name>gatelab::SweepSummary</name>
    <message>
        <source>Stop the search; what has trained is kept</source>
        <translation>停止搜索；已训练的都会保留</translation>
    </message>
    <message>
        <source>Search on, as much again</source>
        <translation>继续搜索，再来同样多</translation>
    </message>
    <message>
        <source>Search on</source>
        <translation>继续搜索</translation>
    </message>
</context>
<context>
    <name>gatelab::TabStrip</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gatelab::TeacherWindow</name>
    <message>
        <source>Teacher&apos;s mode</source>
        <translation>教师模式</translation>
    </message>
    <message>
        <source>1 to 4: a hand, with Shift one less · Space: talk · →: reveal, on · N: notes</source>
        <translation>1 到 4：记一只手，加 Shift 减一 · 空格：讨论 · →：揭晓、继续 · N：备注</translation>
    </message>
    <message>
        <source>→, PageDown or Space: on · ← or PageUp: back · I: inside · N: notes · Esc: leave</source>
        <translation>→、PageDown 或空格：继续 · ← 或 PageUp：返回 · I：看内部 · N：备注 · Esc：离开</translation>
    </message>
    <message>
        <source>arrows or mouse: draw · PageDown: on · PageUp: back · N: notes · Esc: leave</source>
        <translation>方向键或鼠标：画 · PageDown：继续 · PageUp：返回 · N：讲稿 · Esc：退出</translation>
    </message>
</context>
<context>
    <name>gatelab::TimelineCard</name>
    <message>
        <source>Record a timeline</source>
        <translation>记录时间线</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>一步的时间花在哪里</translation>
    </message>
    <message>
        <source>Training steps again: %1 %</source>
        <translation>正在重新训练若干步：%1 %</translation>
    </message>
    <message>
        <source>Its next epoch is recorded; look again in a moment.</source>
        <translation>将记录它的下一轮；请稍后再看。</translation>
    </message>
    <message>
        <source>The recording was stopped.</source>
        <translation>记录已停止。</translation>
    </message>
    <message>
        <source>Training steps again.</source>
        <translation>正在重新训练若干步。</translation>
    </message>
    <message>
        <source>a timeline is recorded</source>
        <translation>正在记录时间线</translation>
    </message>
    <message>
        <source>Something trains or measures now: record when it has ended.</source>
        <translation>现在正在训练或测量：请在结束后记录。</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) recorded, %1 ms each</source>
        <translation>
            <numerusform>记录了 %n 步，每步 %1 毫秒</numerusform>
        </translation>
    </message>
    <message>
        <source>; recording made a step %1 % longer</source>
        <translation>；记录使每步变长 %1 %</translation>
    </message>
    <message>
        <source>Record again</source>
        <translation>重新记录</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>; recording took no time that shows</source>
        <translation>；记录没有可见的耗时</translation>
    </message>
    <message>
        <source>Steps to record</source>
        <translation>要记录的步数</translation>
    </message>
    <message>
        <source>How many steps are recorded; as many between them are only measured</source>
        <translation>记录多少步；其间同样多的步只测量时长</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Trace for Perfetto...</source>
        <translation>Perfetto 跟踪文件...</translation>
    </message>
    <message>
        <source>Scalars for TensorBoard...</source>
        <translation>TensorBoard 标量...</translation>
    </message>
    <message>
        <source>Export the timeline</source>
        <translation>导出时间线</translation>
    </message>
    <message>
        <source>Trace (*.json)</source>
        <translation>跟踪文件 (*.json)</translation>
    </message>
    <message>
        <source>Folder for TensorBoard</source>
        <translation>TensorBoard 的文件夹</translation>
    </message>
</context>
<context>
    <name>gatelab::TimelineStrip</name>
    <message>
        <source>Steps on a time axis</source>
        <translation>时间轴上的步</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s), %1 ms</source>
        <translation>
            <numerusform>%n 步，%1 毫秒</numerusform>
        </translation>
    </message>
    <message>
        <source>0 ms</source>
        <translation>0 毫秒</translation>
    </message>
    <message>
        <source>%1: %2 ms</source>
        <translation>%1：%2 毫秒</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>进程 %1</translation>
    </message>
</context>
<context>
    <name>gatelab::TrainButton</name>
    <message>
        <source>Queue %1</source>
        <translation>%1 排队</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>It waits in the queue until what trains now has ended.</source>
        <translation>它在队列中等待，直到正在训练的结束。</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Train %1, about %2</source>
        <translation>训练 %1，约 %2</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Starts a run with these settings (%1)</source>
        <translation>用这些设置启动运行（%1）</translation>
    </message>
</context>
<context>
    <name>gatelab::TrainPage</name>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Charts were taken away. Ctrl+Z brings them back.</source>
        <translation>图表已移除。按 Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>%1 is now %2: the run measures it from the next step on.</source>
        <translation>%1 现为 %2：运行从下一步起测量。</translation>
    </message>
    <message>
        <source>%1 is now %2: the next run measures it.</source>
        <translation>%1 现为 %2：下一次运行将测量。</translation>
    </message>
    <message>
        <source>The charts are arranged anew. Ctrl+Z brings back how they were.</source>
        <translation>图表已重新排列。按 Ctrl+Z 可恢复原样。</translation>
    </message>
    <message>
        <source>The layout &quot;%1&quot; is deleted. Ctrl+Z brings it back.</source>
        <translation>图表布局“%1”已删除。按 Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>%1: in the queue.</source>
        <translation>%1：已加入队列。</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>没有打开的运行。</translation>
    </message>
    <message>
        <source>Nothing has trained on this data.</source>
        <translation>尚未在此数据上训练过。</translation>
    </message>
</context>
<context>
    <name>gatelab::TrashPanel</name>
    <message>
        <source>Deleted runs</source>
        <translation>已删除的运行</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete for good...</source>
        <translation>永久删除...</translation>
    </message>
    <message>
        <source>Back to the runs</source>
        <translation>返回运行列表</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Best validation</source>
        <translation>最佳验证</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1 runs, %2</source>
        <translation>%1 个运行，%2</translation>
    </message>
    <message>
        <source>Back from the trash: %1.</source>
        <translation>已从回收站恢复：%1。</translation>
    </message>
    <message>
        <source>Undo cannot bring them back.</source>
        <translation>撤销也无法恢复。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>The trash is empty. Deleted runs come here.</source>
        <translation>回收站是空的。删除的运行会到这里。</translation>
    </message>
    <message>
        <source>Ctrl and Shift choose several, Ctrl+A all.</source>
        <translation>Ctrl 或 Shift 多选，Ctrl+A 全选。</translation>
    </message>
    <message>
        <source>Runs removed for good: %1.</source>
        <translation>将被永久删除的运行：%1。</translation>
    </message>
</context>
<context>
    <name>gatelab::UnitPanel</name>
    <message>
        <source>Choose these units</source>
        <translation>选择这些单元</translation>
    </message>
    <message>
        <source>Other windows like it</source>
        <translation>类似的其他窗口</translation>
    </message>
    <message>
        <source>Which units stay on</source>
        <translation>哪些单元一直开着</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Which quantity has to be above the threshold</source>
        <translation>哪个量须高于阈值</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>A unit is on where its value is above this</source>
        <translation>值高于此处时单元为开</translation>
    </message>
    <message>
        <source>above</source>
        <translation>高于</translation>
    </message>
    <message>
        <source>Windows where the units stay on</source>
        <translation>这些单元一直开着的窗口</translation>
    </message>
    <message>
        <source>A double click, or Enter, shows the window</source>
        <translation>双击或按 Enter 显示该窗口</translation>
    </message>
    <message>
        <source>What the chosen unit correlates with</source>
        <translation>所选单元与什么相关</translation>
    </message>
    <message>
        <source>Steps %1 to %2 are marked.</source>
        <translation>已标记第 %1 到 %2 步。</translation>
    </message>
    <message>
        <source>Mark a range of steps: drag over a heat map, or hold Shift and press Left or Right.</source>
        <translation>标记一段步：在热图上拖动，或按住 Shift 并按左右键。</translation>
    </message>
    <message>
        <source>No unit is above the threshold in all of them.</source>
        <translation>没有单元在其中全部高于阈值。</translation>
    </message>
    <message numerus="yes">
        <source>%n unit(s) are on all the time: %1</source>
        <translation>
            <numerusform>%n 个单元一直开着：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Mark a range in which at least one unit stays on</source>
        <translation>标记至少有一个单元一直开着的一段</translation>
    </message>
    <message>
        <source>Draws them as lines and asks the questions below of them</source>
        <translation>把它们画成曲线，并用于下面的查询</translation>
    </message>
    <message>
        <source>Choose a unit first: click on a heat map</source>
        <translation>先选择一个单元：单击热图</translation>
    </message>
    <message>
        <source>Looking through the windows of this part ...</source>
        <translation>正在查找本部分的窗口 ...</translation>
    </message>
    <message numerus="yes">
        <source>window %1: %n step(s) from step %2</source>
        <translation>
            <numerusform>窗口 %1：从第 %2 步起 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>On together in %1 % of the steps of %2 windows (of %3). What those steps have in common, in standard deviations from the mean:</source>
        <translation>在 %2 个窗口（共 %3 个）%1 % 的步中同时开着。这些步的共同点，以偏离均值的标准差计：</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>ask for other windows first</source>
        <translation>请先查找其他窗口</translation>
    </message>
    <message>
        <source>Finds steps, in up to 256 windows, where all chosen units are on</source>
        <translation>在至多 256 个窗口中查找所选单元全部开启的步</translation>
    </message>
    <message>
        <source>What the chosen unit follows</source>
        <translation>所选单元跟随什么</translation>
    </message>
    <message>
        <source>The correlation with the simplest thing that goes along with it over many windows, from %1 on: the hour, the last value, its change, the level, a mark ... It describes; it is no proof of what was learned.</source>
        <translation>在许多窗口中与它最一致的简单量，以及两者的相关系数（从 %1 起才命名）：钟点、最近的值、其变化、水平、标记……它只是描述，不证明学到了什么。</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单元</translation>
    </message>
</context>
<context>
    <name>gatelab::VerdictCard</name>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>目前</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对</translation>
    </message>
    <message>
        <source>Compared by</source>
        <translation>比较依据</translation>
    </message>
    <message>
        <source>%1, base</source>
        <translation>%1 基准</translation>
    </message>
    <message>
        <source>These runs have no validation part.</source>
        <translation>这些运行没有验证集。</translation>
    </message>
    <message>
        <source>Make %1 the base</source>
        <translation>设 %1 为基准</translation>
    </message>
    <message>
        <source>Compare by time</source>
        <translation>改按时间比较</translation>
    </message>
    <message>
        <source>Compare %1 instead</source>
        <translation>改为比较 %1</translation>
    </message>
    <message>
        <source>Choose by validation; test is for the end.</source>
        <translation>用验证集做选择；测试集留到最后。</translation>
    </message>
    <message>
        <source>Open the test part?</source>
        <translation>打开测试集？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>1 run is on its way</source>
        <translation>1 个运行正在进行或等待</translation>
    </message>
    <message>
        <source>%1 runs are on their way</source>
        <translation>%1 个运行正在进行或等待</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>so far, %1</source>
        <translation>暂时，%1</translation>
    </message>
</context>
<context>
    <name>gatelab::VerdictLine</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Makes it the pair</source>
        <translation>改为比较这一组</translation>
    </message>
</context>
<context>
    <name>gatelab::VerdictTexts</name>
    <message>
        <source>%1 higher</source>
        <translation>高 %1</translation>
    </message>
    <message>
        <source>%1 lower</source>
        <translation>低 %1</translation>
    </message>
    <message>
        <source>means, without a verdict</source>
        <translation>均值，不作结论</translation>
    </message>
    <message>
        <source>1 paired seed</source>
        <translation>1 对种子</translation>
    </message>
    <message>
        <source>%1 paired seeds</source>
        <translation>%1 对种子</translation>
    </message>
    <message>
        <source>%1, 95 %</source>
        <translation>%1，95 % 区间</translation>
    </message>
    <message>
        <source>%1, 95 %: %2 to %3</source>
        <translation>%1，95 % 区间：%2 至 %3</translation>
    </message>
    <message>
        <source>%1, no interval below 3</source>
        <translation>%1，不足 3 对时没有区间</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>horizon</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>预处理步骤</translation>
    </message>
    <message>
        <source>split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Too early: %1 of %2 seeds</source>
        <translation>还太早：%2 个种子只有 %1 个</translation>
    </message>
    <message>
        <source>One setting so far.</source>
        <translation>目前只有一组设置。</translation>
    </message>
    <message>
        <source>Change one on Model and train again.</source>
        <translation>在“模型”页改变一项，再次训练。</translation>
    </message>
    <message>
        <source>One run so far.</source>
        <translation>目前只有一次运行。</translation>
    </message>
    <message>
        <source>The interval leaves out zero.</source>
        <translation>区间不含零。</translation>
    </message>
    <message>
        <source>Better.</source>
        <translation>更好。</translation>
    </message>
    <message>
        <source>Worse.</source>
        <translation>更差。</translation>
    </message>
    <message>
        <source>Practically equal.</source>
        <translation>实际相等。</translation>
    </message>
    <message>
        <source>Too small to settle.</source>
        <translation>差异太小，无法判定。</translation>
    </message>
    <message>
        <source>Even 24 seeds would not settle it.</source>
        <translation>24 个种子也分不出这么小的差异。</translation>
    </message>
    <message>
        <source>Not comparable: other %1</source>
        <translation>无法比较：%1不同</translation>
    </message>
    <message>
        <source>Not comparable: given weights</source>
        <translation>无法比较：从给定权重开始</translation>
    </message>
    <message>
        <source>%1 began with trained weights.</source>
        <translation>%1 从已训练的权重开始。</translation>
    </message>
    <message>
        <source>No verdict.</source>
        <translation>无结论。</translation>
    </message>
    <message>
        <source>The seeds vary nothing; more would be the same.</source>
        <translation>种子不改变任何结果，再多也一样。</translation>
    </message>
    <message>
        <source>All runs of both diverged.</source>
        <translation>双方的运行都发散了。</translation>
    </message>
    <message>
        <source>%1: better</source>
        <translation>%1：更好</translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>%1: worse</source>
        <translation>%1：更差</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>更差</translation>
    </message>
    <message>
        <source>Too small to settle</source>
        <translation>差异太小，无法判定</translation>
    </message>
    <message>
        <source>No verdict</source>
        <translation>无结论</translation>
    </message>
    <message>
        <source>The sweep said %1: one point was luck.</source>
        <translation>扫描时为 %1：其中一个百分点是运气。</translation>
    </message>
    <message>
        <source>one two three four five six seven eight nine ten</source>
        <translation>一 两 三 四 五 六 七 八 九 十</translation>
    </message>
    <message>
        <source>The sweep said %1: %2 points were luck.</source>
        <translation>扫描时为 %1：其中%2个百分点是运气。</translation>
    </message>
    <message>
        <source>The intervals of the three looks hold together at 95 %.</source>
        <translation>三次检验的区间合起来的置信水平为 95 %。</translation>
    </message>
    <message>
        <source>Train its settings here</source>
        <translation>用它的设置在此训练</translation>
    </message>
    <message>
        <source>Train from the start</source>
        <translation>从头训练</translation>
    </message>
    <message>
        <source>Run 1 more seed</source>
        <translation>再运行 1 个种子</translation>
    </message>
    <message>
        <source>Run %1 more seeds</source>
        <translation>再运行 %1 个种子</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>by test</source>
        <translation>按测试</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>by memory</source>
        <translation>按内存</translation>
    </message>
    <message>
        <source>by validation</source>
        <translation>按验证</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 more time</source>
        <translation>时间多 %1</translation>
    </message>
    <message>
        <source>%1 less time</source>
        <translation>时间少 %1</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 more memory</source>
        <translation>内存多 %1</translation>
    </message>
    <message>
        <source>%1 less memory</source>
        <translation>内存少 %1</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>%1 higher error</source>
        <translation>误差高 %1</translation>
    </message>
    <message>
        <source>%1 lower error</source>
        <translation>误差低 %1</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>%1 higher accuracy</source>
        <translation>准确率高 %1</translation>
    </message>
    <message>
        <source>%1 lower accuracy</source>
        <translation>准确率低 %1</translation>
    </message>
    <message>
        <source>%1 times the %2</source>
        <translation>%2为 %1 倍</translation>
    </message>
    <message>
        <source>1/%1 of the %2</source>
        <translation>%2为 1/%1</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>1/%1</source>
        <translation>1/%1</translation>
    </message>
    <message>
        <source>the same %1</source>
        <translation>%1相同</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1, %2 results</source>
        <translation>%1，%2 个结果</translation>
    </message>
    <message>
        <source>the same as the base</source>
        <translation>与基准相同</translation>
    </message>
    <message>
        <source>%1 times %2</source>
        <translation>%2的 %1 倍</translation>
    </message>
    <message>
        <source>1/%1 of %2</source>
        <translation>%2的 1/%1</translation>
    </message>
    <message>
        <source>%1 higher than %2</source>
        <translation>比%2高 %1</translation>
    </message>
    <message>
        <source>%1 lower than %2</source>
        <translation>比%2低 %1</translation>
    </message>
    <message>
        <source>%1 seeds so far.</source>
        <translation>目前有 %1 个种子。</translation>
    </message>
</context>
<context>
    <name>gatelab::WaitingList</name>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>同时训练</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>From its parent</source>
        <translation>与上级的差别</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>等待的运行</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Moves the chosen run one place up</source>
        <translation>把所选运行上移一位</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>Moves the chosen run one place down</source>
        <translation>把所选运行下移一位</translation>
    </message>
    <message>
        <source>Normal, high, low in turn: runs of higher priority go first</source>
        <translation>依次为普通、高、低：优先级高的先运行</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes the chosen run out of the queue</source>
        <translation>把所选运行移出队列</translation>
    </message>
    <message>
        <source>Runs on the CPU train in parallel, one core each, in a separate process: the same numbers, all done sooner</source>
        <translation>在 CPU 上的运行并行训练，每个占一个核心，在独立进程中：数值相同，全部完成得更早</translation>
    </message>
    <message>
        <source>While paused, no waiting run starts; the one that trains goes on</source>
        <translation>暂停时不启动等待的运行；正在训练的继续</translation>
    </message>
    <message>
        <source>%1 is taken out of the queue; undo brings it back.</source>
        <translation>%1 已移出队列；撤销可恢复。</translation>
    </message>
    <message>
        <source>No run waits. Ctrl+R lets one wait while another one trains.</source>
        <translation>没有运行在等待。有运行在训练时，按 Ctrl+R 可让新的排队等待。</translation>
    </message>
    <message>
        <source>They wait for %1, which is paused.</source>
        <translation>它们在等待已暂停的 %1。</translation>
    </message>
    <message>
        <source>The queue is paused: what trains goes on, and no waiting run starts.</source>
        <translation>队列已暂停：正在训练的继续，等待的运行不会开始。</translation>
    </message>
    <message>
        <source>They wait: %1.</source>
        <translation>它们在等待：%1。</translation>
    </message>
    <message>
        <source>They wait until %1 has ended.</source>
        <translation>它们在等待 %1 结束。</translation>
    </message>
    <message>
        <source>They wait for the run that is starting.</source>
        <translation>它们在等待正在启动的运行。</translation>
    </message>
    <message>
        <source>Continue %1</source>
        <translation>继续 %1</translation>
    </message>
    <message>
        <source>Continue the queue</source>
        <translation>继续队列</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>%1 more wait</source>
        <translation>另有 %1 个等待</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1, about %2</source>
        <translation>%1，约需 %2</translation>
    </message>
    <message>
        <source>%1, more than %2</source>
        <translation>%1，超过 %2</translation>
    </message>
    <message>
        <source>%1 (F2: a name of its own)</source>
        <translation>%1（F2：自定名称）</translation>
    </message>
</context>
<context>
    <name>gatelab::WalkCanvas</name>
    <message>
        <source>Cell walk</source>
        <translation>单步演示</translation>
    </message>
    <message>
        <source>Handed on to the next step, the layer above and the answer</source>
        <translation>传给下一步、上一层和输出层</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>unit %1: %2</source>
        <translation>单元 %1：%2</translation>
    </message>
    <message>
        <source>Drag up or down to change the bias</source>
        <translation>上下拖动以改变偏置</translation>
    </message>
    <message>
        <source>Drag up or down to change it</source>
        <translation>上下拖动以改变它</translation>
    </message>
    <message>
        <source>New value of %1</source>
        <translation>%1 的新值</translation>
    </message>
    <message>
        <source>%1 is a result. Drag what it comes from: the boxes with a grip, or a weight in the table below.</source>
        <translation>%1 是算出来的。请拖动它的来源：带拖动标志的框，或下面表里的权重。</translation>
    </message>
</context>
<context>
    <name>gatelab::WalkOutcome</name>
    <message>
        <source>What follows</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Loss of this window %1</source>
        <translation>本窗口的损失 %1</translation>
    </message>
    <message>
        <source>Loss %1, before %2 (%3 %)</source>
        <translation>损失 %1，原为 %2（%3 %）</translation>
    </message>
    <message>
        <source>%1 (true)</source>
        <translation>%1（真实）</translation>
    </message>
    <message>
        <source>line: observed, dashes: forecast, grey: before</source>
        <translation>实线：观测，虚线：预测，灰色：之前</translation>
    </message>
    <message>
        <source>line: observed, dashes: forecast</source>
        <translation>实线：观测，虚线：预测</translation>
    </message>
</context>
<context>
    <name>gatelab::WalkPanel</name>
    <message>
        <source>Put all back</source>
        <translation>全部还原</translation>
    </message>
    <message>
        <source>The number chosen</source>
        <translation>所选数值</translation>
    </message>
    <message>
        <source>Change it</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>New value</source>
        <translation>新值</translation>
    </message>
    <message>
        <source>What was changed</source>
        <translation>已做的修改</translation>
    </message>
    <message>
        <source>Nothing. Drag a number in the drawing or in the table: all that follows changes with it, up to the forecast and the loss. The run itself stays as it is.</source>
        <translation>没有。拖动图中或表中的数值：其后的一切都会随之变化，直到预测和损失。运行本身保持不变。</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Point at a box, or move to it with the arrow keys.</source>
        <translation>指向一个方框，或用方向键移到它。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The bias of this sum; it is the same at every step</source>
        <translation>这个和的偏置；在每一步都相同</translation>
    </message>
    <message>
        <source>Only this step reads another number</source>
        <translation>只有这一步读到另一个数</translation>
    </message>
    <message>
        <source>Put back: %1 = %2</source>
        <translation>还原：%1 = %2</translation>
    </message>
    <message>
        <source>Only step %1 reads it</source>
        <translation>只有第 %1 步读取它</translation>
    </message>
    <message>
        <source>W, U, b: weights of the input, weights of the old state, biases; the same at every step</source>
        <translation>W、U、b：输入的权重、旧状态的权重、偏置；在每一步都相同</translation>
    </message>
    <message>
        <source>σ(x) = 1 / (1 + e⁻ˣ), between 0 and 1</source>
        <translation>σ(x) = 1 / (1 + e⁻ˣ)，介于 0 和 1 之间</translation>
    </message>
    <message>
        <source>L: loss of this window; ∂L/∂…: how much the loss changes when this number does</source>
        <translation>L：本窗口的损失；∂L/∂…：该数值变化时损失变化多少</translation>
    </message>
    <message>
        <source>ŷ: the answer of the network; t: the step</source>
        <translation>ŷ：网络的输出；t：步</translation>
    </message>
    <message>
        <source>p: peephole weights, by which a gate sees the cell state</source>
        <translation>p：窥视孔权重，门通过它看到细胞状态</translation>
    </message>
    <message>
        <source>ζ = %1: share of the old state that zoneout keeps</source>
        <translation>ζ = %1：zoneout 保留的旧状态比例</translation>
    </message>
    <message>
        <source>(1), (2): of layer 1, of layer 2</source>
        <translation>(1)、(2)：第 1 层的、第 2 层的</translation>
    </message>
    <message>
        <source>All steps share the weight, so earlier ones change too</source>
        <translation>所有步共用该权重，因此之前的步也会改变</translation>
    </message>
</context>
<context>
    <name>gatelab::WalkTable</name>
    <message>
        <source>%1 read at step %2</source>
        <translation>第 %2 步读到的 %1</translation>
    </message>
    <message>
        <source>Summand</source>
        <translation>加项</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>∂L/∂ weight, this step</source>
        <translation>∂L/∂权重，本步</translation>
    </message>
    <message>
        <source>Summands of the weighted sum</source>
        <translation>加权和的各项</translation>
    </message>
    <message>
        <source>Drag up or down (Shift: finer), press Ctrl+Up or Ctrl+Down, or type a number; Delete puts it back</source>
        <translation>上下拖动（按住 Shift 更细），按 Ctrl+上 或 Ctrl+下，或输入数值；Delete 还原</translation>
    </message>
</context>
<context>
    <name>gatelab::WalkTransport</name>
    <message>
        <source>%1 of %2. %3</source>
        <translation>%1 / %2。%3</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Backward: a sum hands the gradient on unchanged to both of its parts.</source>
        <translation>反向：加法把梯度原样传给它的两部分。</translation>
    </message>
    <message>
        <source>Backward: each gate gets the gradient times what it was multiplied with.</source>
        <translation>反向：每个门得到的是梯度乘以当初与它相乘的数。</translation>
    </message>
    <message>
        <source>Backward: it is shared between the old state and the candidate.</source>
        <translation>反向：梯度分给旧状态和候选值。</translation>
    </message>
    <message>
        <source>Backward: the cell state gathers what comes through the hidden state and what later steps send along the conveyor.</source>
        <translation>反向：细胞状态汇集经隐藏状态传来的梯度，以及之后的步沿传送带送来的梯度。</translation>
    </message>
    <message>
        <source>Backward: the gradient of the loss comes to the hidden state, from the answer and from later steps.</source>
        <translation>反向：损失的梯度从回答和之后的步到达隐藏状态。</translation>
    </message>
    <message>
        <source>Backward: the old cell state gets the gradient times the forget gate; that product over many steps is how far back learning reaches.</source>
        <translation>反向：旧细胞状态得到梯度乘以遗忘门；这个乘积连乘多步，决定学习能回溯多远。</translation>
    </message>
    <message>
        <source>Backward: through tanh to the sum of the candidate.</source>
        <translation>反向：经过 tanh 到达候选值的和。</translation>
    </message>
    <message>
        <source>Backward: through σ and tanh, flat where they are saturated. A weight&apos;s gradient is this times what it multiplied.</source>
        <translation>反向：经过 σ 和 tanh，饱和处几乎没有梯度。权重的梯度等于它乘以该权重当初所乘的数。</translation>
    </message>
    <message>
        <source>Backward: what is left goes to the hidden state of the step before, and to the input.</source>
        <translation>反向：剩下的梯度传到上一步的隐藏状态和输入。</translation>
    </message>
    <message>
        <source>Candidate: tanh squeezes its sum between −1 and 1.</source>
        <translation>候选值：tanh 把它的和压到 −1 到 1 之间。</translation>
    </message>
    <message>
        <source>Cell: both parts are added. This is the new cell state.</source>
        <translation>细胞：两部分相加。这就是新的细胞状态。</translation>
    </message>
    <message>
        <source>Gates: σ makes a number between 0 and 1 of each sum, tanh makes the candidate between −1 and 1.</source>
        <translation>门：σ 把每个和变成 0 到 1 之间的数，tanh 得出 −1 到 1 之间的候选值。</translation>
    </message>
    <message>
        <source>Gates: σ makes a number between 0 and 1 of each sum. The reset gate says how much of the old state the candidate uses.</source>
        <translation>门：σ 把每个和变成 0 到 1 之间的数。重置门决定候选值使用多少旧状态。</translation>
    </message>
    <message>
        <source>Hidden state: both parts are added and handed on.</source>
        <translation>隐藏状态：两部分相加后传下去。</translation>
    </message>
    <message>
        <source>Hidden state: the output gate shows a part of the squeezed cell state.</source>
        <translation>隐藏状态：输出门显示压缩后细胞状态的一部分。</translation>
    </message>
    <message>
        <source>Hidden state: the sum goes through its function and is handed on.</source>
        <translation>隐藏状态：和经过它的函数后传下去。</translation>
    </message>
    <message>
        <source>How fast the walk plays</source>
        <translation>播放的快慢</translation>
    </message>
    <message>
        <source>One stage back (,)</source>
        <translation>后退一个阶段（,）</translation>
    </message>
    <message>
        <source>One stage forward (.)</source>
        <translation>前进一个阶段（.）</translation>
    </message>
    <message>
        <source>Pause (Space in the drawing)</source>
        <translation>暂停（图中按空格键）</translation>
    </message>
    <message>
        <source>Play (Space in the drawing)</source>
        <translation>播放（图中按空格键）</translation>
    </message>
    <message>
        <source>Products: the forget gate keeps a part of the old cell state, the input gate lets in a part of the candidate.</source>
        <translation>乘积：遗忘门保留旧细胞状态的一部分，输入门放入候选值的一部分。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>The step begins: its input and the hidden state of the step before are read.</source>
        <translation>这一步开始：读取它的输入和上一步的隐藏状态。</translation>
    </message>
    <message>
        <source>The step begins: its input, and hidden and cell state of the step before, are read.</source>
        <translation>这一步开始：读取它的输入，以及上一步的隐藏状态和细胞状态。</translation>
    </message>
    <message>
        <source>The update gate keeps a part of the old state and lets in the rest of the candidate.</source>
        <translation>更新门保留旧状态的一部分，其余部分由候选值补上。</translation>
    </message>
    <message>
        <source>To the start (Home in the drawing)</source>
        <translation>回到开头（图中按 Home）</translation>
    </message>
    <message>
        <source>Weighted sums: what is read is multiplied by weights, and added up with a bias.</source>
        <translation>加权和：读到的数值乘以权重，再与偏置相加。</translation>
    </message>
    <message>
        <source>Gates: each sum goes through the function of its box.</source>
        <translation>门：每个和经过它所在框的函数。</translation>
    </message>
    <message>
        <source>Products: what is let in of the candidate, and what is kept of the old state.</source>
        <translation>乘积：放入候选值的部分，和保留旧状态的部分。</translation>
    </message>
    <message>
        <source>What is kept of the old state.</source>
        <translation>保留旧状态的部分。</translation>
    </message>
    <message>
        <source>Hidden state: the output gate shows a part of the cell state.</source>
        <translation>隐藏状态：输出门显示细胞状态的一部分。</translation>
    </message>
    <message>
        <source>The step begins: its input and the cell state of the step before are read.</source>
        <translation>这一步开始：读取它的输入和上一步的细胞状态。</translation>
    </message>
    <message>
        <source>Backward: the old cell state gets the gradient, turned back by λ; how slowly λ fades is how far back learning reaches.</source>
        <translation>反向：旧细胞状态得到由 λ 转回的梯度；λ 衰减得多慢，就是学习能回溯多远。</translation>
    </message>
</context>
<context>
    <name>gatelab::WalkView</name>
    <message>
        <source>Cell walk</source>
        <translation>单步演示</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Whose numbers are drawn; the foot of each box has all units</source>
        <translation>画出哪个单元的数值；每个方框底部有所有单元</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Which step of the window, as the cursor of the microscope</source>
        <translation>窗口的第几步，与显微镜的光标一致</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Layer %1, forward</source>
        <translation>第 %1 层，正向</translation>
    </message>
    <message>
        <source>Layer %1, reverse</source>
        <translation>第 %1 层，反向</translation>
    </message>
    <message>
        <source>This step is %1 away from the network&apos;s own pass: do not trust it.</source>
        <translation>这一步与网络自身的计算相差 %1：请勿相信。</translation>
    </message>
    <message>
        <source>This is the first step that is read: the states before it are 0.</source>
        <translation>这是读取的第一步：之前的状态为 0。</translation>
    </message>
    <message>
        <source>%1; the largest %2, %3 more are not listed</source>
        <translation>%1；列出最大的 %2 项，另有 %3 项未列出</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Which layer, and which direction of it</source>
        <translation>哪一层，以及它的哪个方向</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
</context>
<context>
    <name>gatelab::WeightsCommands</name>
    <message>
        <source>Export the weights of %1</source>
        <translation>导出 %1 的权重</translation>
    </message>
    <message>
        <source>Weights (*.safetensors)</source>
        <translation>权重 (*.safetensors)</translation>
    </message>
    <message>
        <source>Exporting the weights</source>
        <translation>正在导出权重</translation>
    </message>
    <message>
        <source>The workspace is being worked on already.</source>
        <translation>工作区正在处理中。</translation>
    </message>
    <message>
        <source>Start a run from these weights</source>
        <translation>从这些权重开始运行</translation>
    </message>
    <message>
        <source>%1 tensors are in %2: %3; in Python: load_state_dict(safetensors.torch.load_file(...)).</source>
        <translation>%2 中有 %1 个张量：%3；在 Python 中：load_state_dict(safetensors.torch.load_file(...))。</translation>
    </message>
</context>
<context>
    <name>gatelab::WhyView</name>
    <message>
        <source>What is explained</source>
        <translation>解释什么</translation>
    </message>
    <message>
        <source>Which step ahead</source>
        <translation>未来哪一步</translation>
    </message>
    <message>
        <source>Point at a number to read it.</source>
        <translation>指向一个数以读取它。</translation>
    </message>
    <message>
        <source>likeliest class</source>
        <translation>最可能的类别</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>mean of all steps</source>
        <translation>所有步的均值</translation>
    </message>
    <message>
        <source>step %1 ahead</source>
        <translation>未来第 %1 步</translation>
    </message>
    <message>
        <source>The run still trains. Stop following it, or wait for its end, to explain an answer.</source>
        <translation>运行仍在训练。请停止跟随，或等它结束，再解释回答。</translation>
    </message>
    <message>
        <source>Computing what this answer is made of.</source>
        <translation>正在计算此回答的构成。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Of that by the %1: %2.</source>
        <translation>其中来自%1：%2。</translation>
    </message>
    <message>
        <source>What matters</source>
        <translation>什么重要</translation>
    </message>
    <message>
        <source>Integrated gradients along the straight line from the mean of the training windows to this window, 32 Gauss-Legendre nodes or more in float64. They are shown only where they add up to the change within 1e-6. The mean as the start is a choice: another start gives other shares.</source>
        <translation>沿从训练窗口均值到此窗口的直线的积分梯度，float64 中 32 个或更多高斯-勒让德节点。仅当它们之和与变化相差不超过 1e-6 时才显示。以均值为起点是一种选择：换一个起点，各份就不同。</translation>
    </message>
</context>
<context>
    <name>gatelab::WindowCommands</name>
    <message>
        <source>All data files (%1)</source>
        <translation>所有数据文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>撤销 %1(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>重做 %1(&amp;R)</translation>
    </message>
    <message>
        <source>A run that trains cannot be deleted.</source>
        <translation>正在训练的运行不能删除。</translation>
    </message>
    <message>
        <source>Open data</source>
        <translation>打开数据</translation>
    </message>
    <message>
        <source>Open experiment</source>
        <translation>打开实验</translation>
    </message>
    <message>
        <source>Experiments (*.json)</source>
        <translation>实验 (*.json)</translation>
    </message>
    <message>
        <source>Save experiment</source>
        <translation>保存实验</translation>
    </message>
    <message>
        <source>Experiment saved to %1</source>
        <translation>实验已保存到 %1</translation>
    </message>
    <message>
        <source>use settings of %1</source>
        <translation>使用 %1 的设置</translation>
    </message>
    <message>
        <source>No workspace is open.</source>
        <translation>没有打开的工作区。</translation>
    </message>
    <message>
        <source>A run is training; stop it first.</source>
        <translation>有运行正在训练；请先停止它。</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>ready-made experiment %1</source>
        <translation>现成实验 %1</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>已重做：%1</translation>
    </message>
    <message>
        <source>%1 is deleted.</source>
        <translation>已删除 %1。</translation>
    </message>
    <message>
        <source>%1 runs are deleted.</source>
        <translation>已删除 %1 个运行。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Go on after the &amp;pause</source>
        <translation>暂停后继续(&amp;P)</translation>
    </message>
    <message>
        <source>Go on with the o&amp;pen run</source>
        <translation>继续打开的运行(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pause or go on</source>
        <translation>暂停或继续(&amp;P)</translation>
    </message>
    <message>
        <source>Choose an interrupted run on Compare.</source>
        <translation>请在“比较”页选择一个已中断的运行。</translation>
    </message>
    <message>
        <source>Choose a run with a checkpoint on Compare.</source>
        <translation>请在“比较”页选择一个有检查点的运行。</translation>
    </message>
    <message>
        <source>Choose a run on Compare.</source>
        <translation>请在“比较”页选择一个运行。</translation>
    </message>
    <message>
        <source>The workspace has no run.</source>
        <translation>工作区中没有运行。</translation>
    </message>
    <message>
        <source>Choose an ended run on Compare.</source>
        <translation>请在“比较”页选择一个已结束的运行。</translation>
    </message>
    <message>
        <source>Made for %2, but %3 holds other data; the settings of &apos;%1&apos; may not fit</source>
        <translation>它针对 %2，而 %3 是其他数据；“%1”的设置可能不适用</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Trains %1.</source>
        <translation>正在训练 %1。</translation>
    </message>
    <message>
        <source>T&amp;rain these settings on %1</source>
        <translation>在 %1 上训练这些设置(&amp;R)</translation>
    </message>
    <message>
        <source>T&amp;rain these settings</source>
        <translation>训练当前设置(&amp;R)</translation>
    </message>
    <message>
        <source>Trains what %1 was: the numbers will be the same.</source>
        <translation>按 %1 的设置和种子训练：结果会完全相同。</translation>
    </message>
</context>
<context>
    <name>gatelab::WindowMenus</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Setting: %1</source>
        <translation>设置：%1</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近使用的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>&amp;Built-in series</source>
        <translation>内置序列(&amp;B)</translation>
    </message>
    <message>
        <source>Lan&amp;guage and appearance</source>
        <translation>语言与外观(&amp;G)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Desktop message when a run ends</source>
        <translation>运行结束时发送桌面通知</translation>
    </message>
    <message>
        <source>Only while the window is not in front</source>
        <translation>仅在窗口不在前台时</translation>
    </message>
    <message>
        <source>Compare r&amp;uns as</source>
        <translation>比较方式(&amp;U)</translation>
    </message>
    <message>
        <source>C&amp;harts</source>
        <translation>图表(&amp;H)</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Choose a run on Compare.</source>
        <translation>请在“比较”页选择一个运行。</translation>
    </message>
</context>
<context>
    <name>gatelab::WindowShell</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>gatelab::WorkspaceCommands</name>
    <message>
        <source>The folder %1 is not empty; nothing was changed; make an empty one for a new workspace</source>
        <translation>文件夹 %1 不是空的；没有做任何更改；请为新工作区新建一个空文件夹</translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>Back up the workspace to a new folder</source>
        <translation>把工作区备份到新文件夹</translation>
    </message>
    <message>
        <source>Backing up the workspace</source>
        <translation>正在备份工作区</translation>
    </message>
    <message>
        <source>Backed up to %1; it opens as a workspace.</source>
        <translation>已备份到 %1；可作为工作区打开。</translation>
    </message>
    <message>
        <source>Backed up to %1; damaged files were left out: %2.</source>
        <translation>已备份到 %1；略去了损坏的文件：%2。</translation>
    </message>
    <message>
        <source>Move the workspace to a new folder</source>
        <translation>把工作区移动到新文件夹</translation>
    </message>
    <message>
        <source>Moving the workspace</source>
        <translation>正在移动工作区</translation>
    </message>
    <message>
        <source>The workspace is now %1.</source>
        <translation>工作区现在位于 %1。</translation>
    </message>
    <message>
        <source>Compacting the workspace</source>
        <translation>正在压缩工作区</translation>
    </message>
    <message>
        <source>The workspace is compact: %1 given back.</source>
        <translation>工作区已压缩：释放 %1。</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>清空回收站</translation>
    </message>
    <message>
        <source>Emptying the trash</source>
        <translation>正在清空回收站</translation>
    </message>
    <message>
        <source>The trash is empty: %1 given back.</source>
        <translation>回收站已清空：释放 %1。</translation>
    </message>
    <message>
        <source>The workspace is being worked on already.</source>
        <translation>正在处理该工作区。</translation>
    </message>
    <message>
        <source>Backed up to %1; it opens as a workspace. Deleted runs were left out.</source>
        <translation>已备份到 %1；可作为工作区打开。未包含已删除的运行。</translation>
    </message>
    <message>
        <source>Undo cannot bring them back.</source>
        <translation>撤销也无法恢复。</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>New workspace: name of its folder</source>
        <translation>新建工作区：文件夹名称</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made; nothing was changed</source>
        <translation>无法创建文件夹 %1；未做任何更改</translation>
    </message>
    <message>
        <source>Deleted runs removed for good: %1.</source>
        <translation>将被永久移除的已删除运行：%1。</translation>
    </message>
</context>
<context>
    <name>gatelab::WorkspaceWork</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>gatelab::WrappedLabel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>gatelab::XlaMemoryCard</name>
    <message>
        <source>XLA here</source>
        <translation>本机 XLA</translation>
    </message>
    <message>
        <source>TPU %1</source>
        <translation>TPU %1</translation>
    </message>
    <message>
        <source>Memory on TPUs</source>
        <translation>TPU 上的内存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>XLA&apos;s compiler is asked what a step takes.</source>
        <translation>正在询问 XLA 的编译器一个步骤需要多少。</translation>
    </message>
    <message>
        <source>Compiling for %1, %2 of %3; up to half a minute each.</source>
        <translation>正在为 %1 编译，第 %2 个，共 %3 个；每个最多半分钟。</translation>
    </message>
    <message>
        <source>What it would take on TPUs is told by Google&apos;s compiler, without a TPU: pip install libtpu, then start Gatelab again.</source>
        <translation>在 TPU 上需要多少由 Google 的编译器给出，不需要 TPU：运行 pip install libtpu，然后重新启动 Gatelab。</translation>
    </message>
    <message>
        <source>Of one step, as the compilers lay it out. No TPU has run it yet.</source>
        <translation>一个步骤的内存，按编译器的布局。尚未在任何 TPU 上运行过。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>readers</name>
    <message>
        <source>Labelled sequences (ARFF)</source>
        <translation>带标签序列 (ARFF)</translation>
    </message>
    <message>
        <source>Text table (CSV, TSV)</source>
        <translation>文本表格 (CSV, TSV)</translation>
    </message>
    <message>
        <source>HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>Labelled sequences (UCR/UEA .ts)</source>
        <translation>带标签序列 (UCR/UEA .ts)</translation>
    </message>
    <message>
        <source>netCDF file</source>
        <translation>netCDF 文件</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>Packed file or workbook</source>
        <translation>压缩文件或工作簿</translation>
    </message>
    <message>
        <source>Labelled sequences (UCR text)</source>
        <translation>带标签的序列（UCR 文本）</translation>
    </message>
    <message>
        <source>Records as JSON</source>
        <translation>JSON 记录</translation>
    </message>
    <message>
        <source>SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>MATLAB file</source>
        <translation>MATLAB 文件</translation>
    </message>
    <message>
        <source>Sound (WAV)</source>
        <translation>声音 (WAV)</translation>
    </message>
    <message>
        <source>Labelled texts (CSV)</source>
        <translation>带标签的文本 (CSV)</translation>
    </message>
    <message>
        <source>Parquet, Feather or Arrow file</source>
        <translation>Parquet、Feather 或 Arrow 文件</translation>
    </message>
    <message>
        <source>Files that are read together</source>
        <translation>一起读取的文件</translation>
    </message>
    <message>
        <source>Many series (Monash .tsf)</source>
        <translation>多个序列 (Monash .tsf)</translation>
    </message>
</context>
<context>
    <name>recipe</name>
    <message>
        <source>Calendar</source>
        <translation>日历</translation>
    </message>
    <message>
        <source>Adds inputs that tell the hour of the day, the day of the week and the time of the year as sine and cosine. Needs a time column.</source>
        <translation>以正弦和余弦的形式加入一天中的小时、一周中的星期和一年中的时间作为输入。需要时间列。</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Clip outliers</source>
        <translation>裁剪异常值</translation>
    </message>
    <message>
        <source>Z-score: at a number of standard deviations. IQR: at a multiple of the quartile distance beyond the quartiles. Hampel: against the median of the last rows. Limits come from the training part; scores still use the values as they are in the file.</source>
        <translation>Z 分数：按标准差的倍数。IQR：按四分位距的倍数。Hampel：与最近若干行的中位数比较。界限来自训练集；评分仍使用文件中的原值。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Rows looked back (Hampel)</source>
        <translation>回看行数（Hampel）</translation>
    </message>
    <message>
        <source>Remove the trend</source>
        <translation>去除趋势</translation>
    </message>
    <message>
        <source>Subtracts the straight line that fits the training part best; forecasts get it back.</source>
        <translation>减去对训练集拟合最好的直线；预测时再加回。</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差分</translation>
    </message>
    <message>
        <source>Replaces each value by its change since the row before. Removes a trend; forecasts are summed back.</source>
        <translation>用与前一行的差代替每个值。可去除趋势；预测结果会累加还原。</translation>
    </message>
    <message>
        <source>Seasonal difference</source>
        <translation>季节差分</translation>
    </message>
    <message>
        <source>Replaces each value by its change since one season before. Removes a season; forecasts are summed back.</source>
        <translation>用与一个季节之前的差代替每个值。可去除季节性；预测结果会累加还原。</translation>
    </message>
    <message>
        <source>Season in rows</source>
        <translation>季节长度（行）</translation>
    </message>
    <message>
        <source>Fill gaps</source>
        <translation>填补空缺</translation>
    </message>
    <message>
        <source>Scale to a range</source>
        <translation>缩放到范围</translation>
    </message>
    <message>
        <source>Maps the smallest and largest training value to the given limits. Later values may lie outside.</source>
        <translation>将训练集的最小值和最大值映射到给定界限。之后的值可能超出范围。</translation>
    </message>
    <message>
        <source>Lower limit</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Upper limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Logarithm</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Natural logarithm, after a shift where the training part has values of zero or less. Later values that it cannot express become missing.</source>
        <translation>自然对数；训练集含零或负值时先平移。之后无法表示的值记为缺失。</translation>
    </message>
    <message>
        <source>Box-Cox</source>
        <translation>Box-Cox</translation>
    </message>
    <message>
        <source>A power of the values, chosen by maximum likelihood on the training part, that makes their spread even (Box and Cox 1964).</source>
        <translation>对数值取幂，幂次在训练集上按最大似然选取，使离散程度均匀（Box 与 Cox 1964）。</translation>
    </message>
    <message>
        <source>Robust scale</source>
        <translation>稳健缩放</translation>
    </message>
    <message>
        <source>Subtracts the median and divides by the distance of the quartiles of the training part. For data with outliers.</source>
        <translation>减去训练集的中位数并除以四分位距。适用于有异常值的数据。</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑处理</translation>
    </message>
    <message>
        <source>Exponential moving average over the past. Scores still use the values as they are in the file.</source>
        <translation>对过去的值做指数移动平均。评分仍使用文件中的原值。</translation>
    </message>
    <message>
        <source>Span in rows</source>
        <translation>跨度（行）</translation>
    </message>
    <message>
        <source>Standardise</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>Subtracts the mean and divides by the standard deviation of the training part. The usual choice for recurrent networks.</source>
        <translation>减去训练集的均值并除以标准差。循环网络的常用选择。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>hour</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>weekday</source>
        <translation>星期</translation>
    </message>
    <message>
        <source>month</source>
        <translation>月份</translation>
    </message>
    <message>
        <source>z-score</source>
        <translation>z 分数</translation>
    </message>
    <message>
        <source>quartiles</source>
        <translation>四分位数</translation>
    </message>
    <message>
        <source>Hampel</source>
        <translation>Hampel</translation>
    </message>
    <message>
        <source>hold</source>
        <translation>保持上一个值</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性插值</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>seasonal</source>
        <translation>季节值</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>屏蔽</translation>
    </message>
    <message>
        <source>Rows of some columns become missing, as if the file had no value there. Windows whose target holds one are neither trained on nor scored; &quot;Fill gaps&quot; after it closes them for inputs.</source>
        <translation>某些列的若干行变为缺失，如同文件中没有值。目标中含有这些行的窗口既不用于训练也不计分；其后的“填补空缺”只为输入补上它们。</translation>
    </message>
    <message>
        <source>Columns (a|b; empty: all)</source>
        <translation>列（a|b；空：全部）</translation>
    </message>
    <message>
        <source>Rows or times (first..last|...)</source>
        <translation>行或时间（首..末|...）</translation>
    </message>
    <message>
        <source>Lags</source>
        <translation>滞后值</translation>
    </message>
    <message>
        <source>Adds inputs that hold the value of some rows before: of a season that the window does not reach. Rows that have none are missing.</source>
        <translation>加入若干行之前的值作为输入：窗口够不到的那个季节的值。没有该值的行为缺失。</translation>
    </message>
    <message>
        <source>Rows before (1|24)</source>
        <translation>之前的行数（1|24）</translation>
    </message>
    <message>
        <source>Rolling statistic</source>
        <translation>滚动统计量</translation>
    </message>
    <message>
        <source>Adds inputs with a statistic of the last rows, this one included.</source>
        <translation>加入最近若干行（含本行）的统计量作为输入。</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>One-hot</source>
        <translation>独热编码</translation>
    </message>
    <message>
        <source>A column of few values, such as a code, becomes one input of 0 and 1 for each value of the training part; the column itself is no input any more.</source>
        <translation>取值很少的列（如代码）按训练集中的每个取值变成一个 0/1 输入；该列本身不再是输入。</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Most values</source>
        <translation>最多取值个数</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Adds an input computed row by row from others: (a + b) / 2, log(a), a &gt; 0 ? a : 0, max(a, b), &apos;name with blanks&apos; * 3.6. With the name of an input it takes its place.</source>
        <translation>逐行由其他列计算出一个输入：(a + b) / 2、log(a)、a &gt; 0 ? a : 0、max(a, b)、&apos;name with blanks&apos; * 3.6。若与某个输入同名，则取代它。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Hold: last value. Linear: a line across the gap, using the value after it; windows that end inside such a gap are left out. Cubic: a curve with the slopes on both sides, else as linear. Mean: of the training part. Seasonal: one season before. Drop: leave out windows that touch a gap.</source>
        <translation>保持：最后一个值。线性：用缺口之后的值连成直线；在这种缺口内结束的窗口会被舍去。三次：按两侧斜率的曲线，其余同线性。均值：训练集的均值。季节：一个季节之前的值。舍弃：舍去触及缺口的窗口。</translation>
    </message>
    <message>
        <source>cubic</source>
        <translation>三次插值</translation>
    </message>
    <message>
        <source>Known ahead</source>
        <translation>预先已知</translation>
    </message>
    <message>
        <source>For inputs whose values of the horizon are given: holidays, a calendar, planned prices. The network reads them for each step that it forecasts. To forecast beyond the end, the file must hold those rows, with the target left empty.</source>
        <translation>用于预测步数内的值已给定的输入：节假日、日历、计划价格。网络为所预测的每一步读取它们。要预测结尾之后，文件必须含有这些行，目标留空。</translation>
    </message>
    <message>
        <source>Columns (a|b)</source>
        <translation>列（a|b）</translation>
    </message>
    <message>
        <source>Rows ahead (0: the horizon)</source>
        <translation>提前行数（0：预测步数）</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波形</translation>
    </message>
    <message>
        <source>Adds sine and cosine inputs of a period and of its half, third and so on (Fourier terms): where in a season a row lies, also of one that no calendar knows.</source>
        <translation>加入某个周期及其二分之一、三分之一等的正弦和余弦输入（傅里叶项）：表示某行处于季节的何处，日历中没有的周期也可以。</translation>
    </message>
    <message>
        <source>Period in rows</source>
        <translation>周期（行）</translation>
    </message>
    <message>
        <source>Holidays</source>
        <translation>节假日</translation>
    </message>
    <message>
        <source>Adds an input that is 1 on the days of a file, which has one date a line, and on so many days before and after them. Needs a time column. The days are kept with the run.</source>
        <translation>加入一个输入：在文件所列日期（每行一个）及其前后若干天为 1。需要时间列。这些日期随运行一起保存。</translation>
    </message>
    <message>
        <source>File of dates</source>
        <translation>日期文件</translation>
    </message>
    <message>
        <source>Days before</source>
        <translation>之前的天数</translation>
    </message>
    <message>
        <source>Days after</source>
        <translation>之后的天数</translation>
    </message>
</context>
</TS>
