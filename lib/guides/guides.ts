import { ansibleGuide } from './ansible.ts';
import { dockerMailserverGuide } from './docker-mailserver.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { mailcowGuide } from './mailcow.ts';
import { mailuGuide } from './mailu.ts';
import { nethserverGuide } from './nethserver.ts';
import { nixosGuide } from './nixos.ts';
import { otherFilterGuide } from './other-filter.ts';
import { packageGuides } from './packages.ts';

/** The guides for all platforms, in the order of the tabs. */
export const guidesFor = (options: GuideOptions): Guide[] => [
  ...packageGuides(options),
  mailcowGuide(options),
  dockerMailserverGuide(options),
  mailuGuide(options),
  nethserverGuide(options),
  nixosGuide(options),
  ansibleGuide(options),
  otherFilterGuide(options),
];
