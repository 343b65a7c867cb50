import { readJson, writeJson } from '#web/client/storage.ts';
import { currentUser } from '#web/client/token.ts';
import type { AssistantAnswerPartsFragment } from '#web/generated/assistant.ts';
import { begunEntry, type BegunValue } from '#web/session/begun.ts';
import { useState } from 'react';
import { useOpen } from './useOpen.ts';

export type AnswerForm = NonNullable<AssistantAnswerPartsFragment['form']>;
export type AnswerField = AnswerForm['fields'][number];

/** What was filled in on cards, by the id of their message: closing the panel loses none of it. */
const filled = new Map<string, Readonly<Record<string, BegunValue>>>();

const MOST_DISCARDED = 200;
const discardedKey = () => `assistantDiscarded.${currentUser() ?? ''}`;
const areIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');
const readDiscarded = (): string[] => readJson(localStorage, discardedKey(), areIds) ?? [];

/** A card: what was understood, and what the user fills in on it before the form opens. */
export const useFormCard = (messageId: string, { kind, fields }: AnswerForm) => {
  const open = useOpen();
  const [given, setGiven] = useState(() => filled.get(messageId) ?? {});
  const [discarded, setDiscarded] = useState(() => readDiscarded().includes(messageId));
  const valueOf = ({ name, value, shown }: AnswerField): BegunValue | null =>
    given[name] ?? (value == null ? null : { value, shown: shown ?? value });
  const fill = (name: string, value: string, shown: string) => {
    const { [name]: _before, ...others } = given;
    const next = value === '' ? others : { ...others, [name]: { value, shown } };
    filled.set(messageId, next);
    setGiven(next);
  };
  return {
    discarded,
    valueOf,
    fill,
    missing: fields.filter((field) => valueOf(field) === null),
    discard: () => {
      writeJson(localStorage, discardedKey(), [...readDiscarded(), messageId].slice(-MOST_DISCARDED));
      setDiscarded(true);
    },
    openForm: () => {
      const values = fields.flatMap((field) => {
        const value = valueOf(field);
        return value ? [[field.name, value] as const] : [];
      });
      const { to, options } = begunEntry(kind, Object.fromEntries(values));
      open(to, options);
    },
  };
};
