/** The attacker of bench/programs/hostile.ts: each connection sends its next request as soon as it has a response. */
import { randomBytes, randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { newAddress, post, send } from './hostile-request.ts';
import { WORST, type Kind } from './worst-requests.ts';

/** With many IP addresses, a connection changes its address when a limit refuses the current one. */
export type Attack = {
  baseUrl: string;
  from: 'one IP address' | 'many IP addresses';
  /** the worst requests of this kind (P17); without it, reset, verify, sign-up and login (P11) */
  kind?: Kind;
  connections: number;
  seconds: number;
};

process.once('message', (attack: Attack) => void run(attack).then(() => process.disconnect()));

async function run({ baseUrl, from, kind, connections, seconds }: Attack): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const connect = () =>
    new Agent({ keepAlive: true, localAddress: from === 'one IP address' ? '127.66.0.1' : newAddress() });
  const attack = async (_: unknown, n: number) => {
    let agent = connect();
    while (performance.now() < end) {
      const { status } = await (kind ? askWorst(baseUrl, kind, n, agent) : postForm(baseUrl, n, agent));
      if (status !== 429 || from === 'one IP address') continue;
      agent.destroy();
      agent = connect();
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, attack));
}

function askWorst(baseUrl: string, kind: Kind, n: number, agent: Agent) {
  const requests: readonly { path: string; headers?: Record<string, string> }[] = WORST[kind];
  const { path, headers = {} } = requests[n % requests.length] ?? { path: '/' };
  return send(baseUrl + path, { headers: { accept: 'text/html', ...headers }, agent });
}

function postForm(baseUrl: string, n: number, agent: Agent) {
  const [path, body] = ATTACKS[n % ATTACKS.length]?.() ?? ['/', {}];
  return post(baseUrl + path, body, agent);
}

const randomEmail = () => `${randomBytes(8).toString('hex')}@hostile.example`;
const randomLink = () => randomBytes(32).toString('base64url');
/** The kind of password that takes zxcvbn longest: each character is a l33t substitute for a letter. */
const slowPassword = () =>
  `aA1[${Array.from({ length: 36 }, () => 'a4@8({[<6931!|/0$+57%2'.charAt(randomInt(22))).join('')}`;

const ATTACKS: (() => [path: string, body: object])[] = [
  () => ['/reset/email', { email: randomEmail(), token: randomLink(), password: slowPassword() }],
  () => ['/verify/email', { email: randomEmail(), token: randomLink() }],
  () => ['/signup/email', { email: randomEmail(), password: slowPassword() }],
  () => ['/login/email', { email: randomEmail(), password: slowPassword() }],
];
