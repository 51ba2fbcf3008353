import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { GenerateKeyButton } from './_components/dialogs/generate-key-button.tsx';
import { texts } from './_components/list/keys-texts.ts';
import { KeysScreen } from './_components/list/keys-screen.tsx';
import { RefreshKeys } from './_components/list/refresh-keys.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Fuzzy Keys Management', robots: { index: false } };

export default async function AdminKeysPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <AdminPage
      path={addressOf(paths.adminKeys, await searchParams)}
      title="Fuzzy Keys Management"
      loadFailure={texts.loadFailed}
      actions={
        <>
          <a href={paths.admin} className={buttonClass({ variant: 'secondary' })}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Admin
          </a>
          <RefreshKeys />
          <GenerateKeyButton />
        </>
      }
    >
      <KeysScreen />
    </AdminPage>
  );
}
