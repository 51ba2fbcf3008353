'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonText } from '#components/ui/states/skeleton.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { countOf } from '#lib/format.ts';
import { BlockPreview } from './block-preview.tsx';
import { useBlockWithUndo } from './use-block.ts';
import { useBlockPreview } from '../list/use-users.ts';

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
        <div className="flex flex-wrap justify-end gap-2">
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
        </div>
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
