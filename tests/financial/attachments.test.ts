import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faults, startLedger, type Doc, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
let transaction: Doc;
beforeAll(async () => {
  ledger = await startLedger();
  const reply = await ledger.post('debit', {
    grossValue: '10.00',
    emissionDate: '2026-11-20',
    dueDate: '2026-11-20',
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, value: '5.00' },
      { building: { id: ledger.clinica }, value: '5.00' },
    ],
  });
  transaction = reply.body.data;
});
afterAll(() => ledger.services.stop());

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const multipart = (name: string, content: Buffer, part = 'file') => {
  const boundary = 'limite-de-teste';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

const attach = (
  name: string,
  content: Buffer,
  { token = ledger.financeiro, part = 'file', headers = {} }: { token?: string; part?: string; headers?: object } = {},
) => {
  const form = multipart(name, content, part);
  return ledger.services.api.post(ledger.path('debit', `/${transaction.id}/attachments`), {
    token,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};

const download = (link: string, token: string) =>
  ledger.services.app.inject({ method: 'GET', url: link, headers: { authorization: `Bearer ${token}` } });

describe('An attachment', () => {
  test('is uploaded, listed with its transaction, downloaded unchanged, and deleted', async () => {
    const { status, body } = await attach('Orçamento março.pdf', PDF);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Orçamento março.pdf', mediaType: 'application/pdf', size: PDF.length });

    const { body: read } = await ledger.services.api.get(ledger.path('debit', `/${transaction.id}`), {
      token: ledger.financeiro,
    });
    expect(read.data.attachments).toEqual([body.data]);
    expect(read.data.version).toBe(transaction.version);

    const file = await download(body.data.link, ledger.financeiro);
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.equals(PDF)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Orcamento marco.pdf"; filename*=UTF-8''Or%C3%A7amento%20mar%C3%A7o.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });

    expect((await ledger.services.api.delete(body.data.link, { token: ledger.financeiro })).status).toBe(200);
    expect((await download(body.data.link, ledger.financeiro)).statusCode).toBe(404);
    expect(await ledger.services.seed.sql('select attachment_id from attachment_contents')).toEqual([]);
  });

  test('has the type of its content, whatever its name', async () => {
    const { body } = await attach('boleto.pdf', PNG);
    expect(body.data).toMatchObject({ name: 'boleto.pdf.png', mediaType: 'image/png' });
  });

  test.each([
    ['extrato.ofx', 'OFXHEADER:100\r\nDATA:OFXSGML\r\n', 'application/x-ofx'],
    ['nota.xml', '<?xml version="1.0"?><nfeProc/>', 'application/xml'],
    ['nota sem declaração.xml', '<nfeProc/>', 'application/xml'],
    ['lista.csv', 'a;b\n1;2\n', 'text/csv'],
    ['leia.txt', 'São Paulo', 'text/plain'],
  ])('with the name %s is text of its kind', async (name, text, mediaType) => {
    const { body } = await attach(name, Buffer.from(text));
    expect(body.data).toMatchObject({ name, mediaType });
  });

  test.each([
    ['programa.exe', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
    ['pagina.html', Buffer.from('<script>alert(1)</script>')],
    ['figura.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['tudo.zip', Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')],
    ['binario.txt', Buffer.from([65, 0, 66])],
  ])('with the name %s is rejected', async (name, content) => {
    const reply = await attach(name, content);
    expect(reply.status).toBe(422);
    expect(faults(reply)[0]).toMatch(/^file: Este tipo de arquivo não é aceito/);
  });

  test('is stored without folders and deceptive characters in its name', async () => {
    const names = await Promise.all(
      ['C:\\fotos\\segredo.pdf', 'fatura\u200b1.pdf', `${'ã'.repeat(300)}.pdf`].map(
        async (name) => (await attach(name, PDF)).body.data.name,
      ),
    );
    expect(names[0]).toBe('segredo.pdf');
    expect(names[1]).toBe('fatura1.pdf');
    expect(names[2]).toBe(`${'ã'.repeat(196)}.pdf`);
  });

  test('is rejected when it is empty, missing, or in another part', async () => {
    expect(faults(await attach('vazio.pdf', Buffer.alloc(0)))).toEqual(['file: O arquivo está vazio.']);
    expect((await attach('nota.pdf', PDF, { part: 'anexo' })).body.message).toBe(
      'Envie o arquivo na parte "file" do formulário.',
    );
    const json = await ledger.services.api.post(ledger.path('debit', `/${transaction.id}/attachments`), {
      token: ledger.financeiro,
      body: {},
    });
    expect(json.status).toBe(400);
  });

  test('of more than 20 MiB is rejected, and one of 20 MiB is accepted', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(20 * 1024 * 1024 - PDF.length, 32)]);
    expect((await attach('grande.pdf', large)).status).toBe(200);
    const reply = await attach('maior.pdf', Buffer.concat([large, Buffer.from('.')]));
    expect(reply.status).toBe(413);
    expect(reply.body.message).toBe('O arquivo passa de 20 MB.');
  });

  test('sent twice with one Idempotency-Key is stored once; another file with that key is rejected', async () => {
    const headers = { 'idempotency-key': 'anexo-1' };
    const [first, second] = [await attach('a.pdf', PDF, { headers }), await attach('a.pdf', PDF, { headers })];
    expect(second.body.data).toEqual(first.body.data);
    expect((await attach('a.pdf', PNG, { headers })).status).toBe(422);
  });

  test('is visible to every reader of its transaction, and changed only by users who may change it', async () => {
    const { body } = await attach('nota.pdf', PDF);
    expect((await download(body.data.link, ledger.engenheiro)).statusCode).toBe(200);
    expect((await attach('outra.pdf', PDF, { token: ledger.engenheiro })).status).toBe(403);
    expect((await ledger.services.api.delete(body.data.link, { token: ledger.engenheiro })).status).toBe(403);
    const { seed } = ledger.services;
    const blind = await seed.tokenOf(
      await seed.user(ledger.accountId, {
        grants: [{ companyId: ledger.companyId, buildingId: ledger.galpao, permissions: ['DEBIT'] }],
      }),
    );
    expect((await download(body.data.link, blind)).statusCode).toBe(404);
    expect((await download(body.data.link.replace('/debit/', '/credit/'), ledger.admin)).statusCode).toBe(404);
    expect((await attach('outra.pdf', PDF, { token: blind })).status).toBe(404);
  });

  test('is rejected beyond fifty of a transaction', async () => {
    const { seed } = ledger.services;
    await seed.sql(
      `insert into attachments (account_id, transaction_id, name, media_type, size)
       select $1, $2, 'a.pdf', 'application/pdf', 1 from generate_series(1, 50 - (select count(*) from attachments where transaction_id = $2))`,
      [ledger.accountId, transaction.id],
    );
    expect(faults(await attach('mais um.pdf', PDF))).toEqual(['file: Um lançamento tem no máximo 50 anexos.']);
  });
});
