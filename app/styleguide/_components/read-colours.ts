import { readFile } from 'node:fs/promises';
import { colourTokens } from './colour-tokens.ts';

/** The colours as the style sheet has them. */
export const readColours = async () => colourTokens(await readFile('app/globals.css', 'utf8'));
