import type { DebitCategory } from './categories.ts';

/** Category that the inputs of a product group belong to, by the name of the group. */
export const INPUT_CATEGORIES: Readonly<Record<string, DebitCategory>> = {
  'Cimento, areia e brita': 'concreto',
  'Aço e ferragens': 'aco',
  'Blocos e pré-moldados': 'blocos',
  Cobertura: 'cobertura',
  Elétrica: 'eletrica',
  Hidráulica: 'hidraulica',
  Acabamentos: 'revestimentos',
  Pintura: 'acabamento',
  'Esquadrias, louças e metais': 'esquadrias',
  'Louças e metais': 'acabamento',
  'Madeira e fôrmas': 'madeira',
  'Mão de obra': 'equipe',
  'Serviços de terceiros': 'empreiteiros',
  Equipamentos: 'locacao',
};

/** Of inputs without a group, and of services that are made of no input. */
export const OTHER_INPUTS = { WITHOUT_GROUP: 'canteiro', WITHOUT_INPUT: 'empreiteiros' } as const satisfies Record<
  string,
  DebitCategory
>;
