import { intent } from '../intent.ts';
import { COMPARING, HOW_MUCH } from './figures.ts';

/** What was received, by the day of receipt. */
export const received = intent({
  name: 'received',
  cues: [
    `${HOW_MUCH}(?:recebi|recebemos|recebeu|foi recebido|entrou|faturei|faturamos)`,
    '(?:o que|de quem) (?:eu )?(?:ja )?(?:recebi|recebemos)',
    '(?:total )?(?:recebido|recebimentos)',
    'compar(?:a|ar|e) (?:as )?receitas',
  ],
  given: ([cue = '']) => ({
    ...{ side: 'CREDIT', status: 'PAID' },
    ...(/^de quem/.test(cue) && { by: 'partner', top: true }),
  }),
  names: ['building', 'partner', 'category'],
  towards: 'past',
  takes: ['side', 'status', 'periods', 'by'],
  idle: COMPARING,
  examples: ['quanto recebi mês passado', 'recebimentos por categoria', 'quanto entrou em outubro'],
});
