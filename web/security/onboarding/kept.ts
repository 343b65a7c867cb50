import { isRecord, isText, readJson, removeKeys, writeJson } from '#web/client/storage.ts';
import { EMPTY, LAST, LONGEST, type Form, type TextField } from './model.ts';

/** The logo as it is sent: reduced to what the services keep of one. */
export interface Logo {
  name: string;
  size: number;
  width: number;
  height: number;
  /** A data: address of a PNG. */
  picture: string;
}

/** What this browser keeps of a sign-up: everything but the password. */
export interface Kept {
  form: Form;
  step: number;
  /** The optional steps that were skipped. */
  skipped: { building: boolean; wallet: boolean };
  /** The account shall begin with a demonstration company. */
  demonstration: boolean;
  logo: Logo | null;
  /** Token of the link that it was continued by. */
  draft: string | null;
  /** Name of the statement that filled the wallet. */
  statement: string | null;
  savedAt: string | null;
}

export const NOTHING: Kept = {
  form: EMPTY,
  step: 0,
  skipped: { building: false, wallet: false },
  demonstration: false,
  logo: null,
  draft: null,
  statement: null,
  savedAt: null,
};

const KEY = 'onboarding';
/** Larger logos stay in the page alone: a browser keeps 5 MB for a whole site. */
const LARGEST_LOGO = 600_000;

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

const logoOf = (value: unknown): Logo | null => {
  if (!isRecord(value)) return null;
  const { name, size, width, height, picture } = value;
  if (!isText(name) || !isText(picture) || !picture.startsWith('data:image/png;base64,')) return null;
  return isCount(size) && isCount(width) && isCount(height) ? { name, size, width, height, picture } : null;
};

/** Reads a form from what may be older, or another page's. */
export const formOf = (value: unknown): Form => {
  const known = isRecord(value) ? value : {};
  const texts = (Object.keys(LONGEST) as TextField[]).map((field) => {
    const text = known[field];
    return [field, isText(text) ? text.slice(0, LONGEST[field]) : ''] as const;
  });
  return { ...EMPTY, ...Object.fromEntries(texts), ofCustomer: known['ofCustomer'] === true };
};

export const readKept = (): Kept | null => {
  const value = readJson(localStorage, KEY, isRecord);
  if (!value) return null;
  const skipped = isRecord(value['skipped']) ? value['skipped'] : {};
  return {
    form: formOf(value['form']),
    step: isCount(value['step']) ? Math.min(value['step'], LAST) : 0,
    skipped: { building: skipped['building'] === true, wallet: skipped['wallet'] === true },
    demonstration: value['demonstration'] === true,
    logo: logoOf(value['logo']),
    draft: textOrNull(value['draft']),
    statement: textOrNull(value['statement']),
    savedAt: textOrNull(value['savedAt']),
  };
};

export const keep = (kept: Kept): void => {
  const { logo } = kept;
  writeJson(localStorage, KEY, { ...kept, logo: logo && logo.picture.length <= LARGEST_LOGO ? logo : null });
};

export const forgetKept = (): void => removeKeys(localStorage, (key) => key === KEY);
