import type { ReactNode } from 'react';
import { Breadcrumbs } from '#components/ui/navigation/breadcrumbs.tsx';
import { paths } from '#lib/base/paths.ts';
import type { PublishedArea } from '#lib/openapi/published.ts';

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
      <Breadcrumbs
        crumbs={[
          { label: 'API', href: paths.api },
          ...(area ? [{ label: area.name, href: paths.apiArea(area.slug) }] : []),
        ]}
      />
      <h1 className="mt-3 text-heading font-semibold tracking-tight wrap-anywhere">{title}</h1>
      <p className="mt-3 mb-8 max-w-measure wrap-anywhere text-muted">{lead}</p>
      {children}
    </article>
  );
}
