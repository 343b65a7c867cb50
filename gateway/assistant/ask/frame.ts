import type { Reading } from '#domain/assistant/reading.ts';

/** What a follow-up refers to: the last reading that was answered. */
export type Frame = Reading;

/** Longest text that is kept. */
const LONGEST = 4_000;

export const frameOf = (reading: Reading): string | null => {
  const text = JSON.stringify(reading);
  return text.length > LONGEST ? null : text;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFrame = (value: unknown): value is Frame =>
  isRecord(value) && typeof value.intent === 'string' && isRecord(value.slots) && Array.isArray(value.phrases);

/** Reads a kept frame; null for none, and for one that an older version wrote in another shape. */
export const readFrame = (text: string | null): Frame | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFrame(value) ? value : null;
  } catch {
    return null;
  }
};

/** The question before with what the follow-up changes: its slots replace those of the same kind, its names are added. */
export const withFrame = (before: Frame, more: Reading): Reading => ({
  ...before,
  slots: { ...before.slots, ...more.slots },
  phrases: more.phrases.length === 0 ? before.phrases : [...more.phrases, ...before.phrases],
});
