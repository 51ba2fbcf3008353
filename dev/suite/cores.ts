/** Shares a number of cores between steps: a step starts, in the order of the calls, when its cores are free. */
export function createCores(count: number) {
  let free = count;
  const waiting: { cores: number; start: () => void }[] = [];
  const startNext = () => {
    for (let next = waiting[0]; next && next.cores <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.cores;
      next.start();
    }
  };
  return async function use<T>(cores: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ cores, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += cores;
      startNext();
    }
  };
}
