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
