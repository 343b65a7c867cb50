import { createContext, use } from 'react';

/** True where what stands in the fields may be looked at and not be changed: every field below takes no typing. */
export const ReadOnlyContext = createContext(false);

/** Whether a field takes no typing: by itself, or because nothing of its form may be changed. */
export const useReadOnly = (own = false): boolean => use(ReadOnlyContext) || own;
