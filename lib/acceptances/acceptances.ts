import type { Context } from '#lib/base/context.ts';
import { TERMS_VERSION } from '#lib/marketing/policies/policy.ts';

/** What a person can accept. `begin_at_once`: that a private buyer wants the key before the right to withdraw ends. */
export type AcceptedDocument = 'terms' | 'dpa' | 'begin_at_once';
/** The act in which it is accepted; `page`: by a click on the document's own page. */
export type AcceptanceAct = 'sign_up' | 'invitation' | 'purchase' | 'page';

/** The version of the terms in force, which also say what a wish to begin at once means. The agreement has another. */
export const CURRENT_VERSION = TERMS_VERSION;

type Acceptance = {
  accountId: string;
  document: AcceptedDocument;
  act: AcceptanceAct;
  version?: string;
  at?: Date;
  /** the member who accepts; a person who only has their own account is that account */
  by?: string;
};

/** Records, in the transaction of the act, that an account accepts a document by a member; by default its current version, now. */
export async function recordAcceptance(
  tx: Context,
  { accountId, document, act, version = CURRENT_VERSION, at = tx.now, by = accountId }: Acceptance,
): Promise<void> {
  await tx.db.acceptance.create({ data: { accountId, document, version, act, acceptedAt: at, acceptedBy: by } });
}

/** When a person last accepted the current version of a document in such an act; null for never. */
export async function findAcceptance(
  { db }: Context,
  { accountId, document, act }: Pick<Acceptance, 'accountId' | 'document' | 'act'>,
): Promise<Date | null> {
  const row = await db.acceptance.findFirst({
    where: { accountId, document, act, version: CURRENT_VERSION },
    orderBy: { acceptedAt: 'desc' },
    select: { acceptedAt: true },
  });
  return row?.acceptedAt ?? null;
}
