import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { KEY } from '#components/stories/samples.ts';
import { LOCAL_SITE } from '#lib/site-environment.ts';
import { site } from '#lib/site.ts';
import * as stories from './setup-guide.stories.tsx';

const file = (name: RegExp) => screen.getByRole('region', { name }).textContent;
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('shows the parts of the guide before the key is known', () => {
  render(<stories.LoggedOut />);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'One key for all your servers',
      '1. Premium and bulk fuzzy storage configuration',
      '2. Fuzzy group symbol weights',
      '3. Stable repository setup',
      '4. Summary',
    ]),
  );
});

test('shows a placeholder key without a login, and links to the login with a return URL', async () => {
  render(<stories.LoggedOut />);
  await screen.findByText('Log in to see your own key in these files.');
  expect(file(/fuzzy_check\.conf/)).toContain('encryption_key = "YOUR_API_KEY"');
  expect(hrefOf('Log in')).toBe('/login?return_url=%2Fsetup');
});

test('stays readable and offers Retry when the status fails to load', async () => {
  const user = userEvent.setup();
  const logged = vi.mocked(console.error).mockImplementation(() => undefined);
  render(<stories.Failed />);
  await screen.findByText('Failed to fetch user status');
  expect(file(/fuzzy_check\.conf/)).toContain('YOUR_API_KEY');
  expect(logged).toHaveBeenCalledWith('userstatus failed', expect.anything());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Log in to see your own key in these files.');
});

test('links a user without a plan to the prices', async () => {
  render(<stories.WithoutKey />);
  await screen.findByText('You have no key yet: these files hold a placeholder.');
  expect(hrefOf('See plans and prices')).toBe('/pricing');
});

test('puts the key into fuzzy_check.conf, and its first and last 8 characters into the repository files', async () => {
  render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  const check = file(/fuzzy_check\.conf/);
  for (const text of [`encryption_key = "${KEY}"`, 'flag = 8', 'max_score = 20.0', 'flag = 1', 'max_score = 5.0'])
    expect(check).toContain(text);
  expect(file(/fuzzy_group\.conf/)).toMatch(/"FUZZY_PLUS_DENIED" \{\s+weight = 10\.0;/);
  expect(file(/fuzzy_group\.conf/)).toMatch(/"FUZZY_BULK" \{\s+weight = 0\.1;/);
  expect(file(/rspamd\.repo/)).toContain(`username=${KEY.slice(0, 8)}\npassword=${KEY.slice(-8)}`);
  expect(file(/auth\.conf\.d/)).toContain(
    `machine ${LOCAL_SITE.REPOSITORY_HOST}/apt-stable login ${KEY.slice(0, 8)} password ${KEY.slice(-8)}`,
  );
});

test('leaves out bulk rule and weight for a key without bulk access', async () => {
  render(<stories.WithoutBulk />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(file(/fuzzy_check\.conf/)).toContain('rule "FUZZY_PLUS"');
  expect(screen.getByRole('main').textContent).not.toContain('FUZZY_BULK');
});

test('keeps the chosen system in the URL, and remembers it', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<stories.LoggedOut />);
  await user.click(radio('Debian-based'));
  expect(window.location.search).toBe('?system=debian');
  unmount();
  window.history.replaceState(null, '', '/');
  const again = render(<stories.LoggedOut />);
  expect(radio('Debian-based').checked).toBe(true);
  again.unmount();
  window.history.replaceState(null, '', '/?system=el');
  render(<stories.LoggedOut />);
  expect(radio('EL-based').checked).toBe(true);
});

test('links to the dashboard, the documentation and support in the summary', () => {
  render(<stories.LoggedOut />);
  expect(hrefOf('Go to dashboard')).toBe('/dashboard');
  expect(hrefOf('Documentation')).toBe(site.links.documentation);
  expect(hrefOf('Contact support')).toBe(`mailto:${LOCAL_SITE.SUPPORT_MAIL}`);
});
