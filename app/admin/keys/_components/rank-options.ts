import type { Option } from '#components/ui/select.tsx';
import type { RankMap } from '#lib/fuzzy-keys/views.ts';

/** What a rank is called in this screen: emoji and description, which are data (spec §3). */
export const rankText = (ranks: RankMap | undefined, rank: number): string => {
  const known = ranks?.[rank];
  return known ? `${known.emoji} ${known.description}` : `Rank ${rank}`;
};

/** Every rank to choose from, the lowest first; `chosen` is among them before the others are known. */
export function rankOptions(ranks: RankMap | undefined, chosen: number): Option[] {
  const known = Object.keys(ranks ?? {}).map(Number);
  const all = known.includes(chosen) ? known : [...known, chosen];
  return all.toSorted((a, b) => a - b).map((rank) => ({ value: String(rank), label: rankText(ranks, rank) }));
}
