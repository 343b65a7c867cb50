import { isPositive, negate } from '../money.ts';
import { formatMoney } from '../numberFormat.ts';
import { parseMoney } from '../moneyInput.ts';
import { parseQuantity } from '../quantityInput.ts';
import { isState } from '../states.ts';
import { isTaxId, normalizeTaxId } from '../taxId.ts';
import { normalizeSpaces, stripAccents } from '../text.ts';
import { readDay } from './days.ts';
import type { ImportField } from './description.ts';
import { readPart } from './parts.ts';

/**
 * A cell as a value of the register's body, and what it says of other fields; or why it is none, and the text that was
 * probably meant.
 */
export type CellReading = { value: unknown; also?: Record<string, unknown> } | { problem: string; suggestion?: string };

const YES = ['sim', 's', 'ativo', 'ativa', 'verdadeiro', 'true', 'x', '1'];
const NO = ['nao', 'n', 'inativo', 'inativa', 'falso', 'false', '0'];

/** Case, accents and punctuation do not count. */
export const wordKey = (text: string): string =>
  stripAccents(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The apostrophe that lists as files put before a text which would count as a formula. */
const withoutGuard = (text: string): string => (/^'\s*[=+\-@]/.test(text) ? text.slice(1) : text);

const readYesNo = (text: string): CellReading => {
  const key = wordKey(text);
  if (YES.includes(key)) return { value: true };
  if (NO.includes(key)) return { value: false };
  return { problem: 'Escreva Sim ou Não.' };
};

/** Letters that are typed or scanned for digits. */
const asDigits = (text: string): string => text.replace(/[oO]/g, '0').replace(/[lI]/g, '1');

const readDecimal = (text: string, places: number): CellReading => {
  const value = parseQuantity(text, places);
  if (value !== null) return { value };
  const mended = asDigits(text);
  const suggestion = mended !== text && parseQuantity(mended, places) !== null ? { suggestion: mended } : {};
  return { problem: `Não é um número com até ${places} casas, como 1.234,56.`, ...suggestion };
};

const NOT_POSITIVE = 'Informe um valor maior que zero.';

/** One amount: a sum, which a field of the screen takes, is none in a list. */
const oneAmount = (text: string) => (/\d.*[+\-−]/.test(text) ? null : parseMoney(text));

/** An amount to be paid; "(1.234,56)" is how accountants write a negative one. */
const readMoney = (text: string): CellReading => {
  const value = oneAmount(text.replace(/^\((.+)\)$/, '-$1'));
  if (value !== null && isPositive(value)) return { value };
  if (value !== null) {
    const meant = negate(value);
    return { problem: NOT_POSITIVE, ...(isPositive(meant) ? { suggestion: formatMoney(meant) } : {}) };
  }
  const mended = asDigits(text);
  const meant = mended === text ? null : oneAmount(mended);
  if (meant !== null && isPositive(meant)) return { problem: 'Há letra no lugar de número.', suggestion: mended };
  return { problem: 'Não é um valor em reais, como 1.234,56.' };
};

/** Spreadsheets take the zeros at the beginning away. */
const readTaxId = (text: string): CellReading => {
  if (isTaxId(text)) return { value: normalizeTaxId(text) };
  const digits = normalizeTaxId(text);
  const whole = [11, 14].map((length) => digits.padStart(length, '0')).find(isTaxId);
  const suggestion = whole === undefined || !/^\d{8,}$/.test(digits) ? {} : { suggestion: whole };
  return { problem: 'Informe um CPF ou CNPJ válido.', ...suggestion };
};

const readCount = (text: string): CellReading => {
  if (/^\d{1,9}$/.test(text)) return { value: Number(text) };
  const mended = asDigits(text);
  const suggestion = /^\d{1,9}$/.test(mended) ? { suggestion: mended } : {};
  return { problem: 'Não é um número inteiro, como 15.', ...suggestion };
};

const readChoice = (text: string, choices: NonNullable<ImportField['choices']>): CellReading => {
  const key = wordKey(text);
  const entries = Object.entries(choices);
  const found = entries.find(([, words]) => words.some((word) => wordKey(word) === key));
  if (found) return { value: found[0] || null };
  return { problem: `Escolha um destes valores: ${entries.map(([, [word]]) => word).join(', ')}.` };
};

/** "São Paulo – SP", "São Paulo/SP", "São Paulo". */
const readCity = (text: string): CellReading => {
  const [, city, state] = /^(.+?)\s*[–/-]\s*([A-Za-z]{2})$/.exec(text) ?? [];
  return city !== undefined && state !== undefined && isState(state.toUpperCase())
    ? { value: city, also: { state: state.toUpperCase() } }
    : { value: text };
};

/** The names in a cell of several references. */
const namesIn = (text: string): string[] => [
  ...new Map(
    text
      .split(text.includes(';') ? /[;\n]/ : /[,\n]/)
      .map(normalizeSpaces)
      .filter((name) => name !== '')
      .map((name) => [wordKey(name) || name, name]),
  ).values(),
];

/**
 * Reads a cell that is not blank. References stay texts, which the service looks up.
 *
 * @example readCell(price, '1.250,00') // { value: '1250.00' }
 */
export const readCell = ({ kind = 'text', places = 4, choices = {} }: ImportField, cell: string): CellReading => {
  const text = withoutGuard(cell.trim());
  switch (kind) {
    case 'decimal':
      return readDecimal(text, places);
    case 'count':
      return readCount(text);
    case 'yesNo':
      return readYesNo(text);
    case 'choice':
      return readChoice(text, choices);
    case 'many':
      return { value: namesIn(text) };
    case 'reference':
      return { value: normalizeSpaces(text) };
    case 'city':
      return readCity(text);
    case 'money':
      return readMoney(text);
    case 'date':
      return readDay(text);
    case 'part':
      return readPart(text);
    case 'taxId':
      return readTaxId(text);
    case 'text':
      return { value: text };
  }
};
