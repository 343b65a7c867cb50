import { intent } from '../intent.ts';

/** Screens that are opened by their name, and how people call them. */
export const DESTINATIONS: Readonly<Record<string, string>> = {
  'financial-statement': '(?:dre|demonstrativo(?: de resultados?)?)',
  cashflow: '(?:fluxo de caixa|fluxo)',
  costbreakdown: 'etapas? (?:x|×|por|e) categorias?',
  'appropriate-overview': 'orcado (?:x|×|e|contra|versus|vs) realizado',
  dashboard: '(?:painel|dashboard|inicio|tela inicial)',
  reports: '(?:relatorio|relatorios)',
  supplier: '(?:cadastro d[eo]s? )?fornecedor(?:es)?',
  customer: '(?:cadastro d[eo]s? )?clientes?',
  building: '(?:cadastro d[ea]s? )?obras',
  bank: '(?:carteiras|contas bancarias|cadastro de carteiras)',
  'ofx-files': '(?:extratos?(?: ofx| bancarios?| do banco)?|ofx)',
  reconciliation: '(?:conciliacao|conciliar)(?: bancaria)?',
  'transaction-models': 'modelos(?: de (?:despesas?|receitas?|lancamentos?))?',
  'month-closing': 'fechamento(?: (?:do|de) mes)?',
  retentions: '(?:retencao|retencoes)',
  category: '(?:cadastro de )?categorias',
  user: '(?:cadastro de )?usuarios',
  company: '(?:cadastro de )?empresas',
  account: '(?:minha conta|meu perfil|minha senha)',
  'cost-estimate': 'orcamentos?',
  schedule: '(?:cronograma|gantt)',
  'purchase-overview': 'resumo d[ea]s? compras',
  'product-table': '(?:tabelas? de insumos|sinapi)',
  privacy: '(?:privacidade|lgpd)',
};

const GO =
  '(?:(?:abre|abrir|abra|vai|va|ir|quero ver|ver|mostra|me leva|leva|acessar|acessa) (?:para )?(?:o |a |os |as )?)?';

/** Opens a screen, at an obra, a wallet or a period where it has them. */
export const navigate = intent({
  name: 'navigate',
  cues: Object.entries(DESTINATIONS).map(([key, words]) => `${GO}(?<to_${key.replaceAll('-', '_')}>${words})`),
  topic: ({ groups }) =>
    Object.entries(groups ?? {})
      .find(([, text]) => text !== undefined)?.[0]
      .slice('to_'.length)
      .replaceAll('_', '-') ?? '',
  names: ['building', 'wallet'],
  towards: 'past',
  takes: ['periods'],
  idle: 'tela pagina cadastro',
  examples: ['abre o dre', 'fluxo de caixa', 'cronograma da vila'],
});
