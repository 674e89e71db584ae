<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>gatelab::DataInspector</name>
    <message numerus="yes">
        <source>%n columns are text</source>
        <translation>
            <numerusform>%n column is text</numerusform>
            <numerusform>%n columns are text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n columns of dates or times beside the one that is used</source>
        <translation>
            <numerusform>%n column of dates or times beside the one that is used</numerusform>
            <numerusform>%n columns of dates or times beside the one that is used</numerusform>
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
    <name>gatelab::LabModel</name>
    <message numerus="yes">
        <source>%n disturbed repeats were measured again.</source>
        <translation>
            <numerusform>%n disturbed repeat was measured again.</numerusform>
            <numerusform>%n disturbed repeats were measured again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeats stayed disturbed and are left out.</source>
        <translation>
            <numerusform>%n repeat stayed disturbed and is left out.</numerusform>
            <numerusform>%n repeats stayed disturbed and are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeats are disturbed and count all the same.</source>
        <translation>
            <numerusform>%n repeat is disturbed and counts all the same.</numerusform>
            <numerusform>%n repeats are disturbed and count all the same.</numerusform>
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
    <name>gatelab::StartPage</name>
    <message numerus="yes">
        <source>%1, %n layers</source>
        <translation>
            <numerusform>%1, %n layer</numerusform>
            <numerusform>%1, %n layers</numerusform>
        </translation>
    </message>
</context>
</TS>
