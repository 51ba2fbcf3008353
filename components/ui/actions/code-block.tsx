import { Fragment } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { DownloadButton } from './download-button.tsx';

type CodeBlockProps = {
  title: string;
  code: string;
  /** Offers the code as a download with this name. */
  fileName?: string | undefined;
  note?: string | undefined;
  /** The button says "Copy command". */
  isCommand?: boolean;
  /** Shows the first lines of a long command, fewer where a page sets `--code-lines`; the rest scrolls. */
  isCapped?: boolean;
};

/** A path breaks between its folders first. */
const breakable = (path: string) =>
  path.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** A file or command, with its title and a button that copies it. */
export function CodeBlock({ title, code, fileName, note, isCapped = false, isCommand = false }: CodeBlockProps) {
  return (
    <figure className="rounded-md border bg-sunken">
      <figcaption className="flex items-center justify-between gap-4 border-b py-1.5 pr-1.5 pl-4">
        <span className="min-w-0">
          <span className="block font-mono text-small wrap-anywhere">{breakable(title)}</span>
          {note && <span className="block text-label text-muted">{note}</span>}
        </span>
        <span className="flex shrink-0 gap-1.5">
          {fileName && <DownloadButton fileName={fileName} text={code} />}
          <CopyButton
            text={code}
            {...(isCommand ? { label: `Copy command: ${title}`, shown: 'Copy command' } : { label: `Copy ${title}` })}
          />
        </span>
      </figcaption>
      <pre
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={title}
        role="region"
        className={classNames(
          'overflow-x-auto rounded-b-md p-4 font-mono text-small -outline-offset-2 scroll-edges',
          isCapped && 'max-h-[calc(1rem+var(--code-lines,15)*1lh)] overflow-y-auto',
        )}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
