import { sql } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Importing } from '../../platform/register/import/importer.ts';
import type { Named, ReferenceSource, Sources } from '../../platform/register/import/references.ts';
import { partnerImporter } from '../partners/import.ts';
import type { Kind } from '../transactions/kinds.ts';
import { wordsOf } from './words.ts';

interface NamedRow {
  id: number;
  label: string;
  keys: string[];
  active: boolean;
  beside?: string | null;
}

const named = (rows: readonly NamedRow[], inactive: string): Named[] =>
  rows.map(({ active, ...row }) => ({ ...row, onlyKept: active ? undefined : inactive }));

/** Makes partners that have a name, and a CPF or CNPJ where their rows say it; with their history. */
const makePartners =
  ({ partnerType: type }: Kind) =>
  async (trx: Trx, work: Work, names: readonly string[], taxIds: readonly (string | null)[]): Promise<number[]> => {
    const { accountId } = work.session;
    const { rows } = await sql<{ id: number }>`
      insert into partners (account_id, type, name, tax_id)
      select ${accountId}, ${type}, n.name, n.tax_id
        from unnest(${[...names]}::text[], ${[...taxIds]}::text[]) with ordinality as n (name, tax_id, position)
       order by n.position returning id`.execute(trx);
    rows.forEach(({ id }, index) => {
      const details = { account_id: accountId, type, name: names[index], tax_id: taxIds[index] };
      work.audit({ action: 'create', entity: 'partner', entityId: id, details });
    });
    return rows.map(({ id }) => id);
  };

const partnerSource = (kind: Kind): ReferenceSource => ({
  load: async (trx, accountId) => {
    const { rows } = await sql<NamedRow>`
      select id, name as label, active, tax_id as beside,
             array_remove(array[search_key(name), nullif(search_key(trade_name), '')], null) as keys
        from partners where account_id = ${accountId} and type = ${kind.partnerType} order by active desc, search_key(name), id`.execute(
      trx,
    );
    return named(rows, kind.words.partnerInactive);
  },
  missing: kind.words.partnerNotFound,
  ambiguous: `Há mais de um ${wordsOf(kind).partner} com este nome: informe o CPF ou CNPJ.`,
  beside: {
    field: 'partnerTaxId',
    unknown: `Nenhum ${wordsOf(kind).partner} tem este CPF ou CNPJ: informe o nome dele também.`,
    ofOther: (label) => `Este CPF ou CNPJ é de ${label}.`,
  },
  longest: 160,
  making: { make: makePartners(kind), reversal: partnerImporter.reversal },
});

const categorySource = (kind: Kind): ReferenceSource => ({
  load: async (trx, accountId) => {
    const { rows } = await sql<NamedRow>`
      select id, name as label, active, array[search_key(name)] as keys
        from categories where account_id = ${accountId} and type = ${kind.type} order by active desc, search_key(name)`.execute(
      trx,
    );
    return named(rows, 'Esta categoria está inativa.');
  },
  missing: `Categoria de ${wordsOf(kind).one} não encontrada.`,
});

/** Buildings that the user works in (§6); whether documents of theirs may be made is told later. */
const loadBuildings = async (
  trx: Trx,
  accountId: number,
  { session, companyId }: Pick<Importing, 'session' | 'companyId'>,
): Promise<Named[]> => {
  const seen = allowedBuildings(session, companyId ?? 0, PERMISSIONS);
  const granted = seen === 'all' ? sql`true` : sql`id = any(${seen.filter((id) => id !== null)}::bigint[])`;
  const { rows } = await sql<NamedRow>`
    select id, name as label, active, array[search_key(name)] as keys
      from buildings where account_id = ${accountId} and company_id = ${companyId} and ${granted}
     order by active desc, search_key(name)`.execute(trx);
  return named(rows, 'Esta obra está inativa.');
};

const company: ReferenceSource = {
  load: async (trx, accountId, { companyId }) => {
    const { rows } = await sql<NamedRow>`
      select id, name as label, true as active, array_remove(array[search_key(name), tax_id], null) as keys
        from companies where account_id = ${accountId} and id = ${companyId}`.execute(trx);
    return named(rows, '');
  },
  key: (text) => sql`case when regexp_replace(${text}, '[^0-9A-Za-z]', '', 'g') ~* '^[0-9A-Z]{12}[0-9]{2}$'
    then upper(regexp_replace(${text}, '[^0-9A-Za-z]', '', 'g')) else search_key(${text}) end`,
  missing: 'Esta linha é de outra empresa: escolha a empresa no menu e importe-a lá.',
};

const wallet: ReferenceSource = {
  load: async (trx, accountId, { companyId }) => {
    const { rows } = await sql<NamedRow>`
      select id, identifier as label, active, array[search_key(identifier)] as keys
        from wallets where account_id = ${accountId} and company_id = ${companyId}
       order by active desc, search_key(identifier)`.execute(trx);
    return named(rows, 'Esta carteira está inativa.');
  },
  missing: 'Carteira não encontrada.',
};

/** What the cells of bills may name. Stages are looked up once it is known which building they are of. */
export const billSources = (kind: Kind): Sources => ({
  partner: partnerSource(kind),
  category: categorySource(kind),
  building: { load: loadBuildings, missing: 'Obra não encontrada.' },
  company,
  expectedBank: wallet,
});
