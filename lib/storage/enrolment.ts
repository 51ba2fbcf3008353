import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { normaliseCode, randomCode, randomToken, sha256 } from '#lib/base/crypto.ts';
import { invalidField } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { giveBack, limited, tryToCountAll, type Limited } from '#lib/http/rate-limit.ts';
import { storageServerFields, toStorageServerRow } from './queries.ts';
import { ENROLMENT_MS, type EnrolInput } from './schema.ts';
import { NO_CODE, noSuchServer } from './service.ts';
import type { EnrolledHost, EnrolmentCode } from './views.ts';

/**
 * Creates the code with which the host of a server gets its token. It works once, for ten minutes, and replaces an
 * earlier one. Only this response contains it: the row has a hash. Throws `reauthentication_required` and `not_found`.
 */
export async function createEnrolmentCode(ctx: Context<Admin>, id: number): Promise<EnrolmentCode> {
  const code = randomCode();
  const expiresAt = new Date(ctx.now.getTime() + ENROLMENT_MS);
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const [server] = await tx.db.storageServer.updateManyAndReturn({
      where: { id, removedAt: null },
      data: { enrolmentCodeHash: hashOf(code), enrolmentExpiresAt: expiresAt },
      select: storageServerFields,
    });
    if (!server) throw noSuchServer();
    await recordAudit(tx, 'storage_server.enrolment_code_created', String(id), { name: server.name });
    return { server: toStorageServerRow(server), code, expires_at: expiresAt.toISOString() };
  });
}

/**
 * Exchanges a valid code for a new token of its server, whose old token becomes void. A code that is unknown, used,
 * expired, replaced or void always gets the same `invalid` error. After too many of them it throws `rate_limited`, even
 * for a valid code.
 */
export async function enrolStorageHost(ctx: Context, { code }: EnrolInput): Promise<EnrolledHost> {
  const limits: Limited[] = [
    ['enrolment_failure_address', ctx.ip ?? ''],
    ['enrolment_failure_site', ''],
  ];
  const reached = await tryToCountAll(limits);
  if (reached) throw await limited(...reached);
  let enrolled: EnrolledHost | null | undefined;
  try {
    enrolled = await redeem(ctx, code);
  } finally {
    if (enrolled !== null) await giveBack(limits);
  }
  if (!enrolled) throw invalidField('code', 'This code does not work. Create a new one under Servers.');
  return enrolled;
}

/**
 * Redeems a code; null if it is not valid. The second of two simultaneous requests waits for the row, and then finds no
 * code.
 */
async function redeem(ctx: Context, code: string): Promise<EnrolledHost | null> {
  const token = randomToken();
  return transaction(ctx, async (tx) => {
    const [server] = await tx.db.storageServer.updateManyAndReturn({
      where: { enrolmentCodeHash: hashOf(code), enrolmentExpiresAt: { gt: tx.now }, removedAt: null },
      data: { tokenHash: sha256(token), ...NO_CODE },
      select: { id: true, name: true },
    });
    if (!server) return null;
    const host = { ...tx, actor: { kind: 'server' as const, serverId: server.id } };
    await recordAudit(host, 'storage_server.enrolled', String(server.id), { name: server.name });
    return { name: server.name, token };
  });
}

const hashOf = (code: string) => sha256(`enrolment:${normaliseCode(code)}`);
