import { formatDate, formatMoment } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import type { DeletedTransactionsQuery, TransactionType } from '#web/generated/financial.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  ErrorState,
  IconButton,
  MoneyText,
  SearchBox,
  Skeleton,
} from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './DeletedDialog.module.css';
import { useDeleted } from './useDeleted.ts';

type Row = NonNullable<DeletedTransactionsQuery['deletedTransactions']>['content'][number];

const TITLES = { DEBIT: 'Despesas excluídas', CREDIT: 'Receitas excluídas' };
const titleOf = ({ partnerName, description, documentNumber }: Row): string =>
  partnerName ?? description ?? documentNumber ?? 'Sem descrição';
const detailOf = (row: Row): string =>
  [
    row.partnerName !== null ? row.description : null,
    row.documentNumber,
    row.dueDate && `vencimento ${formatDate(row.dueDate)}`,
  ]
    .filter((text) => text)
    .join(' · ');
const deletionOf = ({ deletedAt, deletedByName, keptUntil }: Row): string =>
  `Excluída${deletedByName == null ? '' : ` por ${deletedByName}`} em ${formatMoment(new Date(deletedAt))}. ` +
  `Guardada até ${formatMoment(new Date(keptUntil))}.`;

/** Moves the focus from a row that is about to go to the next one, so that the keys stay in the dialog. */
const moveOn = (button: HTMLElement): void => {
  const row = button.closest('li');
  const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
  (beside ?? button.closest('[role="dialog"]')?.querySelector('input'))?.focus();
};

/** What was deleted in the last 30 days: restored by who may change it, emptied by an administrator. */
export const DeletedDialog = ({ type, onClose }: { type: TransactionType; onClose: () => void }) => {
  const deleted = useDeleted(type);
  const { grantee } = useSession();
  /** Asks before one (its row) or all ('all') are gone for good. */
  const [asked, setAsked] = useState<Row | 'all' | null>(null);
  const { rows, total, search, error } = deleted;
  const confirm = () => {
    setAsked(null);
    void (asked === 'all' ? deleted.empty() : asked && deleted.forget(asked.id));
  };
  if (asked !== null)
    return (
      <ConfirmDialog
        open
        danger
        title={asked === 'all' ? 'Esvaziar as excluídas?' : 'Excluir de vez?'}
        text={
          asked === 'all'
            ? 'Nada do que está guardado nesta empresa poderá ser restaurado. Isto não pode ser desfeito.'
            : `“${titleOf(asked)}” não poderá mais ser restaurado. Isto não pode ser desfeito.`
        }
        confirm={asked === 'all' ? 'Esvaziar' : 'Excluir de vez'}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={TITLES[type]}
      actions={
        <>
          {grantee.admin && total > 0 && (
            <Button variant="subtle" onClick={() => setAsked('all')}>
              Esvaziar
            </Button>
          )}
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      <div className={styles.frame}>
        <p className={styles.hint}>
          O que foi excluído fica guardado por 30 dias e volta como era, com parcelas, rateio e anexos.
        </p>
        <SearchBox value={search} onChange={deleted.setSearch} label="Buscar nas excluídas" />
        {rows === undefined && !error && <Skeleton />}
        {error && rows === undefined && (
          <ErrorState message={errorText(error)} onRetry={() => void deleted.refetch()} />
        )}
        {rows?.length === 0 && (
          <p className={styles.hint}>
            {search ? `Nada excluído com “${search}”.` : 'Nada foi excluído nos últimos 30 dias.'}
          </p>
        )}
        {rows !== undefined && rows.length > 0 && (
          <ul className={styles.list} aria-label={TITLES[type]}>
            {rows.map((row) => (
              <li key={row.id} className={styles.row}>
                <div className={styles.texts}>
                  <span className={styles.name}>{titleOf(row)}</span>
                  <span>{detailOf(row)}</span>
                  <span className={styles.meta}>{deletionOf(row)}</span>
                </div>
                <MoneyText value={row.value} strong />
                <Button
                  busy={deleted.busyId === row.id}
                  onClick={({ currentTarget }) => {
                    moveOn(currentTarget);
                    void deleted.restore(row.id);
                  }}
                >
                  Restaurar
                </Button>
                {grantee.admin && (
                  <IconButton
                    label={`Excluir de vez ${titleOf(row)}`}
                    icon={<DeleteIcon />}
                    onClick={() => setAsked(row)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {deleted.more && (
          <Button variant="subtle" onClick={deleted.more}>
            {`Mostrar mais (${counted(deleted.left, 'documento')})`}
          </Button>
        )}
        {deleted.left > 0 && !deleted.more && (
          <p className={styles.hint}>{`Há mais ${counted(deleted.left, 'documento')}. Busque para encontrá-los.`}</p>
        )}
      </div>
    </Dialog>
  );
};
