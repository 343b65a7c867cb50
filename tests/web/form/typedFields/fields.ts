import type { Locator, Page } from 'playwright-core';
import { visit, type DemoUser } from '#tests/support/app.ts';

/** A typed field and the value that its form sends. Dates are computed for 20/11/2026. */
export interface TypedField {
  /** File below web/ and the field's path there (for a mask: the mask). */
  source: string;
  name: string;
  as: DemoUser;
  /** Fills in the other required fields and opens the form. Absent: continues with the form of the previous row. */
  open?: (page: Page) => Promise<void>;
  /** Label on the screen. */
  label: RegExp;
  /** An invalid text, and the problem it shows. */
  rubbish: string;
  problem: string;
  /** A valid text and how it is shown, computed by hand. */
  typed: string;
  shown: string;
  /** Path and value in the variables of the operation. */
  sent: [path: string, value: unknown];
  /** The key that saves from the field itself. */
  save: 'Control+s' | 'Enter';
}

export const transactions = '/home/forms/transactions';

export const go = async (page: Page, path: string): Promise<void> => {
  await visit(page, path);
};
const pick = async (page: Page, label: RegExp, text: string, form: Page | Locator = page): Promise<void> => {
  await form.getByRole('combobox', { name: label }).focus();
  await page.keyboard.type(text);
  // Options of a closed native list have the role, too.
  await page.getByRole('option', { name: text }).filter({ visible: true }).first().waitFor();
  await page.keyboard.press('Enter');
};
const fill = async (page: Page, label: RegExp, text: string): Promise<void> => {
  await page.getByLabel(label).fill(text);
  await page.keyboard.press('Tab');
};

const newProduct = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/product?id=new');
  await page.getByRole('heading', { name: 'Novo insumo' }).waitFor();
  await fill(page, /^Nome/, 'Teste de campos');
  await pick(page, /^Unidade\s*\*?$/, 'kg');
  await pick(page, /^Tipo/, 'Material');
  await pick(page, /^Unidade de compra/, 'sc');
  await fill(page, /^Contém/, '50');
};
/** A composition that no other one uses: it is saved without a question. */
const ownTask = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/task?search=CP-0101');
  await page.locator('.ag-row[row-index="0"] [col-id="code"]').getByText('CP-0101').click();
  await page.getByRole('heading', { name: 'Limpeza mecanizada do terreno' }).waitFor();
};
const newInput = async (page: Page): Promise<void> => {
  await ownTask(page);
  await page.getByRole('combobox', { name: 'Incluir item' }).fill('Nada que exista');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Novo insumo' });
  await pick(page, /^Unidade\s*\*?$/, 'kg', dialog);
  await pick(page, /^Tipo/, 'Material', dialog);
};
const newExpense = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/outcome?id=new`);
  await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
};
const expenseOf100 = async (page: Page): Promise<void> => {
  await newExpense(page);
  await fill(page, /^Valor bruto/, '100');
};
const inTwoParts = async (page: Page): Promise<void> => {
  await expenseOf100(page);
  await fill(page, /^Número de parcelas/, '2');
  await page.getByLabel('Valor da parcela 2').waitFor();
};
/** Opens a transaction that is wholly on the building of the place. */
const ofOneBuilding = async (page: Page): Promise<void> => {
  await expenseOf100(page);
  await page.getByRole('group', { name: 'Rateio 1' }).waitFor();
};
const payment = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/outcome?status=PLANNED`);
  await page.locator('.ag-row[row-index="0"] [col-id="partner"]').click();
  await page.getByRole('button', { name: 'Registrar pagamento' }).click();
  await page.getByRole('dialog', { name: /^Registrar pagamento/ }).waitFor();
  await pick(page, /^Carteira\s*\*?$/, 'Itaú');
};
const bulkPayment = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/debit-installments?status=PLANNED`);
  await page.locator('.ag-row[row-index="0"] input[type="checkbox"]').click();
  await page.getByRole('button', { name: 'Registrar pagamento' }).click();
  await page.getByRole('button', { name: 'As mesmas para todas' }).click();
  await pick(page, /^Carteira\s*\*?$/, 'Itaú');
};
const bulkDueDate = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/debit-installments?status=PLANNED`);
  await page.locator('.ag-row[row-index="0"] input[type="checkbox"]').click();
  await page.getByRole('button', { name: 'Mudar vencimento' }).click();
};
const newWallet = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/bank?id=new`);
  await fill(page, /^Nome/, 'Cofre da obra');
};
const newTransfer = async (page: Page): Promise<void> => {
  await go(page, `${transactions}/bank?transfer=new`);
  await pick(page, /^De\s*\*?$/, 'Itaú');
  await pick(page, /^Para\s*\*?$/, 'Caixinha');
  await fill(page, /^Valor\s*\*?$/, '10');
};
const newSupplier = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/supplier?id=new');
  await fill(page, /^Nome ou razão social/, 'Areal Boa Vista');
};
const newBankAccount = async (page: Page): Promise<void> => {
  await newSupplier(page);
  await page.getByRole('button', { name: 'Conta', exact: true }).click();
  await fill(page, /^Banco da conta 1/, '341');
  await fill(page, /^Agência da conta 1/, '1234');
  await fill(page, /^Número da conta 1/, '12345-6');
};
const newCompany = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/settings/company?id=new');
  await fill(page, /^Nome/, 'Ipê Construções');
};
/** An order that could be saved: its mutations are intercepted, so that one is enough for all of its fields. */
const newOrder = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/purchase/orders-and-receipts?id=new');
  await page.getByRole('heading', { name: 'Novo pedido' }).waitFor();
  await pick(page, /^Fornecedor/, 'Depósito São Jorge');
  await pick(page, /^Obra/, 'Vila das Ipês');
  await page.getByRole('combobox', { name: 'Incluir insumo' }).fill('0101');
  await page.keyboard.press('Enter');
  await fill(page, /^Quantidade de/, '180');
  await fill(page, /^Preço de/, '39,90');
};

const purchaseSettings = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/purchase/orders-and-receipts');
  await page.getByRole('button', { name: 'Configurações de compras' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Aviso de preço/)
    .waitFor();
};

const orderLimits = async (page: Page): Promise<void> => {
  await go(page, '/home/forms/purchase/orders-and-receipts');
  await page.getByRole('button', { name: 'Limites de aprovação' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Limite de Demais/)
    .waitFor();
};

const form = 'financial/transactions/form';
const order = 'purchase/orders/page';
export const date = { rubbish: '31/2', problem: 'Não é uma data' };
export const amount = { rubbish: 'Abc', problem: 'Não é um valor' };
/** A day that has passed this year: the future reading is next year, the past one this year. */
const ahead = { typed: '15/3', shown: '15/03/2027' };
const behind = { typed: '15/3', shown: '15/03/2026' };

const financeForm = { as: 'financeiro', save: 'Control+s' } as const;
const paying = { as: 'financeiro', save: 'Enter' } as const;
const buying = { as: 'comprador', save: 'Control+s' } as const;

export const FIELDS: readonly TypedField[] = [
  {
    ...{ ...financeForm, ...amount, source: `${form}/HeaderFields.tsx grossValue`, name: 'Valor bruto' },
    ...{ open: newExpense, label: /^Valor bruto/, typed: '33,333333', shown: '33,33' },
    sent: ['input.grossValue', '33.33'],
  },
  {
    ...{ ...financeForm, ...date, ...ahead, source: `${form}/HeaderFields.tsx installmentPath(first.key, 'dueDate')` },
    ...{ name: 'Vencimento', open: expenseOf100, label: /^Vencimento\s*\*?$/ },
    sent: ['input.installments.0.dueDate', '2027-03-15'],
  },
  {
    ...{ ...financeForm, ...date, ...behind, source: `${form}/HeaderFields.tsx emissionDate`, name: 'Emissão' },
    ...{ open: expenseOf100, label: /^Emissão/ },
    sent: ['input.emissionDate', '2026-03-15'],
  },
  {
    ...{ ...financeForm, ...date, ...behind, source: `${form}/HeaderFields.tsx competenceDate`, name: 'Competência' },
    ...{ open: expenseOf100, label: /^Competência/ },
    sent: ['input.competenceDate', '2026-03-15'],
  },
  {
    ...{ ...financeForm, ...date, ...ahead, source: `${form}/InstallmentRow.tsx installmentPath(rowKey, 'dueDate')` },
    ...{ name: 'Vencimento de uma parcela', open: inTwoParts, label: /^Vencimento da parcela 2$/ },
    sent: ['input.installments.1.dueDate', '2027-03-15'],
  },
  {
    ...{ ...financeForm, ...amount, source: `${form}/InstallmentRow.tsx installmentPath(rowKey, 'grossValue')` },
    ...{ name: 'Valor de uma parcela', open: inTwoParts, label: /^Valor da parcela 1$/ },
    // 33.335 is halfway between two cents: half-even gives 33.34.
    ...{ typed: '33,335', shown: '33,34', sent: ['input.installments.0.grossValue', '33.34'] },
  },
  {
    ...{ ...financeForm, source: `${form}/InstallmentsEditor.tsx installmentCount`, name: 'Número de parcelas' },
    ...{ open: expenseOf100, label: /^Número de parcelas$/, rubbish: 'abc', problem: 'Não é um número inteiro' },
    ...{ typed: '3', shown: '3', sent: ['input.installments.length', 3] },
  },
  {
    ...{ ...financeForm, source: `${form}/InstallmentsEditor.tsx installmentCount`, name: 'Número de parcelas' },
    ...{ open: expenseOf100, label: /^Número de parcelas$/, rubbish: '0', problem: 'Quantity should be >= 1' },
    ...{ typed: '2', shown: '2', sent: ['input.installments.length', 2] },
  },
  {
    ...{ ...financeForm, source: `${form}/ApportionmentEditor.tsx apportionmentPath(row.key, 'percentage')` },
    ...{ name: 'Percentual do rateio', open: ofOneBuilding, label: /^Percentual do rateio 1$/ },
    ...{ rubbish: 'metade', problem: 'Não é um percentual' },
    ...{ typed: '100', shown: '100,00', sent: ['input.apportionments.0.grossValue', '100.00'] },
  },
  {
    ...{
      ...financeForm,
      ...amount,
      source: `${form}/ApportionmentEditor.tsx apportionmentPath(row.key, 'grossValue')`,
    },
    ...{ name: 'Valor do rateio', open: ofOneBuilding, label: /^Valor do rateio 1$/ },
    ...{ typed: '60+40', shown: '100,00', sent: ['input.apportionments.0.grossValue', '100.00'] },
  },
  {
    ...{ ...paying, ...date, ...behind, source: `${form}/PaymentDialog.tsx paymentDate`, name: 'Data do pagamento' },
    ...{ open: payment, label: /^Data\s*\*?$/, sent: ['input.paymentDate', '2026-03-15'] },
  },
  {
    ...{ ...paying, ...amount, source: `${form}/PaymentDialog.tsx grossValue`, name: 'Valor do pagamento' },
    ...{ open: payment, label: /^Valor da parcela\s*\*?$/, typed: '1,015', shown: '1,02' },
    sent: ['input.grossValue', '1.02'],
  },
  {
    ...{ ...paying, ...amount, source: `${form}/PaymentDialog.tsx increase`, name: 'Juros e multa' },
    ...{ open: payment, label: /^Juros e multa$/, typed: '1,005', shown: '1,00', sent: ['input.increase', '1.00'] },
  },
  {
    ...{ ...paying, ...amount, source: `${form}/PaymentDialog.tsx discount`, name: 'Desconto' },
    ...{ open: payment, label: /^Desconto$/, typed: '1-0,25', shown: '0,75', sent: ['input.discount', '0.75'] },
  },
  {
    ...{ ...paying, source: `${form}/PaymentDialog.tsx discount`, name: 'Desconto' },
    ...{ open: payment, label: /^Desconto$/, rubbish: '-5', problem: 'Não pode ser negativo' },
    ...{ typed: '5', shown: '5,00', sent: ['input.discount', '5.00'] },
  },
  {
    ...{ ...paying, ...date, ...behind, source: 'financial/installments/BulkPaymentDialog.tsx paymentDate' },
    ...{ name: 'Data de muitos pagamentos', open: bulkPayment, label: /^Data\s*\*?$/ },
    sent: ['input.paymentDate', '2026-03-15'],
  },
  {
    ...{ ...paying, ...date, ...ahead, source: 'financial/transactions/bulk/DueDateDialog.tsx day' },
    ...{ name: 'Novo vencimento de muitas', open: bulkDueDate, label: /^Novo vencimento\s*\*?$/ },
    sent: ['items.0.dueDate', '2027-03-15'],
  },
  {
    ...{ ...paying, source: 'financial/transactions/bulk/DueDateDialog.tsx count', name: 'Quanto mover' },
    open: (page) => bulkDueDate(page).then(() => page.getByRole('button', { name: 'Mover' }).click()),
    ...{ label: /^Quanto\s*\*?$/, rubbish: 'dez', problem: 'Não é um número inteiro' },
    ...{ typed: '2', shown: '2', sent: ['items.length', 1] },
  },
  {
    ...{ as: 'comprador', source: 'purchase/products/ProductFields.tsx price', name: 'Preço de referência' },
    ...{ open: newProduct, label: /^Preço de referência/, save: 'Control+s' },
    ...{ rubbish: '1,23456', problem: 'Não é um número com até 4 casas decimais' },
    ...{ typed: '1.234,5678', shown: '1.234,5678', sent: ['input.price', '1234.5678'] },
  },
  {
    ...{ as: 'comprador', source: 'purchase/products/ProductFields.tsx purchaseFactor', name: 'Contém' },
    ...{ open: newProduct, label: /^Contém/, save: 'Control+s' },
    ...{ rubbish: 'dez', problem: 'Não é um número com até 6 casas decimais' },
    ...{ typed: '0,5', shown: '0,5', sent: ['input.purchaseFactor', '0.5'] },
  },
  {
    ...{ as: 'comprador', source: 'purchase/products/ProductFields.tsx leadTimeDays', name: 'Prazo de entrega' },
    ...{ open: newProduct, label: /^Prazo de entrega/, save: 'Control+s' },
    ...{ rubbish: '2,5', problem: 'Não é um número inteiro' },
    ...{ typed: '15', shown: '15', sent: ['input.leadTimeDays', 15] },
  },
  {
    ...{ ...buying, ...date, ...ahead, source: `${order}/OrderFields.tsx deliveryDate`, name: 'Entrega prevista' },
    ...{ open: newOrder, label: /^Entrega prevista/, sent: ['input.deliveryDate', '2027-03-15'] },
  },
  {
    ...{ ...buying, ...date, ...behind, source: `${order}/OrderFields.tsx createdDate`, name: 'Emissão do pedido' },
    ...{ label: /^Emissão/, sent: ['input.createdDate', '2026-03-15'] },
  },
  {
    ...{ ...buying, source: `${order}/TypedCell.tsx linePath(line.key, field)`, name: 'Quantidade do pedido' },
    ...{ label: /^Quantidade de/, rubbish: '1,23456', problem: 'Não é um número com até 4 casas decimais' },
    ...{ typed: '1.234,5', shown: '1.234,5', sent: ['input.requirementLineList.0.quantity', '1234.5'] },
  },
  {
    ...{ ...buying, ...amount, source: `${order}/ValueCard.tsx shippingRate`, name: 'Frete' },
    ...{ label: /^Frete/, typed: '1150', shown: '1.150,00', sent: ['input.shippingRate', '1150.00'] },
  },
  {
    ...{ ...buying, source: `${order}/ValueCard.tsx ipi`, name: 'IPI' },
    ...{ label: /^IPI %/, rubbish: 'dois', problem: 'Não é um número com até 4 casas decimais' },
    ...{ typed: '3,25', shown: '3,25', sent: ['input.ipi', '3.25'] },
  },
  {
    ...{ ...buying, ...amount, source: `${order}/ValueCard.tsx discount`, name: 'Desconto' },
    ...{ label: /^Desconto/, typed: '10', shown: '10,00', sent: ['input.discount', '10.00'] },
  },
  {
    ...{ ...buying, source: `${order}/PaymentCard.tsx termCount`, name: 'Parcelas do pedido' },
    ...{ label: /^Parcelas/, rubbish: '1,5', problem: 'Não é um número inteiro' },
    ...{ typed: '3', shown: '3', sent: ['input.requirement.installmentList.length', 3] },
  },
  {
    ...{ as: 'engenheiro', source: 'engineering/tasks/editor/lineColumns.tsx linePath(line.key)', name: 'Coeficiente' },
    ...{ open: ownTask, label: /^Coeficiente de Servente com encargos$/, save: 'Control+s' },
    ...{ rubbish: '0,12345', problem: 'Não é um número com até 4 casas decimais' },
    ...{ typed: '0,0155', shown: '0,0155', sent: ['input.items.1.quantity', '0.0155'] },
  },
  {
    ...{ as: 'admin', source: 'engineering/tasks/editor/NewInputDialog.tsx price', name: 'Preço de um insumo novo' },
    ...{ open: newInput, label: /^Preço de referência/, save: 'Enter' },
    ...{ rubbish: '1,23456', problem: 'Não é um número com até 4 casas decimais' },
    ...{ typed: '1.234,5678', shown: '1.234,5678', sent: ['input.price', '1234.5678'] },
  },
  {
    ...{ ...financeForm, ...amount, source: 'financial/wallets/form/WalletFields.tsx initialBalance' },
    ...{ name: 'Saldo inicial', open: newWallet, label: /^Saldo inicial/, typed: '-1.000,5', shown: '-1.000,50' },
    sent: ['input.initialBalance', '-1000.50'],
  },
  {
    ...{ ...financeForm, ...date, ...behind, source: 'financial/wallets/form/WalletFields.tsx balanceDate' },
    ...{ name: 'Data do saldo inicial', open: newWallet, label: /^Data do saldo inicial/ },
    sent: ['input.balanceDate', '2026-03-15'],
  },
  {
    ...{
      ...paying,
      ...amount,
      source: 'financial/wallets/transfer/NewTransfer.tsx amount',
      name: 'Valor da transferência',
    },
    ...{ open: newTransfer, label: /^Valor\s*\*?$/, typed: 'R$ 1.005', shown: '1.005,00' },
    sent: ['input.amount', '1005.00'],
  },
  {
    ...{ ...paying, ...date, ...behind, source: 'financial/wallets/transfer/NewTransfer.tsx date' },
    ...{ name: 'Data da transferência', open: newTransfer, label: /^Data\s*\*?$/, sent: ['input.date', '2026-03-15'] },
  },
  {
    ...{ ...financeForm, source: 'financial/partners/PartnerFields.tsx maskTaxId', name: 'CPF ou CNPJ' },
    ...{
      open: newSupplier,
      label: /^CPF ou CNPJ$/,
      rubbish: '123.456.789-09',
      problem: 'Informe um CPF ou CNPJ válido.',
    },
    ...{ typed: '52998224725', shown: '529.982.247-25', sent: ['input.taxId', '529.982.247-25'] },
  },
  {
    ...{ ...financeForm, source: 'financial/partners/PartnerFields.tsx maskPhone', name: 'Telefone' },
    ...{ open: newSupplier, label: /^Telefone$/, rubbish: '5511987654321' },
    problem: 'Informe um telefone válido com DDD, como (11) 98765-4321.',
    ...{ typed: '11987654321', shown: '(11) 98765-4321', sent: ['input.phone', '(11) 98765-4321'] },
  },
  {
    ...{ ...financeForm, source: 'financial/partners/AddressFields.tsx maskCep', name: 'CEP' },
    ...{ open: newSupplier, label: /^CEP$/, rubbish: '01310-1005', problem: 'Informe um CEP válido, como 01310-100.' },
    ...{ typed: '01310100', shown: '01310-100', sent: ['input.postalCode', '01310-100'] },
  },
  {
    ...{ ...financeForm, source: 'financial/partners/payment/BankAccountFields.tsx maskTaxId', name: 'CPF ou CNPJ' },
    ...{ open: newBankAccount, label: /^CPF ou CNPJ do titular da conta 1$/, rubbish: '529.982.247-26' },
    problem: 'Informe um CPF ou CNPJ válido.',
    ...{ typed: '52998224725', shown: '529.982.247-25' },
    sent: ['input.bankAccounts.0.holderTaxId', '529.982.247-25'],
  },
  {
    ...{ as: 'admin', save: 'Control+s', source: 'purchase/orders/settings/SettingsDialog.tsx priceTolerance' },
    ...{ ...amount, name: 'Aviso de preço', open: purchaseSettings, label: /^Aviso de preço/ },
    ...{ typed: '7,5', shown: '7,50', sent: ['input.priceTolerance', '7.50'] },
  },
  {
    ...{ as: 'admin', save: 'Control+s', source: 'purchase/orders/settings/SettingsDialog.tsx receiptTolerance' },
    ...{ ...amount, name: 'Tolerância no recebimento', open: purchaseSettings, label: /^Tolerância no recebimento/ },
    ...{ typed: '2,5', shown: '2,50', sent: ['input.receiptTolerance', '2.50'] },
  },
  {
    ...{ as: 'admin', save: 'Control+s', source: 'purchase/orders/approval/LimitsDialog.tsx pathOf(index)' },
    ...{ ...amount, name: 'Limite de aprovação', open: orderLimits, label: /^Limite de Demais usuários/ },
    ...{ typed: '2500', shown: '2.500,00', sent: ['limits.0.limit', '2500.00'] },
  },
  {
    ...{ as: 'admin', save: 'Control+s', source: 'financial/companies/CompanyFields.tsx maskTaxId', name: 'CNPJ' },
    ...{ open: newCompany, label: /^CNPJ$/, rubbish: '11.222.333/0001-82', problem: 'Informe um CNPJ válido.' },
    ...{ typed: '12abc34501de35', shown: '12.ABC.345/01DE-35', sent: ['input.taxId', '12.ABC.345/01DE-35'] },
  },
];
