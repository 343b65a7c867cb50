import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { ACCESS_LOST } from '#web/session/accessLost.ts';
import type { DuplicateTransactionsQuery } from '#web/generated/financial.ts';
import { Banner, Button, dayOf, timeOf } from '#web/ui/index.ts';
import { ConflictBanner, type ConflictBannerProps } from './ConflictBanner.tsx';
import styles from './TransactionForm.module.css';

type Duplicate = NonNullable<DuplicateTransactionsQuery['duplicateTransactions']>[number];

export interface EditorBannersProps {
  /** When the draft that fills the form was kept; null without one. */
  keptAt: string | null;
  onDiscard: () => void;
  duplicates: readonly Duplicate[];
  /** They stood in the way of a save; the next one means it. */
  confirmed: boolean;
  /** Somebody else stored it first; null when nobody did. */
  conflict: ConflictBannerProps | null;
  readOnly: boolean;
  /** Something is typed that is not saved. */
  dirty: boolean;
}

/** What the person should know before going on. */
export const EditorBanners = (props: EditorBannersProps) => {
  const { keptAt, onDiscard, duplicates, confirmed, conflict, readOnly, dirty } = props;
  const [first] = duplicates;
  return (
    <div className={styles.banners}>
      {readOnly && dirty && <Banner tone="error">{ACCESS_LOST}</Banner>}
      {readOnly && !dirty && (
        <Banner tone="info">
          Há obras neste lançamento em que você não tem permissão: ele só pode ser consultado.
        </Banner>
      )}
      {keptAt !== null && (
        <Banner tone="info" action={<Button onClick={onDiscard}>Descartar rascunho</Button>}>
          Rascunho de {formatDate(dayOf(keptAt))}, {timeOf(keptAt)}, ainda não salvo.
        </Banner>
      )}
      {first && (
        <Banner tone="warning" problem={confirmed}>
          Possível duplicidade: o documento {first.documentNumber}, de {formatCurrency(first.value)}, emitido em{' '}
          {formatDate(first.emissionDate)}, já existe para este parceiro.
        </Banner>
      )}
      {conflict && <ConflictBanner {...conflict} />}
    </div>
  );
};
