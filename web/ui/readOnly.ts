import { createContext, use } from 'react';

/** True: every field below is read-only. */
export const ReadOnlyContext = createContext(false);

/** Returns whether a field is read-only, by its own prop or by its form. */
export const useReadOnly = (own = false): boolean => use(ReadOnlyContext) || own;
