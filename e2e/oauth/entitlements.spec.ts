/** What a client learns with openid-client about what a user has bought. */
import * as client from 'openid-client';
import { expect, test } from '../fixtures.ts';
import { sayWhoBuys } from '../support/who-buys.ts';
import { claimsOf, createWalk, logInThere, textOf, type Walk } from './support/walk.ts';

const SCOPE = 'openid subscription groups';
type Tokens = Awaited<ReturnType<typeof logInThere>>;

/** The two claims in ID token, user info and introspection. */
async function entitlements({ rp, user }: Walk, tokens: Tokens) {
  const places: Record<string, unknown>[] = [
    claimsOf(tokens),
    await client.fetchUserInfo(rp.config, tokens.access_token, user.id),
    await client.tokenIntrospection(rp.config, tokens.access_token),
  ];
  return places.map(({ subscription, groups }) => ({ subscription, groups }));
}
const three = (claims: object) => [claims, claims, claims];
const renew = ({ rp }: Walk, tokens: Tokens) => client.refreshTokenGrant(rp.config, tokens.refresh_token ?? '');
const statusOf = async ({ browser }: Walk) =>
  ((await browser.send('/userstatus')).json() as { plan: { status: string | null } }).plan.status;

test('adds the subscription to the tokens at the first renewal after the purchase (S75)', async ({ stripe }) => {
  const walk = await createWalk('basic', { mayReadSubscription: true });
  const before = await logInThere(walk, { scope: SCOPE });
  expect(await entitlements(walk, before)).toEqual(three({ subscription: undefined, groups: [] }));

  await sayWhoBuys(walk.browser);
  const { headers } = await walk.browser.send('/buy?small=1');
  const session = (await stripe.state()).sessions.find(({ url }) => url === headers.get('location'));
  await stripe.send('pay', { session: session?.id });
  await expect.poll(() => statusOf(walk)).toBe('active');
  const bought = await renew(walk, before);
  const subscription = { plan: 'starter', status: 'active', until: expect.any(Number) };
  expect(await entitlements(walk, bought)).toEqual(three({ subscription, groups: ['subscribers', 'starter'] }));
});

test('returns neither claim if it was not requested, was denied, or an admin did not allow it (S68)', async () => {
  const walk = await createWalk('basic', { mayReadSubscription: true });
  const unasked = await logInThere(walk, { scope: 'openid' });
  expect(await entitlements(walk, unasked)).toEqual(three({ subscription: undefined, groups: undefined }));

  const page = await walk.browser.open((await walk.rp.request({ scope: SCOPE })).url);
  expect(textOf(page)).toContain('Access subscription');
  const denied = await walk.browser.decide(page, 'deny');
  expect(denied.url.searchParams.get('error')).toBe('access_denied');
  const renewed = await renew(walk, unasked);
  expect(await entitlements(walk, renewed)).toEqual(three({ subscription: undefined, groups: undefined }));

  const other = await createWalk();
  const refused = await other.browser.open((await other.rp.request({ scope: SCOPE })).url);
  expect(refused.url.searchParams.get('error')).toBe('invalid_scope');
});
