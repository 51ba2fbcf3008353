import { findRow, invalid } from '../api/fault.ts';
import { openSession, paySession, setQuantity } from '../life/checkout.ts';
import { VAT_PERCENT } from '../life/tax.ts';
import type { LineItem, Session } from '../model.ts';
import type { World } from '../world.ts';
import { html, money, page, type Html } from './html.ts';

/** A page to show, or an address to go to. */
export type PageAnswer = { status: number; page: string } | { redirect: string };

const COUNTRIES = [
  'GB',
  'AT',
  'AU',
  'BE',
  'CA',
  'CH',
  'CZ',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'IE',
  'IT',
  'JP',
  'NL',
  'NO',
  'PL',
  'PT',
  'SE',
  'US',
];

const countryName = new Intl.DisplayNames('en', { type: 'region' });

/** `GET /c/pay/<session>`. */
export function showCheckout(world: World, id: string, error: string | null = null): PageAnswer {
  const session = findRow(world.state.sessions, id, 'checkout.session');
  if (session.status !== 'open') {
    const text = session.status === 'complete' ? "You've already paid." : 'This checkout session has expired.';
    return { status: 200, page: page('Checkout', html`<section><p>${text}</p></section>`) };
  }
  const lines = world.state.sessionExtras[id]?.lineItems ?? [];
  const content = html`<section>
    ${error !== null && html`<p class="bad" role="alert">${error}</p>`}${renderLines(session, lines)}
    <form method="post">
      ${renderPayer(world, session)}${lines.map(renderQuantity)}
      <button class="primary" name="action" value="pay">Pay</button>
      <button name="action" value="decline" formnovalidate>Decline</button>
      ${lines.some((line) => line.adjustable_quantity) && html`<button name="action" value="update" formnovalidate>Update total</button>`}
      ${session.cancel_url !== null && html`<button name="action" value="cancel" formnovalidate>Cancel</button>`}
    </form>
  </section>`;
  return { status: error === null ? 200 : 402, page: page('Subscribe', content) };
}

/** `POST /c/pay/<session>`: what the pressed button says. */
export function submitCheckout(world: World, id: string, form: URLSearchParams): PageAnswer {
  const session = openSession(world, id);
  const action = form.get('action');
  if (action === 'cancel' && session.cancel_url !== null) return { redirect: session.cancel_url };
  if (action === 'decline') return showCheckout(world, id, 'Your card was declined. Try another card.');
  const wanted = [...form].filter(([name]) => name.startsWith('quantity_'));
  if (wanted.some(([, quantity]) => !/^[1-9]\d{0,5}$/.test(quantity)))
    throw invalid('The quantity must be a whole number of at least 1.');
  world.transact(() => {
    for (const [name, quantity] of wanted)
      setQuantity(world, session, name.slice('quantity_'.length), Number(quantity));
  });
  if (action === 'update') return { redirect: `/c/pay/${id}` };
  if (action !== 'pay') throw invalid('Unknown button.');
  const country = form.get('country') ?? '';
  if (!COUNTRIES.includes(country)) throw invalid('Choose a country.');
  if (world.state.badCards.includes(session.customer ?? ''))
    return showCheckout(world, id, 'Your card was declined. Try another card.');
  return { redirect: world.transact(() => paySession(world, id, { country, email: form.get('email') })) };
}

function renderLines(session: Session, lines: LineItem[]): Html {
  const row = (name: string, amount: number) =>
    html`<tr>
      <th scope="row" colspan="2">${name}</th>
      <td>${money(amount, session.currency)}</td>
    </tr>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Plan</th>
        <th scope="col">Quantity</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr>
            <td>
              ${line.description}<br /><span class="soft"
                >${money(line.price.unit_amount, line.currency)} per ${line.price.recurring?.interval ?? ''}</span
              >
            </td>
            <td>${line.quantity}</td>
            <td>${money(line.amount_subtotal, line.currency)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      ${row('Subtotal', session.amount_subtotal)}
      ${session.automatic_tax.enabled && row(`VAT ${VAT_PERCENT} %`, session.total_details.amount_tax)}
      ${row('Total', session.amount_total)}
    </tfoot>
  </table>`;
}

function renderQuantity(line: LineItem): Html {
  const bounds = line.adjustable_quantity;
  if (!bounds) return html``;
  return html`<label
    >Quantity of ${line.description}
    <input
      type="number"
      name="quantity_${line.id}"
      value="${line.quantity}"
      min="${bounds.minimum ?? 1}"
      max="${bounds.maximum ?? 99}"
      required
  /></label>`;
}

function renderPayer(world: World, session: Session): Html {
  const customer = session.customer === null ? null : findRow(world.state.customers, session.customer, 'customer');
  const email = customer && 'email' in customer ? customer.email : session.customer_email;
  const known = customer && 'address' in customer ? customer.address?.country : null;
  const options = COUNTRIES.map(
    (code) =>
      html`<option value="${code}" ${code === (known ?? 'GB') && { markup: 'selected' }}>
        ${countryName.of(code) ?? code}
      </option>`,
  );
  return html`${
      email === null
        ? html`<label>Email <input type="email" name="email" autocomplete="email" required /></label>`
        : html`<p class="soft">${email}</p>`
    }
    <label
      >Country
      <select name="country" autocomplete="country">
        ${options}
      </select></label
    >`;
}
