import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import type { SetupFile } from '#lib/fuzzy-keys/setup-files.ts';

/** A file to copy or download, titled with its path. */
export function FileBlock({ file: { path, content, mode } }: { file: SetupFile }) {
  return (
    <CodeBlock
      title={path}
      code={content}
      fileName={path.split('/').at(-1)}
      note={mode && `for root alone: chmod ${mode}`}
    />
  );
}
