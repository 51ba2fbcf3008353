import type { Metadata } from 'next';
import { env } from '#lib/env.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { listOAuthClients, OAuthClientListQuery } from '#lib/oauth/clients/clients.ts';
import { oauthEndpoints } from '#lib/oauth/provider/endpoints.ts';
import { paths } from '#lib/paths.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, listAt } from '../_components/lists/first-lists.tsx';
import { ClientDialogs } from './_components/list/client-dialogs.tsx';
import { clientsQuery, loadClientsView } from './_components/list/clients-query.ts';
import { ClientsScreen } from './_components/list/clients-screen.tsx';
import { CreateClientButton } from './_components/list/create-client-button.tsx';
import { ProviderEndpoints } from './_components/list/provider-endpoints.tsx';
import { Registration } from './_components/registration/registration.tsx';
import { OAUTH_CLIENTS, texts } from './_components/list/texts.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'OAuth2 Client Management', robots: { index: false } };

export default async function AdminOAuthPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(OAUTH_CLIENTS, OAuthClientListQuery, listOAuthClients, clientsQuery(loadClientsView(query)))];
  return (
    <ClientDialogs>
      <AdminPage
        path={addressOf(paths.adminOAuth, query)}
        title="OAuth2 Client Management"
        description="Applications that users log in to with their account here."
        loadFailure={texts.forbidden}
        actions={
          <>
            <RefreshButton queryKey={OAUTH_CLIENTS} />
            <CreateClientButton>Create Client</CreateClientButton>
          </>
        }
      >
        <div className="space-y-12">
          <FirstLists lists={lists}>
            <ClientsScreen />
          </FirstLists>
          <ProviderEndpoints endpoints={oauthEndpoints(env().APP_URL)} />
          <Registration />
        </div>
      </AdminPage>
    </ClientDialogs>
  );
}
