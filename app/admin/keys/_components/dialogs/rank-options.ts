import type { Option } from '#components/ui/fields/select.tsx';
import type { RankMap } from '#lib/fuzzy-keys/views.ts';

/** The label of a rank: its description from the database, or else its number. */
export const rankText = (ranks: RankMap | undefined, rank: number): string => {
  return ranks?.[rank]?.description ?? `Rank ${rank}`;
};

/** All ranks, lowest first. Includes `chosen` even before the ranks have loaded. */
export function rankOptions(ranks: RankMap | undefined, chosen: number): Option[] {
  const known = Object.keys(ranks ?? {}).map(Number);
  const all = known.includes(chosen) ? known : [...known, chosen];
  return all.toSorted((a, b) => a - b).map((rank) => ({ value: String(rank), label: rankText(ranks, rank) }));
}
