import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Lists = { queryKey: QueryKey; field: string };

/**
 * Puts rows that the server has just saved into the cached lists, which have their rows in `field`. Otherwise an edit
 * that begins before the lists reload sends the old version, and is refused as stale (R24).
 */
export function showSaved(client: QueryClient, { queryKey, field }: Lists, saved: readonly { id: unknown }[]): void {
  client.setQueriesData<Record<string, unknown>>({ queryKey }, (data) => {
    const rows = data?.[field];
    if (!Array.isArray(rows)) return data;
    const withSaved = (row: { id: unknown }) => ({ ...row, ...saved.find(({ id }) => id === row.id) });
    return { ...data, [field]: rows.map(withSaved) };
  });
}
