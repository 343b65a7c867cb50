import { intent } from '../intent.ts';

/** The figures of a period at a glance, or those of an obra. */
export const overview = intent({
  name: 'overview',
  cues: [
    '(?:panorama|resumo|visao geral|situacao)(?: geral| financeir[oa])?(?: d[eoa]s?)?',
    'como (?:esta|estao|anda|andam|vai|vao|foi)(?: as coisas)?',
  ],
  names: ['building'],
  towards: 'past',
  takes: ['periods'],
  idle: 'indo financas',
  examples: ['panorama da semana', 'como está a obra da clínica', 'resumo do mês'],
});
