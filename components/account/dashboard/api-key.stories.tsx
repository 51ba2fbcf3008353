import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { OwnKeyView } from '#lib/fuzzy-keys/views.ts';
import { ApiKey } from './api-key.tsx';
import { ManualBillingNotice } from './manual-billing-notice.tsx';

export default { title: 'account/API key' };

const AT = '2026-01-15T08:30:00.000Z';
const OWN: OwnKeyView = { public_key: KEY, is_external: false, created_at: AT, last_used_at: null, old_keys: [] };
const OLD = { public_key: `old${KEY.slice(3)}`, works_until: AT, last_used_at: null };
const story = (answers: StubAnswers) => (
  <StubScreen answers={{ 'GET /userstatus': ok({ email: 'me@example.com', is_manual: false }), ...answers }}>
    <ManualBillingNotice />
    <ApiKey publicKey={KEY} />
  </StubScreen>
);

export const Rotating = () =>
  story({
    'GET /account/api/key': [ok(OWN), ok({ ...OWN, old_keys: [OLD] })],
    'POST /account/api/key/rotate': [
      refused(409, 'conflict', 'Someone else has changed this key. Please reload it.'),
      ok({ key: KEY }),
    ],
  });
export const External = () => story({ 'GET /account/api/key': ok({ ...OWN, is_external: true, old_keys: [OLD] }) });
export const Manual = () =>
  story({ 'GET /account/api/key': ok(OWN), 'GET /userstatus': ok({ email: 'me@example.com', is_manual: true }) });
