import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { paths } from '#lib/base/paths.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { pingOf } from '#lib/guides/ping.ts';
import { Step } from './step.tsx';

const LINK = 'text-ink underline underline-offset-4';
const CODE = 'font-mono text-ink';

const ANSWERS = [
  {
    said: 'FUZZY_RATELIMITED',
    where: 'a symbol of the message, since Rspamd 3.10',
    means: (
      <>
        Your servers ask faster than your plan allows. The message was not looked up; the next ones are, as soon as the
        rate falls. The{' '}
        <Acts instead="dashboard">
          <a href={paths.dashboard} className={LINK}>
            dashboard
          </a>
        </Acts>{' '}
        compares usage and limit.
      </>
    ),
  },
  {
    said: 'FUZZY_FORBIDDEN',
    where: 'a symbol of the message, since Rspamd 3.10; before, only in the log',
    means: (
      <>
        The storage knows your key and refuses it: it is suspended, for example after a failed payment, or it was
        replaced or deleted. The{' '}
        <Acts instead="dashboard">
          <a href={paths.dashboard} className={LINK}>
            dashboard
          </a>
        </Acts>{' '}
        says why.
      </>
    ),
  },
  {
    said: 'FUZZY_ENCRYPTION_REQUIRED',
    where: 'a symbol of the message, since Rspamd 3.10',
    means: (
      <>
        The request came without a key: a rule has no <code className={CODE}>encryption_key</code>.
      </>
    ),
  },
  {
    said: 'FUZZY_BLOCKED',
    where: 'a symbol of the message, before Rspamd 3.10',
    means: 'Your servers ask faster than your plan allows, or a rule has no key: these versions say the same for both.',
  },
  {
    said: 'IO timeout',
    where: 'in the log of Rspamd',
    means: (
      <>
        No answer came. Either a firewall drops UDP to port 11335, or the server name is wrong, or the key is: the
        storage does not answer a key that it does not know. Compare <code className={CODE}>encryption_key</code> with
        your key first, then check the way:
      </>
    ),
  },
];

/** Rspamd's messages for failed requests, and what each means. */
export function Answers({ guide }: { guide: Guide }) {
  return (
    <Step id="answers" title="If a request fails">
      <dl className="space-y-5">
        {ANSWERS.map(({ said, where, means }) => (
          <div key={said}>
            <dt>
              <code className="font-mono text-small font-medium">{said}</code>
              <span className="ml-2 text-small text-muted">{where}</span>
            </dt>
            <dd className="mt-1 max-w-measure text-muted">{means}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock title="Ask the storage, with Rspamd 3.8 or newer" code={pingOf(guide)} />
    </Step>
  );
}
