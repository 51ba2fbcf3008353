import { z } from 'zod';
import type { Admin, Context, Member } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { trimmed } from '#lib/base/text/text.ts';
import { assertCursorFits, encodeCursor, listQuery, toPage, type Cursor, type Sort } from '#lib/http/list-query.ts';
import { parse } from '#lib/http/parse.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import type { OAuthClientListView, OAuthClientView, PublicClientView } from '#lib/oauth/views.ts';

/** The query of `GET admin/api/oauth2/clients`. */
export const OAuthClientListQuery = z.object({
  ...listQuery(['name', 'created_at'], '-created_at'),
  search: trimmed(200).optional(),
});

/** A page of clients. `search` matches names and ids. */
export async function listOAuthClients(
  ctx: Context<Admin>,
  { limit, sort, cursor, search }: z.infer<typeof OAuthClientListQuery>,
): Promise<OAuthClientListView> {
  const where: Prisma.OAuthClientWhereInput = search
    ? { OR: (['name', 'id'] as const).map((field) => ({ [field]: { contains: search, mode: 'insensitive' } })) }
    : {};
  const way = sort.isDescending ? 'desc' : 'asc';
  const [rows, total] = await Promise.all([
    ctx.db.oAuthClient.findMany({
      where: { AND: [where, cursor ? beyond(sort, cursor) : {}] },
      orderBy: [{ [FIELDS[sort.by].name]: way }, { id: way }],
      take: limit + 1,
      select: clientFields,
    }),
    ctx.db.oAuthClient.count({ where }),
  ]);
  const { page, end } = toPage(rows, { limit, sort }, (last) => ({
    value: FIELDS[sort.by].valueOf(last),
    id: last.id,
  }));
  return { clients: page.map(toClientView), total, next_cursor: end && encodeCursor(end) };
}

type SortField = 'name' | 'created_at';

/** The columns to sort by, the value of a row in a cursor, and the schema of that value. */
const FIELDS = {
  name: { name: 'name', valueOf: (row: ClientRow) => row.name, value: z.string() },
  created_at: {
    name: 'createdAt',
    valueOf: (row: ClientRow) => row.createdAt.toISOString(),
    value: z.iso.datetime().transform((text) => new Date(text)),
  },
} as const satisfies Record<SortField, unknown>;

/** The clients that follow a cursor. */
function beyond(sort: Sort<SortField>, cursor: Cursor): Prisma.OAuthClientWhereInput {
  assertCursorFits(cursor, sort);
  const { name } = FIELDS[sort.by];
  const form: z.ZodType<string | Date> = FIELDS[sort.by].value;
  const value = parse(form, cursor.value, 'malformed');
  const further = sort.isDescending ? 'lt' : 'gt';
  return { OR: [{ [name]: { [further]: value } }, { [name]: value, id: { [further]: String(cursor.id) } }] };
}

/** One client. Throws `not_found`. */
export async function getOAuthClient(ctx: Context<Admin>, id: string): Promise<OAuthClientView> {
  const row = await ctx.db.oAuthClient.findUnique({ where: { id }, select: clientFields });
  if (!row) throw noClient();
  return toClientView(row);
}

/** The facts about a client that every logged-in user may see. Throws `not_found`. */
export async function getPublicClient(ctx: Context<Member>, id: string): Promise<PublicClientView> {
  const row = await ctx.db.oAuthClient.findUnique({ where: { id }, select: { name: true, isPublic: true } });
  if (!row) throw noClient();
  return { name: row.name, is_public: row.isPublic };
}

/** The customer specified this text (docs/product.md, "Fixed texts"). */
export const noClient = () => new DomainError('not_found', 'Invalid client ID.');

export const clientFields = {
  id: true,
  name: true,
  redirectUris: true,
  postLogoutRedirectUris: true,
  scopes: true,
  isPublic: true,
  requirePkce: true,
  mayReadSubscription: true,
  rolesAsGroups: true,
  mayUseDeviceFlow: true,
  backchannelLogoutUri: true,
  idTokenAlg: true,
  requireDpop: true,
  requirePar: true,
  requireTwoFactor: true,
  kind: true,
  blockedAt: true,
  version: true,
  createdAt: true,
} satisfies Prisma.OAuthClientSelect;
type ClientRow = Prisma.OAuthClientGetPayload<{ select: typeof clientFields }>;

export const toClientView = (row: ClientRow): OAuthClientView => ({
  id: row.id,
  name: row.name,
  redirect_uris: row.redirectUris,
  post_logout_redirect_uris: row.postLogoutRedirectUris,
  scopes: row.scopes,
  is_public: row.isPublic,
  require_pkce: row.requirePkce,
  dpop_bound_access_tokens: row.requireDpop,
  require_pushed_authorization_requests: row.requirePar,
  require_two_factor: row.requireTwoFactor,
  id_token_signed_response_alg: algorithmOf(row.idTokenAlg),
  backchannel_logout_uri: row.backchannelLogoutUri,
  may_read_subscription: row.mayReadSubscription,
  roles_as_groups: row.rolesAsGroups,
  kind: row.kind,
  is_blocked: row.blockedAt !== null,
  may_use_device_flow: row.mayUseDeviceFlow,
  created_at: epochSeconds(row.createdAt),
  version: row.version,
});

const algorithmOf = (stored: string) => SIGNING_ALGORITHMS.find((alg) => alg === stored) ?? SIGNING_ALGORITHMS[0];

export const epochSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);
