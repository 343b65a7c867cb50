import { intent } from '../intent.ts';

/** Reports by their keys in the catalogue, and how people call them. */
export const REPORTS: Readonly<Record<string, string>> = {
  'bills-due': '(?:contas|parcelas|boletos|despesas) a pagar',
  'bills-paid': '(?:contas|parcelas|boletos|despesas) pag[ao]s|pagamentos',
  receivables: '(?:contas|parcelas|receitas) a receber',
  received: '(?:contas|parcelas|receitas) recebidas|recebimentos',
  'wallet-statement': 'extratos?(?: d[ea] (?:carteira|conta|banco))?',
  reconciliation: 'conciliacao(?: bancaria)?',
  retentions: 'retencoes|impostos retidos',
  'expenses-by-partner': '(?:despesas|gastos|contas) por (?:fornecedor(?:es)?|parceiros?)',
  'expenses-by-category': '(?:despesas|gastos|contas) por categorias?',
  'expenses-by-stage': '(?:despesas|gastos|contas) por (?:obras?(?: e (?:por )?etapas?)?|etapas?)',
  'cash-flow': 'fluxo de caixa',
  'income-statement': 'dre|demonstrativo(?: de resultados?)?',
  orders: 'pedidos(?: e notas| de compras?)?|compras',
  'price-history': '(?:historico de )?precos',
  'estimated-actual': 'orcado (?:x|×|e|contra|versus|vs) realizado',
  measurements: 'medicoes',
  'abc-curve': 'curva abc',
  users: 'usuarios(?: e permissoes)?|permissoes',
  audit: 'auditoria',
};

const VERB =
  '(?:(?:ger|mont|emit|tir|imprim|export|baix|mand|envi|prepar|faz|faca|abr|mostr|ver|quer)\\w*)(?: pra mim| para mim)?';
/** Without the word "relatório", only what can mean nothing but a file: "baixar contas" settles them. */
const PRINT = '(?:imprim|export|emit)\\w*';

/** Shows a report, or has its file made: it reads what the asker may read, and changes nothing. */
export const report = intent({
  name: 'report',
  cues: Object.entries(REPORTS).flatMap(([key, words]) => {
    const name = key.replaceAll('-', '_');
    return [
      `(?:${VERB} )?(?:o |um |me o |me um )?relatorio (?:d[eoa]s? )?(?<r_${name}>${words})`,
      `${PRINT} (?:o |a |os |as )?(?<p_${name}>${words})`,
    ];
  }),
  topic: ({ groups }) =>
    Object.entries(groups ?? {})
      .find(([, text]) => text !== undefined)?.[0]
      .slice('r_'.length)
      .replaceAll('_', '-') ?? '',
  names: ['building', 'wallet'],
  towards: 'past',
  takes: ['periods', 'by', 'format'],
  idle: 'arquivo gerar',
  examples: [
    'relatório de contas pagas em outubro',
    'imprimir o extrato do itaú',
    'gerar relatório de contas a pagar em excel',
  ],
});
