import type { Noun } from '#web/register/noun.ts';

export const COST_ESTIMATES = '/home/forms/engineering/cost-estimate';
export const noun: Noun = { one: 'orçamento', many: 'orçamentos', gender: 'o' };

/** Texts for failures without their own reason, as the services have them. */
export const failures = {
  list: 'Falha para buscar todos os orçamentos',
  one: 'Falha para buscar orçamento',
  save: 'Falha para salvar orçamento',
  remove: 'Falha para apagar orçamento',
  export: 'Falha para exportar orçamento',
};
