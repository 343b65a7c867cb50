import { sql } from 'kysely';
import { formatDate } from '#domain/dates.ts';
import { documentNumberOf, readFiscalKey } from '#domain/financial/fiscalDocuments/keys.ts';
import type { FiscalKeyReading } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Clerk } from './access.ts';
import { findPartner } from './partner.ts';
import { mayClerk } from './receiver.ts';
import { readKey, seenText, type KnownKey } from './seen.ts';

const NO_KEY = 'Isto não é a chave de acesso de uma NF-e (44 caracteres) nem de uma NFS-e nacional (50).';

type Draft = NonNullable<FiscalKeyReading['draft']>;

/** The draft of a key, of the chosen company first. */
const findDraft = async (trx: Trx, { session, companyId }: Clerk, accessKey: string): Promise<Draft | null> => {
  const { rows } = await sql<Draft>`
    select f.id, json_build_object('id', c.id, 'name', c.name) as company
      from fiscal_documents f
      join companies c on c.account_id = f.account_id and c.id = f.company_id
     where f.account_id = ${session.accountId} and f.access_key = ${accessKey} and f.transaction_id is null
       and ${mayClerk(session)}
     order by c.id = ${companyId} desc, c.id
     limit 1`.execute(trx);
  return rows[0] ?? null;
};

const textOf = (known: KnownKey, draft: Draft | null, companyId: number): string | null => {
  if (known.canceledOn !== null) return `Esta nota foi cancelada em ${formatDate(known.canceledOn)}.`;
  const seen = seenText(known);
  if (seen !== null) return seen;
  if (draft === null) return null;
  return draft.company.id === companyId
    ? 'O XML desta nota já foi enviado: confira e salve.'
    : `O XML desta nota já foi enviado, e ela é de ${draft.company.name}.`;
};

/** What an access key says, and what is known of its nota. @throws ServiceError 422 at `accessKey` */
export const lookUpKey = async (trx: Trx, clerk: Clerk, typed: string): Promise<FiscalKeyReading> => {
  const read = readFiscalKey(typed);
  if (!read?.ok) {
    const message = read?.message ?? NO_KEY;
    throw ruleBroken(message, [{ path: 'accessKey', message }]);
  }
  const { code } = read;
  const known = await readKey(trx, clerk, code.accessKey);
  const draft = await findDraft(trx, clerk, code.accessKey);
  const found = await findPartner(trx, clerk.session.accountId, code.issuerTaxId);
  const { transaction, order } = known;
  return {
    ...code,
    documentNumber: documentNumberOf(code),
    partner: found && { id: found.id, name: found.name, taxId: found.taxId, active: found.active },
    ...{ draft, transaction, order },
    text: textOf(known, draft, clerk.companyId),
  };
};
