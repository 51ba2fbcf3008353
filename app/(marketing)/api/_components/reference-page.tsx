import type { ReactNode } from 'react';
import type { PublishedArea } from '#lib/openapi/published.ts';
import { paths } from '#lib/paths.ts';

type ReferencePageProps = {
  title: string;
  lead: string;
  /** The area that the endpoint belongs to, for the breadcrumbs. */
  area?: PublishedArea;
  children: ReactNode;
};

/** A page of the reference, with breadcrumbs. */
export function ReferencePage({ title, lead, area, children }: ReferencePageProps) {
  return (
    <article className="page py-12 sm:py-20">
      <nav aria-label="Where this is" className="flex flex-wrap gap-x-2 text-small text-muted">
        <a href={paths.api} className="underline underline-offset-4 hover:text-ink">
          API
        </a>
        {area && (
          <>
            <span aria-hidden="true">/</span>
            <a href={paths.apiArea(area.slug)} className="underline underline-offset-4 hover:text-ink">
              {area.name}
            </a>
          </>
        )}
      </nav>
      <h1 className="mt-4 text-heading font-semibold tracking-tight wrap-anywhere">{title}</h1>
      <p className="mt-3 mb-8 max-w-measure wrap-anywhere text-muted">{lead}</p>
      {children}
    </article>
  );
}
