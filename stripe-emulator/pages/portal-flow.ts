import { findRow, invalid } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import { changePlan } from '../lifecycle/plan-change.ts';
import { isLive, periodEnd } from '../lifecycle/subscription-facts.ts';
import { scheduleCancel } from '../lifecycle/subscriptions.ts';
import type { PortalFlow, PortalSession } from '../model-portal.ts';
import type { PageAnswer } from './checkout-page.ts';
import { day, html, page, type Html } from './html.ts';
import { priceName } from './price-name.ts';

/** The flows that ask only for a confirmation. */
type ConfirmFlow = Extract<PortalFlow, { items: unknown } | { type: 'subscription_cancel' }>;

/** The page of a one-step session: confirm a change of plan or a cancellation. */
export function showFlow(ctx: Context, session: PortalSession, flow: ConfirmFlow): PageAnswer {
  const subscription = findRow(ctx.state.subscriptions, flow.subscription, 'subscription');
  const isOver = !isLive(subscription);
  const body = isOver
    ? html`<p>This subscription has ended.</p>`
    : html`${describe(ctx, flow)}
        <form method="post"><button class="primary" name="action" value="confirm">Confirm</button></form>`;
  const back = session.return_url !== null && html`<p><a href="${session.return_url}">Return to the shop</a></p>`;
  const title = flow.type !== 'subscription_update_confirm' ? 'Cancel your subscription' : 'Confirm your new plan';
  return {
    status: 200,
    page: page(
      title,
      html`<section>${body}</section>
        ${back}`,
    ),
  };
}

/** Runs the confirmed action, then redirects to the URL in `after_completion`, or else to the portal. */
export function submitFlow(ctx: Context, session: PortalSession, flow: ConfirmFlow, form: URLSearchParams): PageAnswer {
  if (form.get('action') !== 'confirm') throw invalid('Unknown button.');
  ctx.transact(() => {
    const subscription = findRow(ctx.state.subscriptions, flow.subscription, 'subscription');
    if (flow.type !== 'subscription_update_confirm') scheduleCancel(ctx, subscription, periodEnd(subscription), false);
    else changePlan(ctx, subscription, flow.items, { proration: 'create_prorations' });
    delete ctx.state.portalFlows[session.id];
  });
  return { redirect: flow.completedUrl ?? `/p/session/${session.id}` };
}

function describe(ctx: Context, flow: ConfirmFlow): Html {
  const subscription = findRow(ctx.state.subscriptions, flow.subscription, 'subscription');
  if (flow.type !== 'subscription_update_confirm')
    return html`<p>It stays on until ${day(periodEnd(subscription))}.</p>`;
  const rows = flow.items.map((item) => {
    const current = subscription.items.data.find((each) => each.id === item.id);
    const next = findRow(ctx.state.prices, item.price, 'price');
    return html`<tr>
        <th scope="row">Now</th>
        <td>${current ? priceName(ctx, current.price) : ''}</td>
        <td>${current?.quantity ?? ''}</td>
      </tr>
      <tr>
        <th scope="row">New</th>
        <td>${priceName(ctx, next)}</td>
        <td>${item.quantity}</td>
      </tr>`;
  });
  return html`<table>
    <thead>
      <tr>
        <td></td>
        <th scope="col">Plan</th>
        <th scope="col">Quantity</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
