import type { Reply, TestServices } from '#tests/support/services.ts';
import type { Party } from './places.ts';
import type { Rows } from './rows.ts';

interface Remarks {
  /** Of the transactions of a kind. */
  path: string;
  mainId: number;
  /** Of another transaction. */
  body: unknown;
  userId: number | undefined;
  side: string;
  file: { body: Buffer; headers: { 'content-type': string } };
}

const made = ({ status, text, body }: Reply) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.data;
};

/** Creates comments with somebody mentioned, and deleted transactions with a file. */
export const furnishRemarks = async (
  { api, seed }: TestServices,
  { accountId, token, mark }: Party,
  { path, mainId, body, userId, side, file }: Remarks,
): Promise<Rows> => {
  const rows: Rows = new Map();
  for (const use of ['', '/spare']) {
    const gone = made(await api.post(path, { token, body }));
    made(await api.post(`${path}/${gone.id}/attachments`, { token, ...file }));
    made(await api.delete(`${path}/${gone.id}`, { token }));
    rows.set(`deletedTransaction/${side}${use}`, gone.id);
    const text = { text: `${mark} comenta` };
    const comment = made(await api.post(`${path}/${mainId}/comments`, { token, body: text })).id;
    await seed.sql('insert into comment_mentions (account_id, comment_id, user_id, active) values ($1, $2, $3, true)', [
      ...[accountId, comment, userId],
    ]);
    rows.set(`comment/${side}${use}`, comment);
  }
  return rows;
};
