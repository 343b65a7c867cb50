import { sql } from 'kysely';
import type { ClientLayout, ClientWorkbook } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../access.ts';
import { readEstimate, type Reader } from '../read.ts';
import { detailsOf, readContents } from '../rows.ts';
import type { Known } from './check.ts';
import type { KnownLayout } from './guess.ts';

/** A client's workbook as it is stored. */
export interface StoredWorkbook {
  file: NonNullable<ClientWorkbook['file']>;
  content: Buffer;
  layout: ClientLayout | null;
  links: [number, number][];
}

/** Earlier files of a customer that are looked at. */
const MOST_REMEMBERED = 20;

export const readStored = async (trx: Trx, accountId: number, id: number): Promise<StoredWorkbook | null> => {
  const { rows } = await sql<StoredWorkbook>`
    select json_build_object('name', w.name, 'size', w.size, 'createdAt', to_jsonb(w.created_at),
             'createdBy', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) as file,
           w.content, w.layout, w.links
    from client_workbooks w left join users u on u.account_id = w.account_id and u.id = w.created_by
    where w.account_id = ${accountId} and w.cost_estimate_id = ${id}`.execute(trx);
  return rows[0] ?? null;
};

/** @throws ServiceError 404 */
export const readKnown = async (trx: Trx, reader: Reader, key: EstimateKey): Promise<Known> => {
  const estimate = await readEstimate(trx, reader, key);
  const contents = await readContents(trx, reader.session.accountId, estimate.id);
  const sourceOf = (resourceId: number | null) =>
    resourceId === null ? null : (contents.resources.get(resourceId)?.code ?? null);
  const rows = detailsOf(estimate, contents).map((row) => ({ ...row, sourceCode: sourceOf(row.resourceId) }));
  return { estimate, rows };
};

/** Layouts of other files of the customer, the newest first. */
export const readRemembered = async (trx: Trx, accountId: number, { estimate }: Known): Promise<KnownLayout[]> => {
  if (!estimate.customer) return [];
  const { rows } = await sql<KnownLayout>`
    select w.layout, w.titles from client_workbooks w
    join cost_estimates e on e.account_id = w.account_id and e.id = w.cost_estimate_id
    where w.account_id = ${accountId} and e.customer_id = ${estimate.customer.id} and w.layout is not null
    order by w.mapped_at desc limit ${MOST_REMEMBERED}`.execute(trx);
  return rows;
};

/** Keeps a file instead of the one before; its layout and links begin anew. */
export const keepFile = async (
  trx: Trx,
  work: Work,
  id: number,
  file: { name: string; content: Buffer },
): Promise<void> => {
  const { accountId, userId } = work.session;
  await sql`
    insert into client_workbooks (account_id, cost_estimate_id, name, size, content, created_at, created_by)
    values (${accountId}, ${id}, ${file.name}, ${file.content.length}, ${file.content}, ${work.clock.now()}, ${userId})
    on conflict (account_id, cost_estimate_id) do update set
      name = excluded.name, size = excluded.size, content = excluded.content, created_at = excluded.created_at,
      created_by = excluded.created_by, layout = null, titles = null, mapped_at = null, links = '[]'`.execute(trx);
  const details = { name: file.name, size: file.content.length };
  work.audit({ action: 'attach', entity: 'costEstimate', entityId: id, details: { clientWorkbook: details } });
};

export const keepLayout = async (
  trx: Trx,
  work: Work,
  id: number,
  { layout, titles, links }: { layout: ClientLayout; titles: string; links: ReadonlyMap<number, number> },
): Promise<void> => {
  await sql`
    update client_workbooks set layout = ${JSON.stringify(layout)}::jsonb, titles = ${titles},
      links = ${JSON.stringify([...links])}::jsonb, mapped_at = ${work.clock.now()}
    where account_id = ${work.session.accountId} and cost_estimate_id = ${id}`.execute(trx);
  const details = { layout, links: links.size };
  work.audit({ action: 'update', entity: 'costEstimate', entityId: id, details: { clientWorkbook: details } });
};

/** Removes the file; false where there is none. */
export const removeFile = async (trx: Trx, work: Work, id: number): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`
    delete from client_workbooks where account_id = ${work.session.accountId} and cost_estimate_id = ${id}
    returning name`.execute(trx);
  const [removed] = rows;
  if (removed)
    work.audit({ action: 'detach', entity: 'costEstimate', entityId: id, details: { clientWorkbook: removed } });
  return removed !== undefined;
};
