import type { Trx } from '../db/unitOfWork.ts';

/** Bytes of a piece. */
const PIECE = 1024 * 1024;

/** Keeps the file of a job with it, in the command that enqueues the job; it is deleted when the job is over. */
export const keepJobFile = async (
  trx: Trx,
  { accountId, jobId }: { accountId: number; jobId: number },
  content: Buffer,
): Promise<void> => {
  for (let position = 0; position * PIECE < content.length; position += 1) {
    const piece = content.subarray(position * PIECE, (position + 1) * PIECE);
    await trx
      .insertInto('job_files')
      .values({ account_id: accountId, job_id: jobId, position, content: piece })
      .execute();
  }
};

/** Reads the file of a job, which exists until the job is over. */
export const readJobFile = async (trx: Trx, accountId: number, jobId: number): Promise<Buffer> => {
  const pieces = await trx
    .selectFrom('job_files')
    .select('content')
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  return Buffer.concat(pieces.map(({ content }) => content));
};
