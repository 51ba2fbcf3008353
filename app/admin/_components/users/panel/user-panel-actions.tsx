import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { paths } from '#lib/base/paths.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { HAS_STRIPE_ID } from '../list/user-row.tsx';
import { texts } from '../list/user-texts.ts';

export type UserPanelHandlers = {
  onEdit: (user: AdminUserView) => void;
  onDelete: (user: AdminUserView) => void;
  onBlock: (user: AdminUserView) => void;
};

type UserPanelActionsProps = UserPanelHandlers & {
  user: AdminUserView;
  /** On the customer's page, which needs no link to itself. */
  isOnPage?: boolean;
};

/** The user's state, and the actions on the user. */
export function UserPanelActions({ user, isOnPage = false, onEdit, onDelete, onBlock }: UserPanelActionsProps) {
  const { is_blocked: isBlocked } = user.custom_limits;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2">
        <Badge tone={isBlocked ? 'bad' : 'good'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>
        {user.is_admin && <Badge tone="info">Admin</Badge>}
        {user.email && (
          <Badge tone={user.email_verified ? 'neutral' : 'warning'}>
            {user.email_verified ? 'Email verified' : 'Email not verified'}
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" data-first-focus="" aria-haspopup="dialog" onClick={() => onEdit(user)}>
          Edit
        </Button>
        {!isOnPage && (
          <>
            <a href={paths.adminUser(user.id)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              Open customer
            </a>
            <a
              href={paths.adminUserUsage(user.id)}
              target="_blank"
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              Usage
            </a>
          </>
        )}
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => onBlock(user)}>
          {isBlocked ? 'Unblock' : 'Block'}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-disabled={user.has_stripe}
          aria-describedby={user.has_stripe ? HAS_STRIPE_ID : undefined}
          onClick={() => onDelete(user)}
        >
          Delete
        </Button>
      </div>
      {user.has_stripe && <p className="text-small text-muted">{texts.hasStripe}</p>}
    </div>
  );
}
