import { readFile } from 'node:fs/promises';
import { colourTokens } from './colour-tokens.ts';

export const readColours = async () => colourTokens(await readFile('app/globals.css', 'utf8'));
