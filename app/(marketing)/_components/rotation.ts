/** Why a rotation rests: the reader decided so, is reading, cannot see it, or wants no motion. */
type Rest = 'chosen' | 'hovered' | 'focused' | 'unseen' | 'calm';

export type Rotation = ReturnType<typeof createRotation>;

/** Calls `step` every `intervalMs` while nothing makes it rest, and `onChange` after each change. Begins unseen. */
export function createRotation(intervalMs: number, step: () => void, onChange: (rotation: Rotation) => void) {
  const rests = new Set<Rest>(['unseen']);
  let timer: ReturnType<typeof setInterval> | undefined;
  const update = () => {
    clearInterval(timer);
    timer = rests.size === 0 ? setInterval(step, intervalMs) : undefined;
    onChange(rotation);
  };
  const rotation = {
    isTurning: () => rests.size === 0,
    isStopped: () => rests.has('chosen'),
    rest(reason: Rest, applies: boolean) {
      if (applies === rests.has(reason)) return;
      if (applies) rests.add(reason);
      else rests.delete(reason);
      update();
    },
    /** The reader asks for it, pointer and focus notwithstanding. */
    play() {
      for (const reason of ['chosen', 'hovered', 'focused'] as const) rests.delete(reason);
      update();
    },
    end: () => clearInterval(timer),
  };
  return rotation;
}
