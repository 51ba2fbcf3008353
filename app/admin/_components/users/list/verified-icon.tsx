/** Whether an address is verified: a check or an exclamation mark in a ring. The title is the tooltip. */
export function VerifiedIcon({ isVerified }: { isVerified: boolean }) {
  const text = isVerified ? 'Email verified' : 'Email not verified';
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox="0 0 16 16"
      className={`inline size-4 shrink-0 fill-none stroke-current stroke-2 align-[-0.2em] ${isVerified ? 'text-signal' : 'text-amber'}`}
    >
      <title>{text}</title>
      <path d={isVerified ? `${RING} M5 8.2l2.1 2.1L11 6.2` : `${RING} M8 4.6v3.8 M8 11.3v.2`} />
    </svg>
  );
}

const RING = 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z';
