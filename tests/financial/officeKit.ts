import type { Permission } from '#domain/permissions.ts';
import { fromCents, sum, toCents } from '#domain/money.ts';
import type { SeedKit, TestUser } from '#tests/support/seedKit.ts';

export interface Place {
  accountId: number;
  companyId: number;
}

/** A share of a transaction on a building: "Torre 600.00". */
export interface Part {
  buildingId: number;
  value: string;
}

export interface Entry {
  type: 'CREDIT' | 'DEBIT';
  value: string;
  due?: string;
  /** Payment day and wallet; without them the entry is a forecast. */
  paid?: string;
  walletId?: number;
  parts?: Part[];
  description?: string;
  documentNumber?: string;
  partnerId?: number;
  categoryId?: number;
  /** Expected wallet of a forecast. */
  expectedWalletId?: number;
}

const TODAY = '2026-11-20';

/** Inserts a transaction of one installment with `parts` as its shares. Returns its id. */
export const enter = async (seed: SeedKit, place: Place, entry: Entry): Promise<number> => {
  const { type, value, paid, walletId, parts = [] } = entry;
  const due = entry.due ?? paid ?? TODAY;
  const owner = { account_id: place.accountId, company_id: place.companyId };
  const rows = await seed.sql<{ id: string }>(
    `with t as (
       insert into transactions (account_id, company_id, type, description, document_number, partner_id, emission_date, competence_date,
         status, installment_count, paid_installment_count, gross_value, paid_value, reference_due_date, category_id,
         expected_wallet_id)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8, 1, $9, $10, $11, $7, $17, $18) returning id, account_id, company_id),
     i as (
       insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value,
         payment_date, wallet_id, payment_method)
       select account_id, company_id, id, $3, 1, $12::date is null, $7, $7, $10, $12, $13, $14 from t returning id, transaction_id),
     a as (
       insert into apportionments (account_id, company_id, transaction_id, position, building_id, gross_value, percentage)
       select t.account_id, t.company_id, t.id, p.position, p.building, p.value, p.value * 100 / $10::numeric
       from t, unnest($15::bigint[], $16::numeric[]) with ordinality as p(building, value, position)
       returning id, account_id, transaction_id, gross_value),
     s as (
       insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value)
       select a.account_id, a.transaction_id, i.id, a.id, a.gross_value from a join i using (transaction_id))
     select id from t`,
    [
      owner.account_id,
      owner.company_id,
      type,
      entry.description ?? null,
      entry.documentNumber ?? null,
      entry.partnerId ?? null,
      due,
      paid ? 'PAID' : 'OPEN',
      paid ? 1 : 0,
      value,
      paid ? value : '0.00',
      paid ?? null,
      paid ? walletId : null,
      paid ? 'PIX' : null,
      parts.map(({ buildingId }) => buildingId),
      parts.map((part) => part.value),
      entry.categoryId ?? null,
      entry.expectedWalletId ?? null,
    ],
  );
  return Number(rows[0]?.id);
};

export const wallet = (
  seed: SeedKit,
  place: Place,
  identifier: string,
  initialBalance = '0.00',
  balanceDate = '2026-01-01',
  active = true,
): Promise<number> =>
  seed.insert('wallets', {
    account_id: place.accountId,
    company_id: place.companyId,
    identifier,
    initial_balance: initialBalance,
    balance_date: balanceDate,
    active,
  });

export const transfer = (
  seed: SeedKit,
  place: Place,
  values: { from: number; to: number; amount: string; date: string },
): Promise<number> =>
  seed.insert('transfers', {
    account_id: place.accountId,
    company_id: place.companyId,
    amount: values.amount,
    date: values.date,
    source_wallet_id: values.from,
    target_wallet_id: values.to,
  });

export interface Office extends Place {
  admin: string;
  /** Returns a token of a user with these permissions on a building, or (null) on rows of no building. */
  as(permissions: Permission[], buildingId?: number | null): Promise<string>;
  adminUser: TestUser;
}

/** Returns an account with one company and its admin. */
export const openOffice = async (seed: SeedKit, name?: string): Promise<Office> => {
  const accountId = await seed.account(name);
  const companyId = await seed.company(accountId, name ? { name: `${name} Construtora` } : {});
  const adminUser = await seed.user(accountId, { admin: true });
  return {
    accountId,
    companyId,
    adminUser,
    admin: await seed.tokenOf(adminUser),
    as: async (permissions, buildingId = null) =>
      seed.tokenOf(await seed.user(accountId, { grants: [{ companyId, buildingId, permissions }] })),
  };
};

export const total = (values: string[]): string => sum(values.map((value) => fromCents(toCents(value))));
