import { takeTarget } from '#web/client/flash.ts';
import { logIn } from '../login/logIn.ts';

/**
 * Logs in with the password that was just chosen, and loads the application (issue 17 §3).
 * @returns false when the login fails or asks for a second factor: the login page then does the rest
 */
export const enter = async (login: string, password: string): Promise<boolean> => {
  const outcome = await logIn(login, password);
  if (outcome !== null) return false;
  window.location.assign(takeTarget());
  return true;
};
