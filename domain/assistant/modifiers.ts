import type { Slots } from './reading.ts';

/** Words that narrow or order what is asked, whatever the intent. */
interface Modifier {
  words: string;
  gives: (match: RegExpExecArray) => Slots;
}

const BY: Readonly<Record<string, NonNullable<Slots['by']>>> = {
  fornecedor: 'partner',
  fornecedores: 'partner',
  cliente: 'partner',
  clientes: 'partner',
  parceiro: 'partner',
  categoria: 'category',
  categorias: 'category',
  obra: 'building',
  obras: 'building',
  mes: 'month',
  etapa: 'stage',
  etapas: 'stage',
};

const FORMATS: Readonly<Record<string, NonNullable<Slots['format']>>> = { pdf: 'PDF', csv: 'CSV' };

const status = (words: string, value: NonNullable<Slots['status']>): Modifier => ({
  words,
  gives: () => ({ status: value }),
});

/** In this order: what is longer stands first. */
export const MODIFIERS: readonly Modifier[] = [
  { words: 'sem (?:nenhuma )?categoria', gives: () => ({ without: 'category' }) },
  { words: 'sem (?:nenhuma )?obra', gives: () => ({ without: 'building' }) },
  {
    words:
      '(?:agrupad[ao]s? |separad[ao]s? )?por (?:cada )?(fornecedor(?:es)?|clientes?|parceiro|categorias?|obras?|mes|etapas?)',
    gives: ([, by = '']) => ({ by: BY[by] ?? 'partner' }),
  },
  status('(?:que (?:ja )?(?:estao|esta) )?(?:esperando|aguardando|para) aprovacao', 'WAITING'),
  status(
    '(?:que (?:ja )?(?:estao|esta) )?(?:em aberto|abert[ao]s?|pendentes?|a pagar|a receber|nao pag[ao]s?|nao recebid[ao]s?)',
    'OPEN',
  ),
  status('(?:que (?:ja )?(?:estao|esta) )?(?:vencid[ao]s?|atrasad[ao]s?|em atraso)', 'OVERDUE'),
  status('(?:que (?:ja )?(?:estao|esta|foram|foi) )?(?:pag[ao]s?|quitad[ao]s?|recebid[ao]s?|liquidad[ao]s?)', 'PAID'),
  status('parcia(?:l|is)', 'PARTIAL'),
  {
    words: '(?:em|no formato|como|numa?|um) (?:arquivo )?(pdf|excel|xlsx|planilha|csv)',
    gives: ([, kind = '']) => ({ format: FORMATS[kind] ?? 'XLSX' }),
  },
];
