import type { CompanyLogo } from '#schema/financial/companies.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { LogoPicture } from './picture.ts';

/** Columns of a logo that lists read; null without a logo. */
export interface LogoColumns {
  logo_width: number | null;
  logo_height: number | null;
  logo_size: number | null;
  logo_updated_at: string | null;
  logo_preview: Buffer | null;
}

export const logoAnswer = (row: LogoColumns): CompanyLogo | null =>
  row.logo_preview === null
    ? null
    : {
        width: row.logo_width ?? 0,
        height: row.logo_height ?? 0,
        size: row.logo_size ?? 0,
        updatedAt: row.logo_updated_at ?? '',
        preview: `data:image/png;base64,${row.logo_preview.toString('base64')}`,
      };

/** Replaces the logo, within the command that changes the company. */
export const storeLogo = async (trx: Trx, work: Work, companyId: number, picture: LogoPicture): Promise<void> => {
  const { content, width, height, preview } = picture;
  const values = { media_type: 'image/png' as const, width, height, content, preview, updated_at: work.clock.now() };
  await trx
    .insertInto('company_logos')
    .values({ account_id: work.session.accountId, company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute();
  const details = { width, height, size: content.length };
  work.audit({ action: 'setLogo', entity: 'company', entityId: companyId, details });
};

/** @throws ServiceError 404 when the company has none */
export const removeLogo = async (trx: Trx, work: Work, companyId: number): Promise<void> => {
  const { numDeletedRows } = await trx
    .deleteFrom('company_logos')
    .where('account_id', '=', work.session.accountId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Esta empresa não tem logo.');
  work.audit({ action: 'removeLogo', entity: 'company', entityId: companyId });
};

/** Reads the picture. @throws ServiceError 404 when the company has none */
export const readLogo = async (trx: Trx, accountId: number, companyId: number): Promise<Buffer> => {
  const row = await trx
    .selectFrom('company_logos')
    .select('content')
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw notFound('Esta empresa não tem logo.');
  return row.content;
};
