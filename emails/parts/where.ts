/** Where and when something was done: the browser's name, the IP address, a time in UTC. */
export type Where = { device: string; address: string; time: string };

/** Table rows that say where and when. */
export const whereFigures = ({ device, address, time }: Where): (readonly [string, string])[] => [
  ['Device', device],
  ['IP address', address],
  ['Time', time],
];
