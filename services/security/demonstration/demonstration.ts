import type { FastifyInstance } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { counted } from '#domain/numberFormat.ts';
import { demonstrationEndpoints, type RemovedDemonstration } from '#schema/security/demonstration.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { answered, implement } from '../../platform/http/route.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { DemonstrationsTable } from '../tables.ts';

type Found = Selectable<DemonstrationsTable>;

const list = new Intl.ListFormat('pt-BR');

/** What somebody entered into the demonstration company, in words. */
const enteredIn = async (trx: Trx, { account_id, company_id, ...to }: Found): Promise<string[]> => {
  const kinds = [
    ['despesa', 'despesas', sql`transactions where type = 'DEBIT' and id > ${to.transactions_to} and`],
    ['receita', 'receitas', sql`transactions where type = 'CREDIT' and id > ${to.transactions_to} and`],
    ['transferência', 'transferências', sql`transfers where id > ${to.transfers_to} and`],
    ['carteira', 'carteiras', sql`wallets where id > ${to.wallets_to} and`],
    ['obra', 'obras', sql`buildings where id > ${to.buildings_to} and`],
    ['pedido', 'pedidos', sql`orders where`],
    ['cotação', 'cotações', sql`quotes where`],
    ['modelo de lançamento', 'modelos de lançamento', sql`transaction_models where`],
    ['extrato', 'extratos', sql`bank_statement_files where`],
    ['mês fechado', 'meses fechados', sql`month_closings where`],
    ['orçamento', 'orçamentos', sql`cost_estimates where`],
  ] as const;
  const counts = kinds.map(
    ([, , from]) =>
      sql<number>`(select count(*)::integer from ${from} account_id = ${account_id} and company_id = ${company_id})`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(trx);
  return kinds.flatMap(([one, many], index) => {
    const count = rows[0]?.counts[index] ?? 0;
    return count > 0 ? [counted(count, one, many)] : [];
  });
};

const find = (trx: Trx, accountId: number) =>
  trx.selectFrom('demonstrations').selectAll('demonstrations').where('demonstrations.account_id', '=', accountId);

/** Deletes the company's documents, then the company with all that is below it, then partners that nothing else uses. */
const remove = async (trx: Trx, work: Work, found: Found): Promise<RemovedDemonstration> => {
  const { account_id, company_id, partners_from, partners_to } = found;
  const ofCompany = sql`where account_id = ${account_id} and company_id = ${company_id}`;
  // From below, one statement a table: row by row it takes seconds.
  const { rows: documents } = await sql<{ count: number }>`
    with own as (select coalesce(array_agg(id), '{}') as ids from transactions ${ofCompany})
    select cardinality(ids) as count, delete_documents(${account_id}, ids) from own`.execute(trx);
  await sql`delete from transfers ${ofCompany}`.execute(trx);
  await sql`select forget_demonstration_sums(${company_id})`.execute(trx);
  await sql`delete from companies where account_id = ${account_id} and id = ${company_id}`.execute(trx);
  const { rows } = await sql<{ all: number; gone: number }>`
    with own as (select array_agg(id) as ids from partners
                  where account_id = ${account_id} and id between ${partners_from} and ${partners_to})
    select coalesce(cardinality(ids), 0) as all,
           cardinality(delete_unreferenced('partners', ${account_id}, coalesce(ids, '{}'))) as gone from own`.execute(
    trx,
  );
  const { all, gone } = rows[0] ?? { all: 0, gone: 0 };
  const removed = { transactions: documents[0]?.count ?? 0, partners: gone, keptPartners: all - gone };
  work.audit({ action: 'removeDemonstration', entity: 'company', entityId: company_id, details: removed });
  return removed;
};

const sentence = ({ keptPartners }: RemovedDemonstration): string =>
  keptPartners === 0
    ? 'Os dados de demonstração saíram. O que é seu ficou como estava.'
    : `Os dados de demonstração saíram. ${counted(keptPartners, 'fornecedor ou cliente ficou, porque um lançamento seu o usa', 'fornecedores e clientes ficaram, porque lançamentos seus os usam')}.`;

/** Registers the demonstration company of an account that began with one (decision 78). */
export const demonstration = async (app: FastifyInstance): Promise<void> => {
  implement(app, demonstrationEndpoints.get, ({ session, read }) =>
    read(async (trx) => {
      const company = await find(trx, session.accountId)
        .innerJoin('companies as c', (join) =>
          join.onRef('c.account_id', '=', 'demonstrations.account_id').onRef('c.id', '=', 'demonstrations.company_id'),
        )
        .select(['c.id', 'c.name'])
        .executeTakeFirst();
      return { company: company ? { id: company.id, name: company.name } : null };
    }),
  );

  implement(app, demonstrationEndpoints.remove, async ({ session, write }) => {
    const removed = await write(async (trx, work) => {
      const found = await find(trx, session.accountId).forUpdate().executeTakeFirst();
      if (!found) throw notFound('Não há dados de demonstração nesta conta.');
      const entered = await enteredIn(trx, found);
      if (entered.length > 0) {
        throw ruleBroken(
          `Na empresa de demonstração há o que não veio com ela: ${list.format(entered)}. Exclua o que for teste, refaça o resto na sua empresa, e tente de novo.`,
        );
      }
      return remove(trx, work, found);
    });
    return answered(removed, sentence(removed));
  });
};
