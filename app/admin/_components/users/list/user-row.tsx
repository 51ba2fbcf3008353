import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { compactNumber } from '#components/ui/data/number-text.ts';
import { ShortTime } from '#components/ui/data/short-time.tsx';
import { UsageShare } from '#components/ui/data/usage-share.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { emailsOf, limitText } from '#lib/base/daily-limit.ts';
import { paths } from '#lib/base/paths.ts';
import type { AdminSubscriptionView, AdminUserRow, AdminUserView } from '#lib/users/views.ts';
import { SubscriptionBadge } from './subscription-badge.tsx';
import { UserKey } from './user-key.tsx';
import { nameOf } from './user-texts.ts';

export type UserRowHandlers = {
  onTick: (id: string) => void;
  onOpen: (id: string) => void;
  onEdit: (user: AdminUserView) => void;
  onDelete: (user: AdminUserView) => void;
};

type UserRowProps = UserRowHandlers & { user: AdminUserRow; href: string; isTicked: boolean; isOpen: boolean };

/** One user, in few elements: a page with 50 rows stays below 2,000. */
export function UserRow({ user, href, isTicked, isOpen, onTick, onOpen, ...handlers }: UserRowProps) {
  const { id, email, is_admin: isAdmin, custom_limits: limits, usage, last_seen_at: lastSeen } = user;
  return (
    <Row isSelected={isTicked || isOpen}>
      <Cell>
        <Checkbox aria-label={`Select ${nameOf(user)}`} checked={isTicked} onChange={() => onTick(id)} />
      </Cell>
      <RowHeader isFilling>
        <span className="flex items-center gap-1.5">
          <StateLink
            href={href}
            onNavigate={() => onOpen(id)}
            data-row={id}
            aria-current={isOpen ? 'true' : undefined}
            title={email ?? undefined}
            className="min-w-0 scroll-mt-28 overflow-hidden rounded-sm wrap-anywhere text-ellipsis underline-offset-4 -outline-offset-2 hover:underline"
          >
            {email ?? 'No Email'}
          </StateLink>
          {email && <VerifiedIcon isVerified={user.email_verified} />}
          {isAdmin && <Badge tone="info">Admin</Badge>}
        </span>
      </RowHeader>
      <Cell label="Status" isPlain>
        {limits.is_blocked ? <Badge tone="bad">Blocked</Badge> : <span className="text-muted">Active</span>}
      </Cell>
      <Cell label="Subscription" isFilling isPlain>
        <Subscription user={user} />
      </Cell>
      <Cell label="Usage" isNumeric leftOut="medium" isPlain>
        {usage ? <UsageShare requests={usage.requests} limit={usage.daily_limit} /> : '–'}
      </Cell>
      <Cell label="Limits" isPlain>
        {limits.daily_limit === null ? (
          <span className="text-muted">Default</span>
        ) : (
          <span title={limitText(limits.daily_limit)}>
            {compactNumber(emailsOf(limits.daily_limit))} emails ({compactNumber(limits.daily_limit)})
          </span>
        )}
      </Cell>
      <Cell label="API Key" isPlain>
        <UserKey publicKey={shownKey(user)} owner={nameOf(user)} />
      </Cell>
      <Cell label="Last seen (UTC)" leftOut="medium" isPlain>
        {lastSeen === null ? 'Never' : <ShortTime at={new Date(lastSeen)} />}
      </Cell>
      <Cell label="Created (UTC)" leftOut="wide" isPlain>
        <ShortTime at={new Date(user.created_at)} />
      </Cell>
      <Cell leftOut="beside">
        <Actions user={user} {...handlers} />
      </Cell>
    </Row>
  );
}

/** The plan that counts; without one, whether a key is suspended. */
function Subscription({ user: { plan, subscriptions } }: { user: AdminUserRow }) {
  const suspended = subscriptions.find(isSuspended);
  if (!plan) return suspended ? <SubscriptionBadge {...suspended} /> : <span className="text-muted">None</span>;
  const others = subscriptions.length - 1;
  return (
    <span className="flex items-center gap-1.5 *:shrink-0 max-md:flex-wrap">
      <span title={plan.product ?? undefined} className="min-w-0 shrink! overflow-hidden text-ellipsis">
        <PlanName product={plan.product} quantity={plan.quantity} />
      </span>{' '}
      {plan.product === null ? (
        <Badge tone="good">Manual</Badge>
      ) : (
        <StatusBadge status={plan.status} endsAt={plan.cancel_at} isShort />
      )}
      {others > 0 && ` +${others}`}
    </span>
  );
}

const isSuspended = ({ key_state: state }: AdminSubscriptionView) => state === 'suspended';

/** The key of the plan that counts; without one, a suspended key, or else the custom key. */
const shownKey = ({ plan, subscriptions, custom_limits: limits }: AdminUserRow): string | null =>
  plan?.public_key ?? subscriptions.find(isSuspended)?.public_key ?? limits.custom_key;

/** The id of the element that says why a user cannot be deleted. */
export const HAS_STRIPE_ID = 'cannot-delete-stripe';

const QUIET = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-2! md:max-xl:px-1!');

function Actions({ user, onEdit, onDelete }: Pick<UserRowProps, 'user' | 'onEdit' | 'onDelete'>) {
  const name = nameOf(user);
  return (
    <span className="-mx-2 flex md:max-xl:-mx-1">
      <button type="button" aria-label={`Edit ${name}`} className={QUIET} onClick={() => onEdit(user)}>
        Edit
      </button>
      <a href={paths.adminUserUsage(user.id)} target="_blank" aria-label={`Usage of ${name}`} className={QUIET}>
        Usage
      </a>
      <button
        type="button"
        aria-label={`Delete ${name}`}
        aria-disabled={user.has_stripe}
        aria-describedby={user.has_stripe ? HAS_STRIPE_ID : undefined}
        className={QUIET}
        onClick={() => onDelete(user)}
      >
        Delete
      </button>
    </span>
  );
}

/** Whether an address is verified: a check or an exclamation mark in a ring. The title is the tooltip. */
function VerifiedIcon({ isVerified }: { isVerified: boolean }) {
  const text = isVerified ? 'Email verified' : 'Email not verified';
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox="0 0 16 16"
      className={`inline size-4 shrink-0 fill-none stroke-current stroke-2 align-[-0.2em] ${isVerified ? 'text-signal' : 'text-amber'}`}
    >
      <title>{text}</title>
      <path d={isVerified ? `${RING} M5 8.2l2.1 2.1L11 6.2` : `${RING} M8 4.6v3.8 M8 11.3v.2`} />
    </svg>
  );
}

const RING = 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z';
