/**
 * CPF and CNPJ, stored without mask and in upper case (domain.md §1), by the rules of §5 plus the alphanumeric CNPJ (in
 * force since July 2026). Implemented here because libraries differ: some accept 12345678909, some strip letters.
 */
export type TaxIdKind = 'CPF' | 'CNPJ';

const REFUSED_CPF = '12345678909';
const CPF_FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const CPF_SECOND = [11, ...CPF_FIRST];
const CNPJ_FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_SECOND = [6, ...CNPJ_FIRST];

/** Removes mask and spaces, and converts to upper case; keeps other characters, so that validation rejects them. */
export function normalizeTaxId(text: string): string {
  return text.replace(/[.\-/\s]/g, '').toUpperCase();
}

/** A valid CPF, with or without mask. */
export function isCpf(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const id = normalizeTaxId(text);
  if (!/^\d{11}$/.test(id) || isRepeated(id) || id === REFUSED_CPF) return false;
  return endsWithCheckDigits(id, CPF_FIRST, CPF_SECOND);
}

/** A valid CNPJ, numeric or alphanumeric, with or without mask. */
export function isCnpj(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const id = normalizeTaxId(text);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(id) || isRepeated(id)) return false;
  return endsWithCheckDigits(id, CNPJ_FIRST, CNPJ_SECOND);
}

/** A valid CPF or CNPJ. */
export function isTaxId(text: unknown): text is string {
  return isCpf(text) || isCnpj(text);
}

/** Returns the kind by shape alone, without checking the check digits. */
export function taxIdKind(text: unknown): TaxIdKind | null {
  if (typeof text !== 'string') return null;
  const id = normalizeTaxId(text);
  if (/^\d{11}$/.test(id)) return 'CPF';
  return /^[0-9A-Z]{12}\d{2}$/.test(id) ? 'CNPJ' : null;
}

/** "529.982.247-25" or "12.ABC.345/01DE-35"; returns other text unchanged, and '' for null. */
export function formatTaxId(text: string | null | undefined): string {
  if (!text) return '';
  const [id, kind] = [normalizeTaxId(text), taxIdKind(text)];
  if (kind === 'CPF') return id.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  if (kind === 'CNPJ') return id.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
  return text;
}

function isRepeated(id: string): boolean {
  return new Set(id).size === 1;
}

function endsWithCheckDigits(id: string, first: readonly number[], second: readonly number[]): boolean {
  const stem = id.slice(0, -2);
  const digit = checkDigit(stem, first);
  return id.endsWith(`${digit}${checkDigit(stem + digit, second)}`);
}

/** Modulo 11; a character's value is its ASCII code − 48, and a remainder of 0 or 1 gives 0. */
function checkDigit(text: string, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - 48), 0);
  const remainder = total % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
