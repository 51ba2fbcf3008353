import { useState } from 'react';
import { FAILED, StubServer } from '#components/stories/stub-server.tsx';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

export default { title: 'fuzzy-keys/Rotate key' };

type StoryProps = { rotate: (grace: Grace) => Promise<object | null>; isReloading?: boolean };

function Story({ rotate, isReloading = false }: StoryProps) {
  const [outcome, setOutcome] = useState('open');
  const [chosen, setChosen] = useState<Grace | null>(null);
  const remember = (grace: Grace) => {
    setChosen(grace);
    return rotate(grace);
  };
  return (
    <StubServer answers={{}}>
      <p>
        {outcome}, {chosen ?? 'nothing chosen'}
      </p>
      {['open', 'reloading'].includes(outcome) && (
        <RotateKeyDialog
          rotate={remember}
          onDone={() => {
            setOutcome(isReloading ? 'reloading' : 'rotated');
            return isReloading ? new Promise(() => undefined) : undefined;
          }}
          onClose={() => setOutcome('closed')}
        />
      )}
    </StubServer>
  );
}

export const Rotating = () => <Story rotate={() => new Promise(() => undefined)} />;
export const Rotated = () => <Story rotate={async () => ({})} />;
/** The new key never arrives. */
export const Reloading = () => <Story rotate={async () => ({})} isReloading />;
export const Cancelled = () => <Story rotate={async () => null} />;
export const Refused = () => <Story rotate={() => Promise.reject(FAILED)} />;
