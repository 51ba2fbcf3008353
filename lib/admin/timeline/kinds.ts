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
 * The kind of an event of the audit log. What an admin did to a user is `admin`, whatever it was about, except for keys
 * and billing, which are looked for by what changed.
 */
export function kindOf({ action, isByAnotherAdmin }: { action: string; isByAnotherAdmin: boolean }): TimelineKind {
  const [noun = ''] = action.split('.');
  const kind = action === 'user.stripe_customer_removed' ? 'billing' : NOUNS[noun];
  if (kind) return kind;
  return isByAnotherAdmin ? 'admin' : 'account';
}

/** The first words of a kind's actions. Null for `admin` and `account`, which have all other actions. */
export const nounsOf = (kind: TimelineKind): string[] => Object.keys(NOUNS).filter((noun) => NOUNS[noun] === kind);
/** All first words that belong to a kind. */
export const KNOWN_NOUNS: readonly string[] = Object.keys(NOUNS);
