import type { Locator, Page } from 'playwright-core';
import { amount, date, go, transactions, type TypedField } from './fields.ts';

/** A typed field that filters a view and saves nothing. */
export interface LookingField extends Pick<TypedField, 'source' | 'name' | 'as' | 'label' | 'rubbish' | 'problem'> {
  open: (page: Page) => Promise<void>;
  /** Returns the part of the screen that the field changes. */
  watched: (page: Page) => Locator;
}

const period = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/outcome?from=2026-11-01&to=2026-11-30`);
  await page.getByRole('button', { name: /01\/11\/2026 – 30\/11\/2026/ }).click();
};
const overview = (page: Page): Promise<void> => go(page, '/home/forms/engineering/appropriate-overview?building=1');
const overviewFigures = (page: Page): Locator => page.locator('dl[aria-label="Valores até a data"]');
const simulation = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/cashflow`);
  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByRole('list', { name: 'Contas a mover' }).getByRole('textbox').first().waitFor();
};
const shownPeriod = (page: Page): Locator => page.getByText('01/11/2026 – 30/11/2026', { exact: true }).first();
const simulated = (page: Page): Locator => page.getByRole('group', { name: 'Na simulação' });
const scenario = 'financial/cashFlow/ScenarioPanel.tsx';
const wholeNumber = { rubbish: 'dez', problem: 'Não é um número inteiro' };

const merging = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/product');
  await page.getByRole('tab', { name: /^Duplicados/ }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'CIMENTO CPII E 32' })
    .getByRole('button', { name: 'Unificar' })
    .click();
  await mergeEffects(page).getByText('4 preços se juntam').waitFor();
};
const mergeEffects = (page: Page): Locator => page.getByRole('dialog').getByRole('list').first();

/** The estimate of the demo that is not approved; of its BDI the parts, or the percentage. */
const estimateDialog =
  (button: RegExp, percentage = false) =>
  async (page: Page): Promise<void> => {
    await go(page, '/home/forms/engineering/cost-estimate?id=3');
    await page.locator('footer').getByRole('button', { name: button }).click();
    if (percentage) await page.getByRole('dialog').getByLabel('Compor pelas parcelas').uncheck();
  };
const estimateTotals = (page: Page): Locator => page.locator('footer');
const estimateEditor = 'engineering/costEstimates/editor';
const percentage = { as: 'admin', rubbish: 'dez', problem: 'Não é um percentual', watched: estimateTotals } as const;

const curve = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/engineering/cost-estimate?id=3&part=abc');
  await page.getByRole('heading', { level: 1, name: 'Curva ABC' }).waitFor();
};
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const measurements = '/home/forms/engineering/measurements';
const newMeasurement = async (page: Page): Promise<void> => {
  await go(page, `${measurements}?id=new`);
  await page.getByRole('dialog').getByRole('combobox').first().click();
  // The list behind the dialog has a native choice with options of its own.
  await page.locator('[role="option"]').first().click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Retenção/)
    .waitFor();
};
/** Mutations of the page are intercepted: the measurement is made beside it, once. */
const openMeasurement = async (page: Page): Promise<string> => {
  const ask = async (query: string) => {
    const authorization = await page.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('prumo.session.admin@demo.prumo') ?? '{}');
      return stored !== null && typeof stored === 'object' && 'token' in stored ? `Bearer ${String(stored.token)}` : '';
    });
    const url = new URL('/graphql', page.url()).href;
    const reply = await page.request.post(url, { data: { query }, headers: { authorization } });
    return (await reply.json()).data;
  };
  const { session } = await ask('{ session { companies { id } } }');
  const { costEstimates } = await ask(
    `{ costEstimates(companyId: ${session.companies[0].id}, filter: { approved: true }) { content { id } } }`,
  );
  // The last one: the first is chosen for a new measurement, which has no side yet.
  const { id } = costEstimates.content.at(-1);
  const known = await ask(`{ measurementContracts(costEstimateId: ${id}) { latest { id } } }`);
  if (known.measurementContracts[0]?.latest) return known.measurementContracts[0].latest.id;
  const side = await ask(
    `mutation { createMeasurementContract(costEstimateId: ${id}, kind: CUSTOMER, input: {}) { contract { id } } }`,
  );
  const { contract } = side.createMeasurementContract;
  const made = await ask(
    `mutation { createMeasurement(contractId: ${contract.id}, periodEnd: "2026-11-20") { measurement { id } } }`,
  );
  return made.createMeasurement.measurement.id;
};
const closingMeasurement = async (page: Page): Promise<void> => {
  await go(page, `${measurements}?id=${await openMeasurement(page)}`);
  await page.getByRole('button', { name: 'Fechar medição' }).click();
};
const newContractor = async (page: Page): Promise<void> => {
  await go(page, `${measurements}?id=${await openMeasurement(page)}`);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Novo contratado…' }).click();
};
const dialogTitle = (page: Page): Locator => page.getByRole('dialog').getByRole('heading');
const twoPlaces = { as: 'admin', rubbish: 'dez', problem: 'Não é um número com até 2 casas decimais' } as const;

export const LOOKING: readonly LookingField[] = [
  {
    ...{ ...date, as: 'admin', source: 'engineering/measurements/fields.tsx periodEnd', name: 'Medir até' },
    ...{ open: newMeasurement, watched: dialogTitle, label: /^Medir até/ },
  },
  {
    ...{ ...twoPlaces, source: 'engineering/measurements/fields.tsx retentionPercentage', name: 'Retenção da medição' },
    ...{ open: newMeasurement, watched: dialogTitle, label: /^Retenção/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'engineering/measurements/SheetDialogs.tsx dueDate' },
    ...{ name: 'Vencimento da medição', open: closingMeasurement, watched: dialogTitle, label: /^Vencimento/ },
  },
  {
    ...{ ...twoPlaces, source: 'engineering/measurements/SideDialog.tsx prices', name: 'Preços do contratado' },
    ...{ open: newContractor, watched: dialogTitle, label: /^Preços/ },
  },
  {
    ...date,
    ...{ as: 'admin', source: 'engineering/estimatedVsActual/AppropriateOverviewScreen.tsx date' },
    ...{ name: 'Até, de orçado × realizado', open: overview, watched: overviewFigures, label: /^Até$/ },
  },
  {
    ...{ ...percentage, source: `${estimateEditor}/BdiDialog.tsx bdiPath(bdi.id, 'percentage')` },
    ...{ name: 'Percentual do BDI', open: estimateDialog(/^BDI/, true), label: /^Percentual/ },
  },
  {
    ...{ ...percentage, source: `${estimateEditor}/BdiDialog.tsx bdiPath(bdi.id, id)` },
    ...{ name: 'Parcela do BDI', open: estimateDialog(/^BDI/), label: /^Lucro/ },
  },
  {
    ...{ ...percentage, source: 'engineering/costEstimates/states/AbcPage.tsx cutA', name: 'Corte A da curva' },
    ...{ open: curve, watched: title, label: /^A até/ },
  },
  {
    ...{ ...percentage, source: 'engineering/costEstimates/states/AbcPage.tsx cutB', name: 'Corte B da curva' },
    ...{ open: curve, watched: title, label: /^B até/ },
  },
  {
    ...{ ...amount, as: 'admin', source: `${estimateEditor}/DiscountDialog.tsx discount`, name: 'Desconto da obra' },
    ...{ open: estimateDialog(/^Desconto$/), watched: estimateTotals, label: /^Desconto$/ },
  },
  {
    ...{ ...amount, as: 'admin', source: `${estimateEditor}/DiscountDialog.tsx target`, name: 'Total alvo' },
    ...{ open: estimateDialog(/^Desconto$/), watched: estimateTotals, label: /^Total alvo/ },
  },
  {
    ...{
      as: 'comprador',
      source: 'purchase/products/merging/MergeSides.tsx factor',
      name: 'Fator de um insumo que sai',
    },
    ...{ rubbish: 'dez', problem: 'Não é um número com até 9 casas decimais' },
    ...{ open: merging, watched: mergeEffects, label: /^Quantos sc de CIMENTO CPII E 32 fazem 1 kg$/ },
  },
  {
    ...date,
    as: 'financeiro',
    source: 'ui/PeriodPicker.tsx from',
    name: 'De',
    open: period,
    watched: shownPeriod,
    label: /^De$/,
  },
  {
    ...date,
    as: 'financeiro',
    source: 'ui/PeriodPicker.tsx to',
    name: 'Até',
    open: period,
    watched: shownPeriod,
    label: /^Até$/,
  },
  {
    ...{ ...wholeNumber, as: 'admin', source: `${scenario} delayDays`, name: 'Atrasar recebimentos' },
    ...{ open: simulation, watched: simulated, label: /^Atrasar recebimentos/ },
  },
  {
    ...{ as: 'admin', source: `${scenario} delayPercent`, name: 'De cada recebimento' },
    ...{
      rubbish: '150',
      problem: 'Use no máximo 100%',
      open: simulation,
      watched: simulated,
      label: /^De cada recebimento/,
    },
  },
  {
    ...date,
    as: 'admin',
    source: `${scenario} move`,
    name: 'Mover uma conta',
    open: simulation,
    watched: simulated,
    label: /^Mover .+ para$/,
  },
];
