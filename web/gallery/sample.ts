import { useState, type ReactNode } from 'react';

/** One component of web/ui as the gallery shows it. `Show` may hold state. */
export interface Sample {
  /** Name of the export of web/ui/index.ts. */
  name: string;
  Show: () => ReactNode;
}

/** State of a sample as a pair of props. */
export const useValue = <T>(initial: T): { value: T; onChange: (value: T) => void } => {
  const [value, onChange] = useState(initial);
  return { value, onChange };
};

export const nothing = (): void => undefined;
