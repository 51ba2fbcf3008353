import { z } from 'zod';
import { changedRoute, route } from './route.ts';

/** A `route` whose responses hold the HTTP status as `status`, errors included: the fuzzy-key endpoints. */
export const statusRoute: typeof route = (spec, handle) => {
  const answer = route(spec, async (call) => {
    const view = await handle(call);
    return view instanceof Response ? view : Object.assign({ status: 200 }, view);
  });
  return changedRoute(answer, addStatusToError, {
    ...answer.spec,
    answer: withStatus(spec.answer) as typeof spec.answer,
  });
};

async function addStatusToError(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = (await response.json()) as object;
  return Response.json({ ...body, status: response.status }, response);
}

const withStatus = (answer: z.ZodType | undefined) =>
  answer instanceof z.ZodObject ? answer.extend({ status: z.literal(200) }) : answer;
