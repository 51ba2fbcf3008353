/** Worker thread that estimates how many guesses a password takes (zxcvbn). Its dictionaries use 70 MB of memory. */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Judgement } from './password-judge.ts';

/**
 * Each l33t spelling, such as "4" or "@" for "a", multiplies the work. With 10 substitutions, the worst case takes a
 * seventh of the time that it takes with the default of 100.
 */
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 10,
});

parentPort?.on('message', ({ password, words }: Judgement) =>
  parentPort?.postMessage(estimator.check(password, words).guesses),
);
parentPort?.postMessage('ready');
