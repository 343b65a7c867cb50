import type { DayOff, Link } from './model/schedule.ts';

export const SCHEDULE = '/home/forms/engineering/schedule';
export const COST_ESTIMATES = '/home/forms/engineering/cost-estimate';

/** Texts for failures without their own reason, as the services say them. */
export const failures = {
  fetch: 'Falha para buscar cronograma',
  save: 'Falha para salvar cronograma',
  daysOff: 'Falha para buscar dias de folga',
  export: 'Falha para exportar cronograma',
  projectFile: 'Falha para ler o arquivo do MS Project',
  baselines: 'Falha para buscar linhas de base',
  saveBaseline: 'Falha para salvar linha de base',
  removeBaseline: 'Falha para excluir linha de base',
};

export const LINK_TYPES: readonly { value: Link['type']; label: string }[] = [
  { value: 'FS', label: 'Término → início (FS)' },
  { value: 'SS', label: 'Início → início (SS)' },
  { value: 'FF', label: 'Término → término (FF)' },
  { value: 'SF', label: 'Início → término (SF)' },
];

export const LAG_UNITS: readonly { value: Link['lagUnit']; label: string }[] = [
  { value: 'WORKING', label: 'dias úteis' },
  { value: 'CALENDAR', label: 'dias corridos' },
];

export const DAY_OFF_TYPES: readonly { value: DayOff['type']; label: string }[] = [
  { value: 'RAIN', label: 'Chuva' },
  { value: 'COLLECTIVE_LEAVE', label: 'Férias coletivas' },
  { value: 'NATIONAL_HOLIDAY', label: 'Feriado nacional' },
  { value: 'STATE_HOLIDAY', label: 'Feriado estadual' },
  { value: 'MUNICIPAL_HOLIDAY', label: 'Feriado municipal' },
  { value: 'OPTIONAL', label: 'Ponto facultativo' },
  { value: 'OTHER', label: 'Outro' },
];

export const dayOffLabel = (type: DayOff['type']): string =>
  DAY_OFF_TYPES.find(({ value }) => value === type)?.label ?? '';
