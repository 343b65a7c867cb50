import { sql } from 'kysely';
import { monthText } from '#domain/financial/monthClosing/months.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { type ClosedFigures, figuresOfDays } from '../monthClosing/figures.ts';
import { daysOf } from '../monthClosing/scope.ts';
import type { Findings } from './findings.ts';

interface Closed {
  companyId: string;
  company: string;
  month: string;
  figures: ClosedFigures;
}

const NAMES: Record<'documents' | 'payments' | 'transfers', string> = {
  ...{ documents: 'documentos', payments: 'pagamentos', transfers: 'transferências' },
};
const HASHES = { documents: 'documentsHash', payments: 'paymentsHash', transfers: 'transfersHash' } as const;

/** Closed months have what they had when they were closed, unless an exception let somebody change it. */
export const verifyClosings = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  const { rows } = await sql<Closed>`
    select m.company_id as "companyId", c.name as company, to_char(m.month, 'YYYY-MM') as month, m.figures
      from month_closings m join companies c on c.account_id = m.account_id and c.id = m.company_id
     where m.account_id = ${accountId} and m.reopened_at is null and not exists (
       select from month_exceptions e join month_exception_uses u on u.account_id = e.account_id and u.exception_id = e.id
        where e.account_id = m.account_id and e.company_id = m.company_id and (e.kind = 'DOCUMENT' or e.month = m.month))
     order by m.company_id, m.month`.execute(trx);
  for (const { companyId, company, month, figures } of rows) {
    const now = await figuresOfDays(trx, accountId, companyId, daysOf(month));
    for (const kind of ['documents', 'payments', 'transfers'] as const)
      if (now[kind] !== figures[kind] || now[HASHES[kind]] !== figures[HASHES[kind]])
        findings.note(
          accountId,
          `${monthText(month)} de ${company}`,
          `${NAMES[kind]} mudaram depois do fechamento: eram ${figures[kind]}, são ${now[kind]}`,
        );
  }
  const { rows: apart } = await sql<{ company: string; through: string | null; closed: string | null }>`
    select c.name as company, c.closed_through::text as through,
           (select (max(m.month) + interval '1 month' - interval '1 day')::date::text from month_closings m
             where m.account_id = c.account_id and m.company_id = c.id and m.reopened_at is null) as closed
      from companies c where c.account_id = ${accountId}`.execute(trx);
  for (const { company, through, closed } of apart)
    if (through !== closed)
      findings.note(
        accountId,
        `empresa ${company}`,
        `fechada até ${through ?? '–'}, e os fechamentos dizem ${closed ?? '–'}`,
      );
};
