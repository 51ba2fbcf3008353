import type { Metadata } from 'next';
import { paths } from '#lib/base/paths.ts';
import { publishedAreas } from '#lib/openapi/published.ts';
import { Areas } from '../_components/areas.tsx';

export const dynamic = 'error';
export const metadata: Metadata = { title: 'API for admins', robots: { index: false } };

export default function AdminApiPage() {
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
      <Areas areas={publishedAreas('admins')} />
    </article>
  );
}
