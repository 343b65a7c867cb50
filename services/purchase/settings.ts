import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toDecimal } from '#domain/decimal.ts';
import { PRICE_TOLERANCE } from '#domain/purchase/orders/prices.ts';
import { purchaseSettingsEndpoints, type PurchaseSettings } from '#schema/purchase/settings.rest.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { implement } from '../platform/http/route.ts';

const PERCENT = /^(100(\.0+)?|\d{1,2}(\.\d{1,4})?)$/;
const percentOr = (value: string | null | undefined, otherwise: string): string =>
  value != null && PERCENT.test(value) ? toDecimal(value).toFixed() : otherwise;

/** The settings of an account for its purchases (domain.md §4), with what counts where nothing is set. */
export const readPurchaseSettings = async (trx: Trx, accountId: number): Promise<PurchaseSettings> => {
  const { rows } = await sql<Partial<Record<keyof PurchaseSettings, string | null>>>`
    select settings ->> 'receiptTolerance' as "receiptTolerance", settings ->> 'priceTolerance' as "priceTolerance"
      from accounts where id = ${accountId}`.execute(trx);
  return {
    receiptTolerance: percentOr(rows[0]?.receiptTolerance, '0'),
    priceTolerance: percentOr(rows[0]?.priceTolerance, PRICE_TOLERANCE),
  };
};

const update = async (trx: Trx, work: Work, body: Partial<PurchaseSettings>): Promise<PurchaseSettings> => {
  const { accountId } = work.session;
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const before = await readPurchaseSettings(trx, accountId);
  await sql`update accounts set settings = settings || ${JSON.stringify(body)}::jsonb where id = ${accountId}`.execute(
    trx,
  );
  const after = await readPurchaseSettings(trx, accountId);
  work.audit({ action: 'update', entity: 'account', entityId: accountId, details: { before, after } });
  return after;
};

/** How an account buys: its administrators set it, its buyers read it. */
export const purchaseSettings = async (app: FastifyInstance): Promise<void> => {
  implement(app, purchaseSettingsEndpoints.get, ({ session, read }) =>
    read((trx) => readPurchaseSettings(trx, session.accountId)),
  );
  implement(app, purchaseSettingsEndpoints.update, ({ body, write }) => write((trx, work) => update(trx, work, body)));
};
