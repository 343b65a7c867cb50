import { intent } from '../intent.ts';

/** Who or what took most of the money. */
export const largest = intent({
  name: 'largest',
  cues: [
    '(?:os |as )?(?:principais|maiores) (fornecedores|categorias|obras|clientes)',
    '(?:ranking|lista) (?:de |dos |das )?(fornecedores|categorias|obras|clientes)',
  ],
  given: ([, what = '']) => ({
    side: what === 'clientes' ? 'CREDIT' : 'DEBIT',
    ...{ status: 'PAID', top: true },
    by: what === 'categorias' ? 'category' : what === 'obras' ? 'building' : 'partner',
  }),
  names: ['building', 'category', 'partner'],
  towards: 'past',
  takes: ['side', 'status', 'periods', 'by', 'top'],
  examples: ['maiores fornecedores', 'principais categorias deste ano', 'maiores clientes'],
});
