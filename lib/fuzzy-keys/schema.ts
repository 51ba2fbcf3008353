/** Whether the storage answers a key: a suspended one is refused at once, a deleted one leaves the key map after 30 days. */
export type KeyState = 'on' | 'suspended' | 'deleted';

/** A key as its owner and admins see it; the private half is in no view. */
export type FuzzyKeyView = {
  id: number;
  description: string;
  publicKey: string;
  /** its name in fuzzystat */
  keyId: string;
  rank: number;
  quantity: number;
  /** requests per second for one unit; null: the rank's */
  rate: number | null;
  /** in addition to the rank's */
  forbiddenFlags: number[];
  email: string | null;
  userId: string | null;
  subscriptionId: string | null;
  state: KeyState;
  /** an admin's entry of a key whose private half we do not have */
  isExternal: boolean;
  version: number;
  createdAt: Date;
};

/** What a new key is to be. `rate` is per unit. */
export type CreateFuzzyKeyInput = {
  description: string;
  rank: number;
  quantity: number;
  rate?: number | null;
  forbiddenFlags?: readonly number[];
  email: string | null;
  userId: string | null;
  subscriptionId: string | null;
};

/** The part of a key that follows from a plan. */
export type FuzzyKeyPlanInput = {
  rank: number;
  quantity: number;
  forbiddenFlags: readonly number[];
  rate?: number | null;
};
