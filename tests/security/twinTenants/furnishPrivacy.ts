import type { TestServices } from '#tests/support/services.ts';
import type { Party } from './places.ts';
import type { Rows } from './rows.ts';

/** A file of the administrator's data, a request that the administrator made, somebody who may decide, an opened record, and what its supplier is paid by. */
export const furnishPrivacy = async ({ seed }: TestServices, place: Party, known: Rows): Promise<Rows> => {
  const at = '2026-11-20T12:00:00Z';
  const account = { account_id: place.accountId };
  const [admin] = await seed.sql<{ id: number }>(
    `select id from users where account_id = $1 and admin order by id limit 1`,
    [place.accountId],
  );
  await seed.user(place.accountId, { admin: true });
  const subject = await seed.user(place.accountId, { name: `Pessoa ${place.mark}` });
  const job = await seed.insert('jobs', {
    ...{ ...account, kind: 'PERSONAL_EXPORT', permission: 'SELF', state: 'DONE', created_by: admin?.id },
    ...{ created_at: at, finished_at: at, input: '{}', message: 'Pronto' },
  });
  const personalExport = await seed.insert('personal_exports', {
    ...{ ...account, user_id: admin?.id, job_id: job, requested_at: at },
    ...{ ready_at: at, expires_at: '2099-01-01T00:00:00Z', content: Buffer.from('PKzz') },
  });
  const anonymisation = await seed.insert('anonymisations', {
    ...{ ...account, user_id: subject.id, requested_by: admin?.id, requested_at: at },
  });
  await seed.sql(
    `insert into data_views (account_id, partner_id, user_id, day, first_at, last_at) values ($1, $2, $3, '2026-11-20', $4, $4)`,
    [place.accountId, known.get('partner/DEBIT'), subject.id, at],
  );
  const key = { kind: 'EMAIL', key: `${place.mark}@exemplo.com.br`, preferred: true };
  await seed.sql('update partners set pix_keys = $1 where id = $2', [
    JSON.stringify([key]),
    known.get('partner/DEBIT'),
  ]);
  await seed.insert('partner_payment_changes', {
    ...{ ...account, partner_id: known.get('partner/DEBIT'), at, user_id: subject.id },
    ...{ target: 'PIX_KEY', action: 'ADDED', after: JSON.stringify(key) },
  });
  return new Map([
    ['personalExport', personalExport],
    ['anonymisation', anonymisation],
  ]);
};
