import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readCode } from '#domain/engineering/measurements/bulletinCode.ts';
import { bulletinEndpoints, type BulletinCheck } from '#schema/engineering/measurements/bulletins.rest.ts';
import { requireAllowance } from '../../platform/allowances.ts';
import { notFound } from '../../platform/errors.ts';
import { implementPublic } from '../../platform/http/route.ts';

/** Most codes that one address may try: a code has 40 bits, so that none is found by guessing. */
const CHECKS = { times: 60, seconds: 15 * 60 };
const UNKNOWN_CODE = 'Nenhum boletim tem este código. Confira as letras e os números no rodapé do documento.';

/** The open page of verification codes: what is no code, an unknown one and a deleted one answer the same. */
export const checks = (app: FastifyInstance): void => {
  implementPublic(app, bulletinEndpoints.check, async ({ params, request }) => {
    const { platform } = app;
    await requireAllowance(platform, 'bulletin', request.ip, CHECKS);
    const code = readCode(params.code);
    if (code === null) throw notFound(UNKNOWN_CODE);
    const [bulletin] = await platform.database.everywhere(sql<BulletinCheck>`
      select number, period_start as "periodStart", period_end as "periodEnd", closed_on as "closedOn",
        reopened_at as "reopenedAt", period_value as "periodValue", accumulated_value as "accumulatedValue",
        retention_value as "retentionValue", net_value as "netValue"
      from find_bulletin(${code})`);
    if (!bulletin) throw notFound(UNKNOWN_CODE);
    return bulletin;
  });
};
