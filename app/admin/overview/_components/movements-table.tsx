import { buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { paths } from '#lib/base/paths.ts';
import type { MovementListView } from '#lib/billing/revenue/views.ts';
import { MOVEMENT_KINDS } from '#lib/billing/schema.ts';
import { StripeLink } from '../../_components/frame/stripe-link.tsx';
import { KIND_LABELS } from './kinds.ts';
import { formatChange } from './money.ts';

type MovementsTableProps = {
  list: Omit<MovementListView, 'movements'> & {
    movements: readonly (MovementListView['movements'][number] & { stripe_url: string | null })[];
  };
  /** the query of the shown page */
  query: Record<string, string | undefined>;
};

/** One page of movements, newest first. */
export function MovementsTable({ list, query }: MovementsTableProps) {
  const { movements, total, total_is_capped: isCapped, next_cursor: next } = list;
  const firstPage = paths.adminMovements({ ...query, cursor: undefined });
  if (!movements.length)
    return (
      <FramedEmptyState title="No movements" text="No customer started, changed or stopped paying in this time." />
    );
  return (
    <div className="space-y-4">
      <Table caption="MRR movements" isCaptionHidden isWide>
        <TableHead>
          <HeaderCell>Customer</HeaderCell>
          <HeaderCell>Time</HeaderCell>
          <HeaderCell>Kind</HeaderCell>
          <HeaderCell>Cause</HeaderCell>
          <HeaderCell isNumeric>Per month</HeaderCell>
          <HeaderCell>Subscription</HeaderCell>
        </TableHead>
        <TableBody>
          {movements.map((row) => (
            <Row key={row.id}>
              <RowHeader>
                {row.email === null ? (
                  <span className="text-muted">Deleted user</span>
                ) : (
                  <a
                    href={paths.adminUser(row.user_id)}
                    className="rounded-sm wrap-anywhere underline-offset-4 hover:underline"
                  >
                    <Breakable text={row.email} />
                  </a>
                )}
              </RowHeader>
              <Cell label="Time">
                <Time at={new Date(row.at)} />
              </Cell>
              <Cell label="Kind">{labelOf(row.kind)}</Cell>
              <Cell label="Cause">{causeText(row.cause)}</Cell>
              <Cell label="Per month" isNumeric>
                <span className="tabular-nums">
                  {formatChange({ amount: row.yearly_pence / 12, currency: row.currency })}
                </span>
              </Cell>
              <Cell label="Subscription">
                <StripeLink url={row.stripe_url}>{row.stripe_subscription_id}</StripeLink>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <nav aria-label="Pages of movements" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-muted">
          {exactNumber(total)}
          {isCapped && '+'} in all
        </p>
        <div className="flex gap-2">
          {query.cursor && (
            <a href={firstPage} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              First page
            </a>
          )}
          {next && (
            <a
              href={paths.adminMovements({ ...query, cursor: next })}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              Next
            </a>
          )}
        </div>
      </nav>
    </div>
  );
}

function labelOf(kind: string): string {
  const known = MOVEMENT_KINDS.find((each) => each === kind);
  return known ? KIND_LABELS[known] : kind;
}

const TERMS: Readonly<Record<string, string>> = { plan: 'plan change', interval: 'billing period' };

/** `plan change and quantity`, `payment failed`. */
const causeText = (cause: string): string =>
  cause
    .split(' and ')
    .map((part) => TERMS[part] ?? part.replaceAll('_', ' '))
    .join(' and ');
