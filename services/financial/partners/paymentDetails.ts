import type { PartnerPayment } from '#schema/financial/partnerPayment.ts';
import type { ListedPartner, Partner } from '#schema/financial/partners.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A row of a list: without what the partner is paid by. */
export const listedPartner = ({ pixKeys: _keys, bankAccounts: _accounts, ...row }: Partner): ListedPartner => row;

/** What some partners of the account are paid by. */
export const partnerPayments = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
): Promise<PartnerPayment[]> => {
  const rows = await trx
    .selectFrom('partners')
    .select(['id', 'pix_keys', 'bank_accounts'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ id, pix_keys, bank_accounts }) => ({ id, pixKeys: pix_keys, bankAccounts: bank_accounts }));
};

/** Those of which a look at what they are paid by tells anything. */
export const paidPartners = (rows: readonly PartnerPayment[]): number[] =>
  rows.filter(({ pixKeys, bankAccounts }) => pixKeys.length + bankAccounts.length > 0).map(({ id }) => id);
