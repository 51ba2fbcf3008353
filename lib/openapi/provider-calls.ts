import { z } from 'zod';
import type { DescribedCall, Method } from './described-call.ts';

/** Endpoints of oidc-provider (lib/oauth/provider/mount.ts). Its discovery document and the RFCs have the details. */
export const PROVIDER_CALLS: readonly DescribedCall[] = [
  call('GET', '/oauth2/authorize', 'Start an authorization in a browser (RFC 6749 §4.1)', leads()),
  call('POST', '/oauth2/authorize', 'Start an authorization by POST', leads()),
  call('POST', '/oauth2/token', 'Exchange a code or a refresh token for tokens (RFC 6749 §5)', json()),
  call('GET', '/oauth2/userinfo', 'Get the claims that a user consented to (OpenID Connect Core §5.3)', json()),
  call('POST', '/oauth2/userinfo', 'Get the claims that a user consented to, by POST', json()),
  call('POST', '/oauth2/introspect', 'Check whether a token is active (RFC 7662)', json()),
  call('POST', '/oauth2/revoke', 'Revoke a token (RFC 7009)', { 200: { description: 'The token is inactive.' } }),
  call('POST', '/oauth2/par', 'Push an authorization request (RFC 9126)', { 201: jsonAnswer('Request stored.') }),
  call('POST', '/oauth2/device_authorization', 'Start a login on a device without a browser (RFC 8628 §3.1)', json()),
  call('GET', '/oauth2/device', 'Show the page for the code of a device', { ...page(), ...leads() }),
  call('POST', '/oauth2/device', 'Enter, confirm or deny the code of a device', { ...page(), ...leads() }),
  call('GET', '/oauth2/end_session', 'Log out at the request of an application', { ...page(), ...leads() }),
  call('POST', '/oauth2/end_session', 'Log out at the request of an application, by POST', { ...page(), ...leads() }),
  call('POST', '/oauth2/end_session/confirm', 'Confirm a logout', leads()),
  call('GET', '/oauth2/end_session/success', 'Show that a logout is complete', page()),
  call('GET', '/oauth2/jwks', 'List the public keys that verify ID tokens (RFC 7517)', json()),
  call('GET', '/.well-known/openid-configuration', 'Discover the OpenID provider', json()),
  call('GET', '/.well-known/oauth-authorization-server', 'Discover the authorization server (RFC 8414)', json()),
];

function call(method: Method, path: string, summary: string, answers: DescribedCall['answers']): DescribedCall {
  const details = 'Parameters and errors follow the standard; `/.well-known/openid-configuration` has the rest.';
  return { method, path, access: 'public', summary, details, answers, refuses: [] };
}

function leads(): DescribedCall['answers'] {
  return { 303: { description: 'Redirect to the next page or to the application.' } };
}

function json(): DescribedCall['answers'] {
  return { 200: jsonAnswer('Success.') };
}

function jsonAnswer(description: string): DescribedCall['answers'][number] {
  return { description, schema: z.looseObject({}), mediaType: 'application/json' };
}

function page(): DescribedCall['answers'] {
  return { 200: { description: 'A page.', mediaType: 'text/html' } };
}
