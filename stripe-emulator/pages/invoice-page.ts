import { findRow, invalid } from '../api/api-error.ts';
import type { Context } from '../context.ts';
import { setCard } from '../lifecycle/cards.ts';
import { payOpenInvoice } from '../lifecycle/payments.ts';
import type { Invoice } from '../model.ts';
import type { PageAnswer } from './checkout-page.ts';
import { day, html, money, page } from './html.ts';

/** `GET /i/<invoice>`: the page of `hosted_invoice_url`, where an open invoice can be paid. */
export function showInvoice(ctx: Context, id: string): PageAnswer {
  const invoice = findRow(ctx.state.invoices, id, 'invoice');
  const row = (name: string, amount: number) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${money(amount, invoice.currency)}</td>
    </tr>`;
  const content = html`<section>
    <p>${day(invoice.created)}, ${invoice.status}</p>
    <table>
      <tbody>
        ${invoice.lines.data.map((line) => row(line.description, line.amount))}
      </tbody>
      <tfoot>
        ${amounts(invoice).map(([name, amount]) => row(name, amount))}
      </tfoot>
    </table>
    ${
      invoice.status === 'open' &&
      html`<form method="post"><button class="primary" name="action" value="pay">Pay with another card</button></form>`
    }
    <p><a href="/i/${id}/pdf">Download PDF</a></p>
  </section>`;
  return { status: 200, page: page(titleOf(invoice), content) };
}

/** `POST /i/<invoice>`: pays it with a good card, which the customer then keeps. */
export function payInvoice(ctx: Context, id: string): PageAnswer {
  ctx.transact(() => {
    const invoice = findRow(ctx.state.invoices, id, 'invoice');
    if (invoice.status !== 'open') throw invalid('This invoice cannot be paid.');
    setCard(ctx, invoice.customer, true);
    payOpenInvoice(ctx, invoice);
  });
  return { redirect: `/i/${id}` };
}

/** `GET /i/<invoice>/pdf`: the file of `invoice_pdf`. */
export function showInvoicePdf(ctx: Context, id: string): PageAnswer {
  const invoice = findRow(ctx.state.invoices, id, 'invoice');
  const lines = invoice.lines.data.map((line) => `${line.description}: ${money(line.amount, invoice.currency)}`);
  const totals = amounts(invoice).map(([name, amount]) => `${name}: ${money(amount, invoice.currency)}`);
  const heading = [titleOf(invoice), `${day(invoice.created)}, ${invoice.status}`];
  return { pdf: pdf([...heading, '', ...lines, '', ...totals, '', 'Local emulator: no money moves']) };
}

const titleOf = (invoice: Invoice) => `Invoice ${invoice.number ?? invoice.id}`;

function amounts({ subtotal, total, ...invoice }: Invoice): [string, number][] {
  const net = 'total_excluding_tax' in invoice ? Number(invoice.total_excluding_tax) : subtotal;
  const discount: [string, number][] = net < subtotal ? [['Discount', net - subtotal]] : [];
  return [['Subtotal', subtotal], ...discount, ['VAT', total - net], ['Total', total]];
}

/** A one-page PDF with these lines, in Helvetica (ISO 32000-1). */
function pdf(lines: string[]): Buffer {
  const text = lines.map((line) => `(${escape(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 12 Tf 60 780 Td 18 TL\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

/** Replaces characters that the font lacks with question marks. */
const escape = (line: string) => line.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
