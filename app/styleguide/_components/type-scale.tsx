import { Sample } from './sample.tsx';

const SIZES = [
  ['text-display', 'Filter', 'font-semibold tracking-tight'],
  ['text-heading', 'Fewer false positives', 'font-semibold tracking-tight'],
  ['text-title', 'Premium fuzzy database', 'font-semibold'],
  ['text-lead', 'Hashes of spam that others saw a minute ago.', ''],
  ['text-base', 'One key for all of your servers; requests share a daily limit.', ''],
  ['text-small', 'Counted from midnight UTC, checked and errors together.', ''],
  ['text-label', 'Most Popular', 'font-medium'],
] as const;

/** Text sizes, both font families, corner radii and the shadow. */
export function TypeScale() {
  return (
    <>
      {SIZES.map(([size, text, look]) => (
        <Sample key={size} name={size}>
          <p className={`${size} ${look} wrap-anywhere`}>{text}</p>
        </Sample>
      ))}
      <Sample name="label-mono">
        <p className="label-mono">Requests a day</p>
      </Sample>
      <Sample name="font-mono, numbers">
        <p className="font-mono">1w4k9yjobq 0123456789</p>
        <p>0123456789 · 1111111111 are as wide</p>
      </Sample>
      <Sample name="radius sm, md, full; shadow float">
        <div className="flex flex-wrap gap-6 pb-6">
          <span className="size-14 rounded-sm border border-line-strong bg-surface" />
          <span className="size-14 rounded-md border border-line-strong bg-surface" />
          <span className="size-14 rounded-full border border-line-strong bg-surface" />
          <span className="size-14 floating" />
        </div>
      </Sample>
    </>
  );
}
