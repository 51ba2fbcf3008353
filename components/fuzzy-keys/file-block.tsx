import { CodeBlock } from '#components/ui/actions/code-block.tsx';

type FileBlockProps = { file: { path: string; content: string; mode?: '0600' | '0640'; group?: string } };

/** A file to copy or download, titled with its path. */
export function FileBlock({ file: { path, content, mode, group } }: FileBlockProps) {
  return (
    <CodeBlock
      title={path}
      code={content}
      fileName={path.split('/').at(-1)}
      note={mode && `for ${group ? `root and the group ${group}` : 'root alone'}: chmod ${mode}`}
    />
  );
}
