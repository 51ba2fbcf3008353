import { useId, useState, type ReactElement } from 'react';
import { InARow } from '#components/stories/row.tsx';
import { LONG_TEXT, LONG_WORD } from '#components/stories/stub-server.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Menu, MenuChoices, MenuItem, MenuLink, MenuSeparator } from './menu.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import { Sheet } from './side-panel.tsx';
import { toast } from './toast.tsx';
import { Tooltip } from './tooltip.tsx';

export default { title: 'ui/Dialogs, sheets, menus, toasts' };

/** A button that opens what `children` returns. */
function Opener({ text, children }: { text: string; children: (close: () => void) => ReactElement }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

export const Form = () => (
  <Opener text="Edit">
    {(close) => (
      <Dialog title="Edit Key" description="mx1.example.com" onClose={close}>
        <KeyForm onDone={close} />
      </Dialog>
    )}
  </Opener>
);

export const WideAndLong = () => (
  <Opener text="Usage">
    {(close) => (
      <Dialog size="wide" title={`Usage of ${LONG_WORD}`} description={LONG_TEXT} onClose={close}>
        <LongText />
      </Dialog>
    )}
  </Opener>
);

export const Beside = () => (
  <Opener text="Open row">
    {(close) => (
      <Sheet title="mx1.example.com" description="A row of a list, in full." onClose={close}>
        <KeyForm onDone={close} />
        <LongText />
      </Sheet>
    )}
  </Opener>
);

/** Fails on the first try, to show the error. */
export const TypedConfirmation = () => <Opener text="Delete user">{(close) => <Deletion onClose={close} />}</Opener>;

export const Busy = () => (
  <Opener text="End session">
    {(close) => (
      <ConfirmDialog
        title="End this session?"
        text="The browser is logged out."
        confirmText="End session"
        busyText="Ending..."
        isBusy
        onConfirm={close}
        onClose={close}
      />
    )}
  </Opener>
);

export const ShownOnce = () => (
  <Opener text="Create client">
    {(close) => (
      <ShownOnceDialog
        title="Client Secret"
        description="Save it now. It is not shown again."
        opener={null}
        savedText="I've Saved the Secret"
        question={{ title: 'Close without copying?', text: 'It is not shown again.', backText: 'Back to the secret' }}
        onClose={close}
      >
        <code>s3cret</code>
      </ShownOnceDialog>
    )}
  </Opener>
);

export function RowMenu() {
  const [chosen, setChosen] = useState('nothing');
  return (
    <InARow>
      <Menu label="Actions for mx1">
        <MenuItem onSelect={() => setChosen('Edit')}>Edit</MenuItem>
        <MenuLink href="#overlays">Usage</MenuLink>
        <MenuItem isDisabled onSelect={() => setChosen('Assign')}>
          Assign
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => setChosen('Delete')}>
          Delete
        </MenuItem>
      </Menu>
      <p>Chosen: {chosen}</p>
    </InARow>
  );
}

export function FilterMenu() {
  const [rank, setRank] = useState<'50' | '90' | null>('50');
  return (
    <Menu label="Filter" text={`Rank ${rank ?? 'any'}`}>
      <MenuChoices
        label="Rank"
        value={rank}
        options={[
          { value: '50', label: '50: medium' },
          { value: '90', label: '90: premium' },
        ]}
        onChoose={(value) => setRank(value === rank ? null : value)}
      />
    </Menu>
  );
}

export const Toasts = () => (
  <InARow>
    <Button variant="secondary" onClick={() => toast.success('User updated successfully!')}>
      Success
    </Button>
    <Button
      variant="secondary"
      onClick={() =>
        toast.success('Key deleted successfully', {
          action: { label: 'Undo', onClick: () => toast.success('Key restored successfully') },
        })
      }
    >
      With Undo
    </Button>
    <Button variant="secondary" onClick={() => toast.error(`Failed to update user. ${LONG_TEXT}`)}>
      Error, long
    </Button>
  </InARow>
);

export const Explained = () => (
  <p className="text-small">
    Key-specific <Tooltip text="Rate 0.7 a second × 86,400 × 1" label="How the limit is found" />
  </p>
);

function KeyForm({ onDone }: { onDone: () => void }) {
  const id = useId();
  return (
    <form
      aria-label="Edit key"
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <Field id={`${id}-email`} label="Email">
        <Input id={`${id}-email`} type="email" defaultValue="ada@example.com" />
      </Field>
      <Field id={`${id}-rank`} label="Rank">
        <Select id={`${id}-rank`} options={['0', '20', '50'].map((value) => ({ value, label: value }))} />
      </Field>
      <Button type="submit" size="lg" className="w-full">
        Save
      </Button>
    </form>
  );
}

function Deletion({ onClose }: { onClose: () => void }) {
  const [tries, setTries] = useState(0);
  return (
    <ConfirmDialog
      title="Delete user?"
      text="Their keys stay and have no owner. This cannot be undone."
      typeToConfirm="ada@example.com"
      confirmText="Delete"
      busyText="Deleting..."
      error={tries === 1 ? 'Failed to delete user: The database is unavailable.' : undefined}
      onConfirm={() => (tries > 0 ? onClose() : setTries(1))}
      onClose={onClose}
    />
  );
}

const LongText = () => (
  <div className="mt-8 space-y-4 text-small">
    {Array.from({ length: 8 }, (_, index) => (
      <p key={index}>{LONG_TEXT}</p>
    ))}
  </div>
);
