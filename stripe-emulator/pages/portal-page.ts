import { findRow, invalid } from '../api/api-error.ts';
import { setCard } from '../lifecycle/cards.ts';
import { payOpenInvoice } from '../lifecycle/payments.ts';
import { changePlan } from '../lifecycle/plan-change.ts';
import { isLive, periodEnd } from '../lifecycle/subscription-facts.ts';
import { cancelNow, scheduleCancel } from '../lifecycle/subscriptions.ts';
import type { Invoice, Price, Subscription } from '../model.ts';
import type { PortalSession } from '../model-portal.ts';
import type { Context } from '../context.ts';
import type { PageAnswer } from './checkout-page.ts';
import { day, html, money, page, type Html } from './html.ts';
import { showFlow, submitFlow } from './portal-flow.ts';
import { priceName } from './price-name.ts';

/** `GET /p/session/<session>`: the customer's subscriptions, card and invoices, or the one flow the session is for. */
export function showPortal(ctx: Context, id: string): PageAnswer {
  const session = findRow(ctx.state.portalSessions, id, 'billing portal session');
  const flow = ctx.state.portalFlows[id];
  if (flow?.type === 'payment_method_update')
    return onePart('Change your card', renderCard(ctx, session), session.return_url);
  if (flow?.type === 'subscription_update') {
    const subscription = findRow(ctx.state.subscriptions, flow.subscription, 'subscription');
    return onePart('Change your plan', renderSubscription(ctx, session, subscription), session.return_url);
  }
  if (flow) return showFlow(ctx, session, flow);
  const subscriptions = Object.values(ctx.state.subscriptions).filter((row) => row.customer === session.customer);
  const invoices = Object.values(ctx.state.invoices).filter((row) => row.customer === session.customer);
  const live = subscriptions.filter(isLive).toReversed();
  const content = html`${live.map((row) => renderSubscription(ctx, session, row))}
  ${live.length === 0 && html`<section><p>No current subscription.</p></section>`}
  ${renderCard(ctx, session)}${renderInvoices(invoices.toReversed())}
  ${session.return_url !== null && html`<p><a href="${session.return_url}">Return to the shop</a></p>`}`;
  return { status: 200, page: page('Manage your subscription', content) };
}

/** A page for one step, with a link back. */
function onePart(title: string, part: Html, returnUrl: string | null): PageAnswer {
  const back = returnUrl !== null && html`<p><a href="${returnUrl}">Return to the shop</a></p>`;
  return { status: 200, page: page(title, html`${part}${back}`) };
}

/** `POST /p/session/<session>`: runs the action of the pressed button, then redirects. */
export function submitPortal(ctx: Context, id: string, form: URLSearchParams): PageAnswer {
  const session = findRow(ctx.state.portalSessions, id, 'billing portal session');
  const flow = ctx.state.portalFlows[id];
  const isOneStep = flow?.type === 'payment_method_update' || flow?.type === 'subscription_update';
  if (flow && !isOneStep) return submitFlow(ctx, session, flow, form);
  ctx.transact(() => perform(ctx, session, form));
  return { redirect: (isOneStep && flow.completedUrl) || `/p/session/${id}` };
}

function perform(ctx: Context, session: PortalSession, form: URLSearchParams) {
  const action = form.get('action');
  if (action === 'card-good' || action === 'card-bad') return setCard(ctx, session.customer, action === 'card-good');
  if (action === 'pay') {
    const invoice = findRow(ctx.state.invoices, form.get('invoice') ?? '', 'invoice');
    if (invoice.customer !== session.customer || invoice.status !== 'open')
      throw invalid('This invoice cannot be paid.');
    return payOpenInvoice(ctx, invoice);
  }
  const subscription = findRow(ctx.state.subscriptions, form.get('subscription') ?? '', 'subscription');
  if (subscription.customer !== session.customer || !isLive(subscription))
    throw invalid('This subscription cannot be changed.');
  const { subscription_update: update, subscription_cancel: end } = featuresOf(ctx, session);
  if (!(action === 'change' ? update : end).enabled) throw invalid('This portal does not offer that.');
  if (action === 'change') return changeBy(ctx, session, subscription, form);
  if (action === 'cancel-now') return cancelNow(ctx, subscription, 'cancellation_requested');
  // The real portal sets cancel_at and leaves cancel_at_period_end false.
  if (action === 'cancel') return scheduleCancel(ctx, subscription, periodEnd(subscription), false);
  if (action === 'undo') return scheduleCancel(ctx, subscription, null, false);
  throw invalid('Unknown button.');
}

const featuresOf = ({ state }: Context, { configuration }: PortalSession) =>
  findRow(state.portalConfigurations, configuration, 'configuration').features;

function changeBy(ctx: Context, session: PortalSession, subscription: Subscription, form: URLSearchParams) {
  const [item] = subscription.items.data;
  const price = form.get('price') ?? '';
  const quantity = Number(form.get('quantity'));
  if (!item || !Number.isSafeInteger(quantity) || quantity < 1)
    throw invalid('The quantity must be a whole number of at least 1.');
  const isOffered = price === item.price.id || offeredPrices(ctx, session).some((each) => each.id === price);
  if (!isOffered) throw invalid('This plan is not offered.');
  changePlan(ctx, subscription, [{ id: item.id, price, quantity }], { proration: 'create_prorations' });
}

function offeredPrices({ state }: Context, session: PortalSession): Price[] {
  const ids = (state.portalProducts[session.configuration] ?? []).flatMap((each) => each.prices);
  return ids.flatMap((id) => state.prices[id] ?? []).filter((price) => price.active);
}

function renderSubscription(ctx: Context, session: PortalSession, subscription: Subscription): Html {
  const [item] = subscription.items.data;
  if (!item) return html``;
  const offered = offeredPrices(ctx, session);
  const prices = offered.some((each) => each.id === item.price.id) ? offered : [item.price, ...offered];
  const end = subscription.cancel_at;
  const features = featuresOf(ctx, session);
  const options = prices.map(
    (price) =>
      html`<option value="${price.id}" ${price.id === item.price.id && { markup: 'selected' }}>
        ${priceName(ctx, price)}
      </option>`,
  );
  return html`<section>
    <h2>${priceName(ctx, item.price)}</h2>
    <p>
      Quantity ${item.quantity}, ${subscription.status === 'past_due' ? 'payment failed' : 'active'}.
      ${end === null ? `Renews on ${day(periodEnd(subscription))}.` : `Ends on ${day(end)}.`}
    </p>
    <p class="soft">${subscription.id}</p>
    ${
      features.subscription_update.enabled &&
      html`<form method="post">
        <input type="hidden" name="subscription" value="${subscription.id}" />
        <label
          >Plan
          <select name="price">
            ${options}
          </select></label
        >
        <label>Quantity <input type="number" name="quantity" min="1" value="${item.quantity}" required /></label>
        <button class="primary" name="action" value="change">Update plan</button>
      </form>`
    }
    ${
      features.subscription_cancel.enabled &&
      html`<form method="post">
        <input type="hidden" name="subscription" value="${subscription.id}" />
        ${
          end === null
            ? html`<button name="action" value="cancel">Cancel at period end</button>`
            : html`<button name="action" value="undo">Don't cancel</button>`
        }
        <button name="action" value="cancel-now">Cancel now</button>
      </form>`
    }
  </section>`;
}

function renderCard({ state }: Context, session: PortalSession): Html {
  const isBad = state.badCards.includes(session.customer);
  return html`<section>
    <h2>Card</h2>
    <p>${isBad ? 'Payments are declined.' : 'Payments succeed.'}</p>
    <form method="post">
      ${
        isBad
          ? html`<button name="action" value="card-good">Use a good card</button>`
          : html`<button name="action" value="card-bad">Use a bad card</button>`
      }
    </form>
  </section>`;
}

function renderInvoices(invoices: Invoice[]): Html {
  if (!invoices.length) return html``;
  const rows = invoices.map(
    (row) =>
      html`<tr>
        <td><a href="/i/${row.id}">${row.number ?? row.id}</a></td>
        <td>${day(row.created)}</td>
        <td>${row.status}</td>
        <td>
          ${money(row.total, row.currency)}${
            row.status === 'open' &&
            html`<form method="post">
              <input type="hidden" name="invoice" value="${row.id}" /><button name="action" value="pay">Pay now</button>
            </form>`
          }
        </td>
      </tr>`,
  );
  return html`<section>
    <h2>Invoices</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
