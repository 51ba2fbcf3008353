import { describe, expect, test } from 'vitest';
import { redirectHost, redirectUriHint, redirectUriProblem } from './redirect-uri.ts';

describe('a redirect URI (S65)', () => {
  test.each([
    ['https://app.example.com', true],
    ['https://app.example.com:8443', true],
    ['https://app.example.com?tenant=a', true],
    ['https://app.example.com/cb?tenant=a', true],
    ['https://app.example.com/', false],
    ['https://app.example.com/cb', false],
    ['com.example.app:/cb?x=1', false],
    ['https:', false],
    ['', false],
  ])('says of %s whether openid-client has difficulties with it: %s', (uri, isHinted) => {
    expect(redirectUriHint(uri) !== null).toBe(isHinted);
  });

  test.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com:8443/cb?tenant=1&x=%20',
    'https://xn--bcher-kva.example/cb',
    'http://localhost/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1:8080/cb',
    'http://[::1]:8080/cb',
  ])('%s is allowed for every client', (uri) => {
    expect(redirectUriProblem(uri, { isPublic: false })).toBeNull();
    expect(redirectUriProblem(uri, { isPublic: true })).toBeNull();
  });

  test.each(['com.example.app:/callback', 'com.example.app://callback', 'org.my-firm.app:/cb?x=1'])(
    '%s is allowed for public clients only',
    (uri) => {
      expect(redirectUriProblem(uri, { isPublic: true })).toBeNull();
      expect(redirectUriProblem(uri, { isPublic: false })).toBe('Only public clients may use a scheme of their own.');
    },
  );

  test.each([
    ['', 'All redirect URIs must be filled'],
    ['http://app.example.com/cb', 'http is for localhost'],
    ['http://localhost.evil.example/cb', 'http is for localhost'],
    ['http://127.0.0.1.evil.example/cb', 'http is for localhost'],
    ['http://0.0.0.0/cb', 'http is for localhost'],
    ['https://app.example.com/cb#part', 'no fragment'],
    ['https://app.example.com/cb#', 'no fragment'],
    ['https://*.example.com/cb', 'Wildcards'],
    ['https://app.example.com/*', 'Wildcards'],
    ['https://app.example.com/a b', 'no spaces'],
    ['https://app.example.com/\tb', 'no spaces'],
    [' https://app.example.com/', 'no spaces'],
    ['https://user:pw@app.example.com/cb', 'no user name'],
    ['https://app.example.com@evil.example/cb', 'no user name'],
    ['https://bücher.example/cb', 'beyond ASCII'],
    ['https://APP.example.com/cb', 'lower case'],
    ['HTTPS://app.example.com/cb', 'lower case'],
    ['https://app.example.com./cb', 'without a dot'],
    ['https://localhost./cb', 'without a dot'],
    ['https:app.example.com/cb', 'complete URI'],
    ['https:///app.example.com/cb', 'complete URI'],
    ['https:\\\\app.example.com/cb', 'complete URI'],
    ['app.example.com/cb', 'complete URI'],
    ['/cb', 'complete URI'],
    ['javascript:alert(1)', 'Use https'],
    ['data:text/html,x', 'Use https'],
    ['file:///etc/passwd', 'Use https'],
    ['myapp:/cb', 'Use https'],
    [`https://app.example.com/${'a'.repeat(2000)}`, 'at most 2000'],
  ])('%j is refused: %s', (uri, text) => {
    expect(redirectUriProblem(uri, { isPublic: true })).toContain(text);
  });
});

test.each([
  ['https://app.example.com/callback?secret=1', 'app.example.com'],
  ['https://app.example.com:8443/cb', 'app.example.com:8443'],
  ['http://localhost:3000/cb', 'localhost:3000'],
  ['com.example.app:/callback', 'com.example.app'],
])('shows %s as %s', (uri, host) => {
  expect(redirectHost(uri)).toBe(host);
});
