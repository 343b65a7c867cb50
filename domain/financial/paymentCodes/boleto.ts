import type { IsoDate } from '../../dates.ts';
import { fromCents, type Money } from '../../money.ts';
import { modulo10, modulo11OfBoleto } from './checkDigits.ts';
import { dueDateOf } from './dueDates.ts';
import { refused, type Boleto, type ReadResult } from './types.ts';

const REAIS = '9';
/** Fields 1 to 3 of the line: where each begins and ends; its last digit checks it. */
const FIELDS = [
  { name: '1', start: 0, end: 10 },
  { name: '2', start: 10, end: 21 },
  { name: '3', start: 21, end: 32 },
] as const;

/** Amount of a code in cents; null where it is left open. */
export const amountOf = (cents: string): Money | null => (/^0*$/.test(cents) ? null : fromCents(BigInt(cents)));

const listed = (names: readonly string[]): string =>
  names.length === 1
    ? `do campo ${names.join()}`
    : `dos campos ${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''}`;

/** "90000.051871", as banks print a field. */
const printed = (field: string): string => `${field.slice(0, 5)}.${field.slice(5)}`;

const wrongFields = (line: string): string | null => {
  const wrong = FIELDS.filter(({ start, end }) => modulo10(line.slice(start, end - 1)) !== line.charAt(end - 1));
  if (wrong.length === 0) return null;
  const shown = wrong.map(({ start, end }) => printed(line.slice(start, end))).join(' e ');
  const subject = wrong.length === 1 ? 'O dígito verificador' : 'Os dígitos verificadores';
  return `${subject} ${listed(wrong.map(({ name }) => name))} ${wrong.length === 1 ? 'não confere' : 'não conferem'}: verifique ${shown}.`;
};

/** Barcode of a line: bank, currency and general digit, factor and amount, then the free part in its three pieces. */
const barcodeOfLine = (line: string): string =>
  line.slice(0, 4) + line.slice(32, 47) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);

const withDigit = (digits: string): string => digits + modulo10(digits);

/** The line of a barcode of 44 digits. */
const lineOfBarcode = (barcode: string): string => {
  const free = barcode.slice(19);
  return [
    withDigit(barcode.slice(0, 4) + free.slice(0, 5)),
    withDigit(free.slice(5, 15)),
    withDigit(free.slice(15)),
    barcode.slice(4, 19),
  ].join('');
};

const isGeneralDigitRight = (barcode: string): boolean =>
  modulo11OfBoleto(barcode.slice(0, 4) + barcode.slice(5)) === barcode.charAt(4);

const NOT_IN_REAIS = 'Este boleto não é em reais: não há como conferir o valor dele aqui.';

const boletoOf = (line: string, barcode: string, today: IsoDate): ReadResult<Boleto> => {
  if (barcode.charAt(3) !== REAIS) return refused(NOT_IN_REAIS);
  return {
    ok: true,
    code: {
      kind: 'BOLETO',
      code: line,
      barcode,
      bank: barcode.slice(0, 3),
      amount: amountOf(barcode.slice(9, 19)),
      dueDate: dueDateOf(Number(barcode.slice(5, 9)), today),
    },
  };
};

/** Reads the line (linha digitável) of a boleto: 47 digits. */
export const readBoletoLine = (line: string, today: IsoDate): ReadResult<Boleto> => {
  const wrong = wrongFields(line);
  if (wrong !== null) return refused(wrong);
  const barcode = barcodeOfLine(line);
  if (isGeneralDigitRight(barcode)) return boletoOf(line, barcode, today);
  return refused(
    `O dígito verificador geral (campo 4) não confere: verifique ${line.charAt(32)} e o campo 5, ${line.slice(33)}.`,
  );
};

/** Reads the barcode of a boleto: 44 digits. */
export const readBoletoBarcode = (barcode: string, today: IsoDate): ReadResult<Boleto> =>
  isGeneralDigitRight(barcode)
    ? boletoOf(lineOfBarcode(barcode), barcode, today)
    : refused('O dígito verificador do código de barras (5ª posição) não confere: verifique os 44 dígitos.');

/** "23792.29905 90000.051871 01002.041703 9 16660001836667" */
export const printedBoleto = (line: string): string =>
  [...FIELDS.map(({ start, end }) => printed(line.slice(start, end))), line.slice(32, 33), line.slice(33)].join(' ');
