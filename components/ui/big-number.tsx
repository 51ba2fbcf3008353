import { compactNumber, exactNumber } from './number-text.ts';
import { Tooltip } from './tooltip.tsx';

/** A number in short form, with the exact number in a tooltip. */
export function BigNumber({ value }: { value: number }) {
  const [short, exact] = [compactNumber(value), exactNumber(value)];
  return short === exact ? exact : <Tooltip text={exact}>{short}</Tooltip>;
}
