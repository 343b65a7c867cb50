import type { FieldProblem } from '#domain/errors.ts';
import type { BankAcceptanceInput } from '#web/generated/financial.ts';
import { Problem } from '#web/ui/index.ts';
import { useState } from 'react';
import type { Work } from '../useWork.ts';

interface AnswerOptions {
  work: Work;
  /** Where the dialog's fields stand in the item: 'document'. */
  prefix: string;
  /** Names of the service's fields, as the form calls them, where they differ. */
  fields?: Readonly<Record<string, string>>;
  refuse?: (problems: readonly FieldProblem[]) => void;
}

/** "document.category.id" is the form's "category". */
const fieldOf = (path: string, { prefix, fields = {} }: AnswerOptions): string | null => {
  if (!path.startsWith(`${prefix}.`)) return null;
  const [name = ''] = path.slice(prefix.length + 1).split('.');
  return fields[name] ?? name;
};

/** Sends the item of a dialog, which closes when it is accepted; else its problems stand at their fields, or below them. */
export const useAnswer = (options: AnswerOptions) => {
  const { work, refuse } = options;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    busy,
    problem: problem !== null && <Problem>{problem}</Problem>,
    send: async (item: BankAcceptanceInput): Promise<void> => {
      if (busy) return;
      setBusy(true);
      setProblem(null);
      const [outcome] = await work.accept([item]);
      setBusy(false);
      if (!outcome || outcome.problem === null) return work.close();
      const own = outcome.fields.flatMap(({ path, message }) => {
        const field = fieldOf(path, options);
        return field === null ? [] : [{ path: field, message }];
      });
      refuse?.(own);
      setProblem(own.length > 0 && refuse ? null : outcome.problem);
    },
  };
};
