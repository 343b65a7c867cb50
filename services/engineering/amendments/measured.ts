import { sql } from 'kysely';
import { conflict } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { figuresOf, readSheet } from '../measurements/sheet.ts';
import { storeFigures } from '../measurements/store.ts';
import type { Amendment } from './state.ts';

const MEASURED = 'Houve medição depois da aprovação deste aditivo. Ele não pode mais ser desfeito.';
const IN_CONTRACT = 'O contrato de um fornecedor tem um serviço novo deste aditivo. Retire-o de lá antes de desfazer.';

/** Holds the sides of the measurements of an estimate: nothing is measured while its quantities change. */
export const holdSides = (trx: Trx, accountId: number, id: number): Promise<unknown> =>
  sql`
  select 1 from measurement_contracts where account_id = ${accountId} and cost_estimate_id = ${id}
  order by id for no key update`.execute(trx);

/** @throws ServiceError 409 where something was measured for the customer since the amendment was approved */
export const requireNothingMeasured = async (
  trx: Trx,
  accountId: number,
  id: number,
  { approvedAt }: Amendment,
): Promise<void> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from measurement_contracts k
      join measurements m on m.account_id = k.account_id and m.contract_id = k.id
      where k.account_id = ${accountId} and k.cost_estimate_id = ${id} and k.kind = 'CUSTOMER'
        and (m.closed_at > ${approvedAt}::timestamptz or exists (
          select from measurement_entries x where x.account_id = m.account_id and x.measurement_id = m.id
            and x.updated_at > ${approvedAt}::timestamptz))) as found`.execute(trx);
  if (rows[0]?.found) throw conflict(MEASURED);
};

/** @throws ServiceError 409 where a contractor has a line that the amendment has added */
export const requireUnused = async (trx: Trx, accountId: number, amendmentId: number): Promise<void> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from cost_estimate_amendment_lines x
      join measurement_contract_lines c on c.account_id = x.account_id and c.line_id = x.line_id
      where x.account_id = ${accountId} and x.amendment_id = ${amendmentId} and x.added) as found`.execute(trx);
  if (rows[0]?.found) throw conflict(IN_CONTRACT);
};

interface OpenSheet {
  id: number;
  contractId: number;
  number: number;
}

/** Gives the customer's measurement that is being filled in the sums of the contract of now. */
export const refreshSheets = async (trx: Trx, work: Work, reader: Reader, id: number): Promise<void> => {
  const { rows } = await sql<OpenSheet>`
    select m.id, m.contract_id as "contractId", m.number from measurement_contracts k
    join measurements m on m.account_id = k.account_id and m.contract_id = k.id
    where k.account_id = ${work.session.accountId} and k.cost_estimate_id = ${id} and k.kind = 'CUSTOMER'
      and m.status <> 'CLOSED'`.execute(trx);
  const [open] = rows;
  if (!open) return;
  const sheet = await readSheet(trx, reader, { ...open, kind: 'CUSTOMER', costEstimateId: id });
  await storeFigures(trx, work, { id: open.id, figures: figuresOf(sheet.rows.map(({ row }) => row)) });
};
