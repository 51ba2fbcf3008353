import { useState } from 'react';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, type StubAnswer } from '#components/stories/stub-server.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import type { PaletteView } from '#lib/users/views.ts';
import { CommandPaletteButton } from '../frame/admin-nav.tsx';

export default { title: 'admin/Command palette' };

const FOUND: PaletteView = {
  users: [{ id: '0197a000-0000-7000-8000-000000000001', email: 'ada@example.com', is_admin: true, is_blocked: true }],
  keys: [{ description: 'Key of Ada', public_key: KEY, email: 'ada@example.com', user_id: null, state: 'suspended' }],
};

/** The palette on a page with a search field and a dialog. */
function Page({ answer }: { answer: StubAnswer | [StubAnswer, ...StubAnswer[]] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <StubScreen answers={{ 'GET /admin/api/search': answer }}>
      <CommandPaletteButton />
      <SearchField label="Search clients" placeholder="" value={text} onChange={setText} />
      <Button onClick={() => setIsOpen(true)}>Create client</Button>
      {isOpen && (
        <Dialog title="Create client" onClose={() => setIsOpen(false)}>
          <label>
            Name <input />
          </label>
        </Dialog>
      )}
    </StubScreen>
  );
}

const BOB = {
  id: '0197a000-0000-7000-8000-000000000002',
  email: 'bob@example.com',
  is_admin: false,
  is_blocked: false,
};
const SPARE = {
  description: 'Spare key',
  public_key: `a${KEY.slice(1)}`,
  email: null,
  user_id: null,
  state: 'on' as const,
};
const answered = {
  'GET /admin/api/search': ok({ users: [...FOUND.users, BOB], keys: [...FOUND.keys, SPARE] }),
  'POST /admin/api/users/block': ok({
    dry_run: true,
    changed: [{ id: BOB.id, email: BOB.email }],
    unchanged: [],
    refused: [],
  }),
  [`POST /admin/api/users/${BOB.id}/log-out`]: [
    refused(500, 'internal', 'The database is unavailable.'),
    ok({ ended: 2 }),
  ],
} as const;

export const Actions = () => (
  <StubScreen answers={answered}>
    <CommandPaletteButton />
  </StubScreen>
);

export const Found = () => <Page answer={ok(FOUND)} />;
export const Nothing = () => <Page answer={ok({ users: [], keys: [] })} />;
export const Failed = () => <Page answer={[refused(500, 'internal', 'The database is unavailable.'), ok(FOUND)]} />;
export const Searching = () => <Page answer="waiting" />;
