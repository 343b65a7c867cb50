import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { measuredByStage } from '#services/engineering/measurements/measuredValues.ts';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const send = (path: string, name: string, content: Buffer, query: Record<string, string> = {}) => {
  const head = `--limite\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--limite--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=limite' };
  return site.api.post(path, { token: site.token, body, headers, query });
};

/** Bytes of the printed measurement. */
const printed = async (id: number) => {
  const headers = { authorization: `Bearer ${site.token}` };
  const answer = await site.services.app.inject({ method: 'GET', url: site.at(id, '/bulletin'), headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
};

test('A photo belongs to a line, a closed measurement keeps its photos and prints the same file twice', async () => {
  const estimate = await site.makeEstimate();
  const { id, pile, brick, base } = estimate;
  const contract = site.done(await site.contract(id, { kind: 'CUSTOMER' }));
  const measurement = site.done(await site.begin(contract.id, { periodEnd: '2026-05-31' }));
  const ofLine = (row: number) => site.at(measurement.id, `/lines/${row}/photos`);

  const place = { takenAt: '2026-05-29T14:00:00.000Z', latitude: '-23.5505', longitude: '-46.6333' };
  const photo = site.done(await send(ofLine(pile), 'estaca.png', PNG, place));
  expect(photo).toMatchObject({
    ...{ rowId: pile, name: 'estaca.png', mediaType: 'image/png', size: PNG.length, takenAt: place.takenAt },
    ...{
      latitude: '-23.550500',
      longitude: '-46.633300',
      path: site.at(measurement.id, `/photos/${Number(photo.id)}`),
    },
  });
  const spare = site.done(await send(ofLine(pile), 'outra.png', PNG));
  site.done(await site.api.delete(spare.path, { token: site.token }));
  const note = await send(ofLine(pile), 'nota.txt', Buffer.from('anotação'));
  expect(site.refusal(note)).toEqual([422, 'file: Envie uma foto PNG, JPG, WEBP ou HEIC.']);
  const stage = await send(ofLine(base), 'estaca.png', PNG);
  expect(site.refusal(stage)).toEqual([404, 'Linha não encontrada nesta medição.']);
  const half = await send(ofLine(pile), 'estaca.png', PNG, { latitude: '1' });
  expect(site.refusal(half)).toEqual([400, 'longitude: Informe latitude e longitude juntas.']);

  const nowhere = await send(ofLine(pile), 'estaca.png', PNG, { latitude: '90.1', longitude: '0' });
  expect(site.refusal(nowhere)).toEqual([400, 'latitude: Esta coordenada não existe.']);

  site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '4' }]));
  const draft = await printed(measurement.id);
  site.done(await site.turn(measurement.id, 'CLOSED'));
  const { rows } = await site.sheet(measurement.id);
  expect(rows.map(({ code, photoCount }: { code: string; photoCount: number }) => [code, photoCount])).toEqual([
    ...[
      ['1', 0],
      ['1.1', 1],
      ['1.2', 0],
      ['2', 0],
      ['2.1', 0],
    ],
  ]);
  const late = await send(ofLine(brick), 'tarde.png', PNG);
  expect(site.refusal(late)).toEqual([409, 'Esta medição está fechada. Reabra-a para alterar.']);
  const first = await printed(measurement.id);
  expect(first.equals(await printed(measurement.id))).toBe(true);
  expect(first.equals(draft)).toBe(false);
});

test('What is measured at a date is that of closed measurements whose period has ended, by stage, with and without BDI', async () => {
  const { id, pile, brick, base, walls } = await site.makeEstimate();
  const contract = site.done(await site.contract(id, { kind: 'CUSTOMER' }));
  const measured = (date: string) =>
    site.services.app.platform.query({ accountId: site.office.accountId }, (trx) =>
      measuredByStage(trx, site.office.accountId, id, date),
    );
  const first = site.done(await site.begin(contract.id, { periodEnd: '2026-05-31' }));
  site.done(await site.lines(first.id, [{ id: pile, accumulated: '4' }]));
  expect(await measured('2026-12-31')).toEqual([]);
  site.done(await site.turn(first.id, 'CLOSED'));
  const second = site.done(await site.begin(contract.id, { periodEnd: '2026-06-30' }));
  site.done(
    await site.lines(second.id, [
      { id: pile, accumulated: '10' },
      { id: brick, accumulated: '15.5' },
    ]),
  );
  site.done(await site.turn(second.id, 'CLOSED'));
  expect(await measured('2026-05-30')).toEqual([]);
  expect(await measured('2026-05-31')).toEqual([{ stageId: base, value: '440.00', directValue: '400.00' }]);
  // 15,5 m² at 27,64 and at 25,125: 389,4375 is 389,44.
  expect(await measured('2026-06-30')).toEqual([
    { stageId: base, value: '1100.00', directValue: '1000.00' },
    { stageId: walls, value: '428.42', directValue: '389.44' },
  ]);
});
