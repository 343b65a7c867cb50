import { sql } from 'kysely';
import { isCep, isPhone } from '#domain/masks.ts';
import { isState } from '#domain/states.ts';
import { taxIdKind } from '#domain/taxId.ts';
import type { FiscalProposal } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { NfeIssuer } from '../../platform/nfe/types.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { partnerStore } from '../partners/store.ts';

export type FoundPartner = NonNullable<FiscalProposal['partner']> & { version: number };

/** The first eight characters of a CNPJ are the company, whatever its establishment. */
const rootOf = (taxId: string): string | null => (taxIdKind(taxId) === 'CNPJ' ? taxId.slice(0, 8) : null);

/** The supplier of a CNPJ or CPF, else of its root, active ones first. */
export const findPartner = async (trx: Trx, accountId: number, taxId: string): Promise<FoundPartner | null> => {
  const { rows } = await sql<FoundPartner>`
    select id, name, tax_id as "taxId", active, version
      from partners
     where account_id = ${accountId} and type = 'SUPPLIER'
       and (tax_id = ${taxId} or (active and length(tax_id) = 14 and left(tax_id, 8) = ${rootOf(taxId)}))
     order by (tax_id = ${taxId}) desc, id
     limit 1`.execute(trx);
  return rows[0] ?? null;
};

const short = (text: string | null, max: number): string | null => text?.slice(0, max) || null;

const bodyOf = (issuer: NfeIssuer) => ({
  type: 'SUPPLIER' as const,
  name: issuer.name.slice(0, 120) || issuer.taxId,
  tradeName: short(issuer.tradeName, 120),
  taxId: issuer.taxId,
  email: null,
  phone: issuer.phone !== null && isPhone(issuer.phone) ? issuer.phone : null,
  postalCode: issuer.postalCode !== null && isCep(issuer.postalCode) ? issuer.postalCode : null,
  street: short(issuer.street, 120),
  streetNumber: short(issuer.streetNumber, 20),
  complement: null,
  district: short(issuer.district, 80),
  city: short(issuer.city, 80),
  state: issuer.state !== null && isState(issuer.state.toUpperCase()) ? issuer.state : null,
  notes: null,
});

/** The issuer of a nota as supplier: the one of his CNPJ, reactivated, or a new one with his address. */
export const ensurePartner = async (trx: Trx, work: Work, session: Session, issuer: NfeIssuer): Promise<number> => {
  const found = await findPartner(trx, session.accountId, issuer.taxId);
  if (found?.taxId !== issuer.taxId) {
    const { id } = await partnerStore.create(trx, work, { session, params: {} }, bodyOf(issuer));
    return id;
  }
  if (!found.active) {
    await sql`update partners set active = true, version = version + 1
      where account_id = ${session.accountId} and id = ${found.id}`.execute(trx);
    work.audit({ action: 'update', entity: 'partner', entityId: found.id, details: { active: [false, true] } });
  }
  return found.id;
};
