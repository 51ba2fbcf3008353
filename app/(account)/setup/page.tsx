import type { Metadata } from 'next';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { SetupGuide } from '#components/account/setup/setup-guide.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/setup', {
  title: 'Setup Guide',
  description:
    'How to connect Rspamd to the premium fuzzy storage and the stable package repository: files, weights, commands.',
});

export default function SetupPage() {
  return (
    <>
      <PageHeader
        title="Setup Guide"
        description="One command for the fuzzy service, one repository for stable packages."
      />
      <SetupGuide />
    </>
  );
}
