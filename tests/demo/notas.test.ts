import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoNotas } from '#services/demo/notas/examples.ts';
import { createDemoDatabase } from '#tests/support/app.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices({ createDatabase: createDemoDatabase });
}, 120_000);
afterAll(() => services.stop());

test('The notas of the demo company are read as drafts, and propose expenses whose arithmetic holds', async () => {
  const { seed, api } = services;
  const [place] = await seed.sql<{ accountId: string; companyId: string }>(
    'select account_id as "accountId", id as "companyId" from companies',
  );
  const token = await seed.tokenOf(await seed.user(Number(place?.accountId), { admin: true }));
  const base = `/api/v1/financial/company/${place?.companyId}/fiscal-documents`;
  expect(done(await api.get(`${base}/examples`, { token }))).toEqual({ names: [] });
  const folder = join(services.app.platform.dataDir, 'exemplos');
  await mkdir(folder, { recursive: true });
  for (const { name, content } of demoNotas('2026-11-20')) await writeFile(join(folder, name), content);
  expect(done(await api.get(`${base}/examples`, { token })).names).toHaveLength(4);
  const { files } = done(await api.post(`${base}/examples`, { token }));
  expect(files.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['DRAFT', 'DRAFT', 'DRAFT', 'DRAFT']);
  const told = [];
  for (const { document } of files) {
    const { checks, netValue, partnerOrigin, documentNumber } = done(
      await api.get(`${base}/${document.id}`, { token }),
    );
    told.push([documentNumber, netValue, partnerOrigin, checks.every(({ ok }: { ok: boolean }) => ok)]);
  }
  expect(told).toEqual([
    ['NFS-e 318', '15624.00', 'TAX_ID', true],
    ['NF 20.931', '2286.00', 'TAX_ID', true],
    ['NF 5.187', '55100.00', 'TAX_ID', true],
    ['NF 774', '486.40', 'NEW', true],
  ]);
  const other = await seed.account();
  const companyId = await seed.company(other);
  const admin = await seed.tokenOf(await seed.user(other, { admin: true }));
  const path = `/api/v1/financial/company/${companyId}/fiscal-documents/examples`;
  expect(done(await api.get(path, { token: admin }))).toEqual({ names: [] });
});
