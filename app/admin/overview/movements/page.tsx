import type { Metadata } from 'next';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { listMovements, MovementQuery } from '#lib/billing/revenue/movements.ts';
import { MOVEMENT_KINDS } from '#lib/billing/schema.ts';
import { stripeUrl } from '#lib/billing/stripe/stripe-url.ts';
import { addressOf, type SearchParams, singleValues } from '#lib/http/search-params.ts';
import { askedByPage } from '#lib/routes/next.ts';
import { adminContext } from '../../_components/frame/admin-context.ts';
import { AdminPage } from '../../_components/frame/admin-page.tsx';
import { KindNav } from '../../_components/lists/filters/kind-nav.tsx';
import { KIND_LABELS } from '../_components/kinds.ts';
import { MovementsTable } from '../_components/movements-table.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'MRR movements', robots: { index: false } };

type Query = Record<string, string | undefined>;

export default async function AdminMovementsPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await searchParams;
  const asked = singleValues(given);
  const parsed = MovementQuery.safeParse(asked);
  const query: Query = parsed.success ? asked : {};
  return (
    <AdminPage
      path={addressOf(paths.adminMovements({}), given)}
      title="MRR movements"
      description={`${periodText(query)} Each is a row of the ledger, which is never changed. Amounts are a month’s, before VAT.`}
      crumbs={[{ label: 'Overview', href: paths.adminOverview }]}
      loadFailure="Failed to load the movements. You may not have admin privileges."
    >
      <KindFilter query={query} />
      <Movements query={query} parsed={parsed.data} />
    </AdminPage>
  );
}

/** A separate component, because AdminPage renders its children only for admins. */
async function Movements({ query, parsed }: { query: Query; parsed: MovementQuery | undefined }) {
  const ctx = await adminContext(paths.adminMovements(query));
  const list = parsed ? await askedByPage(listMovements(ctx, parsed).catch(whenMalformed)) : null;
  if (!list)
    return (
      <ErrorCard text="This link is malformed.">
        <a href={paths.adminMovements({})} className="underline">
          Show all movements
        </a>
      </ErrorCard>
    );
  const movements = list.movements.map((row) => ({ ...row, stripe_url: stripeUrl(row.stripe_subscription_id) }));
  return <MovementsTable list={{ ...list, movements }} query={query} />;
}

/** Returns null for a malformed query, such as one with another list's cursor. Throws any other error. */
function whenMalformed(error: unknown): null {
  if (error instanceof DomainError && error.code === 'malformed') return null;
  throw error;
}

const periodText = ({ from, to }: Query) =>
  [from && `From ${from}`, to && `${from ? 'to' : 'Until'} ${to}`]
    .filter(Boolean)
    .join(' ')
    .concat(from || to ? '.' : '');

/** Filters the movements by kind, and keeps the period. */
function KindFilter({ query }: { query: Record<string, string | undefined> }) {
  const { cursor: _, ...rest } = query;
  const choices = [
    { label: 'All', kind: undefined },
    ...MOVEMENT_KINDS.map((kind) => ({ label: KIND_LABELS[kind], kind })),
  ];
  return (
    <KindNav
      choices={choices.map(({ label, kind }) => ({
        label,
        href: paths.adminMovements({ ...rest, kind }),
        isCurrent: kind === query.kind,
      }))}
    />
  );
}
