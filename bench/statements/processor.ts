import { readdirSync } from 'node:fs';
import pg from 'pg';
import { type Running, statOf } from '../support/processes.ts';

/** Milliseconds of processor of one answer, by part. */
export interface Processor {
  gateway: number;
  services: number;
  postgres: number;
}

/** Processor of a server's processes so far, in milliseconds; one that ends while they are read counts no more. */
const usedBy = (parent: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        const stat = statOf(Number(name));
        return Number(stat[1]) === parent ? sum + (Number(stat[11]) + Number(stat[12])) * 10 : sum;
      } catch {
        return sum;
      }
    }, 0);

/** Process that all of the database's processes come from. */
export const postmasterOf = async (url: string): Promise<number> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
    return rows[0].pid;
  } finally {
    await client.end();
  }
};

/** Measures what `answers` answers of one after the other cost the parts. */
export const processorOf = async (
  { gateway, services, postmaster }: { gateway: Running; services: Running; postmaster: number },
  answers: number,
  ask: () => Promise<unknown>,
): Promise<Processor> => {
  const now = () => [gateway.cpu() * 1000, services.cpu() * 1000, usedBy(postmaster)] as const;
  const before = now();
  for (let answer = 0; answer < answers; answer += 1) await ask();
  const [ofGateway = 0, ofServices = 0, ofPostgres = 0] = now().map(
    (value, part) => (value - (before[part] ?? 0)) / answers,
  );
  return { gateway: ofGateway, services: ofServices, postgres: ofPostgres };
};
