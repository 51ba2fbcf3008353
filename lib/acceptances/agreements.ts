import { firstOwner } from '#lib/accounts/recipients.ts';
import { type Context, type Member, transaction } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DPA_VERSION } from '#lib/marketing/policies/policy.ts';
import { CURRENT_VERSION, recordAcceptance } from './acceptances.ts';
import type { AcceptDpaInput } from './schema.ts';
import type { AgreementsView } from './views.ts';

/** In rows from before members, the first owner accepted. */
const acceptorOf = ({
  person,
  account,
}: {
  person: WithEmail | null;
  account: { memberships: { user: WithEmail }[] };
}) => (person ?? account.memberships[0]?.user)?.email;
type WithEmail = { email: string | null };

const CURRENT = { terms: CURRENT_VERSION, dpa: DPA_VERSION } as const;

/**
 * The caller accepts the data processing agreement. Throws `conflict` if the page showed another version than the
 * current one. A second click changes nothing: the first time counts.
 */
export const acceptDpa = (ctx: Context<Member>, { version }: AcceptDpaInput): Promise<void> =>
  transaction(ctx, async (tx) => {
    if (version !== DPA_VERSION)
      throw new DomainError('conflict', 'The agreement has changed. Read the new version, then accept it.');
    const { accountId, userId: by } = ctx.actor;
    const accepted = await tx.db.acceptance.findFirst({ where: { accountId, document: 'dpa', version } });
    if (!accepted) await recordAcceptance(tx, { accountId, document: 'dpa', act: 'page', version, by });
  });

/** The documents that hold for the caller, with what the caller last accepted of each. */
export async function listAgreements({ db, actor: { accountId } }: Context<Member>): Promise<AgreementsView> {
  const documents = ['terms', 'dpa'] as const;
  const rows = await db.acceptance.findMany({
    where: { accountId, document: { in: [...documents] } },
    orderBy: { acceptedAt: 'desc' },
    distinct: ['document'],
    select: {
      document: true,
      version: true,
      acceptedAt: true,
      person: { select: { email: true } },
      account: { select: { memberships: firstOwner } },
    },
  });
  return {
    agreements: documents.map((document) => {
      const row = rows.find((each) => each.document === document);
      return {
        document,
        current_version: CURRENT[document],
        accepted: row ? { version: row.version, at: row.acceptedAt.toISOString(), by: acceptorOf(row) ?? '' } : null,
      };
    }),
  };
}
