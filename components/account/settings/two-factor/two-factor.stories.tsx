import { ok, refused, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { TwoFactor } from './two-factor.tsx';

export default { title: 'account/Two-factor login' };

const PATH = '/account/api/two-factor';
const OFF = { enabled: false, enabled_at: null, recovery_codes_left: 0, has_passkeys: false };
const ON = { enabled: true, enabled_at: '2026-01-15T08:30:00.000Z', recovery_codes_left: 10, has_passkeys: false };
const SECRET = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/test?secret=JBSWY3DPEHPK3PXP', qr: '<svg/>' };
const codes = (letter: string) =>
  ok({ recovery_codes: Array.from({ length: 10 }, (_, number) => `${letter}${number}AAA-BBBBB`) });
const story = (answers: StubAnswers) => (
  <StubScreen
    answers={{
      'POST /login/again': ok({ status: 'ok' }),
      'GET /userstatus': ok({ email: 'me@example.com' }),
      ...answers,
    }}
  >
    <TwoFactor />
  </StubScreen>
);

export const Loading = () => story({ [`GET ${PATH}`]: 'waiting' });
export const Failed = () =>
  story({ [`GET ${PATH}`]: [refused(503, 'unavailable', 'The service is not available right now.'), ok(OFF)] });
export const SettingUp = () =>
  story({
    [`GET ${PATH}`]: [ok(OFF), ok(ON)],
    [`POST ${PATH}/start`]: ok(SECRET),
    [`POST ${PATH}/enable`]: [refused(422, 'invalid', 'The code is incorrect.'), codes('A')],
  });
export const On = () =>
  story({
    [`GET ${PATH}`]: [ok(ON), ok(ON)],
    [`POST ${PATH}/recovery-codes`]: codes('B'),
  });
export const TurningOff = () =>
  story({ [`GET ${PATH}`]: [ok(ON), ok(OFF)], [`POST ${PATH}/disable`]: ok({ status: 'ok' }) });
export const FewCodes = () => story({ [`GET ${PATH}`]: ok({ ...ON, recovery_codes_left: 2 }) });
