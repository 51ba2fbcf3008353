import { accountScreens } from './account-screens.ts';
import { adminOAuthScreens } from './admin-oauth-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { oauthScreens } from './oauth-screens.ts';
import { publicScreens } from './public-screens.ts';
import type { Screen } from './screen.ts';
import { userScreens } from './user-screens.ts';

/** Every page of the product. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...accountScreens,
  ...oauthScreens,
  ...adminScreens,
  ...adminOAuthScreens,
  ...userScreens,
];
