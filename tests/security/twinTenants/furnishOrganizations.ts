import type { TestServices } from '#tests/support/services.ts';
import type { Rows } from './rows.ts';

const MOMENT = '2026-11-20T12:00:00Z';

/** Templates of permissions, one of them that nothing gives, and a directory with a token, a user and a group that gives the other. */
const furnishProvisioning = async ({ seed }: Pick<TestServices, 'seed'>, accountId: number, rows: Rows) => {
  for (const use of ['', '/spare']) {
    const id = await seed.insert('permission_templates', { account_id: accountId, name: `Modelo${use}` });
    rows.set(`permissionTemplate${use}`, id);
  }
  const ofDirectory = { account_id: accountId, organization_id: rows.get('organization') };
  const made = { created_at: MOMENT, modified_at: MOMENT };
  const token = Buffer.alloc(32, accountId % 200);
  await seed.insert('scim_tokens', { ...ofDirectory, token_hash: token, created_at: MOMENT });
  const user = rows.get('user');
  await seed.sql(
    `insert into scim_users (account_id, organization_id, user_id, user_name, external_id, email, display_name, formatted,
       given_name, family_name, created_at, modified_at) values ($1, $2, $3, 'x', 'x', 'x@y', 'x', 'x', 'x', 'x', $4, $4)`,
    [accountId, ofDirectory.organization_id, user, MOMENT],
  );
  const group = await seed.insert('scim_groups', { ...ofDirectory, ...made, display_name: 'x', external_id: 'x' });
  await seed.sql(
    'insert into scim_group_members (account_id, organization_id, group_id, user_id) values ($1, $2, $3, $4)',
    [accountId, ofDirectory.organization_id, group, user],
  );
  const given = { name: 'x', template_id: rows.get('permissionTemplate') };
  const mapped = await seed.insert('organization_groups', { ...ofDirectory, ...given });
  await seed.sql('insert into user_group_claims (account_id, user_id, group_id) values ($1, $2, $3)', [
    accountId,
    user,
    mapped,
  ]);
};

/** Organizations of single sign-on, one of them to delete, with a subject and a login under way; an administrator for emergencies. */
export const furnishOrganizations = async ({ seed }: TestServices, accountId: number, rows: Rows): Promise<void> => {
  const administrator = await seed.user(accountId, { admin: true });
  rows.set('user/emergency', administrator.id);
  for (const use of ['', '/spare']) {
    const id = await seed.insert('organizations', {
      account_id: accountId,
      name: `Organização${use}`,
      domain: 'exemplo.com.br',
      issuer: `https://login.exemplo.com.br${use}`,
      client_id: 'prumo',
      proof: 'prova-de-teste-com-24-letras',
      proven_at: MOMENT,
    });
    rows.set(`organization${use}`, id);
    await seed.sql(
      `insert into user_identities (account_id, organization_id, issuer, subject, user_id, linked_at)
       values ($1, $2, 'https://login.exemplo.com.br', 'sujeito', $3, $4)`,
      [accountId, id, administrator.id, MOMENT],
    );
    await seed.insert('sso_attempts', {
      account_id: accountId,
      organization_id: id,
      browser_hash: Buffer.alloc(32, id % 200),
      state_hash: Buffer.alloc(32, 1),
      sealed: Buffer.from('selado'),
      fresh: false,
      expires_at: MOMENT,
    });
  }
  await furnishProvisioning({ seed }, accountId, rows);
  await seed.sql('insert into login_rules (account_id, emergency_user_id) values ($1, $2)', [
    accountId,
    administrator.id,
  ]);
};

/** Tokens of programs, one of them to revoke, for a building each, and what they used of a day. */
const furnishTokens = async ({ seed }: TestServices, accountId: number, rows: Rows): Promise<void> => {
  for (const use of ['', '/spare']) {
    const id = await seed.insert('api_tokens', {
      account_id: accountId,
      user_id: rows.get('user'),
      made_by: rows.get('user'),
      name: 'x',
      token_hash: Buffer.alloc(32, rows.size),
      last_four: 'abcd',
      access: 'READ',
      areas: ['FINANCIAL'],
      everywhere: false,
      created_at: MOMENT,
      expires_at: '2027-02-18T03:00:00Z',
    });
    rows.set(`apiToken${use}`, id);
    await seed.sql(
      'insert into api_token_places (account_id, token_id, company_id, building_id) values ($1, $2, $3, $4)',
      [accountId, id, rows.get('company'), rows.get('building')],
    );
  }
  await seed.sql("insert into api_usage (account_id, day, points, calls) values ($1, '2026-11-20', 1, 1)", [accountId]);
};

/** Webhooks, one of them to delete, each with a failed delivery and its attempt; nothing that happens here is for them. */
const furnishWebhooks = async ({ seed }: TestServices, accountId: number, rows: Rows): Promise<void> => {
  for (const use of ['', '/spare']) {
    const own = { account_id: accountId };
    const id = await seed.insert('webhooks', {
      ...{ ...own, url: 'https://93.184.215.14/x', description: 'x', events: ['schedule.updated'], everywhere: false },
      ...{ state: 'ACTIVE', secret: Buffer.alloc(60, 1), created_at: MOMENT },
    });
    rows.set(`webhook${use}`, id);
    await seed.sql(
      'insert into webhook_places (account_id, webhook_id, company_id, building_id) values ($1, $2, $3, $4)',
      [accountId, id, rows.get('company'), rows.get('building')],
    );
    const delivery = await seed.insert('webhook_deliveries', {
      ...{ ...own, webhook_id: id, event_id: `evt_${'0'.repeat(32)}`, type: 'schedule.updated', entity: 'schedule' },
      ...{ entity_id: 1, data: '{}', at: MOMENT, next_attempt_at: MOMENT, state: 'FAILED', attempts: 10 },
    });
    rows.set(`webhookDelivery${use}`, delivery);
    await seed.sql(
      "insert into webhook_attempts (account_id, delivery_id, at, milliseconds, answer) values ($1, $2, $3, 1, 'x')",
      [accountId, delivery, MOMENT],
    );
  }
};

/** A cell of each template; the company comes after the registers. */
export const furnishTemplates = async (services: TestServices, accountId: number, rows: Rows): Promise<void> => {
  const { seed } = services;
  for (const use of ['', '/spare']) {
    await seed.sql(
      `insert into permission_template_grants (account_id, template_id, company_id, permission) values ($1, $2, $3, 'DEBIT')`,
      [accountId, rows.get(`permissionTemplate${use}`), rows.get('company')],
    );
  }
  await furnishTokens(services, accountId, rows);
  await furnishWebhooks(services, accountId, rows);
};
