import type { Metadata } from 'next';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import { publishedAreas } from '#lib/openapi/published.ts';
import { Areas } from '../_components/areas.tsx';

export const dynamic = 'error';
export const metadata: Metadata = { title: 'API for admins', robots: { index: false } };

export default function AdminApiPage() {
  return (
    <article className="page public-page">
      <PageHeader
        title="API for admins"
        description={
          <>
            Endpoints of the admin pages. All other users get 403, which is logged. How to call them, and their errors,
            are described on{' '}
            <a href={paths.api} className="text-ink underline underline-offset-4 hover:text-signal">
              the public API page
            </a>
            .
          </>
        }
      />
      <Areas areas={publishedAreas('admins')} />
    </article>
  );
}
