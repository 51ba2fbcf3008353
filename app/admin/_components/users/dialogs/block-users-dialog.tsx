'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { DialogEnd } from '#components/ui/overlays/dialog-end.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonText } from '#components/ui/states/skeleton.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { AdminUserView, BlockUsersView } from '#lib/users/views.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { useBlockPreview, useReloadUsers } from '../list/use-users.ts';
import { nameOf } from '../list/user-texts.ts';

/** Lists the users who will change, with the subscriptions that Stripe continues to charge, those who need no change, and those refused, with the reason. */
function BlockPreview({ changed, unchanged, refused, blocked }: BlockUsersView & { blocked: boolean }) {
  return (
    <div role="status" className="space-y-4">
      <People
        title={blocked ? 'Will be blocked' : 'Will be unblocked'}
        people={blocked ? changed : changed.map((person) => ({ ...person, charged: [] }))}
      />
      <People title={blocked ? 'Blocked already' : 'Not blocked'} people={unchanged} />
      <People title="Refused" people={refused} />
      {!changed.length && <p className="text-small text-muted">No user would change.</p>}
    </div>
  );
}

type Person = { id: string; email: string | null; reason?: string; charged?: Charged };
type Charged = BlockUsersView['changed'][number]['charged'];

function People({ title, people }: { title: string; people: readonly Person[] }) {
  if (!people.length) return null;
  return (
    <section>
      <h3 className="text-small font-medium">
        {title} <span className="text-muted">{people.length}</span>
      </h3>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-40 divide-y overflow-y-auto rounded-md border text-small"
      >
        {people.map((person) => (
          <li key={person.id} className="px-3 py-1.5 wrap-anywhere">
            {nameOf(person)}
            {person.charged?.map(({ product, quantity }, index) => (
              <span key={index} className="block text-muted">
                <PlanName product={product} quantity={quantity} />: charging continues
              </span>
            ))}
            {person.reason && <span className="block text-red">{person.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

type BlockUsersDialogProps = {
  users: readonly Pick<AdminUserView, 'id'>[];
  blocked: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Blocks or unblocks users after a preview. The action can be undone. */
export function BlockUsersDialog({ users, blocked, onDone, onClose }: BlockUsersDialogProps) {
  const ids = users.map(({ id }) => id);
  const preview = useBlockPreview({ ids, blocked });
  const block = useBlockWithUndo();
  const [endsSubscriptions, setEndsSubscriptions] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: string[]) => block(chosen, blocked, endsSubscriptions),
    onSuccess: () => {
      setOpener(document.getElementById('main'));
      onDone();
      onClose();
    },
    onError: () => toast.error(`Failed to ${blocked ? 'block' : 'unblock'} users`),
  });
  const verb = blocked ? 'Block' : 'Unblock';
  const changed = preview.data?.changed ?? [];
  const change = changed.map(({ id }) => id);
  return (
    <Dialog
      title={`${verb} ${countOf(users.length, 'user')}?`}
      description={
        blocked
          ? 'Blocked users are logged out at once and cannot log in; their keys are refused.'
          : 'Unblocked users can log in again, and their keys work again.'
      }
      opener={opener}
      onClose={onClose}
    >
      <div className="space-y-4">
        {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
        <Preview preview={preview} blocked={blocked} />
        {blocked && changed.some(({ charged }) => charged.length) && (
          <EndSubscriptions isOn={endsSubscriptions} onChange={setEndsSubscriptions} />
        )}
        <DialogEnd>
          <Button variant="secondary" data-first-focus="" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={blocked ? 'danger' : 'primary'}
            disabled={!change.length || isPending}
            onClick={() => mutate(change)}
          >
            {isPending ? `${verb}ing...` : `${verb} ${countOf(change.length, 'user')}`}
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  );
}

function EndSubscriptions({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label htmlFor="end-subscriptions" className="flex items-start gap-2.5">
      <Checkbox id="end-subscriptions" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span className="text-small leading-6">
        End their subscriptions now
        <span className="block leading-5 text-muted">
          Nothing more is charged, and nothing is refunded. Unblocking does not restart them.
        </span>
      </span>
    </label>
  );
}

type PreviewProps = { preview: ReturnType<typeof useBlockPreview>; blocked: boolean };

const Preview = ({ preview, blocked }: PreviewProps) => (
  <QueryResult
    query={preview}
    skeleton={<SkeletonText lines={3} />}
    failure={(error, retry) => <ErrorCard text={error.message} error={error} onRetry={retry} />}
  >
    {(users) => <BlockPreview {...users} blocked={blocked} />}
  </QueryResult>
);

/**
 * Blocks or unblocks users, ends their subscriptions if wanted, shows how many changed, and offers Undo. Throws
 * ApiError.
 */
function useBlockWithUndo() {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const send = (ids: string[], blocked: boolean, ends = false) => {
    const body = { ids, blocked, ...(ends && { end_subscriptions: true }) };
    return runAction(() => callApi('POST /admin/api/users/block', { body }));
  };
  const undo = async (ids: string[], blocked: boolean) => {
    try {
      const { changed } = await send(ids, blocked).finally(reload);
      toast.success(saying(changed.length, blocked));
    } catch (error) {
      toast.error(`Failed to undo: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return async (ids: string[], blocked: boolean, endsSubscriptions: boolean) => {
    const { changed } = await send(ids, blocked, endsSubscriptions);
    const hasEnded = endsSubscriptions && changed.some(({ charged }) => charged.length);
    const back = changed.map(({ id }) => id);
    const action = back.length ? { label: 'Undo', onClick: () => void undo(back, !blocked) } : undefined;
    const detail = hasEnded ? 'Their subscriptions end now. Undo does not restart them.' : undefined;
    toast.success(saying(changed.length, blocked), { action, detail });
    await reload();
  };
}

const saying = (count: number, blocked: boolean) => `${countOf(count, 'user')} ${blocked ? 'blocked' : 'unblocked'}.`;
