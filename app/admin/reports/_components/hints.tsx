const KEYS = [
  { keys: ['J', 'K'], does: 'next and previous' },
  { keys: ['R'], does: 'remove, at once' },
  { keys: ['E'], does: 'keep' },
  { keys: ['A'], does: 'ask back' },
  { keys: ['Ctrl', 'Enter'], does: 'send the text' },
  { keys: ['Esc'], does: 'leave it' },
] as const;

/** The keys of the desk, in sight while it is used. */
export const Hints = () => (
  <ul aria-label="Keys" className="flex flex-wrap gap-x-5 gap-y-1 text-small text-muted pointer-coarse:hidden">
    {KEYS.map(({ keys, does }) => (
      <li key={does} className="flex items-center gap-1.5">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
        {does}
      </li>
    ))}
  </ul>
);

export const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-current px-1.5 font-mono text-label">{children}</kbd>
);
