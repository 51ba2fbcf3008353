import { findRow } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import { VAT_PERCENT } from '../lifecycle/tax.ts';
import type { LineItem, Session } from '../model.ts';
import { html, money, type Html } from './html.ts';

export const COUNTRIES = [
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

export function renderPromotion(session: Session, code: string | undefined): Html {
  if (!('allow_promotion_codes' in session) || session.allow_promotion_codes !== true) return html``;
  return html`<label>Promotion code <input name="promotion_code" value="${code ?? ''}" autocomplete="off" /></label>`;
}

export function renderLines(session: Session, lines: LineItem[]): Html {
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
      ${session.total_details.amount_discount > 0 && row('Discount', -session.total_details.amount_discount)}
      ${session.automatic_tax.enabled && row(`VAT ${VAT_PERCENT} %`, session.total_details.amount_tax)}
      ${row('Total', session.amount_total)}
    </tfoot>
  </table>`;
}

export function renderQuantity(line: LineItem): Html {
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

export function renderPayer(ctx: Context, session: Session): Html {
  const customer = session.customer === null ? null : findRow(ctx.state.customers, session.customer, 'customer');
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
    >${
      'tax_id_collection' in session &&
      html`<label>Business name <input name="business_name" autocomplete="organization" /></label>
        <label>VAT id <input name="vat_id" autocomplete="off" placeholder="GB123456789" /></label>`
    }`;
}
