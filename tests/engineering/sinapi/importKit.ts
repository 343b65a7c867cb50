import { eventually } from '#tests/support/eventually.ts';
import type { Reply, TestServices } from '#tests/support/services.ts';
import { monthOf, type Month } from '#tests/support/sinapi/model.ts';
import type { WorkbookOptions } from '#tests/support/sinapi/workbook.ts';
import type { ZipEntry } from '#tests/support/sinapi/zip.ts';

export const IMPORTS = '/api/v1/engineering/cost-databases/imports';
export const JOBS = '/api/v1/engineering/jobs';

/** A small month: every kind of row of a real one. */
export const smallMonth = (seed = 1): Month => monthOf({ inputs: 40, compositions: 60, lines: 4 }, seed);

/** Headers and body of an upload of one part. */
export const sent = (part: string, content: Buffer, fileName = 'SINAPI_Referência_2026_10.xlsx') => {
  const boundary = '----prumo';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
};

/** Calls of one user about imports. */
export const importsOf = ({ api }: TestServices, token: string) => {
  const start = (workbook: Buffer, fileName?: string): Promise<Reply> =>
    api.post(IMPORTS, { token, ...sent('workbook', workbook, fileName) });
  const job = async (id: number) => (await api.get(`${JOBS}/${id}`, { token })).body.data;
  const answer = (id: number, body: object): Promise<Reply> => api.post(`${IMPORTS}/${id}/answer`, { token, body });
  const cancel = (id: number): Promise<Reply> => api.delete(`${JOBS}/${id}`, { token });
  /** The job once it is in one of the states. */
  const until = async (id: number, ...states: string[]) => {
    await eventually(async () => states.includes((await job(id)).state)).toBe(true);
    return job(id);
  };
  /** Sends a workbook and answers its first question; the job as it then ends or asks again. */
  const bring = async (workbook: Buffer, choice: { states: string[]; regimes: string[] }) => {
    const { status, body, text } = await start(workbook);
    if (status !== 200) throw new Error(text);
    const { id } = body.data;
    await until(id, 'WAITING', 'FAILED');
    const answered = await answer(id, choice);
    if (answered.status !== 200) throw new Error(answered.text);
    return until(id, 'DONE', 'FAILED', 'WAITING');
  };
  const report = async (id: number, query: Record<string, string> = {}) =>
    (await api.get(`${IMPORTS}/${id}/report`, { token, query })).body.data;
  return { start, job, answer, cancel, until, bring, report };
};

/** The text of the sheets whose XML is replaced: ISD is the second one, CSD the fifth, Analítico the last. */
const SHEETS = { ISD: 'sheet2.xml', CSD: 'sheet5.xml', Analítico: 'sheet8.xml' } as const;
export const edited = (sheet: keyof typeof SHEETS, pattern: RegExp | string, text: string): WorkbookOptions => ({
  change: (entries: ZipEntry[]) =>
    entries.map((entry) =>
      entry.name.endsWith(SHEETS[sheet])
        ? { ...entry, content: Buffer.from(entry.content.toString().replace(pattern, text)) }
        : entry,
    ),
});

/** Rows of an account in the tables that an import writes. */
export const countAll = async ({ seed }: TestServices, accountId: number): Promise<Record<string, number>> => {
  const tables = ['catalogues', 'product_tables', 'product_definitions', 'products', 'task_definitions', 'tasks'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await seed.sql(`select from ${table} where account_id = $1`, [accountId]);
      return [table, rows.length] as const;
    }),
  );
  return Object.fromEntries(counts);
};
