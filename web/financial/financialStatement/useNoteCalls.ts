import {
  FinancialStatementDocument,
  useCreateStatementNoteMutation,
  useDeleteStatementNoteMutation,
  useUpdateStatementNoteMutation,
  type StatementRegime,
} from '#web/generated/financial.ts';
import type { Note } from './model.ts';

/** Whose figure a note is on. */
export interface NotePlace {
  companyId: string;
  buildingId: string | null;
  regime: StatementRegime;
}

/** Saves and deletes notes, and reads the statement again: its notes are part of it. */
export const useNoteCalls = ({ companyId, buildingId, regime }: NotePlace) => {
  const again = { refetchQueries: [FinancialStatementDocument], awaitRefetchQueries: true };
  const [create] = useCreateStatementNoteMutation(again);
  const [update] = useUpdateStatementNoteMutation(again);
  const [remove] = useDeleteStatementNoteMutation(again);
  return {
    save: (note: Note | undefined, written: { figure: string; month: string; text: string }) =>
      note
        ? update({ variables: { companyId, id: note.id, version: note.version, text: written.text } })
        : create({ variables: { companyId, input: { ...written, buildingId, regime } } }),
    remove: (note: Note) => remove({ variables: { companyId, id: note.id, version: note.version } }),
  };
};
