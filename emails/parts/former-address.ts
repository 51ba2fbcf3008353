import { inWords, promises } from '#lib/base/promises.ts';

/** The properties that all notices about a login share. */
export type NoticeProps = {
  /** sent to the address that the account had before a change that can still be undone */
  isFormerAddress: boolean;
  supportMail: string;
};

/**
 * The end of a notice. To the current address it is `own`; to a former address it says how to recover the account.
 */
export const noticeOutro = ({ isFormerAddress, supportMail }: NoticeProps, own: string): readonly string[] =>
  isFormerAddress
    ? [
        `You get this email because this was the account’s address until less than ${inWords(promises.emailUndo)} ago. If you did not change it, use the link in the email about that change, which undoes it, and write to ${supportMail}.`,
      ]
    : [own];
