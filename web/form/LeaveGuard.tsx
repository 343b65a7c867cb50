import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useEffect } from 'react';
import { useBlocker, type Location } from 'react-router-dom';
import { useHoldsUnsaved } from './unsaved.ts';

export interface LeaveGuardProps {
  /** There is work that is not saved. */
  when: boolean;
  /** Which moves ask; by default another screen or another drawer (`?id=`). */
  asks?: (from: Location, to: Location) => boolean;
  /** Called before the move when the person chooses to leave. */
  onLeave?: () => void;
}

const idOf = (location: Location) => new URLSearchParams(location.search).get('id');
const leavesForm = (from: Location, to: Location) => from.pathname !== to.pathname || idOf(from) !== idOf(to);

/** Asks before unsaved work is left, inside the application and when the tab is closed. Rendered by the form. */
export const LeaveGuard = ({ when, asks = leavesForm, onLeave }: LeaveGuardProps) => {
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
      title="Sair sem salvar?"
      text="O que você digitou ainda não foi salvo. Um rascunho fica guardado neste navegador."
      confirm="Sair sem salvar"
      cancel="Continuar editando"
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
};
