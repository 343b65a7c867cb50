import { sql } from 'kysely';
import { splitByWeights } from '#domain/apportionment.ts';
import { daysBetween } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';
import type { FiscalProposal } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { expense } from '../transactions/kinds.ts';
import { mayChange, viewOf, visibleRows } from '../transactions/visibility.ts';
import type { Clerk } from './access.ts';

interface Named {
  id: number;
  name: string;
}

interface Share {
  building: Named;
  active: boolean;
  costEstimateGroup: Named | null;
  grossValue: Money;
  isCustomerCharged: boolean;
}

/** An earlier expense of a supplier. */
interface Past {
  category: Named | null;
  expectedWallet: Named | null;
  preferredPaymentMethod: string | null;
  emissionDate: string;
  dueDates: string[];
  shares: Share[];
}

const LOOKED_AT = 4;

/** The last expenses of a supplier that the user may see, the newest first, in one statement. */
export const readHistory = async (trx: Trx, { session, companyId }: Clerk, partnerId: number): Promise<Past[]> => {
  const { rows } = await sql<Past>`
    select (select json_build_object('id', c.id, 'name', c.name) from categories c
             where c.account_id = t.account_id and c.id = t.category_id and c.active) as category,
           (select json_build_object('id', w.id, 'name', w.identifier) from wallets w
             where w.account_id = t.account_id and w.id = t.expected_wallet_id and w.active) as "expectedWallet",
           t.preferred_payment_method as "preferredPaymentMethod", t.emission_date as "emissionDate",
           array(select i.due_date::text from installments i
                  where i.account_id = t.account_id and i.transaction_id = t.id and i.split_from is null
                  order by i.number) as "dueDates",
           (select coalesce(json_agg(json_build_object('building', json_build_object('id', b.id, 'name', b.name),
                     'active', b.active, 'grossValue', a.gross_value::text, 'isCustomerCharged', a.is_customer_charged,
                     'costEstimateGroup', case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end)
                     order by a.position), '[]')
              from apportionments a
              join buildings b on b.account_id = a.account_id and b.id = a.building_id
              left join cost_estimate_groups g on g.account_id = a.account_id and g.id = a.cost_estimate_group_id
             where a.account_id = t.account_id and a.transaction_id = t.id) as shares
      from transactions t
     where t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = 'DEBIT'
       and t.partner_id = ${partnerId}
       and not exists (select from transaction_retentions r
         where r.account_id = t.account_id and r.payable_transaction_id = t.id)
       and ${visibleRows(viewOf(session, companyId, expense))}
     order by t.emission_date desc, t.id desc
     limit ${LOOKED_AT}`.execute(trx);
  return rows;
};

type Remembered = Pick<
  FiscalProposal,
  'category' | 'expectedWallet' | 'preferredPaymentMethod' | 'apportionments' | 'memory'
> & { usual: number[] };

const NOTHING: Remembered = {
  ...{ category: null, expectedWallet: null, preferredPaymentMethod: null, apportionments: [], memory: 0, usual: [] },
};

/** What the last expenses of a supplier say of a new one of this value. */
export const rememberedOf = ({ session, companyId }: Clerk, past: readonly Past[], value: Money): Remembered => {
  const [last] = past;
  if (!last) return NOTHING;
  const { category, shares } = last;
  const other = past.findIndex((one) => one.category?.id !== category?.id);
  const usable =
    shares.every(({ active }) => active) &&
    mayChange(
      session,
      companyId,
      expense,
      shares.map(({ building }) => building.id),
    );
  const values =
    usable && shares.length > 0
      ? splitByWeights(
          value,
          shares.map((one) => one.grossValue),
        )
      : [];
  return {
    ...{ category, expectedWallet: last.expectedWallet, preferredPaymentMethod: last.preferredPaymentMethod },
    memory: category === null ? 0 : other < 0 ? past.length : other,
    apportionments: values.flatMap((grossValue, index) => {
      const share = shares[index];
      if (!share || grossValue === '0.00') return [];
      const { building, costEstimateGroup, isCustomerCharged } = share;
      return [{ building, costEstimateGroup, grossValue, isCustomerCharged }];
    }),
    usual: last.dueDates.map((due) => daysBetween(last.emissionDate, due)),
  };
};
