/** Three database hosts on one machine: a network namespace each, joined by a bridge. Needs root and iproute2. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { signal, until } from '#dev/stack/process.ts';

export const NODES = ['db1', 'db2', 'db3'] as const;
export type NodeName = (typeof NODES)[number];

const BRIDGE = 'premium-ha';
const SUBNET = '10.77.43';
/** A MAC address of no interface: packets to it are lost without an error. */
const NOWHERE = '02:00:00:00:00:fe';

export const addressOf = (node: NodeName): string => `${SUBNET}.${NODES.indexOf(node) + 1}`;
const namespaceOf = (node: NodeName) => `premium-ha-${node}`;
const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' });
const within = (node: NodeName, ...args: string[]) => ip('-n', namespaceOf(node), ...args);

/** The start of a command line that runs a program on this host. */
export const onNode = (node: NodeName) => ['ip', 'netns', 'exec', namespaceOf(node)] as const;

/** The processes on this host with their names. */
function processesOn(node: NodeName): { pid: number; name: string }[] {
  const pids = ip('netns', 'pids', namespaceOf(node)).split('\n').filter(Boolean).map(Number);
  return pids.flatMap((pid) => {
    try {
      return [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }];
    } catch {
      return []; // the process has ended
    }
  });
}

/** Creates the hosts, after removing what a killed run left behind. Each host resolves the names of the others. */
export async function createNetwork(): Promise<void> {
  await removeNetwork();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${SUBNET}.254/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  const hosts = ['127.0.0.1 localhost', ...NODES.map((node) => `${addressOf(node)} ${node}`), ''].join('\n');
  for (const node of NODES) {
    mkdirSync(`/etc/netns/${namespaceOf(node)}`, { recursive: true });
    writeFileSync(`/etc/netns/${namespaceOf(node)}/hosts`, hosts); // `ip netns exec` mounts it over /etc/hosts
    ip('netns', 'add', namespaceOf(node));
    ip('link', 'add', portOf(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespaceOf(node));
    ip('link', 'set', portOf(node), 'master', BRIDGE, 'up');
    within(node, 'link', 'set', 'lo', 'up');
    within(node, 'address', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
    within(node, 'link', 'set', 'eth0', 'up');
  }
}

const portOf = (node: NodeName) => `pha-${node}`;

/** Kills all processes on the hosts, and removes the hosts. */
export async function removeNetwork(): Promise<void> {
  const existing = ip('netns', 'list');
  for (const node of NODES) {
    if (existing.includes(namespaceOf(node))) await killAll(node, () => true);
    // The kernel removes a deleted namespace, and with it the port, only after a while.
    await removeLink(portOf(node));
    if (existing.includes(namespaceOf(node))) ip('netns', 'delete', namespaceOf(node));
    rmSync(`/etc/netns/${namespaceOf(node)}`, { recursive: true, force: true });
  }
  await removeLink(BRIDGE);
}

/** Also removes a port that the kernel is removing at the same moment, which makes `ip` fail. */
async function removeLink(name: string): Promise<void> {
  const isThere = () =>
    ip('-o', 'link', 'show')
      .split('\n')
      .some((line) => line.split(/[:@] ?/)[1] === name);
  const isGone = () => {
    if (!isThere()) return true;
    try {
      ip('link', 'delete', name);
    } catch {
      // asked again
    }
    return !isThere();
  };
  if (!(await until(isGone, 10_000, 50))) throw new Error(`the network link ${name} cannot be removed`);
}

/** Kills the host's processes that `isMeant` accepts, with SIGKILL, until none is left. */
export async function killAll(node: NodeName, isMeant: (name: string) => boolean): Promise<void> {
  const left = () => processesOn(node).filter(({ name }) => isMeant(name));
  const isDone = () => {
    for (const { pid } of left()) signal(pid, 'SIGKILL');
    return left().length === 0;
  };
  if (!(await until(isDone, 10_000, 20))) throw new Error(`processes on ${node} do not end`);
}

/** Stops or continues everything on a host, like a paused virtual machine. */
export function signalNode(node: NodeName, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const { pid } of processesOn(node)) signal(pid, name);
}

/** Loses every packet between this host and the other two, in both directions. The app still reaches all three. */
export function cutOff(node: NodeName): void {
  for (const [from, to] of pairsOf(node))
    within(from, 'neighbour', 'replace', addressOf(to), 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent');
}

export function reconnect(node: NodeName): void {
  for (const [from, to] of pairsOf(node)) within(from, 'neighbour', 'delete', addressOf(to), 'dev', 'eth0');
}

const pairsOf = (node: NodeName): (readonly [NodeName, NodeName])[] =>
  NODES.filter((other) => other !== node).flatMap((other) => [[node, other] as const, [other, node] as const]);

/** Loses every packet to and from this host, even the app's. */
export const unplug = (node: NodeName): void => void ip('link', 'set', portOf(node), 'nomaster');
export const plugIn = (node: NodeName): void => void ip('link', 'set', portOf(node), 'master', BRIDGE);
