import { useAssistant } from '#web/assistant/AssistantContext.ts';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';
import { openPalette } from './paletteState.ts';
import { routes, type AppRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useNewHere } from './useStarts.ts';

/** A checkbox, such as that of a selected row, takes no letters. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select, [role="combobox"]'));

const isAbove = () => document.querySelector('[aria-modal="true"]') !== null;

/** Runs a single-letter shortcut only outside inputs and dialogs. */
const command = (run: () => void) => (event: KeyboardEvent) => {
  if (isTyping(event.target) || isAbove() || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  run();
};

/** Screens mark their search box with type="search". */
const focusSearch = () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();

/** Shortcuts of the shell (mocks/README.md, rule 9): Ctrl+K, N, /, ?, G then a letter; Alt+A is the assistant. */
export const useShortcuts = (onHelp: () => void): void => {
  const { may } = useSession();
  const navigate = useNavigate();
  const newHere = useNewHere();
  const { focusInput } = useAssistant();
  const openAssistant = useEffectEvent(focusInput);
  const help = useEffectEvent(onHelp);
  const create = useEffectEvent(() => newHere !== undefined && void navigate(newHere));
  const go = useEffectEvent(({ rule, path }: AppRoute) => may(rule) && void navigate(path));
  // Bound once: a binding that is replaced forgets the first key of "G then a letter".
  useEffect(() => {
    const places = routes
      .filter(({ goKey }) => goKey !== undefined)
      .map((route) => [`g ${route.goKey ?? ''}`, command(() => go(route))] as const);
    return tinykeys(window, {
      '$mod+k': (event) => {
        event.preventDefault();
        openPalette();
      },
      // By its place: with Alt, some keyboards write another letter.
      'Alt+KeyA': (event) => {
        if (isAbove()) return;
        event.preventDefault();
        openAssistant();
      },
      n: command(() => create()),
      '/': command(focusSearch),
      // Whether "?" needs Shift depends on the keyboard layout.
      '?': command(() => help()),
      'Shift+?': command(() => help()),
      ...Object.fromEntries(places),
    });
  }, []);
};
