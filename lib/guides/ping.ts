import { commands } from '#lib/base/promises.ts';
import type { Guide } from './guide.ts';

/** The command that pings the storage from where the guide's configuration check runs. Needs Rspamd 3.8. */
export const pingOf = ({ id, check }: Pick<Guide, 'id' | 'check'>): string =>
  id === 'ansible'
    ? `ansible mail --become -m command -a '${commands.fuzzyPing}'`
    : check.replace(commands.configtest, commands.fuzzyPing);
