import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
  stranger = await openOffice(services.seed, 'CANARIO');
});
afterAll(() => services.stop());

const companies = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/company`;
const logoOf = (id = office.companyId, accountId = office.accountId) => `${companies(accountId)}/${id}/logo`;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 107, b: 131, alpha: 0.5 } } });

interface Part {
  name: string;
  content: Buffer | string;
  fileName?: string;
  type?: string;
}

/** Returns a multipart body in the format of browsers. */
const multipart = (parts: Part[]) => {
  const boundary = 'limite';
  const lines = parts.flatMap(({ name, content, fileName, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n`,
    `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...lines, `--${boundary}--\r\n`].map((line) => Buffer.from(line)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
};

const company = (values: object): Part => ({ name: 'company', content: JSON.stringify(values) });
const logo = (content: Buffer, fileName = 'logo.png'): Part => ({ name: 'logo', content, fileName, type: 'image/png' });

const makeWith = async (content: Buffer, name: string) =>
  services.api.post(companies(), { token: office.admin, ...multipart([company({ name }), logo(content)]) });

describe('A company logo', () => {
  test('is uploaded with the company as multipart, re-encoded, downloaded, listed and removed', async () => {
    const { api } = services;
    const made = await makeWith(await picture(1200, 300).png().toBuffer(), 'Com Logo');
    expect(made.body.data.logo).toMatchObject({ width: 800, height: 200, updatedAt: '2026-11-20T15:00:00.000Z' });
    expect(made.body.data.logo.preview).toMatch(/^data:image\/png;base64,iVBOR/);
    const { id } = made.body.data;

    const summary = await api.get(`${companies()}/${id}/logo-summary`, { token: office.admin });
    expect(summary.body.data).toEqual(made.body.data.logo);
    const listed = await api.get(companies(), { token: office.admin, query: { ids: String(id) } });
    expect(listed.body.data.content[0].logo).toEqual(made.body.data.logo);

    const sent = await services.app.inject({ url: logoOf(id), headers: { authorization: `Bearer ${office.admin}` } });
    expect(sent.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(await sharp(sent.rawPayload).metadata()).toMatchObject({ format: 'png', width: 800, height: 200 });
    expect(sent.rawPayload).toHaveLength(made.body.data.logo.size);
    const again = await api.get(logoOf(id), {
      token: office.admin,
      headers: { 'if-none-match': String(sent.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);

    expect((await api.delete(logoOf(id), { token: office.admin })).status).toBe(200);
    expect((await api.get(logoOf(id), { token: office.admin })).status).toBe(404);
    expect((await api.delete(logoOf(id), { token: office.admin })).status).toBe(404);
    const none = await api.get(`${companies()}/${id}/logo-summary`, { token: office.admin });
    expect([none.status, none.body.data]).toEqual([200, null]);
  });

  test('is kept when the company is saved without one, and replaced when it is saved with one', async () => {
    const { api } = services;
    const made = await makeWith(await picture(100, 50).png().toBuffer(), 'Com Duas');
    const { id } = made.body.data;
    const token = office.admin;
    const renamed = await api.put(companies(), { token, body: { id, version: 1, name: 'Com Uma' } });
    expect(renamed.body.data.logo).toEqual(made.body.data.logo);
    const parts = multipart([
      { ...company({ id, version: 2, name: 'Com Outra' }), fileName: 'blob', type: 'application/json' },
      logo(await picture(64, 64).webp().toBuffer(), 'logo.webp'),
    ]);
    const changed = await api.put(companies(), { token, ...parts });
    expect(changed.body.data).toMatchObject({ name: 'Com Outra', version: 3, logo: { width: 64, height: 64 } });
  });

  test('is stored without EXIF, upright, and as one frame', async () => {
    const { api } = services;
    const exif = { IFD0: { Copyright: 'SEGREDO', Make: 'CAMERA' }, IFD3: { GPSLatitudeRef: 'S' } };
    const photo = await picture(300, 100).removeAlpha().jpeg().withExif(exif).toBuffer();
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).withExif(exif).toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const made = await makeWith(turned, 'Fotografada');
    expect(made.status).toBe(200);
    const { rawPayload } = await services.app.inject({
      url: logoOf(made.body.data.id),
      headers: { authorization: `Bearer ${office.admin}` },
    });
    const stored = await sharp(rawPayload).metadata();
    expect(stored.exif).toBeUndefined();
    expect(rawPayload.includes('SEGREDO')).toBe(false);
    expect((await api.get(`${companies()}/${made.body.data.id}/logo-summary`, { token: office.admin })).status).toBe(
      200,
    );
  });

  test('is rejected when it is no picture, broken, too large or too small, and nothing is stored', async () => {
    const png = await picture(200, 200).png().toBuffer();
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const refused: [string, Buffer, number][] = [
      ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 422],
      ['html', Buffer.from('<html><script>alert(1)</script></html>'), 422],
      ['gif', await picture(20, 20).gif().toBuffer(), 422],
      ['cut off', png.subarray(0, 100), 422],
      ['empty', Buffer.alloc(0), 422],
      ['bomb', bomb, 422],
      ['dot', await picture(4, 4).png().toBuffer(), 422],
      ['heavy', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 413],
    ];
    for (const [name, content, status] of refused) {
      const answer = await makeWith(content, `Recusada ${name}`);
      expect([name, answer.status, answer.body.fields?.[0]?.path]).toEqual([name, status, 'logo']);
    }
    expect(await services.seed.sql(`select 1 from companies where name like 'Recusada%'`)).toEqual([]);
  });

  test('needs the multipart part "company" and accepts no other', async () => {
    const { api } = services;
    const token = office.admin;
    const alone = await api.post(companies(), { token, ...multipart([logo(await picture(20, 20).png().toBuffer())]) });
    expect([alone.status, alone.body.fields[0].path]).toEqual([400, 'company']);
    const other = await api.post(companies(), { token, ...multipart([{ name: 'outra', content: 'x' }]) });
    expect([other.status, other.body.fields[0].path]).toEqual([400, 'outra']);
    const wrong = await api.post(companies(), { token, ...multipart([company({ name: '' })]) });
    expect([wrong.status, wrong.body.fields[0].path]).toEqual([400, 'name']);
    const broken = await api.post(companies(), { token, ...multipart([{ name: 'company', content: '{' }]) });
    expect(broken.status).toBe(400);
  });

  test('is visible to users with access to the company, changed by admins, and not found by other accounts', async () => {
    const { api, seed } = services;
    const made = await makeWith(await picture(40, 40).png().toBuffer(), 'Vista');
    const { id } = made.body.data;
    const inside = await seed.tokenOf(
      await seed.user(office.accountId, { grants: [{ companyId: id, permissions: ['DEBIT'] }] }),
    );
    const outside = await office.as(['DEBIT']);
    expect((await api.get(logoOf(id), { token: inside })).status).toBe(200);
    expect((await api.get(logoOf(id), { token: outside })).status).toBe(404);
    expect((await api.delete(logoOf(id), { token: inside })).status).toBe(403);
    expect((await api.get(logoOf(id), { token: stranger.admin })).status).toBe(404);
    expect((await api.get(logoOf(id, stranger.accountId), { token: stranger.admin })).status).toBe(404);
    expect((await api.delete(logoOf(id, stranger.accountId), { token: stranger.admin })).status).toBe(404);
    expect(
      (await api.get(`${companies(stranger.accountId)}/${id}/logo-summary`, { token: stranger.admin })).status,
    ).toBe(404);
    expect((await api.get(logoOf(id), { token: inside })).status).toBe(200);
  });

  test('sent twice with one Idempotency-Key creates one company, and another picture with that key is rejected', async () => {
    const { api } = services;
    const content = await picture(40, 40).png().toBuffer();
    const send = (body: Buffer) => {
      const parts = multipart([company({ name: 'Uma Só' }), logo(body)]);
      return api.post(companies(), {
        token: office.admin,
        body: parts.body,
        headers: { ...parts.headers, 'idempotency-key': 'logo-1' },
      });
    };
    const first = await send(content);
    expect((await send(content)).body.data).toEqual(first.body.data);
    expect((await send(await picture(41, 41).png().toBuffer())).status).toBe(422);
  });
});
