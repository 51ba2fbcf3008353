'use client';

import { useState, type ReactElement } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#components/ui/menu.tsx';
import { Sheet } from '#components/ui/sheet.tsx';
import { toast } from '#components/ui/toast.tsx';
import { DemoForm, DemoKeys, DemoText } from './overlay-contents.tsx';
import { Line, Sample, type ThemeProps } from './sample.tsx';
import { LONG_TEXT, LONG_WORD } from './samples.ts';

type Open = (overlay: ReactElement | null) => void;

/** Overlays open in the theme of the page. */
export function Overlays({ theme }: ThemeProps) {
  const [overlay, open] = useState<ReactElement | null>(null);
  return (
    <>
      <Modals open={open} />
      <Sample name="menu">
        <Line>
          <Menu label={`Actions for mx1 (${theme})`}>
            <MenuItem onSelect={() => open(<FormDialog onClose={() => open(null)} />)}>Edit</MenuItem>
            <MenuLink href="#overlays">Usage</MenuLink>
            <MenuItem isDisabled onSelect={() => undefined}>
              Assign
            </MenuItem>
            <MenuSeparator />
            <MenuItem isDanger onSelect={() => open(<Deletion onClose={() => open(null)} />)}>
              Delete
            </MenuItem>
          </Menu>
        </Line>
      </Sample>
      <Toasts />
      {overlay}
    </>
  );
}

function Modals({ open }: { open: Open }) {
  const close = () => open(null);
  return (
    <Sample name="dialogs and sheet">
      <Line>
        <Button variant="secondary" onClick={() => open(<FormDialog onClose={close} />)}>
          Form
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            open(
              <Dialog size="wide" title={`Usage of ${LONG_WORD}`} description={LONG_TEXT} onClose={close}>
                <DemoKeys />
              </Dialog>,
            )
          }
        >
          Wide, long
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            open(
              <Sheet title="mx1.example.com" description="A row of a list, in full." onClose={close}>
                <DemoForm onDone={close} />
                <DemoText />
              </Sheet>,
            )
          }
        >
          Sheet
        </Button>
        <Button variant="secondary" onClick={() => open(<Deletion onClose={close} />)}>
          Typed confirmation
        </Button>
      </Line>
    </Sample>
  );
}

function FormDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Edit Key" description="mx1.example.com" onClose={onClose}>
      <DemoForm onDone={onClose} />
    </Dialog>
  );
}

/** Fails at the first try, to show the error. */
function Deletion({ onClose }: { onClose: () => void }) {
  const [tries, setTries] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = () => {
    setIsBusy(true);
    setTimeout(() => {
      setIsBusy(false);
      setTries(tries + 1);
      if (tries > 0) onClose();
    }, 700);
  };
  return (
    <ConfirmDialog
      title="Delete user?"
      text="Their keys stay and belong to nobody. This cannot be undone."
      typeToConfirm="ada@example.com"
      confirmText="Delete"
      busyText="Deleting..."
      isBusy={isBusy}
      error={tries === 1 && !isBusy ? 'Failed to delete user: The database is away.' : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function Toasts() {
  const undo = { label: 'Undo', onClick: () => toast.success('Key restored successfully') };
  return (
    <Sample name="toasts">
      <Line>
        <Button variant="secondary" onClick={() => toast.success('User updated successfully!')}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.success('Key deleted successfully', { action: undo })}>
          With Undo
        </Button>
        <Button variant="secondary" onClick={() => toast.error(`Failed to update user. ${LONG_TEXT}`)}>
          Error, long
        </Button>
      </Line>
    </Sample>
  );
}
