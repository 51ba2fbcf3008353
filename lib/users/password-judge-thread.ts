/** A thread that estimates how many guesses a password takes (zxcvbn); its dictionaries are 70 MB in memory. */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Judgement } from './password-judge.ts';

/** Each further spelling of "a" as "4" or "@" multiplies the work: with 10, what takes longest takes a seventh of what it takes with the default, 100. */
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 10,
});

parentPort?.on('message', ({ password, words }: Judgement) =>
  parentPort?.postMessage(estimator.check(password, words).guesses),
);
parentPort?.postMessage('ready');
