import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { REQUEST_ID, sent } from '#components/stories/stub-server.tsx';
import * as stories from './jobs.stories.tsx';
import { Queues } from './queues.tsx';

const queries = () => sent.filter(({ request }) => request === 'GET /admin/api/jobs').map(({ query }) => query);
const failedJobs = () => within(screen.getByRole('table', { name: 'Failed jobs' }));

test('shows the tables before their rows have loaded', () => {
  render(<stories.Loading />);
  screen.getByRole('table', { name: 'Queues' });
  expect(screen.getByRole('table', { name: 'Failed jobs' }).getAttribute('aria-busy')).toBe('true');
});

test('says why loading failed, and loads the jobs on Retry', async () => {
  const user = userEvent.setup();
  render(<stories.Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load jobs. You may not have admin privileges.');
  expect(alert.textContent).toContain(REQUEST_ID);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByRole('table', { name: 'Queues' });
});

test('explains an empty list of failed jobs, and names them once', async () => {
  render(<stories.Empty />);
  await screen.findByText('A job appears here after its third failure, while it is still retried for hours.');
  expect(screen.getAllByText(/failed jobs/i)).toHaveLength(1);
});

test('reads state and queue from the URL, and explains an empty list', async () => {
  render(<stories.EmptyRunning />);
  await screen.findByText('Nothing is running');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Running' }).checked).toBe(true);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Queue' }).value).toBe('webhook');
  expect(queries()).toEqual(['?queue=webhook&state=running']);
});

test('requests the chosen state and queue', async () => {
  const user = userEvent.setup();
  render(<stories.Empty />);
  await screen.findByRole('rowheader', { name: /^mail\.send/ });
  await user.click(screen.getByRole('radio', { name: 'Waiting' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Queue' }), 'webhook');
  await waitFor(() => expect(queries().at(-1)).toBe('?queue=webhook&state=waiting'));
});

test('shows queues with jobs, and the other ones on request', async () => {
  const user = userEvent.setup();
  render(<stories.Empty />);
  const names = () => within(screen.getByRole('table', { name: 'Queues' })).getAllByRole('rowheader');
  await screen.findByRole('rowheader', { name: /^mail\.send/ });
  expect(names().map((name) => name.textContent)).toEqual([expect.stringMatching(/^mail\.send/)]);
  await user.click(screen.getByRole('button', { name: 'Show all 2 queues' }));
  expect(names().map((name) => name.textContent)).toEqual([expect.stringMatching(/^mail\.send/), 'webhook']);
  await user.click(screen.getByRole('button', { name: 'Show only queues with jobs' }));
  expect(names()).toHaveLength(1);
});

test('sorts by time, newest or oldest first', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await screen.findByText('451 later, please');
  const header = () => screen.getByRole('columnheader', { name: 'Failed (UTC)' });
  expect(header().getAttribute('aria-sort')).toBe('descending');
  await user.click(within(header()).getByRole('link'));
  await waitFor(() => expect(queries().at(-1)).toBe('?sort=created_at'));
  expect(header().getAttribute('aria-sort')).toBe('ascending');
});

test('shows why a job failed and how often it was tried, and runs it again (R4)', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  const row = (await screen.findByText('451 later, please')).closest('tr');
  for (const text of ['mail.send', '13', 'template email_taken']) expect(row?.textContent).toContain(text);
  await user.click(failedJobs().getByRole('button', { name: 'Run again' }));
  await screen.findByText('The job runs again.');
  await waitFor(() => expect(screen.queryByText('451 later, please')).toBeNull());
});

test('shows a job’s whole error and payload in a panel, and closes the panel once the job runs again', async () => {
  const user = userEvent.setup();
  render(<stories.Full />);
  await user.click(await screen.findByRole('link', { name: 'mail.send' }));
  const panel = within(await screen.findByRole('dialog', { name: 'mail.send' }));
  expect(panel.getByRole('region', { name: 'Error' }).textContent).toContain('451 later, please');
  expect(panel.getByRole('region', { name: 'Payload' }).textContent).toContain('templateemail_taken');
  expect(panel.getByRole('region', { name: 'Facts' }).textContent).toContain('Attempts13');
  await user.click(panel.getByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('runs all failed jobs of a queue again', async () => {
  const user = userEvent.setup();
  render(<stories.AllOfAQueue />);
  await user.click(await screen.findByRole('button', { name: /^Run all again/ }));
  await screen.findByText('2 jobs run again.');
  expect(sent.find(({ request }) => request.startsWith('POST'))?.body).toEqual({ queue: 'mail.send' });
});

test('says that a job no longer exists, and reloads the list', async () => {
  const user = userEvent.setup();
  render(<stories.Gone />);
  await screen.findByText('451 later, please');
  await user.click(failedJobs().getByRole('button', { name: 'Run again' }));
  await screen.findByText('Failed to run again: This job has not failed, or no longer exists.');
  await waitFor(() => expect(screen.queryByText('451 later, please')).toBeNull());
});

test('offers no other queues if all of them have jobs', () => {
  render(
    <Queues queues={[{ name: 'webhook', waiting: 1, running: 0, failed: 0 }]} isBusy={false} onRunAgain={vi.fn()} />,
  );
  screen.getByRole('rowheader', { name: 'webhook' });
  expect(screen.queryByRole('button')).toBeNull();
});
