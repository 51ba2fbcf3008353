import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findPublishedArea, publishedAreas } from '#lib/openapi/published.ts';
import { CallList } from '../../_components/call-list.tsx';
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
