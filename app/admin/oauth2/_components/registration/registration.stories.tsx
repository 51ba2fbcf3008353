import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { InitialTokenView } from '#lib/oauth/views.ts';
import { Registration } from './registration.tsx';

export default { title: 'admin/OAuth2 registration' };

const SETTINGS = '/admin/api/oauth2/registration';
const TOKENS = '/admin/api/oauth2/initial-tokens';
const ID = '0b7c3c52-51c5-4a3e-8f5a-c9d7e2b40d11';
const TOKEN: InitialTokenView = {
  id: ID,
  token_prefix: 'k3Yw0nT9',
  uses: 1,
  max_uses: 5,
  created_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-27T10:00:00.000Z',
  revoked_at: null,
};
const OFF = { registration: false, metadata_documents: false };
const ON = { registration: true, metadata_documents: true };
const story = (answers: StubAnswers) => (
  <StubScreen answers={{ [`GET ${SETTINGS}`]: ok(ON), [`GET ${TOKENS}`]: ok({ tokens: [TOKEN] }), ...answers }}>
    <Registration />
  </StubScreen>
);

export const Loading = () => story({ [`GET ${SETTINGS}`]: 'waiting' });
export const Failed = () =>
  story({ [`GET ${SETTINGS}`]: [refused(503, 'unavailable', 'The service is not available right now.'), ok(OFF)] });
export const Off = () =>
  story({
    [`GET ${SETTINGS}`]: ok(OFF),
    [`PUT ${SETTINGS}`]: ok({ ...OFF, registration: true }),
    [`GET ${TOKENS}`]: ok({ tokens: [] }),
    [`POST ${TOKENS}`]: ok({ ...TOKEN, uses: 0, token: 'k3Yw0nT9sQ2vB6xJ8mR4pL1zC7hF5dG0aE3uI9oW2yN' }),
  });
export const Full = () =>
  story({
    [`GET ${TOKENS}`]: ok({
      tokens: [
        TOKEN,
        { ...TOKEN, id: ID.replace('0', '1'), token_prefix: 'a1B2c3D4', uses: 5 },
        { ...TOKEN, id: ID.replace('0', '2'), token_prefix: 'e5F6g7H8', revoked_at: '2026-11-21T10:00:00.000Z' },
      ],
    }),
    [`DELETE ${TOKENS}/${ID}`]: ok({ status: 'ok' }),
  });
export const Refused = () =>
  story({ [`PUT ${SETTINGS}`]: refused(503, 'unavailable', 'The service is not available right now.') });
