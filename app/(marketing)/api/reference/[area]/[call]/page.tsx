import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findPublishedArea } from '#lib/openapi/published.ts';
import { Call } from '../../../_components/call.tsx';
import { ReferencePage } from '../../../_components/reference-page.tsx';

type Props = { params: Promise<{ area: string; call: string }> };

/** Rendered on request, because 140 pages with few readers need not stay in memory. */
export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await findCall(params);
  return { title: found ? `API: ${found.call.operation.summary}` : 'API', robots: { index: false } };
}

export default async function ApiCallPage({ params }: Props) {
  const { area, call } = (await findCall(params)) ?? notFound();
  return (
    <ReferencePage title={call.operation.summary} lead={`${call.method} ${call.path}`} area={area}>
      <Call call={call} />
    </ReferencePage>
  );
}

async function findCall(params: Props['params']) {
  const { area: slug, call: id } = await params;
  const area = findPublishedArea(slug);
  const call = area?.calls.find(({ operation }) => operation.operationId === id);
  return area && call ? { area, call } : null;
}
