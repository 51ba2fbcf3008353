import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { paths } from '#lib/paths.ts';
import type { AdminSubscriptionView, AdminUserView } from '#lib/users/views.ts';
import { shownKey, shownSubscription } from './shown-subscription.ts';
import { SubscriptionBadge } from './subscription-badge.tsx';
import { UserKey } from './user-key.tsx';
import { nameOf } from './user-texts.ts';
import { VerifiedIcon } from './verified-icon.tsx';

export type UserRowHandlers = {
  onTick: (id: string) => void;
  onOpen: (id: string) => void;
  onEdit: (user: AdminUserView) => void;
  onDelete: (user: AdminUserView) => void;
};

type UserRowProps = UserRowHandlers & { user: AdminUserView; href: string; isTicked: boolean; isOpen: boolean };

/** One user. Uses few elements: a page with 50 rows stays below 2,000 elements. */
export function UserRow({ user, href, isTicked, isOpen, onTick, onOpen, ...handlers }: UserRowProps) {
  const { id, email, is_admin: isAdmin, custom_limits: limits } = user;
  return (
    <Row isSelected={isTicked || isOpen}>
      <Cell>
        <Checkbox aria-label={`Select ${nameOf(user)}`} checked={isTicked} onChange={() => onTick(id)} />
      </Cell>
      <RowHeader>
        <StateLink
          href={href}
          onNavigate={() => onOpen(id)}
          data-user={id}
          className="scroll-mt-28 rounded-sm wrap-anywhere underline-offset-4 hover:underline"
        >
          {email ?? 'No Email'}
        </StateLink>{' '}
        {email && <VerifiedIcon isVerified={user.email_verified} />} {isAdmin && <Badge tone="featured">Admin</Badge>}
      </RowHeader>
      <Cell label="Status">
        <Badge tone={limits.is_blocked ? 'bad' : 'good'}>{limits.is_blocked ? 'Blocked' : 'Active'}</Badge>
      </Cell>
      <Cell label="Subscription">
        <Subscription subscriptions={user.subscriptions} />
      </Cell>
      <Cell label="Limits">
        {limits.daily_limit === null ? (
          <span className="text-muted">Default</span>
        ) : (
          `${exactNumber(limits.daily_limit)} a day`
        )}
      </Cell>
      <Cell label="API Key">
        <UserKey publicKey={shownKey(user)} owner={nameOf(user)} />
      </Cell>
      <Cell>
        <Actions user={user} {...handlers} />
      </Cell>
    </Row>
  );
}

function Subscription({ subscriptions }: { subscriptions: readonly AdminSubscriptionView[] }) {
  const shown = shownSubscription(subscriptions);
  if (!shown) return <span className="text-muted">None</span>;
  const others = subscriptions.length - 1;
  return (
    <>
      <PlanName product={shown.product} quantity={shown.quantity} /> <SubscriptionBadge {...shown} />
      {others > 0 && ` +${others}`}
    </>
  );
}

/** The id of the element that says why a user cannot be deleted. */
export const HAS_STRIPE_ID = 'cannot-delete-stripe';

const QUIET = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-2!');

function Actions({ user, onEdit, onDelete }: Pick<UserRowProps, 'user' | 'onEdit' | 'onDelete'>) {
  const name = nameOf(user);
  return (
    <span className="-mx-2 flex">
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
