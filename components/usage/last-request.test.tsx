import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failed, Loading, NoKey, Silent, Waiting, Working } from './last-request.stories.tsx';

test('says that it is looking for requests', () => {
  render(<Loading />);
  screen.getByText('Looking for requests...');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('says that it could not find out whether requests arrive', async () => {
  render(<Failed />);
  await screen.findByText(/^Whether requests arrive could not be found out/);
});

test('shows nothing without a key', async () => {
  const { container } = render(<NoKey />);
  await waitFor(() => expect(container.textContent).toBe(''));
});

test.each([
  ['waits for the first request', Waiting, 'Waiting for the first request.'],
  ['works', Working, 'Requests with your key arrive.'],
  ['is silent', Silent, 'No requests with your key for some hours.'],
])('announces that the key %s', async (_, Story, text) => {
  render(<Story />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
});
