import { z } from 'zod';

/** A named view of one admin's list. */
export const SavedViewView = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z.string().describe('filters and order, as in the URL of the list'),
});
export type SavedViewView = z.infer<typeof SavedViewView>;

/** `GET admin/api/views`: the caller's, oldest first. */
export const SavedViewListView = z.object({ views: z.array(SavedViewView) });
export type SavedViewListView = z.infer<typeof SavedViewListView>;
