import type { Notice } from '#web/client/notify.ts';
import type { AssistantEntryFragment } from '#web/generated/assistant.ts';

export type EntryTone = 'info' | 'success' | 'warning' | 'error';

/** One line of the conversation, from the server or from this page. */
export interface Entry {
  key: string;
  tone: EntryTone;
  text: string;
  detail?: string;
  at: string;
  link?: string | null;
  /** Message id of a broadcast that still needs "Entendi". */
  toAcknowledge?: string;
}

const tones = { INFO: 'info', SUCCESS: 'success', WARNING: 'warning', ERROR: 'error' } as const;

const fromMessage = (message: AssistantEntryFragment): Entry => ({
  key: `message ${message.id}`,
  tone: tones[message.kind],
  text: message.text,
  at: message.at,
  link: message.link,
  toAcknowledge: message.broadcast && !message.acknowledged ? message.id : undefined,
});

/** Omits the notice's button: "Desfazer" is valid only while the snackbar shows. */
const fromNotice = ({ id, tone, text, detail, at }: Notice): Entry => ({ key: `notice ${id}`, tone, text, detail, at });

/** Returns messages and notices in one list, oldest first. */
export const toEntries = (messages: readonly AssistantEntryFragment[], notices: readonly Notice[]): Entry[] =>
  [...messages.map(fromMessage), ...notices.map(fromNotice)].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
