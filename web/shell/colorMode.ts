import { useSyncExternalStore } from 'react';
import { isText, readJson, writeJson } from '#web/client/storage.ts';

export type ColorMode = 'light' | 'dark';

const listeners = new Set<() => void>();
const systemIsDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

/** Returns the user's choice, else the system's preference. */
export const colorMode = (): ColorMode => {
  const chosen = readJson(localStorage, 'theme', isText);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark().matches ? 'dark' : 'light';
};

/** Sets the theme on <html>, for the base styles and native controls. */
const applyColorMode = (): void => {
  document.documentElement.dataset.theme = colorMode();
};

/** Sets the theme on <html>, and again when the system changes to its colours of the night. */
export const followColorMode = (): void => {
  applyColorMode();
  systemIsDark().addEventListener('change', applyColorMode);
};

export const setColorMode = (mode: ColorMode): void => {
  writeJson(localStorage, 'theme', mode);
  applyColorMode();
  listeners.forEach((listener) => listener());
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  const media = systemIsDark();
  media.addEventListener('change', changed);
  return () => {
    listeners.delete(changed);
    media.removeEventListener('change', changed);
  };
};

export const useColorMode = (): ColorMode => useSyncExternalStore(subscribe, colorMode);
