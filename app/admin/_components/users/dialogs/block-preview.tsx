import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import type { BlockUsersView } from '#lib/users/views.ts';
import { nameOf } from '../list/user-texts.ts';

/** Lists the users who will change, with the subscriptions that Stripe continues to charge, those who need no change, and those refused, with the reason. */
export function BlockPreview({ changed, unchanged, refused, blocked }: BlockUsersView & { blocked: boolean }) {
  return (
    <div role="status" className="space-y-4">
      <People
        title={blocked ? 'Will be blocked' : 'Will be unblocked'}
        people={blocked ? changed : changed.map((person) => ({ ...person, charged: [] }))}
      />
      <People title={blocked ? 'Blocked already' : 'Not blocked'} people={unchanged} />
      <People title="Refused" people={refused} />
      {!changed.length && <p className="text-small text-muted">No user would change.</p>}
    </div>
  );
}

type Person = { id: string; email: string | null; reason?: string; charged?: Charged };
type Charged = BlockUsersView['changed'][number]['charged'];

function People({ title, people }: { title: string; people: readonly Person[] }) {
  if (!people.length) return null;
  return (
    <section>
      <h3 className="text-small font-medium">
        {title} <span className="text-muted">{people.length}</span>
      </h3>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-40 divide-y overflow-y-auto rounded-md border text-small"
      >
        {people.map((person) => (
          <li key={person.id} className="px-3 py-1.5 wrap-anywhere">
            {nameOf(person)}
            {person.charged?.map(({ product, quantity }, index) => (
              <span key={index} className="block text-muted">
                <PlanName product={product} quantity={quantity} />: charging continues
              </span>
            ))}
            {person.reason && <span className="block text-red">{person.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
