import { counted } from '#domain/numberFormat.ts';
import { fieldProblems, RestFailure } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { useImportOfxDraftMutation } from '#web/generated/financial.ts';
import { isRecord } from '#web/client/storage.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BANK_STATEMENTS } from '../words.ts';
import { failures, isRouted, sentenceOf, type Draft } from './model.ts';
import type { Decisions } from './useDecisions.ts';
import type { Drafts } from './useDrafts.ts';

/** What imported files change: themselves, the lines of wallets, and what becomes of lines of other files. */
const forgetAll = forgetting(
  ...['bankStatementFiles', 'bankStatementFileLines', 'bankLines', 'bankLineTotals'],
  ...['bankDesk', 'bankCandidates', 'openBankLines'],
);

/** State of the navigation that follows a whole import, which loses nothing. */
const IMPORTED = { imported: true };
export const isImported = (state: unknown): boolean => isRecord(state) && state.imported === true;

class Changed extends RestFailure {
  constructor() {
    super('Outra importação mudou os conflitos deste arquivo. Confira e importe de novo.');
  }
}

const doneText = (lines: number): string =>
  lines === 0
    ? 'Nenhuma linha nova: nada mudou nas carteiras'
    : `${counted(lines, 'linha')} ${lines === 1 ? 'importada' : 'importadas'}`;

interface Importing {
  files: readonly Draft[];
  drafts: Drafts;
  decisions: Decisions;
  /** Tells at its card why a file was not imported; null: nothing is wrong with it. */
  onProblem: (id: string, problem: string | null) => void;
}

/** Imports all files that have a wallet, one after the other: what fails stays, the rest goes on. */
export const useImport = ({ files, drafts, decisions, onProblem }: Importing) => {
  const { companyId } = usePlace();
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  const [current, setCurrent] = useState<string | null>(null);
  const [send] = useImportOfxDraftMutation({ context: { quiet: true } });
  const ready = files.filter(isRouted);

  /** Imports a file as it was looked at. Answers the lines that it brought. */
  const bring = async ({ id, version, counts }: Draft): Promise<number> => {
    // A file that was imported before this one may have made conflicts, about which nobody was asked.
    const now = await drafts.reload(id);
    if (now.state === 'DRAFT' && now.counts.conflict !== counts.conflict) throw new Changed();
    const { data } = await send({ variables: { companyId, id, version, conflicts: decisions.inputOf(id) } });
    return data?.importBankStatement.file.counts.new ?? 0;
  };
  const attempt = async (draft: Draft): Promise<number | null> => {
    setCurrent(draft.id);
    onProblem(draft.id, null);
    try {
      const lines = await bring(draft);
      decisions.forget(draft.id);
      return lines;
    } catch (error) {
      onProblem(draft.id, sentenceOf(error, failures.import));
      if (error instanceof Changed || fieldProblems(error).length > 0) decisions.forget(draft.id);
      return null;
    }
  };
  const run = async (): Promise<void> => {
    const brought: (number | null)[] = [];
    for (const draft of ready) brought.push(await attempt(draft));
    setCurrent(null);
    const done = brought.filter((lines) => lines !== null);
    forgetAll(cache);
    if (done.length > 0) notifySuccess(doneText(done.reduce((sum, lines) => sum + lines, 0)));
    if (done.length === brought.length) void navigate(BANK_STATEMENTS, { state: IMPORTED });
  };
  return {
    /** Id of the file that is imported now. */
    current,
    /** Lines that would enter now, over all files. */
    lines: ready.reduce((sum, { id, counts }) => sum + counts.new + decisions.entering(id), 0),
    ready: ready.length > 0,
    run,
  };
};
