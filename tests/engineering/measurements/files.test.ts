import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { measuredByStage } from '#services/engineering/measurements/measuredValues.ts';
import { picturesIn, readPdf } from '#tests/support/pdfText.ts';
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
  expect([picturesIn(draft), picturesIn(first)]).toEqual([1, 1]);
  expect(readPdf(first).at(-1)?.text).toMatch(
    /Anexo 2: 1 foto do período 1\.1 Estaca 29\/05\/2026 · -23,550500; -46,633300/,
  );
});

const PERSON = {
  technical_name: 'Luiza Prado',
  technical_title: 'engenheira civil',
  technical_registration: 'CREA-SP 5069871234',
};
const ADDRESS = 'Rua Barão de Jaguara, 1.210, Campinas';

/** A closed measurement with an excess: 12 m of Estaca where 10 are contracted, 1.320,00; 5 % are kept back. */
const closedWithExcess = async () => {
  const { id, pile } = await site.makeEstimate();
  const contract = site.done(await site.contract(id, { kind: 'CUSTOMER', retentionPercentage: '5.00' }));
  const measurement = site.done(await site.begin(contract.id, { periodEnd: '2026-05-31' }));
  const excess = { excessConfirmed: true, reason: 'Solo mole' };
  site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '12', ...excess }]));
  return measurement.id as number;
};

const changed = (table: string, values: Record<string, string | null>) => {
  const columns = Object.keys(values).map((name, index) => `${name} = $${index + 2}`);
  return site.seed.sql(`update ${table} set ${columns.join(', ')} where account_id = $1`, [
    site.office.accountId,
    ...Object.values(values),
  ]);
};
const state = async (id: number) =>
  site.done(await site.api.get(site.at(id, '/bulletin-state'), { token: site.token }));
const check = (code: string) => site.api.get(`/api/v1/engineering/bulletins/${code}`, {});

test('A boletim is A4 upright, names who signs, and is the same file whatever is renamed later', async () => {
  const id = await closedWithExcess();
  const draft = readPdf(await printed(id));
  expect(draft.map(({ width, height }) => [width, height])).toEqual(draft.map(() => [595.28, 841.89]));
  expect(draft.map(({ text }) => text.includes('PRÉVIA'))).toEqual(draft.map(() => true));
  expect(draft[0]?.text).toMatch(/RESPONSÁVEL TÉCNICO não informado/);
  const gaps = ['COMPANY_TAX_ID', 'COMPANY_ADDRESS', 'COMPANY_LOGO', 'TECHNICAL_PERSON'];
  expect(await state(id)).toEqual({ gaps, closed: false, code: null });

  await changed('companies', { name: 'Construtora Ipê', tax_id: '25310016000121' });
  site.done(await site.turn(id, 'CLOSED'));
  // What was there at the closing stays, what was missing comes from the first print.
  await changed('companies', { name: 'Outro Nome', address: ADDRESS });
  await changed('buildings', PERSON);
  expect((await state(id)).gaps).toEqual(['COMPANY_LOGO']);
  const file = await printed(id);
  const { code } = await state(id);
  const [first, ...annexes] = readPdf(file);
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  const said = [
    ...['Construtora Ipê', 'CNPJ 25.310.016/0001-21', ADDRESS, 'Boletim de medição nº 1', '01/05/2026 a 31/05/2026'],
    ...['CONTRATANTE Ana Prado', 'Luiza Prado, engenheira civil', 'CREA-SP 5069871234', 'Contratado', 'Medido (%)'],
    // 12 m × 110,00 of 1.100,00; the whole contract has 2.315,61, so 57,00 % are measured and 995,61 are left.
    '1.1 Estaca m 10 110,00 1.100,00 0,00 120,00 120,00 1.320,00 -220,00',
    'Total 2.315,61 0,00 57,00 57,00 1.320,00 995,61',
    ...['1.1: excedente de 2 m (R$ 220,00), aceito por', ': Solo mole', 'Retenção contratual de 5,00% -66,00'],
    ...[
      'R$ 1.254,00',
      'Ana Prado pelo contratante',
      'Construtora Ipê pela contratada',
      'Luiza Prado responsável técnico',
    ],
    `Código de conferência ${shown}`,
  ];
  // Texts may break after a hyphen or a slash.
  const closely = (text = '') => text.replaceAll(' ', '');
  expect(said.filter((text) => !closely(first?.text).includes(closely(text)))).toEqual([]);
  expect(first?.text).not.toMatch(/PRÉVIA|Outro Nome|Alvenaria/);
  expect(annexes.map(({ text }) => text).join(' ')).toMatch(/Anexo 1: relação completa dos serviços .* 2\.1 Alvenaria/);

  await changed('companies', { name: 'Terceiro Nome', tax_id: null, address: null });
  await changed('buildings', { name: 'Outra obra', ...PERSON, technical_name: 'Outra Pessoa' });
  await changed('partners', { name: 'Outro Cliente' });
  await changed('users', { name: 'Outro Usuário' });
  expect((await printed(id)).equals(file)).toBe(true);
  expect((await state(id)).gaps).toEqual([]);
});

test('A verification code tells anybody number, period and totals of a closed measurement, until it is reopened', async () => {
  const id = await closedWithExcess();
  site.done(await site.turn(id, 'CLOSED'));
  const { code } = await state(id);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  const told = {
    ...{ number: 1, periodStart: '2026-05-01', periodEnd: '2026-05-31', closedOn: '2026-11-20', reopenedAt: null },
    ...{ periodValue: '1320.00', accumulatedValue: '1320.00', retentionValue: '66.00', netValue: '1254.00' },
  };
  expect(site.done(await check(code))).toEqual(told);
  // As it is printed, and as it may be typed.
  expect(site.done(await check(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()))).toEqual(told);
  const unknown = [404, 'Nenhum boletim tem este código. Confira as letras e os números no rodapé do documento.'];
  for (const wrong of ['00000000', 'x', String(id)]) expect(site.refusal(await check(wrong))).toEqual(unknown);

  const none = { periodValue: null, accumulatedValue: null, retentionValue: null, netValue: null };
  site.done(await site.turn(id, 'OPEN'));
  expect(site.done(await check(code))).toEqual({ ...told, ...none, reopenedAt: expect.any(String) });
  site.done(await site.turn(id, 'CLOSED'));
  const { code: second } = await state(id);
  expect(second).not.toBe(code);
  expect(site.done(await check(second))).toEqual(told);
  const tries = await Promise.all(Array.from({ length: 60 }, () => check('00000000')));
  expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
});

test('A measurement that was closed before boletins were stored is stored at its first print', async () => {
  const id = await closedWithExcess();
  site.done(await site.turn(id, 'CLOSED'));
  await site.seed.sql('delete from measurement_bulletins where measurement_id = $1', [id]);
  expect((await state(id)).code).toBeNull();
  const [file, again] = [await printed(id), await printed(id)];
  expect(again.equals(file)).toBe(true);
  expect((await state(id)).code).toMatch(/^\w{8}$/);
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
