import { Breakable } from '#components/ui/data/breakable.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import type { EmailAddressView } from '#lib/users/views.ts';

/** Notices about a pending change of address and about a recent change that can be undone. */
export function EmailChangeNotes({ address, onCancel }: { address: EmailAddressView; onCancel: () => void }) {
  const { waiting, undoable } = address;
  if (!waiting && !undoable) return null;
  return (
    <div className="space-y-4">
      {waiting && (
        <Alert tone="warning" text="A new address is waiting to be confirmed">
          <p className="wrap-anywhere text-ink">
            A link was sent to{' '}
            <strong className="font-semibold">
              <Breakable text={waiting.new_email} />
            </strong>
            . Your address changes when you use it. It works until <Time at={new Date(waiting.expires_at)} />.
          </p>
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onCancel}>
            Cancel the change
          </Button>
        </Alert>
      )}
      {undoable && (
        <Alert tone="info" text="Your address was changed recently">
          <p className="wrap-anywhere">
            It was <strong className="font-semibold">{undoable.old_email}</strong>. A link sent there undoes the change
            until <Time at={new Date(undoable.expires_at)} />.
          </p>
        </Alert>
      )}
    </div>
  );
}
