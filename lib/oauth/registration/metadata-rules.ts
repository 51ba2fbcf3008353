import { site } from '#lib/base/settings/site.ts';
import { MAX_REDIRECT_URIS, redirectUriProblem } from '#lib/oauth/redirect-uri.ts';
import { OAUTH_SCOPES } from '#lib/oauth/scopes.ts';

/** What a client says about itself (RFC 7591 §2). None of it is trusted. */
export type Metadata = Readonly<Record<string, unknown>>;

const MAX_NAME = 60;
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'];
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
/** Metadata that is refused: URLs that the server would fetch or send to, keys, and statements that it cannot check. */
const REFUSED = [
  'jwks',
  'jwks_uri',
  'sector_identifier_uri',
  'backchannel_logout_uri',
  'backchannel_client_notification_endpoint',
  'request_uris',
  'software_statement',
];
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/;
/** Alphabets whose letters can be mistaken for letters of another alphabet. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Hebrew}/u,
];

/** Why a client may not register itself, as a text for its developer; null if it may. */
export function metadataProblem(metadata: Metadata): string | null {
  const refused = REFUSED.find((name) => metadata[name] !== undefined);
  if (refused !== undefined) return `${refused} is not supported`;
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic';
  if (!AUTH_METHODS.some((known) => known === method))
    return `token_endpoint_auth_method must be ${AUTH_METHODS.join(' or ')}`;
  return (
    selfGivenNameProblem(metadata.client_name) ??
    grantProblem(metadata) ??
    scopeProblem(metadata.scope) ??
    uriProblem('redirect_uris', metadata.redirect_uris, metadata, 1) ??
    uriProblem('post_logout_redirect_uris', metadata.post_logout_redirect_uris ?? [], metadata, 0)
  );
}

/** The consent page shows the name, so it must not look like another name, or contain ours. */
function selfGivenNameProblem(name: unknown): string | null {
  if (name === undefined) return null;
  if (typeof name !== 'string' || !name.trim() || name.length > MAX_NAME)
    return `client_name must have at most ${MAX_NAME} characters`;
  if (/[\p{C}\p{Zl}\p{Zp}\p{M}]/u.test(name) || name !== name.normalize('NFKC') || name !== name.trim())
    return 'client_name must not contain control, invisible, combining or compatibility characters';
  if (ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1) return 'client_name must not mix alphabets';
  if (/\p{Script=Latin}/u.test(name.replaceAll(ORDINARY_LATIN, '')))
    return 'client_name must not contain phonetic letters or small capitals';
  return resembles(OUR_NAME, plainLetters(name)) ? `client_name must not contain "${OUR_NAME}"` : null;
}

const OUR_NAME = site.name.split(' ', 1).join('').toLowerCase();
/** Latin letters that languages are written in. Phonetic letters and small capitals look like ordinary letters. */
const ORDINARY_LATIN = /[A-Za-zªºÀ-ɏḀ-ỿɓɔɖɗəɛɣɨɩɲʉʊʋʒ]/gu;
/** What looks like each letter of our name: letters of any alphabet that no decomposition relates to it, and digits. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  r: 'Ʀ ɍ г ⲅ Ꭱ Ꮢ ꓣ',
  s: 'ƨ ȿ ѕ Ꮥ Ꮪ ꓢ տ 5',
  p: 'ƥ р ρ ⲣ ƿ þ Ꮲ ꓑ',
  a: 'а α ⲁ Ꭺ ꓮ 4',
  m: 'м ⲙ Ꮇ ꓟ',
  d: 'đ ɖ ɗ ƌ ԁ ð ȡ ժ Ꭰ ꓓ ꓒ',
};
const LETTER_BEHIND = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) =>
    others.split(' ').map((other) => [other.toLowerCase(), letter]),
  ),
);

/** Only the letters, in lower case and without accents, after replacing what looks like a letter of our name. */
const plainLetters = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/./gu, (letter) => LETTER_BEHIND.get(letter) ?? letter);

/** Whether a text contains a name, also if two of its letters only look like one. */
const resembles = (name: string, text: string): boolean =>
  [text, text.replaceAll('rn', 'm'), text.replaceAll('cl', 'd'), text.replaceAll('rn', 'm').replaceAll('cl', 'd')].some(
    (reading) => reading.includes(name),
  );

function grantProblem({ grant_types: grants = GRANT_TYPES, response_types: responses = ['code'] }: Metadata) {
  if (!isTexts(grants) || !grants.every((grant) => GRANT_TYPES.includes(grant)))
    return `grant_types may only contain ${GRANT_TYPES.join(' and ')}`;
  return isTexts(responses) && responses.every((type) => type === 'code') ? null : 'response_types must be ["code"]';
}

function scopeProblem(scope: unknown): string | null {
  if (scope === undefined) return null;
  const isAllowed = (name: string) => OAUTH_SCOPES.some((known) => known === name);
  return typeof scope === 'string' && scope.split(' ').every(isAllowed)
    ? null
    : `scope may only contain ${OAUTH_SCOPES.join(', ')}`;
}

function uriProblem(field: string, uris: unknown, metadata: Metadata, fewest: number): string | null {
  if (!isTexts(uris) || uris.length < fewest || uris.length > MAX_REDIRECT_URIS)
    return `${field} must contain ${fewest} to ${MAX_REDIRECT_URIS} URIs`;
  const isNative = metadata.application_type === 'native';
  const isPublic = isNative && metadata.token_endpoint_auth_method === 'none';
  for (const uri of uris) {
    const problem = redirectUriProblem(uri, { isPublic });
    if (problem) return `${field}: ${problem}`;
    if (LOOPBACK.test(uri) && !isNative) return `${field}: http on loopback is for application_type "native"`;
  }
  return null;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
