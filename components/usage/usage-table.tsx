import { BigNumber } from '#components/ui/data/big-number.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { paths } from '#lib/base/paths.ts';
import type { UsageRowView } from '#lib/usage/views.ts';
import { limitDerivation, usageState, type UsageRow, type UsageState } from './usage-rows.ts';

type UsageTableProps = { caption: string; rows: readonly UsageRow[]; isBusy?: boolean | undefined };

/** Usage of keys compared with their limits. */
export function UsageTable({ caption, rows, isBusy = false }: UsageTableProps) {
  return (
    <Table caption={caption} isCaptionHidden isFixed isBusy={isBusy}>
      <TableHead>
        <HeaderCell>Description</HeaderCell>
        <HeaderCell isNumeric>Last Day</HeaderCell>
        <HeaderCell isNumeric>7-Day Avg</HeaderCell>
        <HeaderCell>Daily Limit</HeaderCell>
        <HeaderCell>Status</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <KeyRow key={row.description} row={row} />
        ))}
      </TableBody>
    </Table>
  );
}

function KeyRow({ row }: { row: UsageRow }) {
  const state = usageState(row);
  const isLoading = state === 'Loading';
  return (
    <Row isOver={state === 'Over limit'}>
      <RowHeader>
        {row.userId === null ? (
          <span className="block wrap-anywhere">{row.description}</span>
        ) : (
          <a href={paths.adminUser(row.userId)} className="block wrap-anywhere underline-offset-4 hover:underline">
            {row.description}
          </a>
        )}
        {row.keyId !== null && <code className="font-mono text-label font-normal text-muted">{row.keyId}</code>}
      </RowHeader>
      <Cell label="Last Day" isNumeric>
        {isLoading ? <Awaited /> : <Count value={row.usage?.last_day} />}
      </Cell>
      <Cell label="7-Day Avg" isNumeric>
        {isLoading ? <Awaited /> : <Count value={row.usage?.average_7_day} />}
      </Cell>
      <Cell label="Daily Limit">
        {isLoading ? <Awaited /> : row.usage && <Limit usage={row.usage} of={row.description} />}
      </Cell>
      <Cell label="Status">
        {state === 'Over limit' ? (
          // The row has the colour of a badge.
          <span className="font-medium text-red">
            {state}
            {row.usage && (
              <span className="ml-2 whitespace-nowrap">
                +<BigNumber value={row.usage.overage} />
              </span>
            )}
          </span>
        ) : (
          <Badge tone={TONES[state]}>{state}</Badge>
        )}
        {row.error !== null && <span className="block pt-0.5 text-red">{row.error}</span>}
      </Cell>
    </Row>
  );
}

const TONES = {
  Loading: 'neutral',
  Error: 'bad',
  'No recent data': 'neutral',
  'No limit info': 'neutral',
  'Within limit': 'good',
} as const satisfies Record<Exclude<UsageState, 'Over limit'>, string>;

const Awaited = () => <Skeleton className="inline-block h-4 w-16 align-middle" />;

function Count({ value }: { value: number | null | undefined }) {
  if (typeof value === 'number') return <BigNumber value={Math.round(value)} />;
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </span>
  );
}

/** The limit, its source, and its derivation in a tooltip. */
function Limit({ usage, of }: { usage: UsageRowView; of: string }) {
  const derivation = limitDerivation(usage);
  if (usage.limit === null || derivation === null) return <span className="text-muted">No limit</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <BigNumber value={usage.limit} />
      <span className="inline-flex items-center gap-1">
        <Badge tone={usage.limit_source === 'key' ? 'info' : 'neutral'}>
          {usage.limit_source === 'key' ? 'Key-specific' : 'Rank default'}
        </Badge>
        <Tooltip text={derivation} label={`How the limit of ${of} is derived`} />
      </span>
    </span>
  );
}
