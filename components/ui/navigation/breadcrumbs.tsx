import { Fragment } from 'react';

export type Crumb = { label: string; href: string };

/** Links to the pages above this one. The page itself is left out, because its heading names it. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-small text-muted">
        {crumbs.map(({ label, href }, index) => (
          <Fragment key={href}>
            {index > 0 && <li aria-hidden="true">/</li>}
            <li>
              <a
                href={href}
                className="inline-block min-w-6 rounded-sm py-1 underline-offset-4 hover:text-ink hover:underline"
              >
                {label}
              </a>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
