import type { FastifyInstance } from 'fastify';
import { quoteRequestEndpoints } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { readUpload } from '../../financial/attachments/upload.ts';
import { implementPublic } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import { declineRequest, resumeRequest, saveDraft, sendAnswer } from './answer.ts';
import { attachOwn, detachOwn, readOwn } from './files.ts';
import { readStored, requestAnswer } from './read.ts';
import { visit } from './visit.ts';
import { quotePages } from './visitor.ts';

/** The page of a supplier (§2, `/quote-request/:token`): no login, only what his link may know. */
export const quoteRequest = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const { get, saveDraft: draft, attach, detach, file, ...answers } = quoteRequestEndpoints;

  const { visitorOf, read, change, answer } = quotePages(platform);
  implementPublic(app, get, (call) => {
    if (call.request.method !== 'HEAD') return change(call, visit);
    // A program that only looks whether the address exists has not opened the request.
    const now = platform.clock.now();
    return read(call, async (trx, visitor) => requestAnswer(await readStored(trx, visitor, now), now));
  });
  implementPublic(app, draft, (call) => change(call, (trx, work, visitor) => saveDraft(trx, work, visitor, call.body)));
  implementPublic(app, answers.answer, (call) =>
    answer(call, (trx, work, visitor) => sendAnswer(trx, work, visitor, call.body)),
  );
  implementPublic(app, answers.decline, (call) =>
    answer(call, (trx, work, visitor) => declineRequest(trx, work, visitor, call.body.reason)),
  );
  implementPublic(app, answers.resume, (call) => answer(call, resumeRequest));
  implementPublic(app, attach, async (call) => {
    // Before the body is read: whoever has no link uploads nothing.
    await visitorOf(call);
    const uploaded = await readUpload(call.request);
    return change(call, (trx, work, visitor) => attachOwn(trx, work, visitor, uploaded));
  });
  implementPublic(app, detach, (call) =>
    change(call, (trx, work, visitor) => detachOwn(trx, work, visitor, call.params.attachmentId)),
  );
  implementPublic(app, file, async (call) => {
    const now = platform.clock.now();
    const own = await read(call, (trx, visitor) => readOwn(trx, visitor, call.params.attachmentId, now));
    return sendFile(call.reply, own);
  });
};
