/** What a notice about how somebody logs in needs besides its own facts. */
export type NoticeProps = {
  /** sent to the address that the account had until a change less than 72 hours ago */
  isFormerAddress: boolean;
  supportMail: string;
};

/** The last words of a notice: `own` for the owner, the way back for the address that the account had. */
export const noticeOutro = ({ isFormerAddress, supportMail }: NoticeProps, own: string): string =>
  isFormerAddress
    ? `You get this mail because the account had your address until less than 72 hours ago. If you did not change it, open the link in our mail about that change, which undoes it, and write to ${supportMail}.`
    : own;
