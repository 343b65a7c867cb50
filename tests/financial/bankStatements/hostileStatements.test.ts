/** Files that are no statement of a bank, or would be dear to read. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hostileFiles } from '#tests/security/files/hostileFiles.ts';
import { problemOfAnswer } from '#tests/security/hostile.ts';
import { slowness } from '#tests/support/pace.ts';
import { startStatements, type StatementDesk } from './kit.ts';

const MIB = 1024 * 1024;

let desk: StatementDesk;
beforeAll(async () => (desk = await startStatements()));
afterAll(() => desk.services.stop());

const stored = () =>
  desk.seed.sql('select (select count(*) from bank_statement_files), (select count(*) from bank_accounts)');

const statement = (lines: string): string =>
  `<OFX><STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM>${lines}</STMTRS></OFX>`;
const line = (fields: string): string => `<STMTTRN><DTPOSTED>20261118<TRNAMT>-1<FITID>1<MEMO>X${fields}</STMTTRN>`;
const fill = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

/** Each repeats what a careless reader would do again and again. */
const dear: readonly (readonly [what: string, content: string])[] = [
  ['only "<"', fill('<', 9 * MIB)],
  ['tags that never end', statement(line(fill('<A ', 9 * MIB)))],
  ['tags of spaces', statement(line(fill(`<A${' '.repeat(1_000)}`, 9 * MIB)))],
  ['one memo', statement(line(fill('&amp;', 9 * MIB)))],
  ['unknown tags', statement(line(fill('<B>1', 9 * MIB)))],
  ['nested groups', `<OFX>${fill('<STMTRS>', 9 * MIB)}`],
  ['150,000 lines', statement(line('').repeat(150_000))],
  ['100 accounts', `<OFX>${'<STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM></STMTRS>'.repeat(100)}</OFX>`],
  ['numbered entities', statement(line(fill('&#99999;', 10_000)))],
  ['a DTD', `<!DOCTYPE OFX [<!ENTITY a "b">]><OFX><STMTRS>&a;</STMTRS></OFX>`],
  ['12 MiB', statement(fill(' ', 12 * MIB))],
  ['a header without end', `OFXHEADER:100\n${fill('VERSION:', 9 * MIB)}`],
];

/** Sends a file; `took` is CPU time in milliseconds, which other suites take nothing from. */
const send = async (content: Buffer, name: string) => {
  const before = process.cpuUsage();
  const { status, body } = await desk.upload(content, name.replaceAll('"', '%22'));
  const { user, system } = process.cpuUsage(before);
  return { status, message: body.message as string, took: (user + system) / 1_000 / slowness() };
};

test('Every hostile file is refused in Portuguese, and nothing of it is stored', async () => {
  const before = await stored();
  const files = hostileFiles.filter(({ content }) => content.length < 512 * 1024);
  expect(files.length).toBeGreaterThan(60);
  const wrong: unknown[] = [];
  for (const { what, name, content } of files) {
    const { status, message } = await send(content, name);
    if (![400, 413, 422].includes(status) || problemOfAnswer(status, message) !== null)
      wrong.push([what, status, message]);
  }
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
}, 60_000);

test('What would be dear to read is refused within two seconds of CPU time, and nothing of it is stored', async () => {
  const before = await stored();
  const wrong: unknown[] = [];
  for (const [what, content] of dear) {
    const { status, message, took } = await send(Buffer.from(content), 'extrato.ofx');
    if (status !== 422 || problemOfAnswer(status, message) !== null || took > 2_000)
      wrong.push([what, status, message, Math.round(took)]);
  }
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
}, 120_000);
