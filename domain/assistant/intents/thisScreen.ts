import { intent } from '../intent.ts';

const THIS = '(?:(?:n|d)?(?:esta|essa) (?:tela|pagina|lista)|aqui)';

/** What the screen is for that the sentence was written on. */
export const thisScreen = intent({
  name: 'thisScreen',
  cues: [
    `(?:como (?:funciona|uso|usar|se usa|mexo(?: em| n)?)) ${THIS}`,
    `(?:o )?que (?:e que )?(?:eu )?(?:e|faco|posso fazer|da para fazer|se faz|tem|mostra) ${THIS}`,
    `para que serve ${THIS}`,
    `(?:me )?(?:ajuda|explica|ajude|explique)(?: com| sobre)? ${THIS}`,
    'onde (?:e que )?(?:eu )?estou',
  ],
  names: [],
  towards: 'future',
  takes: [],
  examples: ['o que faço nesta tela', 'para que serve essa lista', 'onde estou'],
});
