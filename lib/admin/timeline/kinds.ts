/** Kinds of entries on a user's timeline, in the order of the filter. */
export const TIMELINE_KINDS = ['mail', 'billing', 'key', 'login', 'admin', 'account'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

const NOUNS: Readonly<Record<string, TimelineKind>> = {
  mail: 'mail',
  subscription: 'billing',
  stripe_event: 'billing',
  billing_alert: 'billing',
  billing: 'billing',
  fuzzy_key: 'key',
  session: 'login',
  sessions: 'login',
};

/**
 * The kind of an audit log event. An action of another admin is `admin`, unless its noun has another kind:
 * mails, billing, keys and logins have the same kind for every actor.
 */
export function kindOf({ action, isByAnotherAdmin }: { action: string; isByAnotherAdmin: boolean }): TimelineKind {
  const [noun = ''] = action.split('.');
  const kind = action === 'user.stripe_customer_removed' ? 'billing' : NOUNS[noun];
  if (kind) return kind;
  return isByAnotherAdmin ? 'admin' : 'account';
}

/** The nouns of a kind's actions. Empty for `admin` and `account`, which have the actions with all other nouns. */
export const nounsOf = (kind: TimelineKind): string[] => Object.keys(NOUNS).filter((noun) => NOUNS[noun] === kind);
/** The nouns of all kinds. */
export const KNOWN_NOUNS: readonly string[] = Object.keys(NOUNS);
