import { z } from 'zod';
import type { DescribedCall, Method } from './described-call.ts';

/** What oidc-provider answers (lib/oauth/mount.ts). Its own discovery document and the RFCs say it in full. */
export const PROVIDER_CALLS: readonly DescribedCall[] = [
  call('GET', '/oauth2/authorize', 'Begin an authorization, in a browser (RFC 6749 §4.1)', leads()),
  call('POST', '/oauth2/authorize', 'The same, asked by POST', leads()),
  call('POST', '/oauth2/token', 'Exchange a code or a refresh token for tokens (RFC 6749 §5)', json()),
  call('GET', '/oauth2/userinfo', 'Tell what a person consented to (OpenID Connect Core §5.3)', json()),
  call('POST', '/oauth2/userinfo', 'The same, asked by POST', json()),
  call('POST', '/oauth2/introspect', 'Tell whether a token works (RFC 7662)', json()),
  call('POST', '/oauth2/revoke', 'Revoke a token (RFC 7009)', { 200: { description: 'It works no more.' } }),
  call('POST', '/oauth2/par', 'Push an authorization request (RFC 9126)', { 201: jsonAnswer('Pushed.') }),
  call('GET', '/oauth2/end_session', 'Log out at the request of an application', { ...page(), ...leads() }),
  call('POST', '/oauth2/end_session', 'The same, asked by POST', { ...page(), ...leads() }),
  call('POST', '/oauth2/end_session/confirm', 'Confirm a logout', leads()),
  call('GET', '/oauth2/end_session/success', 'Say that a logout is done', page()),
  call('GET', '/oauth2/jwks', 'List the public keys that sign ID tokens (RFC 7517)', json()),
  call('GET', '/.well-known/openid-configuration', 'Discover the OpenID provider', json()),
  call('GET', '/.well-known/oauth-authorization-server', 'Discover the authorization server (RFC 8414)', json()),
];

function call(method: Method, path: string, summary: string, answers: DescribedCall['answers']): DescribedCall {
  const details = 'Parameters and errors are those of the standard; `/.well-known/openid-configuration` has the rest.';
  return { method, path, access: 'public', summary, details, answers, refuses: [] };
}

function leads(): DescribedCall['answers'] {
  return { 303: { description: 'To the next page, or to the application.' } };
}

function json(): DescribedCall['answers'] {
  return { 200: jsonAnswer('Done.') };
}

function jsonAnswer(description: string): DescribedCall['answers'][number] {
  return { description, schema: z.looseObject({}), mediaType: 'application/json' };
}

function page(): DescribedCall['answers'] {
  return { 200: { description: 'A page.', mediaType: 'text/html' } };
}
