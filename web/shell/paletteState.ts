import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

const set = (next: boolean) => {
  open = next;
  listeners.forEach((listener) => listener());
};

export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
