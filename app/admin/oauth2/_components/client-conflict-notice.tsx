import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { FIELD_LABELS } from './client-fields.ts';
import type { ClientConflict } from './use-edit-client.ts';

/** That somebody else was quicker, what they changed, and what to do about it (R24). */
export function ClientConflictNotice({ changed, onDiscard }: ClientConflict & { onDiscard: () => void }) {
  return (
    <div ref={bringIntoSight} tabIndex={-1} className="scroll-mt-6 rounded-md outline-offset-2">
      <Alert tone="warning" text="Somebody else changed this client meanwhile. Nothing of yours is saved yet.">
        <ul className="space-y-1 text-ink">
          {changed.map(({ field, theirs, yours }) => (
            <li key={field} className="wrap-anywhere">
              <span className="font-medium">{FIELD_LABELS[field]}:</span> theirs <q>{theirs}</q>
              {yours !== null && (
                <>
                  , yours <q>{yours}</q>
                </>
              )}
            </li>
          ))}
          {!changed.length && <li>None of the fields below is different: its secret may be new.</li>}
        </ul>
        <p className="text-ink">Apply My Changes saves yours over theirs and leaves their other changes as they are.</p>
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          Discard My Changes
        </Button>
      </Alert>
    </div>
  );
}

const bringIntoSight = (notice: HTMLElement | null) => notice?.focus();
