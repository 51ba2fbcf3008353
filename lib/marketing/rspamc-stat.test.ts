import { expect, test } from 'vitest';
import { readScanned } from './rspamc-stat.ts';

/** Printed by Rspamd 3.4 (Debian 12) and by 4.1.6. */
const STAT = `Results for command: stat (0.005 seconds)
Messages scanned: 1284003
Messages with action reject: 210034, 16.36%
Messages with action soft reject: 0, 0.00%
Messages treated as spam: 412003, 32.09%
Messages learned: 1203
Control connections count: 4
`;
const JSON_STAT = '{"version": "4.1.6", "uptime": 81, "read_only": false, "scanned": 3, "learned": 0}';

test.each([
  ['the text of rspamc stat', STAT, 1_284_003],
  [
    'the text after a shell prompt, with Windows line ends',
    `$ rspamc stat\r\n${STAT.replaceAll('\n', '\r\n')}`,
    1_284_003,
  ],
  ['two servers, one after the other', STAT + STAT.replace('1284003', '7'), 1_284_010],
  ['JSON', JSON_STAT, 3],
  ['a server that has scanned nothing', 'Messages scanned: 0', 0],
  ['the refusal of the controller', 'IO write error: Connection refused', null],
  ['another command', 'Rspamd version: 4.1.6\nUptime: 1 second', null],
  ['nothing', '', null],
])('reads %s', (_, text, scanned) => expect(readScanned(text)).toBe(scanned));
