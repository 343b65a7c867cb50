import type { FastifyInstance } from 'fastify';
import { daysBetween } from '#domain/dates.ts';
import { sum } from '#domain/money.ts';
import { NO_BUILDING } from '#domain/permissions.ts';
import { cashFlowEndpoints } from '#schema/financial/cashFlows.rest.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { implement } from '../platform/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/unitOfWork.ts';
import { BUILDING_NOT_FOUND } from './buildings.store.ts';
import { cashFlowEntries, paidResult, type CashFlowScope } from './cashFlows.sql.ts';
import { walletBalances } from './wallets.balances.ts';

/** Days that one series may have. */
const MOST_DAYS = 1_500;

/** Balances and cash flow of a company or of one building (§7), for admins. */
export const cashFlows = async (app: FastifyInstance): Promise<void> => {
  implement(app, cashFlowEndpoints.balance, ({ session, query, read }) =>
    read(async (trx) => {
      const scope = await scopeOf(trx, session, query);
      return {
        companyId: query.companyId,
        buildingId: query.buildingId ?? null,
        endDate: query.endDate,
        value: await balanceOf(trx, scope, query.endDate),
      };
    }),
  );

  implement(app, cashFlowEndpoints.entries, ({ session, query, read }) =>
    read(async (trx) => {
      const { startDate, endDate } = query;
      requirePeriod(startDate, endDate);
      const today = app.platform.clock.today(session.timeZone);
      const scope = await scopeOf(trx, session, query);
      return { content: await cashFlowEntries(trx, scope, { start: startDate, end: endDate, today }) };
    }),
  );
};

const requirePeriod = (startDate: string, endDate: string): void => {
  const refuse = (message: string) => invalid([{ path: 'endDate', message }], message);
  if (endDate < startDate) throw refuse('A data final vem antes da inicial.');
  if (daysBetween(startDate, endDate) >= MOST_DAYS) throw refuse('Escolha um período de no máximo 1.500 dias.');
};

/** Reads which part of the company is meant; 404 for a building that it does not have. */
const scopeOf = async (
  trx: Trx,
  session: Session,
  { companyId, buildingId }: { companyId: number; buildingId?: number | undefined },
): Promise<CashFlowScope> => {
  const scope = { accountId: session.accountId, companyId };
  if (buildingId === undefined) return { ...scope, building: 'all' };
  if (buildingId === Number(NO_BUILDING)) return { ...scope, building: null };
  const building = await trx
    .selectFrom('buildings')
    .select('id')
    .where('account_id', '=', session.accountId)
    .where('company_id', '=', companyId)
    .where('id', '=', buildingId)
    .executeTakeFirst();
  if (!building) throw notFound(BUILDING_NOT_FOUND);
  return { ...scope, building: building.id };
};

const balanceOf = async (trx: Trx, scope: CashFlowScope, at: string): Promise<string> => {
  if (scope.building !== 'all') return paidResult(trx, scope, at);
  const wallets = await walletBalances(trx, { accountId: scope.accountId, companyId: scope.companyId, at });
  return sum(wallets.map(({ balance }) => balance));
};
