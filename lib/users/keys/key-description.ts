import type { Context } from '#lib/base/context.ts';

/** Description of a key that is created along with a user (docs/product.md). */
export const manualDescription = ({ id, email }: { id: string; email: string | null }): string =>
  `Manual ${email ?? id}`;

/** A unique key description: `wanted`, with a number if it is taken. */
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
