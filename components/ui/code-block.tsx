import { CopyButton } from './copy-button.tsx';

/** A file or command as it is to be used, with its name and a button that copies all of it. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <figure className="overflow-clip rounded-md border bg-sunken">
      <figcaption className="flex items-center justify-between gap-4 border-b py-1.5 pr-1.5 pl-4">
        <span className="min-w-0 truncate font-mono text-small">{title}</span>
        <CopyButton text={code} label={`Copy ${title}`} />
      </figcaption>
      <pre
        // A region that scrolls must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={title}
        role="region"
        className="overflow-x-auto p-4 font-mono text-small -outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
