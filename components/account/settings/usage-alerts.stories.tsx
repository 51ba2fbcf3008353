import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { UsageAlerts } from './usage-alerts.tsx';

export default { title: 'account/Usage alerts' };

const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <UsageAlerts />
  </StubServer>
);

const ALERTS = 'GET /account/api/usage-alerts';
const SETTINGS = { limit_80: true, limit_100: false, silent: true, new_source: true, silent_source: true };

export const Loading = () => story({ [ALERTS]: 'waiting' });
export const Failed = () => story({ [ALERTS]: DOWN });
export const Full = () =>
  story({ [ALERTS]: ok(SETTINGS), 'PUT /account/api/usage-alerts': [DOWN, ok({ ...SETTINGS, limit_100: true })] });
