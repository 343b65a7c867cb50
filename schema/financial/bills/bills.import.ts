import type { ImportDescription, ImportField } from '#domain/imports/description.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '#domain/paymentMethods.ts';

/** Further words for methods of payment. */
const METHOD_WORDS: Partial<Record<(typeof PAYMENT_METHODS)[number], readonly string[]>> = {
  BOLETO: ['boleto bancário'],
  TRANSFER: ['ted', 'doc', 'depósito'],
  CASH: ['espécie'],
  CREDIT_CARD: ['cartão'],
  DIRECT_DEBIT: ['débito em conta'],
};

/** What the spreadsheets of expenses and of income call differently. */
interface Words {
  noun: ImportDescription['noun'];
  due: readonly string[];
  partner: { title: string; example: string; makes: NonNullable<ImportField['makes']>; aliases: readonly string[] };
  value: readonly string[];
  category: { example: string };
  description: { example: string };
  wallet: readonly string[];
  method: { title: string; aliases: readonly string[] };
  /** Columns that only one of them has. */
  own: readonly ImportField[];
}

const methods: Record<string, readonly [string, ...string[]]> = Object.fromEntries(
  PAYMENT_METHODS.map((method) => [method, [PAYMENT_METHOD_LABELS[method], ...(METHOD_WORDS[method] ?? [])]]),
);

/**
 * Open documents as a spreadsheet; all rows of one import are of one company. A row is a document with one installment; rows
 * of one partner, number and emission with the parcelas 1/3, 2/3, 3/3 are one document with three.
 */
const documentsOf = (words: Words): ImportDescription => ({
  noun: words.noun,
  documents: {
    ...{ sum: 'grossValue', tells: 'description', named: 'documentNumber' },
    part: { field: 'installment', one: 'parcela', many: 'parcelas' },
  },
  fields: [
    {
      ...{ field: 'dueDate', title: 'Vencimento', required: true, kind: 'date', example: '05/12/2026' },
      aliases: [
        'venc',
        'vcto',
        'vencto',
        'dt venc',
        'dt vencimento',
        'data de vencimento',
        'data vencimento',
        'vence em',
        ...words.due,
      ],
    },
    {
      ...{ field: 'partner', kind: 'reference', ...words.partner },
      aliases: ['razão social', `nome do ${words.partner.makes.one}`, ...words.partner.aliases],
    },
    {
      ...{ field: 'partnerTaxId', kind: 'taxId', example: '12.ABC.345/01DE-35' },
      title: `CPF/CNPJ do ${words.partner.makes.one}`,
      aliases: ['cnpj', 'cpf', 'cnpj cpf', 'cpf cnpj'].concat(
        [words.partner.makes.one, `do ${words.partner.makes.one}`, ...words.partner.aliases].map(
          (name) => `cnpj ${name}`,
        ),
      ),
    },
    {
      ...{ field: 'description', title: 'Descrição', ...words.description },
      aliases: ['histórico', 'hist', 'referente a', 'detalhe', 'discriminação', 'desc'],
    },
    {
      ...{ field: 'documentType', title: 'Tipo do documento', example: 'NF' },
      aliases: ['tipo doc', 'tipo de documento', 'espécie', 'tp doc'],
    },
    {
      ...{ field: 'documentNumber', title: 'Documento', example: '16.174' },
      aliases: [
        'nf',
        'nota',
        'nota fiscal',
        'nº',
        'n',
        'número',
        'doc',
        'nº doc',
        'número do documento',
        'título',
        'nfe',
      ],
    },
    {
      ...{ field: 'installment', title: 'Parcela', kind: 'part', example: '1/1' },
      aliases: ['parc', 'nº parcela', 'parcelas'],
    },
    {
      ...{ field: 'grossValue', title: 'Valor', required: true, kind: 'money', example: '2.187,45' },
      aliases: [
        'vlr',
        'valor r',
        'vl',
        'total',
        'valor bruto',
        'valor total',
        'vlr total',
        'valor em aberto',
        ...words.value,
      ],
    },
    {
      ...{ field: 'category', title: 'Categoria', kind: 'reference', ...words.category },
      aliases: ['tipo', 'plano de contas', 'conta', 'classificação', 'natureza', 'categ'],
    },
    {
      ...{ field: 'building', title: 'Obra', kind: 'reference', example: 'Residência Alto da Serra' },
      aliases: ['centro de custo', 'empreendimento', 'projeto', 'cc'],
    },
    {
      ...{ field: 'costEstimateGroup', title: 'Etapa', example: '01.02' },
      aliases: ['fase', 'serviço', 'etapa da obra'],
    },
    {
      ...{ field: 'emissionDate', title: 'Emissão', kind: 'date', example: '20/11/2026' },
      aliases: ['emiss', 'dt emissão', 'data de emissão', 'data emissão', 'data', 'data do documento'],
    },
    {
      ...{ field: 'competenceDate', title: 'Competência', kind: 'date', example: '20/11/2026' },
      aliases: ['data de competência', 'dt competência', 'compet'],
    },
    {
      ...{ field: 'company', title: 'Empresa', kind: 'reference', example: '' },
      aliases: ['filial', 'unidade de negócio'],
    },
    {
      ...{ field: 'expectedBank', title: 'Carteira prevista', kind: 'reference', example: '' },
      aliases: ['carteira', 'banco', 'conta bancária', ...words.wallet],
    },
    { field: 'preferredPaymentMethod', kind: 'choice', choices: methods, example: 'Boleto', ...words.method },
    ...words.own,
  ],
});

/** Open bills (contas a pagar). */
export const billImport = documentsOf({
  noun: { one: 'despesa', many: 'despesas', gender: 'a' },
  due: [],
  partner: {
    ...{ title: 'Fornecedor', example: 'Depósito São Jorge Ltda' },
    makes: { one: 'fornecedor', many: 'fornecedores', gender: 'o' },
    aliases: ['forn', 'favorecido', 'credor', 'beneficiário', 'cedente'],
  },
  value: ['valor a pagar'],
  category: { example: 'Concreto e argamassa' },
  description: { example: 'Cimento CP II e areia' },
  wallet: ['conta de pagamento'],
  method: {
    title: 'Forma de pagamento',
    aliases: ['forma', 'forma de pgto', 'forma pagamento', 'meio de pagamento', 'pagamento'],
  },
  own: [
    {
      ...{ field: 'paymentCode', title: 'Código de pagamento', example: '' },
      aliases: ['linha digitável', 'código de barras', 'boleto', 'pix', 'pix copia e cola', 'cod barras'],
    },
  ],
});

/** Open receivables (contas a receber), which have no code that they are paid by. */
export const receivableImport = documentsOf({
  noun: { one: 'receita', many: 'receitas', gender: 'a' },
  due: ['recebimento previsto', 'previsão de recebimento', 'a receber em'],
  partner: {
    ...{ title: 'Cliente', example: 'Condomínio Alto da Serra' },
    makes: { one: 'cliente', many: 'clientes', gender: 'o' },
    aliases: ['cli', 'sacado', 'devedor', 'pagador', 'contratante', 'tomador'],
  },
  value: ['valor a receber'],
  category: { example: 'Medições' },
  description: { example: 'Medição 3' },
  wallet: ['conta de recebimento'],
  method: {
    title: 'Forma de recebimento',
    aliases: ['forma', 'forma de pagamento', 'forma recebimento', 'meio de recebimento', 'recebimento'],
  },
  own: [],
});
