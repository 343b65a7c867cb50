import { counted } from '#domain/numberFormat.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import type { Cells } from '#web/form/lines/cells.ts';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import type { Found } from '#web/form/lines/LineSearch.tsx';
import {
  FindResourcesDocument,
  ResourcesByCodeDocument,
  TaskDocument,
  type CandidateFragment,
} from '#web/generated/engineering.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { addLines, setSplit } from './edits.ts';
import { lineOfCandidate, type FormLine, type TaskForm, type TaskFormState } from './model.ts';
import { linesOfPaste, pastedLines } from './paste.ts';

/** Codes of one request. */
const BATCH = 100;
/** Rows of one request: a code may stand in every state and regime. */
const MOST = 500;

interface Asked {
  text: string;
  at: number;
  /** Key of the marked line that the next choice replaces. */
  instead: string | null;
}

/** Adds lines by search and by paste. */
export const useLineAdding = (
  taskId: string | null,
  state: TaskFormState,
  history: FormHistory<TaskForm>,
  cells: Cells,
) => {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const network = { fetchPolicy: 'network-only', context: { quiet: true } } as const;

  const find = async (search: string): Promise<Found<CandidateFragment>> => {
    const { data } = await client.query({ query: FindResourcesDocument, variables: { search, taskId }, ...network });
    return { content: data?.resources?.content ?? [], total: data?.resources?.totalElements ?? 0 };
  };
  /** The split of a composition follows its line: a search does not tell it. */
  const readSplits = async (lines: readonly FormLine[]): Promise<void> => {
    const ids = [...new Set(lines.flatMap(({ kind, childId }) => (kind === 'TASK' ? [childId] : [])))];
    await Promise.all(
      ids.map(async (id) => {
        const { data } = await client.query({ query: TaskDocument, variables: { id }, context: { quiet: true } });
        const split = data?.task?.pricesByType;
        if (split) state.edit(setSplit(id, split));
      }),
    ).catch(notifyFailure);
  };
  const add = (lines: readonly FormLine[], instead: string | null): void => {
    history.edit(addLines(lines, instead));
    void readSplits(lines);
    const [first] = lines;
    if (first) cells.focusNext(first.key, 'quantity');
  };
  const choose = (candidate: CandidateFragment): void => {
    add([lineOfCandidate(candidate)], asked?.instead ?? null);
    setAsked(null);
  };
  const foundByCode = async (codes: readonly string[]): Promise<CandidateFragment[]> => {
    const batches = Array.from({ length: Math.ceil(codes.length / BATCH) }, (_, index) =>
      codes.slice(index * BATCH, (index + 1) * BATCH),
    );
    const answers = await Promise.all(
      batches.map((batch) =>
        client.query({ query: ResourcesByCodeDocument, variables: { codes: batch, taskId, size: MOST }, ...network }),
      ),
    );
    return answers.flatMap(({ data }) => data?.resources?.content ?? []);
  };
  /** Returns whether the text is a table of codes, which is then added. */
  const paste = (text: string): boolean => {
    const pasted = pastedLines(text);
    if (pasted.length === 0) return false;
    const used = new Set(state.form.items.flatMap(({ base }) => (base ? [base.id] : [])));
    const send = async () => {
      const found = await foundByCode([...new Set(pasted.map(({ code }) => code))]);
      const lines = linesOfPaste(pasted, found, used);
      const unknown = lines.filter((line) => line.unknown !== null).length;
      add(lines, null);
      notifySuccess(
        `${counted(lines.length, 'linha colada', 'linhas coladas')}${unknown > 0 ? `, ${unknown} sem item` : ''}`,
      );
    };
    send().catch(notifyFailure);
    return true;
  };
  /** Brings the code of a marked line to the search, whose choice takes the line's place. */
  const search = (line: FormLine): void => {
    setAsked({ text: line.code, at: Date.now(), instead: line.key });
    cells.focusNext(null);
  };
  return { find, choose, paste, search, asked };
};
