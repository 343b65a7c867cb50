import {
  closeSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { folderTransport } from '#services/platform/mail.ts';
import { emptyFullLog, lastLines, openLog } from '#services/platform/db/postgres/logFile.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('The log of PostgreSQL', () => {
  test('stays below twice its limit while the server writes it, and keeps the newest lines', () => {
    const file = join(folder, 'postgres.log');
    const server = openLog(file, 1_000);
    for (let line = 1; line <= 500; line += 1) {
      writeSync(server, `line ${line} of the server\n`);
      emptyFullLog(file, 1_000);
      const older = existsSync(`${file}.old`) ? statSync(`${file}.old`).size : 0;
      expect(statSync(file).size + older).toBeLessThan(2_100);
    }
    closeSync(server);
    const kept = readFileSync(`${file}.old`, 'utf8') + readFileSync(file, 'utf8');
    const numbers = [...kept.matchAll(/^line (\d+) of the server$/gm)].map(([, number]) => Number(number));
    expect(numbers.at(-1)).toBe(500);
    expect(numbers).toEqual(numbers.map((_number, index) => 500 - numbers.length + 1 + index));
    expect(statSync(`${file}.old`).mode & 0o777).toBe(0o600);
  });

  test('is set aside at a start when it is full, and read from its last position or its beginning', () => {
    const file = join(folder, 'postgres.log');
    writeFileSync(file, 'x'.repeat(1_001));
    closeSync(openLog(file, 1_000));
    expect([statSync(`${file}.old`).size, statSync(file).size]).toEqual([1_001, 0]);
    writeFileSync(file, 'first\nsecond\n');
    expect(lastLines(file, 6)).toBe('second');
    expect(lastLines(file, 5_000)).toBe('first\nsecond');
  });
});

describe('The outbox folder', () => {
  const mail = (id: number) => ({
    id,
    kind: 'RECOVERY',
    subject: 'Nova senha',
    text: 'Olá',
    html: '<p>Olá</p>',
    to: { name: 'Ana', address: 'ana@exemplo.com.br' },
  });
  const put = (name: string, daysOld: number) => {
    writeFileSync(join(folder, name), 'mail');
    const at = Date.now() / 1000 - daysOld * 86_400;
    utimesSync(join(folder, name), at, at);
  };

  test('keeps the newest thousand mails of the last thirty days, and does not touch other files', async () => {
    for (let id = 1; id <= 1_010; id += 1) put(`${String(id).padStart(6, '0')}-invitation.eml`, 20 - id / 100);
    put('000000-recovery.eml', 31);
    put('leia.txt', 400);
    await folderTransport(folder).send(mail(2_000));
    const left = readdirSync(folder).sort();
    expect(left).toHaveLength(1_001);
    expect(left.filter((name) => /^0000(0\d|1[01])-/.test(name))).toEqual([]);
    expect(left).toEqual(
      expect.arrayContaining(['000012-invitation.eml', '001010-invitation.eml', '002000-recovery.eml', 'leia.txt']),
    );
  });

  test('deletes old mails however few there are', async () => {
    put('000001-recovery.eml', 31);
    put('000002-recovery.eml', 29);
    await folderTransport(folder).send(mail(3));
    expect(readdirSync(folder).sort()).toEqual(['000002-recovery.eml', '000003-recovery.eml']);
  });
});
