import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { AgreementsView } from '#lib/acceptances/views.ts';
import { Agreements } from './agreements.tsx';

export default { title: 'account/Agreements' };

const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <Agreements />
  </StubServer>
);

const AGREEMENTS = 'GET /account/api/agreements';
const by = 'you@example.com';
const accepted = (version: string) => ({ version, at: '2026-11-28T10:00:00.000Z', by });
const list = (terms: string | null, dpa: string | null): AgreementsView => ({
  agreements: [
    { document: 'terms', current_version: '2026-11-28', accepted: terms === null ? null : accepted(terms) },
    { document: 'dpa', current_version: '2026-11-28', accepted: dpa === null ? null : accepted(dpa) },
  ],
});

export const Loading = () => story({ [AGREEMENTS]: 'waiting' });
export const Failed = () =>
  story({ [AGREEMENTS]: refused(503, 'unavailable', 'The service is not available right now.') });
export const Empty = () => story({ [AGREEMENTS]: ok(list(null, null)) });
export const Full = () => story({ [AGREEMENTS]: ok(list('2026-11-28', '2026-11-28')) });
export const OlderVersion = () => story({ [AGREEMENTS]: ok(list('2026-11-28', '2026-05-01')) });
