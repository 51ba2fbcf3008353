const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/i;

/** Whether a host, with or without a port, is a loopback address. */
export const isLoopback = (host: string | undefined) => host !== undefined && LOOPBACK.test(host);
