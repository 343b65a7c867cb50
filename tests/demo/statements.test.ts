/** The truth of each line is what it was written from, which the file does not say. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoStatements, type DemoStatement, type TruthfulLine } from '#services/demo/statements/statements.ts';
import { createDemoDatabase } from '#tests/support/app.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const PERIOD = { from: '2026-07-22', last: '2026-11-19' };

let services: TestServices;
let statements: DemoStatement[];
let token: string;
let base: string;

interface Line {
  id: number;
  date: string;
  amount: string;
  memo: string;
  document: string;
  suggestion: {
    score: number;
    reasons: string[];
    entries: { kind: string; id: number }[];
    transfer: object | null;
  } | null;
}

beforeAll(async () => {
  services = await startServices({ createDatabase: createDemoDatabase });
  const { seed, api } = services;
  const ask = <Row>(text: string, values: unknown[]) => seed.sql<Row & object>(text, values) as Promise<Row[]>;
  const [company] = await seed.sql<{ accountId: string; companyId: string }>(
    'select account_id as "accountId", id as "companyId" from companies',
  );
  const place = { accountId: Number(company?.accountId), companyId: Number(company?.companyId) };
  statements = await demoStatements(ask, place, PERIOD);
  token = await seed.tokenOf(await seed.user(place.accountId, { admin: true }));
  base = `/api/v1/financial/company/${place.companyId}/bank-statements`;
  // All drafts first: a transfer is known by the other account.
  for (const { name, content, walletId } of statements) {
    const sent = await api.post(`${base}/files`, { token, ...partsOf([{ name: 'file', content, file: name }]) });
    const { id } = done(sent);
    done(await api.put(`${base}/files/${id}/accounts/1`, { token, body: { wallet: { id: walletId } } }));
    done(await api.post(`${base}/files/${id}/import`, { token, body: {} }));
  }
}, 120_000);
afterAll(() => services.stop());

const linesOf = async ({ walletId }: DemoStatement): Promise<Line[]> =>
  done(await services.api.get(`${base}/reconciliation`, { token, query: { wallet: String(walletId), size: '500' } }))
    .content;

const keyOf = ({ date, amount, memo, document }: { date: string; amount: string; memo: string; document: string }) =>
  `${date} ${amount} ${memo} ${document}`;

/** "12,14": what the line was written from, and what is suggested with 90 % and more. */
const truth = ({ installments, transfer }: TruthfulLine): string =>
  transfer === null ? [...installments].sort((a, b) => a - b).join() : `transfer ${transfer}`;
const said = ({ suggestion }: Line): string => {
  if (!suggestion || suggestion.score < 90) return '';
  const [entry] = suggestion.entries;
  if (entry?.kind === 'TRANSFER') return `transfer ${entry.id}`;
  const ids = suggestion.entries.map(({ id }) => id).sort((a, b) => a - b);
  return ids.length > 0 ? ids.join() : 'a new transfer';
};

describe('Three statements of four months of the demo company', () => {
  test('have 240 lines, each once', async () => {
    const lines = statements.flatMap((one) => one.lines);
    expect(lines.length).toBeGreaterThanOrEqual(240);
    const found = (await Promise.all(statements.map(linesOf))).flat();
    expect(found.map(keyOf).sort()).toEqual(lines.map(keyOf).sort());
  });

  test('are answered right in 90 % of the lines at 90 %, and never wrong', async () => {
    const verdicts = await Promise.all(
      statements.map(async (statement) => {
        const truths = new Map(statement.lines.map((line) => [keyOf(line), truth(line)]));
        const lines = await linesOf(statement);
        return lines.map((line) => {
          const [right, answer] = [truths.get(keyOf(line)) ?? '?', said(line)];
          return { line, right, answer, verdict: answer === right ? 'right' : answer === '' ? 'unsure' : 'wrong' };
        });
      }),
    );
    const all = verdicts.flat();
    const wrong = all.filter(({ verdict }) => verdict === 'wrong');
    const told = ({ line, right, answer }: (typeof all)[number]) =>
      `${keyOf(line)}: ${answer} instead of ${right} (${line.suggestion?.score} ${line.suggestion?.reasons.join(' · ')})`;
    expect(wrong.map(told)).toEqual([]);
    const right = all.filter(({ verdict }) => verdict === 'right').length;
    process.stdout.write(`reconciliation: ${right} of ${all.length} lines right at 90 %, ${wrong.length} wrong\n`);
    expect(right / all.length).toBeGreaterThanOrEqual(0.9);
  });

  test('come with the demo company, and are read as drafts', async () => {
    const folder = join(services.app.platform.dataDir, 'exemplos');
    expect(done(await services.api.get(`${base}/examples`, { token }))).toEqual({ names: [] });
    await mkdir(folder);
    for (const { name, content } of statements) await writeFile(join(folder, name), content);
    const names = ['extrato-bradesco.ofx', 'extrato-caixa.ofx', 'extrato-itau.ofx'];
    expect(done(await services.api.get(`${base}/examples`, { token }))).toEqual({ names });
    const { files } = done(await services.api.post(`${base}/examples`, { token }));
    expect(files.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual(
      names.map((name) => `${name} DRAFT`),
    );
    // Of an account that is no demo, there are none.
    const other = await services.seed.account();
    const companyId = await services.seed.company(other);
    const admin = await services.seed.tokenOf(await services.seed.user(other, { admin: true }));
    const path = `/api/v1/financial/company/${companyId}/bank-statements/examples`;
    expect(done(await services.api.get(path, { token: admin }))).toEqual({ names: [] });
    expect(done(await services.api.post(path, { token: admin }))).toEqual({ files: [] });
  });

  test('end with the balance of the bank', async () => {
    for (const { walletId, ledger } of statements) {
      const { equation } = done(
        await services.api.get(`${base}/reconciliation`, { token, query: { wallet: String(walletId) } }),
      );
      expect([equation.date, equation.ledger]).toEqual([ledger.date, ledger.amount]);
      expect(equation.unexplained).toBe('0.00');
    }
  });
});
