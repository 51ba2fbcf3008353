export default { title: 'ui/Type, radius, shadow' };

const SIZES = [
  ['text-display', 'Filter', 'font-semibold tracking-tight'],
  ['text-heading', 'Fewer false positives', 'font-semibold tracking-tight'],
  ['text-title', 'Premium fuzzy database', 'font-semibold'],
  ['text-lead', 'Hashes of spam that others saw a minute ago.', ''],
  ['text-base', 'One key for all of your servers; requests share a daily limit.', ''],
  ['text-small', 'Counted from midnight UTC, checked and errors together.', ''],
  ['text-label', 'Most Popular', 'font-medium'],
] as const;

export const Sizes = () => (
  <dl className="space-y-4">
    {SIZES.map(([size, text, look]) => (
      <div key={size}>
        <dt className="label-mono">{size}</dt>
        <dd className={`${size} ${look} wrap-anywhere`}>{text}</dd>
      </div>
    ))}
  </dl>
);

/** All digits have the same width. */
export const Numbers = () => (
  <>
    <p className="font-mono">1w4k9yjobq 0123456789</p>
    <p>0123456789</p>
    <p>1111111111</p>
  </>
);

export const Corners = () => (
  <div className="flex flex-wrap gap-6 pb-6">
    <span className="size-14 rounded-sm border border-line-strong bg-surface" />
    <span className="size-14 rounded-md border border-line-strong bg-surface" />
    <span className="size-14 rounded-full border border-line-strong bg-surface" />
    <span className="size-14 floating" />
  </div>
);
