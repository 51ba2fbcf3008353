import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageResponse } from 'next/og';
import { site } from '#lib/base/settings/site.ts';
import { MARK, MARK_GRID } from '#lib/base/text/mark.ts';
import { colors } from '#lib/marketing/colors.ts';
import { previewImage } from '#lib/marketing/metadata.ts';
import { headline } from '#lib/marketing/texts.ts';
import { SHINGLES } from './(marketing)/_components/shingles-data.ts';

export const dynamic = 'force-static';
export const size = { width: previewImage.width, height: previewImage.height };
export const contentType = previewImage.type;
export const alt = previewImage.alt;

const { paper, ink, muted, line, signal } = colors.light;

/** The preview of a shared link: brand, headline, and the hero's shingles, with the known ones marked. */
export default async function OpenGraphImage() {
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 72,
        background: paper,
        color: ink,
        fontFamily: 'Geist',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 20, fontSize: 36 }}>
        <Mark />
        {site.name}
      </div>
      <Headline text={headline} />
      <Hashes />
    </div>,
    { ...size, fonts: await fonts() },
  );
}

const FILLS = { unknown: line, known: ink, match: signal };
const Mark = () => (
  <svg width="56" height="56" viewBox={`0 0 ${MARK_GRID.size} ${MARK_GRID.size}`}>
    {MARK.map(({ column, row, kind }) => (
      <rect
        key={`${column} ${row}`}
        x={column * MARK_GRID.pitch}
        y={row * MARK_GRID.pitch}
        width={MARK_GRID.cell}
        height={MARK_GRID.cell}
        rx={MARK_GRID.radius}
        fill={FILLS[kind]}
      />
    ))}
  </svg>
);

/** Each word is a separate element, because the renderer draws letter pairs closer together than it measures them. */
const Headline = ({ text }: { text: string }) => (
  <div
    style={{
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 16,
      maxWidth: 1000,
      fontSize: 84,
      lineHeight: 1.08,
      letterSpacing: -2,
    }}
  >
    {text.split(' ').map((word) => (
      <span key={word}>{word}</span>
    ))}
  </div>
);

const Hashes = () => (
  <div style={{ display: 'flex', justifyContent: 'space-between', fontFamily: 'Geist Mono', fontSize: 34 }}>
    {SHINGLES.map(({ hash, cell }) => (
      <div
        key={hash}
        style={{
          display: 'flex',
          width: 156,
          paddingTop: 20,
          borderTop: `6px solid ${cell ? signal : line}`,
          color: cell ? ink : muted,
        }}
      >
        {hash}
      </div>
    ))}
  </div>
);

async function fonts() {
  const folder = path.join(process.cwd(), 'node_modules/geist/dist/fonts');
  return [
    { name: 'Geist', data: await readFile(path.join(folder, 'geist-sans/Geist-SemiBold.ttf')) },
    { name: 'Geist Mono', data: await readFile(path.join(folder, 'geist-mono/GeistMono-Medium.ttf')) },
  ];
}
