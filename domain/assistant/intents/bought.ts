import { intent } from '../intent.ts';
import { COMPARING, HOW_MUCH } from './figures.ts';

/** What was bought of an input: received lines of orders, landed. */
export const bought = intent({
  name: 'bought',
  cues: [
    `${HOW_MUCH}(?:comprei|compramos|comprou|foi comprado)`,
    '(?:de quem|de que fornecedor|de qual fornecedor|onde) (?:eu |a gente )?(?:comprei|compramos)',
    '(?:compras)',
  ],
  given: ([cue = '']) => (/^(?:de|onde)/.test(cue) ? { by: 'partner' } : {}),
  names: ['product', 'building', 'partner'],
  towards: 'past',
  takes: ['periods', 'by'],
  idle: COMPARING,
  examples: ['quanto comprei de areia na vila', 'de quem comprei tijolo', 'quanto comprei de cimento este ano'],
});
