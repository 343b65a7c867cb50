import { formatCount } from '#domain/numberFormat.ts';
import type { FiscalDocumentRowFragment } from '#web/generated/financial.ts';

type Named = Pick<FiscalDocumentRowFragment, 'kind' | 'number'>;

/** "NF-e 5.187" */
export const nameOf = ({ kind, number }: Named): string =>
  `${kind === 'NFE' ? 'NF-e' : 'NFS-e'} ${formatCount(Number(number))}`;

/** An access key in its groups of four. */
export const keyText = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');

export const failures = {
  reading: 'Não foi possível ler a nota',
  list: 'Não foi possível carregar as notas',
  choice: 'A escolha do insumo vale aqui, mas ainda não foi guardada',
  remove: 'Não foi possível descartar a nota',
  examples: 'Não foi possível ler os exemplos',
  download: 'Não foi possível baixar o XML',
};
