import type { InboxKind } from '#lib/admin/inbox/schema.ts';

/** What a page of the inbox shows: entries of one kind or of all, or what was put aside. */
export type InboxPart = { kind: InboxKind | undefined; aside: '1' | undefined };

/** The key of all queries of the inbox. */
export const INBOX = ['admin', 'inbox'] as const;

export const inboxKey = ({ kind, aside }: InboxPart): readonly string[] => [...INBOX, kind ?? '', aside ?? ''];
