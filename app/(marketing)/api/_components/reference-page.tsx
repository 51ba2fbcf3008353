import type { ReactNode } from 'react';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
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
    <article className="page public-page">
      <PageHeader
        title={title}
        description={lead}
        crumbs={[
          { label: 'API', href: paths.api },
          ...(area ? [{ label: area.name, href: paths.apiArea(area.slug) }] : []),
        ]}
      />
      {children}
    </article>
  );
}
