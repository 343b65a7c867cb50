import { SESSION_EXPIRED } from '#domain/messages.ts';
import { leaveFlash, rememberTarget, type Flash } from './flash.ts';
import { forgetEverything, forgetToken } from './token.ts';

/** Loads the landing page: the page load discards the Apollo cache and all other memory of the session. */
const toLanding = (flash?: Flash): void => {
  if (flash) leaveFlash(flash);
  window.location.replace('/');
};

let leaving = false;

/**
 * Called before the token is revoked: the server then refuses the token in answers under way and on the socket, which
 * is no expiry to report.
 */
export const startLeaving = (): void => {
  leaving = true;
};

/**
 * The token expired (§4): stores message and address, removes the token, goes to the landing page. Drafts stay for the
 * next login.
 */
export const leaveExpired = (): void => {
  if (leaving) return;
  leaving = true;
  forgetToken();
  rememberTarget(window.location.pathname + window.location.search);
  toLanding({ tone: 'error', text: SESSION_EXPIRED });
};

/** The user logged out: clears all stored data (§4). `flash` is an error to show afterwards. */
export const leaveForGood = (flash?: Flash): void => {
  forgetEverything();
  toLanding(flash);
};

/** No user is logged in: goes to the landing page (§2). */
export const leaveUnknown = (): void => {
  rememberTarget(window.location.pathname + window.location.search);
  toLanding();
};
