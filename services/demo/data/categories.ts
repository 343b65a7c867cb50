import type { StatementLine } from '#domain/statementLines.ts';

interface CategorySample {
  name: string;
  /** Null: nobody has classified it yet. */
  line: StatementLine | null;
}

/** 7 categories of income. */
export const CREDIT_CATEGORIES = {
  medicoes: { name: 'Medições de obra por empreitada', line: 'GROSS_REVENUE' },
  vendas: { name: 'Venda de unidades', line: 'GROSS_REVENUE' },
  repasses: { name: 'Repasse de financiamento', line: 'GROSS_REVENUE' },
  reembolsos: { name: 'Reembolso de custos (administração)', line: 'GROSS_REVENUE' },
  taxa: { name: 'Taxa de administração', line: 'GROSS_REVENUE' },
  outras: { name: 'Outras receitas', line: 'GROSS_REVENUE' },
  rendimentos: { name: 'Rendimento de aplicações', line: 'FINANCIAL_RESULT' },
} as const satisfies Record<string, CategorySample>;

/** 27 categories of expense. */
export const DEBIT_CATEGORIES = {
  concreto: { name: 'Concreto e argamassa', line: 'CONSTRUCTION_COST' },
  aco: { name: 'Aço e ferragens', line: 'CONSTRUCTION_COST' },
  blocos: { name: 'Blocos e lajes', line: 'CONSTRUCTION_COST' },
  madeira: { name: 'Madeira e fôrmas', line: null },
  cobertura: { name: 'Cobertura e telhas', line: 'CONSTRUCTION_COST' },
  hidraulica: { name: 'Material hidráulico', line: 'CONSTRUCTION_COST' },
  eletrica: { name: 'Material elétrico', line: 'CONSTRUCTION_COST' },
  revestimentos: { name: 'Revestimentos e gesso', line: 'CONSTRUCTION_COST' },
  esquadrias: { name: 'Esquadrias e vidros', line: null },
  acabamento: { name: 'Pintura, louças e bancadas', line: 'CONSTRUCTION_COST' },
  climatizacao: { name: 'Climatização e equipamentos', line: 'CONSTRUCTION_COST' },
  locacao: { name: 'Locação de equipamentos', line: 'CONSTRUCTION_COST' },
  empreiteiros: { name: 'Empreiteiros', line: 'CONSTRUCTION_COST' },
  equipe: { name: 'Mão de obra própria', line: 'CONSTRUCTION_COST' },
  projetos: { name: 'Terreno, projetos e licenças', line: 'CONSTRUCTION_COST' },
  fundacoes: { name: 'Terraplenagem e fundações', line: 'CONSTRUCTION_COST' },
  canteiro: { name: 'Fretes, caçambas e canteiro', line: 'CONSTRUCTION_COST' },
  salarios: { name: 'Salários e pró-labore', line: 'ADMINISTRATIVE_EXPENSES' },
  encargos: { name: 'INSS e FGTS', line: 'ADMINISTRATIVE_EXPENSES' },
  escritorio: { name: 'Aluguel e escritório', line: 'ADMINISTRATIVE_EXPENSES' },
  contabilidade: { name: 'Contabilidade e jurídico', line: 'ADMINISTRATIVE_EXPENSES' },
  comercial: { name: 'Marketing e corretagem', line: 'COMMERCIAL_EXPENSES' },
  veiculos: { name: 'Veículos, seguros e combustível', line: 'GENERAL_EXPENSES' },
  impostos: { name: 'ISS, PIS e COFINS', line: 'DEDUCTIONS' },
  irpj: { name: 'IRPJ e CSLL', line: 'INCOME_TAXES' },
  juros: { name: 'Juros e tarifas bancárias', line: 'FINANCIAL_RESULT' },
  socios: { name: 'Empréstimos e distribuição de lucros', line: 'OUTSIDE' },
} as const satisfies Record<string, CategorySample>;

export type CreditCategory = keyof typeof CREDIT_CATEGORIES;
export type DebitCategory = keyof typeof DEBIT_CATEGORIES;
