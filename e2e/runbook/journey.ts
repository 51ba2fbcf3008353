import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '#dev/stack/process.ts';
import { makeFolder, message, run } from '#dev/tests/rspamd.ts';
import { documented, mailServer } from '#dev/tests/storage-host.ts';
import { MINUTE } from '#lib/base/time.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { Mailbox } from '../support/mailbox.ts';
import { PASSWORD } from '../support/people.ts';
import { StripeControl } from '../support/stacks/stripe-control.ts';
import { Client } from './client.ts';
import { blocksOf } from './commands.ts';
import { createLoad, type Load } from './load.ts';

type Parts = {
  origin: string;
  ca: string;
  shell: (title: string, commands: string) => Promise<string>;
  say: (text: string) => void;
};
type Buyer = { client: Client; email: string; key: string };
const KEYS = '/var/lib/rspamd-premium-agent/keypairs.conf';
const MAIL_PORT = 11444;

export type Journey = ReturnType<typeof createJourney>;

/** What people do on the host of the rehearsal: customers, the admin, and a mail server. */
export function createJourney({ origin, ca, shell, say }: Parts) {
  const mailbox = new Mailbox('http://127.0.0.1:1080');
  const stripe = new StripeControl('http://127.0.0.1:12111');
  const admin = new Client(origin, ca);
  let mail: ReturnType<typeof mailServer> | undefined;

  async function signUp(email: string): Promise<Client> {
    const client = new Client(origin, ca);
    await client.get('/signup/email', { email, password: PASSWORD });
    const link = mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email');
    await client.get('/verify/email', { email, token: new URL(link).searchParams.get('token') });
    await client.get('/login/email', { email, password: PASSWORD });
    say(`${email} signed up by the mail`);
    return client;
  }

  const keyOf = async (client: Client) =>
    (await client.get<{ plan: { key: string | null } }>('/userstatus')).plan.key ?? '';

  async function finds(text: string): Promise<boolean> {
    const headers = { settings: '{"groups_enabled":["fuzzy"]}' };
    const answer = await fetch(`http://127.0.0.1:${MAIL_PORT}/checkv2`, { method: 'POST', headers, body: text });
    return 'FUZZY_PLUS_DENIED' in ((await answer.json()) as { symbols: object }).symbols;
  }

  return {
    signUp,

    async logIn(email: string, password: string): Promise<void> {
      await admin.get('/login/email', { email, password });
      say('the first admin logged in');
    },

    async buy(email: string): Promise<Buyer> {
      const client = await signUp(email);
      await client.get('/account/api/billing/buyer', { kind: 'company' });
      const { location, status } = await client.send('/buy?small=1');
      const session = (await stripe.state()).sessions.find(({ url }) => url === location);
      if (!session) throw new Error(`/buy: ${status}, and no checkout`);
      await stripe.send('pay', { session: session.id });
      let key = '';
      if (!(await until(async () => (key = await keyOf(client)) !== '', MINUTE, 200)))
        throw new Error('no key a minute after the payment');
      const delivered = (await stripe.state()).deliveries.map(({ status: code }) => code);
      if (!delivered.length || delivered.some((code) => code !== 200))
        throw new Error(`webhooks were answered with ${delivered.join()}`);
      say('a purchase ended in a key, and every webhook was accepted');
      return { client, email, key };
    },

    /** Follows docs/storage-host.md on this host, with its blocks for the Rspamd of Debian. */
    async setUpStorage(key: string): Promise<void> {
      const writer = createKeyPair();
      const local = (name: string, text: string) =>
        writeFileSync(
          path.join('/etc/rspamd/local.d', name),
          text.replace('YOUR_WRITING_PUBKEY', writer.publicKey).replace('YOUR_WRITING_PRIVKEY', writer.privateKey),
        );
      // By default Rspamd writes what it learned once a minute, which would be most of the rehearsal.
      local('worker-fuzzy.inc', `sync = 1s;\n${documented('keypairs.conf')}`);
      local('fuzzy_check.conf', documented('rule "FUZZY_PLUS"'));
      local('fuzzy_group.conf', documented('symbols = {'));
      for (const name of ['worker-normal.inc', 'worker-proxy.inc']) local(name, 'enabled = false;\n');
      // Rspamd would compile expressions for half a minute that a storage does not use.
      writeFileSync('/etc/rspamd/short.tld', 'example\n');
      local('options.inc', 'disable_hyperscan = true;\nurl_tld = "/etc/rspamd/short.tld";\n');
      const made = await admin.get<{ server: { id: number } }>('/admin/api/servers', {
        name: 'fuzzy1',
        description: '',
      });
      const code = await admin.get<{ code: string }>(`/admin/api/servers/${made.server.id}/enrolment-code`, {});
      await shell(
        'storage host',
        [
          blocksOf('host agent').join(''),
          `PORTAL_URL=${origin} node /opt/rspamd-premium-agent/agent.mjs enrol ${code.code}`,
          'printf "KEYS_FORM=static\\nNODE_EXTRA_CA_CERTS=/etc/ssl/certs/rehearsal.pem\\n" >> /etc/rspamd-premium-agent.env',
          'systemctl restart redis-server rspamd',
          'until rspamadm control stat >/dev/null 2>&1; do sleep 0.2; done',
          'systemctl enable --now rspamd-premium-agent',
          '',
        ].join('\n'),
      );
      const isThere = () => existsSync(KEYS) && readFileSync(KEYS, 'utf8').includes(key);
      const from = Date.now();
      if (!(await until(isThere, 3 * MINUTE, 200))) throw new Error(`the key did not reach ${KEYS}`);
      say(`the agent wrote the key to the storage host ${Date.now() - from} ms after its start`);
    },

    /** Learns a new message as docs/storage-host.md says, until a mail server with this key finds it. */
    async match(key: string): Promise<void> {
      if (!mail) {
        const place = makeFolder();
        mail = mailServer(path.join(place.path, 'mail'), key, 11335, MAIL_PORT);
        await mail.start(MAIL_PORT);
      }
      const text = message(crypto.randomUUID());
      const file = '/var/lib/rspamd/learned.eml'; // where Rspamd's user may read
      writeFileSync(file, text);
      const learn = async () => {
        const said = await run('/usr/bin/rspamc', ['-f', '8', '-w', '10', 'fuzzy_add', file]).catch(String);
        return said.includes('success = true');
      };
      if (!(await until(learn, 2 * MINUTE, 2000))) throw new Error('the storage host learns nothing');
      if (!(await until(() => finds(text), 3 * MINUTE, 1000)))
        throw new Error(`no match:\n${mail.output().slice(-2000)}`);
      if (await finds(message(crypto.randomUUID()))) throw new Error('a message that was not learned matches');
      say('a mail server with the key finds a learned message');
    },

    load: (): Load => createLoad(origin, ca, admin),

    async checkRestored({ client, email, key }: Buyer, later: string): Promise<void> {
      // `systemctl start` returns before the web processes listen; the site was down during the restore anyway.
      const answers = async () => (await new Client(origin, ca).send('/readyz')).status === 200;
      if (!(await until(answers, MINUTE, 200))) throw new Error('the site does not answer after the restore');
      if ((await keyOf(client)) !== key) throw new Error(`${email} lost the key`);
      const answer = await new Client(origin, ca).send('/login/email', { email: later, password: PASSWORD });
      if (answer.status === 200) throw new Error(`${later} signed up after the moment, and is still there`);
      say('the moment is restored: the buyer has the key, and who signed up later is gone');
    },
  };
}
