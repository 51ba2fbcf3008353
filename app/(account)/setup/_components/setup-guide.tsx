'use client';

import { useContacts } from '#components/layout/contacts.tsx';
import { useUserStatus } from '#components/layout/use-user-status.ts';
import { LastRequest } from '#components/usage/last-request.tsx';
import { fuzzyFiles, PLACEHOLDER_KEY } from '#lib/fuzzy-keys/setup-files.ts';
import { Contents } from './contents.tsx';
import { CheckSteps } from './check-steps.tsx';
import { FileBlock } from './file-block.tsx';
import { KeyDeployment } from './key-deployment.tsx';
import { RepositorySetup } from './repository-setup.tsx';
import { Step } from './step.tsx';
import { Summary } from './summary.tsx';
import { YourKey } from './your-key.tsx';

/** The guide of spec §2, with the person's own key where there is one. */
export function SetupGuide() {
  const status = useUserStatus();
  const key = status.data?.plan.key ?? PLACEHOLDER_KEY;
  const files = fuzzyFiles(key, useContacts());
  return (
    <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0 space-y-14">
        <YourKey status={status} />
        <KeyDeployment />
        <Step id="storage" title="1. Premium and bulk fuzzy storage configuration">
          <p className="max-w-measure text-muted">
            Save this file on each mail server. It asks two servers: the premium storage (flag 8, score at most 20) and
            the bulk storage (flag 1, score at most 5).
          </p>
          <FileBlock file={files.check} />
        </Step>
        <Step id="weights" title="2. Fuzzy group symbol weights">
          <p className="max-w-measure text-muted">
            <code className="font-mono text-ink">FUZZY_PLUS_DENIED</code> weighs 10.0: such a message is spam.{' '}
            <code className="font-mono text-ink">FUZZY_BULK</code> weighs 0.1: it says that a mail is bulk, not that it
            is bad.
          </p>
          <FileBlock file={files.group} />
          <CheckSteps />
          {status.data?.plan.key && <LastRequest />}
        </Step>
        <Step id="repository" title="3. Stable repository setup">
          <RepositorySetup publicKey={key} />
        </Step>
        <Summary />
      </div>
      <Contents />
    </div>
  );
}
