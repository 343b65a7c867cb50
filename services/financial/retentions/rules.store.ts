import { sql } from 'kysely';
import type { RetentionRule as Rule } from '#schema/financial/retentions/rules.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { rateText } from './columns.ts';

/** Rules of an account by tax, city (those of every city first) and the day from which they hold. */
export const readRules = async (trx: Trx, accountId: number): Promise<Rule[]> => {
  const { rows } = await sql<Rule>`
    select r.id, r.version, r.tax, r.city, ${rateText(sql`r.rate`)} as rate, r.base_percentage::text as "basePercentage",
      r.minimum::text as minimum, r.fact, r.due_day as "dueDay", r.working_day_rule as "workingDayRule", r.collector, r.code,
      r.legal_source as "legalSource", r.valid_from as "validFrom", r.valid_until as "validUntil"
    from retention_rules r where r.account_id = ${accountId}
    order by array_position(array['ISS', 'INSS', 'IRRF', 'CSRF'], r.tax), search_key(r.city) nulls first, r.valid_from, r.id
    limit ${MAX_RULES}`.execute(trx);
  return rows;
};

/** Most rules of one account: each city of ISS, with its validities. */
export const MAX_RULES = 1_000;
