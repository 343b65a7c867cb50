import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import { renderPdf } from '#services/platform/pdf/pdf.ts';
import { slowness } from '#tests/support/pace.ts';
import { boletoLine, pixCode } from '#tests/support/paymentCodes.ts';
import { faults, startLedger, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
  // Loads the reader, which takes longer than any file may.
  await send('vazio.pdf', pdf(['']));
});
afterAll(() => ledger.services.stop());

const send = (name: string, content: Buffer, token = ledger.financeiro) => {
  const boundary = 'limite-de-teste';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return ledger.services.api.post(`/api/v1/financial/company/${ledger.companyId}/payment-codes/documents`, {
    token,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};

/** Writes a PDF by hand: objects, then their places. */
const written = (objects: (string | Buffer)[], trailer = ''): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const bytes = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    places.push(length);
    length += bytes.length;
    parts.push(bytes);
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
};
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const stream = (content: Buffer, more = '/Filter /FlateDecode'): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${more} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
const textOn = (lines: readonly string[]): Buffer =>
  deflateSync(
    Buffer.from(`BT /F1 10 Tf 12 TL 40 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`, 'latin1'),
  );

/** One page a text. */
const pdf = (
  pages: readonly string[],
  content = (text: string): Buffer => textOn(text.split('\n')),
  trailer = '',
): Buffer => {
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  return written(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      FONT,
      ...pages.flatMap((text, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        stream(content(text)),
      ]),
    ],
    trailer,
  );
};

const LINE = boletoLine({ bank: '237', amount: '18366.67', dueDate: '2026-12-20', free: '2990590000051870100204170' });
const PIX = pixCode({ url: 'pix.example.com/qr/v2/9d36b84f', amount: '100.00', name: 'CLIMA NORTE', city: 'CAMPINAS' });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const codesOf = (reply: { body: { data: { codes: { code: string }[] } } }) =>
  reply.body.data.codes.map(({ code }) => code);

describe('A PDF', () => {
  test('as a printer of the product makes it gives the line of its boleto', async () => {
    const spaced = `${LINE.slice(0, 5)}.${LINE.slice(5, 10)} ${LINE.slice(10, 15)}.${LINE.slice(15, 21)} ${LINE.slice(21, 26)}.${LINE.slice(26, 32)} ${LINE.slice(32, 33)} ${LINE.slice(33)}`;
    const content = await renderPdf({
      title: 'Boleto',
      createdAt: '2026-11-20T12:00:00Z',
      landscape: false,
      pageMargins: [40, 60, 40, 40],
      header: { text: '' },
      footer: '',
      content: [
        { text: `Banco Bradesco 237-2   ${spaced}` },
        { text: 'Chave 3526 1154 0001 2800 0184 5500 1000 0051 8710 2847 3619' },
      ],
    });
    const reply = await send('boleto.pdf', content);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      ...{ name: 'boleto.pdf', mediaType: 'application/pdf', pages: 1, hasText: true },
      codes: [
        { kind: 'BOLETO', code: LINE, receiver: 'Bradesco', amount: '18366.67', dueDate: '2026-12-20' },
        { kind: 'ACCESS_KEY', code: '35261154000128000184550010000051871028473619' },
      ],
    });
  });

  test('of several pages gives the code of each, in their order', async () => {
    const lines = ['100.00', '200.00', '300.00'].map((amount) =>
      boletoLine({ bank: '341', amount, dueDate: '2026-12-20', free: '1'.repeat(25) }),
    );
    const reply = await send(
      'carne.pdf',
      pdf([...lines.map((line) => `Parcela\n${line}`), PIX.replace(/(.{60})/g, '$1\n')]),
    );
    expect(codesOf(reply)).toEqual([...lines, PIX]);
    expect(reply.body.data.pages).toBe(4);
  });

  test('is read up to its thirtieth page', async () => {
    const pages = Array.from({ length: 40 }, (_, index) => (index === 35 ? LINE : 'nada'));
    expect((await send('longo.pdf', pdf(pages))).body.data).toMatchObject({ pages: 30, codes: [] });
  });

  test('without text says so', async () => {
    expect((await send('foto.pdf', pdf(['']))).body.data).toMatchObject({ hasText: false, codes: [] });
  });

  test('keeps nothing', async () => {
    const rows = () => ledger.services.seed.sql('select id from attachments');
    const before = await rows();
    await send('boleto.pdf', pdf([LINE]));
    expect(await rows()).toEqual(before);
  });
});

test('A picture is accepted, and nothing is read of it', async () => {
  const reply = await send('foto.png', PNG);
  expect(reply.body.data).toEqual({ name: 'foto.png', mediaType: 'image/png', pages: 0, hasText: false, codes: [] });
});

describe('What is no PDF or picture', () => {
  test.each([
    ['nothing', 'a.pdf', Buffer.alloc(0), /vazio/],
    ['a spreadsheet of text', 'a.csv', Buffer.from('a;b\n1;2'), /Só um PDF ou uma foto/],
    ['a program', 'a.pdf', Buffer.from('MZ\u0090\u0000'), /tipo de arquivo/],
    ['a page of HTML', 'a.pdf', Buffer.from('%PDF-1.7\n<script>alert(1)</script>\n%%EOF'), /programa/],
  ])('%s is refused', async (_, name, content, sentence) => {
    const reply = await send(name, content);
    expect(reply.status).toBe(422);
    expect(faults(reply)[0]).toMatch(sentence);
  });
});

/** Inflates to 60 MB of drawing. */
const BOMB = deflateSync(Buffer.alloc(60_000_000, '0 0 m 1 1 l S q Q BT ET\n'));
const NESTED = Buffer.from(`${'q '.repeat(400_000)}BT ET`);

const hostile: [string, () => Buffer][] = [
  ['a header alone', () => Buffer.from('%PDF-1.7\n%%EOF\n')],
  [
    'noise after its header',
    () =>
      Buffer.concat([
        Buffer.from('%PDF-1.7\n'),
        Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)),
        Buffer.from('\n%%EOF'),
      ]),
  ],
  [
    'pages that are their own parents',
    () => written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>', FONT]),
  ],
  [
    'a page count that lies',
    () => written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 2000000000 >>', FONT]),
  ],
  ['a page that inflates to 60 MB', () => pdf(['x'], () => BOMB)],
  ['a page of 400,000 saved states', () => pdf(['x'], () => deflateSync(NESTED))],
  [
    'forms that draw themselves',
    () =>
      written([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
        stream(deflateSync(Buffer.from('/A Do '.repeat(50)))),
        stream(
          deflateSync(Buffer.from('/A Do '.repeat(50))),
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /A 5 0 R >> >> /Filter /FlateDecode',
        ),
      ]),
  ],
  [
    'a script',
    () =>
      written([
        '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
        '<< /Type /Pages /Kids [] /Count 0 >>',
        FONT,
      ]),
  ],
  [
    'a password',
    () =>
      pdf(
        [LINE],
        undefined,
        `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${'a'.repeat(32)}) /U (${'b'.repeat(32)}) /P -4 >> /ID [(${'c'.repeat(16)}) (${'c'.repeat(16)})] `,
      ),
  ],
  [
    'cross-references in a circle',
    () => Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n'),
  ],
];

test('Files that are sent at once are each read in their time', async () => {
  const bomb = pdf(['x'], () => BOMB);
  const [, ...replies] = await Promise.all(
    [bomb, ...Array.from({ length: 4 }, () => pdf([LINE]))].map((one) => send('a.pdf', one)),
  );
  expect(replies.map((reply) => codesOf(reply))).toEqual([[LINE], [LINE], [LINE], [LINE]]);
}, 60_000);

describe('A hostile PDF with', () => {
  test.each(hostile)(
    '%s is answered in two seconds, and the next file is read',
    async (_, make) => {
      const content = make();
      const started = performance.now();
      const reply = await send('conta.pdf', content);
      const took = performance.now() - started;
      // Inspection of the file before it is read comes on top.
      expect(took).toBeLessThan(2500 * slowness());
      expect([200, 422]).toContain(reply.status);
      if (reply.status === 200) expect(codesOf(reply)).toEqual([]);
      else expect(faults(reply)[0]).toMatch(/^file: \S.*\.$/);
      expect(codesOf(await send('boleto.pdf', pdf([LINE])))).toEqual([LINE]);
    },
    60_000,
  );
});

test('Only who may see expenses sends one', async () => {
  const { seed, api } = ledger.services;
  const other = await seed.tokenOf(
    await seed.user(ledger.accountId, {
      name: 'Davi',
      grants: [{ companyId: ledger.companyId, buildingId: ledger.casa, permissions: ['CREDIT'] }],
    }),
  );
  expect((await send('boleto.pdf', pdf([LINE]), other)).status).toBe(403);
  expect(
    (
      await api.post(`/api/v1/financial/company/${ledger.companyId}/payment-codes/read`, {
        token: other,
        body: { text: LINE },
      })
    ).status,
  ).toBe(403);
});
