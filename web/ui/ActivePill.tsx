import { StatusPill } from './StatusPill.tsx';

/** Pill "Ativo" or "Inativa": whether new documents can use a row of a register. */
export const ActivePill = ({ active, feminine = false }: { active: boolean; feminine?: boolean }) => {
  const ending = feminine ? 'a' : 'o';
  return <StatusPill tone={active ? 'in' : 'neutral'}>{`${active ? 'Ativ' : 'Inativ'}${ending}`}</StatusPill>;
};
