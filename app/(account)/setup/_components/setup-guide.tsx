'use client';

import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { LastRequest } from '#components/usage/last-request.tsx';
import { PLACEHOLDER_KEY } from '#lib/fuzzy-keys/setup-files.ts';
import { Answers } from './answers.tsx';
import { Contents } from './contents.tsx';
import { CheckConnection } from './check-connection.tsx';
import { CheckSteps } from './check-steps.tsx';
import { useGuide } from '#components/fuzzy-keys/use-guide.ts';
import { FileBlock } from '#components/fuzzy-keys/file-block.tsx';
import { TestMessage } from '#components/fuzzy-keys/test-message.tsx';
import { KeyDeployment } from './key-deployment.tsx';
import { Outbound } from './outbound.tsx';
import { PlatformGuide } from './platform-guide.tsx';
import { RepositorySetup } from './repository-setup.tsx';
import { Step } from './step.tsx';
import { Summary } from './summary.tsx';
import { YourKey } from './your-key.tsx';

const [BULK, PREMIUM] = [1, 8];

/**
 * Says which fuzzy storages the configuration below queries. The configuration leaves out storages that the key has no
 * access to.
 */
function askedBy(forbidden: readonly number[]): string {
  if (forbidden.includes(BULK) && forbidden.includes(PREMIUM)) return 'Your key has no access to the storages.';
  if (forbidden.includes(BULK))
    return 'It asks the premium storage (flag 8, score at most 20). Your plan has no bulk service.';
  if (forbidden.includes(PREMIUM)) return 'It asks the bulk storage (flag 1, score at most 5), which your key may use.';
  return 'It asks two servers: the premium storage (flag 8, score at most 20) and the bulk storage (flag 1, score at most 5).';
}

/** The setup guide, with the user's own key if there is one. */
export function SetupGuide() {
  const status = useUserStatus();
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
        <YourKey status={status} />
        <PlatformGuide
          guides={guides}
          guide={guide}
          isFreeFeedOff={isFreeFeedOff}
          discovery={discovery}
          hasKey={Boolean(status.data?.plan.key)}
        />
        <Step id="storage" title="1. Premium and bulk fuzzy storage configuration">
          <p className="max-w-measure text-muted">Done by the command: it wrote these files. {askedBy(forbidden)}</p>
          {blocks(false)}
        </Step>
        <Step id="weights" title="2. Fuzzy group symbol weights">
          <p className="max-w-measure text-muted">
            Done by the command as well.{' '}
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
          <CheckSteps guide={guide} />
        </Step>
        <Step id="test-message" title="See a match">
          <TestMessage guide={guide} forbiddenFlags={forbidden} />
          {status.data?.plan.key && <LastRequest hasMessage />}
        </Step>
        <Step id="repository" title="3. Stable repository setup">
          <RepositorySetup publicKey={key} guide={guide} />
        </Step>
        <CheckConnection status={status} />
        <KeyDeployment />
        <Answers guide={guide} />
        <Outbound guide={guide} />
        <Summary />
      </div>
      <Contents />
    </div>
  );
}
