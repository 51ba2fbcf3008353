import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { commands } from '#lib/promises.ts';

const COMMANDS = [commands.configtest, commands.reload, commands.fuzzyPing].join('\n');

/** How to check that the setup works. */
export function CheckSteps() {
  return (
    <div className="space-y-3">
      <p className="max-w-measure text-muted">
        Check the configuration, reload, and ask the storage. Without <code className="font-mono text-ink">-s</code> a
        wrong key passes the check; <code className="font-mono text-ink">fuzzy_ping</code> comes with Rspamd 3.8.
      </p>
      <CodeBlock title="Commands" code={COMMANDS} />
    </div>
  );
}
