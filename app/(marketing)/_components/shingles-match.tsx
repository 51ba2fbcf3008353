/** The cells of the drawn store. */
export const CELL = { left: 269, top: 134, pitch: 13, size: 9 };

type MatchProps = {
  cell: { column: number; row: number };
  y: number;
  delay: (extra: number) => { animationDelay: string };
};

/** A line to a known cell. It runs through the gap above the cell's row, so that it crosses no other cell. */
export function Match({ cell, y, delay }: MatchProps) {
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
