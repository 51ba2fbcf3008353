import { accountScreens } from './account-screens.ts';
import { adminEmptyScreens } from './admin-empty-screens.ts';
import { adminOAuthScreens } from './admin-oauth-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { failedScreens } from './failed-screens.ts';
import { longScreens } from './long-screens.ts';
import { oauthScreens } from './oauth-screens.ts';
import { publicScreens } from './public-screens.ts';
import { purchaseScreens } from './purchase-screens.ts';
import type { Screen } from './screen.ts';
import { subscriberScreens } from './subscriber-screens.ts';
import { userScreens } from './user-screens.ts';

/** Every page of the product. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...accountScreens,
  ...purchaseScreens,
  ...oauthScreens,
  ...adminScreens,
  ...adminOAuthScreens,
  ...adminEmptyScreens,
  ...userScreens,
  ...subscriberScreens,
  ...longScreens,
  ...failedScreens,
];
