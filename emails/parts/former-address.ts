/** The properties that all notices about a login share. */
export type NoticeProps = {
  /** sent to the address that the account had before a change less than 72 hours ago */
  isFormerAddress: boolean;
  supportMail: string;
};

/** The end of a notice. A mail to the current address gets `own`, a mail to a former one how to recover the account. */
export const noticeOutro = ({ isFormerAddress, supportMail }: NoticeProps, own: string): string =>
  isFormerAddress
    ? `You get this mail because the account had your address until less than 72 hours ago. If you did not change it, open the link in our mail about that change, which undoes it, and write to ${supportMail}.`
    : own;
