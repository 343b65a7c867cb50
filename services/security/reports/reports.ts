import { sql } from 'kysely';
import { formatMoment } from '#domain/dates.ts';
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from '#domain/permissions.ts';
import type { User } from '#schema/security/users.rest.ts';
import { admin } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { listUsers } from '../users/store.ts';
import { actionLabel, entityLabel } from './auditWords.ts';

const STATUS = { ACTIVE: 'Ativo', INVITED: 'Convidado', INACTIVE: 'Inativo' } as const;

const readNames = async (trx: Trx, accountId: number, companyId: number): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from buildings where account_id = ${accountId} and company_id = ${companyId}`.execute(trx);
  return new Map([['-1', 'Sem obra'], ...rows.map(({ id, name }): [string, string] => [String(id), name])]);
};

/** In the order of the screens, whether they were given by hand or by a group. */
const labels = (byHand: readonly Permission[] = [], byGroup: readonly Permission[] = []): string =>
  PERMISSIONS.filter((permission) => byHand.includes(permission) || byGroup.includes(permission))
    .map((permission) => PERMISSION_LABELS[permission])
    .join(', ');

/** Login, state and second factor; a service account has neither the first nor the last. */
const loginCells = ({ service, login, status, secondFactor }: User): string[] =>
  service ? ['Conta de serviço', STATUS[status], '–'] : [login, STATUS[status], secondFactor ? 'Sim' : 'Não'];

const lastLogin = ({ service, lastLoginAt }: User, timeZone: string): string => {
  if (lastLoginAt !== null) return formatMoment(new Date(lastLoginAt), timeZone);
  return service ? '–' : 'Nunca';
};

/** Every user of the account, and what each may do on which obra of the company, by hand and by groups. */
const readUsers = async (trx: Trx, { session, companyId }: Asked): Promise<Content> => {
  const names = await readNames(trx, session.accountId, companyId);
  const { content } = await listUsers(trx, session.accountId, { sort: 'name' });
  const rows = content.flatMap((user): Row[] => {
    const byHand = user.permissions[String(companyId)] ?? {};
    const byGroup = user.groupPermissions[String(companyId)] ?? {};
    const places = user.admin ? [] : [...new Set([...Object.keys(byHand), ...Object.keys(byGroup)])];
    const row = (place: string, permissions: string): Row => ({
      cells: [...[user.name, ...loginCells(user), place, permissions, lastLogin(user, session.timeZone)]],
    });
    if (user.admin) return [row('Todas', 'Administrador')];
    if (places.length === 0) return [row('–', 'Nenhuma nesta empresa')];
    return places
      .sort((a, b) => (names.get(a) ?? '').localeCompare(names.get(b) ?? '', 'pt-BR'))
      .map((id) => row(names.get(id) ?? id, labels(byHand[id], byGroup[id])));
  });
  return {
    columns: [
      { title: 'Usuário', kind: 'TEXT', width: 26 },
      { title: 'Login', kind: 'TEXT', width: 30 },
      { title: 'Situação', kind: 'TEXT', width: 12 },
      { title: 'Segundo fator', kind: 'TEXT', width: 12 },
      { title: 'Obra', kind: 'TEXT', width: 26 },
      { title: 'Permissões', kind: 'TEXT', width: 40 },
      { title: 'Último acesso', kind: 'TEXT', width: 20 },
    ],
    rows,
  };
};

interface Entry {
  at: string;
  name: string | null;
  /** Of the program that acted, and who made it where that is not whom it acted for. */
  token: string | null;
  maker: string | null;
  action: string;
  entity: string | null;
  entityId: number | null;
  route: string;
}

const actorOf = ({ name, token, maker }: Entry): string => {
  if (token === null) return name ?? 'Sem login';
  return `${name ?? ''} (token ${token}${maker === null ? '' : `, criado por ${maker}`})`;
};

/** The history of the account in some days of the reader's zone. */
const readAudit = async (trx: Trx, { session, from, to }: Asked): Promise<Content> => {
  const zone = session.timeZone;
  const within = sql`a.account_id = ${session.accountId}
    and a.at >= ${from}::date::timestamp at time zone ${zone} and a.at < (${to}::date + 1)::timestamp at time zone ${zone}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log a where ${within}`.execute(trx);
  const statement = sql<Entry>`
    select a.at, u.name, a.details #>> '{token,name}' as token, m.name as maker, a.action, a.entity, a.entity_id as "entityId", a.route
      from audit_log a left join users u on u.account_id = a.account_id and u.id = a.user_id
      left join users m on m.account_id = a.account_id and m.id = (a.details #>> '{token,madeBy}')::bigint
     where ${within} order by a.at, a.id`;
  const rows = async function* (): AsyncGenerator<Row> {
    for await (const entry of cursorRows(trx, statement)) {
      const { at, action, entity, entityId, route } = entry;
      yield {
        cells: [
          ...[formatMoment(new Date(at), zone), actorOf(entry), actionLabel(action), entityLabel(entity)],
          ...[entityId === null ? '' : String(entityId), route],
        ],
      };
    }
  };
  return {
    columns: [
      { title: 'Quando', kind: 'TEXT', width: 20 },
      { title: 'Quem', kind: 'TEXT', width: 26 },
      { title: 'O que fez', kind: 'TEXT', width: 18 },
      { title: 'Em', kind: 'TEXT', width: 26 },
      { title: 'Número', kind: 'TEXT', width: 10 },
      { title: 'Por onde', kind: 'TEXT', width: 50 },
    ],
    rows: rows(),
    totals: null,
    summary: { count: counted[0]?.count ?? 0, totals: [] },
    about: ['conta inteira'],
  };
};

export const securityReports: readonly ReportDescription[] = [
  {
    ...{ report: 'users', title: 'Usuários e permissões', group: 'ADMINISTRATION' },
    description: 'Quem pode o quê em cada obra da empresa',
    ...{ access: admin, period: 'NONE', landscape: true, read: readUsers },
  },
  {
    ...{ report: 'audit', title: 'Auditoria', group: 'ADMINISTRATION' },
    description: 'O que cada pessoa fez na conta',
    ...{ access: admin, period: 'DAYS', landscape: true, read: readAudit },
  },
];
