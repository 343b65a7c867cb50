import { add, isZero } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { CheckCircleIcon, WarningIcon } from '#web/ui/icons.ts';
import { currencyText, lineOf, type Statement } from './model.ts';
import styles from './foot.module.css';

/** Names of the categories that stay outside, as a sentence has them. */
const outsideText = ({ rows }: Statement): string =>
  rows
    .filter(({ line }) => line === 'OUTSIDE')
    .slice(0, 2)
    .map(({ label }) => label.toLowerCase())
    .join(', ');

/** Result and what stays outside against the movement of the wallets: with a check, or the amount that is missing. */
export const Foot = ({ statement }: { statement: Statement }) => {
  const { outside, wallets, expensesWithoutBuilding } = statement;
  const result = lineOf(statement, 'RESULT').total;
  return (
    <div className={styles.foot} role="status" aria-label="Conferência com as carteiras">
      <span>
        Resultado do período <strong>{currencyText(result)}</strong>
      </span>
      <span>
        + fora do resultado <strong>{currencyText(outside.total)}</strong> <small>{outsideText(statement)}</small>
      </span>
      {wallets && (
        <span>
          = variação das carteiras <strong>{currencyText(add(result, outside.total))}</strong>
        </span>
      )}
      {wallets && isZero(wallets.difference) && (
        <span className={styles.agrees}>
          <CheckCircleIcon aria-hidden="true" /> confere com as carteiras
        </span>
      )}
      {wallets && !isZero(wallets.difference) && (
        <span className={styles.missing}>
          <WarningIcon aria-hidden="true" /> as carteiras variaram {currencyText(wallets.change)}: diferença de{' '}
          <strong>{currencyText(wallets.difference)}</strong>
          {wallets.ignoredMovements > 0 &&
            ` (${counted(wallets.ignoredMovements, 'movimento')} antes do saldo inicial da carteira)`}
        </span>
      )}
      {expensesWithoutBuilding && !isZero(expensesWithoutBuilding) && (
        <span>
          ficam fora <strong>{currencyText(expensesWithoutBuilding)}</strong> de despesas sem obra
        </span>
      )}
    </div>
  );
};
