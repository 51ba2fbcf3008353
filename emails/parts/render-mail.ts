import { site } from '#lib/base/settings/site.ts';
import { renderHtml } from './html-part.ts';
import { sellerLine, type MailParts, type RenderedMail, type Sender } from './mail-parts.ts';

/** Renders an email as HTML and as plain text with the same words. */
export const renderMail = (mail: MailParts, sender: Sender): RenderedMail => ({
  subject: mail.subject,
  html: renderHtml(mail, sender),
  text: renderText(mail, sender),
  ...(mail.attachment && { attachments: [mail.attachment] }),
});

function renderText(mail: MailParts, sender: Sender): string {
  const { heading, intro, figures = [], steps = [], action, outro } = mail;
  const width = Math.max(0, ...figures.map(([name]) => name.length)) + 2;
  const blocks: readonly (readonly string[])[] = [
    [site.name],
    [heading],
    ...intro.map((paragraph) => [paragraph]),
    figures.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`),
    ...steps.map(({ text, command }, index) => [`${index + 1}. ${text}`, ...(command ? [`   ${command}`] : [])]),
    action ? [`${action.label}:`, action.url] : [],
    ...outro.map((paragraph) => [paragraph]),
    ['-- ', sellerLine(site.name, sender)],
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}
