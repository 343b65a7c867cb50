import { sql } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import { buildingImport } from '#schema/financial/buildings.import.ts';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { notFound } from '../platform/errors.ts';
import type { Fields } from '../platform/register/fields.ts';
import type { Importer, Importing } from '../platform/register/import/importer.ts';
import { refuse, type Line } from '../platform/register/import/lines.ts';
import { reversalOf, type HeldRow, type Undoing } from '../platform/register/import/reversal.ts';
import { storeImporter, type StoredRow } from '../platform/register/import/storeImporter.ts';
import {
  buildingFields,
  buildingStore,
  grantToMaker,
  NAME_TAKEN,
  requireEngineering,
  visibleIds,
} from './buildings.store.ts';

const NOT_ALLOWED = 'Você não tem permissão de engenharia nesta obra.';
const NOT_FOUND = 'Importação não encontrada.';

/** Holds buildings. @throws ServiceError 404 where one is of another company, or hidden from the user (§6) */
const hold = async ({ trx, session, companyId }: Undoing, ids: readonly number[]): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow & { company_id: number }>`
    select * from buildings where account_id = ${session.accountId} and id = any(${[...ids]}::bigint[])
     order by id for update`.execute(trx);
  const visible = visibleIds(session, [companyId ?? 0]);
  const isHidden = ({ id, company_id }: (typeof rows)[number]) =>
    company_id !== companyId || (visible !== 'all' && !visible.includes(id));
  if (rows.some(isHidden)) throw notFound(NOT_FOUND);
  return rows;
};

const ofCompany = storeImporter({
  description: buildingImport,
  create: buildingEndpoints.create,
  table: 'buildings',
  entity: 'building',
  fields: buildingFields as Fields,
  identities: [['name']],
  ambiguous: 'Há mais de uma obra com este nome nesta empresa.',
  owner: ({ companyId }) => ({ company_id: companyId }),
  reversal: reversalOf(buildingStore.definition, {
    label: 'name',
    hold,
    check: ({ session, companyId }, { id }) => requireEngineering(session, companyId ?? 0, id),
  }),
});

/** Holds a line to what the user sees and may change: an obra without any grant is none that the line may speak of. */
const requireGrant = ({ session, companyId, request }: Importing, line: Line<StoredRow>): void => {
  const { existing } = line;
  if (!existing) return;
  const visible = visibleIds(session, [companyId ?? 0]);
  if (visible !== 'all' && !visible.includes(existing.id)) {
    delete line.existing;
    return refuse(line, 'name', NAME_TAKEN);
  }
  const allowed = allowedBuildings(session, companyId ?? 0, ['ENGINEERING']);
  if (request.existing === 'KEEP' || allowed === 'all' || allowed.includes(String(existing.id))) return;
  for (const field of ofCompany.changesOf(line, existing)) refuse(line, field, NOT_ALLOWED);
};

/** Buildings of a company from a spreadsheet, found by their names; who makes them gets ENGINEERING on them. */
export const buildingImporter: Importer<StoredRow> = {
  ...ofCompany,
  match: async (importing, lines) => {
    await ofCompany.match(importing, lines);
    for (const line of lines) requireGrant(importing, line);
  },
  insert: async (importing, work, lines) => {
    await ofCompany.insert(importing, work, lines, undefined);
    const ids = lines.flatMap(({ id }) => id ?? []);
    await grantToMaker(importing.trx, importing.session, importing.companyId ?? 0, ids);
  },
};
