import { isInside } from './inside.ts';
import { errorText } from './errors.ts';

/** A message for the user, shown in the snackbar, in the assistant, or in both. */
export interface Notice {
  id: number;
  tone: 'success' | 'error' | 'info';
  text: string;
  /** Second line. */
  detail?: string;
  /** Button, such as "Desfazer". */
  action?: { label: string; run: () => void };
  at: string;
}

type Listener = (notice: Notice) => void;
type Channel = 'snackbar' | 'assistant';

const listeners: Record<Channel, Set<Listener>> = { snackbar: new Set(), assistant: new Set() };
let last = { text: '', at: 0, id: 0 };

/** Subscribes a component that shows notices; returns the unsubscribe function. */
export const onNotice = (channel: Channel, listener: Listener): (() => void) => {
  listeners[channel].add(listener);
  return () => listeners[channel].delete(listener);
};

const isHome = () => isInside(window.location.pathname);

const send = (channels: readonly Channel[], notice: Omit<Notice, 'id' | 'at'>): void => {
  const now = Date.now();
  // Queries that fail for the same reason within 3 s are reported once.
  if (notice.tone === 'error' && notice.text === last.text && now - last.at < 3000) return;
  last = { text: notice.text, at: now, id: last.id + 1 };
  const whole = { ...notice, id: last.id, at: new Date(now).toISOString() };
  channels.forEach((channel) => listeners[channel].forEach((listener) => listener(whole)));
};

/** Shows a success such as "Despesa salva" in the snackbar, on /home paths also in the assistant. */
export const notifySuccess = (text: string, more: Pick<Notice, 'detail' | 'action'> = {}): void =>
  send(isHome() ? ['snackbar', 'assistant'] : ['snackbar'], { tone: 'success', text, ...more });

/** Says what has begun and ends with a notice of its own. */
export const notifyInfo = (text: string, detail: string): void => send(['snackbar'], { tone: 'info', text, detail });

/** Reports an action that is done already, with an undo button for 8 seconds (mocks/README.md, rule 5). */
export const notifyUndo = (text: string, undo: () => void, detail?: string): void =>
  notifySuccess(text, { detail, action: { label: 'Desfazer', run: undo } });

/** Shows an error (§8): in the assistant on /home paths, in the snackbar elsewhere. */
export const notifyError = (text: string, detail?: string): void =>
  send([isHome() ? 'assistant' : 'snackbar'], { tone: 'error', text, detail });

/** Shows a failed call with its text of §8. */
export const notifyFailure = (error: unknown, fallback?: string): void => notifyError(errorText(error, fallback));
