import { createContext, use } from 'react';
import type { AssistantEntryFragment } from '#web/generated/assistant.ts';
import type { Entry } from './entries.ts';

export interface Assistant {
  collapsed: boolean;
  setCollapsed: (collapsed: boolean) => void;
  /** Opens the panel with the cursor in its input; `focusRequests` counts these calls. */
  focusInput: () => void;
  focusRequests: number;
  entries: readonly Entry[];
  /** Messages before those of `entries`. */
  older: { more: boolean; reading: 'no' | 'yes' | 'failed'; load: () => Promise<void> };
  /** Adds a question and its answer. */
  receive: (messages: readonly AssistantEntryFragment[]) => void;
  /** Number of unread messages and errors. */
  unread: number;
  /** The last error or message that needs attention, until the panel is opened or 8 s have passed. */
  alert: Entry | null;
  /** The history failed to load. */
  failed: boolean;
  retry: () => void;
  /** Acknowledges a message after a click on its button. */
  acknowledge: (id: string) => Promise<void>;
  acknowledgeAll: () => Promise<void>;
}

export const AssistantContext = createContext<Assistant | null>(null);

export const useAssistant = (): Assistant => {
  const assistant = use(AssistantContext);
  if (!assistant) throw new Error('useAssistant stands outside AssistantProvider');
  return assistant;
};
