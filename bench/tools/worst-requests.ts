/** The most expensive request known of each kind that anyone may send (P17). */
export type Kind = keyof typeof WORST;

const parameters = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, n) => `a${n}=%41`)
    .join('&')
    .padEnd(bytes, 'x');
const RSC = { rsc: '1', 'next-router-prefetch': '1' };
const authorization = 'client_id=none&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&';

export const WORST = {
  'the login page': [{ path: '/login' }],
  'a query at the limit': [
    { path: `/login?${parameters(50, 2048)}` },
    { path: `/no/such/page?${parameters(50, 2048)}` },
  ],
  'a query beyond the limit': [
    { path: `/login?${parameters(1500, 12_000)}` },
    { path: `/api/live?${parameters(51, 0)}` },
  ],
  'an OAuth query at the limit': [
    { path: `/oauth2/authorize?interaction=x&${parameters(49, 16_000)}` },
    { path: `/oauth2/authorize?${authorization}${parameters(47, 16_000)}` },
  ],
  'the data of public pages': [
    { path: '/', headers: { rsc: '1' } },
    { path: '/pricing', headers: RSC },
    { path: '/setup', headers: { rsc: '1' } },
  ],
  'programs without credentials': [
    { path: '/oauth2/userinfo', headers: { authorization: 'Bearer x' } },
    { path: '/api/storage/keys', headers: { authorization: 'Basic eDp4' } },
    { path: '/.well-known/openid-configuration' },
  ],
  'a long address on the verification page': [{ path: `/verify-email?token=x&email=${'a'.repeat(2000)}` }],
} satisfies Record<string, { path: string; headers?: Record<string, string> }[]>;
