import type { ImportResult } from '#schema/platform/imports.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyError, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { CheckIcon, UploadIcon } from '#web/ui/icons.ts';
import {
  Banner,
  Button,
  Checkbox,
  FilterBar,
  IconButton,
  PageHeader,
  Select,
  useDelayed,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { rememberColumns } from './columns.ts';
import type { Draft } from './draft.ts';
import { withCells, withColumn, withOut, withReplaced, withTitles } from './edits.ts';
import styles from './ImportScreen.module.css';
import { parseDelimited } from '#domain/files/delimited.ts';
import type { ImportRegister } from './registers.ts';
import { SheetTable, type Cursor } from './SheetTable.tsx';
import { useCheck } from './useCheck.ts';
import { useImportKeys } from './useImportKeys.ts';
import { useImportUndo } from './useImportUndo.ts';
import { isReady, tabsOf, useViews, type View } from './useViews.ts';
import { ReviewFoot } from './ReviewFoot.tsx';

export interface ReviewProps {
  register: ImportRegister;
  /** Path of the register's list. */
  list: string;
  draft: Draft;
  tables: readonly { id: string; name: string }[] | undefined;
  /** Names of the workbook's sheets, where it has several. */
  sheets: readonly string[];
  onSheet: (name: string) => void;
  onChange: (next: (draft: Draft) => Draft) => void;
  onUndo: () => void;
  /** Gives the spreadsheet up, or is done with it. */
  onEnd: () => void;
}

/** The rows of a spreadsheet, checked by the service and mended in place, until they are imported. */
export const Review = (props: ReviewProps) => {
  const { register, draft, onChange } = props;
  const { description } = register;
  const { noun } = description;
  const { result, current, failure, again, send } = useCheck(register, draft);
  const { byLine, view, setView, count, shown } = useViews(draft, result);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [busy, setBusy] = useState(false);
  const phone = useIsPhone();
  const navigate = useNavigate();
  const { cache } = useApolloClient();
  const { reload } = useSession();
  const takeBack = useImportUndo(register);
  const slow = useDelayed(busy || (!current && failure === null), 1000);

  const ready = draft.rows.filter((row) => !row.out && isReady(byLine.get(row.line)));
  const { part } = description.documents ?? {};
  const called = part && draft.columns.includes(part.field) ? part : noun;
  const missingColumns = description.fields.filter(({ field, required }) => required && !draft.columns.includes(field));

  const run = async () => {
    const sending = current && ready.length > 0 ? send(ready) : null;
    if (!sending || busy) return;
    setBusy(true);
    try {
      const { result: done, message } = await sending;
      rememberColumns(register.key, draft.titles, draft.columns);
      forgetting(...register.lists)(cache);
      // The import is done; the session asks again by itself.
      if (register.inSession) await reload().catch(() => undefined);
      const text = message ?? 'Importação concluída';
      const detail = counted(new Set(done.rows.map(({ id }) => id)).size, noun.one, noun.many);
      const { importId } = done;
      if (importId === null) notifySuccess(text, { detail });
      else notifyUndo(text, () => void takeBack(importId, draft.fileName), detail);
      props.onEnd();
      void navigate(props.list);
    } catch (error) {
      notifyError(errorText(error));
      // Somebody else may have changed the register: the faults are then in their cells.
      again();
    } finally {
      setBusy(false);
    }
  };

  const nextFault = () => {
    const faults = draft.rows.flatMap(({ line, out }) => {
      const problems = out ? [] : (byLine.get(line)?.problems ?? []);
      return problems.flatMap(({ field }) => {
        const column = draft.columns.indexOf(field);
        return column < 0 ? [] : [{ line, column }];
      });
    });
    const isAfter = (one: Cursor) =>
      !cursor || one.line > cursor.line || (one.line === cursor.line && one.column > cursor.column);
    const next = faults.find(isAfter) ?? faults[0];
    if (!next) return;
    if (view !== 'ALL' && view !== 'FAILED') setView('ALL');
    setCursor({ ...next });
  };

  useImportKeys({ onImport: () => void run(), onNextFault: nextFault, onUndo: props.onUndo });

  const paste = (at: Cursor, text: string) => {
    const lines = shown.slice(shown.findIndex(({ line }) => line === at.line)).map(({ line }) => line);
    onChange((now) => withCells(now, { lines, column: at.column, texts: parseDelimited(text, '\t') }));
  };
  return (
    <>
      <PageHeader
        title={`Conferir ${counted(draft.rows.length, 'linha')}`}
        summary={[draft.fileName, draft.sheet && `aba ${draft.sheet}`].filter(Boolean).join(', ')}
        actions={
          <>
            {phone ? (
              <IconButton label="Trocar arquivo" icon={<UploadIcon />} onClick={props.onEnd} />
            ) : (
              <Button variant="subtle" icon={<UploadIcon />} onClick={props.onEnd}>
                Trocar arquivo
              </Button>
            )}
            <Button
              variant="primary"
              icon={<CheckIcon />}
              shortcut="Ctrl S"
              busy={busy}
              disabled={!current || ready.length === 0}
              onClick={() => void run()}
            >
              {ready.length === 0 || phone ? 'Importar' : `Importar ${counted(ready.length, called.one, called.many)}`}
            </Button>
          </>
        }
        tabs={
          <ViewTabs<View>
            ariaLabel="Linhas"
            value={view}
            onChange={setView}
            tabs={tabsOf(description, draft.rows.length, count)}
          />
        }
      />
      <FilterBar>
        {props.sheets.length > 1 && (
          <label className={styles.sheet}>
            Planilha
            <Select
              ariaLabel="Planilha"
              value={draft.sheet}
              onChange={props.onSheet}
              options={props.sheets.map((name) => ({ value: name, label: name }))}
            />
          </label>
        )}
        {register.ofTable && (
          <div className={styles.table}>
            <Select
              ariaLabel="Tabela de insumos"
              placeholder="Escolha a tabela"
              value={draft.table}
              onChange={(table) => onChange((now) => ({ ...now, table }))}
              options={(props.tables ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        )}
        <Checkbox
          label="A primeira linha é título"
          checked={draft.head.length > 0}
          onChange={(titled) => onChange((now) => withTitles(register, now, titled))}
        />
        {!description.documents && (
          <Checkbox
            label={`Atualizar ${description.noun.gender}s que já existem`}
            checked={draft.existing === 'UPDATE'}
            onChange={(update) => onChange((now) => ({ ...now, existing: update ? 'UPDATE' : 'KEEP' }))}
          />
        )}
        <Makes draft={draft} result={result} register={register} onChange={onChange} />
      </FilterBar>
      {missingColumns.length > 0 && (
        <Banner tone="warning">
          Falta dizer qual coluna é {missingColumns.map(({ title }) => title).join(', ')}.
          {!description.documents && ' Sem isso só entram linhas que já existem.'}
        </Banner>
      )}
      {failure !== null && (
        <Banner tone="error" action={<Button onClick={again}>Tentar novamente</Button>}>
          {failure}
        </Banner>
      )}
      {slow && (
        <p className={styles.wait} role="status">
          {busy ? 'Importando' : 'Conferindo'} {counted(busy ? ready.length : draft.rows.length, 'linha')}…
        </p>
      )}
      <SheetTable
        description={description}
        draft={draft}
        shown={shown}
        resultOf={(line) => byLine.get(line)}
        options={new Map(result?.options.map(({ field, texts }) => [field, texts]))}
        missing={result?.missing ?? []}
        opens={register.opens}
        cursor={cursor}
        onCursor={(next) => {
          if (next.line !== cursor?.line || next.column !== cursor.column) setCursor(next);
        }}
        onType={({ line, column }, text) =>
          onChange((now) => withCells(now, { lines: [line], column, texts: [[text]] }))
        }
        onPaste={paste}
        onReplace={(column, from, to) => onChange((now) => withReplaced(now, column, from, to))}
        onColumn={(column, field) => onChange((now) => withColumn(now, column, field))}
        onTake={(lines, taken) => onChange((now) => withOut(now, new Set(lines), !taken))}
      />
      <ReviewFoot register={register} draft={draft} ready={ready} count={count} resultOf={(line) => byLine.get(line)} />
    </>
  );
};

/** "Criar 3 unidades": references of the spreadsheet that do not exist yet. */
const Makes = ({
  draft,
  result,
  register,
  onChange,
}: Pick<ReviewProps, 'draft' | 'register' | 'onChange'> & { result: ImportResult | null }) =>
  register.description.fields.flatMap(({ field, title, makes }) => {
    const missing = result?.missing.filter((one) => one.field === field) ?? [];
    if (!makes || missing.length === 0) return [];
    const label = `Criar ${counted(missing.length, makes.one, makes.many)} (${title}): ${missing
      .slice(0, 5)
      .map(({ text }) => text)
      .join(', ')}${missing.length > 5 ? '…' : ''}`;
    const wanted = draft.createMissing.includes(field);
    const toggle = (make: boolean) =>
      onChange((now) => ({
        ...now,
        createMissing: make ? [...now.createMissing, field] : now.createMissing.filter((one) => one !== field),
      }));
    return [<Checkbox key={field} label={label} checked={wanted} onChange={toggle} />];
  });
