import { intent } from '../intent.ts';

/** "Quanto falta" of an obra may be what is to be paid, to be received, or left of the estimate: it asks which. */
export const remaining = intent({
  name: 'remaining',
  cues: ['quanto (?:ainda )?(?:falta|resta|sobra)'],
  names: ['building'],
  towards: 'future',
  takes: [],
  examples: ['quanto falta da clínica', 'quanto resta da vila'],
});

/** What may still be spent of the estimate of an obra. */
export const available = intent({
  name: 'available',
  cues: [
    'quanto (?:ainda )?(?:falta|resta|sobra|posso|da para) (?:para )?gastar(?: do orcado| do orcamento)?',
    'saldo d(?:o|e) (?:orcamento|orcado)',
  ],
  names: ['building'],
  towards: 'past',
  takes: [],
  examples: ['quanto falta gastar do orçado da clínica', 'saldo do orçamento da vila'],
});
