import { describe, expect, test } from 'vitest';
import { changesOf, differences, type EditableFields } from './edited-fields.ts';

const BEFORE: EditableFields = {
  email: 'a@b.example',
  daily_limit: null,
  is_blocked: false,
  is_admin: false,
  custom_key: null,
  notes: 'old',
};

describe('R24: an edit sends what was changed', () => {
  test.each<[string, Partial<EditableFields>]>([
    ['nothing', {}],
    ['one field', { daily_limit: 0 }],
    ['a cleared field', { notes: null }],
    ['several', { is_blocked: true, email: 'c@d.example' }],
  ])('%s', (_, change) => {
    expect(changesOf(BEFORE, { ...BEFORE, ...change })).toEqual(change);
  });
});

describe('R24: what somebody else changed meanwhile', () => {
  test.each<[string, Partial<EditableFields>, Partial<EditableFields>, ReturnType<typeof differences>]>([
    ['nothing that is shown', {}, { notes: 'mine' }, []],
    [
      'a field that I left alone',
      { is_blocked: true },
      { notes: 'mine' },
      [{ field: 'is_blocked', theirs: 'yes', yours: null }],
    ],
    ['the same field', { notes: 'theirs' }, { notes: 'mine' }, [{ field: 'notes', theirs: 'theirs', yours: 'mine' }]],
    [
      'the same field in the same way',
      { daily_limit: 5 },
      { daily_limit: 5 },
      [{ field: 'daily_limit', theirs: '5', yours: null }],
    ],
    [
      'a field that they cleared',
      { notes: null },
      { notes: 'mine' },
      [{ field: 'notes', theirs: 'none', yours: 'mine' }],
    ],
  ])('%s', (_, theirs, mine, expected) => {
    expect(differences(BEFORE, { ...BEFORE, ...theirs }, { ...BEFORE, ...mine })).toEqual(expected);
  });
});
