import { useId } from 'react';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { ATTENTIONS } from '#lib/fuzzy-keys/schema.ts';
import type { RankMap } from '#lib/fuzzy-keys/views.ts';
import { rankText } from '../dialogs/rank-options.ts';
import { type KeysChange, keysList, type KeysView } from './keys-list.ts';

const { first } = keysList;

type KeysToolbarProps = {
  view: KeysView;
  ranks: RankMap | undefined;
  search: (text: string) => void;
  go: (change: KeysChange) => void;
};

const EMAILS = [
  { value: '', label: 'All Keys' },
  { value: 'with', label: 'With Email' },
  { value: 'without', label: 'Without Email' },
];

const ATTENTION_OPTIONS = [
  { value: '', label: 'Any usage' },
  { value: 'over', label: 'Over the limit' },
  { value: 'silent', label: 'Silent' },
  { value: 'spread', label: 'Many networks' },
];

/** Search and filters, all in the URL. */
export function KeysToolbar({ view, ranks, search, go }: KeysToolbarProps) {
  const switchId = useId();
  const numbers = Object.keys(ranks ?? {}).map(Number);
  const all = view.rank === null || numbers.includes(view.rank) ? numbers : [...numbers, view.rank];
  const rankOptions = all.map((rank) => ({ value: String(rank), label: rankText(ranks, rank) }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 grow basis-full lg:basis-64">
        <SearchField
          label="Search keys"
          placeholder="Description, email or public key"
          value={view.search}
          onChange={search}
        />
      </div>
      <Select
        aria-label="Rank"
        isCompact
        className="min-w-0 grow basis-36 lg:max-w-52"
        options={[{ value: '', label: 'All Ranks' }, ...rankOptions]}
        value={view.rank ?? ''}
        onChange={({ currentTarget: { value } }) => go({ rank: value ? Number(value) : null, ...first })}
      />
      <Select
        aria-label="Email"
        isCompact
        className="min-w-0 grow basis-36 lg:max-w-44"
        options={EMAILS}
        value={view.email ?? ''}
        onChange={({ currentTarget: { value } }) =>
          go({ email: value === 'with' || value === 'without' ? value : null, ...first })
        }
      />
      <Select
        aria-label="Attention"
        isCompact
        className="min-w-0 grow basis-36 lg:max-w-40"
        options={ATTENTION_OPTIONS}
        value={view.attention ?? ''}
        onChange={({ currentTarget: { value } }) =>
          go({ attention: ATTENTIONS.find((each) => each === value) ?? null, ...first })
        }
      />
      <label htmlFor={switchId} className="ml-1 flex h-10 items-center gap-2.5 text-small whitespace-nowrap">
        <Switch
          id={switchId}
          checked={view.deleted}
          onChange={({ currentTarget: { checked } }) => go({ deleted: checked, ...first })}
        />
        Show Deleted Keys
      </label>
    </div>
  );
}
