import { intent } from '../intent.ts';
import { COMPARING, HOW_MUCH } from './figures.ts';

/** What was paid, by the day of payment; of an input, what was bought of it; of two periods, both side by side. */
export const paid = intent({
  name: 'paid',
  cues: [
    `${HOW_MUCH}(?:paguei|pagamos|pagou|gastei|gastamos|gastou|foi gasto|foi pago|foram gastos|saiu|custou)`,
    '(?:em que|no que|com que|com o que) (?:eu |a gente )?(?:mais )?(?:gastei|gastamos|gastou)(?: mais)?',
    '(?:quem|para quem|qual fornecedor) (?:eu |a gente )?(?:mais )?(?:paguei|pagamos|pagou)(?: mais)?',
    '(?:eu |a gente )?(?:gastei|gastamos|paguei|pagamos) (?:mais|menos)',
    '(?:o que|quais contas) (?:eu )?(?:ja )?(?:paguei|pagamos)',
    '(?:total )?(?:gasto|gastos|pagamentos)',
    'compar(?:a|ar|e|acao|ativo)(?: (?:as )?despesas| (?:os )?gastos)?',
    'custo',
  ],
  given: ([cue = '']) => ({
    ...{ side: 'DEBIT', status: 'PAID' },
    ...(/^(?:em que|no que|com que|com o que)/.test(cue) && { by: 'category', top: true }),
    ...(/^(?:quem|para quem|qual fornecedor)/.test(cue) && { by: 'partner', top: true }),
  }),
  names: ['building', 'partner', 'category', 'product'],
  towards: 'past',
  takes: ['side', 'status', 'periods', 'by'],
  idle: COMPARING,
  examples: [
    'quanto paguei em outubro',
    'quanto gastei de cimento este ano contra o ano passado',
    'gastos por fornecedor este ano',
  ],
});
