import { PERMISSIONS } from '#domain/permissions.ts';
import type { AppRoute } from './appRoute.ts';
import { financialRoutes } from './financialRoutes.ts';
import { importOf } from './importRoute.ts';
import { publicRoutes } from './publicRoutes.ts';

export { MENU_SECTIONS } from './appRoute.ts';
export type { AppRoute, MenuIcon, MenuSection, RouteAction } from './appRoute.ts';

const transactions = '/home/forms/transactions';

/**
 * The only list of the client's addresses; router, menu, guard, palette, assistant and page tracking read it. A new
 * screen is one entry here, its import in shell/screens.ts and one line in the menu's icon table.
 */
const table = [
  ...publicRoutes,
  { path: '/home', title: 'Início', rule: 'authenticated', analytics: null },
  {
    path: '/home/dashboard',
    title: 'Painel',
    rule: 'admin',
    analytics: 'dashboard',
    menu: { section: null, icon: 'dashboard' },
    goKey: 'p',
    words: 'início resumo saldo resultado vencimentos',
  },
  {
    path: '/home/welcome',
    withoutCompany: true,
    title: 'Meu dia',
    rule: 'authenticated',
    analytics: null,
    menu: { section: null, icon: 'day' },
    goKey: 'g',
    words: 'início boas-vindas hoje vencidas vencem esta semana rascunhos pendências tarefas',
  },
  {
    path: '/reports',
    title: 'Relatórios',
    rule: 'authenticated',
    analytics: null,
    menu: { section: null, icon: 'report' },
    words: 'relatório imprimir pdf excel csv contas a pagar extrato curva abc auditoria',
  },
  { path: '/home/dashboard/index', title: 'Painel', rule: 'admin', analytics: 'dashboard' },
  {
    path: '/home/first-access',
    title: 'Primeiros passos',
    rule: 'authenticated',
    analytics: null,
  },
  {
    path: '/home/account',
    withoutCompany: true,
    title: 'Minha conta',
    rule: 'authenticated',
    analytics: null,
    words: 'sessões senha verificação em duas etapas acessos nome fuso horário',
  },
  {
    path: '/home/tutorials',
    withoutCompany: true,
    title: 'Tutoriais',
    rule: 'authenticated',
    analytics: null,
  },
  ...financialRoutes,
  {
    path: '/home/forms/purchase/orders-and-receipts',
    title: 'Pedidos e notas',
    rule: { anyOf: ['PURCHASE'] },
    analytics: 'orders and receipts',
    menu: { section: 'Suprimentos', icon: 'order' },
    words: 'compras pedido de compra nota fiscal recebimento entrega receber materiais atrasados',
    actions: [{ label: 'Novo pedido', search: '?id=new' }],
  },
  {
    path: '/home/forms/purchase/quotes',
    title: 'Cotações',
    rule: { anyOf: ['PURCHASE'] },
    analytics: null,
    menu: { section: 'Suprimentos', icon: 'quote' },
    words: 'compras cotação preço proposta fornecedores mapa comparação concorrência',
    actions: [{ label: 'Nova cotação', search: '?id=new' }],
  },
  {
    path: '/home/forms/purchase/purchases',
    title: 'Insumos comprados',
    rule: { anyOf: ['PURCHASE'] },
    analytics: null,
    menu: { section: 'Suprimentos', icon: 'purchase' },
    words: 'compras preço pago quantidade recebida notas fornecedor última compra histórico',
  },
  {
    path: '/home/forms/purchase/purchase-overview',
    title: 'Resumo de compras',
    rule: { anyOf: ['PURCHASE'] },
    analytics: 'purchase overview',
    menu: {
      section: 'Suprimentos',
      icon: 'purchaseOverview',
      also: '/home/forms/purchase/purchase-overview-appropriate',
    },
    words: 'compras insumos saldo a comprar orçado pedido recebido pago excedido comprar até',
  },
  {
    path: '/home/forms/purchase/purchase-overview-appropriate',
    title: 'Resumo de compras',
    rule: { anyOf: ['PURCHASE'] },
    analytics: null,
  },
  {
    path: '/home/forms/engineering/building',
    title: 'Obras',
    rule: { anyOf: ['ENGINEERING'] },
    analytics: 'buildings',
    menu: { section: 'Engenharia', icon: 'building' },
    goKey: 'o',
    words: 'canteiros projetos etapas',
    actions: [{ label: 'Nova obra', search: '?id=new' }],
  },
  {
    path: '/home/forms/engineering/cost-estimate',
    title: 'Orçamentos',
    rule: { anyOf: ['ENGINEERING'] },
    analytics: 'cost estimates',
    menu: { section: 'Engenharia', icon: 'costEstimate' },
    goKey: 'q',
    words: 'orçamento etapas custo bdi planilha composições preço da obra',
    actions: [{ label: 'Novo orçamento', search: '?id=new' }],
  },
  {
    path: '/home/forms/engineering/schedule',
    title: 'Cronograma',
    rule: { anyOf: ['ENGINEERING'] },
    analytics: null,
    menu: { section: 'Engenharia', icon: 'schedule' },
    goKey: 'h',
    words: 'gantt planejamento prazo datas etapas tarefas caminho crítico feriados dias de folga',
  },
  {
    path: '/home/forms/engineering/measurements',
    title: 'Medições',
    rule: { anyOf: ['ENGINEERING'] },
    analytics: null,
    menu: { section: 'Engenharia', icon: 'measurement' },
    words: 'medição boletim avanço físico percentual executado medir obra retenção caução',
    actions: [{ label: 'Nova medição', search: '?id=new' }],
  },
  {
    path: '/home/forms/engineering/appropriate-overview',
    title: 'Orçado × realizado',
    rule: { anyOf: ['ENGINEERING'] },
    analytics: null,
    menu: { section: 'Engenharia', icon: 'overview' },
    goKey: 'x',
    words: 'apropriado etapas custo desvio estouro curva s idc idp cpi spi eac valor agregado medido planejado',
  },
  {
    path: `${transactions}/category`,
    title: 'Categorias',
    rule: { anyOf: ['DEBIT', 'CREDIT'] },
    analytics: 'categories',
    menu: { section: 'Cadastros', icon: 'category' },
    goKey: 'a',
    words: 'plano de contas dre demonstrativo',
    actions: [{ label: 'Nova categoria', search: '?id=new' }],
  },
  {
    path: '/home/forms/supplier',
    title: 'Fornecedores',
    rule: { anyOf: PERMISSIONS },
    analytics: 'suppliers',
    menu: { section: 'Cadastros', icon: 'supplier' },
    goKey: 's',
    words: 'parceiros cnpj contatos credores',
    actions: [{ label: 'Novo fornecedor', search: '?id=new' }],
  },
  {
    path: '/home/forms/customer',
    title: 'Clientes',
    rule: { anyOf: PERMISSIONS },
    analytics: 'customers',
    menu: { section: 'Cadastros', icon: 'customer' },
    goKey: 'l',
    words: 'parceiros cpf contatos devedores',
    actions: [{ label: 'Novo cliente', search: '?id=new' }],
  },
  {
    path: '/home/forms/product',
    title: 'Insumos',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: 'products',
    menu: { section: 'Cadastros', icon: 'product' },
    goKey: 'i',
    words: 'materiais preços produtos mão de obra equipamentos sinapi compras',
    actions: [{ label: 'Novo insumo', search: '?id=new', rule: { anyOf: ['PURCHASE'] } }],
  },
  {
    path: '/home/forms/task',
    title: 'Serviços',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: 'tasks',
    menu: { section: 'Cadastros', icon: 'task' },
    goKey: 'v',
    words: 'composições preços coeficientes sinapi cpu orçamento',
    actions: [{ label: 'Nova composição', search: '?id=new' }],
  },
  {
    path: '/home/forms/product-brand',
    title: 'Marcas',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: 'brands',
    menu: { section: 'Cadastros', icon: 'brand' },
    goKey: 'm',
    words: 'fabricantes insumos materiais compras',
    actions: [{ label: 'Nova marca', search: '?id=new' }],
  },
  {
    path: '/home/forms/product-unit',
    title: 'Unidades',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: null,
    menu: { section: 'Cadastros', icon: 'unit' },
    words: 'medida sigla insumos m² m³ kg compras',
    actions: [{ label: 'Nova unidade', search: '?id=new' }],
  },
  {
    path: '/home/forms/product-type',
    title: 'Tipos de insumo',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: 'product types',
    menu: { section: 'Cadastros', icon: 'productType' },
    words: 'material mão de obra equipamento compras',
    actions: [{ label: 'Novo tipo de insumo', search: '?id=new', rule: { anyOf: ['PURCHASE'] } }],
  },
  {
    path: '/home/forms/product-groups',
    title: 'Grupos de insumos',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: 'product groups',
    menu: { section: 'Cadastros', icon: 'productGroup' },
    words: 'árvore classificação código compras',
    actions: [{ label: 'Novo grupo de insumos', search: '?id=new', rule: { anyOf: ['PURCHASE'] } }],
  },
  {
    path: '/home/forms/product-table',
    title: 'Tabelas de insumos',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: 'product table',
    menu: { section: 'Cadastros', icon: 'productTable' },
    words: 'base de custos preços sinapi referência',
    actions: [{ label: 'Nova tabela de insumos', search: '?id=new' }],
  },
  importOf('/home/forms/transactions/outcome', 'Importar contas a pagar', { anyOf: ['DEBIT'] }),
  importOf('/home/forms/transactions/income', 'Importar contas a receber', { anyOf: ['CREDIT'] }),
  importOf('/home/forms/engineering/building', 'Importar obras', { anyOf: ['ENGINEERING'] }),
  importOf('/home/forms/supplier', 'Importar fornecedores', { anyOf: PERMISSIONS }),
  importOf('/home/forms/customer', 'Importar clientes', { anyOf: PERMISSIONS }),
  importOf('/home/forms/transactions/category', 'Importar categorias', { anyOf: ['DEBIT', 'CREDIT'] }),
  importOf('/home/forms/product', 'Importar insumos', { anyOf: ['PURCHASE'] }),
  importOf('/home/forms/product-brand', 'Importar marcas', { anyOf: ['PURCHASE', 'ENGINEERING'] }),
  importOf('/home/forms/product-unit', 'Importar unidades', { anyOf: ['PURCHASE', 'ENGINEERING'] }),
  importOf('/home/forms/product-type', 'Importar tipos de insumo', { anyOf: ['PURCHASE'] }),
  importOf('/home/forms/product-groups', 'Importar grupos de insumos', { anyOf: ['PURCHASE'] }),
  {
    path: '/home/forms/product-table/import',
    title: 'Importar tabela de insumos',
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    analytics: null,
    words: 'importação sinapi preços composições planilha csv excel',
  },
  {
    path: '/home/forms/settings/company',
    withoutCompany: true,
    title: 'Empresas',
    rule: 'admin',
    analytics: 'companies',
    menu: { section: 'Configurações', icon: 'company' },
    goKey: 'e',
    words: 'configurações cnpj logo',
    actions: [{ label: 'Nova empresa', search: '?id=new' }],
  },
  {
    path: '/home/forms/settings/user',
    withoutCompany: true,
    title: 'Usuários',
    rule: 'admin',
    analytics: 'users',
    menu: { section: 'Configurações', icon: 'user' },
    goKey: 'u',
    words: 'configurações permissões convites pessoas acesso contas de serviço programas',
    actions: [{ label: 'Novo usuário', search: '?id=new' }],
  },
  {
    path: '/home/forms/settings/privacy',
    withoutCompany: true,
    title: 'Privacidade',
    rule: 'admin',
    analytics: null,
    menu: { section: 'Configurações', icon: 'privacy' },
    words: 'lgpd dados pessoais anonimizar quem viu prazos guarda',
  },
  {
    path: '/home/forms/settings/sso',
    withoutCompany: true,
    title: 'Acesso único',
    rule: 'admin',
    analytics: null,
    menu: { section: 'Configurações', icon: 'sso' },
    words: 'configurações sso oidc entra google keycloak login organização senha domínio',
  },
  {
    path: '/home/forms/settings/integrations',
    withoutCompany: true,
    title: 'Integrações',
    rule: 'admin',
    analytics: null,
    menu: { section: 'Configurações', icon: 'integrations' },
    words: 'configurações api token graphql rest power bi planilha programas documentação',
  },
] as const satisfies readonly AppRoute[];

export const routes: readonly AppRoute[] = table;
export type RoutePath = (typeof table)[number]['path'];

const withoutQuery = (address: string) => address.split(/[?#]/)[0]?.replace(/(?<=.)\/+$/, '') ?? '';

/** Returns the route of an address, ignoring the query string and a trailing slash (§2). */
export const findRoute = (address: string): AppRoute | undefined => {
  const path = withoutQuery(address);
  return routes.find((route) => fits(route.path, path === '/index.html' ? '/' : path));
};

/** Returns whether a path matches a route's pattern, where ":name" stands for one non-empty segment. */
const fits = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  );
};
