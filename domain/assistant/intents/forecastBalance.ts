import { intent } from '../intent.ts';

/** The balance that is expected on a day to come. */
export const forecastBalance = intent({
  name: 'forecastBalance',
  cues: [
    '(?:qual (?:e )?)?(?:o )?saldo (?:previsto|projetado|futuro|esperado)',
    'saldo(?= (?:em |no |para )?<period>)',
    '(?:previsao|projecao) d[eo] (?:caixa|saldo)',
    'como (?:vai (?:estar|ficar)|fica|estara|ficara) (?:o |meu |nosso )?(?:caixa|saldo)',
    '(?:quanto|quanto dinheiro) (?:eu |a gente )?(?:vou ter|vamos ter|terei|teremos)(?: (?:em|no) caixa)?',
  ],
  names: ['building', 'wallet'],
  towards: 'future',
  takes: ['periods'],
  idle: 'fim final caixa',
  examples: ['saldo previsto para dezembro', 'como vai estar o caixa no fim do ano', 'quanto vou ter em caixa dia 10'],
});
