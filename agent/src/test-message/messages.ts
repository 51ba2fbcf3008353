import { Failure } from '../system/failure.ts';
import { valueAt } from '../system/json.ts';

/** A text that this storage must know, with the flag of its list. */
export type TestMessage = { flag: number; message: string };
export type TestMessages = { version: number; messages: TestMessage[] };

/** More and longer messages than any portal sends, but few enough that a wrong answer does not fill the storage. */
const [MOST_MESSAGES, LONGEST_MESSAGE] = [4, 10_000];

/** The portal's answer. Throws if it is not one that this agent may act on. */
export function readTestMessages(answer: unknown): TestMessages {
  const [version, messages] = [valueAt(answer, 'version'), valueAt(answer, 'messages')];
  const isFine = Number.isSafeInteger(version) && Array.isArray(messages) && messages.length <= MOST_MESSAGES;
  if (!isFine || !messages.every(isTestMessage)) throw new Failure("test message: the portal's answer is wrong");
  return { version: Number(version), messages };
}

const isTestMessage = (value: unknown): value is TestMessage => {
  const [flag, message] = [valueAt(value, 'flag'), valueAt(value, 'message')];
  return (
    Number.isSafeInteger(flag) && Number(flag) > 0 && typeof message === 'string' && message.length <= LONGEST_MESSAGE
  );
};
