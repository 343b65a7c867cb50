import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_PASSWORDS } from '#domain/commonPasswords.ts';
import { normalPassword, passwordProblem, squeezed, type PasswordOwner } from '#domain/passwords.ts';
import { ruleBroken } from '../platform/errors.ts';

/** argon2id (the library's default), 19 MiB and two passes: about 10 ms per guess (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(normalPassword(password), COST);

let decoy: Promise<string> | undefined;

/** Shorter ones would refuse every phrase that has them. */
const SHORTEST = 5;

let leaked: ReadonlySet<string> | undefined;

/** The frequent passwords that forms check, and forty thousand more from leaks, which only the services load. */
const leakedPasswords = (): ReadonlySet<string> =>
  (leaked ??= new Set([
    ...COMMON_PASSWORDS,
    ...dictionary.passwords.map(squeezed).filter((word) => word.length >= SHORTEST),
  ]));

/** @throws ServiceError 422 at `path` for a rejected password */
export const requireGoodPassword = (password: string, owner: PasswordOwner, path = 'password'): void => {
  const problem = passwordProblem(password, owner, leakedPasswords());
  if (problem) throw ruleBroken(problem, [{ path, message: problem }]);
};

/**
 * Checks a password. Verifies a decoy for a login that does not exist or has no password, so that the duration does not
 * reveal which logins exist.
 */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no login has this password');
  const known = stored ?? (await decoy);
  // Older passwords were hashed in NFC: tries both forms where they differ.
  const forms = new Set([normalPassword(password), password.normalize('NFC')]);
  let matches = false;
  for (const form of forms) matches = (await verify(known, form)) || matches;
  return stored !== null && matches;
};
