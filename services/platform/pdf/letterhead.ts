import type { Content } from 'pdfmake/interfaces';
import { maskTaxId } from '#domain/masks.ts';
import type { Trx } from '../db/unitOfWork.ts';
import { pictureIn } from './pdf.ts';

/** The company in whose name a document is printed. */
export interface Letterhead {
  name: string;
  taxId: string | null;
  address?: string | null;
  logo: Buffer | null;
}

export const readLetterhead = (trx: Trx, accountId: number, companyId: number): Promise<Letterhead> =>
  trx
    .selectFrom('companies as c')
    .leftJoin('company_logos as l', (join) =>
      join.onRef('l.account_id', '=', 'c.account_id').onRef('l.company_id', '=', 'c.id'),
    )
    .select(['c.name', 'c.tax_id as taxId', 'l.content as logo'])
    .where('c.account_id', '=', accountId)
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();

const MUTED = '#53646d';

/** Top of each page: logo, name and CNPJ on the left; what is printed, and facts about it, on the right. */
export const letterhead = (
  { name, taxId, address, logo }: Letterhead,
  margin: number,
  { title, about }: { title: string; about: readonly string[] },
): Content => {
  const image = pictureIn(logo);
  return {
    margin: [margin, 22, margin, 0],
    columns: [
      ...(image ? [{ image, fit: [60, 34] as [number, number], width: 68 }] : []),
      {
        width: '*',
        stack: [
          { text: name, bold: true, fontSize: 10 },
          ...(taxId ? [{ text: `CNPJ ${maskTaxId(taxId)}`, color: MUTED }] : []),
          ...(address ? [{ text: address, color: MUTED }] : []),
        ],
      },
      {
        width: 'auto',
        alignment: 'right',
        stack: [
          { text: title, bold: true, fontSize: 10 },
          { text: about.join(' · '), color: MUTED },
        ],
      },
    ],
  };
};
