import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { requireCompany } from '../../platform/access.ts';
import { implement } from '../../platform/http/route.ts';
import { implementRegister } from '../../platform/register/feature.ts';
import { readLogo, removeLogo, storeLogo } from './logo.ts';
import { drawLogo, type LogoPicture } from './picture.ts';
import { companyStore } from './store.ts';

/** Companies of the account (§7): users read those with a grant, administrators change them. */
export const companies = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    companies_name_key: { message: 'Já existe uma empresa com este nome.', field: 'name' },
  });

  const { create, update, logo, logoSummary, removeLogo: withoutLogo, ...calls } = companyEndpoints;
  implementRegister(app, calls, companyStore);

  implement(app, create, async ({ session, body, request, write }) => {
    const picture = await pictureOf(request);
    return write(async (trx, work) => {
      const row = await companyStore.create(trx, work, { session, params: {} }, body);
      if (picture) await storeLogo(trx, work, row.id, picture);
      // A new company is not in the session's grants yet; only administrators create companies.
      return companyStore.read(trx, { session, params: {} }, row.id);
    });
  });

  implement(
    app,
    update,
    async ({ session, body, request, write }) => {
      const picture = await pictureOf(request);
      return write(async (trx, work) => {
        const registerRequest = { session, params: {} };
        await companyStore.update(trx, work, registerRequest, { id: body.id, version: body.version, body });
        if (picture) await storeLogo(trx, work, body.id, picture);
        return companyStore.read(trx, registerRequest, body.id);
      });
    },
    (trx, { session, body }) => companyStore.read(trx, { session, params: {} }, body.id),
  );

  implement(app, logo, async ({ session, params, request, reply, read }) => {
    requireCompany(session, params.id);
    const content = await read((trx) => readLogo(trx, session.accountId, params.id));
    const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    void reply.headers({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // The browser revalidates each time, so that a lost permission applies; unchanged logos are not sent again.
      'cache-control': 'private, no-cache',
      etag: tag,
    });
    if (request.headers['if-none-match'] !== tag) return content;
    void reply.code(304);
    return '';
  });

  implement(app, logoSummary, async ({ session, params, read }) => {
    const company = await read((trx) => companyStore.read(trx, { session, params: {} }, params.id));
    return company.logo;
  });

  implement(app, withoutLogo, async ({ session, params, write }) => {
    requireCompany(session, params.id);
    await write((trx, work) => removeLogo(trx, work, params.id));
    return null;
  });
};

/** Re-encodes the uploaded logo before any SQL transaction begins; null without one. */
const pictureOf = async (request: FastifyRequest): Promise<LogoPicture | null> => {
  if (!request.upload) return null;
  // Adds the logo's hash to the body, which the idempotency check compares.
  const sha256 = createHash('sha256').update(request.upload).digest('hex');
  request.body = { ...(request.body as object), logo: { sha256 } };
  return drawLogo(request.upload);
};
