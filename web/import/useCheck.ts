import { MAX_IMPORT_ROWS } from '#domain/imports/description.ts';
import type { ImportResult } from '#schema/platform/imports.ts';
import { errorText } from '#web/client/errors.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useCallback, useEffect, useState } from 'react';
import type { Draft, Row } from './draft.ts';
import { sendImport, type ImportCall } from './importApi.ts';
import { callOf, type ImportRegister } from './registers.ts';

export type RowResult = ImportResult['rows'][number];

/** Pause in ms after the last change until the rows are checked. */
const PAUSE = 300;

/** The import of some rows of a spreadsheet; null while it cannot be sent. */
const requestOf = (
  register: ImportRegister,
  path: string,
  draft: Draft,
  { rows, dryRun }: { rows: readonly Row[]; dryRun: boolean },
): ImportCall | null => {
  const used = draft.columns.flatMap((field, index) => (field === null ? [] : [{ field, index }]));
  const sent = rows.slice(0, MAX_IMPORT_ROWS);
  if (used.length === 0 || sent.length === 0 || (register.ofTable && draft.table === '')) return null;
  return {
    path,
    body: {
      fileName: draft.fileName,
      columns: used.map(({ field }) => field),
      rows: sent.map(({ line, cells }) => ({ line, cells: used.map(({ index }) => cells[index] ?? '') })),
      existing: draft.existing,
      createMissing: draft.createMissing,
      dryRun,
      ...register.beside,
      ...(register.ofTable ? { productTable: { id: Number(draft.table) } } : {}),
    },
  };
};

const isTaken = ({ out }: Row): boolean => out !== true;

/** What was checked of another sheet, or with other titles, says nothing of these rows; without a column, nothing is asked. */
const isOf = (checked: Draft, draft: Draft): boolean =>
  checked.fileName === draft.fileName &&
  checked.sheet === draft.sheet &&
  checked.head.length === draft.head.length &&
  draft.columns.some((field) => field !== null);

/** What each row would become, asked of the service after each change; and the import itself. */
export const useCheck = (register: ImportRegister, draft: Draft | null) => {
  const { accountId } = useSession();
  const { companyId } = usePlace();
  const path = callOf(register, { accountId, companyId });
  const [checked, setChecked] = useState<{ of: Draft; result: ImportResult } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const call = draft && requestOf(register, path, draft, { rows: draft.rows.filter(isTaken), dryRun: true });
    if (!call) return undefined;
    const aborting = new AbortController();
    const check = async () => {
      try {
        const { result } = await sendImport({ ...call, signal: aborting.signal });
        setChecked({ of: draft, result });
        setFailure(null);
      } catch (error) {
        if (!aborting.signal.aborted) setFailure(errorText(error));
      }
    };
    const timer = setTimeout(() => void check(), PAUSE);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [register, path, draft, asked]);
  const again = useCallback(() => setAsked((count) => count + 1), []);
  const send = (rows: readonly Row[]) => {
    const call = draft && requestOf(register, path, draft, { rows, dryRun: false });
    return call ? sendImport(call) : null;
  };
  const result = draft && checked && isOf(checked.of, draft) ? checked.result : null;
  return { result, current: checked?.of === draft, failure, again, send };
};
