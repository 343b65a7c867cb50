/**
 * Access key of fiscal documents (chave de acesso): 44 characters, of which the CNPJ may have letters since July 2026. The
 * last one is a check digit: modulo 11, weights 2 to 9 from the right, a character worth its ASCII code − 48.
 */
const SHAPE = /^\d{6}[0-9A-Z]{14}\d{24}$/;

/** Codes of the states (IBGE), as a part of an expression: a key begins with one. */
export const STATE_CODES = '(?:1[1-7]|2[1-9]|3[1235]|4[1-3]|5[0-3])';

/** Models of documents with such a key; 55 is the NF-e. */
export const KEY_MODELS: readonly string[] = ['55', '57', '58', '59', '62', '63', '65', '66', '67'];

/** What a key says of its document. */
export interface AccessKeyParts {
  /** "2611": year and month of the emission. */
  month: string;
  /** CNPJ of who issued it, or a CPF after three zeros. */
  taxId: string;
  /** 55: NF-e. */
  model: string;
  /** Without leading zeros. */
  series: string;
  number: string;
}

const checkDigitOf = (stem: string): number => {
  const total = [...stem].reduce((sum, one, index) => {
    const weight = 2 + ((stem.length - 1 - index) % 8);
    return sum + weight * (one.charCodeAt(0) - 48);
  }, 0);
  const remainder = total % 11;
  return remainder < 2 ? 0 : 11 - remainder;
};

/** A key, of everything before its check digit. */
export const withCheckDigit = (stem: string): string => `${stem}${checkDigitOf(stem)}`;

/** Whether a text is a key: shape and check digit. */
export const isAccessKey = (text: string): boolean =>
  SHAPE.test(text) && text.endsWith(String(checkDigitOf(text.slice(0, -1))));

const whole = (text: string): string => text.replace(/^0+(?=\d)/, '');

/**
 * Key of an NFS-e of the national standard, 50 characters: municipality (7), generator (1), kind of registration (1: CPF,
 * 2: CNPJ), registration (14), number (13), year and month (4), code (9), check digit.
 */
const SERVICE_SHAPE = /^\d{7}[12][12][0-9A-Z]{14}\d{27}$/;

/** Whether a text is the key of an NFS-e: shape and check digit. */
export const isServiceKey = (text: string): boolean =>
  SERVICE_SHAPE.test(text) && text.endsWith(String(checkDigitOf(text.slice(0, -1))));

/** What the key of an NFS-e says; call it with such keys only. */
export const serviceKeyParts = (key: string): Pick<AccessKeyParts, 'month' | 'taxId' | 'number'> => ({
  taxId: key[8] === '1' ? key.slice(12, 23) : key.slice(9, 23),
  number: whole(key.slice(23, 36)),
  month: key.slice(36, 40),
});

/** Parts of a key; call it with keys only. */
export const accessKeyParts = (key: string): AccessKeyParts => ({
  month: key.slice(2, 6),
  taxId: key.slice(6, 20),
  model: key.slice(20, 22),
  series: whole(key.slice(22, 25)),
  number: whole(key.slice(25, 34)),
});
