import { paths } from '#lib/base/paths.ts';

/** Shown before every authorization, logged in or not. */
export const Hints = () => (
  <ul className="list-disc space-y-1 pl-5 text-small text-muted">
    <li>Only authorize applications that you trust.</li>
    <li>
      You can revoke access at any time from your{' '}
      <a href={paths.dashboard} className="underline underline-offset-4">
        dashboard
      </a>
      .
    </li>
    <li>The application does not get your password.</li>
  </ul>
);
