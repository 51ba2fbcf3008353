import { expect, test } from 'vitest';
import { LONGEST_LINK, ownPath, paths, safeReturnPath, withQuery } from './paths.ts';

test.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/buy?small=1&yearly=1', '/buy?small=1&yearly=1'],
  [
    '/oauth2/authorize?client_id=x&redirect_uri=https%3A%2F%2Fapp.example%2Fcb#top',
    '/oauth2/authorize?client_id=x&redirect_uri=https%3A%2F%2Fapp.example%2Fcb#top',
  ],
  ['/pricing?next=//evil.example', '/pricing?next=//evil.example'],
  ['/a/../dashboard', '/dashboard'],
  ['/@evil.example', '/@evil.example'],
])('accepts %j as a path of this site (S39)', (given, path) => {
  expect(safeReturnPath(given)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'dashboard',
  ' /dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\t\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'http://localhost:8080/dashboard',
  'javascript:alert(1)',
  'data:text/html,x',
  '//user:password@evil.example',
  '//[::1',
  '@evil.example',
])('replaces %j by /dashboard (S39)', (given) => {
  expect(safeReturnPath(given)).toBe('/dashboard');
});

test('always resolves to a path of this site', () => {
  for (const given of ['/a/../..//x', '/%09/evil.example', '/;@evil.example', '/?//evil.example', '/#//evil.example'])
    expect(new URL(safeReturnPath(given), 'https://premium.example').origin).toBe('https://premium.example');
});

test('encodes query parameters and leaves out undefined ones', () => {
  expect(paths.login()).toBe('/login');
  expect(paths.login('/buy?small=1')).toBe('/login?return_url=%2Fbuy%3Fsmall%3D1');
  expect(paths.verifyEmail({ email: 'a+b@x.example', token: 't', return_url: undefined })).toBe(
    '/verify-email?email=a%2Bb%40x.example&token=t',
  );
});

/** As much as each of our callers may pass: an address, the secret of a link, a URL to return to, a cursor. */
const EMAIL = `${'+'.repeat(64)}@${'d'.repeat(185)}.com`;
const TOKEN = 'x'.repeat(43);
const ID = '00000000-0000-4000-8000-000000000000';
const RETURN = `/admin/audit?target=${'é'.repeat(2000)}`;
const CURSOR = 'x'.repeat(450);
const LINKS: { [N in keyof typeof paths]?: string } = {
  login: paths.login(RETURN),
  loginCode: paths.loginCode(RETURN),
  verifyEmail: paths.verifyEmail({
    email: EMAIL,
    token: TOKEN,
    return_url: ownPath('/'.padEnd(890, 'a')),
    error: 'email_not_verified',
  }),
  resetPassword: paths.resetPassword({ email: EMAIL, token: TOKEN, error: 'passwords_differ' }),
  join: paths.join({ token: TOKEN }),
  acceptInvitation: paths.acceptInvitation({ email: EMAIL, token: TOKEN, error: 'passwords_differ' }),
  changeEmail: paths.changeEmail({ token: TOKEN, error: 'unauthenticated' }),
  undoEmailChange: paths.undoEmailChange({ token: TOKEN, error: 'unauthenticated' }),
  start: paths.start({ emails: '1'.repeat(20), plan: 'personal', billing: 'yearly', platform: 'docker-mailserver' }),
  setupArchive: paths.setupArchive('opensuse-leap', 'off', 'srv'),
  testMessage: paths.testMessage('bulk'),
  apiArea: paths.apiArea('usage-reports-of-storage-hosts'),
  apiCall: paths.apiCall('usage-reports-of-storage-hosts', 'post_admin_api_oauth2_clients_id_tokens_revoke'),
  authorize: paths.authorize({ interaction: TOKEN, client_id: `https://${'x'.repeat(500)}` }),
  interaction: paths.interaction(TOKEN),
  interactionLogin: paths.interactionLogin(TOKEN),
  device: paths.device({ user_code: 'é'.repeat(64) }),
  deviceInteraction: paths.deviceInteraction(TOKEN),
  deviceInteractionLogin: paths.deviceInteractionLogin(TOKEN),
  buy: paths.buy({ micro: '1', small: '1', yearly: '1', test: '1' }),
  plan: paths.plan({ plan: 'personal', interval: 'month', quantity: '100', cancel: '1' }),
  buyDetails: paths.buyDetails({ micro: '1', small: '1', yearly: '1', test: '1', error: 'unavailable' }),
  chooseCheckout: paths.chooseCheckout({ micro: '1', small: '1', yearly: '1', test: '1', error: 'unavailable' }),
  adminUser: paths.adminUser(ID),
  adminInbox: paths.adminInbox({ kind: 'past_due', aside: '1' }),
  adminReports: paths.adminReports({ state: 'refusals', q: 'f'.repeat(128) }),
  adminMovements: paths.adminMovements({
    kind: 'x'.repeat(400),
    from: '2026-01-01',
    to: '2026-12-31',
    cohort: '2026-11',
    currency: 'gbp',
    cursor: CURSOR,
  }),
  adminUserUsage: paths.adminUserUsage(ID),
  adminTimeline: paths.adminTimeline(ID, { kind: 'subscription', cursor: CURSOR }),
  adminViewAs: paths.adminViewAs(ID),
  adminViewed: paths.adminViewed(ID, 'dashboard'),
};

test('keeps every link below 1.5 kB, with the longest values that its callers pass (S87)', () => {
  const made = Object.entries(paths).flatMap(([name, path]) => (typeof path === 'function' ? [name] : []));
  expect(Object.keys(LINKS).toSorted(), 'each function of `paths` has its longest link here').toEqual(made.toSorted());
  for (const [name, link] of Object.entries(LINKS)) expect(link.length, name).toBeLessThanOrEqual(LONGEST_LINK);
  expect(LINKS.verifyEmail).toContain('return_url=');
  expect(LINKS.login, 'a URL that is too long to return to keeps its path').toBe('/login?return_url=%2Fadmin%2Faudit');
  expect(LINKS.adminMovements).toContain(`cursor=${CURSOR}`);
});

test('leaves out a parameter that would make a link too long, and no other (S87)', () => {
  expect(withQuery('/login', { tab: 'signup', return_url: 'x'.repeat(1500), done: '1' })).toBe(
    '/login?tab=signup&done=1',
  );
  expect(safeReturnPath(`/admin?search=${'x'.repeat(900)}`)).toBe('/dashboard');
});
