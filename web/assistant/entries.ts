import type { Notice } from '#web/client/notify.ts';
import type { AssistantEntryFragment } from '#web/generated/assistant.ts';

export type EntryTone = 'info' | 'success' | 'warning' | 'error';

/** One line of the conversation: told by the server, or by this screen. */
export interface Entry {
  key: string;
  tone: EntryTone;
  text: string;
  detail?: string;
  at: string;
  link?: string | null;
  /** A broadcast that waits for "Entendi": its message id. */
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

/** Without its button: "Desfazer" is offered for the seconds of the snackbar, and would lie here afterwards. */
const fromNotice = ({ id, tone, text, detail, at }: Notice): Entry => ({ key: `notice ${id}`, tone, text, detail, at });

/** Both in one conversation, oldest first. */
export const toEntries = (messages: readonly AssistantEntryFragment[], notices: readonly Notice[]): Entry[] =>
  [...messages.map(fromMessage), ...notices.map(fromNotice)].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
