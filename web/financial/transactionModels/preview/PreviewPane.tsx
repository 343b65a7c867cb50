import { DOCUMENTS } from '#web/session/newTransaction.ts';
import { nextMonth } from '#domain/financial/transactionModels/recurrence.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { LeaveGuard } from '#web/form/LeaveGuard.tsx';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { Banner, Button, ErrorState, IconButton, MoneyText, ReadingContext, Skeleton } from '#web/ui/index.ts';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { FETCH_MODELS_FAILED, monthTitle } from '../words.ts';
import { NextMonths } from './NextMonths.tsx';
import { PreviewRow } from './PreviewRow.tsx';
import { sumsOf } from './rows.ts';
import type { PreviewState } from './usePreview.ts';
import styles from './preview.module.css';

interface PaneProps {
  month: string;
  state: PreviewState;
  activeId: string | null;
  onMonth: (month: string) => void;
  onActive: (modelId: string) => void;
}

const LEAVING = {
  title: 'Sair sem criar?',
  text: 'Os valores que você digitou ainda não viraram documentos.',
  confirm: 'Sair sem criar',
  cancel: 'Continuar aqui',
};

/** Enter and the arrows go from one typed value to the next; after the last one, to the button. */
const moveBetweenValues = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLInputElement) || event.target.type !== 'text') return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('li input[type="text"]')];
  const next = fields[fields.indexOf(event.target) + step];
  const foot = event.currentTarget.querySelector<HTMLElement>('[data-create] button');
  (next ?? (step > 0 ? foot : event.target))?.focus();
};

/** "O que seria criado" (mock 10): a month of documents, of which nothing exists until the button. */
export const PreviewPane = ({ month, state, activeId, onMonth, onActive }: PaneProps) => {
  const { rows, preview, error, refetch, problems, say, reading } = state;
  useEditorKeys({ onSave: () => void state.createAll() });
  return (
    <>
      <section className={styles.card} aria-label="O que seria criado" onKeyDown={moveBetweenValues}>
        <header className={styles.head}>
          <h2 className={styles.heading}>O que seria criado</h2>
          <IconButton label="Mês anterior" icon={<ChevronLeftIcon />} onClick={() => onMonth(nextMonth(month, -1))} />
          <span className={styles.month} aria-live="polite">
            {monthTitle(month)}
          </span>
          <IconButton label="Próximo mês" icon={<ChevronRightIcon />} onClick={() => onMonth(nextMonth(month))} />
        </header>
        {!preview && error ? (
          <ErrorState message={errorText(error, FETCH_MODELS_FAILED)} onRetry={() => void refetch()} />
        ) : !preview ? (
          <Skeleton rows={8} />
        ) : rows.length === 0 ? (
          <p className={styles.none}>Nenhum modelo cai neste mês.</p>
        ) : (
          <ReadingContext value={reading}>
            <ul className={styles.rows}>
              {rows.map((row) => (
                <PreviewRow
                  key={row.key}
                  row={row}
                  problem={problems[row.key]}
                  active={row.occurrence.model.id === activeId}
                  onSay={(said) => say(row.key, said)}
                  onFocus={() => onActive(row.occurrence.model.id)}
                />
              ))}
            </ul>
          </ReadingContext>
        )}
        {preview && rows.length > 0 && <Foot state={state} />}
      </section>
      <Note state={state} />
      {preview && <NextMonths months={preview.next} onMonth={onMonth} />}
      <LeaveGuard when={state.unsaved} words={LEAVING} asks={(from, to) => from.pathname !== to.pathname} />
    </>
  );
};

const Foot = ({ state }: { state: PreviewState }) => {
  const { rows, ticked } = state;
  const [expenses, incomes] = [sumsOf(rows, 'DEBIT'), sumsOf(rows, 'CREDIT')];
  return (
    <footer className={styles.foot}>
      {expenses.count > 0 && (
        <span>
          {counted(expenses.count, 'despesa')} <MoneyText value={expenses.value} tone="out" strong />
        </span>
      )}
      {incomes.count > 0 && (
        <span>
          {counted(incomes.count, 'receita')} <MoneyText value={incomes.value} tone="in" strong />
        </span>
      )}
      {ticked.length === 0 && <span className={styles.muted}>Nada marcado neste mês</span>}
      <span className={styles.create} data-create="">
        <Button
          variant="primary"
          shortcut="Ctrl S"
          busy={state.creating}
          disabled={ticked.length === 0}
          onClick={() => void state.createAll()}
        >
          {ticked.length === 0 ? 'Criar documentos' : `Criar ${counted(ticked.length, 'documento')}`}
        </Button>
      </span>
    </footer>
  );
};

/** What the button does, what it did, and what an undo has left. */
const Note = ({ state }: { state: PreviewState }) => {
  const { batch, kept, ticked } = state;
  if (kept.length > 0) {
    return (
      <Banner tone="warning">
        {kept.length === 1 ? 'Um documento ficou:' : `${kept.length} documentos ficaram:`}
        <ul className={styles.kept}>
          {kept.map(({ id, type, modelName, reason }) => (
            <li key={id}>
              {modelName}: {reason} · <Link to={`${DOCUMENTS[type]}?id=${id}`}>Abrir</Link>
            </li>
          ))}
        </ul>
      </Banner>
    );
  }
  if (batch) {
    return (
      <p className={styles.note}>
        {batch.count === 1 ? '1 documento criado' : `${batch.count} documentos criados`} em {monthTitle(batch.month)}.{' '}
        <Button variant="subtle" size="small" onClick={state.undo}>
          Desfazer
        </Button>
      </p>
    );
  }
  if (ticked.length === 0) return null;
  return (
    <p className={styles.note}>
      {ticked.length === 1
        ? 'Entra em aberto. Desfazer o remove.'
        : `Todos entram em aberto. Desfazer remove os ${ticked.length} de uma vez.`}
    </p>
  );
};
