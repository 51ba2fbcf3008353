/** Rare actions: the list of all actions that ever occurred must have them. */
const RARE = [
  'user',
  'fuzzy_key',
  'oauth_client',
  'storage_server',
  'signing_key',
  'billing_alert',
  'oauth_token',
].flatMap((noun) =>
  ['created', 'updated', 'removed', 'revoked', 'resolved', 'two_factor_removed'].map((verb) => `${noun}.${verb}`),
);

/** How many of 10,000 events have each action; the rest are logins. */
const ACTIONS: readonly [action: string, share: number][] = [
  ['mail.sent', 1200],
  ['session.refused', 1000],
  ['session.ended', 800],
  ['subscription.synced', 600],
  ['session.confirmed', 300],
  ['consent.granted', 200],
  ['user.password_changed', 100],
  ['user.usage_alerts_changed', 100],
  ['user.signed_up', 30],
  ['user.blocked', 9],
  ...RARE.map((action): [string, number] => [action, 1]),
];

/** The branches of a CASE that chooses an action for a random number below 10,000. */
export function actionOf(die: string): string {
  let below = 0;
  return ACTIONS.map(([action, share]) => `WHEN ${die} < ${(below += share)} THEN '${action}'`).join(' ');
}
