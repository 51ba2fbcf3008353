'use client';

import { type ReactNode, useId, useState } from 'react';
import { bucketText } from '#components/charts/bucket-text.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { usagePercent } from '#lib/base/daily-limit.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { DAY } from '#lib/base/time.ts';
import { KeyUsageGraph } from './key-usage-graph.tsx';
import { toUsageRow, usageTexts } from './usage-rows.ts';
import { UsageTable } from './usage-table.tsx';
import { type DatedUsageRow, useKeyUsage } from './use-key-usage.ts';

type KeyUsageDialogProps = { description: string; keyId: string; onClose: () => void; children?: ReactNode };

/** Usage of one key: a graph by server and period, and its last 30 days compared with its limit. */
export function KeyUsageDialog({ description, keyId, onClose, children }: KeyUsageDialogProps) {
  return (
    <Dialog title="Usage Data for Key" description={description} size="wide" onClose={onClose}>
      <div className="space-y-6">
        <KeyUsageGraph description={description} keyId={keyId} />
        <KeyUsageLimits description={description} keyId={keyId} />
        {children}
      </div>
    </Dialog>
  );
}

/** A key's last 30 days compared with its limit. Can be collapsed. */
function KeyUsageLimits({ description, keyId }: { description: string; keyId: string }) {
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(true);
  const query = useKeyUsage(keyId);
  const { error, isFetching } = query;
  const row = toUsageRow({ description, key_id: keyId, user_id: null }, query);
  return (
    <section aria-label="Usage versus limit" className="rounded-md border bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="label-mono">Usage versus limit, 30 days</h3>
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Collapse' : 'Expand'}
        </Button>
      </div>
      <div id={id} hidden={!isExpanded} className="mt-3 space-y-4 [--table-ground:var(--color-surface)]">
        <QueryResult
          query={query}
          skeleton={<UsageTable caption="Usage and limit" rows={[row]} isBusy={isFetching} />}
          failure={(failure, retry) => <ErrorCard text={usageTexts.failed} error={failure} onRetry={retry} />}
        >
          {(usage) => (
            <>
              {error && !isFetching && <Alert tone="warning" text={usageTexts.someFailed} />}
              <UsageTable caption="Usage and limit" rows={[row]} isBusy={isFetching} />
              {row.usage && (usage.daily_series.length ? <Days usage={usage} /> : <NoDays />)}
            </>
          )}
        </QueryResult>
      </div>
    </section>
  );
}

const NoDays = () => <p className="py-4 text-center text-small text-muted">{usageTexts.empty}</p>;

function Days({ usage: { buckets, daily_series: days, limit } }: { usage: DatedUsageRow }) {
  const dates = useDateTexts();
  return (
    <div
      role="region"
      aria-label="Days"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto [--sticky-top:0]"
    >
      <Table caption="Days" isCaptionHidden>
        <TableHead>
          <HeaderCell>Day</HeaderCell>
          <HeaderCell isNumeric>Requests</HeaderCell>
          <HeaderCell isNumeric>Of the limit</HeaderCell>
        </TableHead>
        <TableBody>
          {days
            .map((count, index) => ({ count, start: buckets[index] ?? '' }))
            .toReversed()
            .map(({ count, start }) => (
              <Row key={start} isOver={limit !== null && count !== null && count > limit}>
                <RowHeader>{bucketText(Date.parse(start), DAY, dates)}</RowHeader>
                <Cell label="Requests" isNumeric>
                  {count === null ? 'no report' : exactNumber(count)}
                </Cell>
                <Cell label="Of the limit" isNumeric>
                  {count === null || limit === null ? '–' : `${exactNumber(usagePercent(count, limit))}%`}
                </Cell>
              </Row>
            ))}
        </TableBody>
      </Table>
    </div>
  );
}
