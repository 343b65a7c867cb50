import { LeaveGuard, type LeaveGuardProps } from '#web/form/LeaveGuard.tsx';
import { isImported } from './useImport.ts';

const asks: LeaveGuardProps['asks'] = (from, to) => from.pathname !== to.pathname && !isImported(to.state);

const WORDS = {
  title: 'Sair da conferência?',
  text: 'Os arquivos lidos continuam aqui. O que você decidiu nos conflitos e o que ainda não foi lido ou importado se perde.',
  confirm: 'Sair',
  cancel: 'Continuar conferindo',
};

/** Asks before what only this screen knows is lost: decisions about conflicts, and files that are not read yet. */
export const LeaveQuestion = ({ when }: { when: boolean }) => <LeaveGuard when={when} asks={asks} words={WORDS} />;
