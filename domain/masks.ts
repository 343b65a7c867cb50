import { parseDate } from './dateInput.ts';
import { normalizeTaxId } from './taxId.ts';
import { onlyDigits } from './text.ts';

/** A telephone: 2-digit area code, then 4 or 5 digits, dash, 4 digits (§5); mask optional. */
export function isPhone(text: unknown): text is string {
  return typeof text === 'string' && /^(\(\d{2}\)|\d{2}) ?\d{4,5}-?\d{4}$/.test(text.trim());
}

/**
 * "(11) 98765-4321", as far as it has been typed, without the country's +55. More digits than a telephone has stay as
 * they are, to be refused: cut off, what was pasted would become another telephone.
 */
export function maskPhone(text: string): string {
  const digits = onlyDigits(text.replace(/^\s*\+\s*55/, ''));
  if (digits.length > 11) return digits;
  if (digits.length <= 2) return digits;
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)];
  const middle = rest.length > 8 ? 5 : 4;
  return rest.length <= 4 ? `(${area}) ${rest}` : `(${area}) ${rest.slice(0, middle)}-${rest.slice(middle)}`;
}

/** "(11) 98765-4321" for a stored telephone; other text comes back as it is, null as empty. */
export function formatPhone(text: string | null | undefined): string {
  if (!text) return '';
  return isPhone(text) ? maskPhone(text) : text;
}

/** A postal code: 5 digits, dash, 3 digits (§5); dash optional. */
export function isCep(text: unknown): text is string {
  return typeof text === 'string' && /^\d{5}-?\d{3}$/.test(text.trim());
}

/** "01310-100", as far as it has been typed; more than eight digits stay as they are, to be refused. */
export function maskCep(text: string): string {
  const digits = onlyDigits(text);
  return digits.length <= 5 || digits.length > 8 ? digits : `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** "01310-100" for a stored postal code; other text comes back as it is, null as empty. */
export function formatCep(text: string | null | undefined): string {
  if (!text) return '';
  return isCep(text) ? maskCep(text) : text;
}

/**
 * "529.982.247-25" or "12.ABC.345/01DE-35", as far as it has been typed: letters, or a twelfth sign, make it a CNPJ. More
 * than fourteen signs stay as they are, to be refused.
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

/** A real day as DD/MM/YYYY (§5). */
export function isDateText(text: unknown): text is string {
  return typeof text === 'string' && /^\d{2}\/\d{2}\/\d{4}$/.test(text) && parseDate(text, '2000-01-01') !== null;
}

/** "21/11/2026", as far as it has been typed. */
export function maskDate(text: string): string {
  const digits = onlyDigits(text).slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}

/** A code: word characters, dot, hyphen and slash only (§5), at least one. */
export function isCode(text: unknown): text is string {
  return typeof text === 'string' && /^[\w.\-/]+$/.test(text);
}
