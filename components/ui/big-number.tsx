import { compactNumber, exactNumber } from './number-text.ts';
import { Tooltip } from './tooltip.tsx';

/** A big number short, with the exact one in a tooltip. */
export function BigNumber({ value }: { value: number }) {
  const [short, exact] = [compactNumber(value), exactNumber(value)];
  return short === exact ? exact : <Tooltip text={exact}>{short}</Tooltip>;
}
