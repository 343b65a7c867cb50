import type { FastifyInstance } from 'fastify';
import { readCode } from '#domain/financial/paymentCodes/read.ts';
import { paymentCodeEndpoints, type PaymentCodeReading } from '#schema/financial/paymentCodes/paymentCodes.rest.ts';
import { answered, implement } from '../../platform/http/route.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { readUpload } from '../attachments/upload.ts';
import { expense } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { widened } from '../transactions/visibility.ts';
import { codeAnswer } from './answer.ts';
import { changePaymentCode } from './change.ts';
import { LIMITS, readDocument, stopReading } from './documents.ts';
import { fittingInstallments } from './fitting.ts';
import { installmentsWith } from './used.ts';

/** Payment codes of installments of expenses (docs/decisions/0071). */
export const paymentCodes = async (app: FastifyInstance): Promise<void> => {
  const { read, document, put } = paymentCodeEndpoints;
  app.addHook('onClose', stopReading);
  const readerFor = (session: Session, companyId: number): Reader =>
    readerOf(session, companyId, expense, app.platform.clock.today(session.timeZone));

  implement(app, read, ({ session, params, body, read: reading }) => {
    const reader = readerFor(session, params.companyId);
    return reading(async (trx) => readText(trx, await widened(trx, reader), body.text));
  });

  implement(app, document, async ({ session, params, request }) => {
    const file = await readUpload(request, LIMITS);
    const found = await readDocument(file, readerFor(session, params.companyId).today);
    return { ...found, codes: found.codes.map(codeAnswer) };
  });

  implement(app, put, async ({ session, params, body, write }) => {
    const change = { id: params.id, version: body.version, paymentCode: body.paymentCode };
    const answer = await write((trx, work) =>
      changePaymentCode(trx, work, readerFor(session, params.companyId), change),
    );
    return answer.message === null ? answer : answered(answer, answer.message);
  });
};

const readText = async (trx: Trx, reader: Reader, text: string): Promise<PaymentCodeReading> => {
  const result = readCode(text, reader.today);
  if (!result.ok) throw ruleBroken(result.message, [{ path: 'text', message: result.message }]);
  const { code } = result;
  const answer = codeAnswer(code);
  if (code.kind === 'ACCESS_KEY') return { code: answer, installments: [], usedBy: [], usedElsewhere: false };
  const used = await installmentsWith(trx, reader, code.code);
  return { code: answer, installments: await fittingInstallments(trx, reader, code), ...used };
};
