import { sql } from 'kysely';
import { bdiPercentage, type BdiParts } from '#domain/engineering/estimate/bdi.ts';
import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { BdiBody, CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A BDI as it will be stored. */
export interface BdiDraft {
  /** Key of the stored one that it changes, or of a copy's original; null for a new one. */
  id: number | null;
  name: string;
  percentage: string;
  parts: BdiParts | null;
  isDefault: boolean;
}

type Sent = { bdis?: BdiBody[] | undefined; defaultBdiIndex?: number | null | undefined };

const LARGEST = '9999999.99';

const partsOf = (parts: Partial<BdiParts>): BdiParts => {
  const of = (part: string | undefined): string => (part === undefined ? '0' : toDecimal(part).toFixed());
  return {
    administration: of(parts.administration),
    insurance: of(parts.insurance),
    guarantee: of(parts.guarantee),
    risk: of(parts.risk),
    financial: of(parts.financial),
    profit: of(parts.profit),
    taxes: of(parts.taxes),
  };
};

/** Percentage of a BDI: computed from its parts, or as it was typed. Sent with its parts, it must be what they give. */
const percentageIn = (body: BdiBody, parts: BdiParts | null): string | FieldError => {
  if (!parts) {
    if (body.percentage == null) return { path: 'percentage', message: 'Informe o percentual ou as parcelas do BDI.' };
    return roundHalfEven(toDecimal(body.percentage), 2);
  }
  const computed = bdiPercentage(parts);
  if (computed === null) return { path: 'parts.taxes', message: 'Os impostos não podem chegar a 100 %.' };
  if (body.percentage != null && !toDecimal(body.percentage).equals(computed)) {
    return { path: 'percentage', message: 'O percentual não é o das parcelas do BDI.' };
  }
  return computed;
};

/** BDIs of an estimate as a body leaves them. Problems are told at their fields. */
export const readBdis = (
  { bdis, defaultBdiIndex }: Sent,
  before: Pick<CostEstimate, 'bdis' | 'defaultBdiId'>,
  problems: FieldError[],
): BdiDraft[] => {
  const known = new Set(before.bdis.map(({ id }) => id));
  const sent: readonly BdiBody[] = bdis ?? before.bdis;
  const isDefault = (id: number | null, index: number): boolean =>
    defaultBdiIndex === undefined ? id !== null && id === before.defaultBdiId : index === defaultBdiIndex;
  if (defaultBdiIndex != null && defaultBdiIndex >= sent.length) {
    problems.push({ path: 'defaultBdiIndex', message: 'Não há um BDI nesta posição.' });
  }
  return sent.map((body, index) => {
    const id = body.id ?? null;
    const fault = (field: string, message: string) => problems.push({ path: `bdis.${index}.${field}`, message });
    // Each key once: a repeated one is another BDI's.
    if (id !== null && !known.delete(id)) fault('id', 'BDI não encontrado neste orçamento.');
    const parts = body.parts == null ? null : partsOf(body.parts);
    const percentage = percentageIn(body, parts);
    if (typeof percentage !== 'string') fault(percentage.path, percentage.message);
    else if (toDecimal(percentage).gt(LARGEST)) fault('percentage', 'O percentual passa do maior valor aceito.');
    return {
      id,
      name: normalizeSpaces(body.name),
      percentage: typeof percentage === 'string' ? percentage : '0.00',
      parts,
      isDefault: isDefault(id, index),
    };
  });
};

/** Stores the BDIs of an estimate as they stand in the draft; rows of those that go take the default. */
export const storeBdis = async (
  trx: Trx,
  { accountId, id }: { accountId: number; id: number },
  drafts: readonly BdiDraft[],
): Promise<void> => {
  const keys = drafts.flatMap((draft) => draft.id ?? []);
  await sql`delete from cost_estimate_bdis
    where account_id = ${accountId} and cost_estimate_id = ${id} and not id = any(${keys}::bigint[])`.execute(trx);
  // The default goes from one to another: it is taken away before it is given.
  await sql`update cost_estimate_bdis set is_default = false
    where account_id = ${accountId} and cost_estimate_id = ${id} and is_default`.execute(trx);
  const rows = JSON.stringify(drafts.map((draft, index) => ({ ...draft, position: index + 1 })));
  await sql`
    with draft as (
      select * from jsonb_to_recordset(${rows}::jsonb) as d(
        id bigint, position integer, name text, percentage text, parts jsonb, "isDefault" boolean)
    ), changed as (
      update cost_estimate_bdis b set position = d.position, name = d.name, percentage = d.percentage::numeric,
        parts = nullif(d.parts, 'null'), is_default = d."isDefault"
      from draft d where b.account_id = ${accountId} and b.cost_estimate_id = ${id} and b.id = d.id
    )
    insert into cost_estimate_bdis (account_id, cost_estimate_id, position, name, percentage, parts, is_default)
    select ${accountId}, ${id}, position, name, percentage::numeric, nullif(parts, 'null'), "isDefault"
    from draft where id is null order by position`.execute(trx);
};
