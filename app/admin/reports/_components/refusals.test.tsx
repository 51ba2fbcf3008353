import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { digestOf } from '#components/stories/hash-reports.ts';
import { sent } from '#components/stories/stub-server.tsx';
import { Full, HostsBehind, Lifting, NoMatch } from './refusals.stories.tsx';

test('lists refused and lifted hashes, with a button for those in force', async () => {
  render(<Full />);
  expect(
    (await screen.findAllByRole('row'))
      .slice(1)
      .map((row) => within(row).queryByRole('button', { name: /^Lift/ }) !== null),
  ).toEqual([true, false]);
  screen.getByText('Version 41 of the list is on 2 of 2 hosts.');
  screen.getByRole('button', { name: 'Show more' });
});

test('names the hosts that do not have the list yet or cannot apply it', async () => {
  render(<HostsBehind />);
  await screen.findByText(
    'Version 41 of the list is on 1 of 3 hosts. Not yet on fuzzy1.example.net:11335 (40), fuzzy2.example.net:11335 (none).',
  );
  screen.getByText('fuzzy3.example.net:11335 may learn refused hashes again.');
});

test('searches by the first characters, in lower case', async () => {
  const user = userEvent.setup();
  render(<NoMatch />);
  await screen.findByText('No refused hash begins with these characters.');
  expect(sent.at(-1)?.query).toBe('?q=ffff');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'AB');
  await waitFor(() => expect(sent.at(-1)?.query).toBe('?q=ab'));
});

test('lifts a refusal with a reason', async () => {
  const user = userEvent.setup();
  render(<Lifting />);
  await user.click(await screen.findByRole('button', { name: 'Lift 589bff398e…' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Lift' }));
  await dialog.findByText('Please enter a reason.');
  await user.type(dialog.getByLabelText('Why?'), 'Removed by mistake');
  await user.click(dialog.getByRole('button', { name: 'Lift' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(
    sent.find(({ request }) => request === `POST /admin/api/refusals/${digestOf('589bff398e')}/lift`)?.body,
  ).toEqual({
    reason: 'Removed by mistake',
  });
  await screen.findByText('Lifted');
});
