import { expect, test } from 'vitest';
import { canAssign, canEdit, canRestore, canRotate, keyType } from './policy.ts';

test.each<[string, string | null, string]>([
  ['Stripe cus_1 sub_1', 'a@b.example', 'stripe'],
  ['STRIPE cus_1 sub_1 (old key 8ywinfgfqgb7b)', null, 'stripe'],
  ['stripe by hand', 'a@b.example', 'user'],
  ['stripe by hand', null, 'manual'],
  ['sub_1 alone', 'a@b.example', 'user'],
  ['Acme mx', null, 'manual'],
])('derives from the description %j and the email %j the type %s', (description, email, type) => {
  expect(keyType({ description, email })).toBe(type);
});

const free = { state: 'on', isReplaced: false, email: null, accountId: null, isExternal: false } as const;
test.each<[string, Parameters<typeof canAssign>[0] & { isExternal: boolean }, boolean[]]>([
  // the last column: may be edited, assigned, rotated, restored
  ['free', free, [true, true, true, false]],
  ['suspended', { ...free, state: 'suspended' }, [true, true, false, false]],
  ['deleted', { ...free, state: 'deleted' }, [false, false, false, true]],
  ['replaced', { ...free, isReplaced: true }, [false, false, false, false]],
  ['replaced and deleted', { ...free, isReplaced: true, state: 'deleted' }, [false, false, false, false]],
  ['with an email', { ...free, email: 'a@b.example' }, [true, false, true, false]],
  ['with an owner', { ...free, accountId: 'u' }, [true, false, true, false]],
  ['external', { ...free, isExternal: true }, [true, true, false, false]],
])('decides whether to edit, assign, rotate and restore a key: %s (S51)', (_name, key, expected) => {
  expect([canEdit(key), canAssign(key), canRotate(key), canRestore(key)]).toEqual(expected);
});
