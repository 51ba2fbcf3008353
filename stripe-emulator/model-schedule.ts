import type { Metadata, SubscriptionItem } from './model.ts';

/** Changes that wait for a payment or a date: that part of the model (see model.ts). */

export type PhaseItem = { price: string; plan: string; quantity: number; metadata: Metadata };

export type Phase = { start_date: number; end_date: number; items: PhaseItem[]; proration_behavior: string };

export type Schedule = {
  id: string;
  object: 'subscription_schedule';
  canceled_at: number | null;
  created: number;
  current_phase: { start_date: number; end_date: number } | null;
  customer: string;
  end_behavior: 'release' | 'cancel';
  metadata: Metadata;
  phases: Phase[];
  released_at: number | null;
  released_subscription: string | null;
  status: 'active' | 'released' | 'canceled';
  subscription: string | null;
};

/** An update that holds once `invoice` is paid. `proration` is what the invoice took from the amounts owed before. */
export type ParkedUpdate = {
  invoice: string;
  items: SubscriptionItem[];
  billing_cycle_anchor: number;
  proration: number | null;
};
