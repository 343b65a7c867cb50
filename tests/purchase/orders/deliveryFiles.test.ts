import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice } from '#tests/financial/officeKit.ts';
import { partsOf } from '../invoices/kit.ts';
import { done, refusal } from './kit.ts';
import { of, startReceiving, type ReceivingDesk } from './receivingKit.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const MIB = 1024 * 1024;

let desk: ReceivingDesk;
beforeAll(async () => (desk = await startReceiving()));
afterAll(() => desk.services.stop());

const received = async (): Promise<{ id: number; delivery: number; version: number }> => {
  const { id, a } = await desk.open();
  const order = done(await desk.receive(id, { documentNumber: '7', lines: [of(a, '1')] }));
  return { id, delivery: order.deliveries[0].id, version: order.version };
};
const path = (id: number, delivery: number) => desk.at(id, `/deliveries/${delivery}/attachments`);
const attach = (url: string, name: string, content: Buffer, token = desk.token) =>
  desk.api.post(url, { token, ...partsOf([{ name: 'file', content, file: name }]) });
const download = (link: string, token = desk.token) =>
  desk.services.app.inject({ method: 'GET', url: link, headers: { authorization: `Bearer ${token}` } });
const files = async (): Promise<number> =>
  Number((await desk.seed.sql('select count(*)::int as n from order_delivery_file_contents'))[0]?.['n']);

describe('A photo of a delivery', () => {
  test('is added to its nota without a new version, served as it came, and goes alone or with the delivery', async () => {
    const { id, delivery, version } = await received();
    const added = done(await attach(path(id, delivery), 'canhoto.png', PNG));
    expect(added).toEqual({
      ...{ id: added.id, name: 'canhoto.png', contentType: 'image/png', size: PNG.length },
      link: `${path(id, delivery)}/${added.id}`,
    });
    const scan = done(await attach(path(id, delivery), 'nota assinada.pdf', PDF));
    const order = await desk.read(id);
    expect([order.deliveries[0].attachments, order.version]).toEqual([[added, scan], version]);

    const served = await download(added.link);
    expect([served.statusCode, served.rawPayload.equals(PNG)]).toEqual([200, true]);
    expect(served.headers).toMatchObject({
      ...{ 'content-type': 'image/png', 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
      'content-disposition': `attachment; filename="canhoto.png"; filename*=UTF-8''canhoto.png`,
      'content-security-policy': "default-src 'none'; sandbox",
    });

    const left = done(await desk.api.delete(added.link, { token: desk.token }));
    expect(left.deliveries[0].attachments).toEqual([scan]);
    expect((await download(added.link)).statusCode).toBe(404);
    expect((await desk.api.delete(added.link, { token: desk.token })).status).toBe(404);
    const history = await desk.seed.sql<{ action: string; details: { name: string } }>(
      `select action, details from audit_log where action in ('attach', 'detach') and entity_id = $1 order by id`,
      [id],
    );
    expect(history.map(({ action, details }) => [action, details.name])).toEqual([
      ['attach', 'canhoto.png'],
      ['attach', 'nota assinada.pdf'],
      ['detach', 'canhoto.png'],
    ]);

    expect(await files()).toBe(1);
    expect((await desk.undo(id, delivery)).status).toBe(200);
    expect(await files()).toBe(0);
    expect((await download(scan.link)).statusCode).toBe(404);
    expect((await attach(path(id, delivery), 'canhoto.png', PNG)).status).toBe(404);
  });

  test.each([
    ['a program', 'boleto.exe', Buffer.from('MZ\u0090\u0000', 'latin1'), /^file: Este tipo de arquivo não é aceito/],
    ['a picture with a script', 'foto.png', Buffer.concat([PNG, Buffer.from('<script>')]), /traz um programa dentro/],
    [
      'another kind of attachment',
      'lista.csv',
      Buffer.from('a;b\n'),
      /^file: Envie uma foto JPG, PNG ou WEBP, ou um PDF\.$/,
    ],
    ['a name that deceives', 'canhoto.exe.png', PNG, /^file: O nome deste arquivo não serve/],
    ['nothing', 'canhoto.png', Buffer.alloc(0), /^file: O arquivo está vazio\.$/],
    [
      'more than 10 MiB',
      'obra.pdf',
      Buffer.concat([PDF, Buffer.alloc(10 * MIB, 32)]),
      /^file: O arquivo passa de 10 MB\.$/,
    ],
  ])('is no file with %s, and nothing is stored', async (_what, name, content, sentence) => {
    const { id, delivery } = await received();
    const before = await files();
    const reply = await attach(path(id, delivery), name, content);
    expect(refusal(reply)).toEqual([422, expect.stringMatching(sentence)]);
    expect(await files()).toBe(before);
  });

  test('is one of five at most, also when many come at once', async () => {
    const { id, delivery } = await received();
    const replies = await Promise.all(
      Array.from({ length: 7 }, (_, index) => attach(path(id, delivery), `foto ${index}.png`, PNG)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 422, 422]);
    expect(refusal(await attach(path(id, delivery), 'sexta.png', PNG))).toEqual([
      ...[422, 'file: Um recebimento tem no máximo 5 anexos.'],
    ]);
  });

  test('does not exist for other accounts, for whom the building is hidden, and under another order', async () => {
    const { id, delivery } = await received();
    const { link } = done(await attach(path(id, delivery), 'canhoto.png', PNG));
    const stranger = await openOffice(desk.seed);
    const hidden = await desk.office.as(['PURCHASE'], desk.other);
    for (const token of [stranger.admin, hidden]) {
      expect((await download(link, token)).statusCode).toBe(404);
      expect((await attach(path(id, delivery), 'foto.png', PNG, token)).status).toBe(404);
      expect((await desk.api.delete(link, { token })).status).toBe(404);
    }
    expect((await download(link, await desk.office.as(['ENGINEERING'], desk.building))).statusCode).toBe(403);
    const other = await received();
    expect((await download(link.replace(`/order/${id}/`, `/order/${other.id}/`))).statusCode).toBe(404);
    expect((await attach(path(other.id, delivery), 'foto.png', PNG)).status).toBe(404);
    expect((await download(link)).statusCode).toBe(200);
  });
});
