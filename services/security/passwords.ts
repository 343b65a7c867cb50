import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS } from '#domain/commonPasswords.ts';
import { normalPassword, passwordProblem, type PasswordOwner } from '#domain/passwords.ts';
import { ruleBroken } from '../platform/errors.ts';

/** argon2id (the library's default kind), 19 MiB and two passes: some 10 ms a guess (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(normalPassword(password), COST);

let decoy: Promise<string> | undefined;

/** @throws ServiceError 422 at `path` for a password that is not taken */
export const requireGoodPassword = (password: string, owner: PasswordOwner, path = 'password'): void => {
  const problem = passwordProblem(password, owner, COMMON_PASSWORDS);
  if (problem) throw ruleBroken(problem, [{ path, message: problem }]);
};

/**
 * Checks a password. For a login that does not exist, or has no password, a decoy is checked, so that the time taken
 * tells nothing about which logins exist.
 */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no login has this password');
  const known = stored ?? (await decoy);
  // Older passwords were hashed in the form NFC: where the two differ, both are tried.
  const forms = new Set([normalPassword(password), password.normalize('NFC')]);
  let matches = false;
  for (const form of forms) matches = (await verify(known, form)) || matches;
  return stored !== null && matches;
};
