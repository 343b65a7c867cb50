import { parseDate } from './dateInput.ts';
import { normalizeTaxId } from './taxId.ts';
import { onlyDigits } from './text.ts';

/** A telephone: 2-digit area code, then 4 or 5 digits, dash, 4 digits (§5); mask optional. */
export function isPhone(text: unknown): text is string {
  return typeof text === 'string' && /^(\(\d{2}\)|\d{2}) ?\d{4,5}-?\d{4}$/.test(text.trim());
}

/**
 * Masks a phone number during typing, "(11) 98765-4321", without the country code +55. Leaves more than 11 digits
 * unchanged, so that validation rejects them: truncating pasted text would produce another number.
 */
export function maskPhone(text: string): string {
  const digits = onlyDigits(text.replace(/^\s*\+\s*55/, ''));
  if (digits.length > 11) return digits;
  if (digits.length <= 2) return digits;
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)];
  const middle = rest.length > 8 ? 5 : 4;
  return rest.length <= 4 ? `(${area}) ${rest}` : `(${area}) ${rest.slice(0, middle)}-${rest.slice(middle)}`;
}

/** Masks a stored phone number; returns other text unchanged, and '' for null. */
export function formatPhone(text: string | null | undefined): string {
  if (!text) return '';
  return isPhone(text) ? maskPhone(text) : text;
}

/** A postal code: 5 digits, dash, 3 digits (§5); dash optional. */
export function isCep(text: unknown): text is string {
  return typeof text === 'string' && /^\d{5}-?\d{3}$/.test(text.trim());
}

/**
 * Masks a postal code during typing, "01310-100"; leaves more than eight digits unchanged, so that validation rejects
 * them.
 */
export function maskCep(text: string): string {
  const digits = onlyDigits(text);
  return digits.length <= 5 || digits.length > 8 ? digits : `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** Masks a stored postal code; returns other text unchanged, and '' for null. */
export function formatCep(text: string | null | undefined): string {
  if (!text) return '';
  return isCep(text) ? maskCep(text) : text;
}

/**
 * Masks a CPF or CNPJ during typing, "529.982.247-25" or "12.ABC.345/01DE-35": letters, or a twelfth character, make it
 * a CNPJ. Leaves more than fourteen characters unchanged, so that validation rejects them.
 */
export function maskTaxId(text: string): string {
  const id = normalizeTaxId(text).replace(/[^0-9A-Z]/g, '');
  if (id.length > 14) return id;
  const isCnpj = id.length > 11 || /[A-Z]/.test(id);
  const [cuts, marks] = isCnpj
    ? [
        [2, 5, 8, 12],
        ['.', '.', '/', '-'],
      ]
    : [
        [3, 6, 9],
        ['.', '.', '-'],
      ];
  return [...id].map((sign, index) => `${marks[cuts.indexOf(index)] ?? ''}${sign}`).join('');
}

/** True for a day of the calendar as DD/MM/YYYY (§5). */
export function isDateText(text: unknown): text is string {
  return typeof text === 'string' && /^\d{2}\/\d{2}\/\d{4}$/.test(text) && parseDate(text, '2000-01-01') !== null;
}

/** Masks a day during typing: "21/11/2026". */
export function maskDate(text: string): string {
  const digits = onlyDigits(text).slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}

/** A code: word characters, dot, hyphen and slash only (§5), at least one. */
export function isCode(text: unknown): text is string {
  return typeof text === 'string' && /^[\w.\-/]+$/.test(text);
}
