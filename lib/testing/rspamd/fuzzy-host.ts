import type { KeyPair } from '#lib/fuzzy-keys/key-pair.ts';

type Storage = { writer: KeyPair; ports: { storage: number; redis: number; controller: number }; keysLine: string };
const OFF = 'enabled = false;\n';

/** The files of a fuzzy storage with its own learning rule, which reads the keys of subscribers as `keysLine` says. */
export function storageFiles({ writer, ports, keysLine }: Storage): Record<string, string> {
  return {
    'local.d/worker-fuzzy.inc': `bind_socket = "127.0.0.1:${ports.storage}";
count = 2;
backend = "redis";
servers = "127.0.0.1:${ports.redis}";
expire = 90d;
encrypted_only = yes;
allow_update = ["127.0.0.1"];
keypair {
  pubkey = "${writer.publicKey}";
  privkey = "${writer.privateKey}";
}
${keysLine}
`,
    'local.d/fuzzy_check.conf': rule(writer.publicKey, ports.storage, 'no'),
    'local.d/fuzzy_group.conf': 'symbols { PLUS { weight = 1; } BULK { weight = 1; } PLUS_UNKNOWN { weight = 0; } }\n',
    'local.d/worker-controller.inc': `bind_socket = "127.0.0.1:${ports.controller}";\n`,
    'local.d/worker-normal.inc': OFF,
    'local.d/worker-proxy.inc': OFF,
  };
}

/** The files of a mail server that asks a storage at this port with this key, or without a key. */
export const clientFiles = (publicKey: string | null, port: number, listens: number): Record<string, string> => ({
  'local.d/fuzzy_check.conf': rule(publicKey, port, 'yes'),
  'local.d/worker-normal.inc': `bind_socket = "127.0.0.1:${listens}";\ncount = 1;\n`,
  'local.d/worker-controller.inc': OFF,
  'local.d/worker-proxy.inc': OFF,
});

const rule = (publicKey: string | null, port: number, readOnly: string) => `rule "FUZZY_PLUS" {
  algorithm = "mumhash";
  servers = "127.0.0.1:${port}";
  ${publicKey === null ? '' : `encryption_key = "${publicKey}";`}
  symbol = "PLUS_UNKNOWN";
  mime_types = ["*"];
  max_score = 20.0;
  read_only = ${readOnly};
  skip_unknown = yes;
  short_text_direct_hash = true;
  min_length = 64;
  fuzzy_map = {
    PLUS { max_score = 20.0; flag = 8; }
    BULK { max_score = 5.0; flag = 1; }
  }
}
`;
