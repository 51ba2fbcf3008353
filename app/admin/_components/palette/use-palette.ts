'use client';

import { useQuery } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { PaletteView } from '#lib/users/views.ts';
import { ADMIN_PAGES } from '../frame/admin-pages.ts';
import { PALETTE_ACTIONS, PALETTE_LISTS, type PaletteAction } from './palette-actions.ts';
import { useSettled } from '../lists/use-settled.ts';

export type Palette = {
  pages: readonly { href: string; label: string }[];
  actions: readonly PaletteAction[];
  users: PaletteView['users'];
  keys: PaletteView['keys'];
  /** True until the results for the typed text arrive. */
  isSearching: boolean;
  error: Error | null;
  retry: () => void;
};

/**
 * Results for `text`: pages and actions immediately, users and keys after a pause. Never returns results for an
 * earlier text. A chosen action limits the results to users or keys that it applies to.
 */
export function usePalette(text: string, action: PaletteAction | null): Palette {
  const settled = useSettled(text, text);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['admin', 'palette', settled],
    queryFn: () => asAdmin(callApi('GET /admin/api/search', { query: { q: settled } })),
    enabled: settled !== '',
  });
  const isSettled = settled === text;
  const lower = text.toLowerCase();
  const matches = ({ label, words = '' }: { label: string; words?: string }) =>
    !action && `${label} ${words}`.toLowerCase().includes(lower);
  return {
    pages: [...ADMIN_PAGES, ...(lower ? PALETTE_LISTS : [])].filter(matches),
    actions: PALETTE_ACTIONS.filter(matches),
    users: ((isSettled && data?.users) || []).filter((user) => !action || action.fitsUser?.(user)),
    keys: ((isSettled && data?.keys) || []).filter((key) => !action || action.fitsKey?.(key)),
    isSearching: text !== '' && (!isSettled || (isFetching && !data)),
    error: isSettled && !data && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}
