import { counted } from '#domain/numberFormat.ts';
import { errorCode, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import type { Problems } from '#web/form/useForm.ts';
import {
  useCreateModelDocumentsMutation,
  useTransactionModelPreviewQuery,
  useUndoModelDocumentsMutation,
  type UndoModelDocumentsMutation,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { unreadProblems, useReading } from '#web/ui/reading.ts';
import { useMemo, useState } from 'react';
import { forgetDocuments } from '../calls.ts';
import { keyOf, rowOf, type AllSaid, type Row, type Said } from './rows.ts';

type Kept = UndoModelDocumentsMutation['undone']['kept'];

/** The last command of this visit, for its undo. */
interface Batch {
  id: string;
  month: string;
  count: number;
}

const CREATE_FAILED = 'Não foi possível criar os documentos.';
const UNDO_FAILED = 'Não foi possível desfazer a criação.';

/** Problems by the key of their document, from paths such as "documents.3.value". */
const problemsByRow = (error: unknown, sent: readonly Row[]): Problems =>
  Object.fromEntries(
    fieldProblems(error).flatMap(({ path, message }) => {
      const row = sent[Number(/^documents\.(\d+)\b/.exec(path)?.[1] ?? -1)];
      return row ? [[row.key, message]] : [];
    }),
  );

/** What the models would create in a month, what is said about it, and the command that creates it. */
export const usePreview = (month: string) => {
  const { companyId } = usePlace();
  const { data, previousData, error, refetch } = useTransactionModelPreviewQuery({
    variables: { companyId, month },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const [create, creating] = useCreateModelDocumentsMutation({ context: { quiet: true }, update: forgetDocuments });
  const [undo] = useUndoModelDocumentsMutation({ context: { quiet: true }, update: forgetDocuments });
  const [said, setSaid] = useState<AllSaid>(new Map());
  const [refused, setRefused] = useState<Problems>({});
  const [batch, setBatch] = useState<Batch | null>(null);
  const [kept, setKept] = useState<Kept>([]);
  const reading = useReading();
  const preview = (data ?? previousData)?.preview ?? null;
  const rows = useMemo(() => (preview?.content ?? []).map((one) => rowOf(one, said.get(keyOf(one)))), [preview, said]);
  const ticked = rows.filter((row) => row.ticked);

  const say = (key: string, what: Said) => {
    setSaid((now) => new Map([...now, [key, { ...now.get(key), ...what }]]));
    setRefused(({ [key]: _solved, ...others }) => others);
  };
  const forget = (keys: readonly string[]) =>
    setSaid((now) => new Map([...now].filter(([key]) => !keys.includes(key))));

  const undoBatch = async ({ id }: Batch): Promise<void> => {
    try {
      const { data: answer } = await undo({ variables: { companyId, batchId: id } });
      if (!answer) return;
      const { removedIds, kept: left } = answer.undone;
      setBatch(null);
      setKept(left);
      const removed = removedIds.length === 1 ? '1 documento removido' : `${removedIds.length} documentos removidos`;
      notifySuccess(removed, left.length > 0 ? { detail: `${counted(left.length, 'documento')} ficaram` } : {});
    } catch (failure) {
      notifyFailure(failure, UNDO_FAILED);
    }
  };
  const createAll = async (): Promise<void> => {
    if (ticked.length === 0 || creating.loading || Object.keys(reading.unread).length > 0) return;
    const documents = ticked.map(({ occurrence: { model, period }, value }) => ({
      ...{ modelId: model.id, modelVersion: model.version, period, value: value || null },
    }));
    setRefused({});
    setKept([]);
    try {
      const { data: answer } = await create({ variables: { companyId, month, documents } });
      if (!answer) return;
      const { batchId, created } = answer.made;
      forget(ticked.map(({ key }) => key));
      if (batchId == null) return notifySuccess('Estes documentos já existem');
      const made = { id: batchId, month, count: created.length };
      setBatch(made);
      const text = created.length === 1 ? '1 documento criado' : `${created.length} documentos criados`;
      return notifyUndo(text, () => void undoBatch(made));
    } catch (failure) {
      setRefused(problemsByRow(failure, ticked));
      if (errorCode(failure) === 'CONFLICT') void refetch();
      return notifyFailure(failure, CREATE_FAILED);
    }
  };
  return {
    ...{ preview, rows, ticked, error, refetch, say, batch, kept, reading, createAll },
    problems: { ...refused, ...unreadProblems(reading.unread) },
    creating: creating.loading,
    undo: () => batch && void undoBatch(batch),
    /** Values were typed, and nothing was made of them. */
    unsaved: [...said.values()].some(({ value }) => value !== undefined),
  };
};
export type PreviewState = ReturnType<typeof usePreview>;
