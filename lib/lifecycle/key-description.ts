import type { Context } from '#lib/context.ts';

/** What a person's own key is called (decisions §5). */
export const manualDescription = ({ id, email }: { id: string; email: string | null }): string =>
  `Manual ${email ?? id}`;

/** A description that no key has: the wanted one, with a number when a key is called so. */
export async function freeDescription(tx: Context, wanted: string): Promise<string> {
  const rows = await tx.db.fuzzyKey.findMany({
    where: { description: { startsWith: wanted } },
    select: { description: true },
  });
  const taken = new Set(rows.map(({ description }) => description));
  for (let number = 1; ; number++) {
    const description = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(description)) return description;
  }
}
