import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
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
  /** Somebody else stored it first; null when nobody did. */
  conflict: ConflictBannerProps | null;
  readOnly: boolean;
}

/** What the person should know before going on. */
export const EditorBanners = (props: EditorBannersProps) => {
  const { keptAt, onDiscard, duplicates, conflict, readOnly } = props;
  const [first] = duplicates;
  return (
    <div className={styles.banners}>
      {readOnly && (
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
        <Banner tone="warning">
          Possível duplicidade: o documento {first.documentNumber}, de {formatCurrency(first.value)}, emitido em{' '}
          {formatDate(first.emissionDate)}, já existe para este parceiro.
        </Banner>
      )}
      {conflict && <ConflictBanner {...conflict} />}
    </div>
  );
};
