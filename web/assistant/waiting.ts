import { newKey } from '#web/client/idempotency.ts';
import { isRecord, isText, readJson, writeJson } from '#web/client/storage.ts';
import { currentUser } from '#web/client/token.ts';
import { useSyncExternalStore } from 'react';

/** What is sent with a question: where it was asked. */
export interface Asked {
  text: string;
  pathname: string;
  timezone: string;
  companyId: string | null;
}

/** A question without an answer yet. It stays on the device until it has one. */
export interface Waiting {
  /** Key of the command: sent again, it is answered once. */
  key: string;
  asked: Asked;
  at: string;
  /** The newest message when it was asked: its own has a higher id. */
  after: number;
  state: 'queued' | 'sending' | 'failed';
  /** Why it failed; null after a reload. */
  problem: string | null;
}

const MOST = 20;
const storageKey = () => `assistantWaiting.${currentUser() ?? ''}`;

const isAsked = (value: unknown): value is Asked =>
  isRecord(value) &&
  isText(value.text) &&
  isText(value.pathname) &&
  isText(value.timezone) &&
  (value.companyId === null || isText(value.companyId));
const isStored = (value: unknown): value is Pick<Waiting, 'key' | 'asked' | 'at' | 'after'> =>
  isRecord(value) && isText(value.key) && isAsked(value.asked) && isText(value.at) && typeof value.after === 'number';
const areStored = (value: unknown): value is Pick<Waiting, 'key' | 'asked' | 'at' | 'after'>[] =>
  Array.isArray(value) && value.every(isStored);

const listeners = new Set<() => void>();
let items: readonly Waiting[] | null = null;

/** A question that the page was left with may have been answered or not: the user sends it again. */
const load = (): readonly Waiting[] =>
  (readJson(localStorage, storageKey(), areStored) ?? []).map(({ key, asked, at, after }) => ({
    ...{ key, asked, at, after },
    ...{ state: 'failed', problem: null },
  }));

const now = (): readonly Waiting[] => (items ??= load());

const set = (next: readonly Waiting[]): void => {
  items = next;
  writeJson(
    localStorage,
    storageKey(),
    next.map(({ key, asked, at, after }) => ({ key, asked, at, after })),
  );
  listeners.forEach((listener) => listener());
};

const patch = (key: string, change: Partial<Waiting>): void =>
  set(now().map((item) => (item.key === key ? { ...item, ...change } : item)));

/** Keys of questions that were shown before they were stored, by the id of their message: none is announced twice. */
const shownAs = new Map<string, string>();

/** The key under which a question is on screen already. */
export const shownKey = (messageId: string): string | undefined => shownAs.get(messageId);

export const waiting = {
  now,
  add: (asked: Asked, after: number): void =>
    set(
      [
        ...now(),
        { key: newKey(), asked, at: new Date().toISOString(), after, state: 'queued', problem: null } as const,
      ].slice(-MOST),
    ),
  sending: (key: string): void => patch(key, { state: 'sending', problem: null }),
  again: (key: string): void => patch(key, { state: 'queued', problem: null }),
  failed: (key: string, problem: string): void => patch(key, { state: 'failed', problem }),
  drop: (key: string): void => set(now().filter((item) => item.key !== key)),
  /** It is stored now, as this message. */
  settle: (key: string, messageId: string): void => {
    shownAs.set(messageId, key);
    if (now().some((item) => item.key === key)) set(now().filter((item) => item.key !== key));
  },
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useWaiting = (): readonly Waiting[] => useSyncExternalStore(subscribe, now);

const draftKey = () => `assistantDraft.${currentUser() ?? ''}`;

/** What is typed and not sent, on this device. */
export const readTyped = (): string => readJson(localStorage, draftKey(), isText) ?? '';
export const keepTyped = (text: string): void => writeJson(localStorage, draftKey(), text);
