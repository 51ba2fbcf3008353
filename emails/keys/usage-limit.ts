import { renderMail } from '#emails/parts/render-mail.ts';

export type UsageLimitProps = { key: string; used: number; limit: number; isReached: boolean; dashboardUrl: string };
export const sample: UsageLimitProps = {
  key: '8ywi4tmbzp5f…',
  used: 51_204,
  limit: 60_000,
  isReached: false,
  dashboardUrl: 'https://premium.example/dashboard',
};

/** Sent when the requests of the last 24 hours reach 80 % of a key's daily limit, and when they reach all of it. */
export const usageLimit = ({ key, used, limit, isReached, dashboardUrl }: UsageLimitProps) => {
  const heading = isReached ? 'Your daily limit is reached' : 'You are near your daily limit';
  const percent = Math.floor((used / limit) * 100);
  return renderMail({
    subject: `${heading}: ${percent} % of ${formatted(limit)} requests`,
    heading,
    intro: `In the last 24 hours your key ${key} made ${formatted(used)} requests. Its daily limit is ${formatted(limit)}.`,
    action: { label: 'See your usage', url: dashboardUrl },
    outro: `${isReached ? REACHED : NEAR} ${HOW_TO_MUTE}`,
  });
};

const REACHED =
  'Requests beyond the limit may be refused: Rspamd then shows FUZZY_RATELIMITED, and that mail is judged without the premium hashes. A bigger plan or a higher quantity raises the limit.';
const NEAR = 'Requests beyond the limit may be refused. A bigger plan or a higher quantity raises it.';
/** The last lines of every mail about usage. */
export const HOW_TO_MUTE = 'You can switch these mails off on your account page.';

const formatted = (count: number) => count.toLocaleString('en-GB');
