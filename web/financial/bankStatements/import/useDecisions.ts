import type { BankConflictInput } from '#web/generated/financial.ts';
import { useState } from 'react';
import type { Line } from './model.ts';

export type Decision = BankConflictInput['decision'];

interface Decided {
  file: string;
  account: number;
  position: number;
  decision: Decision;
}

/** What the user decides about conflicts. An undecided one keeps the known line. */
export const useDecisions = () => {
  const [all, setAll] = useState<readonly Decided[]>([]);
  const deciding = all.filter(({ decision }) => decision !== 'KEEP');
  return {
    /** Whether a conflict is decided otherwise than by keeping the known line. */
    any: deciding.length > 0,
    of: (file: string, { position }: Line): Decision =>
      all.find((one) => one.file === file && one.position === position)?.decision ?? 'KEEP',
    choose: (file: string, { account, position }: Line, decision: Decision): void =>
      setAll((before) => [
        ...before.filter((one) => one.file !== file || one.position !== position),
        { file, account, position, decision },
      ]),
    /** Lines in conflict that enter all the same: of a file, or of one of its accounts. */
    entering: (file: string, account?: number): number =>
      deciding.filter((one) => one.file === file && (account === undefined || one.account === account)).length,
    inputOf: (file: string): BankConflictInput[] =>
      deciding.filter((one) => one.file === file).map(({ position, decision }) => ({ position, decision })),
    /** For lines that may be in no conflict any more. */
    forget: (file: string, account?: number): void =>
      setAll((before) =>
        before.filter((one) => one.file !== file || (account !== undefined && one.account !== account)),
      ),
  };
};
export type Decisions = ReturnType<typeof useDecisions>;
