import { StatusPill } from './StatusPill.tsx';

/** "Ativo", "Inativa": whether a row of a register can be used in new documents. */
export const ActivePill = ({ active, feminine = false }: { active: boolean; feminine?: boolean }) => {
  const ending = feminine ? 'a' : 'o';
  return <StatusPill tone={active ? 'in' : 'neutral'}>{`${active ? 'Ativ' : 'Inativ'}${ending}`}</StatusPill>;
};
