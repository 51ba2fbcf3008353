import { acceptDpa } from '#lib/acceptances/agreements.ts';
import { AcceptDpaInput } from '#lib/acceptances/schema.ts';
import { paths } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';

/** The click on /dpa. A visitor logs in first, and then clicks again. */
export const POST = formRoute(
  { body: AcceptDpaInput, failurePage: () => paths.dpa },
  async ({ ctx: { actor, ...ctx }, body }) => {
    if (actor.kind !== 'user') return { location: paths.login(paths.dpa) };
    await acceptDpa({ ...ctx, actor }, body);
    return { location: paths.agreements };
  },
);
