import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { isRefusedHost } from '#lib/http/outgoing/guarded-fetch.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { OAUTH_SCOPES } from '#lib/oauth/scopes.ts';
import { registrationContext } from '#lib/oauth/store/registered-client.ts';
import { whileAvailable } from '#lib/oauth/store/unavailable.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { metadataProblem, type Metadata } from './metadata-rules.ts';
import { findRegistrationSettings } from './settings.ts';

/** The longest client id that the admin API accepts (schema.ts). */
const MAX_ID = 200;

/**
 * Whether the document at this client id may be fetched: documents are on, the URL is in the normal form of the URL
 * parser, names no private address, has no dot after its host and is not blocked. Throws if one IP address causes too many fetches.
 */
export async function mayFetchDocument(ctx: KoaContextWithOIDC | undefined, id: string): Promise<boolean> {
  const url = id.length > MAX_ID ? null : URL.parse(id);
  if (url?.href !== id || url.port || url.hostname.endsWith('.') || isRefusedHost(url)) return false;
  if (!(await whileAvailable(() => isAllowed(id)))) return false;
  const address = String(ctx?.req.headers[CLIENT_ADDRESS_HEADER] ?? '');
  try {
    await consumeLimit('client_document_address', address);
  } catch (error) {
    log().warn({ err: error }, 'client metadata document not fetched');
    throw new errors.TemporarilyUnavailable('Too many client metadata documents. Try again later.');
  }
  return true;
}

/**
 * Whether a client may be used as its document describes it. Restricts the client to the scopes that every client may
 * ask for, and updates its row from the document, because consents and tokens refer to the row.
 */
export async function mayUseDocument(_ctx: KoaContextWithOIDC | undefined, client: Client): Promise<boolean> {
  const id = client.clientId;
  const problem = documentProblem(id, client.metadata());
  if (problem) {
    log().info({ client: id, problem }, 'client metadata document refused');
    return false;
  }
  const asked = (client.scope ?? DEFAULT_SCOPE).split(' ');
  Object.assign(client, { scope: OAUTH_SCOPES.filter((scope) => asked.includes(scope)).join(' ') });
  return whileAvailable(async () => (await isAllowed(id)) && keepRow(client));
}

const DEFAULT_SCOPE = OAUTH_SCOPES.join(' ');

function documentProblem(id: string, metadata: Metadata): string | null {
  if (metadata.token_endpoint_auth_method !== 'none') return 'only public clients may have a document';
  const uris = [metadata.redirect_uris, metadata.post_logout_redirect_uris].flat().map(String);
  const { host } = new URL(id);
  const isElsewhere = (uri: string) => uri.startsWith('https:') && URL.parse(uri)?.host !== host;
  if (uris.some(isElsewhere)) return 'a redirect URI has another host than the document';
  return metadataProblem(metadata);
}

async function isAllowed(id: string): Promise<boolean> {
  const [settings, row] = await Promise.all([
    findRegistrationSettings(db()),
    db().oAuthClient.findUnique({ where: { id }, select: { kind: true, blockedAt: true } }),
  ]);
  const isUsable = row === null || (row.kind === 'metadata_document' && row.blockedAt === null);
  return settings.metadata_documents && isUsable;
}

/** Writes the row if it is new, or if the document has changed. Returns false if it was blocked in the meantime. */
async function keepRow(client: Client): Promise<boolean> {
  const id = client.clientId;
  const data = {
    name: client.clientName ?? new URL(id).host,
    redirectUris: [...(client.redirectUris ?? [])],
    postLogoutRedirectUris: [...(client.postLogoutRedirectUris ?? [])],
    scopes: client.scope?.split(' ') ?? [],
  };
  const select = { name: true, redirectUris: true, postLogoutRedirectUris: true, scopes: true } as const;
  const known = await db().oAuthClient.findUnique({ where: { id }, select });
  if (known && JSON.stringify(inOrder(known)) === JSON.stringify(inOrder(data))) return true;
  return transaction(registrationContext(), async (tx) => {
    const { count } = await tx.db.oAuthClient.createMany({
      data: { ...data, id, kind: 'metadata_document', isPublic: true, requirePkce: true },
      skipDuplicates: true,
    });
    if (count) {
      await recordAudit(tx, 'oauth_client.registered', id, { kind: 'metadata_document' });
      return true;
    }
    const where = { id, kind: 'metadata_document', blockedAt: null } as const;
    const updated = await tx.db.oAuthClient.updateMany({ where, data: { ...data, version: { increment: 1 } } });
    return updated.count === 1;
  });
}

type Described = { name: string; redirectUris: string[]; postLogoutRedirectUris: string[]; scopes: string[] };

const inOrder = (row: Described) => [row.name, row.redirectUris, row.postLogoutRedirectUris, row.scopes];
