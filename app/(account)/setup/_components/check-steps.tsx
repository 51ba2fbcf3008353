import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import type { Guide } from '#lib/guides/guide.ts';
import { pingOf } from '#lib/guides/ping.ts';

/** How to check that the setup works. */
export function CheckSteps({ guide }: { guide: Guide }) {
  return (
    <div className="space-y-3">
      <p className="max-w-measure text-muted">
        Check the configuration, reload, and ask the storage. Without <code className="font-mono text-ink">-s</code> a
        wrong key passes the check; <code className="font-mono text-ink">fuzzy_ping</code> comes with Rspamd 3.8.
      </p>
      <CodeBlock title="Commands" code={[guide.check, guide.reload, pingOf(guide)].join('\n')} />
    </div>
  );
}
