import { useHoldsUnsaved } from '#web/form/unsaved.ts';
import { ConfirmDialog } from '#web/ui/index.ts';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { isImported } from './useImport.ts';

/** Asks before what only this screen knows is lost: decisions about conflicts, and files that are not read yet. */
export const LeaveQuestion = ({ when }: { when: boolean }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname && !isImported(nextLocation.state),
  );
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
      title="Sair da conferência?"
      text="Os arquivos lidos continuam aqui. O que você decidiu nos conflitos e o que ainda não foi lido ou importado se perde."
      confirm="Sair"
      cancel="Continuar conferindo"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
};
