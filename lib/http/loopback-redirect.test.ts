import { expect, test } from 'vitest';
import { loopbackRedirect } from './loopback-redirect.ts';

const page = { accept: 'text/html,application/xhtml+xml' };
const APP = 'http://localhost:8080';

test.each([
  [
    'a page GET to 127.0.0.1',
    { method: 'GET', url: '/a?b=1', headers: { ...page, host: '127.0.0.1:8080' } },
    `${APP}/a?b=1`,
  ],
  ['a page GET to [::1]', { method: 'GET', url: '/', headers: { ...page, host: '[::1]:8080' } }, `${APP}/`],
  ['another address of 127/8', { method: 'GET', url: '/', headers: { ...page, host: '127.1.2.3' } }, `${APP}/`],
  [
    'an absolute target leads nowhere else',
    { method: 'GET', url: 'http://evil.example/', headers: { ...page, host: '127.0.0.1' } },
    `${APP}/`,
  ],
  ['a call', { method: 'GET', url: '/userstatus', headers: { accept: '*/*', host: '127.0.0.1:8080' } }, null],
  ['a post', { method: 'POST', url: '/', headers: { ...page, host: '127.0.0.1:8080' } }, null],
  ['our own host', { method: 'GET', url: '/', headers: { ...page, host: 'localhost:8080' } }, null],
  [
    'a name that only begins like it',
    { method: 'GET', url: '/', headers: { ...page, host: '127.0.0.1.evil.example' } },
    null,
  ],
  ['no host', { method: 'GET', url: '/', headers: page }, null],
])('%s', (_title, request, expected) => expect(loopbackRedirect(request, APP)).toBe(expected));

test('nothing is redirected when APP_URL itself is that address', () =>
  expect(
    loopbackRedirect(
      { method: 'GET', url: '/', headers: { ...page, host: '127.0.0.1:8080' } },
      'http://127.0.0.1:8080',
    ),
  ).toBeNull());
