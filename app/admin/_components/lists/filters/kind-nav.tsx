import { classNames } from '#components/ui/look/class-names.ts';

type KindNavProps = { choices: readonly { label: string; href: string; isCurrent: boolean }[] };

/** Filters a list by kind: more choices than fit into one row on a phone, where the row scrolls. */
export const KindNav = ({ choices }: KindNavProps) => (
  <nav aria-label="Kind" className="mb-4">
    <ul className="flex gap-2 overflow-x-auto py-1 sm:flex-wrap">
      {choices.map(({ label, href, isCurrent }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={isCurrent ? 'true' : undefined}
            className={classNames(
              'inline-block rounded-md border px-3 py-1.5 text-small whitespace-nowrap -outline-offset-2 hover:border-line-strong',
              isCurrent ? 'border-ink font-medium' : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
