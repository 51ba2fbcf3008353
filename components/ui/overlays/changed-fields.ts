const FIELDS = 'form :is(input:not([type=hidden]), select, textarea)';
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Remembers the values of form fields before the user touched them. Values set by scripts or the browser count as
 * unchanged, and so do fields outside of a form: filters are not work that can be lost.
 */
export function createFieldMemory() {
  const before = new WeakMap<Field, string>();
  return {
    note: (root: HTMLElement) => {
      for (const field of fieldsOf(root)) if (!before.has(field)) before.set(field, stateOf(field));
    },
    isChanged: (root: HTMLElement) =>
      fieldsOf(root).some((field) => before.has(field) && before.get(field) !== stateOf(field)),
  };
}

const fieldsOf = (root: HTMLElement) => [...root.querySelectorAll<Field>(FIELDS)];

const stateOf = (field: Field) =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;
