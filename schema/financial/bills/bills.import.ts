import type { ImportDescription } from '#domain/imports/description.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '#domain/paymentMethods.ts';

/** Further words for methods of payment. */
const METHOD_WORDS: Partial<Record<(typeof PAYMENT_METHODS)[number], readonly string[]>> = {
  BOLETO: ['boleto bancário'],
  TRANSFER: ['ted', 'doc', 'depósito'],
  CASH: ['espécie'],
  CREDIT_CARD: ['cartão'],
  DIRECT_DEBIT: ['débito em conta'],
};

const methods: Record<string, readonly [string, ...string[]]> = Object.fromEntries(
  PAYMENT_METHODS.map((method) => [method, [PAYMENT_METHOD_LABELS[method], ...(METHOD_WORDS[method] ?? [])]]),
);

/**
 * Open bills as a spreadsheet; all rows of one import are of one company. A row is a document with one installment; rows of
 * one supplier, number and emission with the parcelas 1/3, 2/3, 3/3 are one document with three.
 */
export const billImport: ImportDescription = {
  noun: { one: 'despesa', many: 'despesas', gender: 'a' },
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
      ],
    },
    {
      ...{ field: 'partner', title: 'Fornecedor', kind: 'reference', example: 'Depósito São Jorge Ltda' },
      aliases: ['forn', 'favorecido', 'credor', 'razão social', 'beneficiário', 'nome do fornecedor', 'cedente'],
      makes: { one: 'fornecedor', many: 'fornecedores', gender: 'o' },
    },
    {
      ...{ field: 'partnerTaxId', title: 'CPF/CNPJ do fornecedor', kind: 'taxId', example: '12.ABC.345/01DE-35' },
      aliases: ['cnpj', 'cpf', 'cnpj cpf', 'cpf cnpj', 'cnpj do fornecedor', 'cnpj forn', 'cnpj fornecedor'],
    },
    {
      ...{ field: 'description', title: 'Descrição', example: 'Cimento CP II e areia' },
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
        'valor a pagar',
        'valor em aberto',
      ],
    },
    {
      ...{ field: 'category', title: 'Categoria', kind: 'reference', example: 'Concreto e argamassa' },
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
      aliases: ['carteira', 'banco', 'conta bancária', 'conta de pagamento'],
    },
    {
      ...{ field: 'preferredPaymentMethod', title: 'Forma de pagamento', kind: 'choice', choices: methods },
      ...{
        example: 'Boleto',
        aliases: ['forma', 'forma de pgto', 'forma pagamento', 'meio de pagamento', 'pagamento'],
      },
    },
    {
      ...{ field: 'paymentCode', title: 'Código de pagamento', example: '' },
      aliases: ['linha digitável', 'código de barras', 'boleto', 'pix', 'pix copia e cola', 'cod barras'],
    },
  ],
};
