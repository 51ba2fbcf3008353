/** Faults that control commands have planted. */
export type Faults = {
  duplicate: number;
  failNext: number;
  corruptSignature: number;
  oldTimestamp: { count: number; seconds: number };
  livemode: boolean;
  isHeld: boolean;
  /** How many of the next API requests to answer with 500. */
  failApi: number;
  /** How many of the next requests with an idempotency key to answer with a 500 that is stored under the key. */
  failStored: number;
  /** How many API responses to delay after they are built, and by how long, so that they are outdated on arrival. */
  slowApi: { count: number; milliseconds: number };
};

export const noFaults = (): Faults => ({
  duplicate: 0,
  failNext: 0,
  corruptSignature: 0,
  oldTimestamp: { count: 0, seconds: 0 },
  livemode: false,
  isHeld: false,
  failApi: 0,
  failStored: 0,
  slowApi: { count: 0, milliseconds: 0 },
});
