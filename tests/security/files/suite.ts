import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { slowness } from '#tests/support/pace.ts';
import { startLedger, type Ledger } from '../../financial/ledger/kit.ts';
import { problemOfAnswer } from '../hostile.ts';
import { png } from './bytes.ts';
import { hostileFiles } from './hostileFiles.ts';
import { hostileNotas } from './notas.ts';
import { harmlessOffices } from './offices.ts';
import { harmlessPdfs } from './pdfs.ts';
import { hostileProjects } from './projects.ts';

const MIB = 1024 * 1024;
/** Milliseconds of CPU time that a file may cost on a usual machine. */
const CPU_LIMIT = 2_000;
/** Memory limit for one 20 MiB file: the file, its copies in gateway and service, and its decoded text. */
const MEMORY = 350 * MIB;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const BOUNDARY = 'limite-de-teste';

interface Part {
  part?: string;
  name?: string;
  content: Buffer;
}

/** All error messages for a rejected attachment. */
const REASONS = [
  'Este tipo de arquivo não é aceito. Anexe PDF, imagem (PNG, JPG, WEBP, HEIC), XML, OFX, CSV, TXT, DOCX ou XLSX.',
  'Este arquivo não é só o que o nome diz, ou traz um programa dentro. Abra-o, salve-o de novo (um PDF: imprima em PDF) e anexe a cópia.',
  'Este PDF é protegido de um jeito que não deixa ver o que há nele. Abra-o, imprima-o em PDF e anexe a cópia.',
  'O nome deste arquivo não serve. Dê outro nome a ele, com uma só extensão, e anexe de novo.',
  'O arquivo está vazio.',
  'O arquivo passa de 20 MB.',
];

/** Files made by common libraries and programs instead of by hand. */
const sample = (name: string): [string, Buffer] => [name, readFileSync(join('tests/security/files/samples', name))];

const escaped = (name: string): string => name.replaceAll('"', '%22');

const multipart = (parts: readonly Part[], { ends = true } = {}): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ part = 'file', name, content }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"${name === undefined ? '' : `; filename="${escaped(name)}"`}\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(ends ? `--${BOUNDARY}--\r\n` : ''),
  ]);

/** Malformed multipart bodies. */
const forms: [what: string, status: number, body: Buffer][] = [
  ['one that breaks off', 400, multipart([{ name: 'nota.pdf', content: PDF }], { ends: false }).subarray(0, 150)],
  ['one without an end', 400, multipart([{ name: 'nota.pdf', content: PDF }], { ends: false })],
  ['two files', 413, multipart([1, 2].map(() => ({ name: 'nota.pdf', content: PDF })))],
  ['500 files', 413, multipart(Array.from({ length: 500 }, () => ({ name: 'nota.pdf', content: PDF })))],
  [
    '5,000 fields',
    400,
    multipart(Array.from({ length: 5_000 }, (_, i) => ({ part: `f${i}`, content: Buffer.from('x') }))),
  ],
  ['a field of 2 MiB', 422, multipart([{ part: 'file', content: Buffer.alloc(2 * MIB, 65) }])],
  ['another part', 400, multipart([{ part: 'anexo', name: 'nota.pdf', content: PDF }])],
  ['a part of every object', 400, multipart([{ part: '__proto__', name: 'nota.pdf', content: PDF }])],
  ['no part', 400, Buffer.from(`--${BOUNDARY}--\r\n`)],
  ['no form', 400, Buffer.from('olá')],
];

/** Pictures that are no valid logo. */
const logos: [what: string, status: number, content: Buffer][] = [
  ['of 4 thousand million pixels', 422, png(65_535, 65_535, 1)],
  ['of 20,000 by 20,000', 422, png(20_000, 20_000)],
  ['that is an SVG', 422, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['that breaks off', 422, png(64, 64).subarray(0, 40)],
  ['that is a GIF', 422, Buffer.from('GIF89a\u0001')],
  ['that is a program', 422, Buffer.from('MZ\u0090', 'latin1')],
  ['that is empty', 422, Buffer.alloc(0)],
  ['of 3 MiB', 413, Buffer.concat([png(64, 64), Buffer.alloc(3 * MIB)])],
];

/** Sends malicious files over HTTP through the gateway; checks their cost and that nothing is stored. */
export const describeFiles = (repeat: number): void => {
  let ledger: Ledger;
  let gateway: TestGateway;
  let path: string;
  let admin: string;
  let estimate: number;
  const seen = { count: 0, slowest: 0, memory: 0 };

  const stored = async (): Promise<unknown> => {
    const { sql } = ledger.services.seed;
    const run = sql.bind(ledger.services.seed);
    return [
      await run('select count(*) from attachments'),
      await run('select count(*) from attachment_contents'),
      await run('select count(*) from company_logos'),
      await run("select count(*) from audit_log where action in ('attach', 'setLogo')"),
    ];
  };

  const send = async (url: string, body: Buffer, method = 'POST') => {
    const started = performance.now();
    const response = await fetch(gateway.url + url, {
      method,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: `Bearer ${admin}` },
      body: new Uint8Array(body),
    });
    const text = await response.text();
    seen.slowest = Math.max(seen.slowest, performance.now() - started);
    seen.count += 1;
    return { status: response.status, text };
  };

  /** Sends a file and expects this status, at most `MEMORY` more, and returns its CPU time in milliseconds. */
  const sendMeasured = async (url: string, body: Buffer, expected: number): Promise<{ text: string; used: number }> => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
    const started = process.cpuUsage();
    const { status, text } = await send(url, body);
    const { user, system } = process.cpuUsage(started);
    clearInterval(watch);
    expect([status, text.slice(0, 300)]).toEqual([expected, expect.any(String)]);
    seen.memory = Math.max(seen.memory, peak - before);
    expect(peak - before).toBeLessThan(MEMORY);
    return { text, used: (user + system) / 1_000 };
  };

  /**
   * Sends a file that costs at most `CPU_LIMIT` (other suites run in parallel, so wall
   * time does not count). What seems to cost more is sent again: a cost of the file repeats itself, one of the machine,
   * or of a collection of the heap of earlier suites, does not.
   */
  const expectCheap = async (url: string, body: Buffer, expected: number): Promise<string> => {
    const { text, used: first } = await sendMeasured(url, body, expected);
    let used = first;
    for (let again = 0; again < 2 && used >= CPU_LIMIT; again += 1) {
      used = Math.min(used, (await sendMeasured(url, body, expected)).used);
    }
    if (used >= CPU_LIMIT) expect(used).toBeLessThan(CPU_LIMIT * slowness());
    return text;
  };

  /** The same of a file that is refused, with a Portuguese message. */
  const expectRefused = async (url: string, body: Buffer, expected: number) => {
    const { message }: { message: string } = JSON.parse(await expectCheap(url, body, expected));
    expect(problemOfAnswer(expected, message)).toBeNull();
    return message;
  };

  beforeAll(async () => {
    ledger = await startLedger();
    gateway = await startGateway({ services: await ledger.services.listen() });
    admin = ledger.admin;
    const reply = await ledger.post('debit', {
      grossValue: '10.00',
      emissionDate: '2026-11-20',
      dueDate: '2026-11-20',
      transactionRecordBuildings: [{ building: { id: ledger.casa }, value: '10.00' }],
    });
    estimate = await ledger.services.seed.insert('cost_estimates', {
      ...{ account_id: ledger.accountId, company_id: ledger.companyId, building_id: ledger.casa },
      ...{ code: 'ORC-1', description: 'Casa' },
    });
    path = ledger.path('debit', `/${reply.body.data.id}/attachments`);
  }, 60_000);
  afterAll(async () => {
    const { count, slowest, memory } = seen;
    process.stdout.write(
      `hostile files: ${count} sent, slowest ${Math.round(slowest)} ms, at most ${Math.round(memory / MIB)} MiB more\n`,
    );
    await gateway.stop();
    await ledger.services.stop();
  });

  test.each(['script-em-objetos.pdf', 'script-protegido.pdf', 'com-anexo.pdf'].map(sample))(
    'A file with active or embedded content, made by a library, is rejected: %s',
    async (name, content) => {
      const before = await stored();
      expect(REASONS).toContain(await expectRefused(path, multipart([{ name, content }]), 422));
      expect(await stored()).toEqual(before);
    },
  );

  test('There are at least a hundred such files', () => {
    expect(hostileFiles.length).toBeGreaterThanOrEqual(100);
  });

  test.each(hostileFiles.map((file) => [`${file.what} (${JSON.stringify(file.name)})`, file] as const))(
    'An attachment that is %s is rejected, and nothing is stored',
    async (_what, { name, content, status }) => {
      const before = await stored();
      const body = multipart([{ name, content }]);
      for (let time = 0; time < repeat; time += 1) expect(REASONS).toContain(await expectRefused(path, body, status));
      expect(await stored()).toEqual(before);
    },
    60_000,
  );

  test.each(forms)('A form with %s is rejected, and nothing is stored', async (_what, status, body) => {
    const before = await stored();
    for (let time = 0; time < repeat; time += 1) await expectRefused(path, body, status);
    expect(await stored()).toEqual(before);
  });

  test.each(logos)('A logo %s is rejected, and nothing is stored', async (_what, status, content) => {
    const before = await stored();
    const company = { part: 'company', content: Buffer.from(JSON.stringify({ name: `Com logo hostil` })) };
    const url = `/api/v1/financial/account/${ledger.accountId}/company`;
    for (let time = 0; time < repeat; time += 1) {
      await expectRefused(url, multipart([company, { part: 'logo', name: 'logo.png', content }]), status);
    }
    expect(await stored()).toEqual(before);
    const made = await ledger.services.seed.sql("select from companies where name = 'Com logo hostil'");
    expect(made).toEqual([]);
  });

  test.each(hostileProjects)('A file of MS Project with %s costs little, and is %d', async (_what, status, content) => {
    const url = `/api/v1/engineering/cost-estimates/${estimate}/schedule/project-file`;
    const body = multipart([{ name: 'obra.xml', content: Buffer.from(content) }]);
    for (let time = 0; time < repeat; time += 1) {
      if (status === 200) expect(JSON.parse(await expectCheap(url, body, 200)).data.changes.items).toBeUndefined();
      else await expectRefused(url, body, status);
    }
  });

  test.each(hostileNotas)('A nota with %s costs little, and is %d', async (_what, status, content) => {
    const url = `/api/v1/purchase/company/${ledger.companyId}/order-invoice`;
    const body = multipart([{ name: 'nota.xml', content: Buffer.from(content) }]);
    for (let time = 0; time < repeat; time += 1) {
      if (status === 200) expect(JSON.parse(await expectCheap(url, body, 200)).data.order).toBeNull();
      else await expectRefused(url, body, status);
    }
  });

  test('Harmless files of every kind are accepted, and served so that no browser opens or runs them', async () => {
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a6b83' } })
      .jpeg()
      .toBuffer();
    const harmless: [string, Buffer][] = [
      ['nota fiscal 123.pdf', PDF],
      ['foto.jpg', photo],
      ['planta.png', png(4_000, 3_000)],
      ['nota.xml', Buffer.from('<?xml version="1.0"?><nfeProc versao="4.00"><NFe/></nfeProc>')],
      ['extrato.ofx', Buffer.from('OFXHEADER:100\r\nDATA:OFXSGML\r\n')],
      ['1.5 m3 de areia (2).csv', Buffer.from('a;b\n1;2\n')],
      ...harmlessPdfs.map(([what, content]): [string, Buffer] => [`${what}.pdf`, content]),
      ...harmlessOffices.map(([, name, content]): [string, Buffer] => [name, content]),
      ...['boleto.pdf', 'boleto-protegido.pdf', 'danfe-com-link.pdf', 'atualizado.pdf'].map(sample),
      ...['contrato.docx', 'medicao.xlsx'].map(sample),
    ];
    for (const [name, content] of harmless) {
      const { status, text } = await send(path, multipart([{ name, content }]));
      expect([name, status]).toEqual([name, 200]);
      const { link }: { link: string } = JSON.parse(text).data;
      const answer = await fetch(gateway.url + link, { headers: { authorization: `Bearer ${admin}` } });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; /),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    }
  });
};
