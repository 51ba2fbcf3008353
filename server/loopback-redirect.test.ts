import { expect, test } from 'vitest';
import { loopbackRedirect } from './choose.ts';

const page = { accept: 'text/html,application/xhtml+xml' };
const APP = 'http://localhost:8080';

test.each([
  [
    'redirects a page request sent to 127.0.0.1',
    { method: 'GET', url: '/a?b=1', headers: { ...page, host: '127.0.0.1:8080' } },
    `${APP}/a?b=1`,
  ],
  [
    'redirects a page request sent to [::1]',
    { method: 'GET', url: '/', headers: { ...page, host: '[::1]:8080' } },
    `${APP}/`,
  ],
  [
    'redirects a page request sent to another address of 127/8',
    { method: 'GET', url: '/', headers: { ...page, host: '127.1.2.3' } },
    `${APP}/`,
  ],
  [
    'ignores the host of an absolute request target',
    { method: 'GET', url: 'http://evil.example/', headers: { ...page, host: '127.0.0.1' } },
    `${APP}/`,
  ],
  [
    'does not redirect an API request',
    { method: 'GET', url: '/userstatus', headers: { accept: '*/*', host: '127.0.0.1:8080' } },
    null,
  ],
  ['does not redirect a POST', { method: 'POST', url: '/', headers: { ...page, host: '127.0.0.1:8080' } }, null],
  ['does not redirect our own host', { method: 'GET', url: '/', headers: { ...page, host: 'localhost:8080' } }, null],
  [
    'does not redirect a host name that only begins like a loopback address',
    { method: 'GET', url: '/', headers: { ...page, host: '127.0.0.1.evil.example' } },
    null,
  ],
  ['does not redirect without a Host header', { method: 'GET', url: '/', headers: page }, null],
])('%s', (_title, request, expected) => expect(loopbackRedirect(request, APP)).toBe(expected));

test('does not redirect when APP_URL is the requested loopback address', () =>
  expect(
    loopbackRedirect(
      { method: 'GET', url: '/', headers: { ...page, host: '127.0.0.1:8080' } },
      'http://127.0.0.1:8080',
    ),
  ).toBeNull());
