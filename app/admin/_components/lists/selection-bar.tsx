import { Button } from '#components/ui/actions/button.tsx';
import type { AdminUserView } from '#lib/users/views.ts';

type SelectionBarProps = {
  users: readonly AdminUserView[];
  onBlock: (users: readonly AdminUserView[], blocked: boolean) => void;
  onClear: () => void;
};

/** The actions for the selected users. */
export function SelectionBar({ users, onBlock, onClear }: SelectionBarProps) {
  if (!users.length) return null;
  return (
    <div
      role="group"
      aria-label="Selected users"
      className="sticky top-16 z-20 -mt-2 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-surface py-1.5 pr-1.5 pl-4"
    >
      <p role="status" className="mr-auto text-small font-medium">
        {users.length} selected
      </p>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => onBlock(users, true)}>
        Block
      </Button>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => onBlock(users, false)}>
        Unblock
      </Button>
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
