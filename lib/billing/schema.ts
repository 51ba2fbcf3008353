import { z } from 'zod';
import type { BillingInterval, PlanName } from './plan.ts';

/** `GET userstatus` (spec §3, decisions §3). */
export type UserStatusView = {
  has_subscription: boolean;
  is_manual: boolean;
  plan: { product: string | null; quantity: number; status: string | null; key: string | null };
  email: string | null;
  is_admin: boolean;
};

/** What a link to `/buy` asks for. */
export type Purchase = { plan: PlanName; interval: BillingInterval; isTest: boolean };

const flag = z.literal('1').optional();

/** The flags of `/buy` (spec §4, S61): both micro and small, or any other value than 1, is refused. */
export const BuyQuery = z
  .object({ micro: flag, small: flag, yearly: flag, test: flag })
  .refine(({ micro, small }) => !(micro && small), 'Only one plan can be bought at a time.')
  .transform(({ micro, small, yearly, test }): Purchase => ({
    plan: micro ? 'personal' : small ? 'starter' : 'scale',
    interval: yearly ? 'year' : 'month',
    isTest: test === '1',
  }));
