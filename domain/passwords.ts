import { PRODUCT_SLUG } from './product.ts';

/** Allowed length in characters; the maximum limits the cost of hashing. */
export const PASSWORD_LENGTH = { min: 12, max: 512 };

/** Owner of the password. */
export interface PasswordOwner {
  login: string;
  /** Name of the account. */
  company: string;
  /** Name of the user. */
  name?: string | undefined;
}

/**
 * Normalizes look-alike characters, so that the same key on another keyboard gives the same password (NIST SP 800-63B).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/**
 * Words of the product and its field, which attackers of construction companies try (OWASP ASVS 5, 6.1.2): alone, repeated
 * or with a year behind them they are no password. docs/security.md repeats the list.
 */
export const CONTEXT_WORDS: ReadonlySet<string> = new Set([
  ...[PRODUCT_SLUG, 'construtora', 'construcao', 'construcoes', 'construcaocivil', 'engenharia', 'engenheiro'],
  ...['arquitetura', 'empreiteira', 'empreiteiro', 'incorporadora', 'obra', 'obras', 'canteiro', 'orcamento'],
  ...['financeiro', 'compras', 'comprador', 'diretoria', 'administrador', 'administracao', 'contabilidade', 'pagador'],
]);

/** Returns letters and digits only, without case and accents, for comparison with common passwords. */
export const squeezed = (text: string): string =>
  normalPassword(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Maximum length of a decoration that does not make a password new: "Senha@2026!". */
const DECORATION = 6;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};
const plain = (text: string): string => text.replace(/[@431$05]/g, (one) => LOOKALIKES[one] ?? one);

/** Splits a password into its inner word, the digits around it, and the number of characters around it. */
const decorated = (password: string): { word: string; digits: string; signs: number } => {
  const inner = /\p{L}(?:.*\p{L})?/su.exec(normalPassword(password))?.[0] ?? '';
  const rest = normalPassword(password).replace(inner, '');
  return { word: inner, digits: rest.replace(/\P{N}/gu, ''), signs: [...rest].length };
};

/** Returns the shortest text whose repetition gives `text`. */
const period = (text: string): string => {
  const length = Array.from({ length: text.length }, (_, index) => index + 1).find(
    (size) => text.length % size === 0 && text.slice(0, size).repeat(text.length / size) === text,
  );
  return text.slice(0, length);
};

/** Returns true when the password is one of the words: plain, repeated, decorated, or with digits for letters. */
const isOneOf = (password: string, words: ReadonlySet<string>): boolean => {
  const whole = squeezed(password);
  if (words.has(whole) || words.has(period(whole))) return true;
  const { word, digits, signs } = decorated(password);
  if (signs > DECORATION && !words.has(digits)) return false;
  return [word, plain(word)].some((one) => words.has(squeezed(one)) || words.has(period(squeezed(one))));
};

const isSequence = (characters: readonly string[]): boolean => {
  const codes = characters.map((one) => one.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step);
};

/** Returns a name and its longer words: "Construtora Ipê" gives itself and "construtora". */
const namesIn = (text: string): Set<string> => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 4);
  return new Set([text, ...words].map(squeezed).filter((word) => word !== ''));
};

/**
 * Returns the reason to reject a password, in Portuguese, or null. Checks length instead of composition (NIST SP
 * 800-63B), and rejects what an attacker tries first: common passwords and the owner's data.
 */
export const passwordProblem = (
  password: string,
  { login, company, name = '' }: PasswordOwner,
  common: ReadonlySet<string>,
): string | null => {
  const characters = [...normalPassword(password)];
  const { min, max } = PASSWORD_LENGTH;
  if (characters.length < min) return `A senha precisa de ao menos ${min} caracteres.`;
  if (characters.length > max) return `A senha pode ter no máximo ${max} caracteres.`;
  if (isOneOf(password, new Set([login.split('@')[0] ?? '', login].flatMap((part) => [...namesIn(part)])))) {
    return 'A senha não pode ser o seu e-mail.';
  }
  if (isOneOf(password, namesIn(name))) return 'A senha não pode ser o seu nome.';
  if (isOneOf(password, namesIn(company))) return 'A senha não pode ser o nome da empresa.';
  if (isOneOf(password, CONTEXT_WORDS)) {
    return 'Esta senha é fácil de adivinhar. Escolha outra, como uma frase curta só sua.';
  }
  if (isOneOf(password, common))
    return 'Esta senha está entre as mais usadas. Escolha outra, como uma frase curta só sua.';
  if (new Set(characters).size < 3 || period(normalPassword(password)).length < 5 || isSequence(characters)) {
    return 'Use uma senha com caracteres mais variados.';
  }
  return null;
};
