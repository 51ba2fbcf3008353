import { Html, html } from '#lib/html.ts';

const join = (parts: readonly Html[]) => new Html(parts.map(({ markup }) => markup).join(''));

/** What a template returns. */
export type RenderedMail = { subject: string; html: string; text: string };
/** The parts of a mail: a link, with text before and after it. */
export type MailParts = {
  subject: string;
  heading: string;
  intro: string;
  /** what to do, in order */
  steps?: readonly string[];
  action?: { label: string; url: string };
  outro: string;
};

/** Renders a mail as HTML (one column, system font) and as plain text. */
export function renderMail({ subject, heading, intro, steps = [], action, outro }: MailParts): RenderedMail {
  const list = steps.length
    ? html`<ol style="padding-left:20px">
        ${join(steps.map((step) => html`<li style="margin:6px 0">${step}</li>`))}
      </ol>`
    : html``;
  const button = action
    ? html`<p style="margin:24px 0">
          <a
            href="${action.url}"
            style="background:#0c6b3c;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600"
            >${action.label}</a
          >
        </p>
        <p style="color:#57606a;font-size:13px;word-break:break-all">${action.url}</p>`
    : html``;
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body
        style="margin:0;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5"
      >
        <div style="max-width:520px;margin:0 auto">
          <p style="font-weight:600;letter-spacing:.01em">Rspamd Premium</p>
          <h1 style="font-size:20px;line-height:1.3">${heading}</h1>
          <p>${intro}</p>
          ${list} ${button}
          <p style="color:#57606a">${outro}</p>
        </div>
      </body>
    </html>`;
  const text = [
    heading,
    '',
    intro,
    ...(steps.length ? ['', ...steps.map((step, index) => `${index + 1}. ${step}`)] : []),
    ...(action ? ['', `${action.label}:`, action.url] : []),
    '',
    outro,
    '',
    '-- ',
    'Rspamd Premium',
    '',
  ].join('\n');
  return { subject, html: body.markup, text };
}
