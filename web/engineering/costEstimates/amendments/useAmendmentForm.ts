import { notifyError } from '#web/client/notify.ts';
import { useDraft } from '#web/form/useDraft.ts';
import type { Unread } from '#web/form/tree/CellField.tsx';
import type { CostEstimateAmendmentStatus, CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { useReading } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { isRecord } from '#web/client/storage.ts';
import { headerProblems } from './HeaderFields.tsx';
import {
  formOf,
  inputOf,
  isAmendmentForm,
  rowsOf,
  totalsOf,
  withChange,
  type AddedLine,
  type AmendmentForm,
  type AmendmentTree,
  type EditedRow,
} from './model.ts';
import { useAmendmentCalls } from './useAmendmentCalls.ts';

interface KeptForm {
  version: number;
  form: AmendmentForm;
}
const isKeptForm = (value: unknown): value is KeptForm =>
  isRecord(value) && typeof value.version === 'number' && isAmendmentForm(value.form);

const LINE = /^lines\.(\d+)\./;

/** An amendment that is being written: what is typed is kept in this browser until it is saved. */
export const useAmendmentForm = (header: CostEstimateHeaderFragment, tree: AmendmentTree, writable: boolean) => {
  const { amendment } = tree;
  const calls = useAmendmentCalls(header.id);
  const saved = useMemo(() => formOf(tree), [tree]);
  const draft = useDraft(`amendment.${amendment.id}`, isKeptForm);
  // What was typed over another version is not put over what somebody else has saved.
  const kept = writable && draft.kept?.value.version === amendment.version ? draft.kept : null;
  const [form, setForm] = useState(kept?.value.form ?? saved);
  const [unread, setTexts] = useState<Readonly<Record<string, Unread>>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [sent, setSent] = useState<readonly string[]>([]);
  const [checked, setChecked] = useState(false);
  const reading = useReading();
  const rows = useMemo(() => rowsOf(tree.rows, form, header), [tree.rows, form, header]);
  const dirty = form !== saved || Object.keys(unread).length > 0 || Object.keys(reading.unread).length > 0;
  const edit = (next: AmendmentForm) => {
    setForm(next);
    setRefused({});
    draft.keep({ version: amendment.version, form: next });
  };
  const problems: Record<string, string> = {
    ...(checked ? headerProblems(form) : {}),
    ...refused,
    ...Object.fromEntries(Object.entries(reading.unread).map(([path, { problem }]) => [path, problem])),
  };
  const rowProblems = Object.fromEntries(
    Object.entries(refused).flatMap(([path, message]) => {
      const key = sent[Number(LINE.exec(path)?.[1] ?? -1)];
      return key === undefined ? [] : [[key, message]];
    }),
  );
  const save = async (): Promise<boolean> => {
    setChecked(true);
    const wrong = { ...headerProblems(form), ...unread, ...reading.unread };
    if (Object.keys(wrong).length > 0) {
      notifyError('Confira os campos indicados.');
      return false;
    }
    const { input, keys } = inputOf(form, rows);
    setSent(keys);
    const answer = await calls.update(amendment, input);
    setRefused(answer.problems);
    if (answer.saved) draft.clear();
    return answer.saved !== undefined;
  };
  return {
    ...{ form, rows, dirty, calls, reading, unread, problems, rowProblems, save },
    totals: useMemo(() => totalsOf(rows), [rows]),
    keptAt: kept?.savedAt ?? null,
    set: (values: Partial<AmendmentForm>) => edit({ ...form, ...values }),
    change: ({ key }: EditedRow, change: string | null) => edit(withChange(form, key, change)),
    setUnread: ({ key }: EditedRow, text: Unread | null) =>
      setTexts(({ [key]: _before, ...others }) => (text === null ? others : { ...others, [key]: text })),
    put: (line: AddedLine) =>
      edit({
        ...form,
        added: form.added.some(({ key }) => key === line.key)
          ? form.added.map((one) => (one.key === line.key ? line : one))
          : [...form.added, line],
      }),
    drop: (key: string) => edit({ ...form, added: form.added.filter((one) => one.key !== key) }),
    turn: async (status: CostEstimateAmendmentStatus): Promise<boolean> =>
      (await calls.turn(amendment, status)).saved !== undefined,
    discard: () => {
      draft.clear();
      setForm(saved);
      setTexts({});
      setRefused({});
    },
  };
};
