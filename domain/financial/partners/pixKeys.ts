import type { FieldProblem } from '../../errors.ts';
import { isEmail, normalizeEmail } from '../../email.ts';
import { maskPhone } from '../../masks.ts';
import { formatTaxId, isCnpj, isCpf, normalizeTaxId } from '../../taxId.ts';
import { onlyDigits } from '../../text.ts';
import { PHONE_AREAS } from './phoneAreas.ts';

/**
 * Pix keys in the normal form that the directory of the Central Bank keeps (DICT, "Manual Operacional", forms of a key):
 * CPF and CNPJ without mask, e-mail in lower case, mobile phone as +55 and eleven digits, random key as a UUID in lower case.
 */
export const PIX_KEY_KINDS = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
export type PixKeyKind = (typeof PIX_KEY_KINDS)[number];

export interface PixKey {
  kind: PixKeyKind;
  /** In its normal form. */
  key: string;
  /** The one to pay to; exactly one of the keys of a partner. */
  preferred: boolean;
}

/** A key as it is typed: the kind may be left to its text. */
export interface TypedPixKey {
  kind?: PixKeyKind | null | undefined;
  key: string;
  preferred?: boolean | undefined;
}

export const MAX_PIX_KEYS = 10;
/** Longest key that may be typed; the longest one of the directory has 77 characters. */
export const MAX_TYPED_KEY = 100;
const LONGEST = 77;
const COUNTRY = '+55';

export const PIX_KEY_LABELS: Readonly<Record<PixKeyKind, string>> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  PHONE: 'Celular',
  RANDOM: 'Chave aleatória',
};

const PHONE = /^(?:\+?55)?\s*(?:\((\d{2})\)|(\d{2}))\s?(9)\s?(\d{4})[\s-]?(\d{4})$/;
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

const phoneOf = (text: string): string | null => {
  const [, bracketed, bare, ...rest] = PHONE.exec(text) ?? [];
  const area = bracketed ?? bare;
  return area !== undefined && PHONE_AREAS.has(area) ? `${COUNTRY}${area}${rest.join('')}` : null;
};

const emailOf = (text: string): string | null => {
  const email = normalizeEmail(text);
  return isEmail(email) && email.length <= LONGEST ? email : null;
};

const randomOf = (text: string): string | null => UUID.exec(text.toLowerCase())?.slice(1).join('-') ?? null;

/** The normal form of a text that is a key of the kind, and null of any other. */
const FORMS: Readonly<Record<PixKeyKind, (text: string) => string | null>> = {
  CPF: (text) => (isCpf(text) ? normalizeTaxId(text) : null),
  CNPJ: (text) => (isCnpj(text) ? normalizeTaxId(text) : null),
  EMAIL: emailOf,
  PHONE: phoneOf,
  RANDOM: randomOf,
};

const WRONG: Readonly<Record<PixKeyKind, string>> = {
  CPF: 'Informe um CPF válido.',
  CNPJ: 'Informe um CNPJ válido.',
  EMAIL: `Informe um e-mail válido, de até ${LONGEST} caracteres.`,
  PHONE: 'Informe um celular com DDD, como (11) 98765-4321.',
  RANDOM: 'Informe a chave aleatória inteira, como 123e4567-e89b-42d3-a456-426614174000.',
};
const NO_KEY = 'Informe um CPF, CNPJ, e-mail, celular com DDD ou chave aleatória.';
const AMBIGUOUS = 'Este número pode ser um CPF ou um celular: escolha o tipo da chave.';
const REPEATED = 'Esta chave está repetida.';
const ONE_PREFERRED = 'Só uma chave pode ser a preferida.';

/** Reads one key by its kind, or by its text alone; a problem is a sentence. */
export const readPixKey = ({ kind, key }: TypedPixKey): Omit<PixKey, 'preferred'> | { problem: string } => {
  const text = key.trim();
  const kinds = kind == null ? PIX_KEY_KINDS : [kind];
  const fitting = kinds.flatMap((one) => {
    const form = FORMS[one](text);
    return form === null ? [] : [{ kind: one, key: form }];
  });
  const [found, other] = fitting;
  if (!found) return { problem: kind == null ? NO_KEY : WRONG[kind] };
  return other ? { problem: AMBIGUOUS } : found;
};

/**
 * Reads the keys of a partner. Where none is preferred, the first one is, so that what is paid to never depends on anything
 * else. Problems are told at their places: "0.key", "1.preferred".
 */
export const readPixKeys = (typed: readonly TypedPixKey[]): { keys: PixKey[]; problems: FieldProblem[] } => {
  const keys: PixKey[] = [];
  const problems: FieldProblem[] = [];
  typed.forEach((one, index) => {
    const read = readPixKey(one);
    if ('problem' in read) return problems.push({ path: `${index}.key`, message: read.problem });
    if (keys.some(({ key }) => key === read.key)) problems.push({ path: `${index}.key`, message: REPEATED });
    const preferred = one.preferred ?? false;
    if (preferred && keys.some((other) => other.preferred)) {
      problems.push({ path: `${index}.preferred`, message: ONE_PREFERRED });
    }
    return keys.push({ ...read, preferred });
  });
  const isChosen = keys.some(({ preferred }) => preferred);
  return { keys: isChosen ? keys : keys.map((key, index) => ({ ...key, preferred: index === 0 })), problems };
};

/** A stored key as people read it: "12.ABC.345/01DE-35", "(11) 98765-4321". */
export const formatPixKey = ({ kind, key }: Pick<PixKey, 'kind' | 'key'>): string => {
  if (kind === 'CPF' || kind === 'CNPJ') return formatTaxId(key);
  return kind === 'PHONE' ? maskPhone(onlyDigits(key).slice(COUNTRY.length - 1)) : key;
};

/** What a search for a key compares: letters and digits alone, and the @ of an e-mail. */
const searchForm = (text: string): string => text.toLowerCase().replace(/[^a-z0-9@]+/g, '');

/** Shortest part of a key that a search looks for: less is in too many keys. */
const SHORTEST_SEARCH = 4;

/** What a search looks for among keys; null of a text that is no part of one, such as a name. */
export const pixKeySearch = (search: string): string | null => {
  const form = searchForm(search);
  return form.length >= SHORTEST_SEARCH && /[0-9@]/.test(form) ? form : null;
};
