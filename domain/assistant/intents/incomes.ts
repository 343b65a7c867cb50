import { intent } from '../intent.ts';

/** Lists of income. */
export const incomes = intent({
  name: 'incomes',
  cues: ['receitas?', 'contas a receber', '(?:o )?que (?:tenho|temos) (?:a|para) receber', 'parcelas a receber'],
  given: ([cue = '']) => ({ side: 'CREDIT', ...(/^parcelas/.test(cue) && { installments: true }) }),
  names: ['building', 'partner', 'category', 'wallet'],
  towards: 'nearest',
  takes: ['side', 'status', 'periods', 'by', 'least', 'most', 'document', 'without', 'installments'],
  idle: 'vence vencem vencendo vencimento',
  examples: ['receitas em aberto', 'contas a receber de dezembro', 'receitas da clínica'],
});
