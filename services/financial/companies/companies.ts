import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { requireCompany } from '../../platform/access.ts';
import { implement } from '../../platform/http/route.ts';
import { readLogo, removeLogo, storeLogo } from './logo.ts';
import { drawLogo, type LogoPicture } from './picture.ts';
import { companyColumns, companyRegister, companyTotals, listCompanies, readCompany, writtenCompany } from './store.ts';

/** Companies of the account (§7): everybody reads their own, admins keep them. */
export const companies = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    companies_name_key: { message: 'Já existe uma empresa com este nome.', field: 'name' },
  });

  implement(app, companyEndpoints.list, ({ session, query, read }) =>
    read((trx) => listCompanies(trx, session, query)),
  );

  implement(app, companyEndpoints.totals, ({ session, query, read }) =>
    read((trx) => companyTotals(trx, session, query)),
  );

  implement(app, companyEndpoints.listActive, ({ session, query, read }) =>
    read((trx) => listCompanies(trx, session, { ...query, active: true })),
  );

  implement(app, companyEndpoints.get, ({ session, params, read }) =>
    read((trx) => readCompany(trx, session, params.id)),
  );

  implement(app, companyEndpoints.create, async ({ body, request, write, session }) => {
    const picture = await pictureOf(request);
    return write(async (trx, work) => {
      const { id } = await companyRegister.create(trx, work, companyColumns(body));
      if (picture) await storeLogo(trx, work, id, picture);
      return writtenCompany(trx, session.accountId, id);
    });
  });

  implement(
    app,
    companyEndpoints.update,
    async ({ body, request, write, session }) => {
      const picture = await pictureOf(request);
      return write(async (trx, work) => {
        await companyRegister.update(trx, work, body, companyColumns(body));
        if (picture) await storeLogo(trx, work, body.id, picture);
        return writtenCompany(trx, session.accountId, body.id);
      });
    },
    (trx, { session, body }) => readCompany(trx, session, body.id),
  );

  implement(app, companyEndpoints.remove, ({ params, write }) =>
    write(async (trx, work) => {
      await companyRegister.remove(trx, work, params);
      return { id: params.id };
    }),
  );

  implement(app, companyEndpoints.logo, async ({ session, params, request, reply, read }) => {
    requireCompany(session, params.id);
    const content = await read((trx) => readLogo(trx, session.accountId, params.id));
    const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    void reply.headers({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Asked for again each time, so that a lost permission shows; sent again only when it changed.
      'cache-control': 'private, no-cache',
      etag: tag,
    });
    if (request.headers['if-none-match'] !== tag) return content;
    void reply.code(304);
    return '';
  });

  implement(app, companyEndpoints.logoSummary, async ({ session, params, read }) => {
    const { logo } = await read((trx) => readCompany(trx, session, params.id));
    return logo;
  });

  implement(app, companyEndpoints.removeLogo, async ({ session, params, write }) => {
    requireCompany(session, params.id);
    await write((trx, work) => removeLogo(trx, work, params.id));
    return null;
  });
};

/** The logo that came along, drawn anew before any transaction begins; null when none came. */
const pictureOf = async (request: FastifyRequest): Promise<LogoPicture | null> => {
  if (!request.upload) return null;
  // A repeated Idempotency-Key is compared by the body, so the picture has to show in it.
  const sha256 = createHash('sha256').update(request.upload).digest('hex');
  request.body = { ...(request.body as object), logo: { sha256 } };
  return drawLogo(request.upload);
};
