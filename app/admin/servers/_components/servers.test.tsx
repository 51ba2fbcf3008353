import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import {
  Creating,
  Editing,
  Empty,
  Enrolling,
  Failed,
  Forbidden,
  Full,
  Loading,
  NoneSilent,
  Rotating,
  Silent,
  TestMessages,
} from './servers.stories.tsx';
import { texts } from './servers-list.ts';

test('says that the table is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('table', { name: 'Storage servers' }).getAttribute('aria-busy')).toBe('true');
});

test('shows why loading failed', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(texts.loadFailed);
  expect(alert.textContent).toContain('The service is not available right now.');
});

test('shows a user who is not an admin only an error', async () => {
  render(<Forbidden />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(texts.forbidden);
  expect(alert.textContent).not.toContain('Admins only.');
});

test('says that there are no servers', async () => {
  render(<Empty />);
  await screen.findByText('No storage servers');
  expect(screen.queryByRole('rowheader')).toBeNull();
});

test('shows only silent servers if the URL says so, and all on request', async () => {
  const user = userEvent.setup();
  render(<Silent />);
  await screen.findByText('fuzzy1');
  expect(sent.at(-1)?.query).toBe('?attention=silent');
  await user.click(screen.getByRole('radio', { name: 'All hosts' }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ query: '?attention=silent' }, { request: 'GET /admin/api/servers' }]),
  );
});

test('says that no server is silent', async () => {
  render(<NoneSilent />);
  await screen.findByText('No silent hosts');
});

test('shows whether each server reports, and opens an action from its menu', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await screen.findByText('fuzzy1');
  const [, first, second] = screen.getAllByRole('row');
  if (!first || !second) throw new Error('Two servers were expected');
  await waitFor(() => expect(first.textContent).toContain('Never'));
  await waitFor(() => expect(second.textContent).toContain('Silent'));
  await user.click(within(first).getByRole('button', { name: 'Actions for fuzzy1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('fuzzy1');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(within(first).getByRole('button', { name: 'Actions for fuzzy1' }));
});

test('says that a name is wrong or taken, asks for the password, and shows the command that enrols the host, but no token', async () => {
  const user = userEvent.setup();
  render(<Creating />);
  await user.click(screen.getByRole('button', { name: 'Create server' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.type(name, 'no name');
  await user.tab();
  await screen.findByText('Please use letters, digits, dots, dashes and underscores.');
  await user.clear(name);
  await user.type(name, 'fuzzy1{Enter}');
  await screen.findByText('A server with this name already exists.');
  await user.type(name, '{Enter}');
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  const shown = within(await screen.findByRole('dialog', { name: 'Enrol fuzzy1' }));
  expect(shown.getByRole('region', { name: 'Command' }).textContent).toContain('enrol k3f9-w2pm-8qzt-51ra');
  expect(document.body.textContent).not.toContain('the-token-of-fuzzy1');
  await user.keyboard('{Escape}');
  screen.getByRole('alertdialog', { name: 'Close without running it?' });
});

test('voids a token after a confirmation, shows no new one, and offers to enrol the host again', async () => {
  const user = userEvent.setup();
  render(<Rotating />);
  await user.click(await screen.findByRole('button', { name: 'Actions for fuzzy1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Rotate token' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Rotate token' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Enrol a host as “fuzzy1”?' }));
  await user.click(question.getByRole('button', { name: 'Create code' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Enrol fuzzy1' }));
  expect(shown.getByRole('region', { name: 'Command' }).textContent).toContain('enrol k3f9');
  expect(document.body.textContent).not.toContain('the-token-of-fuzzy1');
});

test('creates an enrolment code after a confirmation and the password, and shows the command once', async () => {
  const user = userEvent.setup();
  render(<Enrolling />);
  await user.click(await screen.findByRole('button', { name: 'Actions for fuzzy1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Enrol a host' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Enrol a host as “fuzzy1”?' }));
  await user.click(question.getByRole('button', { name: 'Create code' }));
  await question.findByText('This server does not exist.');
  await user.click(question.getByRole('button', { name: 'Create code' }));
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  const shown = within(await screen.findByRole('dialog', { name: 'Enrol fuzzy1' }));
  const command = shown.getByRole('region', { name: 'Command' }).textContent;
  expect(command).toMatch(/^PORTAL_URL=http\S+ \\\n {2}node \/opt\S+\/agent\.mjs enrol k3f9-w2pm-8qzt-51ra$/);
  expect(screen.getByRole('dialog').textContent).toContain('08:40 UTC');
  await user.keyboard('{Escape}');
  screen.getByRole('alertdialog', { name: 'Close without running it?' });
});

test('enables the removal of a server only once its name is typed', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await user.click(await screen.findByRole('button', { name: 'Actions for fuzzy1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Remove “fuzzy1”?' }));
  question.getByText(/Its past reports still count\./);
  const remove = question.getByRole<HTMLButtonElement>('button', { name: 'Remove' });
  await user.type(question.getByRole('textbox'), 'fuzzy');
  expect(remove.disabled).toBe(true);
  await user.keyboard('1');
  expect(remove.disabled).toBe(false);
});

test('shows where subscribers reach each server, and which one is draining', async () => {
  render(<Full />);
  await screen.findByText('fuzzy1');
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('Not shown to customers');
  expect(second?.textContent).toContain('fuzzy2.example.net:11335 Draining premium · weight 10');
});

test('shows which servers know the test message, and what is wrong with the others', async () => {
  render(<TestMessages />);
  await screen.findByText('fuzzy1');
  const cell = (name: string) => {
    const row = screen.getAllByRole('row').find((each) => each.textContent.includes(name));
    return row?.querySelector('[data-label="Test message"]')?.textContent;
  };
  await waitFor(() => expect(cell('fuzzy5')).toMatch(/^Silent/));
  expect(cell('fuzzy1')).toMatch(/Not set up$/);
  expect(cell('fuzzy2')).toMatch(/^Known/);
  for (const name of ['fuzzy3', 'fuzzy6']) expect(cell(name)).toMatch(/^Learning/);
  expect(cell('fuzzy4')).toMatch(/^Failed.*No fuzzy rules matched for flag 1$/);
});

test('edits a host, and shows a wrong value or a taken name at its field', async () => {
  const user = userEvent.setup();
  render(<Editing />);
  await user.click(await screen.findByRole('button', { name: 'Actions for fuzzy1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit host' }));
  const form = within(screen.getByRole('dialog', { name: 'Host of fuzzy1' }));
  expect(form.getByLabelText<HTMLInputElement>('Port').value).toBe('11335');
  await user.type(form.getByLabelText('Public name'), 'fuzzy');
  await user.clear(form.getByLabelText('Port'));
  await user.clear(form.getByLabelText('Weight'));
  await user.type(form.getByLabelText('Weight'), '1001{Enter}');
  await form.findByText('Enter a host name, like fuzzy1.example.com.');
  form.getByText('Enter a whole number.');
  form.getByText('Enter a weight from 1 to 1000.');
  await user.type(form.getByLabelText('Public name'), '1.example.net');
  await user.type(form.getByLabelText('Port'), '11335');
  await user.clear(form.getByLabelText('Weight'));
  await user.type(form.getByLabelText('Weight'), '20');
  await user.selectOptions(form.getByLabelText('Lists'), 'Bulk only');
  await user.click(form.getByLabelText('Draining'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Another server has this name and port.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
