import * as fs from 'node:fs';
import path from 'node:path';
import { SERVER_NAME, wrongSettings } from './settings.ts';
import { describe, during, EXIT, Failure } from './system/failure.ts';
import { groupId, openSecret } from './system/files.ts';
import { parseJson, valueAt } from './system/json.ts';
import { exchange, retryAfter, type Answer } from './system/request.ts';
import { VERSION } from './version.ts';

export const ENV_FILE = '/etc/rspamd-premium-agent.env';
/** The group that Debian's package gives the agent's user. */
const GROUP = '_rspamd';
/** Lines of an existing file that enrolment replaces. */
const OWN_LINE = /^\s*(export\s+)?(PORTAL_URL|SERVER_NAME|SERVER_TOKEN|SERVER_TOKEN_FILE)\s*=/;

type Target = { portal: string; file: string | undefined; replace: boolean };

/**
 * Exchanges a code for this host's name and token, and writes them to a file. Returns what to do next, without the
 * token. Opens the file before it sends the code, so that a file that cannot be written does not cost the code.
 */
export async function enrol(code: string | undefined, { portal, file = ENV_FILE, replace }: Target): Promise<string> {
  if (!code) throw wrongSettings('enrol needs the code that the console shows');
  const old = existing(file, replace);
  const output = openSecret(file, { replaces: old !== null, group: groupId(GROUP) });
  try {
    const { name, token } = await redeem(portal, code);
    const kept = old === null ? '' : withoutOwnLines(old);
    save(() => output.save(`PORTAL_URL=${portal}\nSERVER_NAME=${name}\nSERVER_TOKEN=${token}\n${kept}`));
    return nextSteps(name, path.resolve(file));
  } finally {
    output.close();
  }
}

function save(write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Failure(`the token could not be saved (${describe(error)}): create a new code`);
  }
}

/** The content of the file to replace; null if there is none. Throws if the file exists and `replace` is false. */
function existing(file: string, replace: boolean): string | null {
  if (!fs.lstatSync(file, { throwIfNoEntry: false })) return null;
  if (!replace)
    throw wrongSettings(`${file} exists. With --replace only its portal, name and token change. The code was not used`);
  return fs.readFileSync(file, 'utf8');
}

const withoutOwnLines = (text: string) =>
  text
    .split(/(?<=\n)/)
    .filter((line) => !OWN_LINE.test(line))
    .join('');

async function redeem(portal: string, code: string): Promise<{ name: string; token: string }> {
  const answer = await during('enrolment', () =>
    exchange(`${portal}/api/storage/enrol`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `rspamd-premium-agent/${VERSION}` },
      body: JSON.stringify({ code }),
      signal: new AbortController().signal,
    }),
  );
  if (answer.status !== 200) throw refusal(answer);
  const body = parseJson(answer.body.toString('utf8'), "the portal's answer");
  const [name, token] = [valueAt(body, 'name'), valueAt(body, 'token')];
  // Each becomes a line of a file: a line break in it would add another setting.
  if (
    typeof name !== 'string' ||
    !SERVER_NAME.test(name) ||
    typeof token !== 'string' ||
    !/^[\w-]{32,200}$/.test(token)
  )
    throw new Failure("the portal's answer has no name and token");
  return { name, token };
}

function refusal({ status, headers }: Answer): Failure {
  if (status === 422)
    return new Failure(
      'the portal refused the code: it is mistyped, used, older than ten minutes, or void. Create a new one under Servers',
      { status, exitCode: EXIT.settings },
    );
  const wait = retryAfter(headers);
  if (status === 429) return new Failure(`too many wrong codes: try again in ${Math.ceil(wait / 1000)} s`, { status });
  return new Failure(`enrolment: the portal answered ${status}`, { status });
}

function nextSteps(name: string, file: string): string {
  const program = path.resolve(process.argv[1] ?? 'agent.mjs');
  return `This host is enrolled as ${name}. Its settings are in ${file}.

Next:
  1. For Rspamd older than 3.8.2, add KEYS_FORM=static to the file.
  2. Try it, without changing anything:
     runuser -u _rspamd -- node ${program} --config ${file} --dry-run
  3. Start it:
     systemctl enable --now rspamd-premium-agent
     (if it was running: systemctl restart rspamd-premium-agent)
`;
}
