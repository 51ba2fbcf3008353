import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { bucketText } from './bucket-text.ts';
import type { ChartData } from './chart-data.ts';
import { CHART_HEIGHT } from './plot-frame.ts';
import { valueText } from './value-text.ts';

/** The chart's numbers, newest first, shown in place of the chart. */
export function ChartTable({ label, data }: { label: string; data: ChartData }) {
  const { starts, step, series, notes } = data;
  const dates = useDateTexts();
  return (
    <div
      role="region"
      aria-label={`${label}, as a table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames('overflow-y-auto [--sticky-top:0] [--table-ground:var(--color-surface)]', CHART_HEIGHT)}
    >
      <Table caption={label} isCaptionHidden isDense={series.length > 3}>
        <TableHead>
          <HeaderCell>Time</HeaderCell>
          {series.map(({ name, label: title }) => (
            <HeaderCell key={name} isNumeric>
              {title}
            </HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          {starts
            .map((_, fromFirst) => starts.length - 1 - fromFirst)
            .map((index) => (
              <Row key={index}>
                <RowHeader>
                  {bucketText(starts[index] ?? 0, step, dates)}
                  {notes?.[index] && <span className="block text-label font-normal text-muted">{notes[index]}</span>}
                </RowHeader>
                {series.map((each) => (
                  <Cell key={each.name} label={each.label} isNumeric>
                    {valueText(data, each, index)}
                  </Cell>
                ))}
              </Row>
            ))}
        </TableBody>
      </Table>
    </div>
  );
}
