import { MESSAGE, SHINGLES, STORE } from './shingles-data.ts';

/** The cells of the drawn store. */
const CELL = { left: 269, top: 134, pitch: 13, size: 9 };

type MatchProps = {
  cell: { column: number; row: number };
  y: number;
  delay: (extra: number) => { animationDelay: string };
};

/** A line to a known cell. It runs through the gap above the cell's row, so that it crosses no other cell. */
function Match({ cell, y, delay }: MatchProps) {
  const x = CELL.left + cell.column * CELL.pitch;
  const top = CELL.top + cell.row * CELL.pitch;
  const gap = top - (CELL.pitch - CELL.size) / 2;
  const bend = CELL.left - 12 - Math.abs(gap - y);
  return (
    <>
      <path
        d={`M207 ${y}H${bend}L${CELL.left - 12} ${gap}H${x + CELL.size / 2}V${top}`}
        pathLength={1}
        className="trace fill-none stroke-ink"
        style={delay(0.2)}
      />
      <rect x={x} y={top} width={CELL.size} height={CELL.size} rx="1" className="appear" style={delay(0.6)} />
    </>
  );
}

/** A text row is two cell rows high and centred on a gap between cells, so that lines run straight or at 45°. */
const ROW = { middle: CELL.top + CELL.size + 2, height: 2 * CELL.pitch };

/** The drawing of how a message is recognised. Its parts appear in turn, or together with reduced motion. */
export function ShinglesFigure() {
  return (
    <figure className="w-full max-w-lg lg:max-w-none">
      <svg
        viewBox="0 0 344 352"
        role="img"
        aria-labelledby="shingles-title"
        className="h-auto w-full font-mono text-[12px]"
      >
        <title id="shingles-title">
          A message is cut into overlapping groups of three words. Each becomes a hash; five of these six are found in
          the fuzzy store.
        </title>
        <Message />
        <Label x={0} y={122} text="Shingles" />
        <Label x={158} y={122} text="Hashes" />
        <Label x={CELL.left} y={122} text="Fuzzy store" />
        <Store />
        {SHINGLES.map((shingle, index) => (
          <Shingle key={shingle.hash} {...shingle} index={index} />
        ))}
        <Verdict />
      </svg>
    </figure>
  );
}

function Label({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <text x={x} y={y} className="fill-muted text-[11px]">
      {text}
    </text>
  );
}

function Message() {
  return (
    <>
      <Label x={0} y={10} text="Message" />
      <rect x="0.5" y="20.5" width="343" height="76" rx="5" className="fill-surface stroke-line" />
      {MESSAGE.map((line, index) => (
        <text key={line} x={16} y={43 + index * 19} className="fill-ink">
          {line}
        </text>
      ))}
    </>
  );
}

function Store() {
  return (
    <>
      <pattern
        id="cell"
        x={CELL.left}
        y={CELL.top}
        width={CELL.pitch}
        height={CELL.pitch}
        patternUnits="userSpaceOnUse"
      >
        <rect x="0.5" y="0.5" width={CELL.size - 1} height={CELL.size - 1} rx="1" className="fill-none stroke-line" />
      </pattern>
      <rect
        x={CELL.left}
        y={CELL.top}
        width={STORE.columns * CELL.pitch}
        height={STORE.rows * CELL.pitch}
        fill="url(#cell)"
      />
    </>
  );
}

function Shingle({ words, hash, cell, index }: (typeof SHINGLES)[number] & { index: number }) {
  const middle = ROW.middle + index * ROW.height;
  const delay = (extra: number) => ({ animationDelay: `${0.3 + index * 0.2 + extra}s` });
  return (
    <g className={cell ? 'fill-ink' : 'fill-muted'}>
      <g className="appear" style={delay(0)}>
        <text x={0} y={middle + 4}>
          {words}
        </text>
        <text x={158} y={middle + 4}>
          {hash}
        </text>
      </g>
      {cell ? (
        <Match cell={cell} y={middle} delay={delay} />
      ) : (
        <text x={207} y={middle + 4} className="appear text-[11px]" style={delay(0.2)}>
          unknown
        </text>
      )}
    </g>
  );
}

function Verdict() {
  return (
    <g className="appear" style={{ animationDelay: '2.2s' }}>
      <rect x="0" y="308" width="344" height="44" rx="5" className="fill-ink" />
      <text x={16} y={334} className="fill-paper">
        FUZZY_PLUS_DENIED
      </text>
      <text x={328} y={334} textAnchor="end" className="fill-paper">
        5 of 6 known
      </text>
    </g>
  );
}
