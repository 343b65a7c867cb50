import { intent } from '../intent.ts';

/** The price of an input: of the register, and the last one paid. */
export const price = intent({
  name: 'price',
  cues: [
    '(?:qual (?:e )?)?(?:o )?(?:ultimo |atual )?(?:preco|custo unitario)(?: d[eoa]s?)?',
    '(?:a )?quanto (?:esta|custa|sai) (?:o|a|os|as|um|uma)',
    'quanto custa',
    'qual (?:e )?o valor d[eoa]',
  ],
  names: ['product'],
  towards: 'past',
  takes: [],
  idle: 'saco sacos metro quilo kg m3 lata barra milheiro unidade pago atual',
  examples: ['preço do cimento', 'quanto está o saco de cimento cp ii', 'último preço do aço ca-50'],
});
