/** The faults: what happens to the database hosts, and how it ends, by itself or by an operator. */
import { findEtcdLeader, findPrimary, type HaCluster } from './cluster.ts';
import { cutOff, killAll, plugIn, reconnect, signalNode, unplug, type NodeName } from './network.ts';

export type Fault = {
  name: string;
  /** The least seconds between the fault and its end. */
  lasts: number;
  /** The longest outage that is accepted, in seconds. */
  limit: number;
  /** Causes the fault. Returns what ends it. */
  begin: (cluster: HaCluster) => Promise<() => void | Promise<void>>;
};

async function primary(): Promise<NodeName> {
  const node = await findPrimary();
  if (!node) throw new Error('there is no primary');
  return node;
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'primary killed',
    lasts: 0,
    limit: 15,
    async begin({ startPatroni }) {
      const node = await primary();
      await killAll(node, (name) => name !== 'etcd');
      return () => startPatroni(node);
    },
  },
  {
    name: 'etcd leader killed',
    lasts: 6,
    limit: 15,
    async begin({ startEtcd }) {
      const node = await findEtcdLeader();
      if (!node) throw new Error('etcd has no leader');
      await killAll(node, (name) => name === 'etcd');
      return () => startEtcd(node);
    },
  },
  {
    name: 'primary paused',
    lasts: 25,
    limit: 40,
    async begin() {
      const node = await primary();
      signalNode(node, 'SIGSTOP');
      return () => signalNode(node, 'SIGCONT');
    },
  },
  {
    name: 'switchover',
    lasts: 0,
    limit: 15,
    async begin({ switchOver }) {
      await switchOver();
      return () => {};
    },
  },
  {
    name: 'primary cut off',
    lasts: 25,
    limit: 40,
    async begin() {
      const node = await primary();
      cutOff(node);
      return () => reconnect(node);
    },
  },
  {
    name: 'primary unplugged',
    lasts: 25,
    limit: 40,
    async begin() {
      const node = await primary();
      unplug(node);
      return () => plugIn(node);
    },
  },
];
