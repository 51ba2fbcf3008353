'use client';

import { Download } from 'lucide-react';
import { Button } from './button.tsx';

/** Saves a text as a file of this name; the text never leaves the browser. */
export function DownloadButton({ fileName, text }: { fileName: string; text: string }) {
  const label = `Download ${fileName}`;
  return (
    <Button variant="secondary" size="icon" aria-label={label} title={label} onClick={() => save(fileName, text)}>
      <Download aria-hidden="true" className="size-4" />
    </Button>
  );
}

function save(fileName: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
