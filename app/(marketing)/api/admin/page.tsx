import type { Metadata } from 'next';
import { publishedAreas } from '#lib/openapi/published.ts';
import { paths } from '#lib/paths.ts';
import { Area } from '../_components/area.tsx';
import { Contents } from '../_components/contents.tsx';

export const dynamic = 'error';
export const metadata: Metadata = { title: 'API for admins', robots: { index: false } };

export default function AdminApiPage() {
  const areas = publishedAreas('admins');
  return (
    <article className="page py-12 sm:py-20">
      <h1 className="text-display font-semibold tracking-tight">API for admins</h1>
      <p className="mt-4 mb-12 max-w-measure text-lead text-muted">
        Endpoints of the admin pages. All other users get 403, which is logged. How to call them, and their errors, are
        described on{' '}
        <a href={paths.api} className="text-ink underline underline-offset-4 hover:text-signal">
          the public API page
        </a>
        .
      </p>
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="min-w-0 space-y-14">
          {areas.map((area) => (
            <Area key={area.name} area={area} />
          ))}
        </div>
        <Contents titles={areas.map(({ name }) => name)} />
      </div>
    </article>
  );
}
