import { intent } from '../intent.ts';
import { COMPARING } from './figures.ts';

/** Lists of expenses: those due in a period, late, of somebody, of an obra. */
export const expenses = intent({
  name: 'expenses',
  cues: [
    'despesas?',
    '(?:as )?contas(?: a pagar)?',
    'contas a pagar',
    'boletos?',
    '(?:o )?que (?:e que )?(?:vence|tenho (?:a|para|que|de) pagar|esta vencendo|vai vencer|ha (?:a|para) pagar)',
    '(?:despesas?|contas|boletos?|parcelas) (?:que )?(?:vencem|vence|vencendo|a vencer|vencidas)',
    '(?:parcelas)(?: (?:a pagar|de despesas?))?',
    '(?:nota fiscal|nota|documento) (?:n |no |numero )?<(?:number|amount)>',
  ],
  given: ([cue = ''], items) => ({
    side: 'DEBIT',
    ...(/vencidas$/.test(cue) && { status: 'OVERDUE' }),
    ...(/^parcelas/.test(cue) && { installments: true }),
    ...(/^(?:nota|documento)/.test(cue) && { document: items.at(-1)?.text ?? '' }),
  }),
  names: ['building', 'partner', 'category', 'wallet'],
  towards: 'nearest',
  takes: ['side', 'status', 'periods', 'by', 'least', 'most', 'document', 'without', 'installments'],
  idle: `nota notas fiscal vence vencem vencendo vencimento ${COMPARING}`,
  examples: ['despesas vencidas', 'o que vence essa semana', 'despesas vencidas da obra clínica'],
});
