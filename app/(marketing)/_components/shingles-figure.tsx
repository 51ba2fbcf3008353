import { MESSAGE, SHINGLES, STORE } from './shingles-data.ts';

const ROW = { top: 146, height: 27 };
const CELL = { left: 313, top: 134, pitch: 15, size: 10 };

/** How a message is recognised. Complete as drawn; where motion is welcome its parts appear once, one after the other. */
export function ShinglesFigure() {
  return (
    <figure className="w-full max-w-md lg:max-w-none">
      <svg
        viewBox="0 0 400 372"
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
      <rect x="0.5" y="20.5" width="399" height="74" rx="6" className="fill-surface stroke-line" />
      {MESSAGE.map((line, index) => (
        <text key={line} x={16} y={44 + index * 19} className="fill-ink text-[13px]">
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
        <rect x="0.5" y="0.5" width={CELL.size} height={CELL.size} rx="1.5" className="fill-none stroke-line" />
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
  const y = ROW.top + index * ROW.height;
  const delay = (extra: number) => ({ animationDelay: `${0.3 + index * 0.25 + extra}s` });
  return (
    <g className={cell ? 'fill-ink' : 'fill-muted'}>
      <g className="appear" style={delay(0)}>
        <text x={0} y={y}>
          {words}
        </text>
        <text x={162} y={y}>
          {hash}
        </text>
      </g>
      {cell ? (
        <Match cell={cell} y={y - 4} delay={delay} />
      ) : (
        <text x={238} y={y} className="appear text-[11px]" style={delay(0.2)}>
          unknown
        </text>
      )}
    </g>
  );
}

type MatchProps = {
  cell: { column: number; row: number };
  y: number;
  delay: (extra: number) => { animationDelay: string };
};

function Match({ cell, y, delay }: MatchProps) {
  const x = CELL.left + cell.column * CELL.pitch;
  const top = CELL.top + cell.row * CELL.pitch;
  const middle = top + CELL.size / 2;
  return (
    <>
      <path
        d={`M228 ${y}H256L292 ${middle}H${x}`}
        pathLength={1}
        className="trace fill-none stroke-ink"
        style={delay(0.2)}
      />
      <rect x={x} y={top} width={CELL.size + 1} height={CELL.size + 1} rx="1.5" className="appear" style={delay(0.6)} />
    </>
  );
}

function Verdict() {
  return (
    <g className="appear" style={{ animationDelay: '2.6s' }}>
      <rect x="0" y="326" width="400" height="46" rx="6" className="fill-ink" />
      <text x={16} y={354} className="fill-paper text-[13px]">
        FUZZY_PLUS_DENIED
      </text>
      <text x={384} y={354} textAnchor="end" className="fill-paper text-[13px]">
        5 of 6 known
      </text>
    </g>
  );
}
