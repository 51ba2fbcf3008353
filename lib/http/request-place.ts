import { AsyncLocalStorage } from 'node:async_hooks';

/** A started request. Call `leave` when it has ended. */
export type Place = { leave: () => void };

/** The place of the request that is being answered; server.ts and Next's bundle share it through globalThis. */
const globals = globalThis as { placeOfRequest?: AsyncLocalStorage<Place> };
const placeOfRequest = (globals.placeOfRequest ??= new AsyncLocalStorage());

/** Answers a request that has a place. */
export const inPlace = <T>(place: Place, answer: () => T): T => placeOfRequest.run(place, answer);

/**
 * Gives the place of the request back before it ends, because it now waits in another bounded queue. What is left to do
 * after that is limited by how fast that queue moves.
 */
export const leavePlace = (): void => placeOfRequest.getStore()?.leave();
