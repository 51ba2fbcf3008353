import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { getFigures } from '#lib/hash-reports/figures.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { currentActor } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { FalsePositives, LEAD, TITLE } from './_components/false-positives.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = pageMetadata('/false-positives', { title: TITLE, description: LEAD });

/** Rendered for each request, because the figures are those of now. Without them, the page says so. */
export default async function FalsePositivesPage() {
  const ctx = createContext({ headers: await headers() }, await currentActor());
  return <FalsePositives figures={await getFigures(ctx).catch(() => null)} />;
}
