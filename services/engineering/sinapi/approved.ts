import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { JobRefused } from '../../platform/jobs/kinds.ts';
import type { Choice } from './month.ts';

/**
 * The prices of a month on which an approved cost estimate stands are not published anew. @throws JobRefused naming the
 * first such cost database
 */
export const requireNoApprovedUse = async (
  trx: Trx,
  accountId: number,
  month: string,
  { states, regimes }: Pick<Choice, 'states' | 'regimes'>,
): Promise<void> => {
  const { rows } = await sql<{ name: string; estimates: number }>`
    select t.name, count(distinct e.id) as estimates
      from product_tables t
      join catalogues c on c.account_id = t.account_id and c.id = t.catalogue_id
      join cost_estimate_resources r on r.account_id = t.account_id and r.product_table_id = t.id
      join cost_estimates e on e.account_id = r.account_id and e.id = r.cost_estimate_id and e.approved
     where t.account_id = ${accountId} and c.source = 'SINAPI' and c.month = ${month}
       and t.state = any(${[...states]}::text[]) and t.regime = any(${[...regimes]}::text[])
     group by t.id, t.name order by t.name limit 1`.execute(trx);
  const [used] = rows;
  if (!used) return;
  const estimates = used.estimates === 1 ? '1 orçamento aprovado' : `${used.estimates} orçamentos aprovados`;
  throw new JobRefused(
    `A tabela "${used.name}" é usada por ${estimates}, e seus preços não mudam mais. Importe sem este estado e regime, ou desaprove antes.`,
  );
};
