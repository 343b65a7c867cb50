import type { Recurring, Weights } from '../plan.ts';

/** Shares of the crew's cost, on the administration stage of each building. */
export const CREW: Weights = {
  casa: { weight: 40, stage: '1' },
  vila: { weight: 40, stage: '1.2' },
  clinica: { weight: 20, stage: '1' },
};

export const SITE_ENERGY: Weights = { casa: { weight: 45, stage: null }, vila: { weight: 55, stage: '1.2' } };

type Extras = Omit<Recurring, 'what' | 'document' | 'supplier' | 'category' | 'day' | 'amount' | 'method' | 'wallet'>;

const expense = (
  what: string,
  document: Recurring['document'],
  supplier: Recurring['supplier'],
  category: Recurring['category'],
  day: number,
  amount: Recurring['amount'],
  method: Recurring['method'],
  wallet: Recurring['wallet'],
  extras: Extras = {},
): Recurring => ({ what, document, supplier, category, day, amount, method, wallet, ...extras });

/** A contract of twelve months: one transaction, renewed when it ends. */
const YEARLY: Extras = { every: 12, installments: 12 };

/** The same once; since then a model makes a document each month. */
const FIRST_YEAR: Extras = { months: [-14, -14], installments: 12 };
const SINCE: Extras = { months: [-2, 0] };

/** A model makes what comes after this month. */
const UNTIL_NOW: Extras = { months: [-14, 0] };

/** What a construction company pays every month or once a year. */
export const RECURRING: readonly Recurring[] = [
  expense('Salários – administração', 'FOLHA', null, 'salarios', 5, [14_200, 14_900], 'TRANSFER', 'itau'),
  expense('Pró-labore dos sócios', 'FOLHA', null, 'salarios', 5, [9_000, 9_000], 'TRANSFER', 'itau', UNTIL_NOW),
  expense('Salários – equipe de obra', 'FOLHA', null, 'equipe', 5, [21_500, 23_500], 'TRANSFER', 'itau', {
    months: [-14, 1],
    shares: CREW,
  }),
  expense('Adiantamento salarial', 'FOLHA', null, 'equipe', 20, [7_200, 7_800], 'TRANSFER', 'itau', { shares: CREW }),
  expense('INSS sobre a folha', 'DARF', null, 'encargos', 20, [8_700, 9_500], 'BOLETO', 'itau'),
  expense('FGTS Digital', 'GUIA', null, 'encargos', 20, [3_700, 4_100], 'PIX', 'itau'),
  expense('Vale-transporte e alimentação', 'RECIBO', null, 'equipe', 28, [3_900, 4_500], 'BOLETO', 'itau', {
    shares: CREW,
  }),
  expense(
    'Aluguel do escritório',
    'RECIBO',
    'locador',
    'escritorio',
    10,
    [4_850, 4_850],
    'PIX',
    'bradesco',
    FIRST_YEAR,
  ),
  expense('Aluguel do escritório', 'RECIBO', 'locador', 'escritorio', 10, [4_850, 4_850], 'PIX', 'bradesco', SINCE),
  expense(
    'Honorários contábeis',
    'NF',
    'contabil',
    'contabilidade',
    10,
    [2_480, 2_480],
    'BOLETO',
    'bradesco',
    FIRST_YEAR,
  ),
  expense('Honorários contábeis', 'NF', 'contabil', 'contabilidade', 10, [2_480, 2_480], 'BOLETO', 'bradesco', SINCE),
  expense(
    'Energia elétrica – escritório',
    'FATURA',
    'energia',
    'escritorio',
    16,
    [620, 890],
    'DIRECT_DEBIT',
    'bradesco',
    UNTIL_NOW,
  ),
  expense(
    'Internet e telefonia',
    'FATURA',
    'fibra',
    'escritorio',
    12,
    [489, 489],
    'DIRECT_DEBIT',
    'bradesco',
    FIRST_YEAR,
  ),
  expense('Internet e telefonia', 'FATURA', 'fibra', 'escritorio', 12, [489, 489], 'DIRECT_DEBIT', 'bradesco', SINCE),
  expense(
    'Assinaturas de projeto e gestão',
    'FATURA',
    null,
    'escritorio',
    8,
    [689, 689],
    'CREDIT_CARD',
    'cartao',
    YEARLY,
  ),
  expense('Combustível e pedágios', 'CUPOM', 'posto', 'veiculos', 25, [2_280, 2_500], 'CREDIT_CARD', 'cartao'),
  expense('ISS sobre serviços', 'GUIA', 'prefeitura', 'impostos', 15, [2_300, 3_100], 'BOLETO', 'itau'),
  expense('PIS e COFINS', 'DARF', null, 'impostos', 25, [3_600, 4_700], 'BOLETO', 'itau'),
  expense('Energia e água dos canteiros', 'FATURA', 'energia', 'canteiro', 18, [1_400, 2_300], 'BOLETO', 'caixa', {
    ...UNTIL_NOW,
    shares: SITE_ENERGY,
  }),
  expense('Despesas miúdas do canteiro', 'CUPOM', null, 'canteiro', 6, [160, 690], 'CASH', 'caixinha', {
    shares: { vila: { weight: 1, stage: '1.2' } },
  }),
  expense('Anúncios das casas à venda', 'FATURA', null, 'comercial', 8, [1_200, 1_900], 'CREDIT_CARD', 'cartao', {
    months: [-8, 3],
    shares: { vila: { weight: 1, stage: null } },
  }),
  expense('Segurança do trabalho (PCMSO)', 'RECIBO', null, 'equipe', 22, [1_700, 1_900], 'BOLETO', 'bradesco', {
    inMonths: [2, 5, 8, 11],
  }),
  expense('IRPJ e CSLL do trimestre', 'DARF', null, 'irpj', 28, [5_700, 7_600], 'BOLETO', 'itau', {
    inMonths: [1, 4, 7, 10],
    installments: 3,
  }),
  expense('Distribuição de lucros', 'RECIBO', null, 'socios', 28, [18_000, 18_000], 'TRANSFER', 'itau', {
    inMonths: [3, 6, 9, 12],
  }),
  expense('Capital de giro – amortização', 'RECIBO', null, 'socios', 16, [3_130, 3_130], 'DIRECT_DEBIT', 'bradesco', {
    months: [-14, -14],
    installments: 18,
  }),
  expense('Capital de giro – juros', 'RECIBO', null, 'juros', 16, [720, 720], 'DIRECT_DEBIT', 'bradesco', {
    months: [-14, -14],
    installments: 18,
  }),
  expense('Financiamento do caminhão', 'RECIBO', null, 'veiculos', 21, [3_410, 3_410], 'DIRECT_DEBIT', 'itau', {
    months: [-14, -14],
    installments: 18,
  }),
  expense('Arrendamento da retroescavadeira', 'RECIBO', null, 'locacao', 24, [4_180, 4_180], 'DIRECT_DEBIT', 'itau', {
    months: [-14, -14],
    installments: 18,
    shares: { vila: { weight: 1, stage: '1.2' } },
  }),
  expense('Tarifas bancárias', 'RECIBO', null, 'juros', 2, [170, 240], 'DIRECT_DEBIT', 'itau'),
  expense('Seguro risco de engenharia', 'FATURA', null, 'veiculos', 11, [860, 860], 'BOLETO', 'bradesco', {
    months: [-12, -12],
    installments: 10,
  }),
  expense('13º salário – 1ª parcela', 'FOLHA', null, 'equipe', 28, [17_500, 18_500], 'TRANSFER', 'itau', {
    inMonths: [11],
    shares: CREW,
  }),
  expense('13º salário – 2ª parcela', 'FOLHA', null, 'equipe', 18, [15_500, 16_500], 'TRANSFER', 'itau', {
    inMonths: [12],
    shares: CREW,
  }),
  expense('IPVA dos veículos', 'GUIA', null, 'veiculos', 14, [1_740, 1_960], 'PIX', 'bradesco', {
    inMonths: [1],
    installments: 3,
  }),
  expense('IPTU do escritório', 'GUIA', 'prefeitura', 'escritorio', 10, [490, 550], 'BOLETO', 'bradesco', {
    inMonths: [2],
    installments: 8,
  }),
  expense(
    'Honorários advocatícios – contratos',
    'RECIBO',
    null,
    'contabilidade',
    17,
    [2_800, 3_600],
    'PIX',
    'bradesco',
    { inMonths: [3, 9] },
  ),
];
