import type { Theme } from './fault.ts';
import { adminViews } from './faults/admin-views.ts';
import { audit } from './faults/audit.ts';
import { consent } from './faults/consent.ts';
import { doctor } from './faults/doctor.ts';
import { escaping } from './faults/escaping.ts';
import { exactlyOnce } from './faults/exactly-once.ts';
import { failover } from './faults/failover.ts';
import { limits } from './faults/limits.ts';
import { locks } from './faults/locks.ts';
import { sessions } from './faults/sessions.ts';
import { sources } from './faults/sources.ts';
import { typedText } from './faults/typed-text.ts';

export const themes: readonly Theme[] = [
  { theme: 'sessions', faults: sessions },
  { theme: 'locks', faults: locks },
  { theme: 'limits', faults: limits },
  { theme: 'audit rows', faults: audit },
  { theme: 'exactly once', faults: exactlyOnce },
  { theme: 'consent', faults: consent },
  { theme: 'escaping', faults: escaping },
  { theme: 'the doctor', faults: doctor },
  { theme: 'failover', faults: failover },
  { theme: 'customer views and invitations', faults: adminViews },
  { theme: 'sources of requests', faults: sources },
  { theme: 'typed text', faults: typedText },
];
