import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import type { DemoGap } from './demo-usage.ts';

export const SERVERS: readonly { name: string; description: string; share: number; gaps: DemoGap[] }[] = [
  {
    name: 'fuzzy1',
    description: 'Sample storage host in Frankfurt',
    share: 0.6,
    gaps: [{ startsAgoMs: 20 * DAY, lastsMs: 80 * MINUTE }],
  },
  {
    name: 'fuzzy2',
    description: 'Sample storage host in Helsinki',
    share: 0.4,
    gaps: [
      { startsAgoMs: 4 * DAY, lastsMs: 40 * HOUR },
      { startsAgoMs: 20 * DAY, lastsMs: 80 * MINUTE },
    ],
  },
];
export const CLIENTS = [
  {
    id: 'demo-webmail',
    name: 'Sample Webmail',
    redirectUris: ['https://webmail.demo.example/callback'],
    isPublic: false,
    requirePkce: false,
  },
  {
    id: 'demo-mobile',
    name: 'Sample Mobile App',
    redirectUris: ['example.demo.app:/callback'],
    isPublic: true,
    requirePkce: true,
  },
  {
    id: 'demo-reports',
    name: 'Sample Reports',
    redirectUris: ['https://reports.demo.example/oauth/callback'],
    isPublic: false,
    requirePkce: true,
  },
];
