import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { STATES } from '#tests/support/sinapi/model.ts';
import { workbookOf } from '#tests/support/sinapi/workbook.ts';
import { importsOf, smallMonth } from './importKit.ts';

let services: TestServices;
let office: Office;
let admin: ReturnType<typeof importsOf>;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  admin = importsOf(services, office.admin);
});
afterAll(() => services.stop());

const month = smallMonth();

test('A workbook is looked at, asked about and imported', async () => {
  const { body } = await admin.start(workbookOf(month));
  const { id } = body.data;
  const asked = await admin.until(id, 'WAITING', 'FAILED');
  expect(asked).toMatchObject({ state: 'WAITING', costDatabaseImport: { question: 'STATES', month: '2026-10-01', states: STATES } });
  await admin.answer(id, { states: ['GO', 'AC'], regimes: ['SD'] });
  const done = await admin.until(id, 'DONE', 'FAILED', 'WAITING');
  console.log(JSON.stringify(done, null, 1).slice(0, 6000));
  expect(done.state).toBe('DONE');
});
