import { inWords, promises } from '#lib/promises.ts';
import { LastRequest } from '#components/usage/last-request.tsx';
import { InstallFiles } from '#components/fuzzy-keys/quick-setup.tsx';
import { PACKAGE, TestMessage } from '#components/fuzzy-keys/test-message.tsx';

type FirstStepsProps = { publicKey: string; forbiddenFlags: readonly number[] };

/**
 * The steps of the setup: the plan is bought, the files come next, and the first request turns the light green. The
 * light stays in view while the commands are copied.
 */
export function FirstSteps(key: FirstStepsProps) {
  return (
    <section aria-labelledby="quick-setup" className="space-y-6 border-t pt-8">
      <h2 id="quick-setup" className="text-title font-semibold">
        Quick Setup
      </h2>
      <ol className="space-y-6">
        <li className="space-y-1">
          <h3 className="font-medium">1. Buy a plan: done</h3>
          <p className="text-muted">Your key works at our storage hosts within {inWords(promises.keyChange)}.</p>
        </li>
        <li className="space-y-3">
          <h3 className="font-medium">2. Put your key on your mail servers</h3>
          <InstallFiles {...key} />
        </li>
        <li className="space-y-3">
          <h3 className="font-medium">3. See the first request</h3>
          <TestMessage guide={PACKAGE} forbiddenFlags={key.forbiddenFlags} />
        </li>
      </ol>
      <div data-light-in-view="" className="md:sticky md:bottom-4 md:z-10">
        <LastRequest hasMessage />
      </div>
    </section>
  );
}
