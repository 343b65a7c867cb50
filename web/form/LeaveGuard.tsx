import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useEffect } from 'react';
import { useBlocker, type Location } from 'react-router-dom';
import { useHoldsUnsaved } from './unsaved.ts';

/** Texts of the question. */
export interface LeaveWords {
  title: string;
  text: string;
  confirm: string;
  cancel: string;
}

const FORM: LeaveWords = {
  title: 'Sair sem salvar?',
  text: 'O que você digitou ainda não foi salvo. Um rascunho fica guardado neste navegador.',
  confirm: 'Sair sem salvar',
  cancel: 'Continuar editando',
};

export interface LeaveGuardProps {
  /** True while the form has unsaved input. */
  when: boolean;
  /** Returns whether a navigation needs the question; default: another screen or another drawer (`?id=`). */
  asks?: (from: Location, to: Location) => boolean;
  /** What is asked; default: that of a form, whose draft is kept. */
  words?: LeaveWords;
  /** Called before the navigation when the user chooses to leave. */
  onLeave?: () => void;
}

const idOf = (location: Location) => new URLSearchParams(location.search).get('id');
const leavesForm = (from: Location, to: Location) => from.pathname !== to.pathname || idOf(from) !== idOf(to);

/** Asks before unsaved input is lost by navigation or by closing the tab. The form renders it. */
export const LeaveGuard = ({ when, asks = leavesForm, words = FORM, onLeave }: LeaveGuardProps) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && asks(currentLocation, nextLocation));
  useHoldsUnsaved(when);
  useEffect(() => {
    if (!when) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      {...words}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
};
