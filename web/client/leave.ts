import { SESSION_EXPIRED } from '#domain/messages.ts';
import { leaveFlash, rememberTarget, type Flash } from './flash.ts';
import { forgetEverything, forgetToken } from './token.ts';

/** Loads the landing page anew: the Apollo cache and all other memory of the session end with the old page. */
const toLanding = (flash?: Flash): void => {
  if (flash) leaveFlash(flash);
  window.location.replace('/');
};

let leaving = false;

/** The token ended (§4): message, out, landing. Drafts stay for the next login, and so does the way back. */
export const leaveExpired = (): void => {
  if (leaving) return;
  leaving = true;
  forgetToken();
  rememberTarget(window.location.pathname + window.location.search);
  toLanding({ tone: 'error', text: SESSION_EXPIRED });
};

/** The person logged out: everything is cleared (§4). `flash` says what did not go well. */
export const leaveForGood = (flash?: Flash): void => {
  leaving = true;
  forgetEverything();
  toLanding(flash);
};

/** Nobody is logged in: landing (§2). */
export const leaveUnknown = (): void => {
  rememberTarget(window.location.pathname + window.location.search);
  toLanding();
};
