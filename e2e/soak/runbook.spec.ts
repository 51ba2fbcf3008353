import { capture } from '#dev/tests/capture.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { MINUTE } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { obstacle } from '../runbook/machine.ts';

test('the commands of the runbook alone set production up under systemd, restore, upgrade and roll back without a failed request (R11, R15)', async () => {
  const reason = obstacle();
  test.skip(reason !== null, reason ?? '');
  test.setTimeout(20 * MINUTE);
  const { code, output } = await capture(process.execPath, ['e2e/runbook/main.ts'], { env: cleanEnvironment() });
  console.log(output);
  expect(code, output).toBe(0);
  for (const said of ['a purchase ended in a key', 'finds a learned message', 'the moment is restored'])
    expect(output).toContain(said);
  for (const title of ['upgrade', 'rollback', 'new-key', 'drop-key'])
    expect(output).toMatch(new RegExp(`${title}: \\d{3,} requests, 0 failed`));
});
