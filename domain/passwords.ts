/** Length of a password in characters; what is longer than a sentence only costs time to check. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

const lower = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Why a password is not taken, in Portuguese; null for one that is. Length counts, composition does not (NIST SP
 * 800-63B): only what a stranger would try first is refused, the address itself and one character over and over.
 */
export const passwordProblem = (password: string, login: string): string | null => {
  const characters = [...password.normalize('NFC')];
  const { min, max } = PASSWORD_LENGTH;
  if (characters.length < min) return `A senha precisa de ao menos ${min} caracteres.`;
  if (characters.length > max) return `A senha pode ter no máximo ${max} caracteres.`;
  const name = lower(login).split('@')[0] ?? '';
  if (lower(password) === lower(login) || lower(password) === name) return 'A senha não pode ser o seu e-mail.';
  if (new Set(characters).size < 3) return 'Use uma senha com caracteres mais variados.';
  return null;
};
