import type { TestServices } from '#tests/support/services.ts';
import type { Rows } from './rows.ts';

const MOMENT = '2026-11-20T12:00:00Z';

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
  await seed.sql('insert into login_rules (account_id, emergency_user_id) values ($1, $2)', [
    accountId,
    administrator.id,
  ]);
};
