'use client';

import { exactNumber } from '#components/ui/data/number-text.ts';
import { bucketText } from './bucket-text.ts';
import { drawnOf, presentIndex, type ChartData, type ChartLimit } from './chart-data.ts';
import { LineSample } from './line-sample.tsx';
import { STROKES } from './series-looks.ts';
import { valueText } from './value-text.ts';

type CursorProps = { data: ChartData; limit: ChartLimit | null; top: number; index: number };

/** All series at one point: a line across them, a dot on each, and the numbers. */
export function Cursor({ data, limit, top, index }: CursorProps) {
  const { starts, series } = data;
  const left = starts.length > 1 ? index / (starts.length - 1) : 0.5;
  return (
    <>
      <div className="absolute inset-y-0 w-px bg-line-strong" style={{ left: percent(left) }} />
      {drawnOf(series).map(({ name, look, values }) => {
        const value = values[index] ?? null;
        if (value === null) return null;
        const place = { left: percent(left), bottom: percent(value / top), background: STROKES[look].stroke };
        return (
          <div
            key={name}
            className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full ring-2 ring-surface"
            style={place}
          />
        );
      })}
      <div
        className="absolute top-1 z-10 px-3"
        style={left > 0.5 ? { right: percent(1 - left) } : { left: percent(left) }}
      >
        <Reading data={data} limit={limit} index={index} />
      </div>
    </>
  );
}

function Reading({ data, limit, index }: Omit<CursorProps, 'top'>) {
  const { starts, stepMs } = data;
  const note = data.notes?.[index];
  return (
    <div className="w-max max-w-60 floating px-3 py-2 text-small">
      <p className="mb-1 text-label text-muted">{bucketText(starts[index] ?? 0, stepMs)}</p>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2">
        {shownAt(data, index).map(({ name, label, look, text }) => (
          <div key={name} className="contents">
            {look ? <LineSample look={look} /> : <span />}
            <dt>{label}</dt>
            <dd className="text-right font-mono">{text}</dd>
          </div>
        ))}
        {limit && (
          <div className="contents text-muted">
            <LineSample look="limit" />
            <dt>Limit</dt>
            <dd className="text-right font-mono">{exactNumber(limit.value)}</dd>
          </div>
        )}
      </dl>
      {note && <p className="mt-1 text-label text-muted">{note}</p>}
    </div>
  );
}

/** The numbers at one point as a sentence, for screen readers. */
export function readingText(data: ChartData, index: number): string {
  const values = shownAt(data, index).map(({ label, text }) => `${label} ${text}`);
  const note = data.notes?.[index];
  return `${bucketText(data.starts[index] ?? 0, data.stepMs)}: ${values.join(', ')}${note ? `. ${note}` : ''}`;
}

/** The values at one point: of the forecast for a future bucket, and of all other series for any other bucket. */
const shownAt = (data: ChartData, index: number) =>
  data.series
    .filter(({ look }) => (look === 'forecast') === index > presentIndex(data))
    .map((each) => ({ ...each, text: valueText(data, each, index) }));
const percent = (share: number) => `${Math.min(Math.max(share, 0), 1) * 100}%`;
