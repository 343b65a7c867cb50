/// <reference types="vite/client" />

/** AG Grid Enterprise where it is installed (web/build/gridEnterprise.ts); null where it is not. */
declare module 'virtual:grid-enterprise' {
  export const activate: ((key: string) => void) | null;
}
