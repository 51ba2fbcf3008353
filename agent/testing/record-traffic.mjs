// @ts-check
/**
 * Preloaded into the agent (`node --import`): appends everything that the process writes to a socket or a datagram, and
 * everything that it reads, to the file TRAFFIC_FILE, as a line of JSON with the other end.
 */
import dgram from 'node:dgram';
import fs from 'node:fs';
import net from 'node:net';

const file = process.env.TRAFFIC_FILE ?? '';
const { appendFileSync } = fs;
/** @type {(way: 'to' | 'from', peer: string, data: unknown) => void} */
const note = (way, peer, data) => {
  const text = Buffer.isBuffer(data) ? data.toString('latin1') : String(data);
  appendFileSync(file, `${JSON.stringify({ way, peer, text })}\n`);
};

/** The other end of each socket: a port, or the path of a socket in the file system. @type {WeakMap<object, string>} */
const peers = new WeakMap();
const prototype = /** @type {any} */ (net.Socket.prototype);
const { connect, push, _writeGeneric: writeGeneric } = prototype;
prototype.connect = function (/** @type {any[]} */ ...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  peers.set(this, String(options?.path ?? options?.port ?? options));
  return connect.apply(this, args);
};
const peerOf = (/** @type {object} */ socket) => peers.get(socket) ?? 'output';
prototype._writeGeneric = function (
  /** @type {boolean} */ isVector,
  /** @type {any} */ data,
  /** @type {any[]} */ ...more
) {
  // A socket that is still connecting calls this again.
  for (const { chunk } of this.connecting ? [] : isVector ? data : [{ chunk: data }]) note('to', peerOf(this), chunk);
  return writeGeneric.call(this, isVector, data, ...more);
};
prototype.push = function (/** @type {unknown} */ data, /** @type {any[]} */ ...more) {
  if (data) note('from', peerOf(this), data);
  return push.call(this, data, ...more);
};

const datagrams = /** @type {any} */ (dgram.Socket.prototype);
const { send } = datagrams;
datagrams.send = function (/** @type {any[]} */ ...args) {
  note('to', 'datagram', args[0]);
  return send.apply(this, args);
};
