import { readFileSync } from 'node:fs';

export type Unit = { all: (key: string) => string[]; one: (key: string) => string };

/** Reads a unit file as systemd does, as far as our units go: repeated keys, `%i`, no line that continues. */
export function readUnit(file: string, name: string): Unit {
  const instance = /@(.*)$/.exec(name)?.[1] ?? '';
  const pairs = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value.replaceAll('%i', instance)] as const];
    });
  const all = (key: string) => pairs.filter(([each]) => each === key).map(([, value]) => value);
  return { all, one: (key) => all(key).at(-1) ?? '' };
}

/** The environment of a unit's process: systemd's own, Environment= and the files of EnvironmentFile=, which win. */
export function environmentOf(unit: Unit): Record<string, string> {
  const given = unit.all('Environment').flatMap((line) => line.split(' '));
  const files = unit.all('EnvironmentFile').map((file) => readEnvironmentFile(readFileSync(file, 'utf8')));
  return Object.assign(
    { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin', LANG: 'C.UTF-8', HOME: '/nonexistent' },
    Object.fromEntries(given.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    ...files,
  ) as Record<string, string>;
}

/**
 * The settings in a file as systemd.exec(5) reads them, without the forms that our files must not have: throws on
 * quotes, backslashes and lines that are neither a comment nor NAME=value.
 */
export function readEnvironmentFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^[#;]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z_0-9]+)=(|[^\s"'\\](?:[^\\]*[^\s\\])?)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`not NAME=value: ${line.split('=')[0] ?? ''}`);
      return [name, value];
    }),
  );
}
