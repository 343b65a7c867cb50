import { date, decimal, id, period, text, yesNo, type CsvDataset } from './dataset.ts';

const partnerColumns = {
  id: id('Id'),
  name: text('Nome'),
  tradeName: text('Nome fantasia'),
  taxId: text('CPF ou CNPJ'),
  email: text('E-mail'),
  phone: text('Telefone'),
  city: text('Cidade'),
  state: text('UF'),
  active: yesNo('Ativo'),
};

const wholeAccount = { about: 'Os da conta inteira, ativos e inativos.', query: {} };

export const suppliers = {
  ...{ key: 'suppliers', title: 'Fornecedores', ...wholeAccount },
  columns: { ...partnerColumns, pixKey: text('Chave Pix preferida', 'como o banco a tem, sem máscara') },
} satisfies CsvDataset;

export const customers = {
  ...{ key: 'customers', title: 'Clientes', ...wholeAccount, columns: partnerColumns },
} satisfies CsvDataset;

export const categories = {
  ...{ key: 'categories', title: 'Categorias', about: 'As da conta inteira, ativas e inativas.' },
  columns: {
    id: id('Id'),
    type: text('Tipo', 'Despesa ou Receita'),
    name: text('Nome'),
    statementLine: text('Linha do resultado'),
    active: yesNo('Ativa'),
  },
  query: {},
} satisfies CsvDataset;

export const buildings = {
  ...{ key: 'buildings', title: 'Obras', about: 'As que você alcança, ativas e inativas.' },
  columns: { id: id('Id'), name: text('Nome'), address: text('Endereço'), active: yesNo('Ativa') },
  query: {},
} satisfies CsvDataset;

export const wallets = {
  ...{
    key: 'wallets',
    title: 'Carteiras',
    about: 'Saldos vêm só para quem vê despesas e receitas da empresa inteira.',
  },
  columns: {
    id: id('Id'),
    name: text('Nome'),
    description: text('Descrição'),
    initialBalance: decimal('Saldo inicial'),
    balanceDate: date('Dia do saldo inicial'),
    balance: decimal('Saldo', 'no fim de hoje'),
    active: yesNo('Ativa'),
  },
  query: {},
} satisfies CsvDataset;

export const transfers = {
  ...{ key: 'transfers', title: 'Transferências', about: 'Entre carteiras da empresa.' },
  columns: {
    id: id('Id'),
    date: date('Data'),
    sourceId: id('Id da carteira de origem'),
    source: text('Carteira de origem'),
    targetId: id('Id da carteira de destino'),
    target: text('Carteira de destino'),
    description: text('Descrição'),
    value: decimal('Valor'),
  },
  query: period('day'),
} satisfies CsvDataset;
