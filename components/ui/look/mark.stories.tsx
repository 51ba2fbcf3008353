import { InARow } from '#components/stories/row.tsx';
import { Mark, type MarkState } from './mark.tsx';

export default { title: 'ui/Mark' };

const STATES: readonly MarkState[] = ['match', 'none', 'empty', 'waiting', 'working', 'silent'];

/** The logo's sizes: header, page, large. */
export const Sizes = () => (
  <InARow>
    <Mark className="size-4" />
    <Mark className="size-5" />
    <Mark className="size-8" />
    <Mark className="size-24" />
  </InARow>
);

export const States = () => (
  <>
    {STATES.map((state) => (
      <InARow key={state}>
        <code className="w-20 font-mono text-small">{state}</code>
        <Mark state={state} className="size-6" />
        <Mark state={state} className="size-24" />
      </InARow>
    ))}
  </>
);
