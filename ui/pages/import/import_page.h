// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "pages/page.h"

#include <string>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QTableView;

namespace gatelab {

class BackgroundJob;
class Banner;
class Card;
class EmptyState;
class ExperimentModel;
class PartsForm;
class ImportForm;
class LeftOutList;
class LineList;
class RawCard;
class RunController;
class SeriesHeader;
class SeriesModel;
class ShapeCards;
class Theme;

/// How a file is read, with a preview that follows every choice. All of it is done on a working copy of the experiment:
/// Import makes it the experiment, as one undoable step; Cancel, or leaving the page, drops it.
class ImportPage : public Page {
    Q_OBJECT
public:
    ImportPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    void setCompact(bool compact) override;
    void setShown(bool shown) override;
    /// In place of the file that was looked at before, whatever was chosen for that.
    void openFile(const QString& path);
    void reload();  ///< reads the file again
    /// Of the choices on this page.
    [[nodiscard]] QUndoStack* undoStack() override;
    /// The file that is not imported yet, with its choices.
    [[nodiscard]] QVariantMap viewState() const override;
    void restoreViewState(const QVariantMap& state) override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makePreview();
    QWidget* makeLooking();
    void showFile();
    void showFormat(const std::string& format, bool hasRows);
    void showFormatOfName();
    void showLoading();
    void showData();
    void showDoubts(const ReadReport& report, const Phrase& taken);
    void showGuesses(const Dataset& data);
    void takeSeenShape();
    void lookAtShapes();
    void showSeries(const SeriesPtr& series);
    void goToPlace(int by);
    void accept();
    void cancel();
    Theme& theme_;
    ExperimentModel& present_;
    ExperimentModel* draft_;
    QLabel *file_, *result_, *places_;
    QPushButton *import_, *cancel_, *stop_;
    QProgressBar* progress_;
    ImportForm* form_;
    PartsForm* parts_;
    QScrollArea* formScroll_;
    bool isText_ = false;
    Card *formCard_, *previewCard_;
    RawCard* raw_;
    EmptyState* sequences_;  ///< in place of the preview
    LeftOutList* left_;
    Banner* banner_;
    LineList* doubts_;  ///< all that the banner says the first of; hidden until it is asked for
    QTableView* table_;
    SeriesHeader* head_;
    SeriesModel* model_;
    ShapeCards* shapes_;
    BackgroundJob *placesJob_, *shapesJob_;
    QWidget* looking_;      ///< says that shapes are looked for, and stops it
    std::string lookedAt_;  ///< file and settings of which the shapes are shown
    std::vector<std::int64_t> badRows_;
    std::string seenShape_;  ///< in which the opened table was read by itself; empty: as it stands
    int place_ = -1;
    bool isOpen_ = false;  ///< the copy holds what the experiment does not
};

}  // namespace gatelab
