import { isRecord, isText, readJson, removeKeys, writeJson } from './storage.ts';
import { currentUser } from './token.ts';

/** What open forms have now, by name; read when the page is left for a provider that comes back. */
const open = new Map<string, () => unknown>();

const STORED = 'forms';
/** 15 min: who stays away longer begins anew. */
const LIFE = 15 * 60 * 1000;

interface Kept {
  user: string;
  /** Milliseconds since 1970. */
  at: number;
  values: Record<string, unknown>;
}

const isKept = (value: unknown): value is Kept =>
  isRecord(value) && isText(value.user) && typeof value.at === 'number' && isRecord(value.values);

const stored = (): Kept | null => {
  const kept = readJson(sessionStorage, STORED, isKept);
  return kept && kept.user === currentUser() && Date.now() - kept.at < LIFE ? kept : null;
};

/** Keeps what was typed in this tab, for when the page is loaded again. */
export const keepForms = (): void => {
  const values = Object.fromEntries([...open].map(([name, read]) => [name, read()]));
  writeJson(sessionStorage, STORED, { user: currentUser() ?? '', at: Date.now(), values });
};

/** Registers a form while it is open; returns the function that ends it. Secrets are the caller's to leave out. */
export const registerForm = (name: string, read: () => unknown): (() => void) => {
  open.set(name, read);
  return () => void open.delete(name);
};

/** What was kept of a form before the page was left; null for nothing. */
export const keptForm = (name: string): unknown => stored()?.values[name] ?? null;

/** What was kept of a form is shown again, and counts once. */
export const forgetForm = (name: string): void => {
  const kept = stored();
  if (!kept) return removeKeys(sessionStorage, (key) => key === STORED);
  const values = Object.fromEntries(Object.entries(kept.values).filter(([one]) => one !== name));
  writeJson(sessionStorage, STORED, { ...kept, values });
};
