type Waiting<T> = {
  id: string;
  resolve: (result: T) => void;
  reject: (reason: unknown) => void;
};

/**
 * Combines requests for single ids into batches, one after the other: `load` gets at most `size` ids and returns the
 * results in their order. An id that is aborted before its batch starts is not loaded. A batch that fails rejects only
 * its own ids.
 */
export function createBatchLoader<T>(load: (ids: readonly string[]) => Promise<readonly T[]>, size: number) {
  let waiting: Waiting<T>[] = [];
  let isRunning = false;

  const run = async () => {
    for (let batch = waiting.splice(0, size); batch.length; batch = waiting.splice(0, size)) await answer(batch, load);
    isRunning = false;
  };
  return (id: string, signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const question = { id, resolve, reject };
      signal.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== question);
        reject(new DOMException('No longer wanted', 'AbortError'));
      });
      waiting.push(question);
      if (isRunning) return;
      isRunning = true;
      queueMicrotask(() => void run());
    });
}

async function answer<T>(
  batch: readonly Waiting<T>[],
  load: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<void> {
  try {
    const results = await load(batch.map(({ id }) => id));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as T);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
