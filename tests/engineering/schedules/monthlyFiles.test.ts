import { describe, expect, test } from '@jest/globals';
import { printMonthly } from '#services/engineering/schedules/export/monthlyPdf.ts';
import { call, estimate, get, house, office, openSite, planFoundations, rows, services, stranger } from './site.ts';

openSite();

/** Piles of 1,200.00 in October, beams of 1,100.00 in October and November, walls of 333.33 without an item; a BDI of 10 %. */
const priceRows = async (): Promise<void> => {
  await planFoundations();
  for (const [id, price] of [
    [rows.piles, '1200'],
    [rows.beams, '1100'],
    [rows.walls, '333.33'],
  ]) {
    await services.seed.sql('update cost_estimate_lines set unit_price = $2 where id = $1', [id, price]);
  }
  const bdi = await services.seed.insert('cost_estimate_bdis', {
    ...{ account_id: office.accountId, cost_estimate_id: estimate, position: 1, name: 'BDI', percentage: '10.00' },
    is_default: true,
  });
  expect(bdi).toBeGreaterThan(0);
  await services.seed.sql('update cost_estimates set direct_total = 2633.33, bdi_total = 263.33 where id = $1', [
    estimate,
  ]);
};

const file = async (query: string, token = office.admin) =>
  services.app.inject({
    method: 'GET',
    url: call(`/schedule/monthly/file?${query}`),
    headers: { authorization: `Bearer ${token}` },
  });

/** The sheet of a stored ZIP archive, read by hand from its local headers. */
const sheetOf = (zip: Buffer): string => {
  for (let place = 0; zip.readUInt32LE(place) === 0x04034b50;) {
    const [size, nameSize] = [zip.readUInt32LE(place + 18), zip.readUInt16LE(place + 26)];
    const start = place + 30 + nameSize;
    const name = zip.toString('utf8', place + 30, start);
    if (name === 'xl/worksheets/sheet1.xml') return zip.toString('utf8', start, start + size);
    place = start + size;
  }
  throw new Error('The workbook has no sheet.');
};

/** Cells by row: text, value, or formula and value. */
const rowsOf = (sheet: string): string[] =>
  [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c r="(\w+)"[^>]*>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|(?:<f>([^<]*)<\/f>)?<v>([^<]*)<\/v>)<\/c>/g)]
      .map(([, cell, text, formula, value]) => `${cell} ${text ?? (formula ? `=${formula} ${value}` : value)}`)
      .join(' | '),
  );

describe('A physical-financial schedule', () => {
  test('is told without BDI, too: both sum to their own total', async () => {
    await priceRows();
    const direct = (await get('/schedule/monthly?withBdi=false')).body.data;
    expect([direct.total, direct.unscheduled]).toEqual(['2633.33', '333.33']);
    expect(direct.months.map(({ value }: { value: string }) => value)).toEqual(['1900.00', '400.00']);
    const withBdi = (await get('/schedule/monthly')).body.data;
    // Piles 1,320.00 and seven elevenths of 1,210.00; the rest of the beams; walls 366.66 (333.33 × 1.1 = 366.663).
    expect(withBdi.months.map(({ value }: { value: string }) => value)).toEqual(['2090.00', '440.00']);
    expect([withBdi.total, withBdi.unscheduled]).toEqual(['2896.66', '366.66']);
    expect((await get('/schedule/monthly?withBdi=talvez')).status).toBe(400);
  });

  test('is a workbook whose sums and shares are formulas', async () => {
    await priceRows();
    const answer = await file('format=XLSX&withBdi=false');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(answer.headers['content-disposition']).toContain('f%C3%ADsico-financeiro.xlsx');
    expect(rowsOf(sheetOf(answer.rawPayload)).slice(2)).toEqual([
      'A3 Custo direto, sem BDI',
      'A5 Item | B5 Etapa | C5 Total (R$) | D5 out/26 | E5 nov/26 | F5 Sem data',
      'A6 1 | B6 Serviços preliminares | C6 =SUM(D6:F6) 0.00 | D6 0.00 | E6 0.00 | F6 0.00',
      'A7 2 | B7 Fundações | C7 =SUM(D7:F7) 2300.00 | D7 1900.00 | E7 400.00 | F7 0.00',
      'A8 3 | B8 Vedações | C8 =SUM(D8:F8) 333.33 | D8 0.00 | E8 0.00 | F8 333.33',
      'B9 Total | C9 =SUM(C6:C8) 2633.33 | D9 =SUM(D6:D8) 1900.00 | E9 =SUM(E6:E8) 400.00 | F9 =SUM(F6:F8) 333.33',
      'B10 % do total | D10 =D9/$C$9 0.7215199007 | E10 =E9/$C$9 0.1518989265',
      'B11 Acumulado | D11 =D9 1900.00 | E11 =D11+E9 2300.00',
      'B12 % acumulado | D12 =D11/$C$9 0.7215199007 | E12 =E11/$C$9 0.8734188271',
    ]);
  });

  test('is a PDF with the letterhead, and is empty of months while nothing is planned', async () => {
    const empty = await file('format=PDF');
    expect(empty.statusCode).toBe(200);
    expect(empty.headers['content-type']).toBe('application/pdf');
    expect(empty.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    await priceRows();
    const printed = await file('format=PDF');
    expect(printed.rawPayload.length).toBeGreaterThan(empty.rawPayload.length);
  });

  test('refuses other formats, people without ENGINEERING, and cost estimates of another account', async () => {
    expect((await file('format=CSV')).statusCode).toBe(400);
    expect((await file('format=XLSX', stranger.admin)).statusCode).toBe(404);
    const buyer = await office.as(['PURCHASE'], house);
    expect((await file('format=XLSX', buyer)).statusCode).toBe(403);
  });
});

describe('A printed physical-financial schedule', () => {
  const months = Array.from({ length: 13 }, (_, index) => ({
    month: `2026-${String((index % 12) + 1).padStart(2, '0')}-01`,
    ...{ value: '100.00', accumulated: '100.00', percentage: '7.69', accumulatedPercentage: '7.69' },
  }));

  test('continues its months on another page, ten at a time, and draws the curve once', () => {
    const document = printMonthly({
      estimate: { code: 'ORC-1', description: 'Casa', building: { id: 1, name: 'Obra' } } as Parameters<
        typeof printMonthly
      >[0]['estimate'],
      months: { id: 1, total: '1300.00', unscheduled: '0.00', months, stages: [] },
      company: { name: 'Empresa', taxId: null, logo: null },
      ...{ withBdi: true, today: '2026-11-20', createdAt: '2026-11-20T12:00:00Z' },
    });
    const tables = document.content.flatMap((part) =>
      typeof part === 'object' && 'table' in part ? [part.table?.body[0]?.length] : [],
    );
    // Item, stage and total before ten months; before the last three and what has no date.
    expect(tables).toEqual([13, 7]);
    expect(JSON.stringify(document.content).match(/<polyline/g)).toHaveLength(1);
  });
});
