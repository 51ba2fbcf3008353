import { site } from '#lib/base/settings/site.ts';
import { html, Html } from '#lib/base/text/html.ts';
import { MARK, MARK_GRID } from '#lib/base/text/mark.ts';
import { type MailParts, type MailStep, sellerLine, type Sender } from './mail-parts.ts';
import { classOf, DARK_STYLES, palette, styleOf } from './palette.ts';

const SANS = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace";
const BODY_TEXT = `${SANS};font-size:16px;line-height:24px`;
const SMALL_TEXT = `${SANS};font-size:13px;line-height:20px`;

const joinHtml = (parts: readonly Html[]) => new Html(parts.map(({ markup }) => markup).join(''));

const paragraph = (text: string | Html) =>
  html`<p
    class="${classOf('text', 'ink')}"
    style="margin:0 0 16px;${BODY_TEXT};overflow-wrap:anywhere;${styleOf('text', 'ink')}"
  >
    ${text}
  </p>`;

/** A text whose addresses, of mail or of a page, are links. */
const linked = (text: string) => joinHtml(text.split(/(\s+)/).map(linkedWord));

function linkedWord(word: string): Html {
  const length = word.length - ('.,;:'.includes(word.at(-1) ?? ' ') ? 1 : 0);
  const target = word.slice(0, length);
  const href = target.startsWith('https://') ? target : target.indexOf('@') > 0 ? `mailto:${target}` : null;
  if (href === null) return html`${word}`;
  const look = html`class="${classOf('text', 'ink')}" style="text-decoration:underline;${styleOf('text', 'ink')}"`;
  return html`<a href="${href}" ${look}>${target}</a>${word.slice(length)}`;
}

const MAIL_WIDTH = 560;

/** An email as HTML: tables and inline styles, because mail clients drop the rest (docs/decisions/0035). */
export function renderHtml(mail: MailParts, sender: Sender): string {
  const { heading, intro, figures = [], steps = [], action, outro } = mail;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no" />
        <title>${mail.subject}</title>
        <style>
          ${new Html(DARK_STYLES + NARROW_STYLES)}
        </style>
      </head>
      <body class="${classOf('ground', 'paper')}" style="margin:0;padding:0;${styleOf('ground', 'paper')}">
        ${preheader(mail.preheader)}
        <table
          role="presentation"
          width="100%"
          cellspacing="0"
          cellpadding="0"
          bgcolor="${palette.paper.light}"
          class="${classOf('ground', 'paper')}"
          style="${styleOf('ground', 'paper')}"
        >
          <tr>
            <td align="center" style="padding:32px 20px">
              <table
                role="presentation"
                width="100%"
                cellspacing="0"
                cellpadding="0"
                style="max-width:${MAIL_WIDTH}px;text-align:left"
              >
                <tr>
                  <td>
                    ${brand()}
                    <h1
                      class="${classOf('text', 'ink')}"
                      style="margin:32px 0 16px;${SANS};font-size:24px;line-height:30px;font-weight:600;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere;${styleOf('text', 'ink')}"
                    >
                      ${heading}
                    </h1>
                    ${joinHtml(intro.map(paragraph))} ${figures.length ? figureTable(figures) : ''}
                    ${steps.length ? stepTable(steps) : ''} ${action ? button(action) : ''}
                    ${joinHtml(outro.map((text) => paragraph(linked(text))))} ${footer(sender)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup.replaceAll(/\n\s+/g, '\n');
}

/** Ends with invisible characters, so that an inbox does not show text of the body after the preheader. */
const preheader = (text: string) =>
  html`<div
    class="preheader"
    style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px"
  >
    ${text}${new Html('&#847;&zwnj;&nbsp;'.repeat(PREHEADER_FILL))}
  </div>`;
const PREHEADER_FILL = 80;

/** A button, and its URL for clients that show no links. */
const button = ({ label, url }: NonNullable<MailParts['action']>) =>
  html`<table role="presentation" cellspacing="0" cellpadding="0" style="margin:16px 0 12px">
      <tr>
        <td
          bgcolor="${palette.signal.light}"
          class="${classOf('ground', 'signal')}"
          style="border-radius:6px;${styleOf('ground', 'signal')}"
        >
          <a
            href="${url}"
            class="${classOf('text', 'on-signal')}"
            style="display:inline-block;padding:12px 20px;${SANS};font-size:16px;line-height:20px;font-weight:600;text-decoration:none;${styleOf('text', 'on-signal')}"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p style="margin:0 0 24px;${SMALL_TEXT};word-break:break-all">
      <a href="${url}" class="${classOf('text', 'muted')}" style="text-decoration:none;${styleOf('text', 'muted')}"
        >${url}</a
      >
    </p>`;

const footer = (sender: Sender) =>
  html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin-top:32px">
    <tr>
      <td
        class="${classOf('text', 'muted')} ${classOf('rule', 'line')}"
        style="padding:16px 0 0;border-top:1px solid;text-wrap:balance;${styleOf('rule', 'line')};${SMALL_TEXT};${styleOf('text', 'muted')}"
      >
        ${sellerLine(site.name, sender)}
      </td>
    </tr>
  </table>`;

/** The mark as cells of a table: nothing to load, and nothing for a client to block. */
function brand(): Html {
  const rows = Array.from({ length: MARK_GRID.cells }, (_, row) => MARK.filter((cell) => cell.row === row));
  const spacer = html`<td
    colspan="5"
    height="${CELL.gap}"
    style="height:${CELL.gap}px;font-size:0;line-height:0"
  ></td>`;
  return html`<table role="presentation" cellspacing="0" cellpadding="0">
    <tr>
      <td style="padding-right:10px">
        <table role="presentation" cellspacing="0" cellpadding="0" aria-hidden="true">
          ${joinHtml(
            rows.map(
              (cells, row) =>
                html`${
                    row
                      ? html`<tr>
                          ${spacer}
                        </tr>`
                      : ''
                  }
                  <tr>
                    ${joinHtml(cells.map(({ kind, column }) => html`${column ? GAP_CELL : ''}${markCell(kind)}`))}
                  </tr>`,
            ),
          )}
        </table>
      </td>
      <td
        class="${classOf('text', 'ink')}"
        style="${SANS};font-size:16px;line-height:24px;font-weight:600;letter-spacing:-.01em;${styleOf('text', 'ink')}"
      >
        ${site.name}
      </td>
    </tr>
  </table>`;
}

/** Pixels. */
const CELL = { size: 6, gap: 3 };
const GAP_CELL = html`<td width="${CELL.gap}" style="width:${CELL.gap}px;font-size:0;line-height:0"></td>`;
const GROUNDS = { unknown: 'tint', known: 'ink', match: 'signal' } as const;
const markCell = (kind: keyof typeof GROUNDS) =>
  html`<td
    width="${CELL.size}"
    height="${CELL.size}"
    bgcolor="${palette[GROUNDS[kind]].light}"
    class="${classOf('ground', GROUNDS[kind])}"
    style="width:${CELL.size}px;height:${CELL.size}px;border-radius:1px;font-size:0;line-height:0;${styleOf('ground', GROUNDS[kind])}"
  ></td>`;

const figureTable = (figures: NonNullable<MailParts['figures']>) =>
  html`<table
    width="100%"
    cellspacing="0"
    cellpadding="0"
    class="${classOf('rule', 'line')}"
    style="margin:8px 0 24px;border-top:1px solid;${styleOf('rule', 'line')}"
  >
    ${joinHtml(figures.map(figureRow))}
  </table>`;

/** On phones a value is below its name, so that no address breaks in the middle of a word. */
const NARROW_STYLES =
  '@media (max-width:420px){.figure{display:block;text-align:left!important}th.figure{padding-bottom:0!important;border-bottom:0!important}}';

/** Longer names, which customers give their servers, wrap. */
const LONGEST_NAME = 20;
/** A date or time never breaks at its hyphens. */
const inOneLine = (text: string) =>
  joinHtml(
    text
      .split(/(\d{4}-\d\d-\d\d(?: \d\d:\d\d UTC)?)/)
      .map((part, index) => (index % 2 ? html`<span style="white-space:nowrap">${part}</span>` : html`${part}`)),
  );

function figureRow([name, value]: readonly [string, string]): Html {
  const cell = `padding:9px 0;border-bottom:1px solid;${styleOf('rule', 'line')};${BODY_TEXT}`;
  return html`<tr>
    <th
      scope="row"
      align="left"
      valign="top"
      class="figure ${classOf('text', 'muted')} ${classOf('rule', 'line')}"
      style="${cell};padding-right:16px;font-weight:400;${name.length > LONGEST_NAME ? 'overflow-wrap:anywhere' : 'white-space:nowrap'};${styleOf('text', 'muted')}"
    >
      ${name}
    </th>
    <td
      align="right"
      valign="top"
      class="figure ${classOf('text', 'ink')} ${classOf('rule', 'line')}"
      style="${cell};font-variant-numeric:tabular-nums;overflow-wrap:anywhere;${styleOf('text', 'ink')}"
    >
      ${inOneLine(value)}
    </td>
  </tr>`;
}

const stepTable = (steps: readonly MailStep[]) =>
  html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 8px">
    ${joinHtml(steps.map(stepRow))}
  </table>`;

const stepRow = ({ text, command }: MailStep, index: number) =>
  html`<tr>
    <td
      width="28"
      valign="top"
      class="${classOf('text', 'muted')}"
      style="padding:0 0 12px;${BODY_TEXT};${styleOf('text', 'muted')}"
    >
      ${index + 1}.
    </td>
    <td valign="top" class="${classOf('text', 'ink')}" style="padding:0 0 12px;${BODY_TEXT};${styleOf('text', 'ink')}">
      ${text}
      ${
        command
          ? html`<br /><code class="${classOf('text', 'ink')}" style="${MONO};font-size:14px;${styleOf('text', 'ink')}"
                >${command}</code
              >`
          : ''
      }
    </td>
  </tr>`;
