const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/i;

/** Whether a host (with or without a port) is this machine. */
export const isLoopback = (host: string | undefined) => host !== undefined && LOOPBACK.test(host);
