import { Html, html } from '#lib/html.ts';
import { site } from '#lib/site.ts';
import { brand } from './html-brand.ts';
import { figureTable, stepTable } from './html-tables.ts';
import { joinHtml, paragraph, SANS, SMALL_TEXT } from './html-text.ts';
import { sellerLine, type MailParts, type Sender } from './mail-parts.ts';
import { classOf, DARK_STYLES, palette, styleOf } from './palette.ts';

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
          ${new Html(DARK_STYLES)}
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
                      style="margin:32px 0 16px;${SANS};font-size:24px;line-height:30px;font-weight:600;letter-spacing:-.01em;text-wrap:balance;${styleOf('text', 'ink')}"
                    >
                      ${heading}
                    </h1>
                    ${joinHtml(intro.map(paragraph))} ${figures.length ? figureTable(figures) : ''}
                    ${steps.length ? stepTable(steps) : ''} ${action ? button(action) : ''}
                    ${joinHtml(outro.map(paragraph))} ${footer(sender)}
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
