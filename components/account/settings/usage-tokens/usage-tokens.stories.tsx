import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { UsageTokenView } from '#lib/usage-tokens/views.ts';
import { UsageTokens } from './usage-tokens.tsx';

export default { title: 'account/Usage tokens' };

const AT = '2026-01-15T08:30:00.000Z';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <UsageTokens />
  </StubServer>
);

const TOKENS = 'GET /account/api/usage-tokens';
const TOKEN: UsageTokenView = {
  id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000003',
  name: 'prometheus',
  prefix: 'rpu_a1b2',
  may_report: false,
  created_at: AT,
  last_used_at: null,
};
const created = { usage_token: TOKEN, token: 'rpu_a1b2c3d4e5' };

export const Loading = () => story({ [TOKENS]: 'waiting' });
export const Failed = () => story({ [TOKENS]: DOWN });
export const Empty = () =>
  story({
    [TOKENS]: [ok({ usage_tokens: [] }), ok({ usage_tokens: [TOKEN] })],
    'POST /account/api/usage-tokens': [
      refused(422, 'invalid', 'Another token has this name.', { fields: { name: 'Choose another name.' } }),
      ok(created),
    ],
  });
export const AtTheLimit = () =>
  story({
    [TOKENS]: ok({
      usage_tokens: [1, 2, 3, 4, 5].map((number) => ({ ...TOKEN, id: `${TOKEN.id}${number}`, name: `mx${number}` })),
    }),
  });
export const Revoking = () =>
  story({
    [TOKENS]: [ok({ usage_tokens: [TOKEN] }), ok({ usage_tokens: [] })],
    [`DELETE /account/api/usage-tokens/${TOKEN.id}`]: ok({ status: 'ok' }),
  });
