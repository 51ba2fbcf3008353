import type { Context } from '../context.ts';
import type { State } from '../state.ts';
import { invalid } from './api-error.ts';
import { copyOf } from '../store.ts';

/** Stripe's limit on the levels of one path. */
const MAX_DEPTH = 4;

type Node = Record<string, unknown>;

/** Replaces ids with whole objects along the paths of `expand[]`. Returns a copy; never changes the state. */
export function expand(ctx: Context, answer: object, paths: string[]): object {
  const copy = copyOf(answer);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`, 'expand');
    }
    expandPath(ctx, copy, segments, path);
  }
  return copy;
}

/** `owner` is the id of the innermost enclosing object that has an id. */
function expandPath(ctx: Context, node: unknown, segments: string[], path: string, owner = '') {
  const [segment, ...rest] = segments;
  if (segment === undefined || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) expandPath(ctx, item, segments, path, owner);
    return;
  }
  if (typeof node !== 'object') throw cannotExpand(path);
  const parent = node as Node;
  const id = typeof parent['id'] === 'string' ? parent['id'] : owner;
  if (!(segment in parent)) parent[segment] = includable(ctx, parent, id, segment) ?? throwing(cannotExpand(path));
  const value = parent[segment];
  if (typeof value === 'string') {
    const target = resolve(ctx.state, value);
    if (!target) throw cannotExpand(path);
    parent[segment] = copyOf(target);
  } else if (rest.length === 0 && value !== null && typeof value !== 'object') {
    throw cannotExpand(path);
  }
  expandPath(ctx, parent[segment], rest, path, id);
}

const cannotExpand = (path: string) => invalid(`This property cannot be expanded (${path}).`, 'expand');

function throwing(error: Error): never {
  throw error;
}

/** The value of a property that Stripe includes only on request. Undefined for any other property. */
function includable({ state }: Context, parent: Node, id: string, property: string): unknown {
  if (parent['object'] === 'checkout.session' && property === 'line_items') {
    const data = copyOf(state.sessionExtras[id]?.lineItems ?? []);
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
  }
  if (parent['object'] === 'customer' && property === 'subscriptions') {
    const data = Object.values(state.subscriptions).filter((row) => row.customer === id && row.status !== 'canceled');
    return { object: 'list', data: copyOf(data), has_more: false, url: `/v1/customers/${id}/subscriptions` };
  }
  if (property === 'products' && 'default_allowed_updates' in parent) {
    // Stripe returns `adjustable_quantity` with each product.
    return (state.portalProducts[id] ?? []).map((each) => ({
      ...each,
      adjustable_quantity: { enabled: true, minimum: 1, maximum: null },
    }));
  }
  return undefined;
}

function resolve(state: State, id: string): object | undefined {
  const tables: Record<string, Record<string, object>> = {
    prod: state.products,
    price: state.prices,
    cus: state.customers,
    sub: state.subscriptions,
    in: state.invoices,
    promo: state.promotionCodes,
  };
  return tables[id.split('_')[0] ?? '']?.[id] ?? state.coupons[id];
}
