import type { SeedKit } from '#tests/support/seedKit.ts';

/** One installment: its shares of buildings A and B as decimal text; without either, it has no building. */
export interface Parcel {
  due: string;
  a?: string;
  b?: string;
  /** Value of an installment without apportionment. */
  whole?: string;
  /** Payment day; `increase` is the interest of the shares `[a, b]`. */
  paid?: string;
  increase?: [string, string];
}

export interface Paper {
  name: string;
  type?: 'CREDIT' | 'DEBIT';
  parcels: Parcel[];
}

export interface Site {
  accountId: number;
  companyId: number;
  a: number;
  b: number;
  walletId: number;
  /** Supplier of all expenses. */
  supplierId: number;
}

const cents = (amount = '0.00'): bigint => BigInt(amount.replace('.', ''));
const text = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
const all = (amounts: bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

const grossOf = ({ a, b, whole }: Parcel): bigint => cents(a) + cents(b) + cents(whole);
const increaseOf = ({ increase = ['0.00', '0.00'] }: Parcel): bigint => all(increase.map((one) => cents(one)));

/** Returns the reference due date: the first open one, or the last when all is paid. */
const referenceOf = (parcels: Parcel[]): string | undefined => {
  const days = (of: Parcel[]) => of.map(({ due }) => due).sort();
  return days(parcels.filter(({ paid }) => !paid))[0] ?? days(parcels).at(-1);
};

const headOf = ({ accountId, companyId, supplierId }: Site, { name, type = 'DEBIT', parcels }: Paper) => {
  const paid = parcels.filter((parcel) => parcel.paid);
  return {
    account_id: accountId,
    company_id: companyId,
    type,
    document_number: name,
    partner_id: type === 'DEBIT' ? supplierId : null,
    emission_date: '2026-10-01',
    competence_date: '2026-10-01',
    status: paid.length === 0 ? 'OPEN' : paid.length === parcels.length ? 'PAID' : 'PARTIAL',
    installment_count: parcels.length,
    paid_installment_count: paid.length,
    gross_value: text(all(parcels.map(grossOf))),
    increase: text(all(parcels.map(increaseOf))),
    paid_value: text(all(paid.map((parcel) => grossOf(parcel) + increaseOf(parcel)))),
    reference_due_date: referenceOf(parcels),
  };
};

/**
 * Inserts transactions with the shares that the test lists, without the services' apportionment and sums. One SQL
 * transaction each, so that the database's deferred checks run on it.
 */
const writePapers = async (seed: SeedKit, site: Site, papers: readonly Paper[]): Promise<void> => {
  for (const paper of papers) {
    const head = headOf(site, paper);
    const parcels = paper.parcels.map((parcel, index) => ({
      number: index + 1,
      due: parcel.due,
      gross: text(grossOf(parcel)),
      increase: text(increaseOf(parcel)),
      paid: parcel.paid ?? null,
    }));
    const parts = (['a', 'b'] as const).map((obra, index) => ({
      building: site[obra],
      position: index + 1,
      gross: text(all(paper.parcels.map((parcel) => cents(parcel[obra])))),
    }));
    const shares = paper.parcels.flatMap((parcel, index) =>
      (['a', 'b'] as const).flatMap((obra, side) =>
        parcel[obra] === undefined
          ? []
          : [
              {
                number: index + 1,
                building: site[obra],
                gross: parcel[obra],
                increase: parcel.increase?.[side] ?? '0.00',
              },
            ],
      ),
    );
    await seed.sql(
      `with t as (
         insert into transactions (account_id, company_id, type, document_number, partner_id, emission_date, competence_date, status,
           installment_count, paid_installment_count, gross_value, increase, paid_value, reference_due_date)
         select account_id, company_id, type, document_number, partner_id, emission_date, competence_date, status,
           installment_count, paid_installment_count, gross_value, increase, paid_value, reference_due_date
         from json_populate_record(null::transactions, $1::json) returning *),
       i as (
         insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value,
           increase, payment_date, wallet_id, payment_method)
         select t.account_id, t.company_id, t.id, t.type, p.number, p.paid is null, t.emission_date, p.due, p.gross, p.increase,
           p.paid, case when p.paid is not null then $5::bigint end, case when p.paid is not null then 'PIX' end
         from t, json_to_recordset($2::json) as p(number integer, due date, gross numeric, increase numeric, paid date) returning *),
       a as (
         insert into apportionments (account_id, company_id, transaction_id, position, building_id, gross_value, percentage)
         select t.account_id, t.company_id, t.id, p.position, p.building, p.gross, round(100 * p.gross / t.gross_value, 2)
         from t, json_to_recordset($3::json) as p(building bigint, position integer, gross numeric) where p.gross > 0 returning *)
       insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value, increase)
       select i.account_id, i.transaction_id, i.id, a.id, s.gross, s.increase
       from json_to_recordset($4::json) as s(number integer, building bigint, gross numeric, increase numeric)
       join i on i.number = s.number join a on a.building_id = s.building`,
      [JSON.stringify(head), ...[parcels, parts, shares].map((rows) => JSON.stringify(rows)), site.walletId],
    );
  }
};

/** Creates a company with two buildings, a wallet, a supplier and the given transactions. */
export const openSite = async (seed: SeedKit, accountId: number, papers: readonly Paper[]): Promise<Site> => {
  const companyId = await seed.company(accountId, { name: 'Construtora Oráculo' });
  const a = await seed.building({ accountId, companyId }, { name: 'Torre A' });
  const b = await seed.building({ accountId, companyId }, { name: 'Galpão B' });
  const walletId = await seed.insert('wallets', {
    ...{ account_id: accountId, company_id: companyId, identifier: 'Itaú' },
    ...{ initial_balance: '10000.00', balance_date: '2026-01-01' },
  });
  const supplierId = await seed.insert('partners', {
    account_id: accountId,
    type: 'SUPPLIER',
    name: 'Oráculo Materiais',
  });
  const site = { accountId, companyId, a, b, walletId, supplierId };
  await writePapers(seed, site, papers);
  return site;
};
