import type { JsonSchema, Operation as Described } from '#lib/openapi/document-types.ts';
import { published } from '#lib/openapi/published.ts';

export type Operation = {
  method: string;
  /** with `{name}` for its parameters */
  path: string;
  params: Record<string, JsonSchema>;
  query: Record<string, JsonSchema>;
  body: { type: string; schema: JsonSchema } | null;
};

/**
 * The provider's endpoints, every operation of the OpenAPI document, and, without a schema, the remaining `routes`
 * (`METHOD /path/[id]`).
 */
export function operationsOf(routes: readonly string[]): Operation[] {
  const described = Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method.toUpperCase()))
      .map(([method, call]) => describedOperation(method.toUpperCase(), path, call)),
  );
  const others = routes.map((route) => {
    const [method = 'GET', path = '/'] = route.replaceAll(/\[([^\]]+)\]/g, '{$1}').split(' ');
    return { method, path, params: {}, query: {}, body: method === 'GET' ? null : ANY_BODY };
  });
  const all = [...others, ...described, ...PROVIDER_FORMS];
  return [...new Map(all.map((operation) => [`${operation.method} ${operation.path}`, operation])).values()];
}

function describedOperation(method: string, path: string, call: Described): Operation {
  const named = (place: string) =>
    Object.fromEntries(
      (call.parameters ?? []).filter((each) => each.in === place).map(({ name, schema }) => [name, schema]),
    );
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  return {
    method,
    path,
    params: named('path'),
    query: named('query'),
    body: type && content?.schema ? { type, schema: content.schema } : method === 'GET' ? null : ANY_BODY,
  };
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const ANY_BODY = { type: 'application/json', schema: {} };

/** Operations that do not exist: unknown paths, other methods, unknown flags. */
export const ANONYMOUS_OPERATIONS: Operation[] = [
  ...['/api/{name}', '/admin/api/{name}/{more}', '/oauth2/{name}'].flatMap((path) => [
    anonymous('GET', path),
    anonymous('POST', path),
  ]),
  ...[anonymous('GET', '/login/email'), anonymous('POST', '/dashboard'), anonymous('DELETE', '/oauth2/token')],
  { ...anonymous('GET', '/buy'), query: { micro: {}, foo: {} } },
];

function anonymous(method: string, path: string): Operation {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, {}]));
  return { method, path, params, query: {}, body: method === 'GET' ? null : ANY_BODY };
}

const text: JsonSchema = { type: 'string' };
const form = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CLIENT = { client_id: text, client_secret: text };
const AUTHORIZATION = {
  client_id: text,
  state: text,
  nonce: text,
  login_hint: text,
  claims: text,
  request: text,
  request_uri: text,
  response_type: { enum: ['code', 'token', 'code id_token'] },
  redirect_uri: { type: 'string', format: 'uri' },
  scope: { enum: ['openid', 'openid email profile', 'offline_access'] },
  response_mode: { enum: ['query', 'form_post', 'fragment'] },
  prompt: { enum: ['none', 'login', 'consent'] },
  max_age: { type: 'integer' },
  id_token_hint: text,
  code_challenge: { enum: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] },
  code_challenge_method: { enum: ['S256', 'plain'] },
} satisfies Record<string, JsonSchema>;
const LOGOUT = { id_token_hint: text, client_id: text, post_logout_redirect_uri: text, state: text, ui_locales: text };

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The provider's endpoints with their parameters (RFC 6749, 7009, 7662, 8628, 9126 and OpenID Connect). */
const PROVIDER_FORMS: Operation[] = [
  ...Object.entries({
    '/oauth2/token': {
      ...CLIENT,
      code: text,
      redirect_uri: text,
      code_verifier: text,
      refresh_token: text,
      device_code: text,
      scope: text,
      grant_type: { enum: ['authorization_code', 'refresh_token', 'password', 'client_credentials', DEVICE_GRANT] },
    },
    '/oauth2/revoke': { ...CLIENT, token: text, token_type_hint: text },
    '/oauth2/introspect': { ...CLIENT, token: text, token_type_hint: text },
    '/oauth2/par': { ...CLIENT, ...AUTHORIZATION },
    '/oauth2/device_authorization': { ...CLIENT, ...AUTHORIZATION },
    '/oauth2/device': { xsrf: text, user_code: text, confirm: text, abort: text },
    '/oauth2/userinfo': { access_token: text },
    '/oauth2/end_session': LOGOUT,
    '/oauth2/end_session/confirm': { xsrf: text, logout: text },
    '/oauth2/authorize': AUTHORIZATION,
  }).map(([path, properties]) => ({
    method: 'POST',
    path,
    params: {},
    query: {},
    body: { type: FORM_TYPE, schema: form(properties) },
  })),
  { method: 'GET', path: '/oauth2/authorize', params: {}, query: AUTHORIZATION, body: null },
  { method: 'GET', path: '/oauth2/device', params: {}, query: { user_code: text }, body: null },
  { method: 'GET', path: '/oauth2/end_session', params: {}, query: LOGOUT, body: null },
];
