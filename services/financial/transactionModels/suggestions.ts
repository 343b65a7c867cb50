import { sql } from 'kysely';
import { addMonths, startOfMonth } from '#domain/dates.ts';
import { monthlySeries, SIMILAR_ENTRIES } from '#domain/financial/transactionModels/similarity.ts';
import { monthOf } from '#domain/financial/transactionModels/recurrence.ts';
import type {
  DismissalBody,
  FrequentTransaction,
  ModelSuggestion,
} from '#schema/financial/transactionModels/transactionModels.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { kindOf, visibleTransactions, type Planner } from './access.ts';

/** Groups that are looked at, the latest first; more than one document a month makes no series. */
const GROUPS = 200;
const SHOWN = 5;
const FREQUENT = 5;

interface Group {
  type: 'CREDIT' | 'DEBIT';
  partnerId: number;
  partnerName: string;
  categoryId: number;
  categoryName: string;
  entries: { id: number; dueDate: string; value: string; description: string | null }[];
}

const ENTRIES = sql`json_agg(json_build_object('id', t.id, 'dueDate', t.reference_due_date, 'value', t.gross_value::text,
  'description', t.description) order by t.reference_due_date, t.id)`;

const NAMES = sql`
  join partners p on p.account_id = t.account_id and p.id = t.partner_id
  join categories c on c.account_id = t.account_id and c.id = t.category_id`;

/** Transactions `t` without a maker and without a model of their partner and category. */
const WITHOUT_MODEL = sql`
  not exists (select from transaction_models m where m.account_id = t.account_id and m.company_id = t.company_id
    and m.type = t.type and m.partner_id = t.partner_id and m.category_id = t.category_id)
  and not exists (select from orders o where o.account_id = t.account_id and o.transaction_id = t.id)
  and not exists (select from measurements o where o.account_id = t.account_id and o.transaction_id = t.id)`;

const similarOf = (
  { type, partnerId, partnerName, categoryId, categoryName }: Group,
  last: Group['entries'][number],
) => ({
  type,
  partner: { id: partnerId, name: partnerName },
  category: { id: categoryId, name: categoryName },
  description: last.description ?? partnerName,
  last: { id: last.id, type },
});

/** Partners and categories of which a model is proposed: three monthly documents within 10 %, and nobody has refused it. */
export const listSuggestions = async (trx: Trx, planner: Planner): Promise<{ content: ModelSuggestion[] }> => {
  const month = startOfMonth(planner.today);
  const { rows } = await sql<Group>`
    select t.type, t.partner_id as "partnerId", p.name as "partnerName", t.category_id as "categoryId", c.name as "categoryName",
           ${ENTRIES} as entries
      from transactions t ${NAMES}
     where ${visibleTransactions(planner)} and t.type in ('CREDIT', 'DEBIT')
       and t.reference_due_date >= ${addMonths(month, -SIMILAR_ENTRIES)}::date
       and t.reference_due_date < ${addMonths(month, 1)}::date and t.installment_count = 1
       and not exists (select from transaction_model_dismissals d where d.account_id = t.account_id
         and d.company_id = t.company_id and d.type = t.type and d.partner_id = t.partner_id and d.category_id = t.category_id)
       and p.active and c.active and ${WITHOUT_MODEL}
     group by 1, 2, 3, 4, 5
    having count(*) between ${SIMILAR_ENTRIES} and ${SIMILAR_ENTRIES + 1}
     order by max(t.reference_due_date) desc, 2, 4 limit ${GROUPS}`.execute(trx);
  const content = rows.flatMap((group): ModelSuggestion[] => {
    const series = monthlySeries(group.entries, monthOf(planner.today));
    const last = series?.at(-1);
    return series && last ? [{ ...similarOf(group, last), dueDates: series.map(({ dueDate }) => dueDate) }] : [];
  });
  return { content: content.slice(0, SHOWN) };
};

/** The expenses of the last twelve months that repeat the most: a company without models begins with them. */
export const listFrequent = async (trx: Trx, planner: Planner): Promise<{ content: FrequentTransaction[] }> => {
  const { rows } = await sql<Omit<Group, 'entries'> & { last: Group['entries'][number]; count: number }>`
    select t.type, t.partner_id as "partnerId", p.name as "partnerName", t.category_id as "categoryId", c.name as "categoryName",
           count(*) as count, (${ENTRIES}) -> -1 as last
      from transactions t ${NAMES}
     where ${visibleTransactions(planner)} and t.type = 'DEBIT'
       and t.reference_due_date > ${addMonths(planner.today, -12)}::date and t.reference_due_date <= ${planner.today}::date
       and p.active and c.active and ${WITHOUT_MODEL}
     group by 1, 2, 3, 4, 5
    having count(*) > 1
     order by count(*) desc, max(t.reference_due_date) desc, 2, 4 limit ${FREQUENT}`.execute(trx);
  return {
    content: rows.map(({ last, count, ...group }) => ({
      ...similarOf({ ...group, entries: [] }, last),
      count,
      value: last.value,
    })),
  };
};

/** Refuses a proposal for good, or allows it again. @throws ServiceError 422 for what is no partner or category of the type */
export const dismissSuggestion = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Planner,
  body: DismissalBody,
): Promise<DismissalBody> => {
  const { type, partner, category, dismissed } = body;
  const { accountId } = session;
  const { words, partnerType } = kindOf(type);
  const { rows } = await sql<{ partner: boolean; category: boolean }>`
    select exists (select from partners where account_id = ${accountId} and id = ${partner.id} and type = ${partnerType}) as partner,
           exists (select from categories where account_id = ${accountId} and id = ${category.id} and type = ${type}) as category`.execute(
    trx,
  );
  const problems = new Problems();
  if (!rows[0]?.partner) problems.rule('partner', words.partnerNotFound);
  if (!rows[0]?.category) problems.rule('category', 'Categoria não encontrada.');
  problems.refuse();
  const key = sql`${accountId}, ${companyId}, ${type}, ${partner.id}, ${category.id}`;
  await (
    dismissed
      ? sql`insert into transaction_model_dismissals (account_id, company_id, type, partner_id, category_id, dismissed_at)
            values (${key}, ${work.clock.now()}) on conflict do nothing`
      : sql`delete from transaction_model_dismissals
             where (account_id, company_id, type, partner_id, category_id) = (${key})`
  ).execute(trx);
  work.audit({
    action: dismissed ? 'dismiss' : 'restore',
    entity: 'transactionModelSuggestion',
    entityId: partner.id,
    details: { type, categoryId: category.id },
  });
  return body;
};
