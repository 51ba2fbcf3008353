'use client';

import { Download } from 'lucide-react';
import { Acts } from '#components/ui/read-only.tsx';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

/** Saves a text as a file. The text never leaves the browser. */
export function DownloadButton({ fileName, text }: { fileName: string; text: string }) {
  const label = `Download ${fileName}`;
  return (
    <Acts>
      <Button
        variant="secondary"
        size="icon"
        aria-label={label}
        title={label}
        onClick={() => saveFile(fileName, text, 'text/plain')}
      >
        <Download aria-hidden="true" className="size-4" />
      </Button>
    </Acts>
  );
}
