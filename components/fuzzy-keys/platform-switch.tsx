import { Select } from '#components/ui/fields/select.tsx';
import type { Guide } from '#lib/guides/guide.ts';
import { forget, remember } from './choices.ts';

/** The repository follows the platform until another system is chosen. */
const choose = (platform: string) => {
  forget('system');
  remember('platform', platform);
};

/** Chooses the platform: radio buttons, so that the arrow keys move between platforms, or a list on phones. */
export function PlatformSwitch({ guides, chosen }: { guides: readonly Guide[]; chosen: string }) {
  return (
    <div className="noscript:hidden">
      <label htmlFor="platform-list" className="block space-y-1.5 sm:hidden">
        <span className="text-small font-medium">Platform</span>
        <Select
          id="platform-list"
          options={guides.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
        />
      </label>
      <fieldset className="segmented hidden flex-wrap sm:inline-flex">
        <legend className="sr-only">Platform</legend>
        {guides.map(({ id, name }) => (
          <label key={id}>
            <input type="radio" name="platform" value={id} checked={id === chosen} onChange={() => choose(id)} />
            {name}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
