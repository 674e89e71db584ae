<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BeltCharts</name>
    <message numerus="yes">
        <source>forecast, %n hours</source>
        <translation>
            <numerusform>forecast, %n hour</numerusform>
            <numerusform>forecast, %n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n hours</source>
        <translation>
            <numerusform>in %n hour</numerusform>
            <numerusform>in %n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n units</source>
        <translation>
            <numerusform>%n unit</numerusform>
            <numerusform>%n units</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>forecast, %n steps</source>
        <translation>
            <numerusform>forecast, %n step</numerusform>
            <numerusform>forecast, %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n steps</source>
        <translation>
            <numerusform>in %n step</numerusform>
            <numerusform>in %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DataFiles</name>
    <message numerus="yes">
        <source>%n tables are in %1.</source>
        <translation>
            <numerusform>%n table are in %1.</numerusform>
            <numerusform>%n tables are in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindingText</name>
    <message numerus="yes">
        <source>%n columns stand still, %1</source>
        <translation>
            <numerusform>%n column stands still, %1</numerusform>
            <numerusform>%n columns stand still, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n columns change their level</source>
        <translation>
            <numerusform>%n column changes its level</numerusform>
            <numerusform>%n columns change their level</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n columns</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n spikes of one row</source>
        <translation>
            <numerusform>%1: %n spike of one row</numerusform>
            <numerusform>%1: %n spikes of one row</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GatePainter</name>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunCommands</name>
    <message numerus="yes">
        <source>queue %n run(s)</source>
        <translation>
            <numerusform>queue %n run</numerusform>
            <numerusform>queue %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WalkPainter</name>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::AblationBox</name>
    <message numerus="yes">
        <source>Loss of this window %1 instead of %2 (%3 %). The answer above is the one without %n unit(s).</source>
        <translation>
            <numerusform>Loss of this window %1 instead of %2 (%3 %). The answer above is the one without %n unit.</numerusform>
            <numerusform>Loss of this window %1 instead of %2 (%3 %). The answer above is the one without %n units.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::AdviceCard</name>
    <message numerus="yes">
        <source>%n other ideas</source>
        <translation>
            <numerusform>%n other idea</numerusform>
            <numerusform>%n other ideas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BeltCard</name>
    <message numerus="yes">
        <source>sine mix, hourly; LSTM of %n units, trained</source>
        <translation>
            <numerusform>sine mix, hourly; LSTM of %n unit, trained</numerusform>
            <numerusform>sine mix, hourly; LSTM of %n units, trained</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; LSTM of %n units, %2</source>
        <translation>
            <numerusform>%1; LSTM of %n unit, %2</numerusform>
            <numerusform>%1; LSTM of %n units, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BeltExport</name>
    <message numerus="yes">
        <source>Belt; sine mix, hourly; LSTM of %n units, trained</source>
        <translation>
            <numerusform>Belt; sine mix, hourly; LSTM of %n unit, trained</numerusform>
            <numerusform>Belt; sine mix, hourly; LSTM of %n units, trained</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BeltView</name>
    <message numerus="yes">
        <source>%n lessons</source>
        <translation>
            <numerusform>%n lesson</numerusform>
            <numerusform>%n lessons</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BoardMapGrid</name>
    <message numerus="yes">
        <source>%n seed(s)</source>
        <translation>
            <numerusform>%n seed</numerusform>
            <numerusform>%n seeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) wait</source>
        <translation>
            <numerusform>%n run waits</numerusform>
            <numerusform>%n runs wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BoardMapView</name>
    <message numerus="yes">
        <source>One seed each: %n run(s)</source>
        <translation>
            <numerusform>One seed each: %n run</numerusform>
            <numerusform>One seed each: %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation>
            <numerusform>%n cell</numerusform>
            <numerusform>%n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BoardModel</name>
    <message numerus="yes">
        <source>%n more baseline(s), %1 to %2</source>
        <translation>
            <numerusform>%n more baseline, %1</numerusform>
            <numerusform>%n more baselines, %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waits, %n before it</source>
        <translation>
            <numerusform>waits, %n before it</numerusform>
            <numerusform>waits, %n before it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more wait</source>
        <translation>
            <numerusform>%n more waits</numerusform>
            <numerusform>%n more wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BoardPanel</name>
    <message numerus="yes">
        <source>%n run(s) added to the queue</source>
        <translation>
            <numerusform>%n run added to the queue</numerusform>
            <numerusform>%n runs added to the queue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::BoardTray</name>
    <message numerus="yes">
        <source>%n chosen filtered out. Show</source>
        <translation>
            <numerusform>%n chosen is filtered out. Show</numerusform>
            <numerusform>%n chosen are filtered out. Show</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have moved</source>
        <translation>
            <numerusform>%n row has moved</numerusform>
            <numerusform>%n rows have moved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::CompareScatter</name>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ComparedCells</name>
    <message numerus="yes">
        <source>%n run(s) wait to be trained with another cell</source>
        <translation>
            <numerusform>%n run waits to be trained with another cell</numerusform>
            <numerusform>%n runs wait to be trained with another cell</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::DataInspector</name>
    <message numerus="yes">
        <source>%n columns of dates or times beside the one that is used</source>
        <translation>
            <numerusform>%n column of dates or times beside the one that is used</numerusform>
            <numerusform>%n columns of dates or times beside the one that is used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Embedding, %n number(s) each</source>
        <translation>
            <numerusform>Embedding, %n number each</numerusform>
            <numerusform>Embedding, %n numbers each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more notes about the file</source>
        <translation>
            <numerusform>%n more note about the file</numerusform>
            <numerusform>%n more notes about the file</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::FilmBar</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ForecastPanel</name>
    <message numerus="yes">
        <source>All %n series</source>
        <translation>
            <numerusform>All %n serie</numerusform>
            <numerusform>All %n series</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ImportPage</name>
    <message numerus="yes">
        <source>%n places to look at</source>
        <translation>
            <numerusform>%n place to look at</numerusform>
            <numerusform>%n places to look at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ImportancePanel</name>
    <message numerus="yes">
        <source>How many times the error (%1 %2) is as large when this is exchanged among %3 windows of the %4: mean and 95 % interval of %n shuffle(s). 1: it does not matter.</source>
        <translation>
            <numerusform>How many times the error (%1 %2) is as large when this is exchanged among %3 windows of the %4: mean and 95 % interval of %n shuffle. 1: it does not matter.</numerusform>
            <numerusform>How many times the error (%1 %2) is as large when this is exchanged among %3 windows of the %4: mean and 95 % interval of %n shuffles. 1: it does not matter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::LabModel</name>
    <message numerus="yes">
        <source>%n repeats</source>
        <translation>
            <numerusform>%n repeat</numerusform>
            <numerusform>%n repeats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::LessonsView</name>
    <message numerus="yes">
        <source>Questions of the lessons you have finished, mixed; wrong ones come again. %n of them are due.</source>
        <translation>
            <numerusform>Questions of the lessons you have finished, mixed; wrong ones come again. %n of them are due.</numerusform>
            <numerusform>Questions of the lessons you have finished, mixed; wrong ones come again. %n of them are due.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ListField</name>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>%n chosen</numerusform>
            <numerusform>%n chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::MicroscopeView</name>
    <message numerus="yes">
        <source>%n pictures saved in %1, the last as %2</source>
        <translation>
            <numerusform>%n picture saved in %1, as %2</numerusform>
            <numerusform>%n pictures saved in %1, the last as %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::PlanCard</name>
    <message numerus="yes">
        <source>%n choices, all from the data</source>
        <translation>
            <numerusform>%n choice, from the data</numerusform>
            <numerusform>%n choices, all from the data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n choices, %1 yours</source>
        <translation>
            <numerusform>%n choice, %1 yours</numerusform>
            <numerusform>%n choices, %1 yours</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::QuitQuestion</name>
    <message numerus="yes">
        <source>%n waiting runs then wait until you start the queue.</source>
        <translation>
            <numerusform>%n waiting run then waits until you start the queue.</numerusform>
            <numerusform>%n waiting runs then wait until you start the queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting runs go on with the next window.</source>
        <translation>
            <numerusform>%n waiting run goes on with the next window.</numerusform>
            <numerusform>%n waiting runs go on with the next window.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ReviewDialog</name>
    <message numerus="yes">
        <source>%n question(s) to go</source>
        <translation>
            <numerusform>%n question to go</numerusform>
            <numerusform>%n questions to go</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::RunDrawer</name>
    <message numerus="yes">
        <source>%n seed(s)</source>
        <translation>
            <numerusform>%n seed</numerusform>
            <numerusform>%n seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::RunForecasts</name>
    <message numerus="yes">
        <source>%n more of reading the file</source>
        <translation>
            <numerusform>%n more of reading the file</numerusform>
            <numerusform>%n more of reading the file</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::RunInspector</name>
    <message numerus="yes">
        <source>%n more differ</source>
        <translation>
            <numerusform>%n more differs</numerusform>
            <numerusform>%n more differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other settings are equal</source>
        <translation>
            <numerusform>%n other setting is equal</numerusform>
            <numerusform>%n other settings are equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ranks, each a process</source>
        <translation>
            <numerusform>%n rank, each a process</numerusform>
            <numerusform>%n ranks, each a process</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ScopeBox</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::SeriesModel</name>
    <message numerus="yes">
        <source>1 row, %n channels</source>
        <translation>
            <numerusform>1 row, %n channel</numerusform>
            <numerusform>1 row, %n channels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows, %n channels</source>
        <translation>
            <numerusform>%1 rows, %n channel</numerusform>
            <numerusform>%1 rows, %n channels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::ShareTexts</name>
    <message numerus="yes">
        <source>%n run(s) with a score: too few for so many settings.</source>
        <translation>
            <numerusform>%n run with a score: too few for so many settings.</numerusform>
            <numerusform>%n runs with a score: too few for so many settings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>share of the variance, %n run(s)</source>
        <translation>
            <numerusform>share of the variance, %n run</numerusform>
            <numerusform>share of the variance, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::StartPage</name>
    <message numerus="yes">
        <source>%1, %n layers</source>
        <translation>
            <numerusform>%1, %n layer</numerusform>
            <numerusform>%1, %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::SweepPanel</name>
    <message numerus="yes">
        <source>%n trial(s) are trained already; take more.</source>
        <translation>
            <numerusform>%n trial is trained already; take more.</numerusform>
            <numerusform>%n trials are trained already; take more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s) of it are trained already and count.</source>
        <translation>
            <numerusform>%n trial of it is trained already and counts.</numerusform>
            <numerusform>%n trials of it are trained already and count.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s), one seed each</source>
        <translation>
            <numerusform>%n trial, one seed</numerusform>
            <numerusform>%n trials, one seed each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::TimelineCard</name>
    <message numerus="yes">
        <source>%n step(s) recorded, %1 ms each</source>
        <translation>
            <numerusform>%n step recorded, %1 ms each</numerusform>
            <numerusform>%n steps recorded, %1 ms each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::TimelineStrip</name>
    <message numerus="yes">
        <source>%n step(s), %1 ms</source>
        <translation>
            <numerusform>%n step, %1 ms</numerusform>
            <numerusform>%n steps, %1 ms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gatelab::UnitPanel</name>
    <message numerus="yes">
        <source>%n unit(s) are on all the time: %1</source>
        <translation>
            <numerusform>%n unit is on all the time: %1</numerusform>
            <numerusform>%n units are on all the time: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>window %1: %n step(s) from step %2</source>
        <translation>
            <numerusform>window %1: %n step from step %2</numerusform>
            <numerusform>window %1: %n steps from step %2</numerusform>
        </translation>
    </message>
</context>
</TS>
