import { createHash, randomBytes } from 'node:crypto';
import type { TestServices } from '#tests/support/services.ts';
import type { Party } from './places.ts';
import type { Rows } from './rows.ts';

const passkey = () => ({
  credential_id: randomBytes(16),
  user_handle: randomBytes(32),
  public_key: randomBytes(77),
  counter: 1,
  transports: 'internal',
  synced: false,
  created_at: '2026-11-20T12:00:00Z',
});

/** The access of the account's administrator: another session, the log, passkeys, and an app that is not confirmed. */
export const furnishAccess = async ({ seed }: TestServices, { accountId, token }: Party, rows: Rows): Promise<void> => {
  const hash = createHash('sha256').update(token).digest();
  const [owner] = await seed.sql<{ user_id: number }>('select user_id from access_tokens where token_hash = $1', [
    hash,
  ]);
  const own = { account_id: accountId, user_id: owner?.user_id };
  const times = { issued_at: '2026-11-20T12:00:00Z', expires_at: '2026-11-21T12:00:00Z' };
  rows.set('session', await seed.insert('access_tokens', { ...own, ...times, token_hash: randomBytes(32) }));
  const at = '2026-11-20T12:00:00Z';
  for (const use of ['', '/spare']) {
    const id = await seed.insert('passkeys', { ...own, ...passkey(), name: `Chave${use}` });
    rows.set(`passkey${use}`, id);
  }
  const guarded = await seed.user(accountId, { name: 'Com chave' });
  const spans = [{ text: 'Você deve R$ 1,00.', strong: false }];
  const nothing = { parts: [], links: [], scope: null, choices: [], form: null };
  const answer = JSON.stringify({ intent: 'owed', spans, ...nothing });
  await seed.insert('assistant_messages', {
    ...own,
    kind: 'INFO',
    text: 'Você deve R$ 1,00.',
    answer,
    frame: '{}',
    rights: '{admin}',
    at,
  });
  await seed.sql('insert into assistant_preferences (account_id, user_id, muted, undigested) values ($1, $2, $3, $3)', [
    accountId,
    owner?.user_id,
    '{JOB}',
  ]);
  await seed.sql('insert into list_columns (account_id, user_id, list, columns) values ($1, $2, $3, $4)', [
    ...[accountId, owner?.user_id, 'EXPENSES', JSON.stringify([{ id: 'partner', shown: true, width: 210 }])],
  ]);
  await seed.sql('insert into assistant_rounds (account_id) values ($1)', [accountId]);
  await seed.sql(
    "insert into assistant_told (account_id, event, subject, value, told_at) values ($1, 'DUPLICATE', 'transaction/0', 'x', $2)",
    [accountId, at],
  );
  await seed.insert('passkeys', { account_id: accountId, user_id: guarded.id, ...passkey(), name: 'Chave' });
  rows.set('user/guarded', guarded.id);
  await seed.insert('user_accesses', { ...own, at, kind: 'LOGIN', method: 'PASSWORD', device: 'Chrome' });
  const values = [accountId, owner?.user_id, randomBytes(32), at];
  await seed.sql('insert into user_totp (account_id, user_id, secret, created_at) values ($1, $2, $3, $4)', values);
  await seed.sql(
    'insert into recovery_codes (account_id, user_id, signature, used_at) values ($1, $2, $3, $4)',
    values,
  );
  await seed.sql(
    'insert into login_challenges (account_id, user_id, token_hash, expires_at) values ($1, $2, $3, $4)',
    values,
  );
  await seed.sql(
    `insert into passkey_challenges (account_id, user_id, challenge_hash, session_id, purpose, expires_at)
     values ($1, $2, $3, 1, 'CONFIRM', $4)`,
    values,
  );
};
