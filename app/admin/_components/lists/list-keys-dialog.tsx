import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { LIST_KEYS } from './use-list-keys.ts';

/** The keyboard shortcuts of the user list. */
export function ListKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" description="In the list of users, while nothing is typed." onClose={onClose}>
      <dl className="divide-y text-small">
        {LIST_KEYS.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="min-w-7 rounded-sm border border-line-strong px-1.5 text-center font-mono">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
