import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Platform } from '#lib/guides/schema.ts';
import { layOut, nixTexts } from '#lib/testing/rspamd/trees.ts';
import type { Installation } from '../../tests/rspamd.ts';
import { type Loaded, loadedIn } from './loaded.ts';

type Places = { root: string; tree: string; local: string; rspamadm: string };

/**
 * The programs around Rspamd on a machine of the matrix. rspamadm is the real one, with the machine's folders; a
 * container is the machine itself; the rest only notes that it was called.
 */
const FAKES = ({ root, tree, local, rspamadm }: Places): Record<string, string> => {
  const note = `echo "$(basename "$0") $*" >> ${root}/calls`;
  return {
    // rspamadm reads its own -c last, and the stock configuration is the machine's.
    rspamadm: `first=\${1-}
[ $# = 0 ] || shift
for argument do
  shift
  case $argument in -c | /etc/rspamd/rspamd.conf | ${tree}/etc/rspamd/rspamd.conf) ;; *) set -- "$@" "$argument" ;; esac
done
exec ${rspamadm} --var=CONFDIR=${root}/stock --var=LOCAL_CONFDIR=${local} "$first" "$@" -c ${root}/stock/rspamd.conf`,
    sudo: 'exec "$@"',
    systemctl: `case "$*" in 'show -p User --value rspamd') echo _rspamd ;; *) ${note} ;; esac`,
    docker: `case "$*" in
  *--services) echo mailserver ;;
  'compose exec -T '*supervisorctl*) ${note} ;;
  'compose exec -T '*) shift 4; exec "$@" ;;
  'compose cp '*) cp -r "$3" "${tree}\${4#mailserver:}" ;;
  *) ${note} ;;
esac`,
    runagent: `case "$*" in *'sh -eu') exec sh -eu ;; *) ${note} ;; esac`,
    postconf: `case "$1" in -h) cat ${root}/milters ;; *) echo "\${2#smtpd_milters = }" > ${root}/milters ;; esac`,
    'nixos-rebuild': `rm -rf ${local}/local.d/* ${local}/override.d/*
for module in own rspamd-premium; do
  [ -e ${tree}/etc/nixos/$module.nix ] || continue
  awk -v local=${local} '
    /(locals|overrides)[.]"/ { kind = /locals/ ? "local.d" : "override.d"; split($0, parts, "\\""); file = local "/" kind "/" parts[2]; next }
    /^  .*;$/ && /^  \\047\\047/ { file = ""; next }
    file { print >> file }' ${tree}/etc/nixos/$module.nix
done
chmod -R go+rX ${local}`,
    ...Object.fromEntries(['service', 'postfix'].map((name) => [name, note])),
  };
};

const DMS = 'work/docker-data/dms/config/rspamd/override.d';

/** Where Rspamd's own folder is in the tree of a platform, and the folders in which its owner writes. */
const ETC: Partial<Record<Platform, string>> = {
  freebsd: 'usr/local/etc/rspamd',
  mailcow: 'opt/mailcow-dockerized/data/conf/rspamd',
};

/** What a command did: its exit code and what it said on stderr and stdout. */
type Outcome = { status: number | null; said: string; told: string };

/**
 * A server of one platform: its files below a temporary folder, the real rspamadm, and stand-ins for the programs
 * around it. Commands of a guide run on it as they are, except that their absolute paths are those of the tree.
 */
export class Machine {
  private readonly root = mkdtempSync(path.join(tmpdir(), 'dirty-'));
  private readonly tree = path.join(this.root, 'tree');
  /** where Rspamd reads its local configuration */
  private readonly local = path.join(this.root, 'local');

  private readonly platform: Platform;
  private readonly installation: Installation;

  constructor(platform: Platform, installation: Installation) {
    [this.platform, this.installation] = [platform, installation];
    const { root, tree, local } = this;
    layOut(root, platform, [], installation.stock);
    const folders = ['bin', 'local/local.d', 'local/override.d', 'tree/work', 'tree/etc/nixos', 'tree/mailu/overrides'];
    for (const each of folders) mkdirSync(path.join(root, each), { recursive: true });
    const etc = path.join(tree, ETC[platform] ?? 'etc/rspamd');
    mkdirSync(path.dirname(etc), { recursive: true });
    symlinkSync(local, etc);
    if (platform === 'mailu') {
      mkdirSync(path.join(local, 'overrides'), { recursive: true });
      symlinkSync(path.join(local, 'overrides'), path.join(tree, 'mailu/overrides/rspamd'));
    }
    writeFileSync(path.join(root, 'milters'), 'inet:localhost:8891\n');
    for (const [name, text] of Object.entries(FAKES({ root, tree, local, rspamadm: installation.rspamadm }))) {
      writeFileSync(path.join(root, 'bin', name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(root, 'bin', name), 0o755);
    }
    execFileSync('chmod', ['-R', 'go+rX', root]);
  }

  /** Writes a file of the server's owner, at the path that the owner knows. */
  write(file: string, content: string): void {
    const at = this.at(file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, content);
    this.deploy();
  }

  read = (file: string): string => readFileSync(this.at(file), 'utf8');
  has = (file: string): boolean => existsSync(this.at(file));
  modeOf = (file: string): string => (statSync(this.at(file)).mode & 0o777).toString(8);

  /** What the platform itself does with the files of its owner: a new container copies them, NixOS builds them. */
  private deploy(): void {
    const { tree, local, platform } = this;
    if (platform === 'docker-mailserver' && existsSync(path.join(tree, DMS)))
      cpSync(path.join(tree, DMS), path.join(local, 'override.d'), { recursive: true });
    if (platform === 'nixos') this.buildNix();
  }

  /** Builds what `nixos-rebuild` would: the texts of the owner's module, then those of ours. */
  private buildNix(): void {
    for (const folder of ['local.d', 'override.d']) {
      rmSync(path.join(this.local, folder), { recursive: true });
      mkdirSync(path.join(this.local, folder));
    }
    for (const module of ['own.nix', 'rspamd-premium.nix']) {
      const file = path.join(this.tree, 'etc/nixos', module);
      const texts = existsSync(file) ? nixTexts(readFileSync(file, 'utf8')) : {};
      for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(this.local, name), text, { flag: 'a' });
    }
  }

  /** Runs a command of a guide as root of the server, with this umask. */
  run(command: string, umask = '022'): Outcome {
    const { root, tree } = this;
    // NixOS calls the user that reads the configuration `rspamd`; this machine has Debian's.
    const text = this.here(command)
      .replaceAll(/(user=|-u )rspamd\b/g, '$1_rspamd')
      .replaceAll('0640 rspamd', '0640 _rspamd');
    const { status, stderr, stdout } = spawnSync('sh', ['-c', `umask ${umask}; ${text}`], {
      cwd: path.join(tree, 'work'),
      encoding: 'utf8',
      env: { ...this.environment(), PATH: `${root}/bin:/usr/sbin:/usr/bin:/sbin:/bin` },
    });
    return { status, said: this.plain(stderr), told: this.plain(stdout) };
  }

  private environment(): NodeJS.ProcessEnv {
    const inventory = path.join(this.root, 'inventory');
    const where = 'localhost ansible_connection=local ansible_become=false ansible_python_interpreter=/usr/bin/python3';
    writeFileSync(inventory, `[mail]\n${where} rspamd_premium_folder=${this.tree}/etc/rspamd\n`);
    return {
      NODE_ENV: 'test',
      HOME: this.root,
      LC_ALL: 'C.UTF-8',
      ANSIBLE_INVENTORY: inventory,
      ANSIBLE_NOCOLOR: '1',
      ANSIBLE_NOCOWS: '1',
    };
  }

  /** What Rspamd has loaded, asked as the user as whom it reads its configuration. */
  loaded(): Loaded {
    return loadedIn(path.join(this.root, 'bin/rspamadm'), this.platform === 'freebsd' ? 'root' : '_rspamd');
  }

  /** The programs around Rspamd that were called since this was last asked. */
  calls(): string[] {
    const file = path.join(this.root, 'calls');
    const calls = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(file, { force: true });
    return calls;
  }

  /** Every file of the server with its mode, to compare before and after. */
  files(): Record<string, string> {
    const { tree, local, platform } = this;
    const of = (folder: string) =>
      globSync('**', { cwd: folder })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name): [string, string] => {
          const file = path.join(folder, name);
          return [file.replace(this.root, ''), `${statSync(file).mode & 0o777} ${readFileSync(file, 'latin1')}`];
        });
    // What Ansible has in its own folder is no file of the server.
    const folders = platform === 'ansible' ? [local] : [local, path.join(tree, 'work'), path.join(tree, 'etc')];
    return Object.fromEntries(folders.flatMap(of));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private at = (file: string) => (file.startsWith('/') ? this.here(file) : path.join(this.tree, 'work', file));

  private here = (text: string) =>
    text
      .replaceAll(/(?<![\w.:/-])\/(etc|opt|mailu|usr\/local)(?=\/|\s|$|")/g, `${this.tree}/$1`)
      .replaceAll('"/overrides/', '"$LOCAL_CONFDIR/overrides/');

  /** A text without the temporary folder, as the owner of a server would read it. */
  private plain = (text: string) => text.replaceAll(this.tree, '').replaceAll(this.local, '/etc/rspamd');
}
