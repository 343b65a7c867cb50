import { intent } from '../intent.ts';

/** The first day on which the expected balance is below zero. */
export const firstNegative = intent({
  name: 'firstNegative',
  cues: [
    '(?:quando|em que dia|que dia) (?:o |meu |nosso )?(?:caixa|saldo) (?:fica|vai ficar|ficara) negativo',
    '(?:quando )?(?:vai )?falta(?:r)? (?:dinheiro|caixa)',
    '(?:quando )?fico? no vermelho',
    '(?:quando )?(?:o dinheiro|o caixa) (?:acaba|vai acabar)',
    'primeiro dia negativo',
    '(?:o |meu )?(?:caixa|saldo) (?:fica|vai ficar) negativo',
  ],
  names: ['building'],
  towards: 'future',
  takes: ['periods'],
  examples: ['quando o caixa fica negativo', 'vai faltar dinheiro esse mês', 'primeiro dia negativo'],
});
