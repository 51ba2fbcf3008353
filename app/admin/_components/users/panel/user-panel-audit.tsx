import { Time } from '#components/ui/data/time.tsx';
import { paths } from '#lib/paths.ts';
import { Nothing, PanelSection } from '../../frame/panel-section.tsx';
import type { AdminUserDetailView } from '#lib/users/views.ts';

/** The latest audit events about or by the user. */
export function UserPanelAudit({ id, events }: { id: string; events: AdminUserDetailView['audit'] }) {
  return (
    <PanelSection title="Recent audit">
      {!events.length && <Nothing>Nothing yet.</Nothing>}
      <ul className="divide-y text-small">
        {events.map((event) => (
          <li key={event.id} className="py-2">
            <div className="flex flex-wrap justify-between gap-x-3">
              <span className="font-mono">{event.action}</span>
              <span className="text-muted">by {event.actor.name}</span>
            </div>
            <Time at={new Date(event.at)} />
          </li>
        ))}
      </ul>
      <a
        href={`${paths.adminAudit}?target=${encodeURIComponent(id)}`}
        className="inline-block py-1 text-small underline"
      >
        All about this user
      </a>
    </PanelSection>
  );
}
