// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "widgets/card.h"

#include <memory>
#include <string>

class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTimer;

namespace gatelab {

class BackgroundJob;

/// A run of a running text goes on with a text: a field for its beginning, how much and how freely, and the text that
/// comes, token by token. The engine computes off the GUI thread; it can be stopped, and what was written stays.
class TextCard : public Card {
    Q_OBJECT
public:
    explicit TextCard(QWidget* parent = nullptr);
    /// The folder of the run that writes; empty: none. Another one stops what is being written.
    void setRun(const QString& folder, const QString& name);
    [[nodiscard]] QString text() const;

private:
    void write();
    void showPieces();
    QString folder_;
    QPlainTextEdit *beginning_, *text_;
    QSpinBox *length_, *seed_;
    QDoubleSpinBox* temperature_;
    QPushButton* write_;
    QLabel* note_;
    QTimer* tick_;
    BackgroundJob* job_ = nullptr;
    std::shared_ptr<Guarded<std::string>> pieces_;  ///< that the job has written and the card does not show yet
};

}  // namespace gatelab
