import type { Mail } from './inbox-store.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The page that lists the emails, newest first, and shows one. Uses no JavaScript; scripts in emails never run. */
export function inboxPage(mails: readonly Mail[], shown: Mail | undefined): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox (${mails.length})</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; min-height: 100vh; }
nav { border-right: 1px solid #8884; } main { padding: 1rem 1.5rem; min-width: 0; }
h1 { font-size: 1rem; margin: 1rem; } h2 { margin: 0 0 .25rem; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; }
li a { display: block; padding: .6rem 1rem; color: inherit; text-decoration: none; border-top: 1px solid #8884; overflow-wrap: anywhere; }
li a:hover, li a:focus, li a[aria-current] { background: #8882; } small { opacity: .75; display: block; }
iframe { width: 100%; height: 65vh; border: 1px solid #8884; background: #fff; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 45rem) { body { display: block; } }
</style>
</head>
<body>
<nav aria-label="Mails"><h1>${mails.length} ${mails.length === 1 ? 'mail' : 'mails'} on this machine</h1><ol>${mails
    .toReversed()
    .map((mail) => item(mail, shown))
    .join('')}</ol></nav>
<main>${shown ? view(shown) : '<p>Mails that the application sends arrive here. Reload to see new ones.</p>'}</main>
</body>
</html>
`;
}

const item = (mail: Mail, shown: Mail | undefined) =>
  `<li><a href="/?id=${mail.id}"${mail === shown ? ' aria-current="true"' : ''}>${escape(mail.subject || '(no subject)')}<small>${escape(mail.to)} · ${escape(mail.at)}</small></a></li>`;

/** Links open outside the frame; the sandbox confines everything else. */
const view = (mail: Mail) =>
  `<h2>${escape(mail.subject)}</h2><p>To ${escape(mail.to)}, ${escape(mail.at)}</p>` +
  (mail.html
    ? `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${mail.html}`)}"></iframe>`
    : '') +
  `<h3>As text</h3><pre>${escape(mail.text)}</pre>`;
