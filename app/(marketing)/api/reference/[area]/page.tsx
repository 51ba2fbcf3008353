import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { paths } from '#lib/base/paths.ts';
import { findPublishedArea, type PublishedArea, publishedAreas } from '#lib/openapi/published.ts';
import { ReferencePage } from '../../_components/reference-page.tsx';

type Props = { params: Promise<{ area: string }> };

export const dynamic = 'error';
/** Responds with 404 for an unknown area, without rendering or caching a page. */
export const dynamicParams = false;
export const generateStaticParams = () =>
  [...publishedAreas('everybody'), ...publishedAreas('admins')].map(({ slug }) => ({ area: slug }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const area = findPublishedArea((await params).area);
  return { title: `API: ${area?.name ?? 'unknown'}`, robots: { index: false } };
}

export default async function ApiAreaPage({ params }: Props) {
  const area = findPublishedArea((await params).area) ?? notFound();
  return (
    <ReferencePage title={area.name} lead={area.description}>
      <CallList area={area} />
    </ReferencePage>
  );
}

/** The endpoints of an area, each linked to its own page. */
function CallList({ area: { slug, calls } }: { area: PublishedArea }) {
  return (
    <ul className="divide-y rounded-md border">
      {calls.map(({ method, path, operation: { operationId, summary } }) => (
        <li key={operationId}>
          <a
            href={paths.apiCall(slug, operationId)}
            className="grid gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-sunken sm:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <code className="font-mono text-small font-medium">{method}</code>
            <span className="min-w-0">
              <code className="block font-mono text-small wrap-anywhere">{path}</code>
              <span className="text-small text-muted">{summary}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
