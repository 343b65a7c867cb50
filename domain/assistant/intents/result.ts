import { intent } from '../intent.ts';
import { COMPARING } from './figures.ts';

/** Result of the income statement, by payment. */
export const result = intent({
  name: 'result',
  cues: [
    '(?:qual (?:e |foi )?)?(?:o )?resultado(?: liquido)?',
    '(?:deu|teve|tive|tivemos|houve|estou tendo|estamos tendo) (?:lucro|prejuizo)',
    '(?:qual (?:e |foi )?)?(?:o )?(?:meu |nosso )?(?:lucro|prejuizo)',
    'quanto (?:eu |a gente )?(?:lucrei|lucramos|lucrou|ganhei|ganhamos)',
  ],
  names: ['building'],
  towards: 'past',
  takes: ['periods'],
  idle: COMPARING,
  examples: ['resultado de outubro', 'deu lucro mês passado', 'quanto lucramos este ano'],
});
