import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explained } from './error-texts.ts';

/**
 * Texts that an application's developer can act on: they name the parameter and what is wrong with it. Those of refused
 * tokens and grants are not here, because their callers get one text for all reasons.
 */
const KEPT = [
  'client is invalid',
  'invalid request_uri',
  'request_uri is invalid, expired, or was already used',
  'could not parse the claims parameter JSON',
  'claims parameter should be a JSON object',
  'claims parameter should have userinfo or id_token properties',
  'claims.userinfo should be an object',
  'claims.id_token should be an object',
  'claims.${container} members must be null or objects',
  'invalid claims.id_token.acr.values type',
  'could not validate id_token_hint',
  'could not decode id_token_hint',
  'client_id does not match the provided id_token_hint',
  'unrecognized id_token_hint audience',
  'post_logout_redirect_uri not registered',
  'unsupported prompt value requested',
  'prompt none must only be used alone',
  'invalid max_age parameter value',
  'requested response_type is not allowed for this client',
  'scope contains invalid characters',
  'code_challenge_method must be provided',
  'code_challenge must be provided with code_challenge_method',
  'DPoP proof key thumbprint does not match dpop_jkt',
  '${grantType} is not allowed for this client',
  'requested grant type is not allowed for this client',
  'Pushed Authorization Request must be used',
  'access token must only be provided using one mechanism',
  'access tokens must not be provided via query parameter',
  'invalid authorization header value format',
  'authorization header scheme must be `DPoP` when DPoP is used',
  '`DPoP` header not provided',
  'authorization header scheme must be `Bearer`',
  '`DPoP` tokens must be provided via an authorization header',
  '${param} must be a string with a minimum length of 43 characters',
  '${param} must be a string with a maximum length of 128 characters',
  '${param} contains invalid characters',
  'DPoP proof ath mismatch',
  'DPoP proof must have a iat number property',
  'DPoP proof must have a jti string property',
  'DPoP proof nonce must be a string',
  'DPoP proof iat is not recent enough',
  'DPoP nonces are not supported',
  'DPoP proof htm mismatch',
  'DPoP proof htu mismatch',
  'invalid DPoP key binding',
  "missing required ${formatters.pluralize('parameter', missing.length)} ${formatters.formatList(missing)}",
  "refresh token missing requested ${formatters.pluralize('scope', missing.length)}",
  'client_id mismatch',
  'client authentication must only be provided using one mechanism',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
  'no client authentication mechanism provided',
  'origin ${origin} not allowed for client: ${client.clientId}',
  "${formatters.formatList(params)} ${formatters.pluralize('parameter', params.length)} must not be provided twice",
  'failed to parse the request body',
  'only ${cty} content-type bodies are supported on ${ctx.method} ${ctx.path}',
  'xsrf token invalid', // of a page, which shows our card instead
];

/** Texts of what is off here: other response types, request objects, JWT answers and assertions, policies of ours. */
const OFF = [
  'claims parameter should not be combined with response_type none',
  'claims.userinfo should not be used since userinfo endpoint is not supported',
  'claims.userinfo should not be used if access_token is not issued',
  'request and request_uri parameters MUST NOT be used together',
  'Web Message Response Mode Relay Mode is not supported',
  'requested response_mode is not allowed for this client or request',
  '${msg} unless encrypted',
  'Request Object must be used by this client',
  'Encrypted Request Objects are not supported by CIBA',
  'tx_code is not expected for this pre-authorized code',
  'introspection must be requested with Accept: ${JWT} for this client',
  'client is not authorized to revoke the presented token',
  'invalid client_assertion format',
  'invalid OAuth-Client-Attestation format',
  'client_assertion_type must be provided',
  'client_assertion_type must have value ${assertionType}',
  'could not decrypt request object',
  'could not parse Request Object',
  'could not validate Request Object',
  'Request Object must not contain request or request_uri properties',
  'request response_type must equal the one in request parameters',
  'request client_id must equal the one in request parameters',
  "request client_id must equal the authenticated client\\'s client_id",
  'request client_id mismatch',
  'unsupported signed request alg',
  'the preregistered alg must be used in request or request_uri',
  'Request Object claims are invalid',
  "Request Object is missing the '${claim}' claim",
  'multiple proof-of-possession mechanisms are not allowed',
];

const ROOT = 'node_modules/oidc-provider/lib';
/** Extensions that are not built in, and texts about metadata, which lib/oauth/registration has tests for. */
const ELSEWHERE = /ciba|credential|attest|metadata_document|registration|client_schema|sector|rar\.js|resource/;
const THROWN =
  /new (?:errors\.)?Invalid(?:Request|RequestObject|Scope|Client|RequestUri|DpopProof)\(\s*(['`])((?:(?!\1)[^\\]|\\.)*)\1/g;

const texts = [
  ...new Set(
    globSync(`${ROOT}/**/*.js`)
      .filter((file) => !ELSEWHERE.test(file.slice(ROOT.length)))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(THROWN)].map(([, , text = '']) => text)),
  ),
];
const isRewritten = (text: string) =>
  explained({ error_description: text, scope: 'groups' }).error_description !== text;

test('decides about every text with which the provider refuses a request', () => {
  expect(texts.filter((text) => !isRewritten(text) && !KEPT.includes(text) && !OFF.includes(text))).toEqual([]);
  expect([...KEPT, ...OFF].filter((text) => !texts.includes(text) || isRewritten(text))).toEqual([]);
});

test('sends no text that names a setting of the provider', () => {
  const sent = texts.filter((text) => !OFF.includes(text));
  for (const text of sent)
    expect(explained({ error_description: text, scope: 'x' }).error_description).not.toMatch(
      /\$\{msg\}|require_|policy/i,
    );
});

test.each([
  ['openid scope must be requested for clients with require_auth_time', /scope openid is missing: add it/],
  ['openid scope must be requested when using the nonce parameter', /scope openid is missing: add it/],
  ['Authorization Server policy requires PKCE to be used for this request', /^PKCE is required: send code_challenge/],
  ['not supported value of code_challenge_method', /^Only S256/],
  ['oops! something went wrong', /^Something went wrong on our side/],
])('replaces %s', (text, better) => {
  const refusal = { error: 'invalid_request', error_description: text, state: 'x' };
  expect(explained(refusal)).toEqual({ ...refusal, error_description: expect.stringMatching(better) as string });
});

test('says who can allow a scope that is not allowed', () => {
  const explain = (scope: string) =>
    explained({ error: 'invalid_scope', error_description: 'requested scope is not allowed', scope }).error_description;
  expect(explain('groups')).toContain('scope groups is not allowed for this application: an admin of Rspamd Premium');
  expect(explain('subscription')).toContain('an admin of Rspamd Premium must allow it');
  expect(explain('profile')).toBe('The scope profile is not registered for this application.');
});
