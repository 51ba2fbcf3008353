import { digestOf } from '#components/stories/hash-reports.ts';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { RefusalListView, RefusalView } from '#lib/hash-reports/views.ts';
import { DeskTabs } from './desk-tabs.tsx';
import { Refusals } from './refusals.tsx';

export default { title: 'admin/Refusals' };

const refusal = (start: string, lifted: string | null = null): RefusalView => ({
  digest: digestOf(start),
  since: '2026-11-28T14:01:40.000Z',
  until: '2027-11-28T14:01:40.000Z',
  report_id: '0197a000-0000-7000-8000-0000000000d1',
  lifted_at: lifted,
});
const UP_TO_DATE = [1, 2].map((n) => ({ server: `fuzzy${n}.example.net:11335`, version: 41, error: null }));
const view = (refusals: RefusalView[], more: Partial<RefusalListView> = {}) =>
  ok({ refusals, next_cursor: null, version: 41, hosts: UP_TO_DATE, ...more });
const story = (answers: StubAnswers, search?: string) => (
  <StubScreen answers={answers} search={search}>
    <DeskTabs current="refusals" />
    <Refusals />
  </StubScreen>
);

const TWO = [refusal('589bff398e'), refusal('c0ffee1234', '2026-11-28T16:00:00.000Z')];
export const Loading = () => story({ 'GET /admin/api/refusals': 'waiting' });
export const Failed = () =>
  story({ 'GET /admin/api/refusals': refused(503, 'unavailable', 'The service is not available right now.') });
export const Empty = () => story({ 'GET /admin/api/refusals': view([]) });
export const NoMatch = () => story({ 'GET /admin/api/refusals': view([]) }, '?q=ffff');
export const Full = () => story({ 'GET /admin/api/refusals': view(TWO, { next_cursor: 'more' }) });
export const HostsBehind = () =>
  story({
    'GET /admin/api/refusals': view(TWO, {
      hosts: [
        { server: 'fuzzy1.example.net:11335', version: 40, error: null },
        { server: 'fuzzy2.example.net:11335', version: null, error: null },
        { server: 'fuzzy3.example.net:11335', version: 41, error: 'The controller refuses the password.' },
      ],
    }),
  });
export const Lifting = () =>
  story({
    'GET /admin/api/refusals': [
      view([refusal('589bff398e')]),
      view([refusal('589bff398e', '2026-11-28T16:00:00.000Z')]),
    ],
    [`POST /admin/api/refusals/${digestOf('589bff398e')}/lift`]: ok(refusal('589bff398e', '2026-11-28T16:00:00.000Z')),
  });
