import { exactNumber } from '#components/ui/data/number-text.ts';
import { Badge } from '#components/ui/states/badge.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Nothing, PanelSection } from '../../frame/panel-section.tsx';
import type { AdminUserDetailView } from '#lib/users/views.ts';

const STATES = {
  on: { tone: 'good', text: 'On' },
  suspended: { tone: 'warning', text: 'Suspended' },
  deleted: { tone: 'bad', text: 'Deleted' },
} as const;

/** The user's keys, including deleted ones. */
export function UserPanelKeys({ keys }: Pick<AdminUserDetailView, 'keys'>) {
  return (
    <PanelSection title="Keys">
      {!keys.length && <Nothing>No key.</Nothing>}
      <ul className="divide-y text-small">
        {keys.map((key) => (
          <li key={key.id} className="space-y-1 py-2">
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-medium wrap-anywhere">{key.description}</span>
              <Badge tone={STATES[key.state].tone}>{STATES[key.state].text}</Badge>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <Copyable value={key.public_key} shown={12} label={`Copy API key ${key.description}`} />
              <span className="text-muted">
                Rank {key.rank}
                {key.quantity > 1 && `, quantity ${exactNumber(key.quantity)}`}
                {key.is_external && ', external'}
                {key.replaced_by && ', replaced'}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
