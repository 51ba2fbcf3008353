import type { Metadata } from './model.ts';

/** The billing portal's part of the model (see model.ts). */

export type PortalProduct = { product: string; prices: string[] };

export type PortalConfiguration = {
  id: string;
  object: 'billing_portal.configuration';
  active: boolean;
  created: number;
  updated: number;
  default_return_url: string | null;
  features: {
    payment_method_update: { enabled: boolean };
    subscription_cancel: { enabled: boolean };
    subscription_update: { enabled: boolean; default_allowed_updates: string[] };
  };
  is_default: boolean;
  metadata: Metadata;
};

export type PortalFlow =
  | {
      type: 'subscription_update_confirm';
      subscription: string;
      items: { id: string; price: string; quantity: number }[];
      completedUrl: string | null;
    }
  | { type: 'subscription_cancel'; subscription: string; completedUrl: string | null }
  | { type: 'subscription_update'; subscription: string; completedUrl: string | null }
  | { type: 'payment_method_update'; completedUrl: string | null };

export type PortalSession = {
  id: string;
  object: 'billing_portal.session';
  configuration: string;
  created: number;
  customer: string;
  return_url: string | null;
  url: string;
};
