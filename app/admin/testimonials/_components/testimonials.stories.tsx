import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ok, refused, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { TestimonialRow } from '#lib/testimonials/views.ts';
import { AddTestimonialButton } from './testimonial-form.tsx';
import { TestimonialEntries } from './testimonials.tsx';

export default { title: 'admin/Testimonials' };

const ENTRY: TestimonialRow = {
  id: 1,
  quote: 'One key on all our relays, and one number to watch.',
  author: 'A. Person',
  position: 'Head of operations',
  company: 'Example Hosting Ltd',
  rating: 5,
  company_logo: null,
  given_on: '2026-11-02',
  consent: 'Signed form, folder “Customers 2026”',
  status: 'draft',
  approved_at: null,
  withdrawn_at: null,
  version: 1,
};
const APPROVED: TestimonialRow = {
  ...ENTRY,
  ...{ id: 2, author: 'B. Person', rating: 4, status: 'approved', approved_at: '2026-11-03T10:00:00.000Z' },
};
const WITHDRAWN: TestimonialRow = {
  ...ENTRY,
  ...{ id: 3, author: 'C. Person', status: 'withdrawn', withdrawn_at: '2026-11-04T10:00:00.000Z' },
};
const story = (answer: StubAnswer | [StubAnswer, ...StubAnswer[]], more: StubAnswers = {}) => (
  <StubScreen answers={{ 'GET /admin/api/testimonials': answer, ...more }}>
    <AddTestimonialButton />
    <TestimonialEntries />
  </StubScreen>
);

export const Loading = () => story('waiting');
export const Failed = () => story(refused(503, 'unavailable', 'The service is not available right now.'));
export const Forbidden = () => story(refused(403, 'forbidden', 'Admins only.'));
export const Empty = () => story(ok({ testimonials: [] }));
export const Full = () => story(ok({ testimonials: [WITHDRAWN, APPROVED, ENTRY] }));

export const Adding = () =>
  story([ok({ testimonials: [] }), ok({ testimonials: [ENTRY] })], {
    'POST /admin/api/testimonials': [
      refused(422, 'invalid', 'Please correct the marked fields.', {
        fields: { given_on: 'This day is in the future.' },
      }),
      refused(403, 'reauthentication_required', 'Please log in again.'),
      ok(ENTRY),
    ],
    'POST /login/again': ok({ status: 'ok' }),
    'GET /userstatus': ok({ email: 'me@example.com' }),
  });

const TOO_LATE = refused(409, 'conflict', 'Someone else changed this entry in the meantime.');
/** Someone else edits the entry while an admin approves it. */
export const Acting = () =>
  story(ok({ testimonials: [APPROVED, ENTRY] }), {
    'POST /admin/api/testimonials/1/approve': [TOO_LATE, ok({ ...ENTRY, status: 'approved', version: 3 })],
    'POST /admin/api/testimonials/2/withdraw': ok({ ...APPROVED, status: 'withdrawn', version: 2 }),
    'PUT /admin/api/testimonials/2': ok({ ...APPROVED, status: 'draft', version: 2 }),
    'DELETE /admin/api/testimonials/1': ok({ status: 'ok' }),
  });
