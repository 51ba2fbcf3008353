export default { title: 'ui/Colours' };

const COLOURS = [
  ...['paper', 'surface', 'sunken', 'ink', 'muted', 'line', 'line-strong'],
  ...['signal', 'signal-hover', 'on-signal', 'signal-soft', 'amber', 'amber-soft', 'red', 'red-soft'],
];

/** The colours of the style sheet. colours.test.ts checks their contrast. */
export const Tokens = () => (
  <ul className="grid gap-3 sm:grid-cols-2">
    {COLOURS.map((name) => (
      <li key={name} className="flex items-center gap-3 text-small">
        <span
          aria-hidden="true"
          className="size-10 shrink-0 rounded-md border border-line-strong"
          style={{ background: `var(--color-${name})` }}
        />
        {name}
      </li>
    ))}
  </ul>
);
