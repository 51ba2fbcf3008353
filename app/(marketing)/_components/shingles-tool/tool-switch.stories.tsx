import { ShinglesFigure } from '../shingles-figure.tsx';
import { ToolSwitch } from './tool-switch.tsx';

export default { title: 'marketing/Shingles tool' };

/** The drawing, with the button that replaces it with the tool. */
export const Drawing = () => (
  <ToolSwitch>
    <ShinglesFigure />
  </ToolSwitch>
);
