import type { Metadata } from 'next';
import { Doctor } from '#components/doctor/doctor.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import { env } from '#lib/base/settings/env.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { listStorageServers } from '#lib/storage/queries.ts';
import { StorageServerListQuery } from '#lib/storage/schema.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { FirstLists, listAt } from '../_components/lists/first-lists.tsx';
import { CreateServerButton } from './_components/create-server-button.tsx';
import { serversList, texts } from './_components/servers-list.ts';
import { Servers } from './_components/servers.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Storage servers', robots: { index: false } };

export default async function AdminServersPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(serversList, StorageServerListQuery, listStorageServers, query)];
  return (
    <AdminPage
      path={addressOf(paths.adminServers, query)}
      title="Storage servers"
      description="Fuzzy storage hosts. Each runs an agent that pulls keys and reports usage."
      loadFailure={texts.forbidden}
      actions={
        <>
          {env().FUZZY_SRV_DOMAIN !== '' && (
            <a href={paths.zoneFile} download className={buttonClass({ variant: 'secondary' })}>
              Download zone file
            </a>
          )}
          <CreateServerButton />
        </>
      }
    >
      <FirstLists lists={lists}>
        <Servers />
        <CheckAnyConnection />
      </FirstLists>
    </AdminPage>
  );
}

/** Lets an admin ask what the storage hosts see of any address. */
function CheckAnyConnection() {
  return (
    <section aria-labelledby="check-title" className="mt-10 space-y-4 border-t pt-8 *:max-w-measure">
      <h2 id="check-title" className="text-title font-semibold">
        Check a connection
      </h2>
      <Doctor asker="admin" />
    </section>
  );
}
