import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { REQUEST_ID } from '#components/stories/stub-server.tsx';
import { Empty, Failed, Full, Loading, OwnFailure, Recovering, Repeated, Stale } from './query-result.stories.tsx';

const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('announces what is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your servers...');
});

test('shows the error with the request id', () => {
  render(<Failed />);
  const text = screen.getByRole('alert').textContent;
  expect(text).toContain('Failed to load your servers. The service is not available right now.');
  expect(text).toContain(REQUEST_ID);
});

test('shows the skeleton again while a failed request is repeated', () => {
  render(<Repeated />);
  screen.getByRole('status');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows the data after Retry, by keyboard', async () => {
  const user = userEvent.setup();
  render(<Recovering />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }));
  await user.keyboard('{Enter}');
  expect(items()).toEqual(['mx1.example.com', 'mx2.example.com']);
});

test('shows the empty state of an empty list', () => {
  render(<Empty />);
  screen.getByText('No servers');
  expect(screen.queryByRole('list')).toBeNull();
});

test.each([
  ['loaded', Full],
  ['stale after a failed refresh', Stale],
])('shows data that is %s', (_, Story) => {
  render(<Story />);
  expect(items()).toEqual(['mx1.example.com', 'mx2.example.com']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test("shows the caller's error text instead of the default one", () => {
  render(<OwnFailure />);
  expect(screen.getByRole('alert').textContent).toBe('The service is not available right now.');
});
