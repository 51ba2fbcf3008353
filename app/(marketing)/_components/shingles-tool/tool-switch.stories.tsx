import { ShinglesFigure } from '../shingles-figure.tsx';
import { ToolSwitch } from './tool-switch.tsx';

export default { title: 'marketing/Shingles tool' };

/** The drawing. The button puts the tool in its place. */
export const Drawing = () => (
  <ToolSwitch>
    <ShinglesFigure />
  </ToolSwitch>
);
