import { Type } from 'typebox';
import { Id, IsoDate } from '../platform/shapes.ts';
import { count, decimal, id, text, type CsvDataset } from './dataset.ts';

export const estimatedVsActual = {
  key: 'estimated-vs-actual',
  title: 'Orçado × realizado',
  about:
    'Uma etapa de uma obra por linha, em um dia, sem BDI. Etapas somam as que estão dentro delas: some as de nível 0.',
  columns: {
    buildingId: id('Id da obra'),
    building: text('Obra'),
    stageId: id('Id da etapa', 'vazio no que está sem etapa, que é de nível 0'),
    code: text('Código'),
    stage: text('Etapa'),
    level: count('Nível'),
    estimateTotal: decimal('Orçado', 'vazio onde não há orçamento; o mesmo nas três colunas seguintes'),
    estimatedValue: decimal('Planejado'),
    measuredValue: decimal('Medido'),
    availableValue: decimal('Disponível'),
    actualValue: decimal('Realizado'),
    committedValue: decimal('Comprometido'),
  },
  query: {
    buildingId: Id,
    date: Type.Optional(Type.String({ ...IsoDate, description: 'The day; today without it' })),
  },
} satisfies CsvDataset;
