import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import type { ConnectionCheck } from '#lib/doctor/views.ts';
import type { Asker } from './use-doctor.ts';
import { verdictText } from './verdict-text.ts';

export function Verdict({ check, asker }: { check: ConnectionCheck; asker: Asker }) {
  const { tone, title, next, link, command } = verdictText(check, asker);
  return (
    <>
      <Alert tone={tone} text={title}>
        <p>
          {next}{' '}
          {link && (
            <a href={link.href} className="font-medium underline underline-offset-4">
              {link.text}
            </a>
          )}
        </p>
      </Alert>
      {command && <CodeBlock title={command.title} code={command.code} />}
    </>
  );
}
