import { sql } from 'kysely';
import type { EstimateFigures } from '#domain/engineering/estimate/figures.ts';
import { compare, formatCurrency, isZero, MAX_MONEY, toCents } from '#domain/money.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

const TOO_LARGE = 'O total do orçamento passa do maior valor aceito.';

/** @throws ServiceError 422 for a discount beyond the total, or without rows that could bear it */
export const requireDiscount = ({ grossTotal }: EstimateFigures, discount: string): void => {
  if (isZero(discount)) return;
  const message = isZero(grossTotal)
    ? 'Um orçamento sem linhas com preço não tem desconto nem acréscimo.'
    : `O desconto de ${formatCurrency(discount)} passa do total com BDI, ${formatCurrency(grossTotal)}.`;
  if (isZero(grossTotal) || compare(discount, grossTotal) > 0) {
    throw ruleBroken(message, [{ path: 'discount', message }]);
  }
};

/** Writes the totals of an estimate under its discount, as its next version. @throws ServiceError 422 */
export const storeTotals = async (
  trx: Trx,
  {
    accountId,
    id,
    version,
    now,
    discount,
  }: { accountId: number; id: number; version: number; now: Date; discount: string },
  figures: EstimateFigures,
): Promise<void> => {
  const largest = toCents(MAX_MONEY);
  if ([figures.directTotal, figures.grossTotal, figures.total].some((value) => toCents(value) > largest)) {
    throw ruleBroken(TOO_LARGE);
  }
  await sql`
    update cost_estimates set direct_total = ${figures.directTotal}::numeric, bdi_total = ${figures.bdiTotal}::numeric,
      discount = ${discount}::numeric, item_count = ${figures.itemCount}, without_price = ${figures.withoutPrice}, version = ${version}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
};
