import { contrastRatio } from './colour-tokens.ts';
import type { ThemeProps } from './sample.tsx';
import { readColours } from './read-colours.ts';

/** The colours of the style sheet, with their contrast to paper and to ink. */
export async function Tokens({ theme }: ThemeProps) {
  const tokens = await readColours();
  const valueOf = (name: string) => tokens.find((token) => token.name === name)?.[theme] ?? '';
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {tokens.map((token) => (
        <li key={token.name} className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="size-10 shrink-0 rounded-md border border-line-strong"
            style={{ background: `var(--color-${token.name})` }}
          />
          <span className="min-w-0 text-small">
            <span className="block font-medium">{token.name}</span>
            <span className="block font-mono text-label text-muted">
              {token[theme]} · paper {ratio(token[theme], valueOf('paper'))} · ink {ratio(token[theme], valueOf('ink'))}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const ratio = (one: string, other: string) => contrastRatio(one, other).toFixed(1);
