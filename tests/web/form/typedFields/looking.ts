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
const filterPanel = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/outcome`);
  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
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
const report = async (page: Page): Promise<void> => {
  await go(page, '/reports?report=estimated-actual&building=1');
  await paper(page).getByText(/^até /).waitFor();
};
const paper = (page: Page): Locator => page.getByRole('article');
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
/** By its class: an open panel hides the list from assistive software. */
const firstRow = (page: Page): Locator => page.locator('.ag-row[row-index="0"]');
const measurements = '/home/forms/engineering/measurements';
const newMeasurement = (page: Page): Promise<void> => go(page, `${measurements}?id=new`);
const bearer = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('prumo.session.admin@demo.prumo') ?? '{}');
    return stored !== null && typeof stored === 'object' && 'token' in stored ? `Bearer ${String(stored.token)}` : '';
  });
/** Asks the gateway beside the page, whose mutations are intercepted. */
const askBeside = async (page: Page, query: string) => {
  const authorization = await bearer(page);
  const url = new URL('/graphql', page.url()).href;
  const reply = await page.request.post(url, { data: { query }, headers: { authorization } });
  return (await reply.json()).data;
};
/** The measurement of the demo's house that is being typed. */
const openMeasurement = async (page: Page): Promise<void> => {
  const { measurementContracts } = await askBeside(
    page,
    '{ measurementContracts(costEstimateId: 1) { latest { id } } }',
  );
  await go(page, `${measurements}?id=${measurementContracts[0].latest.id}`);
};
const closingMeasurement = async (page: Page): Promise<void> => {
  await openMeasurement(page);
  await page.getByRole('button', { name: 'Fechar medição' }).click();
};
const side = async (page: Page): Promise<void> => {
  const { measurementContracts } = await askBeside(
    page,
    '{ measurementContracts(costEstimateId: 1) { id kind retained } }',
  );
  const { id } = measurementContracts.find(({ kind }: { kind: string }) => kind === 'CONTRACTOR');
  await go(page, `${measurements}?estimate=1&side=${id}`);
};
const release = async (page: Page): Promise<void> => {
  await side(page);
  await page.getByRole('button', { name: 'Liberar retenção…' }).click();
};
const newContractor = async (page: Page): Promise<void> => {
  await openMeasurement(page);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Novo contratado…' }).click();
};

/** A composition of the estimate that is not approved: "Demolição de alvenaria" has an input and a composition. */
const composition = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/engineering/cost-estimate?id=3');
  await page
    .locator('[data-row]')
    .filter({ hasText: 'Demolição de alvenaria' })
    .locator('[data-column="item"]')
    .click();
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('dialog')
    .getByLabel(/^Coeficiente de/)
    .first()
    .waitFor();
};
const amendments = '/home/forms/engineering/cost-estimate?id=2&part=amendments';
const newAmendment = async (page: Page): Promise<void> => {
  await go(page, amendments);
  await page.getByRole('button', { name: 'Novo aditivo' }).click();
};
const addedLine = async (page: Page): Promise<void> => {
  const { session } = await askBeside(page, '{ session { companies { id } } }');
  const place = `companyId: ${session.companies[0].id}, id: 2`;
  const known = await askBeside(page, `{ costEstimateAmendments(${place}) { content { id } } }`);
  const made =
    known.costEstimateAmendments.content[0] ??
    (
      await askBeside(
        page,
        `mutation { createCostEstimateAmendment(${place}, input: { date: "2026-11-20", reason: "Rocha", lines: [] }) { amendment { id } } }`,
      )
    ).createCostEstimateAmendment.amendment;
  await go(page, `/home/forms/engineering/cost-estimate?id=2&part=amendment-${made.id}`);
  await page.getByRole('button', { name: 'Serviço novo…' }).click();
};
/** A wallet of the demo with a line of its bank, asked for the day up to which it is reconciled. */
const closing = async (page: Page): Promise<void> => {
  const { session } = await askBeside(page, '{ session { companies { id } } }');
  const companyId: string = session.companies[0].id;
  const { wallets } = await askBeside(page, `{ wallets(companyId: ${companyId}, size: 1) { content { id } } }`);
  const base = new URL(`/api/v1/financial/company/${companyId}/bank-statements/files`, page.url()).href;
  const headers = { authorization: await bearer(page) };
  const buffer = Buffer.from(
    '<OFX><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>77-1</BANKACCTFROM><STMTTRN><DTPOSTED>20261110<TRNAMT>-1,00<FITID>1<MEMO>TAR</STMTTRN></STMTRS></OFX>',
  );
  const file = { name: 'um.ofx', mimeType: 'application/x-ofx', buffer };
  const sent = await page.request.post(base, { headers, multipart: { file } });
  const { data } = await sent.json();
  const wallet = { id: Number(wallets.content[0].id) };
  await page.request.put(`${base}/${data.id}/accounts/1`, { headers, data: { wallet } });
  await page.request.post(`${base}/${data.id}/import`, { headers, data: {} });
  await go(page, `${transactions}/ofx-files?bank=${wallet.id}`);
  // The first row has the focus.
  await page.waitForURL(/row=/);
  await page.getByRole('button', { name: /^Alterar/ }).click();
};
const limiting = async (page: Page): Promise<void> => {
  // No line of it takes the focus, and its place in the address.
  await go(page, `${transactions}/ofx-files?view=IGNORED`);
  await page.getByRole('button', { name: 'Limite de diferenças' }).click();
};
const breakdown = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/costbreakdown?building=1`);
  await title(page).filter({ hasText: 'Etapas × categorias' }).waitFor();
};
const dialogTitle = (page: Page): Locator => page.getByRole('dialog').getByRole('heading');
const contractTotal = (page: Page): Locator => page.getByText(/^Contrato R\$/);
const places = (count: number) => ({
  ...({ as: 'admin', rubbish: 'dez', problem: `Não é um número com até ${count} casas decimais` } as const),
});

export const LOOKING: readonly LookingField[] = [
  {
    ...{ ...date, as: 'admin', source: 'engineering/measurements/fields.tsx periodEnd', name: 'Medir até' },
    ...{ open: newMeasurement, watched: dialogTitle, label: /^Medir até/ },
  },
  {
    ...{ ...places(2), source: 'engineering/measurements/fields.tsx retentionPercentage', name: 'Retenção da medição' },
    ...{ open: newContractor, watched: dialogTitle, label: /^Retenção/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'engineering/measurements/SheetDialogs.tsx dueDate' },
    ...{ name: 'Vencimento da medição', open: closingMeasurement, watched: dialogTitle, label: /^Vencimento/ },
  },
  {
    ...{ ...places(2), source: 'engineering/measurements/SideDialog.tsx prices', name: 'Preços do contratado' },
    ...{ open: newContractor, watched: dialogTitle, label: /^Preços/ },
  },
  {
    ...{ ...places(2), source: 'engineering/measurements/side/SideLines.tsx prices', name: 'Preço dos incluídos' },
    ...{ open: side, watched: contractTotal, label: /^Preço dos incluídos/ },
  },
  {
    ...{
      as: 'admin',
      source: 'engineering/measurements/side/SideEditor.tsx paymentDays',
      name: 'Dias até o vencimento',
    },
    ...{ rubbish: 'quinze', problem: 'Não é um número inteiro' },
    ...{ open: side, watched: contractTotal, label: /^Dias até o vencimento/ },
  },
  {
    ...{ as: 'admin', source: 'engineering/measurements/side/ReleaseDialog.tsx value', name: 'Valor a liberar' },
    ...{ rubbish: 'cem', problem: 'Não é um valor', open: release, watched: dialogTitle, label: /^Valor a liberar/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'engineering/measurements/side/ReleaseDialog.tsx dueDate' },
    ...{ name: 'Vencimento da liberação', open: release, watched: dialogTitle, label: /^Vencimento/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'engineering/costEstimates/amendments/HeaderFields.tsx date' },
    ...{ name: 'Data do aditivo', open: newAmendment, watched: dialogTitle, label: /^Data/ },
  },
  {
    ...{ ...places(4), source: 'engineering/costEstimates/amendments/AddedDialog.tsx quantity' },
    ...{ name: 'Quantidade do serviço novo', open: addedLine, watched: dialogTitle, label: /^Quantidade/ },
  },
  {
    ...{ ...places(4), source: 'engineering/costEstimates/amendments/AddedDialog.tsx unitPrice' },
    ...{ name: 'Preço do serviço novo', open: addedLine, watched: dialogTitle, label: /^Preço unitário/ },
  },
  {
    ...{ ...places(4), source: `${estimateEditor}/composition/columns.tsx quantityPath(line)`, name: 'Coeficiente' },
    ...{ open: composition, watched: dialogTitle, label: /^Coeficiente de/ },
  },
  {
    ...{
      ...places(4),
      source: `${estimateEditor}/composition/columns.tsx pricePath(line)`,
      name: 'Preço na composição',
    },
    ...{ open: composition, watched: dialogTitle, label: /^Preço de/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'financial/bankStatements/desk/dialogs/ClosingDialog.tsx through' },
    ...{ name: 'Conciliado até', open: closing, watched: dialogTitle, label: /^Último dia/ },
  },
  {
    ...{ ...amount, as: 'admin', source: 'financial/bankStatements/desk/dialogs/LimitDialog.tsx differenceLimit' },
    ...{ name: 'Limite de diferenças', open: limiting, watched: dialogTitle, label: /^Até, por conciliação/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'engineering/costBreakdown/CostBreakdownScreen.tsx date' },
    ...{ name: 'Até, de etapas × categorias', open: breakdown, watched: title, label: /^Até$/ },
  },
  {
    ...{ ...date, as: 'admin', source: 'reports/Parameters.tsx until' },
    ...{ name: 'Até o dia, de um relatório', label: /^Até o dia/, open: report, watched: paper },
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
    ...{ ...amount, as: 'financeiro', source: 'financial/transactions/list/FilterPanel.tsx amount' },
    ...{ name: 'Valor, de despesas', open: filterPanel, watched: firstRow, label: /^Valor a partir de/ },
  },
  {
    ...{ ...date, as: 'financeiro', source: 'financial/transactions/list/FilterPanel.tsx day' },
    ...{ name: 'Emissão, de despesas', open: filterPanel, watched: firstRow, label: /^Emissão desde/ },
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
