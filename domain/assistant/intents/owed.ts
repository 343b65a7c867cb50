import { intent } from '../intent.ts';
import { HOW_MUCH } from './figures.ts';

/** What is to be paid: all of it, or what is due in a period. */
export const owed = intent({
  name: 'owed',
  cues: [
    `${HOW_MUCH}(?:devo|deve|devemos|estou devendo|falta pagar|falta para pagar|falta a pagar)`,
    `${HOW_MUCH}(?:tenho|temos|tem) (?:a|de|que|para) pagar`,
    `${HOW_MUCH}(?:sai|vai sair|vou pagar|vamos pagar|vou gastar|vamos gastar|vence|vencem)`,
    'total (?:a pagar|em aberto)',
    '(?:quais )?minhas dividas',
    'quanto (?:falta|resta) (?:de )?(?:despesa|despesas|contas) (?:a|para) pagar',
  ],
  given: { side: 'DEBIT', status: 'OPEN' },
  names: ['partner', 'building', 'category'],
  towards: 'future',
  takes: ['side', 'status', 'periods', 'by'],
  examples: ['quanto devo ao depósito são jorge', 'quanto sai semana que vem', 'quanto falta pagar por fornecedor'],
});
