import type { SeedKit } from '#tests/support/seedKit.ts';

/** One installment: its shares of buildings A and B as decimal text; without either, it has no building. */
export interface SampleInstallment {
  due: string;
  a?: string;
  b?: string;
  /** Value of an installment without apportionment. */
  whole?: string;
  /** Payment day; `increase` is the interest of the shares `[a, b]`. */
  paid?: string;
  increase?: [string, string];
}

export interface SampleTransaction {
  name: string;
  type?: 'CREDIT' | 'DEBIT';
  installments: SampleInstallment[];
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

const grossOf = ({ a, b, whole }: SampleInstallment): bigint => cents(a) + cents(b) + cents(whole);
const increaseOf = ({ increase = ['0.00', '0.00'] }: SampleInstallment): bigint =>
  all(increase.map((one) => cents(one)));

/** Returns the reference due date: the first open one, or the last when all is paid. */
const referenceOf = (installments: SampleInstallment[]): string | undefined => {
  const days = (of: SampleInstallment[]) => of.map(({ due }) => due).sort();
  return days(installments.filter(({ paid }) => !paid))[0] ?? days(installments).at(-1);
};

const headOf = (
  { accountId, companyId, supplierId }: Site,
  { name, type = 'DEBIT', installments }: SampleTransaction,
) => {
  const paid = installments.filter((installment) => installment.paid);
  return {
    account_id: accountId,
    company_id: companyId,
    type,
    document_number: name,
    partner_id: type === 'DEBIT' ? supplierId : null,
    emission_date: '2026-10-01',
    competence_date: '2026-10-01',
    status: paid.length === 0 ? 'OPEN' : paid.length === installments.length ? 'PAID' : 'PARTIAL',
    installment_count: installments.length,
    paid_installment_count: paid.length,
    gross_value: text(all(installments.map(grossOf))),
    increase: text(all(installments.map(increaseOf))),
    paid_value: text(all(paid.map((installment) => grossOf(installment) + increaseOf(installment)))),
    reference_due_date: referenceOf(installments),
  };
};

/**
 * Inserts transactions with the shares that the test lists, without the services' apportionment and sums. One SQL
 * transaction each, so that the database's deferred checks run on it.
 */
const writeTransactions = async (seed: SeedKit, site: Site, samples: readonly SampleTransaction[]): Promise<void> => {
  for (const sample of samples) {
    const head = headOf(site, sample);
    const installments = sample.installments.map((installment, index) => ({
      number: index + 1,
      due: installment.due,
      gross: text(grossOf(installment)),
      increase: text(increaseOf(installment)),
      paid: installment.paid ?? null,
    }));
    const parts = (['a', 'b'] as const).map((obra, index) => ({
      building: site[obra],
      position: index + 1,
      gross: text(all(sample.installments.map((installment) => cents(installment[obra])))),
    }));
    const shares = sample.installments.flatMap((installment, index) =>
      (['a', 'b'] as const).flatMap((obra, side) =>
        installment[obra] === undefined
          ? []
          : [
              {
                number: index + 1,
                building: site[obra],
                gross: installment[obra],
                increase: installment.increase?.[side] ?? '0.00',
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
      [JSON.stringify(head), ...[installments, parts, shares].map((rows) => JSON.stringify(rows)), site.walletId],
    );
  }
};

/** Creates a company with two buildings, a wallet, a supplier and the given transactions. */
export const openSite = async (
  seed: SeedKit,
  accountId: number,
  samples: readonly SampleTransaction[],
): Promise<Site> => {
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
  await writeTransactions(seed, site, samples);
  return site;
};
