import { useState } from 'react';
import type { Edit, Link } from './model/schedule.ts';

/** The dialog above the board, one at a time. */
export type Asked =
  | { kind: 'add'; chosen: readonly string[] }
  | { kind: 'stages' }
  // By identity: a new item gets its id while the dialog may be open.
  | { kind: 'item'; identity: string }
  | { kind: 'milestone'; stage: string }
  | { kind: 'link'; link: Link }
  | { kind: 'daysOff' }
  | { kind: 'baselines' }
  | { kind: 'projectFile' }
  | { kind: 'shift'; title: string; edit: Edit; back: 'daysOff' | null };

export const useDialogs = () => {
  const [asked, setAsked] = useState<Asked | null>(null);
  return { asked, ask: setAsked, close: () => setAsked(null) };
};
