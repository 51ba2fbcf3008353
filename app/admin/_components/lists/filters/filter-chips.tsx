import { Chip } from '#components/ui/navigation/chip.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { labelOfValue, type FilterField } from './fields.ts';

type FilterChipsProps<N extends string, C> = {
  fields: readonly FilterField<N>[];
  values: Readonly<Record<N, string | null>>;
  /** The change of the view that removes a filter. */
  without: (name: N) => C;
  /** A chip beside those of the filters, such as the order. */
  more?: { label: string; value: string; without: C } | null | undefined;
  /** Removes everything that has a chip. */
  all: C;
  go: (change: C) => void;
  href: (change: C) => string;
};

/** The filters in force. A click on a chip removes it. */
export function FilterChips<N extends string, C>(props: FilterChipsProps<N, C>) {
  const { fields, values, without, more, all, go, href } = props;
  const chips = fields.flatMap((field) => {
    const value = values[field.name];
    return value === null
      ? []
      : [{ label: field.label, value: labelOfValue(field, value), without: without(field.name) }];
  });
  const shown = more ? [...chips, more] : chips;
  if (!shown.length) return null;
  return (
    <div role="group" aria-label="In force" className="flex flex-wrap items-center gap-2">
      {shown.map(({ label, value, without: change }) => (
        <Chip key={label} label={label} value={value} href={href(change)} onNavigate={() => go(change)} />
      ))}
      <StateLink href={href(all)} onNavigate={() => go(all)} className="rounded-sm px-1 text-small underline">
        Clear all
      </StateLink>
    </div>
  );
}
