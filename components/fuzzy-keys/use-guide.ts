import { useContacts } from '#components/layout/footer/contacts.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { discovering } from '#lib/fuzzy-keys/setup/client-config.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { guidesFor } from '#lib/guides/guides.ts';
import { useChoice } from './choices.ts';

type ChosenGuide = {
  guides: readonly Guide[];
  guide: Guide;
  isFreeFeedOff: boolean;
  /** whether the servers are found by SRV records; `none` if there are no records */
  discovery: 'on' | 'off' | 'none';
};

/** The guide for the platform that was chosen last, with this key and the other choices. */
export function useGuide(publicKey: string, forbiddenFlags: readonly number[]): ChosenGuide {
  const [platform, isFreeFeedOff] = [useChoice('platform'), useChoice('free_feed') === 'off'];
  const contacts = useContacts();
  const hasDiscovery = useHydrated() && contacts.fuzzyDomain !== '';
  const isDiscovering = useChoice('servers') === 'srv' && hasDiscovery;
  const hosts = isDiscovering ? discovering(contacts) : contacts;
  const guides = guidesFor({ publicKey, contacts: hosts, forbiddenFlags, freeFeed: isFreeFeedOff ? 'off' : 'on' });
  const guide = guides.find(({ id }) => id === platform) ?? guides[0];
  if (!guide) throw new Error('There are no guides');
  return { guides, guide, isFreeFeedOff, discovery: hasDiscovery ? (isDiscovering ? 'on' : 'off') : 'none' };
}
