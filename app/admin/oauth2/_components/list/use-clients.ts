'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { showSaved } from '../../../_components/lists/show-saved.ts';
import { OAUTH_CLIENTS } from './texts.ts';

export type ClientList = { clients: OAuthClientView[]; total: number; next_cursor: string | null };

type Sent = OAuthClientView & { client_secret?: string | undefined; secret?: string };

/** Accepts lists as JSON strings, and the secret in `secret` (docs/product.md). Throws if a list is not JSON. */
export function readClient({ secret, ...client }: Sent): OAuthClientWithSecret {
  return {
    ...client,
    redirect_uris: readList(client.redirect_uris),
    post_logout_redirect_uris: readList(client.post_logout_redirect_uris),
    scopes: readList(client.scopes),
    client_secret: client.client_secret ?? secret,
  };
}

const readList = (list: unknown): string[] =>
  (typeof list === 'string' ? (JSON.parse(list) as unknown[]) : Array.isArray(list) ? list : []).map(String);

/** `GET admin/api/oauth2/clients`. */
export async function listClients(query: URLSearchParams): Promise<ClientList> {
  const list = await callApi('GET /admin/api/oauth2/clients', { query });
  return { ...list, clients: list.clients.map((client) => readClient(client)) };
}

/** Loads page after page. Reloads each time the dialog opens. */
export const useClientTokens = (id: string) =>
  useInfiniteQuery({
    queryKey: tokensKey(id),
    queryFn: ({ pageParam }) =>
      asAdmin(
        callApi('GET /admin/api/oauth2/clients/{id}/tokens', {
          params: { id },
          query: { cursor: pageParam || undefined },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    staleTime: 0,
  });

type Reload = { clients: (saved?: OAuthClientWithSecret) => Promise<void>; tokens: (id: string) => Promise<void> };

/** Reloads the clients, or the tokens of one client. Shows a saved client at once, and does not cache its secret. */
export function useReloadClients(): Reload {
  const client = useQueryClient();
  return {
    clients: (saved) => {
      if (saved) {
        const { client_secret: _, ...row } = saved;
        showSaved(client, { queryKey: OAUTH_CLIENTS, field: 'clients' }, [row]);
      }
      return client.invalidateQueries({ queryKey: OAUTH_CLIENTS });
    },
    tokens: (id) => client.invalidateQueries({ queryKey: tokensKey(id) }),
  };
}

const tokensKey = (id: string) => ['admin', 'oauth2', 'tokens', id];
