import { differencesOf } from '#domain/financial/paymentCodes/check.ts';
import { printedCode } from '#domain/financial/paymentCodes/read.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { copyText } from '#web/client/copyText.ts';
import { PaymentCodeView } from '#web/financial/paymentCodes/PaymentCodeView.tsx';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import { Button, StatusPill } from '#web/ui/index.ts';
import { counted } from '#domain/numberFormat.ts';
import type { Row } from './row.ts';
import styles from './BulkCodes.module.css';

interface Coded {
  row: Row;
  code: PaymentCode;
}

const codedOf = (rows: readonly Row[]): Coded[] =>
  rows.flatMap((row) => {
    const read = row.installment.paymentCode == null ? null : readHere(row.installment.paymentCode);
    return read?.ok ? [{ row, code: read.code }] : [];
  });

const nameOf = ({ transaction }: Row): string =>
  transaction.partner?.name ?? transaction.description ?? `Lançamento ${transaction.id}`;

const placeOf = ({ installment, transaction }: Row): string => `${installment.number}/${transaction.installmentCount}`;

/**
 * A line of each, in columns that spreadsheets and messages keep: codes as banks print them, since digits alone would become
 * a rounded number there.
 */
const linesOf = (coded: readonly Coded[]): string =>
  coded
    .map(({ row, code }) =>
      [
        ...[nameOf(row), placeOf(row), formatDate(row.installment.dueDate), formatMoney(row.installment.grossValue)],
        printedCode(code),
      ].join('\t'),
    )
    .join('\n');

/** What the chosen installments are paid by, each to be copied, or all at once. */
export const BulkCodes = ({ rows }: { rows: readonly Row[] }) => {
  const coded = codedOf(rows);
  if (coded.length === 0) return null;
  return (
    <section className={styles.codes} aria-labelledby="bulk-codes">
      <div className={styles.head}>
        <h3 id="bulk-codes" className={styles.heading}>
          Códigos de pagamento{' '}
          <span className={styles.count}>{`${coded.length} de ${counted(rows.length, 'parcela')}`}</span>
        </h3>
        {coded.length > 1 && (
          <Button
            size="small"
            icon={<CopyIcon />}
            onClick={() => void copyText(linesOf(coded), `${coded.length} códigos copiados`)}
          >
            Copiar todos
          </Button>
        )}
      </div>
      <ul className={styles.list} tabIndex={0} aria-labelledby="bulk-codes">
        {coded.map(({ row, code }) => {
          const differs = differencesOf(code, row.installment).map(({ what }) =>
            what === 'AMOUNT' ? 'valor' : 'vencimento',
          );
          return (
            <li key={row.id} className={styles.item}>
              <span className={styles.name}>
                {nameOf(row)} <span className={styles.count}>{placeOf(row)}</span>
              </span>
              <PaymentCodeView
                code={code}
                of={`parcela ${placeOf(row)} de ${nameOf(row)}`}
                pill={differs.length > 0 && <StatusPill tone="warning">{`${differs.join(' e ')} difere`}</StatusPill>}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
};
