import { stripAccents } from '../../text.ts';
import type { StatementLine } from '../../statementLines.ts';

type Rule = readonly [line: StatementLine, words: RegExp];

/** What names of categories say, the first that fits; words without accents. */
const EXPENSES: readonly Rule[] = [
  ['OUTSIDE', /emprestimo|amortiza|distribuicao de lucro|retirada|aporte|dividendo/],
  ['INCOME_TAXES', /\birpj\b|\bcsll\b|imposto de renda|contribuicao social sobre/],
  ['DEDUCTIONS', /\biss\b|\bpis\b|\bcofins\b|\bicms\b|imposto|simples nacional|devoluc/],
  ['FINANCIAL_RESULT', /juro|tarifa|multa|\biof\b|bancari|financeir/],
  ['COMMERCIAL_EXPENSES', /marketing|publicidade|propaganda|corretag|comissa|comercial|venda/],
  [
    'CONSTRUCTION_COST',
    /concreto|argamassa|\baco\b|ferrag|bloco|tijolo|madeira|forma|telha|cobertura|hidraul|eletric|gesso|revestiment|esquadria|vidro|pintura|louca|empreit|mao de obra|material|materiais|locacao de equip|fundac|terraplen|canteiro|cacamba|climatiz|impermeab|projeto|licenc|terreno|obra/,
  ],
  [
    'ADMINISTRATIVE_EXPENSES',
    /salario|pro-labore|pro labore|encargo|inss|fgts|aluguel|escritorio|contabil|juridic|advog|honorario|telefon|internet|software|administra/,
  ],
  ['GENERAL_EXPENSES', /veiculo|combustivel|seguro|viage|manutenc|energia|agua|limpeza|correio|despesas gerais/],
];

const INCOME: readonly Rule[] = [
  ['OUTSIDE', /emprestimo|financiamento bancario|aporte|capital/],
  ['FINANCIAL_RESULT', /rendimento|juro|aplicac|financeir/],
  ['GROSS_REVENUE', /medic|venda|repasse|reembolso|taxa de administ|receita|servico|empreitada|aluguel/],
];

/** Line that the name of a category suggests; null where it suggests none. Only ever proposed. */
export const suggestedLine = (type: 'CREDIT' | 'DEBIT', name: string): StatementLine | null => {
  const text = stripAccents(name);
  return (type === 'CREDIT' ? INCOME : EXPENSES).find(([, words]) => words.test(text))?.[0] ?? null;
};
