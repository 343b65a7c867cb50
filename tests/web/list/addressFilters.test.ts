import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ConsoleMessage, Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, visitAnew, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const FORMS = '/home/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const rows = `mutation { createBrand(input: { name: "Teste Pedra Clara" }) { brand { id } }
    createUnit(input: { acronyms: "vxa³", description: "Vara cúbica" }) { unit { id } } }`;
  const { errors } = await app.ask('comprador', rows);
  if (errors) throw new Error(JSON.stringify(errors));
}, 60_000);
afterAll(() => app.stop());

/** A window for each user, in which one address after the other is visited. */
const pages = new Map<DemoUser, Promise<Page>>();
const at = async (address: string, as: DemoUser): Promise<Page> => {
  const known = pages.get(as) ?? app.open('/home/tutorials', { as });
  pages.set(as, known);
  const page = await known;
  await visitAnew(page, address);
  return page;
};

const main = (page: Page) => eventually(page.getByRole('main'));
const search = (page: Page): string => new URL(page.url()).search;

describe('An invalid part of an address', () => {
  const lists: [string, DemoUser][] = [
    ['transactions/outcome', 'financeiro'],
    ['transactions/income', 'financeiro'],
    ['transactions/debit-installments', 'financeiro'],
    ['transactions/credit-installments', 'financeiro'],
    ['transactions/retentions', 'financeiro'],
    ['transactions/bank', 'financeiro'],
    ['transactions/category', 'admin'],
    ['supplier', 'financeiro'],
    ['customer', 'financeiro'],
    ['engineering/building', 'admin'],
    ['settings/company', 'admin'],
    ['settings/user', 'admin'],
    ['product', 'comprador'],
    ['task', 'engenheiro'],
    ['engineering/cost-estimate', 'engenheiro'],
    ['engineering/measurements', 'engenheiro'],
    ['product-brand', 'comprador'],
    ['product-unit', 'comprador'],
    ['product-type', 'comprador'],
    ['product-table', 'comprador'],
    ['purchase/orders-and-receipts', 'comprador'],
    ['purchase/purchases', 'comprador'],
  ];
  test.each(lists)('is named on %s, key by key, and the rest is applied', async (path, as) => {
    const logged: string[] = [];
    const page = await at('/home/tutorials', as);
    const log = (message: ConsoleMessage) => logged.push(message.text());
    page.on('console', log);
    await visit(page, `${FORMS}/${path}?cor=azul&from=2026-02-31&page=x&sort=foo&__proto__=1`);
    for (const words of [
      'Esta lista não tem o filtro “cor”.',
      'Esta lista não tem o filtro “__proto__”.',
      '“2026-02-31” não serve para “from” (De).',
      '“x” não serve para “page” (Página).',
      'Esta lista não se ordena por “foo”.',
    ]) {
      await main(page).toContain(words);
    }
    await main(page).toContain('A lista mostra o resto do endereço.');
    await page.getByRole('main').locator('.ag-row, [role="listitem"]').first().waitFor();
    for (const key of ['cor', '__proto__', 'from', 'page', 'foo']) {
      await page.getByRole('button', { name: `Remover “${key}”` }).click();
      await eventually(() => page.getByRole('button', { name: `Remover “${key}”` }).count()).toBe(0);
    }
    // Products always name the cost database whose prices they show.
    await eventually(() => search(page)).toMatch(path === 'product' ? /^\?productTable=\d+$/ : /^$/);
    await main(page).not.toContain('A lista mostra o resto');
    page.off('console', log);
    expect(logged).toEqual([]);
  });

  test.each([
    ['transactions/outcome', 'status=XYZ', '“XYZ” não serve para “status” (Situação).'],
    ['transactions/debit-installments', 'status=OPEN', '“OPEN” não serve para “status” (Situação).'],
    ['transactions/outcome', 'category=abc', '“abc” não serve para “category” (Categoria).'],
    ['transactions/outcome', 'building=-2', '“-2” não serve para “building” (Obra).'],
    ['transactions/outcome', 'costEstimateGroup=0', '“0” não serve para “costEstimateGroup” (Etapa).'],
    ['transactions/outcome', 'to=31/12/2026', '“31/12/2026” não serve para “to” (Até).'],
    ['transactions/outcome', 'size=-5', '“-5” não serve para “size” (Linhas por página).'],
    ['transactions/retentions', 'status=PARTIAL', '“PARTIAL” não serve para “status” (Situação).'],
    ['transactions/retentions', 'tax=IPI', '“IPI” não serve para “tax” (Imposto).'],
    ['transactions/retentions', 'month=2026-13', '“2026-13” não serve para “month” (Mês).'],
    ['supplier', 'active=talvez', '“talvez” não serve para “active” (Situação).'],
    ['transactions/bank', 'active=1', '“1” não serve para “active” (Situação).'],
  ])('is named by its value where the key is known: %s?%s', async (path, query, words) => {
    const page = await at(`${FORMS}/${path}?${query}`, 'financeiro');
    await main(page).toContain(words);
    await page.getByRole('main').locator('.ag-row, [role="listitem"]').first().waitFor();
    await page.getByRole('button', { name: `Remover “${query.split('=')[0]}”` }).click();
    await main(page).not.toContain(words);
    await eventually(() => search(page)).toBe('');
  });

  test.each([1440, 390] as const)('is accessible, at %i px', async (width) => {
    const page = await app.open(`${FORMS}/transactions/outcome?cor=azul&status=XYZ`, { as: 'financeiro', width });
    await main(page).toContain('Esta lista não tem o filtro “cor”.');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });
});

describe('A filter in an address', () => {
  const transactions = async (filter: string): Promise<number> => {
    const { companyId, buildingId } = (await app.ask('financeiro', '{ session { companyId buildingId } }')).data
      .session;
    const query = `query ($companyId: ID!, $buildingId: ID) { transactions(companyId: $companyId, type: DEBIT, size: 1,
      filter: { buildingId: $buildingId, ${filter} }) { totalElements } }`;
    const { data, errors } = await app.ask('financeiro', query, { variables: { companyId, buildingId } });
    if (errors) throw new Error(JSON.stringify(errors));
    return data.transactions.totalElements;
  };

  test('for a row outside the choices has a removable chip with its id', async () => {
    const page = await at(`${FORMS}/transactions/outcome?category=999999`, 'financeiro');
    await main(page).toContain('Categoria: nº 999999');
    await main(page).toContain('Nada com estes filtros');
    await page.getByRole('button', { name: 'Limpar Categoria' }).click();
    await page.getByRole('main').locator('.ag-row').first().waitFor();
    await eventually(() => search(page)).toBe('');
  });

  test('by number, or by a stage, finds what the services find, and has a removable chip', async () => {
    const { data } = await app.ask(
      'financeiro',
      `{ transactions(companyId: 1, type: DEBIT, size: 500) { content {
        documentNumber apportionments { building { id } stage { id } } } } }`,
    );
    const { buildingId } = (await app.ask('financeiro', '{ session { buildingId } }')).data.session;
    interface Share {
      building: { id: string } | null;
      stage: { id: string } | null;
    }
    const found = data.transactions.content
      .flatMap(({ apportionments }: { apportionments: Share[] }) => apportionments)
      .find(({ building, stage }: Share) => building?.id === buildingId && stage);
    const stageId = found.stage.id as string;
    for (const [query, filter, chip, label] of [
      [`costEstimateGroup=${stageId}`, `stageId: "${stageId}"`, `Etapa: nº ${stageId}`, 'Etapa'],
      ['documentNumber=NF%2016.121', 'documentNumber: "NF 16.121"', 'Documento: NF 16.121', 'Documento'],
    ] as const) {
      const count = await transactions(filter);
      const page = await at(`${FORMS}/transactions/outcome?${query}`, 'financeiro');
      await main(page).toContain(`${count} documento`);
      await main(page).toContain(chip);
      await page.getByRole('button', { name: `Limpar ${label}` }).click();
      await eventually(() => search(page)).toBe('');
    }
  });

  const OWN = { description: 'Telhas do galpão', grossValue: '1234.56', emissionDate: '2026-11-03' };
  beforeAll(async () => {
    const { companyId, buildingId } = (await app.ask('financeiro', '{ session { companyId buildingId } }')).data
      .session;
    const create = `mutation ($companyId: ID!, $input: TransactionInput!) {
      createTransaction(companyId: $companyId, type: DEBIT, input: $input) { transaction { id } } }`;
    const input = {
      ...OWN,
      installments: [{ dueDate: '2026-11-10', grossValue: '1234.56' }],
      apportionments: [{ buildingId, grossValue: '1234.56' }],
    };
    const { errors } = await app.ask('financeiro', create, { variables: { companyId, input } });
    if (errors) throw new Error(JSON.stringify(errors));
  });

  test.each([
    ['transactions/outcome', 'value=1234.56', 'Valor líquido: R$ 1.234,56', OWN.description, 'financeiro'],
    [
      'transactions/outcome',
      'description=telhas do galpao',
      'Descrição: telhas do galpao',
      OWN.description,
      'financeiro',
    ],
    ['transactions/outcome', 'emissionDate=2026-11-03&forecast=true', 'Em aberto: sim', OWN.description, 'financeiro'],
    ['transactions/debit-installments', 'value=1234.56', 'Valor líquido: R$ 1.234,56', OWN.description, 'financeiro'],
    [
      'transactions/debit-installments',
      'emissionDate=2026-11-03',
      'Emissão: 03/11/2026',
      OWN.description,
      'financeiro',
    ],
    ['supplier', 'name=CONCRETEIRA paulista ltda', 'Nome: CONCRETEIRA', 'Concreteira Paulista Ltda', 'financeiro'],
    ['supplier', 'city=Sumare', 'Cidade: Sumare', 'Aço Forte Distribuidora S.A.', 'financeiro'],
    ['engineering/cost-estimate', 'approved=true', 'Aprovado: sim', 'ORC-014', 'engenheiro'],
    ['engineering/building', 'name=Vila das Ipês – 8 casas', 'Nome: Vila', 'Vila das Ipês – 8 casas', 'admin'],
    ['settings/company', 'name=construtora ipe demo', 'Nome: construtora', 'Construtora Ipê Demo', 'admin'],
    ['settings/user', 'login=comprador@demo.prumo', 'Login: comprador', 'comprador@demo.prumo', 'admin'],
    ['product-brand', 'name=TESTE PEDRA CLARA', 'Nome: TESTE PEDRA CLARA', 'Teste Pedra Clara', 'comprador'],
    ['product-unit', 'acronyms=VXA3', 'Sigla: VXA3', 'Vara cúbica', 'comprador'],
    ['product-type', 'name=MATERIAL', 'Nome: MATERIAL', 'Material', 'comprador'],
    ['product-table', 'source=GO', 'Origem: Própria', 'Próprios', 'comprador'],
    ['settings/user', 'admin=true', 'Administra: sim', 'admin@demo.prumo', 'admin'],
    ['transactions/bank', 'identifier=itau', 'Nome: itau', 'Itaú', 'financeiro'],
    ['transactions/category', 'name=empreiteiros', 'Nome: empreiteiros', 'Empreiteiros', 'admin'],
  ] as const)('works on %s?%s, and has a removable chip', async (path, query, chip, row, as) => {
    const page = await at(`${FORMS}/${path}?${query}`, as);
    await main(page).toContain(chip);
    await main(page).toContain(row);
    // The lines of a statement are another list beside the wallets, so they are excluded.
    const inList = path === 'transactions/bank' ? '[aria-label="Saldos de hoje"] [role="listitem"]' : '.ag-row';
    const rows = page.getByRole('main').locator(path === 'transactions/category' ? '[role="listitem"]' : inList);
    await eventually(() => rows.count()).toBeGreaterThan(0);
    const found = await rows.count();
    const clear = page.getByRole('button', { name: /^Limpar / });
    for (let left = await clear.count(); left > 0; left -= 1) {
      await clear.first().click();
      await eventually(() => clear.count()).toBe(left - 1);
    }
    await eventually(() => search(page)).toBe('');
    await eventually(() => rows.count()).toBeGreaterThanOrEqual(found);
  });
});

test('A search that is written while the next screen is loaded does not lead back', async () => {
  const page = await app.open(`${FORMS}/supplier`, { as: 'admin' });
  await page.locator('.ag-row').first().waitFor();
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/CategoriesScreen-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('areia');
  await page.getByRole('link', { name: 'Categorias', exact: true }).click();
  // Longer than the pause after which a search is written.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Categorias' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${FORMS}/transactions/category`);
  await page.context().close();
});
