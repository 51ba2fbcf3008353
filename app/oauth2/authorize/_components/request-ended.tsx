import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import type { EndedApplication } from '#lib/oauth/consent/interaction.ts';
import type { EndedCode } from '#lib/oauth/error-card.ts';

type RequestEndedProps = { code: EndedCode; application?: EndedApplication | null; isLoggedIn: boolean };

/**
 * For a request that has ended without anyone’s mistake: what happened, and the way back to the application. The link
 * goes to the application’s own site, not to its redirect URI: only a new request has a state that it accepts.
 */
export function RequestEnded({ code, application = null, isLoggedIn }: RequestEndedProps) {
  const name = application?.name ?? 'the application';
  const { title, text } = TEXTS[code](name);
  return (
    <section className="space-y-4 rounded-md border bg-surface p-6">
      <h1 className="text-title font-semibold wrap-break-word">{application ? `Go back to ${name}` : title}</h1>
      <p className="wrap-break-word">{text}</p>
      {isLoggedIn && code !== 'other_site' && (
        <p className="text-small text-muted">You are logged in here, so you do not need your password again.</p>
      )}
      {application?.site ? (
        <a href={application.site} className={buttonClass({ size: 'lg' }, 'w-full wrap-anywhere')}>
          Go to {new URL(application.site).host}
        </a>
      ) : null}
      <a
        href={isLoggedIn ? paths.dashboard : paths.home}
        className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}
      >
        {isLoggedIn ? 'Go to dashboard' : 'Return to Home'}
      </a>
    </section>
  );
}

type Text = (application: string) => { title: string; text: string };
const TEXTS: Readonly<Record<EndedCode, Text>> = {
  expired: (name) => ({
    title: 'This request has expired',
    text: `Requests wait for 15 minutes, and this one has expired. Open ${name} and log in there again.`,
  }),
  invalid_request_uri: (name) => ({
    title: 'This request has expired',
    text: `This request has expired or was already used. Open ${name} and log in there again.`,
  }),
  answered: (name) => ({
    title: 'Already answered',
    text: `You have already answered this request. If ${name} did not continue, log in there again.`,
  }),
  other_browser: (name) => ({
    title: 'Started in another browser',
    text: `This request was started in another browser, and only that browser can answer it. Continue there, or open ${name} in this one and log in there.`,
  }),
  other_site: (name) => ({
    title: 'Nothing was authorized',
    text: `This answer did not come from our page, so it does not count. Open ${name} and log in there again.`,
  }),
  other_login: (name) => ({
    title: 'Your login has changed',
    text: `You have logged in or out since this request began. Open ${name} and log in there again.`,
  }),
};
