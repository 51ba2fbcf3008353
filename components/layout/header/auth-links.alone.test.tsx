import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as stories from './auth-links.stories.tsx';

/** Renders a story while the login state is unknown. */
async function open(name: Exclude<keyof typeof stories, 'default'>) {
  const Story = (await import('./auth-links.stories.tsx'))[name];
  return render(<Story />).container;
}

const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const VISITOR = ['Login', 'Get Started'];

// The login state is a module variable, so each test needs a fresh copy of the module.
beforeEach(() => vi.resetModules());

test('shows a skeleton, and no links, until the login state is known', async () => {
  const container = await open('Unknown');
  expect(container.querySelectorAll('.skeleton')).toHaveLength(1);
  expect(links()).toEqual([]);
});

test('shows Dashboard and Logout to a logged-in user', async () => {
  await open('LoggedIn');
  expect((await screen.findByRole('link', { name: 'Dashboard' })).getAttribute('href')).toBe('/dashboard');
  expect(screen.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/logout');
  expect(links()).toEqual(['Dashboard', 'Logout']);
});

test.each(['Visitor', 'Refused'] as const)(
  'shows Login and Get Started to a visitor, without an error (%s)',
  async (name) => {
    const container = await open(name);
    await screen.findByRole('link', { name: 'Login' });
    expect(links()).toEqual(VISITOR);
    expect(container.querySelector('.skeleton')).toBeNull();
  },
);

test('treats any other failure as logged out, and reports it in the console', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open('Unavailable');
  await screen.findByRole('link', { name: 'Login' });
  expect(links()).toEqual(VISITOR);
  expect(reported).toHaveBeenCalledExactlyOnceWith(
    'userstatus failed',
    expect.objectContaining({ message: 'Something went wrong.' }),
  );
});
