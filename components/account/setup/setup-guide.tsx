'use client';

import { Doctor } from '#components/doctor/doctor.tsx';
import { FileBlock } from '#components/fuzzy-keys/file-block.tsx';
import { TestMessage } from '#components/fuzzy-keys/test-message.tsx';
import { useGuide } from '#components/fuzzy-keys/use-guide.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { ChecklistProgress } from '#components/standing/checklist.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { Acts, useReadOnly } from '#components/ui/read-only.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { isLoggedOut } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { site } from '#lib/base/settings/site.ts';
import { PLACEHOLDER_KEY } from '#lib/fuzzy-keys/setup/setup-files.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { pingOf } from '#lib/guides/ping.ts';
import { useMay } from '../membership.ts';
import { Answers } from './answers.tsx';
import { Outbound } from './outbound.tsx';
import { PlatformGuide } from './platform-guide.tsx';
import { RepositorySetup } from './repository-setup.tsx';
import { Step } from './step.tsx';
import { YourKey } from './your-key.tsx';

const [BULK, PREMIUM] = [1, 8];

/**
 * Says which fuzzy storages the configuration below queries. The configuration leaves out storages that the key has no
 * access to.
 */
function askedBy(forbidden: readonly number[]): string {
  if (forbidden.includes(BULK) && forbidden.includes(PREMIUM)) return 'Your key has no access to the storages.';
  if (forbidden.includes(BULK))
    return 'Rspamd will query the premium storage (flag 8, score at most 20). Your plan has no bulk service.';
  if (forbidden.includes(PREMIUM))
    return 'Rspamd will query the bulk storage (flag 1, score at most 5), which your key may use.';
  return 'Rspamd will query two services: the premium storage (flag 8, score at most 20) and the bulk storage (flag 1, score at most 5).';
}

/** The setup guide, with the user's own key if there is one. */
export function SetupGuide() {
  const status = useUserStatus();
  const mayCheck = useMay('operate');
  const key = status.data?.plan.key ?? PLACEHOLDER_KEY;
  const forbidden = status.data?.plan.forbidden_flags ?? [];
  const { guides, guide, isFreeFeedOff, discovery } = useGuide(key, forbidden);
  const shown = guide.files.filter(({ isScript }) => !isScript);
  const blocks = (isWeights: boolean) =>
    shown
      .filter((file) => Boolean(file.isWeights) === isWeights)
      .map((file) => <FileBlock key={file.path} file={file} />);
  return (
    <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0 space-y-14">
        <div className="space-y-4">
          <JumpList />
          <YourKey status={status} />
        </div>
        <PlatformGuide
          guides={guides}
          guide={guide}
          isFreeFeedOff={isFreeFeedOff}
          discovery={discovery}
          hasKey={Boolean(status.data?.plan.key)}
        />
        <Step id="storage" title="1. Premium and bulk fuzzy storage configuration">
          <p className="max-w-measure text-muted">The command writes these files. {askedBy(forbidden)}</p>
          {blocks(false)}
        </Step>
        <Step id="weights" title="2. Fuzzy group symbol weights">
          <p className="max-w-measure text-muted">
            The command writes these, too.{' '}
            {!forbidden.includes(PREMIUM) && (
              <>
                <code className="font-mono text-ink">FUZZY_PLUS_DENIED</code> scores 10.0: the message is spam.{' '}
              </>
            )}
            {!forbidden.includes(BULK) && (
              <>
                <code className="font-mono text-ink">FUZZY_BULK</code> scores 0.1: the message is bulk, not necessarily
                bad.
              </>
            )}
          </p>
          {blocks(true)}
          <p className="max-w-measure text-muted">
            A message that was wanted got one of these symbols?{' '}
            <Acts instead="Report its hash">
              <a href={paths.reports} className="text-ink underline underline-offset-4">
                Report its hash
              </a>
            </Acts>
            .
          </p>
          <CheckSteps guide={guide} />
        </Step>
        <Step id="test-message" title="See a match">
          <TestMessage guide={guide} forbiddenFlags={forbidden} />
          {status.data?.plan.key && <ChecklistProgress />}
        </Step>
        <Step id="repository" title="3. Stable repository setup">
          <RepositorySetup publicKey={key} guide={guide} />
        </Step>
        {mayCheck && (
          <Acts>
            <CheckConnection status={status} />
          </Acts>
        )}
        <KeyDeployment />
        <Answers guide={guide} />
        <Outbound guide={guide} />
        <Summary />
      </div>
      <Contents />
    </div>
  );
}

/** How to check that the setup works. */
function CheckSteps({ guide }: { guide: Guide }) {
  return (
    <div className="space-y-3">
      <p className="max-w-measure text-muted">
        Check the configuration, reload, and ask the storage. Without <code className="font-mono text-ink">-s</code> a
        wrong key passes the check; <code className="font-mono text-ink">fuzzy_ping</code> comes with Rspamd 3.8.
      </p>
      <CodeBlock title="Commands" code={[guide.check, guide.reload, pingOf(guide)].join('\n')} />
    </div>
  );
}

const FACTS = [
  { term: 'Servers and addresses', value: 'No limit. Put the key on as many servers and IP addresses as you run.' },
  { term: 'Daily limit', value: 'Shared: the requests of all servers count together.' },
  { term: 'Access', value: 'By key, not by IP address. Treat the key as a password.' },
];

function KeyDeployment() {
  return (
    <section id="deployment" aria-labelledby="deployment-title" className="space-y-4 border-t pt-8">
      <h2 id="deployment-title" className="text-title font-semibold">
        One key for all your servers
      </h2>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {FACTS.map(({ term, value }) => (
          <div key={term}>
            <dt className="font-medium">{term}</dt>
            <dd className="mt-1 text-small text-muted">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const PARTS = [
  { id: 'platform', label: 'Your platform' },
  { id: 'storage', label: '1. Fuzzy storage' },
  { id: 'weights', label: '2. Symbol weights' },
  { id: 'test-message', label: 'See a match' },
  { id: 'repository', label: '3. Stable repository' },
  { id: 'check', label: 'Check the connection' },
  { id: 'deployment', label: 'One key for all your servers' },
  { id: 'answers', label: 'If a request fails' },
  { id: 'outbound', label: 'Outbound and local mail' },
  { id: 'summary', label: '4. Summary' },
];

/** Table of contents beside the guide, on wide screens only. */
const Contents = () => (
  <nav aria-label="On this page" className="sticky top-24 hidden self-start lg:block">
    <h2 className="mb-2 label-mono">On this page</h2>
    <Parts look="py-1.5" />
  </nav>
);

/** The table of contents on other screens, closed. */
const JumpList = () => (
  <details className="rounded-md border bg-surface px-4 lg:hidden">
    <summary className="cursor-pointer py-3 text-small font-medium">On this page</summary>
    <nav aria-label="On this page" className="pb-3">
      <Parts look="py-2.5" />
    </nav>
  </details>
);

function Parts({ look }: { look: string }) {
  const isReadOnly = useReadOnly();
  const mayCheck = useMay('operate');
  return (
    <ul className="border-l">
      {PARTS.filter(({ id }) => id !== 'check' || (mayCheck && !isReadOnly)).map(({ id, label }) => (
        <li key={id}>
          <a href={`#${id}`} className={classNames('block pl-4 text-small text-muted hover:text-ink', look)}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Finds out why requests fail, by asking the storage. */
function CheckConnection({ status }: { status: ReturnType<typeof useUserStatus> }) {
  return (
    <Step id="check" title="Check the connection">
      <p className="max-w-measure text-muted">
        Ask our servers what they receive from yours: nothing, a wrong key, a refused key, or valid requests.
      </p>
      <Content status={status} />
    </Step>
  );
}

function Content({ status: { data, error } }: { status: ReturnType<typeof useUserStatus> }) {
  if (data) return <Doctor asker="owner" />;
  if (!error) return <Skeleton className="h-40 noscript:hidden" />;
  return (
    <p className="max-w-measure text-muted">
      {isLoggedOut(error) ? (
        <a href={paths.login(paths.setup)} className="font-medium text-ink underline underline-offset-4">
          Log in to run this check with your key
        </a>
      ) : (
        'This check needs your account, which could not be read.'
      )}
    </p>
  );
}

const SECONDARY = buttonClass({ variant: 'secondary' });

function Summary() {
  const { supportMail } = useContacts();
  return (
    <Step id="summary" title="4. Summary">
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>Rspamd asks the premium and the bulk storage about each message.</li>
        <li>You decide the score of a match.</li>
        <li>Updates come from the stable repository.</li>
        <li>A new key works within {inWords(promises.keyChange)}; the dashboard shows the first requests.</li>
      </ul>
      <Acts>
        <div className="flex flex-wrap gap-2">
          <a href={paths.dashboard} className={buttonClass()}>
            Go to dashboard
          </a>
          <a href={site.links.documentation} className={SECONDARY}>
            Documentation
          </a>
          <a href={paths.api} className={SECONDARY}>
            API
          </a>
          <a href={`mailto:${supportMail}`} className={SECONDARY}>
            Contact support
          </a>
        </div>
      </Acts>
    </Step>
  );
}
