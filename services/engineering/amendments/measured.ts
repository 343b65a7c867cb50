import { sql } from 'kysely';
import { conflict } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Amendment } from './state.ts';

const MEASURED = 'Houve medição depois da aprovação deste aditivo. Ele não pode mais ser desfeito.';
const IN_CONTRACT = 'O contrato de um fornecedor tem um serviço novo deste aditivo. Retire-o de lá antes de desfazer.';

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
