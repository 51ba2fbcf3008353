import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { KEY } from '#components/stories/stub-server.tsx';
import { LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { site } from '#lib/base/settings/site.ts';
import { PLATFORMS } from '#lib/guides/schema.ts';
import * as stories from './setup-guide.stories.tsx';

const file = (name: RegExp) => screen.getByRole('region', { name }).textContent;
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

/** Waits for the response of /userstatus, so that it does not arrive during the next test. */
async function renderLoggedOut() {
  const rendered = render(<stories.LoggedOut />);
  await screen.findByText('Log in to see your own key in these files.');
  return rendered;
}

afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('shows the guide’s sections before the key has loaded', () => {
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
  expect(file(/rules\.inc/)).toContain('encryption_key = "YOUR_API_KEY"');
  expect(hrefOf('Log in')).toBe('/login?return_url=%2Fsetup');
});

test('stays readable and offers Retry when the status fails to load', async () => {
  const user = userEvent.setup();
  const logged = vi.mocked(console.error).mockImplementation(() => undefined);
  render(<stories.Failed />);
  await screen.findByText('Failed to fetch user status');
  expect(file(/rules\.inc/)).toContain('YOUR_API_KEY');
  expect(logged).toHaveBeenCalledWith('userstatus failed', expect.anything());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Log in to see your own key in these files.');
});

test('links a user without a plan to the prices', async () => {
  render(<stories.WithoutKey />);
  await screen.findByText('You have no key yet: these files hold a placeholder.');
  expect(hrefOf('See plans and prices')).toBe('/pricing');
});

test('puts the key into the file of rules, and its first and last 8 characters into the repository files', async () => {
  render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  const check = file(/rules\.inc/);
  for (const text of [`encryption_key = "${KEY}"`, 'flag = 8', 'max_score = 20.0', 'flag = 1', 'max_score = 5.0'])
    expect(check).toContain(text);
  expect(file(/weights\.inc/)).toMatch(/"FUZZY_PLUS_DENIED" \{\s+weight = 10\.0;/);
  expect(file(/weights\.inc/)).toMatch(/"FUZZY_BULK" \{\s+weight = 0\.1;/);
  expect(file(/auth\.conf\.d/)).toContain(
    `machine ${LOCAL_SITE.REPOSITORY_HOST}/apt-stable login ${KEY.slice(0, 8)} password ${KEY.slice(-8)}`,
  );
  expect(screen.queryByRole('region', { name: /rspamd\.repo/ }), 'of the other system').toBeNull();
  await userEvent.click(radio('EL-based'));
  expect(file(/rspamd\.repo/)).toContain(`username=${KEY.slice(0, 8)}\npassword=${KEY.slice(-8)}`);
  expect(screen.queryByRole('region', { name: /auth\.conf\.d/ })).toBeNull();
});

test('leaves out bulk rule and weight for a key without bulk access', async () => {
  render(<stories.WithoutBulk />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(file(/rules\.inc/)).toContain('rule "FUZZY_PLUS"');
  for (const name of [/rules\.inc/, /weights\.inc/]) expect(file(name)).not.toContain('FUZZY_BULK');
});

test('shows the command that sends the test message on the chosen platform, and its output', async () => {
  const user = userEvent.setup();
  render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(file(/^Send the test message$/)).toMatch(/^rspamc <<'END' \| grep FUZZY_\nFrom: Test message/);
  expect(file(/^The answer$/)).toBe('Symbol: FUZZY_PLUS_DENIED (1.35)[8:589bff398e:1.00:txt]');
  expect(hrefOf('test-message.eml')).toBe('/test-message.eml');
  await user.click(radio('mailcow'));
  expect(file(/^Send the test message$/)).toMatch(/^docker compose exec -T rspamd-mailcow rspamc <<'END'/);
});

test('tests the bulk list if the key has access to no other list', async () => {
  render(<stories.BulkOnly />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(file(/^The answer$/)).toBe('Symbol: FUZZY_BULK (0.05)[1:890c7be4de:1.00:txt]');
  expect(hrefOf('test-message-bulk.eml')).toBe('/test-message.eml?list=bulk');
});

test('keeps the chosen system in the URL, remembers it, and prefers the system in the URL', async () => {
  const user = userEvent.setup();
  const { unmount } = await renderLoggedOut();
  await user.click(radio('EL-based'));
  expect(window.location.search).toBe('?system=el');
  unmount();
  window.history.replaceState(null, '', '/');
  const again = await renderLoggedOut();
  expect(radio('EL-based').checked).toBe(true);
  again.unmount();
  window.history.replaceState(null, '', '/?system=debian');
  await renderLoggedOut();
  expect(radio('Debian-based').checked).toBe(true);
});

test('links to the dashboard, the documentation and support in the summary', async () => {
  await renderLoggedOut();
  expect(hrefOf('Go to dashboard')).toBe('/dashboard');
  expect(hrefOf('Documentation')).toBe(site.links.documentation);
  expect(hrefOf('Contact support')).toBe(`mailto:${LOCAL_SITE.SUPPORT_MAIL}`);
});

test('offers ten platforms, and shows the files, commands and warning of the selected platform', async () => {
  const user = userEvent.setup();
  render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(within(screen.getByRole('group', { name: 'Platform' })).getAllByRole('radio')).toHaveLength(PLATFORMS.length);
  expect(radio('Debian, Ubuntu').checked).toBe(true);
  await user.click(radio('mailcow'));
  expect(window.location.search).toBe('?platform=mailcow');
  const folder = '/opt/mailcow-dockerized/data/conf/rspamd/override.d';
  expect(file(/rspamd_premium_rules\.inc/)).toContain(`encryption_key = "${KEY}"`);
  expect(file(/override\.d\/fuzzy_check\.conf/)).toContain('.include(try=true; priority=1; duplicate=merge)');
  expect(file(/rspamd_premium_weights\.inc/)).toContain('weight = 10.0');
  expect(file(/^Connect mailcow$/)).toContain(`own ${folder}/rspamd_premium_rules.inc 0644 <<'END'`);
  expect(file(/^Disconnect mailcow$/)).toContain(`disown ${folder}/rspamd_premium_rules.inc`);
  screen.getByText(/mailcow updates overwrite local\.d/);
  screen.getByRole('button', { name: /^Copy command: Connect mailcow$/ });
  expect(file(/^Commands$/)).toContain('docker compose exec -T rspamd-mailcow rspamadm fuzzy_ping -r FUZZY_PLUS');
});

test('moves between the platforms with the arrow keys', async () => {
  const user = userEvent.setup();
  await renderLoggedOut();
  radio('Debian, Ubuntu').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(radio('FreeBSD'));
  screen.getByRole('region', { name: '/usr/local/etc/rspamd/local.d/fuzzy_check.conf' });
});

test('remembers the platform, prefers the platform in the URL, and ignores an unknown platform', async () => {
  const user = userEvent.setup();
  const first = await renderLoggedOut();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Platform' }), 'NixOS');
  first.unmount();
  window.history.replaceState(null, '', '/');
  const second = await renderLoggedOut();
  expect(radio('NixOS').checked).toBe(true);
  second.unmount();
  window.history.replaceState(null, '', '/?platform=mailu');
  const third = await renderLoggedOut();
  expect(radio('Mailu').checked).toBe(true);
  third.unmount();
  window.history.replaceState(null, '', '/?platform=unknown');
  await renderLoggedOut();
  expect(radio('Debian, Ubuntu').checked).toBe(true);
});

test('shows the repository of the chosen platform, with the other one click away', async () => {
  const user = userEvent.setup();
  await renderLoggedOut();
  expect(radio('Debian-based').checked).toBe(true);
  await user.click(radio('EL: RHEL, Rocky, Alma'));
  expect(radio('EL-based').checked).toBe(true);
  await user.click(radio('Debian-based'));
  expect(radio('Debian-based').checked).toBe(true);
  await user.click(radio('mailcow'));
  await user.click(radio('EL: RHEL, Rocky, Alma'));
  expect(radio('EL-based').checked).toBe(true);
});

test.each(['mailcow', 'FreeBSD', 'NixOS', 'Docker Mailserver', 'Mailu', 'NethServer 8'])(
  'says that %s brings its own packages, and keeps the repositories one click away',
  async (name) => {
    const user = userEvent.setup();
    await renderLoggedOut();
    await user.click(radio(name));
    screen.getByText(`${name} brings its own packages of Rspamd: skip this step.`);
    const systems = within(screen.getByRole('group', { name: 'Your systems' }));
    expect(systems.getByRole<HTMLInputElement>('radio', { name: 'Its own packages' }).checked).toBe(true);
    await user.click(radio('EL-based'));
    expect(radio('EL-based').checked).toBe(true);
  },
);

test('begins with the command, and says of steps 1 and 2 that the command has done them', async () => {
  await renderLoggedOut();
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.indexOf('Your platform')).toBeLessThan(
    titles.indexOf('1. Premium and bulk fuzzy storage configuration'),
  );
  expect(titles.indexOf('Your platform')).toBeLessThan(titles.indexOf('One key for all your servers'));
  const platform = within(screen.getByRole('region', { name: 'Your platform' }));
  const [first] = platform.getAllByRole('region');
  expect(first?.getAttribute('aria-label')).toBe('Connect Debian, Ubuntu');
  expect(screen.getAllByText(/^The command writes these/)).toHaveLength(2);
});

test('turns off the free feed in the files, the command and the download, and remembers the choice', async () => {
  const user = userEvent.setup();
  const off = 'rule "rspamd.com" {\n  enabled = false;\n}';
  const { unmount } = render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(file(/rules\.inc/)).not.toContain(off);
  expect(hrefOf('Download files and scripts')).toBe('/account/api/setup/debian');
  await user.click(screen.getByRole('checkbox', { name: /^Turn the free feed off/ }));
  expect(window.location.search).toBe('?free_feed=off');
  expect(file(/rules\.inc/)).toContain(off);
  expect(file(/^Connect Debian/)).toContain(off);
  expect(hrefOf('Download files and scripts')).toBe('/account/api/setup/debian?free_feed=off');
  unmount();
  window.history.replaceState(null, '', '/');
  render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Turn the free feed off/ }).checked).toBe(true);
});

test('offers discovery by DNS only where SRV records exist, and uses it in files, command and download', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(screen.queryByRole('checkbox', { name: /^Find the servers by DNS/ })).toBeNull();
  unmount();
  render(<stories.WithDiscovery />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(file(/rules\.inc/)).toContain(`"round-robin:${LOCAL_SITE.FUZZY_SERVERS}"`);
  await user.click(screen.getByRole('checkbox', { name: /^Find the servers by DNS/ }));
  expect(window.location.search).toBe('?servers=srv');
  for (const name of [/rules\.inc/, /^Connect Debian/])
    for (const service of ['premium', 'bulk'])
      expect(file(name)).toContain(`servers = "round-robin:service=fuzzy-${service}+fuzzy.example.net";`);
  expect(screen.getByRole('main').textContent).not.toContain(LOCAL_SITE.FUZZY_SERVERS);
  expect(hrefOf('Download files and scripts')).toBe('/account/api/setup/debian?servers=srv');
});

test('offers a download only to a user with a key', async () => {
  const { unmount } = render(<stories.WithoutKey />);
  await screen.findByText('You have no key yet: these files hold a placeholder.');
  expect(screen.queryByRole('link', { name: 'Download files and scripts' })).toBeNull();
  unmount();
  window.history.replaceState(null, '', '/?platform=ansible');
  render(<stories.WithKey />);
  await screen.findByRole('heading', { name: 'Your API key' });
  expect(hrefOf('Download the role')).toBe('/account/api/setup/ansible');
});

test('explains Rspamd’s messages for failed requests, and how to exclude outbound mail', async () => {
  const user = userEvent.setup();
  await renderLoggedOut();
  for (const said of ['RATELIMITED', 'FORBIDDEN', 'ENCRYPTION_REQUIRED', 'BLOCKED']) screen.getByText(`FUZZY_${said}`);
  screen.getByText('IO timeout');
  expect(file(/^settings\.conf$/)).toContain('symbols_disabled = ["FUZZY_CALLBACK"]');
  await user.click(radio('Another filter'));
  expect(file(/^\/etc\/postfix\/master\.cf$/)).toBe('  -o smtpd_milters=');
});
