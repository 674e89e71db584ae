// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <array>

namespace gatelab {

/// How many hands went up for each of the four answers.
using Hands = std::array<int, 4>;

/// A question that a class answers by its hands: counted, a talk with a neighbour, counted again, revealed. A grey bar
/// is before the talk, an ink bar after it. No letter is below 24 px. GUI thread.
class HandsPanel : public QWidget {
    Q_OBJECT
public:
    enum class Phase { Before, Talk, After, Revealed };
    static constexpr int kSmallest = 24;

    HandsPanel(Theme& theme, const QString& language, QWidget* parent = nullptr);
    /// Forgets what was counted.
    void setQuestion(const ClassQuestion& question);
    [[nodiscard]] const ClassQuestion& question() const { return question_; }
    /// One hand more, or less, for an answer from 0; counts before the talk, and from its start on after it.
    void count(int answer, int by);
    void startTalk();
    void reveal();
    /// As a remote of two keys leads: hands, talk, hands again, answer, and back. False: there is none in that
    /// direction.
    bool go(int by);
    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] const Hands& before() const { return before_; }
    [[nodiscard]] const Hands& after() const { return after_; }
    [[nodiscard]] int talkLeft() const;  ///< seconds
    /// "Hands: keys 1 to 4", "Talk 0:42".
    [[nodiscard]] QString phaseText() const;

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString words(const LessonText& text) const;
    [[nodiscard]] QFont font(int px, int weight = 400) const;
    [[nodiscard]] double scale() const;
    double paintText(class QPainter& painter, const QRectF& box, const QString& text) const;
    void paintAnswer(QPainter& painter, const QRectF& box, std::size_t answer) const;
    void paintBars(QPainter& painter, const QRectF& box, std::size_t answer) const;
    void describe();

    Theme& theme_;
    std::string language_;
    ClassQuestion question_;
    Hands before_{}, after_{};
    Phase phase_ = Phase::Before;
    QElapsedTimer talk_;
    QTimer tick_;
};

}  // namespace gatelab
