import { WithCode } from '#components/ui/data/with-code.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { fuzzyCheckConfig } from '#lib/fuzzy-keys/setup/client-config.ts';
import { PLACEHOLDER_KEY } from '#lib/fuzzy-keys/setup/setup-files.ts';
import { serverChanges } from '#lib/marketing/texts.ts';

/** Everything that a subscription changes on a mail server, with the configuration that the product generates. */
export function ServerChanges() {
  return (
    <div className="mt-10 grid items-start gap-x-16 gap-y-10 border-t pt-10 lg:grid-cols-2">
      <div>
        <h3 className="text-title font-semibold">What changes on your server</h3>
        <dl className="mt-6">
          {serverChanges.map(({ subject, text }) => (
            <div key={subject} className="border-t py-4">
              <dt className="font-medium">
                <WithCode text={subject} />
              </dt>
              <dd className="mt-1 max-w-measure text-muted">
                <WithCode text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Excerpt
        title="/etc/rspamd/local.d/fuzzy_check.conf"
        code={firstRuleOf(fuzzyCheckConfig(PLACEHOLDER_KEY, contacts()))}
      />
    </div>
  );
}

/** A listing to read, not to copy: long lines wrap, and the line with the key is emphasised. */
function Excerpt({ title, code }: { title: string; code: string }) {
  return (
    <figure aria-label={title} className="min-w-0 overflow-clip rounded-md border bg-sunken">
      <figcaption className="flex flex-wrap justify-between gap-x-4 border-b px-3 py-2.5 text-label sm:px-4 sm:text-small">
        <span className="font-mono">{title}</span>
        <span className="text-muted">the first of two rules</span>
      </figcaption>
      <pre className="px-3 py-4 font-mono text-label leading-5 wrap-anywhere whitespace-pre-wrap text-muted sm:px-4 sm:text-small">
        <code>
          {code.split(/(?<=\n)/).map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </code>
      </pre>
    </figure>
  );
}

/** A long line wraps, indented, after a comma or a colon, never within a host name. */
function Line({ line }: { line: string }) {
  const parts = line.split(/(?<=,|:(?=[a-z]))/);
  return (
    <span
      className={classNames('block pl-[4ch] -indent-[4ch]', line.includes(PLACEHOLDER_KEY) && 'font-medium text-ink')}
    >
      {parts.map((part) => (
        <span key={part} className={parts.length > 1 ? 'inline-block indent-0' : ''}>
          {part}
        </span>
      ))}
    </span>
  );
}

function firstRuleOf(config: string): string {
  const [, first] = config.split(/^(?=rule )/m);
  if (!first) throw new Error('The configuration has no rule.');
  return first.trim();
}
