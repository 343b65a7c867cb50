import { addDays, isIsoDate, type IsoDate } from '../../dates.ts';
import { amountOf } from './boleto.ts';
import { modulo10, modulo11OfCollection } from './checkDigits.ts';
import { refused, type Collection, type ReadResult } from './types.ts';

const BLOCKS = [0, 1, 2, 3] as const;
const BLOCK = 12;
/** Values of the third digit with an amount in reais; the others are a quantity of something. */
const IN_REAIS = /[68]/;
/** Segment of receivers that are named by the root of their CNPJ, eight digits instead of four. */
const NAMED_BY_CNPJ = '6';
/** A due date is at most this far from the day on which it is read: other digits may look like one. */
const MOST_DAYS = 1000;

/** The third digit says how the check digits are computed. */
const digitOf = (valueKind: string): ((digits: string) => string) | null => {
  if (/[67]/.test(valueKind)) return modulo10;
  return /[89]/.test(valueKind) ? modulo11OfCollection : null;
};

const blockOf = (line: string, index: number): string => line.slice(index * BLOCK, (index + 1) * BLOCK);

const barcodeOfLine = (line: string): string => BLOCKS.map((index) => blockOf(line, index).slice(0, -1)).join('');

/** "83620000000-5" */
const printed = (block: string): string => `${block.slice(0, -1)}-${block.slice(-1)}`;

/** A due date is optional: year, month and day at the start of what the receiver may fill in. */
const dueDateIn = (barcode: string, today: IsoDate): IsoDate | null => {
  const start = barcode.charAt(1) === NAMED_BY_CNPJ ? 23 : 19;
  const digits = barcode.slice(start, start + 8);
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const near = isIsoDate(date) && date >= addDays(today, -MOST_DAYS) && date <= addDays(today, MOST_DAYS);
  return near ? date : null;
};

const UNKNOWN = 'O terceiro dígito de uma conta ou guia é 6, 7, 8 ou 9: verifique o começo da linha.';

const collectionOf = (line: string, barcode: string, today: IsoDate): Collection => ({
  kind: 'COLLECTION',
  code: line,
  barcode,
  segment: barcode.charAt(1),
  amount: IN_REAIS.test(barcode.charAt(2)) ? amountOf(barcode.slice(4, 15)) : null,
  dueDate: dueDateIn(barcode, today),
});

const isGeneralDigitRight = (barcode: string, digit: (digits: string) => string): boolean =>
  digit(barcode.slice(0, 3) + barcode.slice(4)) === barcode.charAt(3);

const namesOf = (wrong: readonly number[]): string => {
  const names = wrong.map((index) => String(index + 1));
  if (names.length === 1) return `do bloco ${names.join()}`;
  return `dos blocos ${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''}`;
};

/** Reads the line of a collection: 48 digits, the first one 8. */
export const readCollectionLine = (line: string, today: IsoDate): ReadResult<Collection> => {
  const digit = digitOf(line.charAt(2));
  if (!digit) return refused(UNKNOWN);
  const wrong = BLOCKS.filter((index) => {
    const block = blockOf(line, index);
    return digit(block.slice(0, -1)) !== block.slice(-1);
  });
  if (wrong.length > 0) {
    const shown = wrong.map((index) => printed(blockOf(line, index))).join(' e ');
    const [subject, verb] =
      wrong.length === 1 ? ['O dígito verificador', 'não confere'] : ['Os dígitos verificadores', 'não conferem'];
    return refused(`${subject} ${namesOf(wrong)} ${verb}: verifique ${shown}.`);
  }
  const barcode = barcodeOfLine(line);
  if (isGeneralDigitRight(barcode, digit)) return { ok: true, code: collectionOf(line, barcode, today) };
  return refused('O dígito verificador geral (4º dígito) não confere: verifique a linha toda.');
};

/** Reads the barcode of a collection: 44 digits, the first one 8. */
export const readCollectionBarcode = (barcode: string, today: IsoDate): ReadResult<Collection> => {
  const digit = digitOf(barcode.charAt(2));
  if (!digit) return refused(UNKNOWN);
  if (!isGeneralDigitRight(barcode, digit))
    return refused('O dígito verificador do código de barras (4ª posição) não confere: verifique os 44 dígitos.');
  const line = BLOCKS.map((index) => {
    const digits = barcode.slice(index * (BLOCK - 1), (index + 1) * (BLOCK - 1));
    return digits + digit(digits);
  }).join('');
  return { ok: true, code: collectionOf(line, barcode, today) };
};

/** "83620000000-5 66780048100-9 18097565731-7 00158963606-6" */
export const printedCollection = (line: string): string =>
  BLOCKS.map((index) => printed(blockOf(line, index))).join(' ');
