import { sql } from 'kysely';
import type { BankGuess } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { OpenLine } from '#domain/financial/reconciliation/types.ts';
import { stripAccents } from '#domain/text.ts';
import type { PartnersInMemo } from '#domain/financial/reconciliation/partnersInMemo.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visibleRows } from '../transactions/visibility.ts';
import { type Clerk, seenBy } from './access.ts';

interface Usual {
  partnerId: number | null;
  partner: string | null;
  categoryId: number | null;
  category: string | null;
  buildingId: number | null;
  building: string | null;
}

/** Partner, category and only obra of the document `t`. */
const USUAL = sql`
  p.id as "partnerId", p.name as partner, c.id as "categoryId", c.name as category, b.id as "buildingId", b.name as building`;
const OF_DOCUMENT = sql`
  left join partners p on p.account_id = t.account_id and p.id = t.partner_id and p.active
  left join categories c on c.account_id = t.account_id and c.id = t.category_id and c.active
  left join buildings b on b.account_id = t.account_id and b.active and b.id = (
    select case when min(a.building_id) = max(a.building_id) then min(a.building_id) end from apportionments a
     where a.account_id = t.account_id and a.transaction_id = t.id)`;

const FEE = /\b(tar|tarifa|tarifas|iof|juros|manutencao de conta|pacote de serv)\b/;

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const guessOf = (row: Usual, reason: string): BankGuess => ({
  partner: named(row.partnerId, row.partner),
  category: named(row.categoryId, row.category),
  building: named(row.buildingId, row.building),
  reason,
});

/** Documents that lines of the same words were reconciled with last. */
const ofSameWords = async (trx: Trx, clerk: Clerk, ids: readonly number[]): Promise<Map<number, Usual>> => {
  const { rows } = await sql<Usual & { lineId: number }>`
    select distinct on (l.id) l.id as "lineId", ${USUAL}
      from bank_statement_lines l
      join bank_statement_lines m on m.account_id = l.account_id and m.company_id = l.company_id
        and m.memo_key = l.memo_key and m.memo_key <> '' and (m.amount < 0) = (l.amount < 0)
      join bank_links k on k.account_id = m.account_id and k.line_id = m.id
      join transactions t on t.account_id = k.account_id and t.id = k.transaction_id ${OF_DOCUMENT}
     where l.account_id = ${clerk.session.accountId} and l.id = any(${[...ids]}::bigint[]) and ${seenBy(clerk)(visibleRows)}
     order by l.id, k.id desc`.execute(trx);
  return new Map(rows.map(({ lineId, ...usual }) => [lineId, usual]));
};

/** The newest document of each partner. */
const ofPartners = async (
  trx: Trx,
  clerk: Clerk,
  ids: readonly number[],
): Promise<Map<number, Usual & { type: string }>> => {
  const { rows } = await sql<Usual & { id: number; type: string }>`
    select w.id, t.type, ${USUAL}
      from unnest(${[...ids]}::bigint[]) as w (id)
      cross join lateral (
        select t.* from transactions t
         where t.account_id = ${clerk.session.accountId} and t.company_id = ${clerk.companyId} and t.partner_id = w.id
           and ${seenBy(clerk)(visibleRows)}
         order by t.id desc limit 1) t ${OF_DOCUMENT}`.execute(trx);
  return new Map(rows.map(({ id, ...usual }) => [id, usual]));
};

/** Category of expenses that is called after what banks charge. */
const feeCategory = async (trx: Trx, accountId: number): Promise<Usual | null> => {
  const { rows } = await sql<Usual>`
    select null::bigint as "partnerId", null as partner, c.id as "categoryId", c.name as category, null::bigint as "buildingId", null as building
      from categories c
     where c.account_id = ${accountId} and c.type = 'DEBIT' and c.active and search_key(c.name) like '%tarifa%'
     order by (search_key(c.name) like '%banc%') desc, c.id limit 1`.execute(trx);
  return rows[0] ?? null;
};

/** What a document of each line would say: as last time, as the partner's last one, or as a fee. Three statements at most. */
export const guessesOf = async (
  trx: Trx,
  clerk: Clerk,
  lines: readonly Pick<OpenLine, 'id' | 'memo' | 'amount'>[],
  partners: PartnersInMemo,
): Promise<Map<number, BankGuess>> => {
  if (lines.length === 0) return new Map();
  const before = await ofSameWords(
    trx,
    clerk,
    lines.map(({ id }) => id),
  );
  const only = new Map(
    lines.flatMap(({ id, memo }): [number, number][] => {
      const found = [...partners.namedIn(memo)].sort(([, a], [, b]) => b.points - a.points);
      const [first, second] = found;
      return first && first[1].points > (second?.[1].points ?? 0) ? [[id, first[0]]] : [];
    }),
  );
  const usual =
    only.size > 0
      ? await ofPartners(trx, clerk, [...new Set(only.values())])
      : new Map<number, Usual & { type: string }>();
  const isFee = ({ memo, amount }: (typeof lines)[number]): boolean =>
    amount.startsWith('-') && FEE.test(stripAccents(memo));
  const fee = lines.some(isFee) ? await feeCategory(trx, clerk.session.accountId) : null;
  return new Map(
    lines.flatMap((line): [number, BankGuess][] => {
      const last = before.get(line.id);
      if (last) return [[line.id, guessOf(last, 'como da última vez')]];
      const ofPartner = usual.get(only.get(line.id) ?? 0);
      // Who is a supplier pays no income.
      if (ofPartner?.type === (line.amount.startsWith('-') ? 'DEBIT' : 'CREDIT'))
        return [[line.id, guessOf(ofPartner, `como o último de ${ofPartner.partner ?? ''}`)]];
      return isFee(line) && fee ? [[line.id, guessOf(fee, 'tarifa do banco')]] : [];
    }),
  );
};
