import { headers } from 'next/headers';
import type { Admin, Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { requireUser } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';

/** The context of a console page that reads its data on the server. Throws `forbidden` unless the user is an admin. */
export async function adminContext(path: string): Promise<Context<Admin>> {
  const actor = await requireUser(path);
  if (actor.role !== 'admin') throw new DomainError('forbidden', 'Admins only.');
  return createContext({ headers: await headers() }, { ...actor, role: actor.role });
}
