import { capture } from '#dev/tests/capture.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { MINUTE } from '#lib/time.ts';
import { expect, test } from '../fixtures.ts';
import { obstacle } from '../runbook/machine.ts';

test('the commands of the runbook alone set production up, restore, upgrade and roll back without a failed request', async () => {
  const reason = obstacle();
  test.skip(reason !== null, reason ?? '');
  test.setTimeout(30 * MINUTE);
  const { code, output } = await capture(process.execPath, ['e2e/runbook/main.ts'], { env: cleanEnvironment() });
  console.log(output);
  expect(code, output).toBe(0);
  for (const said of ['a purchase ended in a key', 'finds a learned message', 'the moment is restored'])
    expect(output).toContain(said);
  for (const title of ['upgrade', 'rollback']) expect(output).toMatch(new RegExp(`${title}: \\d+ requests, 0 failed`));
});
