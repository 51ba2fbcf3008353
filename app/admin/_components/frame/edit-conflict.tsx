import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';

/** A field that another admin changed during the edit. `yours` is null unless you entered another value. */
type Difference<F extends string> = { field: F; theirs: string; yours: string | null };

type EditConflictProps<F extends string> = {
  /** The kind of row that was edited, such as `user`. */
  noun: string;
  labels: Readonly<Record<F, string>>;
  changed: readonly Difference<F>[];
  /** Shown if no field differs. */
  otherwise?: string;
  onDiscard: () => void;
};

/** Reports a concurrent edit: the other admin's changes, and how to resolve the conflict (R24). */
export function EditConflict<F extends string>({ noun, labels, changed, ...props }: EditConflictProps<F>) {
  const { otherwise = 'None of the fields below is different.', onDiscard } = props;
  return (
    <div ref={bringIntoSight} tabIndex={-1} className="scroll-mt-6 rounded-md outline-offset-2">
      <Alert tone="warning" text={`Someone else changed this ${noun} in the meantime. Your changes are not saved yet.`}>
        <ul className="space-y-1 text-ink">
          {changed.map(({ field, theirs, yours }) => (
            <li key={field} className="wrap-anywhere">
              <span className="font-medium">{labels[field]}:</span> theirs <q>{theirs}</q>
              {yours !== null && (
                <>
                  , yours <q>{yours}</q>
                </>
              )}
            </li>
          ))}
          {!changed.length && <li>{otherwise}</li>}
        </ul>
        <p className="text-ink">Apply my changes overwrites the fields below and keeps their other changes.</p>
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          Discard my changes
        </Button>
      </Alert>
    </div>
  );
}

const bringIntoSight = (notice: HTMLElement | null) => notice?.focus();
