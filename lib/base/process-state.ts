/**
 * What a process has once. server/index.ts and Next's bundle are two module graphs in one process, so a variable of a
 * module exists twice; both find these objects through globalThis.
 */
const KEY = Symbol.for('rspamd-premium.process-state');
const objects = ((globalThis as { [KEY]?: Map<string, object> })[KEY] ??= new Map<string, object>());

/** The process's object of this name, empty at first. */
export function processState<T extends object>(name: string): Partial<T> {
  const object = objects.get(name) ?? {};
  objects.set(name, object);
  return object;
}

/** Empties the object of this name, or all; for tests, whose files share a process. */
export function forgetProcessState(name?: string): void {
  for (const [known, object] of objects)
    if (name === undefined || name === known)
      for (const key of Object.keys(object)) Reflect.deleteProperty(object, key);
}
