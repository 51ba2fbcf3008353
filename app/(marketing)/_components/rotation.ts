/** Why the rotation pauses: the reader's choice, hover, focus, off screen, or reduced motion. */
type Rest = 'chosen' | 'hovered' | 'focused' | 'unseen' | 'calm';

export type Rotation = ReturnType<typeof createRotation>;

/**
 * Calls `step` every `intervalMs` unless paused, and `onChange` after each change of the reasons to pause. Starts
 * paused, as if off screen (`unseen`).
 */
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
    /** For a press of Play: the rotation continues although the reader hovers over it or has the focus in it. */
    play() {
      for (const reason of ['chosen', 'hovered', 'focused'] as const) rests.delete(reason);
      update();
    },
    end: () => clearInterval(timer),
  };
  return rotation;
}
