/** The longest input that the form takes and shows again. A code itself has 9 characters. */
export const MAX_CODE = 20;

const WRONG = 'This code is wrong, has expired or was already used. Compare it with your device, or start again there.';
/** The text for each of the provider's errors, by the error's name. */
export const REFUSALS: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that your device shows.',
  NotFoundError: WRONG,
  ExpiredError: WRONG,
  AlreadyUsedError: WRONG,
};

/** The code that the provider refused. */
export const typedIn = (error?: Error): string =>
  error && 'userCode' in error && typeof error.userCode === 'string' ? error.userCode.slice(0, MAX_CODE) : '';
