'use client';

import { useQuery } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { PaletteView } from '#lib/users/views.ts';
import { ADMIN_PAGES } from '../frame/admin-pages.ts';
import { useSettled } from '../lists/use-settled.ts';

export type Palette = {
  pages: readonly { href: string; label: string }[];
  users: PaletteView['users'];
  keys: PaletteView['keys'];
  /** The results for the typed text have not arrived yet. */
  isSearching: boolean;
  error: Error | null;
  retry: () => void;
};

/** Results for `text`: pages immediately, users and keys after a pause. Never the results for an earlier text. */
export function usePalette(text: string): Palette {
  const settled = useSettled(text, text);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['admin', 'palette', settled],
    queryFn: () => asAdmin(callApi('GET /admin/api/search', { query: { q: settled } })),
    enabled: settled !== '',
  });
  const isSettled = settled === text;
  const lower = text.toLowerCase();
  return {
    pages: ADMIN_PAGES.filter(({ label }) => label.toLowerCase().includes(lower)),
    users: (isSettled && data?.users) || [],
    keys: (isSettled && data?.keys) || [],
    isSearching: text !== '' && (!isSettled || (isFetching && !data)),
    error: isSettled && !data && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}
