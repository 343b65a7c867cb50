import { createContext, use } from 'react';
import type { Entry } from './entries.ts';

export interface Assistant {
  collapsed: boolean;
  setCollapsed: (collapsed: boolean) => void;
  entries: readonly Entry[];
  /** Messages and errors that nobody has looked at. */
  unread: number;
  /** The last error, until it was looked at or 8 seconds have passed. */
  alert: Entry | null;
  /** The history could not be fetched. */
  failed: boolean;
  retry: () => void;
  /** Puts a message away, because the person pressed its button. */
  acknowledge: (id: string) => Promise<void>;
  acknowledgeAll: () => Promise<void>;
}

export const AssistantContext = createContext<Assistant | null>(null);

export const useAssistant = (): Assistant => {
  const assistant = use(AssistantContext);
  if (!assistant) throw new Error('useAssistant stands outside AssistantProvider');
  return assistant;
};
