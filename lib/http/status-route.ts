import { route } from './route.ts';

/** A `route` whose answers carry the HTTP status in `status`, refusals too: the fuzzy-key calls (spec §7, decisions §3). */
export const statusRoute: typeof route = (spec, handle) => {
  const answer = route(spec, async (call) => ({ status: 200, ...(await handle(call)) }));
  return async (request, context) => {
    const response = await answer(request, context);
    if (response.ok) return response;
    const body = (await response.json()) as object;
    return Response.json({ ...body, status: response.status }, response);
  };
};
