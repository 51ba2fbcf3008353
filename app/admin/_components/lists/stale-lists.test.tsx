import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as audit from '../../audit/_components/audit.stories.tsx';
import * as jobs from '../../jobs/_components/jobs.stories.tsx';
import * as keys from '../../keys/_components/keys.stories.tsx';
import * as clients from '../../oauth2/_components/clients.stories.tsx';
import * as servers from '../../servers/_components/servers.stories.tsx';
import * as users from '../users/users.stories.tsx';

test.each([
  ['users', 'Users', users.RefreshFailed],
  ['keys', /Keys/, keys.RefreshFailed],
  ['audit log', 'Events', audit.RefreshFailed],
  ['jobs', 'Failed jobs', jobs.RefreshFailed],
  ['clients', 'OAuth2 clients', clients.RefreshFailed],
  ['servers', 'Storage servers', servers.RefreshFailed],
])('says that the %s are old after a failed refresh, and loads them on Retry', async (what, caption, Story) => {
  const user = userEvent.setup();
  render(<Story />);
  const rows = async () =>
    (await within(screen.getByRole('table', { name: caption })).findAllByRole('rowheader')).length;
  expect(await rows()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const notice = (await screen.findByText(new RegExp(`${what} could not be refreshed`))).closest('[role=status]');
  if (!(notice instanceof HTMLElement)) throw new Error('The notice has no role');
  expect(notice.textContent).toMatch(/What you see is from \d/);
  expect(await rows()).toBe(1);
  await user.click(within(notice).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
  expect(await rows()).toBe(1);
});
