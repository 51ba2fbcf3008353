import Bowser from 'bowser';
import type { NewDeviceProps } from '#emails/sign-in/new-device.ts';
import type { Context } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { customerTime } from '#lib/base/text/format.ts';

/** Browser and operating system in words: `Firefox 145 on Linux`. Unknown parts are left out. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ') || 'Unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}

/** The part of the User-Agent header that is stored: the first 400 characters. */
export const keptUserAgent = ({ userAgent }: Context): string | null => userAgent?.slice(0, 400) ?? null;

/** The field that names the browser in audit events about logins. */
export const auditedBrowser = (ctx: Context) => ({ user_agent: keptUserAgent(ctx) });

/** Properties of the email about a login from a new browser. */
export const newDeviceMail = (ctx: Context): NewDeviceProps => ({
  device: deviceName(ctx.userAgent),
  address: ctx.ip ?? 'unknown',
  time: customerTime(ctx.now),
  accountUrl: absoluteUrl(paths.account),
  supportMail: contacts().supportMail,
  isFormerAddress: false,
});
