import { sql } from 'kysely';
import type { Permission, PermissionMap } from '#domain/permissions.ts';
import { formatTaxId, taxIdKind } from '#domain/taxId.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import type { Clerk } from './access.ts';
import type { Nota } from './nota.ts';

const refuse = (message: string) => ruleBroken(message, [{ path: 'file', message }]);

interface Row {
  id: number;
  name: string;
  taxId: string | null;
  /** The user may make expenses there. */
  mine: boolean;
}

const identified = (taxId: string): string => `${taxIdKind(taxId) ?? 'CNPJ'} ${formatTaxId(taxId)}`;

/** The user may make expenses in company "c". */
export const mayClerk = ({ admin, userId, token, permissions }: Session) => {
  if (token) return sql`c.id = any(${companiesWith(permissions, 'DEBIT')}::bigint[])`;
  return sql`(${admin} or exists (
    select from user_permissions p where p.account_id = c.account_id and p.user_id = ${userId}
       and p.company_id = c.id and p.permission = 'DEBIT'))`;
};

/** A program reaches what its token names, not all that its maker does. */
const companiesWith = (permissions: PermissionMap, permission: Permission): number[] =>
  Object.entries(permissions).flatMap(([companyId, buildings]) =>
    Object.values(buildings).some((held) => held.includes(permission)) ? [Number(companyId)] : [],
  );

/**
 * The company that a nota is for: the chosen one, or another one of the account where the user may make expenses.
 * @throws ServiceError 404 for an unknown chosen company, 422 for a foreign recipient
 */
export const receiverOf = async (trx: Trx, { session, companyId }: Clerk, { receiver }: Nota): Promise<number> => {
  const { accountId } = session;
  const { rows } = await sql<Row>`
    select c.id, c.name, c.tax_id as "taxId", ${mayClerk(session)} as mine
      from companies c
     where c.account_id = ${accountId} and (c.id = ${companyId} or c.tax_id = ${receiver.taxId})
     order by c.id = ${companyId} desc, c.id`.execute(trx);
  const chosen = rows.find(({ id }) => id === companyId);
  if (!chosen) throw notFound('Empresa não encontrada.');
  if (receiver.taxId === null) throw refuse('A nota é para o exterior, não para uma empresa sua.');
  const meant = rows.find(({ taxId }) => taxId === receiver.taxId);
  if (!meant) {
    const missing =
      chosen.taxId === null ? ` ${chosen.name} não tem CNPJ no cadastro: informe-o para ler notas dela.` : '';
    throw refuse(`A nota é para o ${identified(receiver.taxId)}, que não é de nenhuma empresa sua.${missing}`);
  }
  if (!meant.mine) throw refuse('A nota é de outra empresa da conta, em que você não tem permissão de despesas.');
  return meant.id;
};
