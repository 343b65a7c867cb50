import { intent } from '../intent.ts';

/** Why a stage or an obra is above its estimate, or a month worse than another: the three largest causes. */
export const explain = intent({
  name: 'explain',
  cues: [
    '(?:por que|porque|por qual motivo|qual o motivo|o que fez)',
    '(?:o que|quem) (?:mais )?(?:pesou|pesa|encareceu)(?: mais)?',
    'explica(?:r)?(?: por que| porque)?',
  ],
  names: ['stage', 'building'],
  towards: 'past',
  takes: ['periods'],
  idle:
    'estourou estourado estourada estouro acima orcado orcamento passou pior melhor maior menor que do caro cara gastou ' +
    'gastamos etapa etapas subiu aumentou foi esta na no',
  examples: [
    'por que a fundação estourou',
    'por que outubro foi pior que setembro',
    'o que mais pesou na etapa de instalações da clínica',
  ],
});

/** Stages above their estimate. */
export const overEstimate = intent({
  name: 'overEstimate',
  cues: [
    '(?:qual|quais|que) etapas? (?:ja )?(?:estourou|estouraram|passou|passaram|esta acima|estao acima)(?: do orcado| do orcamento)?',
    '(?:o que|onde) (?:estourou|passou do orcado|passou do orcamento)',
    'etapas (?:estouradas|acima do orcado|acima do orcamento)',
    'estouros?(?: de orcamento)?',
  ],
  names: ['building'],
  towards: 'past',
  takes: [],
  examples: ['qual etapa estourou', 'etapas estouradas da clínica', 'o que estourou na vila'],
});
