import { intent } from '../intent.ts';
import { HOW_MUCH } from './figures.ts';

/** What is to be received: all of it, or what is due in a period. */
export const receivable = intent({
  name: 'receivable',
  cues: [
    `${HOW_MUCH}(?:falta receber|falta para receber|falta a receber|me devem|nos devem|me deve)`,
    `${HOW_MUCH}(?:tenho|temos|tem) (?:a|de|que|para) receber`,
    `${HOW_MUCH}(?:entra|vai entrar|vou receber|vamos receber)`,
    'total a receber',
  ],
  given: { side: 'CREDIT', status: 'OPEN' },
  names: ['partner', 'building', 'category'],
  towards: 'future',
  takes: ['side', 'status', 'periods', 'by'],
  examples: ['quanto tenho a receber', 'quanto entra semana que vem', 'quanto falta receber da clínica'],
});
