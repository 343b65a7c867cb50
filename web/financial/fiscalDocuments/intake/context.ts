import { createContext, use } from 'react';

/** What the screens below the intake of notas may do with it. */
export interface Intake {
  /** Opens the picker of files. */
  choose: () => void;
  /** Opens the notas that are no expense yet. */
  list: () => void;
  /** How many there are. */
  waiting: number;
}

export const IntakeContext = createContext<Intake | null>(null);

/** The intake of notas; null where there is none, or the user may make no expenses. */
export const useIntake = (): Intake | null => use(IntakeContext);
