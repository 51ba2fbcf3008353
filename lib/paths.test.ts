import { expect, test } from 'vitest';
import { paths, safeReturnPath } from './paths.ts';

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
