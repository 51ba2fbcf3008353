import type { Metadata } from 'next';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { paths } from '#lib/base/paths.ts';
import { env } from '#lib/base/settings/env.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { listOAuthClients, OAuthClientListQuery } from '#lib/oauth/clients/clients.ts';
import { oauthEndpoints } from '#lib/oauth/provider/endpoints.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { RefreshButton } from '../_components/frame/refresh-button.tsx';
import { FirstLists, listAt } from '../_components/lists/first-lists.tsx';
import { ClientDialogs } from './_components/list/client-dialogs.tsx';
import { clientsList } from './_components/list/clients-list.ts';
import { ClientsScreen } from './_components/list/clients-screen.tsx';
import { CreateClientButton } from './_components/list/create-client-button.tsx';
import { ENDPOINTS_ID, OAUTH_CLIENTS, texts } from './_components/list/texts.ts';
import { Registration } from './_components/registration/registration.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'OAuth2 Client Management', robots: { index: false } };

export default async function AdminOAuthPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(clientsList, OAuthClientListQuery, listOAuthClients, query)];
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
            <CreateClientButton>Create client</CreateClientButton>
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

/** The provider's endpoints, for the developer of an application. */
function ProviderEndpoints({ endpoints }: { endpoints: readonly { label: string; url: string }[] }) {
  return (
    <div id={ENDPOINTS_ID} className="scroll-mt-20">
      <Card title="Provider endpoints">
        <p className="mb-2 max-w-measure text-small text-muted">
          Most libraries need the issuer alone and find the rest by discovery.
        </p>
        <DescriptionList
          items={endpoints.map(({ label, url }) => ({
            term: label,
            value: <Copyable value={url} label={`Copy ${label}`} copiedText={texts.copied} />,
          }))}
        />
      </Card>
    </div>
  );
}
