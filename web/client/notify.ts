import { errorText } from './errors.ts';

/** A message for the person: shown in the snackbar, in the assistant, or in both. */
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

/** Subscribes a place where notices are shown. */
export const onNotice = (channel: Channel, listener: Listener): (() => void) => {
  listeners[channel].add(listener);
  return () => listeners[channel].delete(listener);
};

const isHome = () => window.location.pathname.startsWith('/home');

const send = (channels: readonly Channel[], notice: Omit<Notice, 'id' | 'at'>): void => {
  const now = Date.now();
  // Three queries that fail for one reason say it once.
  if (notice.tone === 'error' && notice.text === last.text && now - last.at < 3000) return;
  last = { text: notice.text, at: now, id: last.id + 1 };
  const whole = { ...notice, id: last.id, at: new Date(now).toISOString() };
  channels.forEach((channel) => listeners[channel].forEach((listener) => listener(whole)));
};

/** "Despesa salva": snackbar, kept in the assistant too on /home paths. */
export const notifySuccess = (text: string, more: Pick<Notice, 'detail' | 'action'> = {}): void =>
  send(isHome() ? ['snackbar', 'assistant'] : ['snackbar'], { tone: 'success', text, ...more });

/** What can be undone is done at once and can be taken back for 8 seconds (mocks/README.md, rule 5). */
export const notifyUndo = (text: string, undo: () => void, detail?: string): void =>
  notifySuccess(text, { detail, action: { label: 'Desfazer', run: undo } });

/** Error routing of §8: the assistant on /home paths, the snackbar elsewhere. */
export const notifyError = (text: string, detail?: string): void =>
  send([isHome() ? 'assistant' : 'snackbar'], { tone: 'error', text, detail });

/** A failed call, in the words of §8. */
export const notifyFailure = (error: unknown, fallback?: string): void => notifyError(errorText(error, fallback));
