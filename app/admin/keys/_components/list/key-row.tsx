import { buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { UsageShare } from '#components/ui/data/usage-share.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { utcTime } from '#lib/base/text/format.ts';
import { planLabel, type PlanName } from '#lib/billing/plan.ts';
import { canAssign, canEdit, canRestore, canRotate } from '#lib/fuzzy-keys/policy.ts';
import { SPREAD_DAYS, SPREAD_NETWORKS } from '#lib/fuzzy-keys/schema.ts';
import { paths } from '#lib/base/paths.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { PublicKey } from './public-key.tsx';

const ACTIONS = ['edit', 'usage', 'assign', 'rotate', 'delete', 'restore'] as const;
export type KeyActionName = (typeof ACTIONS)[number];
export type OnKeyAction = (action: KeyActionName, key: FuzzyKeyRow) => void;

type KeyRowProps = { fuzzyKey: FuzzyKeyRow; rank: string; onAction: OnKeyAction };

export function KeyRow({ fuzzyKey, rank, onAction }: KeyRowProps) {
  const { description, quantity } = fuzzyKey;
  return (
    <Row>
      <RowHeader isFilling>
        <span className="block truncate" title={description}>
          {description}
        </span>
        <KeyState fuzzyKey={fuzzyKey} />
      </RowHeader>
      <Cell label="Plan">{fuzzyKey.plan === null ? <None /> : planLabel(fuzzyKey.plan as PlanName)}</Cell>
      <Cell label="Usage" isNumeric>
        <UsageShare requests={fuzzyKey.requests} limit={fuzzyKey.daily_limit} />
      </Cell>
      <Cell label="Public Key">
        <PublicKey publicKey={fuzzyKey.public_key} of={description} />
      </Cell>
      <Cell label="Type">
        <KeyTypeBadge fuzzyKey={fuzzyKey} />
      </Cell>
      <Cell label="Email">
        <Owner fuzzyKey={fuzzyKey} />
      </Cell>
      <Cell label="Rank">{rank.replace(' ', '\u00a0')}</Cell>
      <Cell label="Quantity" isNumeric>
        {exactNumber(quantity)}
      </Cell>
      <Cell>
        <Actions fuzzyKey={fuzzyKey} onAction={onAction} />
      </Cell>
    </Row>
  );
}

/** The key's address, which opens the customer. A key may have an address and no owner, or an owner without one. */
function Owner({ fuzzyKey: { email, user_id: userId } }: Pick<KeyRowProps, 'fuzzyKey'>) {
  const name = email ?? (userId === null ? null : 'No Email');
  if (name === null) return <None />;
  if (userId === null)
    return (
      <span className="block max-w-52 truncate" title={name}>
        {name}
      </span>
    );
  return (
    <a
      href={paths.adminUser(userId)}
      className="block max-w-52 truncate rounded-sm underline-offset-4 -outline-offset-2 hover:underline"
      title={name}
    >
      {name}
    </a>
  );
}

const None = () => <span className="text-muted">None</span>;

const QUIET = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-1.5!');
const NAMES: Record<KeyActionName, string> = {
  edit: 'Edit',
  usage: 'Usage',
  assign: 'Assign',
  rotate: 'Rotate',
  delete: 'Delete',
  restore: 'Restore',
};

function Actions({ fuzzyKey, onAction }: Omit<KeyRowProps, 'rank'>) {
  const shown = actionsOf(fuzzyKey);
  return (
    <span ref={keepFocus} className="-mx-1.5 flex min-w-55 flex-wrap min-[82rem]:flex-nowrap">
      {ACTIONS.filter((action) => shown[action]).map((action) => (
        <button
          key={action}
          type="button"
          aria-label={`${NAMES[action]} ${fuzzyKey.description}`}
          className={QUIET}
          onClick={() => onAction(action, fuzzyKey)}
        >
          {NAMES[action]}
        </button>
      ))}
    </span>
  );
}

/** When a row disappears while one of its buttons has the focus, the focus moves to the page's content. */
const keepFocus = (actions: HTMLElement | null) => () => {
  if (actions?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
};

/** The actions that a key allows. A deleted key has only Restore (S51), a replaced key only Usage and Delete. */
function actionsOf(key: FuzzyKeyRow): Record<KeyActionName, boolean> {
  const facts = {
    ...key,
    state: key.deleted ? ('deleted' as const) : key.state,
    isReplaced: key.replaced_by !== null,
    accountId: key.user_id,
    isExternal: key.is_external,
  };
  return {
    edit: canEdit(facts),
    usage: !key.deleted,
    assign: canAssign(facts),
    rotate: canRotate(facts),
    delete: !key.deleted,
    restore: canRestore(facts),
  };
}

/** The type of a key, or "External" if its key pair was generated elsewhere. */
function KeyTypeBadge({ fuzzyKey: { type, is_external: isExternal } }: { fuzzyKey: FuzzyKeyRow }) {
  if (isExternal) return <Badge tone="warning">External</Badge>;
  return <Badge tone={type === 'stripe' ? 'info' : 'neutral'}>{TYPES[type]}</Badge>;
}

const TYPES = { stripe: 'Stripe', user: 'User Associated', manual: 'Manual' };

/** The states of a key that is not in normal use: rotated, used from many networks, suspended or deleted. */
function KeyState({ fuzzyKey }: { fuzzyKey: FuzzyKeyRow }) {
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
