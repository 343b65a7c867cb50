/**
 * Screens that a broadcast may lead to, and that the assistant knows by name (§2: known routes only): the client's addresses
 * behind the login, with their titles. `tests/assistant/targets.test.ts` compares them with `web/session/routes.ts`, which
 * no service may import.
 */
export const TARGETS: Readonly<Record<string, string>> = {
  '/home': 'Início',
  '/home/dashboard': 'Painel',
  '/home/dashboard/index': 'Painel',
  '/home/welcome': 'Meu dia',
  '/home/first-access': 'Primeiros passos',
  '/home/account': 'Minha conta',
  '/home/tutorials': 'Tutoriais',
  '/reports': 'Relatórios',
  '/home/forms/transactions/outcome': 'Despesas',
  '/home/forms/transactions/outcome/import': 'Importar contas a pagar',
  '/home/forms/transactions/debit-installments': 'Despesas beta',
  '/home/forms/transactions/income': 'Receitas',
  '/home/forms/transactions/income/import': 'Importar contas a receber',
  '/home/forms/transactions/credit-installments': 'Receitas beta',
  '/home/forms/transactions/retentions': 'Retenções',
  '/home/forms/transactions/bank': 'Carteiras',
  '/home/forms/transactions/ofx-files': 'Extratos OFX',
  '/home/forms/transactions/ofx-files/import': 'Importar extratos',
  '/home/forms/transactions/transaction-models': 'Modelos',
  '/home/forms/transactions/transaction-models/new-model': 'Novo modelo',
  '/home/forms/transactions/transaction-models/:modelId/edit-model': 'Modelo',
  '/home/forms/transactions/cashflow': 'Fluxo de caixa',
  '/home/forms/transactions/financial-statement': 'Demonstrativo de Resultado',
  '/home/forms/transactions/month-closing': 'Fechamento do mês',
  '/home/forms/transactions/costbreakdown': 'Etapas x Categorias',
  '/home/forms/transactions/category': 'Categorias',
  '/home/forms/transactions/category/import': 'Importar categorias',
  '/home/forms/purchase/orders-and-receipts': 'Pedidos e notas',
  '/home/forms/purchase/quotes': 'Cotações',
  '/home/forms/purchase/purchases': 'Insumos comprados',
  '/home/forms/purchase/purchase-overview': 'Resumo de compras',
  '/home/forms/purchase/purchase-overview-appropriate': 'Resumo de compras',
  '/home/forms/engineering/building': 'Obras',
  '/home/forms/engineering/building/import': 'Importar obras',
  '/home/forms/engineering/cost-estimate': 'Orçamentos',
  '/home/forms/engineering/schedule': 'Cronograma',
  '/home/forms/engineering/measurements': 'Medições',
  '/home/forms/engineering/appropriate-overview': 'Orçado × realizado',
  '/home/forms/task': 'Serviços',
  '/home/forms/supplier': 'Fornecedores',
  '/home/forms/supplier/import': 'Importar fornecedores',
  '/home/forms/customer': 'Clientes',
  '/home/forms/customer/import': 'Importar clientes',
  '/home/forms/product': 'Insumos',
  '/home/forms/product/import': 'Importar insumos',
  '/home/forms/product-brand': 'Marcas',
  '/home/forms/product-brand/import': 'Importar marcas',
  '/home/forms/product-unit': 'Unidades',
  '/home/forms/product-unit/import': 'Importar unidades',
  '/home/forms/product-type': 'Tipos de insumo',
  '/home/forms/product-type/import': 'Importar tipos de insumo',
  '/home/forms/product-groups': 'Grupos de insumos',
  '/home/forms/product-groups/import': 'Importar grupos de insumos',
  '/home/forms/product-table': 'Tabelas de insumos',
  '/home/forms/product-table/import': 'Importar tabela de insumos',
  '/home/forms/settings/company': 'Empresas',
  '/home/forms/settings/user': 'Usuários',
  '/home/forms/settings/privacy': 'Privacidade',
  '/home/forms/settings/sso': 'Acesso único',
  '/home/forms/settings/integrations': 'Integrações',
};

const fits = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  );
};

/** A known screen, by one of its addresses; its query string is not looked at (§2). */
export const targetOf = (address: string): { path: string; title: string } | undefined => {
  const path = address.split(/[?#]/)[0]?.replace(/(?<=.)\/+$/, '') ?? '';
  const found = Object.entries(TARGETS).find(([pattern]) => fits(pattern, path));
  return found && { path, title: found[1] };
};

/** Whether an address is one of a known screen. */
export const isTarget = (address: string): boolean => targetOf(address) !== undefined;
