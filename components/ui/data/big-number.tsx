import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { compactNumber, exactNumber } from './number-text.ts';

/** A number in short form, with the exact number in a tooltip. */
export function BigNumber({ value }: { value: number }) {
  const [short, exact] = [compactNumber(value), exactNumber(value)];
  return short === exact ? exact : <Tooltip text={exact}>{short}</Tooltip>;
}
