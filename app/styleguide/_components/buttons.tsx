import { RefreshCw, Trash2 } from 'lucide-react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Copyable } from '#components/ui/copyable.tsx';
import { Line, Sample, type ThemeProps } from './sample.tsx';
import { CONFIG, KEY } from './samples.ts';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function Buttons({ theme }: ThemeProps) {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Sample key={variant} name={variant}>
          <Line>
            <Button variant={variant} size="lg">
              Large
            </Button>
            <Button variant={variant}>Medium</Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} aria-disabled="true">
              Saving...
            </Button>
          </Line>
        </Sample>
      ))}
      <Sample name="icon, icon and text, link">
        <Line>
          <Button variant="secondary" size="icon" aria-label="Refresh">
            <RefreshCw aria-hidden="true" className="size-4" />
          </Button>
          <Button variant="quiet" size="icon-sm" aria-label="Delete">
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
          <Button variant="secondary">
            <RefreshCw aria-hidden="true" className="size-4" />
            Refresh
          </Button>
          <a href="#buttons" className={buttonClass()}>
            A link
          </a>
        </Line>
      </Sample>
      <Sample name="copy">
        <Line>
          <CopyButton text={KEY} label="Copy key" />
          <CopyButton text={KEY} label="Copy public key" size="icon-sm" copiedText="Public key copied to clipboard!" />
        </Line>
        <p className="mt-3">
          <Copyable value={KEY} shown={16} label="Copy API key" />
        </p>
        <p className="mt-3">
          <Copyable value={KEY} label="Copy client ID" copiedText="Copied to clipboard" />
        </p>
      </Sample>
      <Sample name="code block">
        <CodeBlock
          title={`fuzzy_check.conf (${theme})`}
          code={CONFIG}
          fileName="fuzzy_check.conf"
          note="for root alone"
        />
      </Sample>
    </>
  );
}
