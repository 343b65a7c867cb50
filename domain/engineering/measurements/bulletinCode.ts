/** Digits and letters that are not mistaken for each other when they are read from paper: no I, L, O, U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** The code that 5 bytes from a source of chance make: 40 bits. */
export const codeOf = (bytes: Uint8Array): string => {
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return Array.from({ length: LENGTH }, (_, index) => LETTERS[Number((number >> BigInt(5 * index)) & 31n)] ?? '').join(
    '',
  );
};

/** A code as it is printed: 7KQ4-M2XD. */
export const formatCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What somebody typed as a code, or null for what is none. */
export const readCode = (typed: string): string | null => {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
};
