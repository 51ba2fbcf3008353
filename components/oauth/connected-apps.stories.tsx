import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { ConnectedAppView } from '#lib/oauth/views.ts';
import { ConnectedApps } from './connected-apps.tsx';

export default { title: 'oauth/Connected apps' };

const LIST = 'GET /account/api/connected-apps';
const REVOKE = 'DELETE /account/api/connected-apps/forum';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const FORUM: ConnectedAppView = {
  client_id: 'forum',
  name: 'Forum',
  hosts: ['forum.example.com'],
  scopes: ['openid', 'email'],
  first_used_at: '2026-01-15T08:30:00.000Z',
  last_used_at: null,
};
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <ConnectedApps />
  </StubServer>
);

export const Loading = () => story({ [LIST]: 'waiting' });
export const Failed = () => story({ [LIST]: DOWN });
export const Empty = () => story({ [LIST]: ok({ apps: [] }) });
export const Full = () => story({ [LIST]: [ok({ apps: [FORUM] }), ok({ apps: [] })], [REVOKE]: ok({}) });
export const NotRevoked = () => story({ [LIST]: ok({ apps: [FORUM] }), [REVOKE]: DOWN });
