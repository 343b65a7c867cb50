import type { Notice } from '#web/client/notify.ts';
import type { AssistantAnswerPartsFragment, AssistantEntryFragment } from '#web/generated/assistant.ts';

export type EntryTone = 'info' | 'success' | 'warning' | 'error';

/** One line of the conversation, from the server or from this page. */
export interface Entry {
  key: string;
  /** Id of the stored message; null for a notice of this page. */
  id: string | null;
  /** Asked by the user. */
  own: boolean;
  tone: EntryTone;
  title?: string | null;
  text: string;
  detail?: string;
  at: string;
  link?: string | null;
  /** Name of what the link leads to; without it, that of its screen. */
  linkLabel?: string | null;
  answer: AssistantAnswerPartsFragment | null;
  /** Message id of a broadcast that still needs "Entendi". */
  toAcknowledge?: string;
  /** Undoes the payment told of. */
  undo?: AssistantEntryFragment['undo'];
}

const tones = { INFO: 'info', SUCCESS: 'success', WARNING: 'warning', ERROR: 'error' } as const;

export const fromMessage = (message: AssistantEntryFragment): Entry => ({
  key: `message ${message.id}`,
  id: message.id,
  own: message.from === 'USER',
  tone: tones[message.kind],
  title: message.title,
  text: message.text,
  at: message.at,
  link: message.link,
  linkLabel: message.linkLabel,
  answer: message.answer ?? null,
  undo: message.undo,
  toAcknowledge: message.broadcast && !message.acknowledged ? message.id : undefined,
});

/** Whether a message that arrives is shown while the panel is closed: what needs attention, unless its reader wants quiet. */
export const popsUp = ({ from, answer, quiet, broadcast, kind }: AssistantEntryFragment): boolean =>
  from === 'ASSISTANT' && answer == null && !quiet && (broadcast || kind === 'WARNING' || kind === 'ERROR');

/** Omits the notice's button: "Desfazer" is valid only while the snackbar shows. */
const fromNotice = ({ id, tone, text, detail, at }: Notice): Entry => ({
  ...{ key: `notice ${id}`, id: null, own: false, answer: null },
  ...{ tone, text, detail, at },
});

/**
 * Returns messages and notices in one list, oldest first: messages in the order in which they were stored, which is that
 * of a question and its answer, too; notices by their time.
 */
export const toEntries = (messages: readonly AssistantEntryFragment[], notices: readonly Notice[]): Entry[] => {
  const entries = messages.map(fromMessage).sort((a, b) => Number(a.id) - Number(b.id));
  for (const notice of notices) {
    const at = entries.findLastIndex((entry) => Date.parse(entry.at) <= Date.parse(notice.at));
    entries.splice(at + 1, 0, fromNotice(notice));
  }
  return entries;
};
