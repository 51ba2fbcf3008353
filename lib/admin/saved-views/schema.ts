import { z } from 'zod';
import { oneLine, text } from '#lib/base/text/text.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';

/** The lists whose views can be saved, with the parameters of their URLs that a view holds. */
export const SAVED_LISTS = {
  users: ['search', 'status', 'admin', 'verified', 'subscription', 'sort'],
  keys: ['search', 'rank', 'email', 'attention', 'deleted', 'sort'],
  audit: ['action', 'actor', 'target', 'from', 'to', 'ip', 'request_id', 'sort'],
  jobs: ['state', 'queue', 'sort'],
} as const;
export type SavedList = keyof typeof SAVED_LISTS;

const SavedListName = z.enum(Object.keys(SAVED_LISTS) as [SavedList, ...SavedList[]]);

/** The query of `GET admin/api/views`. */
export const SavedViewsQuery = z.object({ list: SavedListName });

const hasNoEmail = (text: string) => withoutAddresses(text) === text;

/** `PUT admin/api/views/{id}`, and the field of the form. */
export const SavedViewName = z.object({
  name: oneLine(40, 'A name cannot contain control characters.', 'A name has at most 40 characters.')
    .min(1, 'Please enter a name.')
    .refine(hasNoEmail, 'A name cannot contain an email address.'),
});
export type SavedViewName = z.infer<typeof SavedViewName>;

/** `POST admin/api/views`. */
export const CreateSavedViewInput = SavedViewName.extend({
  list: SavedListName,
  query: text(1000).min(1).describe('filters and order, as in the URL of the list'),
}).superRefine(({ list, query }, issues) => {
  const refuse = (message: string) => issues.addIssue({ code: 'custom', path: ['query'], message });
  const known: readonly string[] = SAVED_LISTS[list];
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name)) refuse('The list has no such filter.');
    // A deletion removes email addresses only from the few places where they are stored on purpose.
    if (!hasNoEmail(value)) refuse('A view cannot keep an email address. Filter by the user’s id instead.');
  }
});
export type CreateSavedViewInput = z.infer<typeof CreateSavedViewInput>;

/** How many views one admin may save for one list. */
export const MAX_SAVED_VIEWS = 12;
