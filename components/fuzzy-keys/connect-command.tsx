import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import type { Guide } from '#lib/guides/guide.ts';
import { forget, remember } from './choices.ts';

type ConnectCommandProps = { guides: readonly Guide[]; guide: Guide; isFreeFeedOff: boolean };

/**
 * The one way to connect a mail server: the platform, its command, and whether the free feed stays on. The guide, the
 * dashboard and the page after a payment all show this.
 */
export function ConnectCommand({ guides, guide: { id, name, where, install }, isFreeFeedOff }: ConnectCommandProps) {
  return (
    <>
      <PlatformSwitch guides={guides} chosen={id} />
      <p className="max-w-measure text-muted">
        Run this {where}. It adds one line to two files, and leaves the rest of them as it is.
      </p>
      <CodeBlock title={`Connect ${name}`} code={install} isCapped isCommand />
      <p className="max-w-measure text-muted">
        At the end it lists what Rspamd has loaded. If your key or one of your own rules is missing, it restores every
        file and names the one in the way.
      </p>
      <label htmlFor="free-feed" className="flex items-start gap-2.5 noscript:hidden">
        <Checkbox
          id="free-feed"
          checked={isFreeFeedOff}
          onChange={(event) => remember('free_feed', event.target.checked ? 'off' : 'on')}
        />
        <span className="text-small leading-6">
          Turn the free feed off
          <span className="block leading-5 text-muted">
            Rspamd also asks the free storage of rspamd.com, which has a limit of its own. All other rules stay.
          </span>
        </span>
      </label>
    </>
  );
}

/** The repository follows the platform until another system is chosen. */
const choose = (platform: string) => {
  forget('system');
  remember('platform', platform);
};

/** Chooses the platform: radio buttons, so that the arrow keys move between platforms, or a list on phones. */
function PlatformSwitch({ guides, chosen }: { guides: readonly Guide[]; chosen: string }) {
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
