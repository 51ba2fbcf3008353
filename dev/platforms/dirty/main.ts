/**
 * `npm run test:guides [-- --rspamd PREFIX] [platform…] [--only KIND]`: runs the commands of every guide on servers as
 * people have them, and judges each by what the real Rspamd has loaded afterwards. Exits with 1 if a cell is wrong.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { PLATFORMS } from '#lib/guides/schema.ts';
import { installationAt } from '../../tests/rspamd.ts';
import { judge, KINDS } from './cells.ts';
import { Machine } from './machine.ts';

const options = { rspamd: { type: 'string' }, only: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const installation = installationAt(values.rspamd ?? '/usr');
const platforms = PLATFORMS.filter((platform) => !positionals.length || positionals.includes(platform));
const kinds = KINDS.filter((kind) => values.only === undefined || kind === values.only);

console.log(
  `${execFileSync(installation.rspamadm, ['--version'], { encoding: 'utf8' }).trim()}, ${installation.rspamadm}`,
);
console.log(['platform'.padEnd(18), ...kinds.map((kind) => kind.padEnd(18))].join('').trimEnd());
const notes: string[] = [];
const counts = { right: 0, wrong: 0, impossible: 0 };
for (const platform of platforms) {
  const row = kinds.map((kind) => {
    const machine = new Machine(platform, installation);
    try {
      const verdict = judge(machine, platform, kind);
      if (!verdict) return (counts.right++, 'yes');
      if ('impossible' in verdict)
        return (counts.impossible++, notes.push(`${platform}, ${kind}: cannot exist, ${verdict.impossible}`), '-');
      return (counts.wrong++, notes.push(`${platform}, ${kind}: WRONG, ${verdict.wrong}`), 'WRONG');
    } finally {
      machine.remove();
    }
  });
  console.log([platform.padEnd(18), ...row.map((cell) => cell.padEnd(18))].join('').trimEnd());
}
console.log(notes.join('\n'));
console.log(`${counts.right} right, ${counts.wrong} wrong, ${counts.impossible} cannot exist`);
if (counts.wrong > 0) process.exitCode = 1;
