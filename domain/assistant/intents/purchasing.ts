import { intent } from '../intent.ts';

/** Lists of purchasing and engineering. */
export const orders = intent({
  name: 'orders',
  cues: ['(?:ordens|pedidos?)(?: de compras?)?(?: e notas)?'],
  names: ['partner', 'building'],
  towards: 'past',
  takes: ['status', 'periods'],
  examples: ['pedidos em aberto', 'pedidos atrasados da clínica', 'pedidos da porto revestimentos'],
});

export const quotes = intent({
  name: 'quotes',
  cues: ['(?:cotacao|cotacoes)'],
  names: ['building', 'product'],
  towards: 'past',
  takes: ['status'],
  examples: ['cotações abertas', 'cotação de cimento', 'cotações da vila'],
});

export const measurements = intent({
  name: 'measurements',
  cues: ['(?:medicao|medicoes|boletins|boletim)(?: de medicao)?'],
  names: ['building'],
  towards: 'past',
  takes: [],
  examples: ['medições da clínica', 'medições'],
});

export const tasks = intent({
  name: 'tasks',
  cues: ['(?:composicao|composicoes|servicos)(?: de| do| da)?'],
  names: [],
  towards: 'past',
  takes: [],
  keepsText: true,
  examples: ['composições de alvenaria', 'composições'],
});

export const products = intent({
  name: 'products',
  cues: ['insumos?(?: de| do| da)?', 'materiais(?: de| do| da)?'],
  names: [],
  towards: 'past',
  takes: [],
  keepsText: true,
  examples: ['insumos cimento', 'insumos'],
});
