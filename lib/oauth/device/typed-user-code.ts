import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { plainCode } from '#lib/base/text/typed-code.ts';

/** The code typed in this request as the provider compares it: upper case, in ASCII, letters and digits only (S89). */
const typedIn = ({ oidc: { params } }: KoaContextWithOIDC): string =>
  plainCode(typeof params?.user_code === 'string' ? params.user_code : '')
    .toUpperCase()
    .replaceAll(/\W/g, '');

/** The same in the groups that the device shows: `BCDF-GHJK`. */
export const shownUserCode = (ctx: KoaContextWithOIDC): string => typedIn(ctx).replace(/^.{4}(?=.)/, '$&-');

/** Lets people type a device's code with any keyboard: the provider itself drops letters that are not ASCII. */
export function findTypedUserCodes({ DeviceCode }: Provider): void {
  const find = DeviceCode.findByUserCode.bind(DeviceCode);
  DeviceCode.findByUserCode = (code, options) => find(Provider.ctx ? typedIn(Provider.ctx) : code, options);
}
