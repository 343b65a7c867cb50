import type { Picked } from '#domain/financial/comments/mentions.ts';
import { isRecord, isText, prefix, readJson, writeJson } from '#web/client/storage.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useState } from 'react';

/** A text that is being typed, and those whom it mentions. */
export interface Typed {
  text: string;
  picked: readonly Picked[];
}

export const EMPTY: Typed = { text: '', picked: [] };

const isPicked = (value: unknown): value is Picked => isRecord(value) && isText(value.id) && isText(value.label);
const isTyped = (value: unknown): value is Typed =>
  isRecord(value) && isText(value.text) && Array.isArray(value.picked) && value.picked.every(isPicked);

/** The comment that is being written on a document. It stays in this tab until it is sent, also when the document is closed. */
export const useKeptComment = (transactionId: string): [Typed, (typed: Typed) => void] => {
  const { user } = useSession();
  const key = `comment.${user.id}.${transactionId}`;
  const [typed, setTyped] = useState(() => readJson(sessionStorage, key, isTyped) ?? EMPTY);
  const keep = (next: Typed) => {
    setTyped(next);
    if (next.text === '') sessionStorage.removeItem(prefix + key);
    else writeJson(sessionStorage, key, next);
  };
  return [typed, keep];
};
