import { intent } from '../intent.ts';

/** When, from whom and for how much an input was last bought. */
export const lastPurchase = intent({
  name: 'lastPurchase',
  cues: [
    'quando (?:foi que )?(?:eu |a gente )?(?:comprei|compramos)',
    'quando (?:foi|foram) (?:a|as) ultimas? compras?(?: d[eoa]s?)?',
    'ultima compra(?: d[eoa]s?)?',
    'ultima vez que (?:eu |a gente )?(?:comprei|compramos)',
  ],
  names: ['product'],
  towards: 'past',
  takes: [],
  idle: 'pela ultima vez',
  examples: ['quando comprei cimento pela última vez', 'última compra de areia', 'quando compramos bloco'],
});
