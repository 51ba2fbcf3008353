import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { SignIn } from './sign-in.tsx';

export default { title: 'account/Login' };

const PATH = '/account/api/email';
const ADDRESS = { email: 'ada@example.com', waiting: null, undoable: null };
const WAITING = { ...ADDRESS, waiting: { new_email: 'new@example.com', expires_at: '2026-01-15T08:30:00.000Z' } };
const story = (answers: StubAnswers) => (
  <StubScreen answers={{ [`GET ${PATH}`]: ok(ADDRESS), 'GET /userstatus': ok({ email: ADDRESS.email }), ...answers }}>
    <SignIn />
  </StubScreen>
);

export const Loading = () => story({ [`GET ${PATH}`]: 'waiting' });
export const Failed = () =>
  story({ [`GET ${PATH}`]: [refused(503, 'unavailable', 'The service is not available right now.'), ok(ADDRESS)] });
export const Changing = () =>
  story({
    [`GET ${PATH}`]: [ok(ADDRESS), ok(WAITING)],
    'POST /change/email': [
      refused(422, 'invalid', 'Please correct the marked fields.', {
        fields: { email: 'This is already your address.' },
      }),
      ok({ status: 'ok' }),
    ],
  });
export const Waiting = () =>
  story({ [`GET ${PATH}`]: [ok(WAITING), ok(ADDRESS)], [`DELETE ${PATH}`]: ok({ status: 'ok' }) });
export const Changed = () =>
  story({
    [`GET ${PATH}`]: ok({
      ...ADDRESS,
      undoable: { old_email: 'old@example.com', expires_at: '2026-01-15T08:30:00.000Z' },
    }),
  });
