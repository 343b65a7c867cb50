import { countMonths, MOST_MONTHS, type Month } from '#domain/financial/financialStatement/months.ts';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { BUILDING_NOT_FOUND } from '../buildings.store.ts';

/** What a statement is of: a company, or the shares of one of its buildings. */
export interface StatementScope {
  accountId: number;
  companyId: number;
  building: { id: number; name: string } | null;
}

/** Months of a statement, both included, and how they count. */
export interface StatementPeriod {
  regime: Regime;
  from: Month;
  to: Month;
}

/** @throws ServiceError 400 when the last month comes before the first, or there are more than a statement may have */
export const requireMonths = ({ from, to }: Pick<StatementPeriod, 'from' | 'to'>): void => {
  const months = countMonths(from, to);
  const message =
    months < 1
      ? 'O mês final vem antes do inicial.'
      : months > MOST_MONTHS
        ? `Escolha um período de no máximo ${MOST_MONTHS} meses.`
        : null;
  if (message) throw invalid([{ path: 'to', message }], message);
};

/** @throws ServiceError 404 for a building that the company does not have */
export const scopeOf = async (
  trx: Trx,
  session: Session,
  { companyId, buildingId }: { companyId: number; buildingId?: number | null | undefined },
): Promise<StatementScope> => {
  const { accountId } = session;
  if (buildingId === undefined || buildingId === null) return { accountId, companyId, building: null };
  const building = await trx
    .selectFrom('buildings')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .where('id', '=', buildingId)
    .executeTakeFirst();
  if (!building) throw notFound(BUILDING_NOT_FOUND);
  return { accountId, companyId, building };
};
