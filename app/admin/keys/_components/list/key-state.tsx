import { exactNumber } from '#components/ui/data/number-text.ts';
import { utcTime } from '#lib/format.ts';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { SPREAD_DAYS, SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';

/** The type of a key, or "External" if its key pair was generated elsewhere. */
export function KeyTypeBadge({ fuzzyKey: { type, is_external: isExternal } }: { fuzzyKey: FuzzyKeyRow }) {
  if (isExternal) return <Badge tone="warning">External</Badge>;
  return <Badge tone={type === 'stripe' ? 'info' : 'neutral'}>{TYPES[type]}</Badge>;
}

const TYPES = { stripe: 'Stripe', user: 'User Associated', manual: 'Manual' };

/** The states of a key that is not in normal use: rotated, used from many networks, suspended or deleted. */
export function KeyState({ fuzzyKey }: { fuzzyKey: FuzzyKeyRow }) {
  const {
    state,
    deleted,
    deleted_at: deletedAt,
    works_until: worksUntil,
    replaced_by: replacedBy,
    networks,
  } = fuzzyKey;
  return (
    <>
      {replacedBy !== null && (
        <Line badge="Rotated">
          {!deleted && worksUntil !== null && (
            <>
              works until{' '}
              <time dateTime={worksUntil} className="whitespace-nowrap">
                {utcTime(new Date(worksUntil))}
              </time>
            </>
          )}
        </Line>
      )}
      {networks > SPREAD_NETWORKS && (
        <Line badge="Many networks">
          {exactNumber(networks)} in {SPREAD_DAYS} days
        </Line>
      )}
      {state === 'suspended' && <Line badge="Suspended">{reasonOf(fuzzyKey)}</Line>}
      {deletedAt !== null && (
        <span className="block pt-0.5 font-normal text-muted">
          Deleted <Time at={new Date(deletedAt)} />
        </span>
      )}
    </>
  );
}

function Line({ badge, children }: { badge: string; children: React.ReactNode }) {
  return (
    <span className="block pt-0.5 font-normal text-muted">
      <Badge tone="warning">{badge}</Badge> {children}
    </span>
  );
}

function reasonOf({ is_owner_blocked: isOwnerBlocked, subscription_status: status }: FuzzyKeyRow): string | null {
  if (isOwnerBlocked) return 'the owner is blocked';
  return status === null ? null : `the subscription is ${status}`;
}
