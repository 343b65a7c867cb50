import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Books } from '../support/books.ts';
import { type Services, startDatabase, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { round, table } from '../support/table.ts';
import { PERIOD, seedBills } from './seed.ts';

const MEBIBYTE = 1024 * 1024;
const MOST_SECONDS = 30;
const MOST_MEMORY = 200;

interface Case {
  format: 'CSV' | 'XLSX' | 'PDF';
  grouping: 'NONE' | 'PARTNER';
}

const CASES: readonly Case[] = (['NONE', 'PARTNER'] as const).flatMap((grouping) =>
  (['CSV', 'XLSX', 'PDF'] as const).map((format) => ({ format, grouping })),
);

interface Made {
  seconds: number;
  /** MiB of the services above their rest, and of the file. */
  memory: number;
  size: number;
}

/** Most resident memory that a process has had, in MiB. */
const highWater = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const callOf =
  ({ url }: Services, token: string) =>
  async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${path} ${await answer.text()}`);
    return answer;
  };

interface File {
  id: number;
  state: string;
  message: string | null;
  size: number;
}

/** Has a file prepared by a job as its screen does, in services of its own, and downloads it. */
const make = async (databaseUrl: string, { token, companyId }: Books, { format, grouping }: Case): Promise<Made> => {
  const services = await startServices(databaseUrl);
  try {
    const call = callOf(services, token);
    const base = `/api/v1/reports/company/${companyId}`;
    // A short file of the same format first: rest is that of services that have worked.
    const early = `${base}/reports/bills-due/file?from=2028-01-01&to=2028-01-03&format=${format}`;
    await (await call(early)).arrayBuffer();
    const rest = services.memory() / MEBIBYTE;
    const started = performance.now();
    const parameters = { ...PERIOD, grouping };
    await call(`${base}/report-files`, { report: 'bills-due', format, parameters });
    for (;;) {
      const { data } = (await (await call(`${base}/report-files`)).json()) as { data: { content: File[] } };
      const [file] = data.content;
      if (file?.state === 'FAILED') throw new Error(file.message ?? file.state);
      if (file?.state === 'DONE') {
        const seconds = (performance.now() - started) / 1000;
        const content = await (await call(`${base}/report-files/${file.id}/content`)).arrayBuffer();
        if (content.byteLength !== file.size) throw new Error(`${content.byteLength} bytes of ${file.size}`);
        return { seconds, memory: highWater(services.pid) - rest, size: file.size / MEBIBYTE };
      }
      await pause(100);
    }
  } finally {
    await services.stop();
  }
};

/** Bills due as files that a job makes, each in services of their own. */
export const reportsPart = async ({ reports: { rows }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const books = await seedBills(database.url, { rows, seed });
    const lines: (string | number)[][] = [];
    for (const one of CASES) {
      const { seconds, memory, size } = await make(database.url, books, one);
      if (seconds > MOST_SECONDS || memory > MOST_MEMORY) process.exitCode = 1;
      const name = `${one.format}${one.grouping === 'PARTNER' ? ', by supplier' : ''}`;
      lines.push([name, round(seconds, 1), Math.round(memory), round(size, 1)]);
    }
    return table(
      [
        `${rows} bills due`,
        `seconds (goal ≤ ${MOST_SECONDS})`,
        `MiB above rest (goal ≤ ${MOST_MEMORY})`,
        'MiB of file',
      ],
      lines,
    );
  } finally {
    await database.stop();
  }
};
