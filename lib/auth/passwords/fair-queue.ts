import { DomainError } from '#lib/base/errors.ts';
import { leavePlace } from '#lib/http/request-place.ts';

type Job = { start: () => Promise<void>; refuse: (reason: DomainError) => void };

/**
 * A bounded queue in which callers take turns: however many tasks one caller adds, another caller's next task waits for
 * only one of them. At most `atOnce` tasks run and at most `waiting` tasks wait. When the queue is full, the caller
 * with the most waiting tasks loses its newest task to a caller with at least two fewer. A task that gets no place, or
 * loses it, fails with `unavailable`.
 */
export function createFairQueue({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  /** Waiting tasks by caller, in the order of the callers' turns. */
  const lines = new Map<string, Job[]>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    const [next] = lines;
    if (running >= atOnce || !next) return;
    const [caller, line] = next;
    lines.delete(caller);
    const job = line.shift();
    if (line.length) lines.set(caller, line);
    if (!job) return;
    waiting -= 1;
    running += 1;
    void job.start().then(() => {
      running -= 1;
      startNext();
    });
  }

  /** Whether a caller with `own` waiting tasks gets a place for one more. May drop the task of another caller. */
  function makeRoom(own: number): boolean {
    if (waiting < most) return true;
    const [first = [], ...others] = lines.values();
    const longest = others.reduce((longer, line) => (line.length > longer.length ? line : longer), first);
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse(busy());
    waiting -= 1;
    return true;
  }

  return {
    /**
     * Runs the task when it is the caller's turn. Throws `unavailable` if the task gets no place in the queue, or loses
     * it.
     */
    run: <T>(caller: string, work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const line = lines.get(caller) ?? [];
        if (!makeRoom(line.length)) return reject(busy());
        line.push({ start: () => work().then(resolve, reject), refuse: reject });
        lines.set(caller, line);
        waiting += 1;
        leavePlace();
        startNext();
      }),
  };
}

const busy = () =>
  new DomainError('unavailable', 'The service is busy. Please try again in a moment.', { retryAfterSeconds: 5 });
