/** Shown by `--version`, in the status, in the User-Agent of requests, and in the first line of the bundle. */
export const VERSION = '1.0.0';
