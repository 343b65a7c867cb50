import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { normalizeSpaces } from '#domain/text.ts';
import type { PermissionMap } from '#domain/permissions.ts';
import {
  permissionTemplateEndpoints,
  type PermissionTemplate,
  type PermissionTemplateBody,
  type PermissionTemplateUpdate,
} from '#schema/security/permissionTemplates.rest.ts';
import { notFound, ruleBroken, staleVersion } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { permissionMap, readGrants, requirePlaces, type Grant } from '../users/permissions.ts';
import { settleGroupGrants } from './groupGrants.ts';
import './tables.ts';

/** Most templates of an account. */
const MOST = 100;
const MISSING = 'Modelo de permissões não encontrado.';

const templatesOf = async (trx: Trx, accountId: number, id?: number): Promise<PermissionTemplate[]> => {
  const grants = sql<PermissionMap>`${permissionMap(
    sql`permission_template_grants p where p.account_id = t.account_id and p.template_id = t.id`,
  )}`;
  const { rows } = await sql<PermissionTemplate>`
    select t.id, t.name, ${grants} as permissions, t.version,
      (select count(*) from organization_groups g where g.account_id = t.account_id and g.template_id = t.id) as groups
    from permission_templates t
    where t.account_id = ${accountId} ${id === undefined ? sql`` : sql`and t.id = ${id}`}
    order by search_key(t.name), t.id`.execute(trx);
  return rows;
};

const readTemplate = async (trx: Trx, accountId: number, id: number): Promise<PermissionTemplate> => {
  const [template] = await templatesOf(trx, accountId, id);
  if (!template) throw notFound(MISSING);
  return template;
};

/** Serializes changes of what groups give. */
const lockAccount = async (trx: Trx, work: Work, session: Session): Promise<void> => {
  await sql`select from accounts where id = ${work.session.accountId} for no key update`.execute(trx);
  await requireReauthentication(trx, work, session);
};

const storeCells = async (trx: Trx, accountId: number, templateId: number, grants: readonly Grant[]): Promise<void> => {
  await requirePlaces(trx, accountId, grants);
  await sql`delete from permission_template_grants where account_id = ${accountId} and template_id = ${templateId}`.execute(
    trx,
  );
  await sql`
    insert into permission_template_grants (account_id, template_id, company_id, building_id, permission)
    select ${accountId}, ${templateId}, cell.company_id, cell.building_id, cell.permission from unnest(
      ${grants.map(({ companyId }) => companyId)}::bigint[],
      ${grants.map(({ buildingId }) => buildingId)}::bigint[],
      ${grants.map(({ permission }) => permission)}::text[]) as cell(company_id, building_id, permission)`.execute(trx);
};

const create = async (trx: Trx, work: Work, session: Session, body: PermissionTemplateBody) => {
  const grants = readGrants(body.permissions);
  await lockAccount(trx, work, session);
  const { accountId } = work.session;
  const { count } = await trx
    .selectFrom('permission_templates')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count >= MOST) throw ruleBroken(`Uma conta tem no máximo ${MOST} modelos de permissões.`);
  const { id } = await trx
    .insertInto('permission_templates')
    .values({ account_id: accountId, name: normalizeSpaces(body.name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeCells(trx, accountId, id, grants);
  const details = { name: normalizeSpaces(body.name), permissions: body.permissions };
  work.audit({ action: 'create', entity: 'permissionTemplate', entityId: id, details });
  return readTemplate(trx, accountId, id);
};

const update = async (trx: Trx, work: Work, session: Session, body: PermissionTemplateUpdate) => {
  const grants = readGrants(body.permissions);
  await lockAccount(trx, work, session);
  const { accountId } = work.session;
  const before = await readTemplate(trx, accountId, body.id);
  if (body.version !== undefined && body.version !== before.version) throw staleVersion();
  const name = normalizeSpaces(body.name);
  await trx
    .updateTable('permission_templates')
    .set({ name, version: before.version + 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', body.id)
    .execute();
  await storeCells(trx, accountId, body.id, grants);
  const details = {
    before: { name: before.name, permissions: before.permissions },
    name,
    permissions: body.permissions,
  };
  work.audit({ action: 'update', entity: 'permissionTemplate', entityId: body.id, details });
  if (before.groups > 0) await settleGroupGrants(trx, work, null);
  return readTemplate(trx, accountId, body.id);
};

const remove = async (trx: Trx, work: Work, session: Session, id: number): Promise<{ id: number }> => {
  await lockAccount(trx, work, session);
  const { accountId } = work.session;
  const { name } = await readTemplate(trx, accountId, id);
  await trx.deleteFrom('permission_templates').where('account_id', '=', accountId).where('id', '=', id).execute();
  work.audit({ action: 'delete', entity: 'permissionTemplate', entityId: id, details: { name } });
  return { id };
};

/** Registers the templates of permissions; administrators only. */
export const permissionTemplates = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    permission_templates_name_key: { message: 'Já existe um modelo com este nome.', field: 'name' },
    organization_groups_template_fk: {
      message: 'Há grupos que dão este modelo: retire-os antes em Configurações, Acesso único.',
    },
  });

  implement(app, permissionTemplateEndpoints.list, ({ session, read }) =>
    read((trx) => templatesOf(trx, session.accountId)),
  );
  implement(app, permissionTemplateEndpoints.create, ({ session, body, write }) =>
    write((trx, work) => create(trx, work, session, body)),
  );
  implement(app, permissionTemplateEndpoints.update, ({ session, body, write }) =>
    write((trx, work) => update(trx, work, session, body)),
  );
  implement(app, permissionTemplateEndpoints.remove, ({ session, params, write }) =>
    write((trx, work) => remove(trx, work, session, params.id)),
  );
};
