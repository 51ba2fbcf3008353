import { site } from '#lib/site.ts';

/** Asks before another site's link signs the person out (OpenID RP-Initiated Logout §6). `form` is the provider's, with its secret. */
export const logoutPage = (form: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log out – ${site.name}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:4rem auto;max-width:24rem;padding:0 1rem;color-scheme:light dark}</style>
</head>
<body>
<h1>Log out of ${site.name}?</h1>
${form}
<p><button type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
<button type="submit" form="op.logoutForm">Stay logged in</button></p>
</body>
</html>`;
