import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind), 19 MiB and two passes: some 10 ms a guess (OWASP's second recommendation). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST);

let decoy: Promise<string> | undefined;

/**
 * Checks a password. For a login that does not exist, or has no password, a decoy is checked, so that the time taken
 * tells nothing about which logins exist.
 */
export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no login has this password');
  const matches = await verify(stored ?? (await decoy), password.normalize('NFC'));
  return stored !== null && matches;
};
