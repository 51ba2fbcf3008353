import { compactNumber } from '#components/ui/data/number-text.ts';

const [WIDTH, HEIGHT, GAP] = [98, 26, 2];

/** The requests of some days as bars, the newest at the end, with the daily limit as a line. */
export function Sparkline({ days, limit }: { days: readonly (number | null)[]; limit: number | null }) {
  const known = days.filter((value) => value !== null);
  const most = Math.max(1, ...known);
  const top = limit !== null && limit <= most * 2 ? Math.max(most, limit) : most;
  const step = WIDTH / days.length;
  const yOf = (value: number) => HEIGHT - (value / top) * (HEIGHT - 1);
  const label = `Requests of ${days.length} days, at most ${compactNumber(most)} a day`;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
      {days.map((value, day) => (
        <rect
          key={day}
          x={day * step}
          width={step - GAP}
          y={value === null ? HEIGHT - 1 : Math.min(yOf(value), HEIGHT - 1)}
          height={value === null ? 1 : Math.max(1, HEIGHT - yOf(value))}
          className={value !== null && limit !== null && value > limit ? 'fill-amber' : 'fill-muted'}
          opacity={value === null ? 0.3 : 0.75}
        />
      ))}
      {limit !== null && limit <= top && (
        <line x1="0" x2={WIDTH} y1={yOf(limit)} y2={yOf(limit)} className="stroke-ink" strokeDasharray="2 2" />
      )}
    </svg>
  );
}
