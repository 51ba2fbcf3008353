import { Download } from 'lucide-react';
import { remember } from '#components/fuzzy-keys/choices.ts';
import { ConnectCommand } from '#components/fuzzy-keys/connect-command.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { paths } from '#lib/base/paths.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { Step } from './step.tsx';

type PlatformGuideProps = {
  guides: readonly Guide[];
  guide: Guide;
  isFreeFeedOff: boolean;
  /** whether the servers are found by SRV records; `none` if there are no records */
  discovery: 'on' | 'off' | 'none';
  hasKey: boolean;
};

/** How to connect the chosen platform: where the files go, one command that writes them, one that removes them. */
export function PlatformGuide({ guides, guide, isFreeFeedOff, discovery, hasKey }: PlatformGuideProps) {
  const { id, name, service, source, trap, undo } = guide;
  return (
    <Step id="platform" title="Your platform">
      <ConnectCommand guides={guides} guide={guide} isFreeFeedOff={isFreeFeedOff} />
      {discovery !== 'none' && (
        <label htmlFor="servers" className="flex items-start gap-2.5">
          <Checkbox
            id="servers"
            checked={discovery === 'on'}
            onChange={(event) => remember('servers', event.target.checked ? 'srv' : 'names')}
          />
          <span className="text-small leading-6">
            Find the servers by DNS
            <span className="block leading-5 text-muted">
              For Rspamd 4.1.0 and newer. When a server is added or removed, you change nothing. Older versions need the
              names.
            </span>
          </span>
        </label>
      )}
      {hasKey && (
        <Acts>
          <a
            href={paths.setupArchive(id, isFreeFeedOff ? 'off' : 'on', discovery === 'on' ? 'srv' : 'names')}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            <Download aria-hidden="true" className="size-4" />
            {id === 'ansible' ? 'Download the role' : 'Download files and scripts'}
          </a>
        </Acts>
      )}
      <details className="space-y-4">
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-small text-muted hover:text-ink">
          Undo it later
        </summary>
        <CodeBlock title={`Disconnect ${name}`} code={undo} isCapped isCommand />
      </details>
      <Alert tone="warning" text={trap} />
      <DescriptionList
        items={[
          { term: 'Service', value: service },
          {
            term: 'Reference',
            value: (
              <a href={source} className="underline underline-offset-4">
                {new URL(source).host}
              </a>
            ),
          },
        ]}
      />
      <Acts>
        <noscript>
          <OtherPlatforms guides={guides.filter((other) => other.id !== id)} />
        </noscript>
      </Acts>
    </Step>
  );
}

const COMMAND = 'overflow-x-auto rounded-md border bg-sunken p-4 font-mono text-small';

/** Without JavaScript: the other platforms' guides, folded, and shortened to the command that writes the files. */
function OtherPlatforms({ guides }: { guides: readonly Guide[] }) {
  return (
    <div className="space-y-2">
      <h3 className="font-medium">Other platforms</h3>
      {guides.map(({ id, name, where, trap, install, undo }) => (
        <details key={id} name="platform" className="space-y-3">
          <summary className="w-fit font-medium">{name}</summary>
          <p>Run it {where}.</p>
          <p>{trap}</p>
          <pre className={COMMAND}>{install}</pre>
          <p>Undo:</p>
          <pre className={COMMAND}>{undo}</pre>
          <p>
            <a href={paths.setupArchive(id, 'on')} className="underline underline-offset-4">
              Download with your key, after a login
            </a>
          </p>
        </details>
      ))}
    </div>
  );
}
