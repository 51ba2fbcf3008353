import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { paths } from '#lib/base/paths.ts';
import type { Guide } from '#lib/guides/guide.ts';
import { TEST_MESSAGE_ANSWERS, testMessageCommand } from '#lib/guides/test-message.ts';
import { testedList } from '#lib/storage/test-message/text.ts';

type TestMessageProps = { guide: Pick<Guide, 'id' | 'scan'>; forbiddenFlags: readonly number[] };

/** The command that shows a match, what it prints, and the message as a download. */
export function TestMessage({ guide, forbiddenFlags }: TestMessageProps) {
  const list = testedList(forbiddenFlags);
  if (!list) return null;
  const file = list === 'bulk' ? 'test-message-bulk.eml' : 'test-message.eml';
  return (
    <div className="space-y-3">
      <p className="max-w-measure text-muted">
        Every storage host knows one harmless message. This command shows it to Rspamd, and sends no mail:
      </p>
      <CodeBlock title="Send the test message" code={testMessageCommand(guide, list)} isCapped isCommand />
      <p className="max-w-measure text-muted">
        You should see the line below. If nothing appears, wait a minute and run it again.
      </p>
      <CodeBlock title="The answer" code={TEST_MESSAGE_ANSWERS[list]} />
      <p className="max-w-measure text-small text-muted">
        To test the whole path, send{' '}
        <Acts instead={file}>
          <a href={paths.testMessage(list)} download className="text-ink underline underline-offset-4">
            {file}
          </a>
        </Acts>{' '}
        through your server (<code className="font-mono">swaks --to you@example.com --data - &lt; FILE</code>). It will
        be delivered, because the match adds less than two points; look for the symbol in Rspamd&apos;s log.
      </p>
    </div>
  );
}
