import { RefreshCw, Trash2 } from 'lucide-react';
import { InARow } from '#components/stories/row.tsx';
import { CONFIG, KEY } from '#components/stories/stub-server.tsx';
import { Button, buttonClass } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { Copyable } from './copyable.tsx';

export default { title: 'ui/Buttons and copying' };

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export const Variants = () => (
  <div className="space-y-4">
    {VARIANTS.map((variant) => (
      <InARow key={variant}>
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
      </InARow>
    ))}
  </div>
);

export const IconsAndLinks = () => (
  <InARow>
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
  </InARow>
);

export const Copying = () => (
  <div className="space-y-3 pt-10">
    <InARow>
      <CopyButton text={KEY} label="Copy key" />
      <CopyButton text={KEY} label="Copy public key" size="icon-sm" copiedText="Public key copied to clipboard!" />
    </InARow>
    <p>
      <Copyable value={KEY} shown={16} label="Copy API key" />
    </p>
    <p>
      <Copyable value={KEY} label="Copy client ID" copiedText="Copied to clipboard" />
    </p>
  </div>
);

export const Code = () => (
  <CodeBlock title="fuzzy_check.conf" code={CONFIG} fileName="fuzzy_check.conf" note="for root alone" />
);
