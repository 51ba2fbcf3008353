import { AsyncLocalStorage } from 'node:async_hooks';
import { processState } from '#lib/base/process-state.ts';

/**
 * The place that a started request has in the load shedder (server/admission/load-shedding.ts). Call `leave` when it has ended.
 */
export type Place = { leave: () => void };

/** The place of the request that is being answered. */
const placeOfRequest = (processState<{ current: AsyncLocalStorage<Place> }>('places').current ??=
  new AsyncLocalStorage());

/** Answers a request that holds this place. While `answer` runs, `leavePlace` releases the place. */
export const inPlace = <T>(place: Place, answer: () => T): T => placeOfRequest.run(place, answer);

/**
 * Releases the current request's place before the request ends, because it now waits in another bounded queue, which
 * limits the remaining work.
 */
export const leavePlace = (): void => placeOfRequest.getStore()?.leave();
