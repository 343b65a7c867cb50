import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

export interface Person {
  accountId: number;
  userId: number;
}

type Cell = string | number | boolean | null;

export interface KeptRow {
  /** Instant of the database. */
  at: string | null;
  [field: string]: Cell;
}

interface KeptList {
  /** Name of its sheet; at most 31 characters. */
  title: string;
  /** Title of the instant `at`; other titles are by field. */
  when: string;
  columns: Readonly<Record<string, string>>;
  query: (person: Person) => RawBuilder<KeptRow>;
}

/** Lists that name things, each as it is stored: secrets and their hashes are left out. */
const LISTS = {
  identities: {
    title: 'Login único',
    when: 'Ligado em',
    columns: { organization: 'Organização', issuer: 'Emissor', subject: 'Identificador no emissor' },
    query: ({ accountId, userId }) => sql`
      select i.linked_at as at, o.name as organization, i.issuer, i.subject
        from user_identities i join organizations o on o.account_id = i.account_id and o.id = i.organization_id
       where i.account_id = ${accountId} and i.user_id = ${userId} order by i.linked_at`,
  },
  groups: {
    title: 'Grupos',
    when: 'Desde',
    columns: { group: 'Grupo', source: 'Informado por' },
    query: ({ accountId, userId }) => sql`
      select null as at, g.name as "group", 'login único' as source
        from user_group_claims c join organization_groups g on g.account_id = c.account_id and g.id = c.group_id
       where c.account_id = ${accountId} and c.user_id = ${userId}
      union all
      select null, g.display_name, 'diretório'
        from scim_group_members m join scim_groups g on g.account_id = m.account_id and g.id = m.group_id
       where m.account_id = ${accountId} and m.user_id = ${userId}
       order by 3, 2`,
  },
  roles: {
    title: 'Funções na conta',
    when: 'Desde',
    columns: { role: 'Função', of: 'De' },
    query: ({ accountId, userId }) => sql`
      select null as at, 'Responde por uma conta de serviço' as role, u.name as of
        from users u where u.account_id = ${accountId} and u.responsible_id = ${userId}
      union all
      select null, 'Administrador de emergência', null
        from login_rules r where r.account_id = ${accountId} and r.emergency_user_id = ${userId}
      union all
      select null, 'Limite de pedidos: ' || coalesce(l.max_value::text, 'sem limite'), c.name
        from order_limits l join companies c on c.account_id = l.account_id and c.id = l.company_id
       where l.account_id = ${accountId} and l.user_id = ${userId}
       order by 2, 3`,
  },
  secondFactor: {
    title: 'Verificação em duas etapas',
    when: 'Criado em',
    columns: { kind: 'Tipo', confirmedAt: 'Confirmado em', usedAt: 'Usado em' },
    query: ({ accountId, userId }) => sql`
      select created_at as at, 'Aplicativo autenticador' as kind, confirmed_at as "confirmedAt", null::timestamptz as "usedAt"
        from user_totp where account_id = ${accountId} and user_id = ${userId}
      union all
      select null, 'Código de recuperação', null, used_at
        from recovery_codes where account_id = ${accountId} and user_id = ${userId}`,
  },
  tokens: {
    title: 'Tokens de programas',
    when: 'Criado em',
    columns: {
      ...{ name: 'Nome', lastFour: 'Final', actsFor: 'Age por', expiresAt: 'Vale até', revokedAt: 'Revogado em' },
      ...{ lastUsedAt: 'Último uso', lastUsedFrom: 'Endereço do último uso' },
    },
    query: ({ accountId, userId }) => sql`
      select t.created_at as at, t.name, t.last_four as "lastFour", u.name as "actsFor", t.expires_at as "expiresAt",
             t.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt", host(t.last_used_from) as "lastUsedFrom"
        from api_tokens t join users u on u.account_id = t.account_id and u.id = t.user_id
       where t.account_id = ${accountId} and (t.user_id = ${userId} or t.made_by = ${userId}) order by t.id`,
  },
  links: {
    title: 'Links por e-mail',
    when: 'Criado em',
    columns: { purpose: 'Para', login: 'Endereço', expiresAt: 'Vale até', usedAt: 'Usado em' },
    query: ({ accountId, userId }) => sql`
      select issued_at as at, purpose, login, expires_at as "expiresAt", used_at as "usedAt"
        from link_tokens where account_id = ${accountId} and user_id = ${userId} order by issued_at`,
  },
  anonymisations: {
    title: 'Pedidos de anonimização',
    when: 'Pedido em',
    columns: { part: 'A sua parte', outcome: 'Resultado', decidedAt: 'Decidido em' },
    query: ({ accountId, userId }) => sql`
      select requested_at as at, outcome, decided_at as "decidedAt",
             concat_ws(', ', case when user_id = ${userId} then 'é quem seria anonimizado' end,
               case when requested_by = ${userId} then 'pediu' end, case when decided_by = ${userId} then 'decidiu' end) as part
        from anonymisations
       where account_id = ${accountId} and ${userId} in (user_id, requested_by, decided_by) order by id`,
  },
  preferences: {
    title: 'Preferências do assistente',
    when: 'Próximo resumo em',
    columns: {
      muted: 'Avisos desligados',
      undigested: 'Fora do resumo',
      quiet: 'Silêncio',
      weekends: 'Sem fins de semana',
    },
    query: ({ accountId, userId }) => sql`
      select digest_next_at as at, array_to_string(muted, ', ') as muted, array_to_string(undigested, ', ') as undigested,
             quiet_from || ' a ' || quiet_to as quiet, quiet_weekends as weekends
        from assistant_preferences where account_id = ${accountId} and user_id = ${userId}`,
  },
  broadcasts: {
    title: 'Comunicados que você enviou',
    when: 'Enviado em',
    columns: { title: 'Título', text: 'Texto' },
    query: ({ accountId, userId }) => sql`
      select at, title, text from assistant_messages where account_id = ${accountId} and sent_by = ${userId} order by id`,
  },
  mentions: {
    title: 'Menções a você',
    when: 'Comentário de',
    columns: { transactionId: 'Lançamento', active: 'Ainda no texto' },
    query: ({ accountId, userId }) => sql`
      select c.at, c.transaction_id as "transactionId", m.active
        from comment_mentions m join transaction_comments c on c.account_id = m.account_id and c.id = m.comment_id
       where m.account_id = ${accountId} and m.user_id = ${userId} order by c.id`,
  },
  savedViews: {
    title: 'Visões salvas',
    when: 'Salva em',
    columns: { name: 'Nome', list: 'Lista', address: 'Filtros', shared: 'Compartilhada' },
    query: ({ accountId, userId }) => sql`
      select created_at as at, name, list, address, shared
        from saved_views where account_id = ${accountId} and created_by = ${userId} order by id`,
  },
  listColumns: {
    title: 'Colunas das listas',
    when: 'Desde',
    columns: { list: 'Lista', columns: 'Colunas' },
    query: ({ accountId, userId }) => sql`
      select null as at, list, columns::text as columns
        from list_columns where account_id = ${accountId} and user_id = ${userId} order by list`,
  },
  savedReports: {
    title: 'Relatórios salvos e favoritos',
    when: 'Salvo em',
    columns: { name: 'Nome', report: 'Relatório', parameters: 'Parâmetros', shared: 'Compartilhado' },
    query: ({ accountId, userId }) => sql`
      select created_at as at, name, report, parameters::text as parameters, shared
        from saved_reports where account_id = ${accountId} and created_by = ${userId}
      union all
      select null, 'Favorito', report, null, null
        from report_favourites where account_id = ${accountId} and user_id = ${userId} order by 1, 3`,
  },
  files: {
    title: 'Arquivos preparados',
    when: 'Pedido em',
    columns: { title: 'Conteúdo', name: 'Arquivo' },
    query: ({ accountId, userId }) => sql`
      select created_at as at, title, name from report_files where account_id = ${accountId} and created_by = ${userId}
      union all
      select created_at, 'Pasta do contador', name
        from accountant_folders where account_id = ${accountId} and created_by = ${userId} order by 1`,
  },
  schedules: {
    title: 'Relatórios por e-mail',
    when: 'Em',
    columns: { part: 'A sua parte', report: 'Relatório', state: 'Situação' },
    query: ({ accountId, userId }) => sql`
      select created_at as at, 'agendou' as part, report, case when active then 'ativo' else 'pausado' end as state
        from report_schedules where account_id = ${accountId} and created_by = ${userId}
      union all
      select null, 'recebe', s.report, case when s.active then 'ativo' else 'pausado' end
        from report_schedule_recipients r join report_schedules s on s.account_id = r.account_id and s.id = r.schedule_id
       where r.account_id = ${accountId} and r.user_id = ${userId}
      union all
      select d.at, 'envio', s.report, d.state
        from report_schedule_deliveries d join report_schedule_runs n on n.account_id = d.account_id and n.id = d.run_id
        join report_schedules s on s.account_id = n.account_id and s.id = n.schedule_id
       where d.account_id = ${accountId} and d.user_id = ${userId} order by 2, 1`,
  },
  jobs: {
    title: 'Tarefas em segundo plano',
    when: 'Pedida em',
    columns: { kind: 'Tipo', state: 'Situação', finishedAt: 'Terminada em', message: 'Mensagem' },
    query: ({ accountId, userId }) => sql`
      select created_at as at, kind, state, finished_at as "finishedAt", message
        from jobs where account_id = ${accountId} and created_by = ${userId} order by id`,
  },
} satisfies Record<string, KeptList>;

export type KeptName = keyof typeof LISTS;
export type KeptRows = Record<KeptName, KeptRow[]>;

export const KEPT_LISTS: readonly (Omit<KeptList, 'query'> & { name: KeptName })[] = (
  Object.keys(LISTS) as KeptName[]
).map((name) => ({ name, ...LISTS[name] }));

/** What the lists have of a person: rows of that person alone. */
export const readKeptLists = async (trx: Trx, person: Person): Promise<KeptRows> => {
  const rows: Partial<KeptRows> = {};
  for (const name of Object.keys(LISTS) as KeptName[]) rows[name] = (await LISTS[name].query(person).execute(trx)).rows;
  return rows as KeptRows;
};
