import { intent } from '../intent.ts';

/** What is in the wallets today. */
export const balance = intent({
  name: 'balance',
  cues: [
    '(?:qual (?:e )?)?(?:o |meu |nosso )?saldo(?: (?:atual|disponivel))?(?: d(?:o|a|os|as) (?:banco|bancos|carteira|carteiras|conta|contas))?',
    '(?:quanto|quanto dinheiro) (?:eu |a gente )?(?:tenho|temos|tem|ha)(?: (?:em|de) (?:caixa|banco|dinheiro|conta))?',
    'quanto dinheiro',
    'quanto (?:eu )?(?:tenho|temos) (?:em|no|na) (?:caixa|banco|conta)',
  ],
  names: ['wallet'],
  towards: 'past',
  takes: ['periods'],
  idle: 'disponivel atual',
  meant: 'obra',
  examples: ['saldo das carteiras', 'quanto tem no itaú', 'quanto dinheiro eu tenho'],
});
