import { NEAR_PERCENT } from '#lib/base/promises.ts';

/**
 * The kinds of emails about usage, in the order of the account page: the switch's label and hint, whether the email is
 * sent to those who have chosen nothing, and, for an email about the daily limit, the percentage at which it is due. A
 * default never changes, because the database keeps only the kinds that a user has switched from it.
 */
const KINDS = {
  limit_80: {
    label: `${NEAR_PERCENT}% of the daily limit`,
    hint: `When the last 24 hours reach ${NEAR_PERCENT}% of your limit.`,
    isDefault: true,
    percent: NEAR_PERCENT,
  },
  limit_100: {
    label: 'Daily limit reached',
    hint: 'When requests may be refused.',
    isDefault: true,
    percent: 100,
  },
  silent: { label: 'No more requests', hint: 'When a busy key stops sending requests.', isDefault: true },
  new_source: {
    label: 'New server',
    hint: 'When a new server starts using your key, after its first day.',
    isDefault: true,
  },
  silent_source: {
    label: 'Silent server',
    hint: 'When a busy server stops using your key, and others still do.',
    isDefault: true,
  },
} as const satisfies Record<string, Kind>;

type Kind = { label: string; hint: string; isDefault: boolean; percent?: number };
export type AlertKind = keyof typeof KINDS;
/** The kinds of emails about the daily limit. */
export type LimitAlertKind = { [K in AlertKind]: (typeof KINDS)[K] extends { percent: number } ? K : never }[AlertKind];

export const ALERT_KINDS = Object.keys(KINDS) as AlertKind[];
export const alertKind = (kind: AlertKind): Kind => KINDS[kind];

/** The kinds about the daily limit with their percentages, the highest first. */
export const LIMIT_ALERTS = ALERT_KINDS.flatMap((kind) => {
  const { percent } = alertKind(kind);
  return percent === undefined ? [] : [{ kind: kind as LimitAlertKind, percent }];
}).toSorted((a, b) => b.percent - a.percent);

/** Which kinds are wanted by a user who has switched the kinds `switched` from their defaults. */
export const alertSettings = (switched: readonly string[]): Record<AlertKind, boolean> =>
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, isAlertOn(kind, switched)])) as Record<AlertKind, boolean>;

/** Whether emails of this kind are wanted by a user who has switched the kinds `switched` from their defaults. */
export const isAlertOn = (kind: AlertKind, switched: readonly string[]): boolean =>
  alertKind(kind).isDefault !== switched.includes(kind);
