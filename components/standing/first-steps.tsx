import { InstallFiles } from '#components/fuzzy-keys/quick-setup.tsx';
import { KeyGoesLive } from '#components/fuzzy-keys/key-goes-live.tsx';
import { TestMessage } from '#components/fuzzy-keys/test-message.tsx';
import { useGuide } from '#components/fuzzy-keys/use-guide.ts';
import { Acts } from '#components/ui/read-only.tsx';
import { LastRequest } from '#components/usage/last-request.tsx';

type FirstStepsProps = { publicKey: string; forbiddenFlags: readonly number[] };

/**
 * The steps of the setup: the plan is bought, the command comes next, and the first request turns the light green. The
 * light is above the steps and covers none of them.
 */
export function FirstSteps(key: FirstStepsProps) {
  const { guide } = useGuide(key.publicKey, key.forbiddenFlags);
  return (
    <section aria-labelledby="quick-setup" className="space-y-6 border-t pt-8">
      <h2 id="quick-setup" className="text-title font-semibold">
        Quick Setup
      </h2>
      <LastRequest hasMessage />
      <Acts>
        <ol className="space-y-6">
          <li className="space-y-1">
            <h3 className="font-medium">1. Buy a plan: done</h3>
            <KeyGoesLive publicKey={key.publicKey} />
          </li>
          <li className="space-y-3">
            <h3 className="font-medium">2. Put your key on your mail servers</h3>
            <InstallFiles {...key} />
          </li>
          <li className="space-y-3">
            <h3 className="font-medium">3. See the first request</h3>
            <TestMessage guide={guide} forbiddenFlags={key.forbiddenFlags} />
          </li>
        </ol>
      </Acts>
    </section>
  );
}
