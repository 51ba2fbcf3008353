import type { Guide } from './guide.ts';
import type { List } from '#lib/storage/schema.ts';
import { testMessage } from '#lib/storage/test-message/text.ts';

/**
 * The command that sends the test message to a platform's Rspamd and prints the line with the match, if there is one.
 */
export function testMessageCommand({ id, scan }: Pick<Guide, 'id' | 'scan'>, list: List): string {
  const command = `${scan} <<'END' | grep FUZZY_\n${testMessage(list).replaceAll('\r\n', '\n')}END`;
  return id === 'ansible' ? `ansible mail --become -m ansible.builtin.shell -a "${command}"` : command;
}

/** What the command prints with the weights of the guide, measured with Rspamd 3.4. */
export const TEST_MESSAGE_ANSWERS: Readonly<Record<List, string>> = {
  premium: 'Symbol: FUZZY_PLUS_DENIED (1.35)[8:589bff398e:1.00:txt]',
  bulk: 'Symbol: FUZZY_BULK (0.05)[1:890c7be4de:1.00:txt]',
};
