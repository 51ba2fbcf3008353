import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

vi.mock('#lib/base/settings/env.ts', () => ({
  env: () => ({ APP_MODE: 'production', APP_URL: 'https://premium.test' }),
}));
const { isRefusedHost } = await import('./guarded-fetch.ts');
const { toClientColumns } = await import('#lib/oauth/clients/client-rules.ts');
const { redirectUriProblem } = await import('#lib/oauth/redirect-uri.ts');
const { CheckConnectionInput } = await import('#lib/doctor/schema.ts');
const { StorageHostInput } = await import('#lib/storage/schema.ts');

const client = {
  name: 'App',
  redirect_uris: ['https://app.example/cb'],
  scopes: ['openid'],
  is_public: false,
  post_logout_redirect_uris: [],
};
const doesNotThrow = (work: () => unknown) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** Whether each place that judges a host accepts it. */
const PLACES: Record<string, (host: string) => boolean> = {
  'a fetched URL or metadata document': (host) => !isRefusedHost(new URL(`https://${host}/`)),
  'a back-channel logout URI': (host) =>
    doesNotThrow(() => toClientColumns({ ...client, backchannel_logout_uri: `https://${host}/l` })),
  'a redirect URI': (host) => redirectUriProblem(`https://${host}/cb`, { isPublic: false }) === null,
  'a storage host': (host) => StorageHostInput.shape.host.safeParse(host).success,
  'an address to check': (host) => CheckConnectionInput.safeParse({ address: host }).success,
};
const THIS_MACHINE = ['localhost.', 'LOCALHOST.', '127.0.0.1.', '127.1', '0x7f000001', '[::ffff:127.0.0.1]'];

test.each(Object.entries(PLACES))('%s is not this machine in another spelling (S62)', (_place, accepts) => {
  expect(THIS_MACHINE.filter(accepts)).toEqual([]);
});

test('no request of this server goes to a name below localhost, or through a dot at the end (S62)', () => {
  const accepts = (place: string) => PLACES[place] ?? expect.unreachable(place);
  for (const host of ['localhost', 'app.localhost', 'app.localhost.', '10.0.0.1', '[::1]']) {
    expect(accepts('a fetched URL or metadata document')(host), host).toBe(false);
    expect(accepts('a back-channel logout URI')(host), host).toBe(false);
  }
  expect(accepts('a back-channel logout URI')('app.example')).toBe(true);
  for (const place of ['a back-channel logout URI', 'a redirect URI', 'a storage host'])
    expect(accepts(place)('app.example.'), place).toBe(false);
});

test('no other file judges a host (the others read the settings of the operator)', () => {
  const files = globSync('{lib,app,server}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}', 'lib/testing/**'] });
  const reading = files.filter((file) => /\.hostname\b/.test(readFileSync(file, 'utf8')));
  expect(reading.toSorted()).toEqual([
    'lib/auth/factors/webauthn.ts',
    'lib/base/settings/env.ts',
    'lib/billing/stripe/client.ts',
    'lib/email-address/domain.ts',
    'lib/http/outgoing/guarded-fetch.ts',
    'lib/mail/service.ts',
    'lib/oauth/redirect-uri.ts',
    'lib/oauth/registration/metadata-documents.ts',
  ]);
});
