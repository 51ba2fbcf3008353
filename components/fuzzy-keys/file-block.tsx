import { CodeBlock } from '#components/ui/actions/code-block.tsx';

type FileBlockProps = {
  file: { path: string; content: string; mode?: '0600' | '0640'; group?: string; line?: object };
};

/** What a person must know who writes the file by hand. */
const noteOf = ({ mode, group, line }: FileBlockProps['file']) => {
  if (line) return 'one line at the end; the rest of the file stays';
  if (!mode) return undefined;
  return group ? `for root and Rspamd’s group: chmod ${mode}` : `for root alone: chmod ${mode}`;
};

/** A file to copy or download, titled with its path. */
export function FileBlock({ file }: FileBlockProps) {
  const { path, content } = file;
  return <CodeBlock title={path} code={content} fileName={path.split('/').at(-1)} note={noteOf(file)} />;
}
