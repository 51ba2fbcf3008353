import { noFaults, type Faults } from './faults.ts';
import type { PortalConfiguration, PortalFlow, PortalProduct, PortalSession } from './model-portal.ts';
import type { ParkedUpdate, Schedule } from './model-schedule.ts';
import type {
  Coupon,
  Customer,
  DeletedCustomer,
  Invoice,
  PaymentMethod,
  Price,
  Product,
  PromotionCode,
  Session,
  SessionExtras,
  StripeEvent,
  Subscription,
  WebhookEndpoint,
} from './model.ts';

/** An event to be delivered to one endpoint. `dueAt` and `firstDueAt` are Unix milliseconds of the real clock. */
export type PendingDelivery = {
  id: string;
  event: string;
  endpoint: string;
  attempt: number;
  firstDueAt: number;
  dueAt: number;
};

/** One delivery attempt. `status` is the HTTP status, or null without a response; `error` then says why. */
export type DeliveryRecord = {
  event: string;
  type: string;
  endpoint: string;
  attempt: number;
  status: number | null;
  at: number;
  error: string | null;
};

export type State = {
  /** Seconds that `advance` has moved the emulator ahead of the real clock. */
  clockOffset: number;
  baseUrl: string;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  customers: Record<string, Customer | DeletedCustomer>;
  /** Customers whose card is declined. */
  badCards: string[];
  /** Customers with a declined card whose bank asks for the cardholder's confirmation. */
  askingCards: string[];
  /** Customers who pay by bank debit. */
  debitors: string[];
  /** The time when the bank settles a debit, by invoice. */
  debits: Record<string, number>;
  /** Cards by customer id. */
  cards: Record<string, PaymentMethod>;
  coupons: Record<string, Coupon>;
  promotionCodes: Record<string, PromotionCode>;
  /** Percentage off every invoice, by subscription. */
  discounts: Record<string, number>;
  /** The time when the bank settles the first payment, by session. */
  settlements: Record<string, number>;
  sessions: Record<string, Session>;
  sessionExtras: Record<string, SessionExtras>;
  subscriptions: Record<string, Subscription>;
  /** Amounts from plan changes for the next invoice, by subscription, before tax. */
  prorations: Record<string, number>;
  invoices: Record<string, Invoice>;
  /** What credit notes have paid back, by invoice. */
  credited: Record<string, number>;
  schedules: Record<string, Schedule>;
  /** What a pending update applies when its invoice is paid, by subscription. */
  parkedUpdates: Record<string, ParkedUpdate>;
  portalConfigurations: Record<string, PortalConfiguration>;
  portalProducts: Record<string, PortalProduct[]>;
  portalSessions: Record<string, PortalSession>;
  portalFlows: Record<string, PortalFlow>;
  webhookEndpoints: Record<string, WebhookEndpoint>;
  /** Signing secrets of endpoints created through the API. The configured endpoint's is in the environment. */
  endpointSecrets: Record<string, string>;
  events: Record<string, StripeEvent>;
  pending: PendingDelivery[];
  deliveries: DeliveryRecord[];
  faults: Faults;
  idempotency: Record<string, { request: string; answer: object; at: number; status?: number }>;
};

export const emptyState = (baseUrl: string): State => ({
  clockOffset: 0,
  baseUrl,
  products: {},
  prices: {},
  customers: {},
  badCards: [],
  askingCards: [],
  debitors: [],
  debits: {},
  cards: {},
  coupons: {},
  promotionCodes: {},
  discounts: {},
  settlements: {},
  sessions: {},
  sessionExtras: {},
  subscriptions: {},
  prorations: {},
  invoices: {},
  credited: {},
  schedules: {},
  parkedUpdates: {},
  portalConfigurations: {},
  portalProducts: {},
  portalSessions: {},
  portalFlows: {},
  webhookEndpoints: {},
  endpointSecrets: {},
  events: {},
  pending: [],
  deliveries: [],
  faults: noFaults(),
  idempotency: {},
});
