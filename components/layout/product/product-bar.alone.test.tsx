import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { OnStaticPage, Owner, Technical } from './product-bar.stories.tsx';

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

// First, because the other tests leave a user status that never arrives.
test('asks for the role and the other accounts on a page that does not say them', async () => {
  render(<OnStaticPage />);
  await screen.findByRole('button', { name: 'Example Ltd' });
  expect(links()).toEqual(['Dashboard', 'Usage', 'Setup', 'Account']);
});

test('shows every page and no switch to the owner of one account', async () => {
  render(<Owner />);
  await screen.findByRole('link', { name: 'Plan' });
  expect(links()).toEqual(['Dashboard', 'Usage', 'Setup', 'Plan', 'Account']);
  expect(screen.queryByRole('button', { name: 'Example Ltd' })).toBeNull();
});

test('leaves out the pages that the role does not open, and switches between accounts', async () => {
  const user = userEvent.setup();
  render(<Technical />);
  expect(links()).toEqual(['Dashboard', 'Usage', 'Setup', 'Account']);
  await user.click(await screen.findByRole('button', { name: 'Example Ltd' }));
  expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
    'ada@example.com (Owner)',
    'Example Ltd (Technical)',
  ]);
  await user.click(screen.getByRole('menuitemradio', { name: 'ada@example.com (Owner)' }));
  await screen.findByText('The service is not available right now.');
});
